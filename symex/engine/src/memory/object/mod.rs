//! An object of the program's memory: its size, its kind, and its contents. The *background* of an object is the
//! contents of bytes that were never written: zero, indeterminate, a symbolic input or a symbolic array. The contents
//! are divided into pages of 64 bytes. Only pages that were written are stored, and copies of the object share them. A
//! *cell* is an expression that is stored as a whole.
mod join;
#[cfg(test)]
mod tests;

use super::bytes::{self, Byte};
use super::page::{PAGE, Page, Span};
use super::radix::Radix;
use crate::value::Val;
use std::rc::Rc;
use symtool_expr::parcel::{Packer, Unpacked};
use symtool_expr::{Arena, ArrayId, ExprId, SymArray};

/// The kind of an object. The kind determines the lifetime of the object and the failure kind of an illegal
/// access.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A global variable that may be written.
    Global,
    /// A read-only global.
    Const,
    /// A local variable, a variable-length array, or the memory of the variable arguments of a call.
    Stack,
    /// A heap block.
    Heap,
}

/// The contents of all bytes of an object that have no stored page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Background {
    /// All bytes are zero.
    Zero,
    /// All bytes are indeterminate.
    Uninit,
    /// The contents are a symbolic input: byte i of the object is byte i of this input.
    Input(SymArray),
    /// The contents are a symbolic array: byte i of the object is element i of this array.
    Array(ArrayId),
}

/// The symbolic size of an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The size in bytes, a 64-bit expression. The path condition implies that it is at most
    /// [`Object::size`].
    pub size: ExprId,
    /// A lower bound of the size that holds for all inputs of the path.
    pub sure: u64,
}

/// An object in memory. Copies of an object share each page until one copy writes to the page.
#[derive(Clone, Debug)]
pub struct Object {
    /// The kind of the object.
    pub kind: Kind,
    /// The size in bytes. If the size is symbolic, this is the capacity: the largest possible size.
    pub size: u64,
    /// The symbolic size; `None` if the size is constant. Bytes beyond the symbolic size are never accessed, so
    /// their contents do not matter.
    pub bound: Option<Bound>,
    /// The name of the variable; for other objects a word such as `heap` or `vla`.
    pub name: Rc<str>,
    /// The number of times that control has reentered the C block of a local variable. It distinguishes successive
    /// variables at the same address.
    pub life: u32,
    background: Background,
    pages: Radix<Rc<Page>>,
    /// A cached symbolic array that equals the contents; `None` after a write.
    snapshot: Option<ArrayId>,
    /// Whether all bytes are known to be initialized. It becomes `false` only if an indeterminate byte is copied or
    /// restored into the object.
    all_init: bool,
}

/// A copy of an object for the transfer to another thread. It shares no data with the object.
pub struct PackedObject {
    kind: Kind,
    size: u64,
    bound: Option<Bound>,
    name: String,
    life: u32,
    background: Background,
    pages: Vec<(u64, Page)>,
    all_init: bool,
}

/// The divisor that limits chains of stores. If at most `size / CHANGED_PART` bytes of an object (or at most
/// [`MIN_CHANGED`]) differ from the symbolic array in its background, the new symbolic array is the old one with a
/// store for each of these bytes. Otherwise it is a new array of all bytes. Reads of a long chain of stores are slow,
/// because a symbolic read compares its index with that of every store.
const CHANGED_PART: u64 = 4;
/// The number of changed bytes up to which the new symbolic array is a chain of stores, whatever the size of the
/// object.
const MIN_CHANGED: u64 = 256;

/// The maximum size, in bytes, of an object that [`Object::home`] examines for an input at its beginning.
const MAX_HOME: u64 = 4096;

impl Object {
    /// Returns an object with the given kind, size and name. `background` gives the contents of its bytes.
    pub fn new(kind: Kind, size: u64, name: Rc<str>, background: Background) -> Object {
        Object {
            kind,
            size,
            bound: None,
            name,
            life: 0,
            background,
            pages: Radix::new(),
            snapshot: None,
            all_init: background != Background::Uninit,
        }
    }

    /// Returns a copy of the object for another thread, and adds its expressions to `packer`. The cached array is
    /// omitted, because the receiving worker can recompute it.
    pub fn pack(&self, arena: &Arena, packer: &mut Packer) -> PackedObject {
        self.background.pack(arena, packer);
        if let Some(bound) = self.bound {
            packer.expr(bound.size);
        }
        let mut pages = Vec::new();
        self.pages.for_each(|index, page| {
            page.cells().iter().for_each(|&cell| packer.expr(cell));
            pages.push((index, Page::clone(page)));
        });
        PackedObject {
            kind: self.kind,
            size: self.size,
            bound: self.bound,
            name: self.name.to_string(),
            life: self.life,
            background: self.background,
            pages,
            all_init: self.all_init,
        }
    }

    /// Rebuilds an object from a packed copy. `terms` maps the expressions of the packed copy to those of the
    /// receiving worker.
    pub fn unpack(packed: PackedObject, terms: &Unpacked) -> Object {
        let mut pages = Radix::new();
        for (index, mut page) in packed.pages {
            page.replace_cells(|cell| terms.expr(cell));
            pages.insert(index, Rc::new(page));
        }
        Object {
            kind: packed.kind,
            size: packed.size,
            bound: packed.bound.map(|bound| Bound {
                size: terms.expr(bound.size),
                ..bound
            }),
            name: Rc::from(packed.name),
            life: packed.life,
            background: packed.background.unpack(terms),
            pages,
            snapshot: None,
            all_init: packed.all_init,
        }
    }

    /// Returns a lower bound of the object's size that holds for all inputs of the path.
    pub fn min_size(&self) -> u64 {
        self.bound.map_or(self.size, |bound| bound.sure)
    }

    /// Records that the object has at least `bytes` bytes. The path condition must imply this.
    pub fn surely_has(&mut self, bytes: u64) {
        if let Some(bound) = &mut self.bound {
            bound.sure = bound.sure.max(bytes);
        }
    }

    /// Makes a symbolic size constant. The path condition must imply that the size is `size`, which is at most the
    /// capacity (the largest possible size) of the object.
    pub fn fix_size(&mut self, size: u64) {
        self.size = size;
        self.bound = None;
    }

    /// Returns page `index` for modification. If the page is not stored yet, it is created from the background (the
    /// contents of bytes that were never written).
    fn page_mut(&mut self, arena: &mut Arena, index: u64) -> &mut Page {
        let (background, size) = (self.background, self.size);
        self.snapshot = None;
        let page = self.pages.get_or_insert_with(index, || {
            Rc::new(fresh_page(arena, background, index, size))
        });
        Rc::make_mut(page)
    }

    /// Overwrites the contents with concrete bytes. `marks` has one entry per byte: 0 if the byte is
    /// indeterminate. If `marks` is empty, all bytes are initialized. `offset` must be a multiple of [`PAGE`].
    /// The bytes must end at a multiple of [`PAGE`] or at the end of the object.
    pub fn restore(&mut self, offset: u64, bytes: &[u8], marks: &[u8]) {
        debug_assert!(offset.is_multiple_of(PAGE));
        let plain = Page::new(self.background != Background::Uninit);
        let mut marks = marks.chunks(PAGE as usize);
        for (index, bytes) in (offset / PAGE..).zip(bytes.chunks(PAGE as usize)) {
            let page = plain.with_bytes(bytes, marks.next());
            if page != plain {
                self.all_init &= page.all_init(bytes.len() as u32);
                self.pages.insert(index, Rc::new(page));
            }
        }
    }

    /// Returns the byte at `offset`, which must be in bounds.
    pub fn byte(&self, arena: &mut Arena, offset: u64) -> Byte {
        if let Some(page) = self.pages.get(offset / PAGE) {
            return page.byte(arena, (offset % PAGE) as u32);
        }
        background_byte(arena, self.background, offset)
    }

    /// Loads `len` bytes (1 to 16) at an offset in bounds. Returns `None` if one of the bytes is uninitialized.
    pub fn read(&self, arena: &mut Arena, offset: u64, len: u32) -> Option<Val> {
        let at = (offset % PAGE) as u32;
        if u64::from(at + len) <= PAGE {
            match self.pages.get(offset / PAGE).map(|page| page.span(at, len)) {
                Some(Span::Concrete(value)) if len <= 8 => return Some(Val::Const(value as u64)),
                Some(Span::Cell(cell)) => return Some(Val::Expr(cell)),
                Some(Span::Uninit) => return None,
                None if self.background == Background::Zero && len <= 8 => return Some(Val::ZERO),
                _ => {}
            }
        }
        let mut parts = [Byte::Uninit; 16];
        for (i, part) in parts[..len as usize].iter_mut().enumerate() {
            *part = self.byte(arena, offset + i as u64);
            if *part == Byte::Uninit {
                return None;
            }
        }
        Some(bytes::join(arena, &parts[..len as usize]))
    }

    /// Returns the little-endian number in `len` bytes (at most 8) at an offset in bounds. Returns `None` if one of the
    /// bytes is not a constant, or if the bytes are not in one page.
    pub fn constant(&self, offset: u64, len: u32) -> Option<u64> {
        let at = (offset % PAGE) as u32;
        if u64::from(at + len) > PAGE {
            return None;
        }
        match self.pages.get(offset / PAGE).map(|page| page.span(at, len)) {
            Some(Span::Concrete(value)) => Some(value as u64),
            None if self.background == Background::Zero => Some(0),
            _ => None,
        }
    }

    /// Returns the stored expression (cell) that begins at `offset` and its length in bytes; `None` if no cell
    /// begins there.
    pub fn cell_at(&self, offset: u64) -> Option<(ExprId, u32)> {
        let page = self.pages.get(offset / PAGE)?;
        page.cell_at((offset % PAGE) as u32)
    }

    /// Returns whether one of the bytes `offset .. offset + len` is indeterminate.
    pub fn has_uninit(&self, offset: u64, len: u64) -> bool {
        !self.all_init && (offset..offset + len).any(|at| self.is_uninit(at))
    }

    fn is_uninit(&self, offset: u64) -> bool {
        match self.pages.get(offset / PAGE) {
            Some(page) => !page.is_init((offset % PAGE) as u32),
            None => self.background == Background::Uninit,
        }
    }

    /// Stores `len` bytes (1 to 16) at an offset in bounds.
    pub fn write(&mut self, arena: &mut Arena, offset: u64, len: u32, value: Val) {
        let at = (offset % PAGE) as u32;
        if u64::from(at + len) > PAGE {
            for i in 0..len {
                let byte = bytes::byte_of_val(arena, value, i);
                self.set_byte(arena, offset + u64::from(i), byte);
            }
            return;
        }
        let constant = value.bits(arena, len * 8);
        self.with_page(arena, offset / PAGE, |arena, page| {
            match (constant, value) {
                (Some(bits), _) => page.put_concrete(arena, at, len, bits.unsigned()),
                (None, Val::Expr(expr)) => page.put_cell(arena, at, len, expr),
                (None, Val::Const(value)) => page.put_concrete(arena, at, len, u128::from(value)),
            }
        });
    }

    fn with_page(
        &mut self,
        arena: &mut Arena,
        index: u64,
        change: impl FnOnce(&mut Arena, &mut Page),
    ) {
        let page = self.page_mut(arena, index);
        change(arena, page);
    }

    /// Stores one byte, which may be concrete, symbolic or indeterminate.
    pub fn set_byte(&mut self, arena: &mut Arena, offset: u64, byte: Byte) {
        if byte == Byte::Uninit {
            self.all_init = false;
        }
        self.with_page(arena, offset / PAGE, |arena, page| {
            page.put_byte(arena, (offset % PAGE) as u32, byte);
        });
    }

    /// Replaces each indeterminate byte by the byte of `input` at the same offset. The input must have the size of
    /// the object.
    pub fn determine(&mut self, arena: &mut Arena, input: SymArray) {
        let size = self.size;
        for index in self.pages.keys() {
            for offset in index * PAGE..((index + 1) * PAGE).min(size) {
                if self.is_uninit(offset) {
                    let value = arena.byte(input, offset as u32);
                    self.set_byte(arena, offset, Byte::Symbolic(value));
                }
            }
        }
        if self.background == Background::Uninit {
            self.background = Background::Input(input);
        }
        self.all_init = true;
    }

    /// Sets the bytes `offset .. offset + len` to the first `len` bytes of an input.
    pub fn set_input(&mut self, arena: &mut Arena, offset: u64, len: u64, input: SymArray) {
        if offset == 0 && len == self.size {
            self.pages = Radix::new();
            self.background = Background::Input(input);
            self.snapshot = None;
            self.all_init = true;
            return;
        }
        for i in 0..len {
            let value = arena.byte(input, i as u32);
            self.set_byte(arena, offset + i, Byte::Symbolic(value));
        }
    }

    /// Returns whether a symbolic array that equals the contents exists already. Then [`snapshot`](Self::snapshot)
    /// returns this array.
    pub fn has_array(&self) -> bool {
        self.snapshot.is_some()
    }

    /// Returns a symbolic array that equals the contents of the object. The object must have no indeterminate byte.
    pub fn snapshot(&mut self, arena: &mut Arena) -> ArrayId {
        if let Some(version) = self.snapshot {
            return version;
        }
        let version = self.version(arena);
        self.snapshot = Some(version);
        version
    }

    fn version(&self, arena: &mut Arena) -> ArrayId {
        let Background::Array(base) = self.background else {
            return self.cells(arena);
        };
        let changed = self.changed(arena, base);
        if changed.len() as u64 > (self.size / CHANGED_PART).max(MIN_CHANGED) {
            return self.cells(arena);
        }
        let mut version = base;
        for (offset, value) in changed {
            let index = arena.int(64, u128::from(offset));
            version = arena.store(version, index, value);
        }
        version
    }

    /// Returns a symbolic array without stores, whose elements are the current bytes of the object.
    fn cells(&self, arena: &mut Arena) -> ArrayId {
        let cells: Vec<_> = (0..self.size)
            .map(|offset| self.byte(arena, offset).expr(arena))
            .collect();
        arena.cells_array(&cells)
    }

    /// Returns the offsets and values of the bytes in stored pages that differ from those of the array `base`.
    fn changed(&self, arena: &mut Arena, base: ArrayId) -> Vec<(u64, ExprId)> {
        let mut changed = Vec::new();
        for index in self.pages.keys() {
            for offset in index * PAGE..((index + 1) * PAGE).min(self.size) {
                let now = self.byte(arena, offset).expr(arena);
                if now != read_array(arena, base, offset) {
                    changed.push((offset, now));
                }
            }
        }
        changed
    }

    /// Returns the symbolic input that was copied to the beginning of the object, and the current contents of the
    /// object as an array. Returns `None` in five cases: there is no such input; the background is a symbolic array; no
    /// page was written since the whole object became an input; the object has indeterminate bytes; the object is
    /// larger than 4096 bytes.
    pub fn home(&self, arena: &mut Arena) -> Option<(SymArray, ArrayId)> {
        if self.size == 0 || self.size > MAX_HOME || self.pages.keys().is_empty() {
            return None;
        }
        let input = match self.background {
            Background::Input(input) => input,
            Background::Array(_) => return None,
            _ => match self.byte(arena, 0) {
                Byte::Symbolic(byte) => arena.as_byte(byte).filter(|&(_, at)| at == 0)?.0,
                _ => return None,
            },
        };
        if self.has_uninit(0, self.size) {
            return None;
        }
        let version = self.snapshot.unwrap_or_else(|| self.version(arena));
        Some((input, version))
    }

    /// Replaces the contents of the object by the contents of the symbolic array `version`.
    pub fn set_array(&mut self, version: ArrayId) {
        self.pages = Radix::new();
        self.background = Background::Array(version);
        self.snapshot = Some(version);
        self.all_init = true;
    }
}

fn background_byte(arena: &mut Arena, background: Background, offset: u64) -> Byte {
    match background {
        Background::Zero => Byte::Concrete(0),
        Background::Uninit => Byte::Uninit,
        Background::Input(input) => Byte::Symbolic(arena.byte(input, offset as u32)),
        Background::Array(version) => {
            let value = read_array(arena, version, offset);
            Byte::of(Val::of(arena, value))
        }
    }
}

fn fresh_page(arena: &mut Arena, background: Background, index: u64, size: u64) -> Page {
    let mut page = Page::new(background != Background::Uninit);
    if matches!(background, Background::Input(_) | Background::Array(_)) {
        for offset in index * PAGE..((index + 1) * PAGE).min(size) {
            let byte = background_byte(arena, background, offset);
            page.put_byte(arena, (offset % PAGE) as u32, byte);
        }
    }
    page
}

fn read_array(arena: &mut Arena, version: ArrayId, offset: u64) -> ExprId {
    let index = arena.int(64, u128::from(offset));
    arena.read(version, index)
}
