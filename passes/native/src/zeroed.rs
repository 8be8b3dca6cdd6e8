//! Large blocks of zeros, for which the operating system provides memory only where they are used.
//!
//! The object table, through which machine code accesses the objects of the program, has an index with an entry for
//! each of 2^28 ranges of addresses. A run uses only the entries at the start of the index. The general allocator of a
//! program may write zeros into the whole index: mimalloc writes 1 GiB, which takes longer than most runs. The system
//! allocator of the C library gets a block of this size from the operating system, which fills a page with zeros at its
//! first use.
#![allow(unsafe_code)]
use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A type for which a value with only zero bytes is valid, and whose values need no `drop`.
pub trait Zeros: Copy + 'static {}
impl Zeros for u32 {}
impl Zeros for u64 {}
impl Zeros for [u64; 16] {}

/// A slice of values, first all zero, in memory of the system allocator. The slice never moves.
pub struct Zeroed<T: Zeros> {
    memory: NonNull<T>,
    count: usize,
}

impl<T: Zeros> Zeroed<T> {
    /// Returns `count` zeros; `None` if `count` is 0 or the host refuses the allocation.
    pub fn new(count: usize) -> Option<Zeroed<T>> {
        let layout = Layout::array::<T>(count).ok().filter(|l| l.size() > 0)?;
        // SAFETY: the size of the layout is not 0.
        let memory = unsafe { System.alloc_zeroed(layout) };
        let memory = NonNull::new(memory.cast::<T>())?;
        Some(Zeroed { memory, count })
    }
}

impl<T: Zeros> Deref for Zeroed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory has the layout of `count` values and belongs to `self`. Zero bytes are a valid value of
        // the type, and machine code writes only valid values.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.count) }
    }
}

impl<T: Zeros> DerefMut for Zeroed<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`; `self` is borrowed mutably, so there is no other reference to the memory.
        unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.count) }
    }
}

impl<T: Zeros> Drop for Zeroed<T> {
    fn drop(&mut self) {
        let layout = Layout::array::<T>(self.count).expect("`new` computed this layout");
        // SAFETY: `new` allocated the memory with the same allocator and layout.
        unsafe { System.dealloc(self.memory.as_ptr().cast(), layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::Zeroed;

    #[test]
    fn values_are_zero_and_can_be_written() {
        let mut values = Zeroed::<u32>::new(1 << 28).expect("1 GiB of addresses");
        assert_eq!(
            (values.len(), values[0], values[(1 << 28) - 1]),
            (1 << 28, 0, 0)
        );
        values[5] = 7;
        assert_eq!(values[4..7], [0, 7, 0]);
        assert!(Zeroed::<u64>::new(0).is_none());
        assert!(Zeroed::<u64>::new(usize::MAX).is_none());
    }
}
