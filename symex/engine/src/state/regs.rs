//! The registers of a frame, which copies of the frame share until one of them writes.
use super::Val;
use smallvec::SmallVec;
use std::iter::FlatMap;
use std::ops::{Index, IndexMut};
use std::rc::Rc;
use std::slice;

/// The number of registers in a chunk.
const CHUNK: usize = 32;

/// The registers of a frame, in chunks. A copy shares the chunks, and a write copies one chunk if it is shared. A fork
/// therefore takes little time and memory also in a function with thousands of registers.
///
/// ```
/// use symtool_engine::state::{Val, regs::Regs};
///
/// let mut one = Regs::from(vec![Val::ZERO; 100]);
/// let two = one.clone();
/// one[70] = Val::Const(1);
/// assert_eq!((one[70], two[70]), (Val::Const(1), Val::ZERO));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regs {
    /// All chunks but the last one have [`CHUNK`] registers.
    chunks: SmallVec<[Rc<[Val]>; 2]>,
}

impl Regs {
    /// Returns the number of registers.
    pub fn len(&self) -> usize {
        let full = self.chunks.len().saturating_sub(1);
        full * CHUNK + self.chunks.last().map_or(0, |last| last.len())
    }

    /// Returns whether there are no registers.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Iterates over the values of the registers, in the order of their numbers.
    pub fn iter(&self) -> Iter<'_> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Iterates over the values of the registers, in the order of their numbers. Copies all shared chunks.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Val> {
        let chunks = self.chunks.iter_mut();
        chunks.flat_map(|chunk| Rc::make_mut(chunk).iter_mut())
    }
}

/// The iterator of [`Regs::iter`].
pub type Iter<'a> = FlatMap<
    slice::Iter<'a, Rc<[Val]>>,
    slice::Iter<'a, Val>,
    fn(&'a Rc<[Val]>) -> slice::Iter<'a, Val>,
>;

impl<'a> IntoIterator for &'a Regs {
    type Item = &'a Val;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl From<Vec<Val>> for Regs {
    fn from(values: Vec<Val>) -> Regs {
        let chunks = values.chunks(CHUNK).map(Rc::from);
        Regs {
            chunks: chunks.collect(),
        }
    }
}

impl Index<usize> for Regs {
    type Output = Val;

    #[inline]
    fn index(&self, reg: usize) -> &Val {
        &self.chunks[reg / CHUNK][reg % CHUNK]
    }
}

impl IndexMut<usize> for Regs {
    #[inline]
    fn index_mut(&mut self, reg: usize) -> &mut Val {
        let chunk = &mut self.chunks[reg / CHUNK];
        if Rc::get_mut(chunk).is_none() {
            copy(chunk);
        }
        &mut Rc::get_mut(chunk).expect("the chunk is not shared")[reg % CHUNK]
    }
}

/// Replaces a chunk that other frames share by a copy, before a register in the chunk is written.
#[cold]
fn copy(chunk: &mut Rc<[Val]>) {
    *chunk = Rc::from(&chunk[..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_in_order_for_every_number_of_chunks() {
        for count in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let values: Vec<Val> = (0..count as u64).map(Val::Const).collect();
            let regs = Regs::from(values.clone());
            assert_eq!(regs.len(), count);
            assert_eq!(regs.is_empty(), count == 0);
            assert!(regs.iter().eq(&values));
            assert!(values.iter().enumerate().all(|(at, it)| regs[at] == *it));
        }
    }

    #[test]
    fn a_write_copies_one_shared_chunk() {
        let one = Regs::from(vec![Val::ZERO; 3 * CHUNK]);
        let mut two = one.clone();
        two[CHUNK] = Val::Const(7);
        let is_shared = |at: usize| Rc::ptr_eq(&one.chunks[at], &two.chunks[at]);
        assert_eq!([0, 1, 2].map(is_shared), [true, false, true]);
        two.iter_mut().for_each(|value| *value = Val::Const(1));
        assert!(two.iter().all(|value| *value == Val::Const(1)));
        assert!(one.iter().all(|value| *value == Val::ZERO));
    }
}
