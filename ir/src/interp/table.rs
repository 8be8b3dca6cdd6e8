//! The object table that machine code reads: where the bytes of an object are and how far they may be accessed.
//!
//! An address names its region by its upper bits; `index[region]` is the place of the object's entry in bytes, 0 for
//! nothing.
//! An entry holds (byte offsets in it):
//!
//! | at | is |
//! | --- | --- |
//! | 0 | the address of the object in the program's address space |
//! | 8 | where its bytes are in this process |
//! | 16 | where its marks are, one byte for each of its bytes: all ones where it is initialised |
//! | 24 | limits of reads without a look at marks: for 1, 2, 4, 8 and 16 bytes, the first illegal offset (`u32`) |
//! | 44 | limits of writes without a mark to set |
//! | 64 | limits of accesses that look at the marks or set them |
//!
//! Invariants: the vectors never move. An entry is all zero, which makes no access legal, unless it describes its object
//! exactly; whatever changes an object from outside machine code clears its entry first (`Memory::object_mut`). An entry
//! carries its object's address, so an old pointer to an entry that now serves another object is harmless.
use crate::layout::Region;

/// The sizes of accesses that entries have limits for.
pub const WIDTHS: [u64; 5] = [1, 2, 4, 8, 16];
/// Where the limits of reads, writes and marked accesses start in an entry.
pub const READS: u32 = 24;
/// See [`READS`].
pub const WRITES: u32 = 44;
/// See [`READS`].
pub const MARKED: u32 = 64;

/// One entry.
pub type Entry = [u64; 16];

/// An object in one piece.
pub(super) struct Flat {
    pub size: u64,
    pub constant: bool,
    /// Where its bytes are.
    pub bytes: u64,
    /// Where its marks are; `None` if all bytes are initialised.
    pub marks: Option<u64>,
}

/// Index and entries.
#[derive(Debug, Default)]
pub struct Table {
    index: Vec<u32>,
    entries: Vec<Entry>,
}

impl Table {
    /// A table in memory that is all zero; there are at most 2^24 entries.
    pub fn new(index: Vec<u32>, entries: Vec<Entry>) -> Table {
        Table { index, entries }
    }

    /// Where index and entries are in this process.
    pub fn addresses(&mut self) -> (u64, u64) {
        let index = self.index.as_mut_ptr() as usize as u64;
        (index, self.entries.as_mut_ptr() as usize as u64)
    }

    /// An object of the pool begins to be in a region.
    pub(super) fn begin(&mut self, region: Region, id: usize) {
        self.clear(id);
        if id + 1 < self.entries.len()
            && let Some(place) = self.index.get_mut(region.0 as usize)
        {
            *place = (id as u32 + 1) * size_of::<Entry>() as u32;
        }
    }

    /// An object's life ends.
    pub(super) fn end(&mut self, region: Region, id: usize) {
        self.clear(id);
        if let Some(place) = self.index.get_mut(region.0 as usize) {
            *place = 0;
        }
    }

    /// No access is legal through the entry from now on.
    #[inline]
    pub(super) fn clear(&mut self, id: usize) {
        if let Some(entry) = self.entries.get_mut(id + 1) {
            *entry = [0; 16];
        }
    }

    /// The entry describes its object from now on.
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
