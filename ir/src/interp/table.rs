//! The object table that machine code reads: for each object, its host address and the limits for accesses to it.
//!
//! The upper bits of an address are the number of its region, a range of addresses for one object. `index[region]`
//! is the byte offset of the entry of this object, or 0 if the object has no entry. An entry contains:
//!
//! | byte offset | contents |
//! | --- | --- |
//! | 0 | the address of the object in the program's address space |
//! | 8 | the host address of the bytes of the object |
//! | 16 | the host address of the marks of the object: for each byte, 0xff if the byte is initialized |
//! | 24 | if all bytes of the object are initialized: five limits of reads, which need not check the marks; else zeros |
//! | 44 | if all bytes of the object are initialized: five limits of writes, which need not set marks; else zeros |
//! | 64 | if some bytes are indeterminate: five limits of reads, which check the marks, and of writes, which set them; else zeros |
//!
//! An access is allowed if its offset in the object is below the limit for its size; so a limit of zero allows no
//! access. There are five limits in each row, each a `u32`, because an access can have 1, 2, 4, 8 or 16 bytes.
//!
//! Invariants: the slices of the index and of the entries never move. An entry describes its object exactly, or is all
//! zero, which allows no access. Every change of an object by Rust code first clears its entry (`Memory::object_mut`).
//! When an object dies, a later object may get the same entry. Machine code that still uses a pointer to the entry
//! detects this by the address of the object, which the entry contains.
use crate::layout::Region;
use std::fmt;
use std::ops::DerefMut;

/// The access sizes in bytes for which an entry contains limits.
pub const WIDTHS: [u64; 5] = [1, 2, 4, 8, 16];
/// The byte offset, within an entry, of the limits for reads.
pub const READS: u32 = 24;
/// The byte offset, within an entry, of the limits for writes.
pub const WRITES: u32 = 44;
/// The byte offset, within an entry, of the limits for accesses that check or set the marks of initialized bytes.
pub const MARKED: u32 = 64;

/// An entry of the table.
pub type Entry = [u64; 16];

/// An object with contiguous bytes in host memory.
pub(super) struct Flat {
    pub size: u64,
    pub constant: bool,
    /// The host address of the bytes.
    pub bytes: u64,
    /// The host address of the marks, which tell for each byte whether it is initialized; `None` if all bytes are
    /// initialized.
    pub marks: Option<u64>,
}

/// The object table. For the region (range of addresses) of each object, `index` contains the byte offset of the
/// object's entry in `entries`.
pub struct Table {
    index: Store<u32>,
    entries: Store<Entry>,
}

/// The memory of a part of the table: a slice that the caller of [`Table::new`] allocated and that does not move.
pub type Store<T> = Box<dyn DerefMut<Target = [T]>>;

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl Table {
    /// Returns an empty table, which is stored in `index` and `entries`. The caller passes slices of zeros, with at
    /// most 2^24 entries.
    pub fn new(index: Store<u32>, entries: Store<Entry>) -> Table {
        Table { index, entries }
    }

    /// Returns the host addresses of the index and the entries.
    pub fn addresses(&mut self) -> (u64, u64) {
        let index = self.index.as_mut_ptr() as usize as u64;
        (index, self.entries.as_mut_ptr() as usize as u64)
    }

    /// Adds the object with number `id` to the table. `region` is the range of addresses of this object. Its entry
    /// allows no access yet.
    pub(super) fn begin(&mut self, region: Region, id: usize) {
        self.clear(id);
        if id + 1 < self.entries.len()
            && let Some(place) = self.index.get_mut(region.0 as usize)
        {
            *place = (id as u32 + 1) * size_of::<Entry>() as u32;
        }
    }

    /// Removes an object from the table at the end of its lifetime. `region` is its range of addresses.
    pub(super) fn end(&mut self, region: Region, id: usize) {
        self.clear(id);
        if let Some(place) = self.index.get_mut(region.0 as usize) {
            *place = 0;
        }
    }

    /// Clears the table entry of an object, so that machine code may not access the object.
    #[inline]
    pub(super) fn clear(&mut self, id: usize) {
        if let Some(entry) = self.entries.get_mut(id + 1) {
            *entry = [0; 16];
        }
    }

    /// Fills in the table entry of an object, so that machine code can access the object.
    pub(super) fn describe(&mut self, region: Region, id: usize, object: &Flat) {
        let Some(entry) = self.entries.get_mut(id + 1) else {
            return;
        };
        let row = WIDTHS.map(|width| (object.size + 1).saturating_sub(width) as u32);
        let rows: &[u32] = match (object.marks.is_some(), object.constant) {
            (false, false) => &[READS, WRITES],
            (false, true) => &[READS],
            (true, false) => &[MARKED],
            (true, true) => &[],
        };
        let mut limits = [0; 16];
        for start in rows {
            let at = (start - READS) as usize / 4;
            limits[at..at + row.len()].copy_from_slice(&row);
        }
        entry[0] = region.base();
        entry[1] = object.bytes;
        entry[2] = object.marks.unwrap_or(0);
        for (word, pair) in entry[3..].iter_mut().zip(limits.chunks_exact(2)) {
            let mut bytes = [0; 8];
            bytes[..4].copy_from_slice(&pair[0].to_ne_bytes());
            bytes[4..].copy_from_slice(&pair[1].to_ne_bytes());
            *word = u64::from_ne_bytes(bytes);
        }
    }
}
