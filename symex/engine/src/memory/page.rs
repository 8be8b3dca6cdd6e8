//! A page: 64 bytes of an object, the unit of copy-on-write.
//!
//! A byte is concrete, or part of a *cell*. A cell is an expression that is stored as a whole, so that a load
//! of a stored `int` returns the same expression. Three masks have one bit for each byte: `init` marks the initialized
//! bytes, `symbolic` the bytes of cells, and `starts` the first byte of each cell. `cells` is ordered by offset, so the
//! index of a cell is the number of cells that begin before it.
//!
//! Invariants:
//!
//! - `starts ⊆ symbolic`.
//! - The lowest bit of every maximal run of ones in `symbolic` is in `starts`.
//! - `cells.len() == starts.count_ones()`.
//! - The width of a cell is 8 times its length in bytes.
//! - A symbolic byte is initialized.
//! - An uninitialized byte is 0 in `bytes`, so that pages with equal contents compare equal.
use super::bytes::{self, Byte};
use symtool_expr::{Arena, ExprId};

/// The number of bytes in a page.
pub const PAGE: u64 = 64;

/// Returns a mask of the lowest `count` bits.
fn low(count: u32) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

/// Returns a mask of the `len` bits from bit `at` on. The range must be in the page.
fn span(at: u32, len: u32) -> u64 {
    low(len) << at
}

/// The contents of a range of bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// All bytes are concrete. The value is the little-endian number that they form (at most 16 bytes).
    Concrete(u128),
    /// The bytes are exactly one cell (an expression that is stored as a whole).
    Cell(ExprId),
    /// Some bytes are symbolic, but the bytes are not exactly one cell.
    Mixed,
    /// At least one byte is uninitialized.
    Uninit,
}

/// A page of 64 bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    bytes: [u8; PAGE as usize],
    init: u64,
    symbolic: u64,
    starts: u64,
    cells: Vec<ExprId>,
}

impl Page {
    /// Returns a page of zeros. If `init` is false, all bytes are uninitialized.
    pub fn new(init: bool) -> Page {
        Page {
            bytes: [0; PAGE as usize],
            init: if init { u64::MAX } else { 0 },
            symbolic: 0,
            starts: 0,
            cells: Vec::new(),
        }
    }

    /// Returns a copy of the page with the concrete bytes `bytes` at the beginning. A byte with the mark 0 in `marks`
    /// is indeterminate. Without `marks`, all of these bytes are initialized.
    pub fn with_bytes(&self, bytes: &[u8], marks: Option<&[u8]>) -> Page {
        let mut page = self.clone();
        page.init |= low(bytes.len() as u32);
        page.bytes[..bytes.len()].copy_from_slice(bytes);
        for (at, _) in marks
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter(|m| *m.1 == 0)
        {
            page.init &= !(1 << at);
            page.bytes[at] = 0;
        }
        page
    }

    /// Returns the expressions stored in the page.
    pub fn cells(&self) -> &[ExprId] {
        &self.cells
    }

    /// Replaces every expression in the page by an expression of the same width.
    pub fn replace_cells(&mut self, new: impl Fn(ExprId) -> ExprId) {
        for cell in &mut self.cells {
            *cell = new(*cell);
        }
    }

    /// Returns the number of cells (stored expressions) that begin before byte `at`.
    fn rank(&self, at: u32) -> usize {
        (self.starts & low(at)).count_ones() as usize
    }

    /// Returns the first byte and the length of the cell (stored expression) that contains byte `at`.
    fn cell_bounds(&self, at: u32) -> (u32, u32) {
        let start = 63 - (self.starts & low(at + 1)).leading_zeros();
        // The cell ends before the next first byte of a cell, or before the next byte that is not symbolic.
        let stops = (self.starts | !self.symbolic) & !low(start + 1);
        let end = if stops == 0 {
            64
        } else {
            stops.trailing_zeros()
        };
        (start, end - start)
    }

    /// Returns the contents of the bytes `at .. at + len`. The range must be in the page, and `len` is from 1 to
    /// 16.
    pub fn span(&self, at: u32, len: u32) -> Span {
        let mask = span(at, len);
        if self.init & mask != mask {
            return Span::Uninit;
        }
        if self.symbolic & mask == 0 {
            let mut buffer = [0; 16];
            buffer[..len as usize].copy_from_slice(&self.bytes[at as usize..(at + len) as usize]);
            return Span::Concrete(u128::from_le_bytes(buffer));
        }
        if self.starts >> at & 1 == 1 && self.cell_bounds(at) == (at, len) {
            return Span::Cell(self.cells[self.rank(at)]);
        }
        Span::Mixed
    }

    /// Returns the cell (stored expression) that begins at byte `at`, and its length in bytes; `None` if no cell
    /// begins there.
    pub fn cell_at(&self, at: u32) -> Option<(ExprId, u32)> {
        let begins = self.starts >> at & 1 == 1;
        begins.then(|| (self.cells[self.rank(at)], self.cell_bounds(at).1))
    }

    /// Returns whether byte `at` is initialized.
    pub fn is_init(&self, at: u32) -> bool {
        self.init >> at & 1 == 1
    }

    /// Returns byte `at` of the page.
    pub fn byte(&self, arena: &mut Arena, at: u32) -> Byte {
        if !self.is_init(at) {
            Byte::Uninit
        } else if self.symbolic >> at & 1 == 0 {
            Byte::Concrete(self.bytes[at as usize])
        } else {
            let (start, _) = self.cell_bounds(at);
            let cell = self.cells[self.rank(start)];
            Byte::Symbolic(bytes::byte_of(arena, cell, at - start))
        }
    }

    /// Removes the bytes `at .. at + len` from all cells (stored expressions). If a cell is only partly in the range,
    /// each byte of the cell outside of the range becomes a cell of one byte.
    fn clear(&mut self, arena: &mut Arena, at: u32, len: u32) {
        let mask = span(at, len);
        if self.symbolic & mask == 0 {
            return;
        }
        if self.symbolic >> at & 1 == 1 {
            let (start, size) = self.cell_bounds(at);
            if start < at {
                self.split(arena, start, size);
            }
        }
        let end = at + len;
        if end < 64 && self.symbolic >> end & 1 == 1 && self.starts >> end & 1 == 0 {
            let (start, size) = self.cell_bounds(end);
            self.split(arena, start, size);
        }
        let (from, to) = (self.rank(at), self.rank(end));
        self.cells.drain(from..to);
        self.symbolic &= !mask;
        self.starts &= !mask;
    }

    /// Replaces the cell (stored expression) in the `len` bytes from byte `start` on by cells of one byte.
    fn split(&mut self, arena: &mut Arena, start: u32, len: u32) {
        let index = self.rank(start);
        let whole = self.cells[index];
        let parts = (0..len).map(|i| bytes::byte_of(arena, whole, i));
        self.cells.splice(index..=index, parts.collect::<Vec<_>>());
        self.starts |= span(start, len);
    }

    /// Writes the little-endian number `value` to `len` bytes.
    pub fn put_concrete(&mut self, arena: &mut Arena, at: u32, len: u32, value: u128) {
        self.clear(arena, at, len);
        let buffer = value.to_le_bytes();
        self.bytes[at as usize..(at + len) as usize].copy_from_slice(&buffer[..len as usize]);
        self.init |= span(at, len);
    }

    /// Writes an expression of `8 * len` bits to the `len` bytes from byte `at` on, as one cell (stored expression).
    pub fn put_cell(&mut self, arena: &mut Arena, at: u32, len: u32, value: ExprId) {
        self.clear(arena, at, len);
        let mask = span(at, len);
        self.bytes[at as usize..(at + len) as usize].fill(0);
        self.cells.insert(self.rank(at), value);
        self.init |= mask;
        self.symbolic |= mask;
        self.starts |= 1 << at;
    }

    /// Writes byte `at`, which may be concrete, symbolic or indeterminate.
    pub fn put_byte(&mut self, arena: &mut Arena, at: u32, byte: Byte) {
        match byte {
            Byte::Concrete(value) => self.put_concrete(arena, at, 1, u128::from(value)),
            Byte::Symbolic(value) => self.put_cell(arena, at, 1, value),
            Byte::Uninit => {
                self.clear(arena, at, 1);
                self.bytes[at as usize] = 0;
                self.init &= !span(at, 1);
            }
        }
    }

    /// Returns whether the first `len` bytes of the page are all initialized.
    pub fn all_init(&self, len: u32) -> bool {
        self.init & low(len) == low(len)
    }
}
