//! The object table that machine code reads: where the bytes of an object are and how far they may be accessed.
//!
//! An address names its region by its upper bits; `index[region]` is the number of the object's entry, 0 for nothing.
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
    /// A table in memory that is all zero.
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
            *place = id as u32 + 1;
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
        let marks = object.marks;
        let mut bytes = [0; size_of::<Entry>()];
        let mut put = |at: u32, value: &[u8]| {
            let at = at as usize;
            bytes[at..at + value.len()].copy_from_slice(value);
        };
        put(0, &region.base().to_ne_bytes());
        put(8, &object.bytes.to_ne_bytes());
        put(16, &marks.unwrap_or(0).to_ne_bytes());
        for (at, width) in (0..).step_by(4).zip(WIDTHS) {
            let limit = (object.size + 1).saturating_sub(width) as u32;
            let limits: &[u32] = match (marks.is_some(), object.constant) {
                (false, false) => &[READS, WRITES],
                (false, true) => &[READS],
                (true, false) => &[MARKED],
                (true, true) => &[],
            };
            for start in limits {
                put(start + at, &limit.to_ne_bytes());
            }
        }
        for (word, bytes) in entry.iter_mut().zip(bytes.chunks_exact(8)) {
            let mut buffer = [0; 8];
            buffer.copy_from_slice(bytes);
            *word = u64::from_ne_bytes(buffer);
        }
    }
}
