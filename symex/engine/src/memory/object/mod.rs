//! One object: its size, its kind, and its bytes as shared pages over a background.
mod join;
#[cfg(test)]
mod tests;

use super::bytes::{self, Byte};
use super::page::{PAGE, Page, Span};
use super::radix::Radix;
use crate::state::Val;
use std::rc::Rc;
use symtool_expr::parcel::{Packer, Unpacked};
use symtool_expr::{Arena, ArrayId, ExprId, SymArray};

/// What an object is: decides how long it lives and what a bad access to it means.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A global variable.
    Global,
    /// A global that must not be written.
    Const,
    /// A local variable, VLA or variadic-argument area.
    Stack,
    /// A heap block.
    Heap,
}

/// The contents of bytes on pages that do not exist yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Background {
    /// Zero.
    Zero,
    /// Indeterminate.
    Uninit,
    /// Byte i is byte i of this input.
    Input(SymArray),
    /// Byte i is what this array version holds at i.
    Array(ArrayId),
}

/// The size of an object where it depends on the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Bytes, as an expression of 64 bits. The path allows no more than [`Object::size`].
    pub size: ExprId,
    /// So many bytes are there whatever the input of the path.
    pub sure: u64,
}

/// An object. Copies share everything until one of them is written.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Bytes; where the size depends on the input, the most there may be.
    pub size: u64,
    /// How many of them there are, where that depends on the input. Those behind are never accessed, whatever they hold.
    pub bound: Option<Bound>,
    /// The variable's name, or `heap`, `vla`, ….
    pub name: Rc<str>,
    /// How often the block that it belongs to was entered again.
    pub life: u32,
    background: Background,
    pages: Radix<Rc<Page>>,
    /// The array version that equals the present contents, while nothing has been written since.
    snapshot: Option<ArrayId>,
    /// No byte is indeterminate, and none can become so except by copying one in.
    all_init: bool,
}

/// An object as data that may go to another thread.
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

/// Larger objects are not looked at as the place where an input lives.
const MAX_HOME: u64 = 4096;

impl Object {
    /// A new object.
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

    /// The object as data; its expressions go to the packer. The present array version is left behind: it is made anew
    /// when it is needed.
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

    /// A packed object with the expressions of this worker.
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

    /// The bytes that are there whatever the input of the path.
    pub fn sure_size(&self) -> u64 {
        self.bound.map_or(self.size, |bound| bound.sure)
    }

    /// The path has come to allow only inputs for which there are so many bytes.
    pub fn surely_has(&mut self, bytes: u64) {
        if let Some(bound) = &mut self.bound {
            bound.sure = bound.sure.max(bytes);
        }
    }

    /// The path has come to allow one size only, at most the present one.
    pub fn settle(&mut self, size: u64) {
        self.size = size;
        self.bound = None;
    }

    /// A page, made from the background if it is not there yet.
    fn page_mut(&mut self, arena: &mut Arena, index: u64) -> &mut Page {
        let (background, size) = (self.background, self.size);
        self.snapshot = None;
        let page = self.pages.get_or_insert_with(index, || {
            Rc::new(fresh_page(arena, background, index, size))
        });
        Rc::make_mut(page)
    }

    /// Writes concrete bytes over what is there: one mark a byte, 0 where it is indeterminate; no marks if all are
    /// initialised. `offset` is a multiple of [`PAGE`], and the bytes end there too or at the object's end.
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

    /// One byte; `offset` lies inside.
    pub fn byte(&self, arena: &mut Arena, offset: u64) -> Byte {
        if let Some(page) = self.pages.get(offset / PAGE) {
            return page.byte(arena, (offset % PAGE) as u32);
        }
        background_byte(arena, self.background, offset)
    }

    /// `len` bytes (1 to 16) at an offset inside; `None` if one of them is not initialised.
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

    /// The number in `len` bytes (at most 8) at an offset inside, if all are constants in one page.
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

    /// The cell that begins at an offset, with its length.
    pub fn cell_at(&self, offset: u64) -> Option<(ExprId, u32)> {
        let page = self.pages.get(offset / PAGE)?;
        page.cell_at((offset % PAGE) as u32)
    }

    /// Is a byte of `offset .. offset + len` indeterminate?
    pub fn has_uninit(&self, offset: u64, len: u64) -> bool {
        !self.all_init && (offset..offset + len).any(|at| self.is_uninit(at))
    }

    fn is_uninit(&self, offset: u64) -> bool {
        match self.pages.get(offset / PAGE) {
            Some(page) => !page.is_init((offset % PAGE) as u32),
            None => self.background == Background::Uninit,
        }
    }

    /// Writes `len` bytes (1 to 16) at an offset inside.
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

    /// Writes one byte of any sort.
    pub fn set_byte(&mut self, arena: &mut Arena, offset: u64, byte: Byte) {
        if byte == Byte::Uninit {
            self.all_init = false;
        }
        self.with_page(arena, offset / PAGE, |arena, page| {
            page.put_byte(arena, (offset % PAGE) as u32, byte);
        });
    }

    /// Gives every indeterminate byte its value from an input of the object's size.
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

    /// Makes `offset .. offset + len` the bytes of an input, from its first.
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

    /// An array version that equals the present contents; no byte may be indeterminate.
    pub fn snapshot(&mut self, arena: &mut Arena) -> ArrayId {
        if let Some(version) = self.snapshot {
            return version;
        }
        let version = self.version(arena);
        self.snapshot = Some(version);
        version
    }

    fn version(&self, arena: &mut Arena) -> ArrayId {
        match self.background {
            Background::Array(mut version) => {
                for index in self.pages.keys() {
                    for offset in index * PAGE..((index + 1) * PAGE).min(self.size) {
                        let now = self.byte(arena, offset).expr(arena);
                        version = store_if_new(arena, version, offset, now);
                    }
                }
                version
            }
            _ => {
                let cells: Vec<_> = (0..self.size)
                    .map(|offset| self.byte(arena, offset).expr(arena))
                    .collect();
                arena.cells_array(&cells)
            }
        }
    }

    /// The input that the object begins with, and the present contents, if that is not the input alone.
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

    /// From now on the contents are this array version.
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

/// A version that holds `value` at `offset`: the same one if it does already.
fn store_if_new(arena: &mut Arena, version: ArrayId, offset: u64, value: ExprId) -> ArrayId {
    if read_array(arena, version, offset) == value {
        return version;
    }
    let index = arena.int(64, u128::from(offset));
    arena.store(version, index, value)
}
