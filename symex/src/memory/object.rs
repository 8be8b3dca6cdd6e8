//! One object: its size, its kind, and its bytes as shared pages over a background.
use super::bytes::{self, Byte};
use super::page::{PAGE, Page, Span};
use super::radix::Radix;
use crate::expr::{Arena, ArrayId, ExprId, SymArray};
use crate::state::Val;
use std::rc::Rc;

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

/// An object. Copies share everything until one of them is written.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// The variable's name, or `heap`, `vla`, ….
    pub name: Rc<str>,
    background: Background,
    pages: Radix<Rc<Page>>,
    /// The array version that equals the present contents, while nothing has been written since.
    snapshot: Option<ArrayId>,
    /// No byte is indeterminate, and none can become so except by copying one in.
    all_init: bool,
}

impl Object {
    /// A new object.
    pub fn new(kind: Kind, size: u64, name: Rc<str>, background: Background) -> Object {
        Object {
            kind,
            size,
            name,
            background,
            pages: Radix::new(),
            snapshot: None,
            all_init: background != Background::Uninit,
        }
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
        let version = match self.background {
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
        };
        self.snapshot = Some(version);
        version
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::symbolic;
    use crate::solver::Model;
    use proptest::prelude::*;
    use symtool_ir::Op;

    const SIZE: u64 = 150;

    #[derive(Clone, Debug)]
    enum Step {
        Constant(u64, u32, u64),
        /// An expression of the input, from this byte on.
        Expression(u64, u32, u32),
        Uninit(u64),
        Determine,
        /// Through `ite` chains or an array, at a place that only the model knows.
        WriteSomewhere(u64, u32, u64, bool),
        ReadSomewhere(u64, u32, bool),
        Copy(u64, u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        let len = || prop::sample::select(vec![1u32, 2, 4, 8]);
        let at = || 0..SIZE - 8;
        prop_oneof![
            (at(), len(), any::<u64>()).prop_map(|(a, l, v)| Step::Constant(a, l, v)),
            (at(), len(), 0u32..8).prop_map(|(a, l, f)| Step::Expression(a, l, f)),
            (at(), len(), 0u32..8).prop_map(|(a, l, f)| Step::Expression(a & !7, l, f)),
            at().prop_map(Step::Uninit),
            Just(Step::Determine),
            (at(), len(), any::<u64>(), any::<bool>())
                .prop_map(|(a, l, v, w)| Step::WriteSomewhere(a, l, v, w)),
            (at(), len(), any::<bool>()).prop_map(|(a, l, w)| Step::ReadSomewhere(a, l, w)),
            (at(), at()).prop_map(|(a, b)| Step::Copy(a, b)),
        ]
    }

    /// An object beside plain bytes: what its expressions are worth under one fixed model.
    struct Pair {
        arena: Arena,
        model: Model,
        data: SymArray,
        fresh: SymArray,
        places: SymArray,
        object: Object,
        bytes: Vec<Option<u8>>,
    }

    impl Pair {
        fn new() -> Pair {
            let mut arena = Arena::new();
            let data = arena.symbol("data", 16);
            let fresh = arena.symbol("fresh", SIZE as u32);
            let places = arena.symbol("places", SIZE as u32);
            let mut model = Model::new();
            for i in 0..SIZE as u32 {
                if i < 16 {
                    model.set(data, i, (i * 37 + 11) as u8);
                }
                model.set(fresh, i, (i * 53 + 7) as u8);
                model.set(places, i, i as u8);
            }
            Pair {
                arena,
                model,
                data,
                fresh,
                places,
                object: Object::new(Kind::Stack, SIZE, Rc::from("o"), Background::Uninit),
                bytes: vec![None; SIZE as usize],
            }
        }

        /// An expression whose value under the model is `place`, and the places around it.
        fn offset(&mut self, place: u64) -> (ExprId, Vec<u64>) {
            let byte = self.arena.byte(self.places, place as u32);
            let offset = self.arena.op(Op::Zext, 64, &[byte]);
            let last = SIZE - 8;
            (
                offset,
                (place.saturating_sub(5)..=(place + 5).min(last)).collect(),
            )
        }

        fn put(&mut self, at: u64, len: u32, value: u128) {
            for i in 0..len as usize {
                self.bytes[at as usize + i] = Some((value >> (8 * i)) as u8);
            }
        }

        fn determine(&mut self) {
            self.object.determine(&mut self.arena, self.fresh);
            for at in 0..SIZE as u32 {
                let value = self.model.get(self.fresh, at);
                self.bytes[at as usize].get_or_insert(value);
            }
        }

        fn value(&mut self, value: Val, len: u32) -> u128 {
            let expr = value.expr(&mut self.arena, len * 8);
            self.model.eval(&self.arena, expr).unsigned()
        }

        fn expected(&self, at: u64, len: u32) -> Option<u128> {
            (0..len as usize).rev().try_fold(0, |n, i| {
                Some(n << 8 | u128::from(self.bytes[at as usize + i]?))
            })
        }

        fn apply(&mut self, step: &Step) {
            match *step {
                Step::Constant(at, len, value) => {
                    let value = value & (u64::MAX >> (64 - len * 8));
                    self.object
                        .write(&mut self.arena, at, len, Val::Const(value));
                    self.put(at, len, u128::from(value));
                }
                Step::Expression(at, len, first) => {
                    let mut whole = self.arena.byte(self.data, first);
                    for i in 1..len {
                        let byte = self.arena.byte(self.data, first + i);
                        whole = self.arena.concat(byte, whole);
                    }
                    let value = Val::Expr(whole);
                    self.object.write(&mut self.arena, at, len, value);
                    let value = self.value(value, len);
                    self.put(at, len, value);
                }
                Step::Uninit(at) => {
                    self.object.set_byte(&mut self.arena, at, Byte::Uninit);
                    self.bytes[at as usize] = None;
                }
                Step::Determine => self.determine(),
                Step::WriteSomewhere(at, len, value, array) => {
                    self.determine();
                    let value = value & (u64::MAX >> (64 - len * 8));
                    let (offset, places) = self.offset(at);
                    let (arena, object) = (&mut self.arena, &mut self.object);
                    if array {
                        symbolic::write_array(arena, object, offset, len, Val::Const(value));
                    } else {
                        let value = Val::Const(value);
                        symbolic::write_cells(arena, object, offset, len, value, &places);
                    }
                    self.put(at, len, u128::from(value));
                }
                Step::ReadSomewhere(at, len, array) => {
                    self.determine();
                    let (offset, places) = self.offset(at);
                    let (arena, object) = (&mut self.arena, &mut self.object);
                    let value = if array {
                        symbolic::read_array(arena, object, offset, len)
                    } else {
                        symbolic::read_cells(arena, object, offset, len, &places)
                    };
                    assert_eq!(Some(self.value(value, len)), self.expected(at, len));
                }
                Step::Copy(from, to) => {
                    let byte = self.object.byte(&mut self.arena, from);
                    self.object.set_byte(&mut self.arena, to, byte);
                    self.bytes[to as usize] = self.bytes[from as usize];
                }
            }
        }

        fn compare(&mut self) {
            for len in [1, 2, 4, 8] {
                for at in 0..SIZE - u64::from(len) {
                    let read = self.object.read(&mut self.arena, at, len);
                    let read = read.map(|value| self.value(value, len));
                    assert_eq!(read, self.expected(at, len), "{len} bytes at {at}");
                    let uninit = self.expected(at, len).is_none();
                    assert_eq!(self.object.has_uninit(at, u64::from(len)), uninit);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn an_object_holds_what_plain_bytes_would(steps in prop::collection::vec(step(), 1..25)) {
            let mut pair = Pair::new();
            for step in &steps {
                let before = (pair.object.clone(), pair.bytes.clone());
                pair.apply(step);
                pair.compare();
                // The copy taken before the step has not changed.
                let after = std::mem::replace(&mut pair.object, before.0);
                let bytes = std::mem::replace(&mut pair.bytes, before.1);
                pair.compare();
                (pair.object, pair.bytes) = (after, bytes);
            }
        }
    }

    #[test]
    fn a_word_comes_back_as_it_was_stored() {
        let mut pair = Pair::new();
        let x = pair.arena.scalar(pair.data, 32);
        let three = pair.arena.int(32, 3);
        let product = pair.arena.op(Op::Mul, 32, &[x, three]);
        let (arena, object) = (&mut pair.arena, &mut pair.object);
        object.write(arena, 8, 4, Val::Expr(product));
        assert_eq!(object.read(arena, 8, 4), Some(Val::Expr(product)));
        // A byte in the middle splits it; the whole is another expression then.
        object.write(arena, 9, 1, Val::Const(1));
        assert_ne!(object.read(arena, 8, 4), Some(Val::Expr(product)));
    }
}
