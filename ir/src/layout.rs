//! Address layout of objects, shared by every engine.
//!
//! Each object has a region of 2^36 addresses for itself and starts in the middle of the region. So the region number
//! of an address identifies the object without a search. A 32-bit index that is out of bounds, in either direction,
//! never reaches the next object, and freed addresses are never reused. Engines that allocate in the same order assign
//! the same addresses, which makes replays exact.
//!
//! | region | holds |
//! | --- | --- |
//! | 0 | no object: the null pointer and small offsets from it |
//! | 1 | functions, [`FUNCTION_SPACING`] bytes apart, in order of their ids |
//! | 2 + g | global number g |
//! | 2 + globals + n | the object with number n (from 0) of those allocated at run time |
//!
//! Objects are allocated at run time for heap blocks, blocks of `alloca` and variable-length arrays. A call allocates
//! an object for its variadic arguments, if it has any, and then one for each stack slot, in slot order.
use crate::entities::{Func, Global};
use crate::module::{GlobalData, Module, RelocTarget};
use cranelift_entity::EntityRef;

/// The number of low bits of an address that give the offset in its region. The higher bits are the region's number.
pub const REGION_BITS: u32 = 36;
/// The distance in bytes between the addresses of two consecutive functions.
pub const FUNCTION_SPACING: u64 = 16;
/// The maximum size of an object in bytes; the allocation of a larger object fails.
pub const MAX_OBJECT_SIZE: u64 = 1 << 34;

/// The offset of an object's first byte in its region, in bytes. The offset is not a multiple of 2^32, so that an
/// object's address truncated to 32 bits is not zero. It is a multiple of 64 KiB, so that alignments up to 64 KiB are
/// preserved.
const MIDDLE: u64 = (1 << (REGION_BITS - 1)) + (1 << 16);
const FUNCTIONS: u64 = 1;
const FIRST_GLOBAL: u64 = 2;

/// The number of a region of the address space.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(pub u64);

impl Region {
    /// The region that contains no object: null pointers point into it.
    pub const NULL: Region = Region(0);
    /// The region that contains the addresses of all functions.
    pub const FUNCTIONS: Region = Region(FUNCTIONS);

    /// Returns whether a byte of the region's object, of `size` bytes, is among the `len` bytes at `address`, which is
    /// in this region. An empty object counts as one byte, as `malloc(0)` takes memory.
    pub fn overlaps(self, size: u64, address: u64, len: u64) -> bool {
        let end = self.base() + size.max(1);
        address < end && address.saturating_add(len) > self.base()
    }

    /// Returns the region that contains an address.
    pub fn of(address: u64) -> Region {
        Region(address >> REGION_BITS)
    }

    /// Returns the address of the first byte of the object in this region.
    pub fn base(self) -> u64 {
        (self.0 << REGION_BITS) | MIDDLE
    }

    /// Returns the region (range of addresses) of a global.
    pub fn of_global(global: Global) -> Region {
        Region(FIRST_GLOBAL + global.index() as u64)
    }

    /// Returns the first region (range of addresses) for objects that are allocated at run time: the one after the
    /// regions of all globals.
    pub fn first_dynamic(module: &Module) -> Region {
        Region(FIRST_GLOBAL + module.globals.len() as u64)
    }

    /// Returns the region (range of addresses) with the next number.
    #[must_use]
    pub fn next(self) -> Region {
        Region(self.0 + 1)
    }
}

/// Returns the address of a function.
pub fn function_address(func: Func) -> u64 {
    Region::FUNCTIONS.base() + func.index() as u64 * FUNCTION_SPACING
}

/// Returns the addresses of globals and functions that the initializer of a global contains, as pairs of byte offset
/// and address. An address takes eight bytes; an address that does not fit in the global is left out.
pub fn initial_addresses(data: &GlobalData) -> impl Iterator<Item = (u64, u64)> {
    data.relocs.iter().filter_map(|reloc| {
        let base = match reloc.target {
            RelocTarget::Global(global) => Region::of_global(global).base(),
            RelocTarget::Func(func) => function_address(func),
        };
        let inside = reloc.offset.checked_add(8)? <= data.size;
        inside.then(|| (reloc.offset, base.wrapping_add_signed(reloc.addend)))
    })
}

/// Returns the function at an address; `None` if no function starts at this address.
pub fn function_at(module: &Module, address: u64) -> Option<Func> {
    let offset = address.checked_sub(Region::FUNCTIONS.base())?;
    let index = (offset / FUNCTION_SPACING) as usize;
    (offset % FUNCTION_SPACING == 0 && index < module.functions.len()).then(|| Func::new(index))
}
