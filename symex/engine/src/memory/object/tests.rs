//! The tests check that an object has the same contents as a plain byte array after random stores.
use super::*;
use crate::memory::symbolic;
use proptest::prelude::*;
use symtool_ir::Op;
use symtool_solver::Model;

const SIZE: u64 = 150;

#[derive(Clone, Debug)]
enum Step {
    Constant(u64, u32, u64),
    /// A store of an expression over consecutive input bytes. The numbers are the offset, the length and the first
    /// input byte.
    Expression(u64, u32, u32),
    Uninit(u64),
    Determine,
    /// A store at a symbolic offset with several candidates. The fixed model of the test determines the value of the
    /// offset. If the flag is set, the store is represented by an array, otherwise by `ite` chains.
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

/// An object and a byte array with the same contents under one fixed model.
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

    /// Returns an expression that has the value `place` under the fixed model of the test, and candidate offsets
    /// around this value.
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
    fn an_object_agrees_with_a_byte_array(steps in prop::collection::vec(step(), 1..25)) {
        let mut pair = Pair::new();
        for step in &steps {
            let before = (pair.object.clone(), pair.bytes.clone());
            pair.apply(step);
            pair.compare();
            // The step must not change the copy of the object that was taken before the step.
            let after = std::mem::replace(&mut pair.object, before.0);
            let bytes = std::mem::replace(&mut pair.bytes, before.1);
            pair.compare();
            (pair.object, pair.bytes) = (after, bytes);
        }
    }
}

#[test]
fn a_stored_word_is_loaded_as_the_same_expression() {
    let mut pair = Pair::new();
    let x = pair.arena.scalar(pair.data, 32);
    let three = pair.arena.int(32, 3);
    let product = pair.arena.op(Op::Mul, 32, &[x, three]);
    let (arena, object) = (&mut pair.arena, &mut pair.object);
    object.write(arena, 8, 4, Val::Expr(product));
    assert_eq!(object.read(arena, 8, 4), Some(Val::Expr(product)));
    // The store to the second byte splits the stored expression. Therefore a load of all four bytes returns a
    // concatenation instead of the stored expression.
    object.write(arena, 9, 1, Val::Const(1));
    assert_ne!(object.read(arena, 8, 4), Some(Val::Expr(product)));
}

/// Returns a symbolic value of `len` bytes. It is a product, so that no rewrite rule turns the concatenation of its
/// bytes back into the value.
fn product(pair: &mut Pair, len: u32) -> ExprId {
    let mut whole = pair.arena.byte(pair.data, 0);
    for i in 1..len {
        let byte = pair.arena.byte(pair.data, i % 16);
        whole = pair.arena.concat(byte, whole);
    }
    let odd = pair.arena.int(len * 8, 77);
    pair.arena.op(Op::Mul, len * 8, &[whole, odd])
}

#[test]
fn words_of_every_width_reload_at_every_offset() {
    let mut pair = Pair::new();
    for len in [1, 2, 4, 8, 16] {
        let value = Val::Expr(product(&mut pair, len));
        for at in 0..SIZE - 16 {
            let (arena, object) = (&mut pair.arena, &mut pair.object);
            object.write(arena, at, len, value);
            // The read returns the stored value, even if it is next to other stored expressions or crosses a page
            // boundary.
            assert_eq!(object.read(arena, at, len), Some(value), "{len} at {at}");
        }
        // Fills the object with expressions of this width. The stores of the next loop iteration, with another width,
        // overwrite parts of them.
        let aligned = (SIZE - 17) / u64::from(len) * u64::from(len);
        let (arena, object) = (&mut pair.arena, &mut pair.object);
        for at in (0..aligned).step_by(len as usize) {
            object.write(arena, at, len, value);
        }
        for at in (0..aligned).step_by(len as usize) {
            assert_eq!(object.read(arena, at, len), Some(value), "{len} at {at}");
        }
    }
}

#[test]
fn partial_loads_extract_and_full_copies_recombine() {
    let mut pair = Pair::new();
    let value = product(&mut pair, 8);
    let (arena, object) = (&mut pair.arena, &mut pair.object);
    object.write(arena, 16, 8, Val::Expr(value));
    for (at, len) in [(0, 1), (3, 1), (7, 1), (0, 2), (2, 4), (4, 4), (1, 2)] {
        let part = arena.extract(value, at * 8, len * 8);
        let at = 16 + u64::from(at);
        assert_eq!(object.read(arena, at, len), Some(Val::Expr(part)));
    }
    // After a copy byte by byte, the expression is stored as a whole again.
    for i in 0..8 {
        let byte = object.byte(arena, 16 + i);
        object.set_byte(arena, 40 + i, byte);
    }
    assert_eq!(object.read(arena, 40, 8), Some(Val::Expr(value)));
    // The same holds after a copy of two halves of four bytes.
    for half in [0, 4] {
        let part = object.read(arena, 16 + half, 4).expect("initialised");
        object.write(arena, 80 + half, 4, part);
    }
    assert_eq!(object.read(arena, 80, 8), Some(Val::Expr(value)));
}

#[test]
fn a_partial_overwrite_preserves_the_other_bytes() {
    for (at, len) in [(0, 1), (5, 1), (7, 1), (0, 4), (4, 4), (3, 2)] {
        let mut pair = Pair::new();
        let value = product(&mut pair, 8);
        let new = Val::Const(0x0101_0101 & (u64::MAX >> (64 - len * 8)));
        let (arena, object) = (&mut pair.arena, &mut pair.object);
        object.write(arena, 8, 8, Val::Expr(value));
        object.write(arena, 8 + u64::from(at), len, new);
        for byte in 0..8 {
            let expected = if (at..at + len).contains(&byte) {
                Val::Const(1)
            } else {
                Val::Expr(arena.extract(value, byte * 8, 8))
            };
            let read = object.read(arena, 8 + u64::from(byte), 1);
            assert_eq!(read, Some(expected), "byte {byte} after {len} at {at}");
        }
        // After a store of the whole value, the value is one stored expression again.
        object.write(arena, 8, 8, Val::Expr(value));
        assert_eq!(object.read(arena, 8, 8), Some(Val::Expr(value)));
    }
}

/// Checks the contents after a store at a symbolic offset and a fill of 1 to 4,000 bytes: the new symbolic array is a
/// chain of stores after a short fill, and an array of all bytes after a long fill.
#[test]
fn a_filled_array_has_the_stored_and_the_filled_bytes() {
    const LARGE: u64 = 4_096;
    for filled in [1, 256, 1_024, 1_025, 4_000] {
        let mut arena = Arena::new();
        let place = arena.symbol("place", 1);
        let byte = arena.byte(place, 0);
        let offset = arena.op(Op::Zext, 64, &[byte]);
        let mut model = Model::new();
        model.set(place, 0, 200);
        let mut object = Object::new(Kind::Global, LARGE, Rc::from("o"), Background::Zero);
        symbolic::write_array(&mut arena, &mut object, offset, 1, Val::Const(7));
        for at in 0..filled {
            object.write(&mut arena, at + 96, 1, Val::Const(1));
        }
        let version = object.snapshot(&mut arena);
        let is_chain = matches!(arena.array(version), symtool_expr::ArrayNode::Store { .. });
        assert_eq!(is_chain, filled <= LARGE / CHANGED_PART, "{filled}");
        for at in [0, 95, 96, 199, 200, 201, 95 + filled, 96 + filled, 4_095] {
            let expected = match (at, (96..96 + filled).contains(&at)) {
                (_, true) => 1,
                (200, false) => 7,
                _ => 0,
            };
            let read = read_array(&mut arena, version, at);
            let value = model.eval(&arena, read).unsigned();
            assert_eq!(value, expected, "byte {at} after a fill of {filled} bytes");
        }
    }
}
