//! The tests check the simplification of expressions that are typical of C programs.
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, Evaluator, ExprId, SymArray};
use symtool_ir::{Bits, Op};

struct World {
    arena: Arena,
    s: SymArray,
}

impl World {
    fn new() -> World {
        let mut arena = Arena::new();
        let s = arena.symbol("s", 16);
        World { arena, s }
    }
    fn byte(&mut self, index: u32) -> ExprId {
        self.arena.byte(self.s, index)
    }
    /// Returns the four bytes of the input from index 4 on, as an `int`.
    fn int(&mut self) -> ExprId {
        let mut value = self.byte(4);
        for index in 5..8 {
            let byte = self.byte(index);
            value = self.arena.concat(byte, value);
        }
        value
    }
    fn k(&mut self, width: u32, value: i128) -> ExprId {
        self.arena.constant(Bits::signed(width, value))
    }
    fn shows(&self, e: ExprId, text: &str) {
        assert_eq!(self.arena.text(e), text);
    }
}

#[test]
fn comparisons_of_promoted_chars_become_byte_comparisons() {
    let mut w = World::new();
    let c = w.byte(0);
    let promoted = w.arena.sext(c, 32);
    let k = w.k(32, 97);
    let at_least = w.arena.op(Op::Sge, 1, &[promoted, k]);
    w.shows(at_least, "(sle 97 s[0])");
    let equal = w.arena.eq(promoted, k);
    w.shows(equal, "(eq s[0] 97)");
    let far = w.k(32, 300);
    let less = w.arena.slt(promoted, far);
    assert_eq!(less, Arena::TRUE);
    let unsigned = w.arena.zext(c, 32);
    let less = w.arena.slt(unsigned, k);
    w.shows(less, "(ult s[0] 97)");
}

#[test]
fn char_arithmetic_becomes_byte_arithmetic() {
    let mut w = World::new();
    let c = w.byte(0);
    let promoted = w.arena.sext(c, 32);
    let k = w.k(32, 32);
    let upper = w.arena.sub(promoted, k);
    let stored = w.arena.extract(upper, 0, 8);
    w.shows(stored, "(add w8 s[0] 224)");
    let lower = w.byte(1);
    let cond = w.arena.eq(c, lower);
    let chosen = w.arena.ite(cond, upper, promoted);
    let stored = w.arena.extract(chosen, 0, 8);
    w.shows(stored, "(ite (eq s[0] s[1]) (add w8 s[0] 224) s[0])");
}

#[test]
fn a_stored_int_is_the_same_when_loaded_again() {
    let mut w = World::new();
    let (x, c) = (w.int(), w.byte(0));
    let seven = w.k(32, 7);
    let sum = w.arena.mul(x, seven);
    let wide = w.arena.sext(c, 32);
    let flag = w.arena.ult(x, seven);
    let number = w.arena.zext(flag, 32);
    let chosen = w.arena.ite(flag, x, wide);
    for value in [x, sum, wide, number, chosen] {
        let bytes: Vec<ExprId> = (0..4).map(|i| w.arena.extract(value, 8 * i, 8)).collect();
        let mut loaded = bytes[0];
        for &byte in &bytes[1..] {
            loaded = w.arena.concat(byte, loaded);
        }
        assert_eq!(
            loaded,
            value,
            "{} became {}",
            w.arena.text(value),
            w.arena.text(loaded)
        );
    }
}

#[test]
fn conditions_converted_to_numbers_and_back_simplify() {
    let mut w = World::new();
    let (a, b) = (w.byte(0), w.byte(1));
    let cond = w.arena.ult(a, b);
    let number = w.arena.zext(cond, 32);
    let zero = w.k(32, 0);
    let back = w.arena.ne(number, zero);
    assert_eq!(back, cond);
    let one = w.k(32, 1);
    let two = w.arena.add(number, one);
    w.shows(two, "(ite (ult s[0] s[1]) 2 1)");
    let three = w.k(32, 3);
    assert_eq!(w.arena.slt(two, three), Arena::TRUE);
    let no = w.arena.not(cond);
    assert_eq!(w.arena.and(cond, no), Arena::FALSE);
    assert_eq!(w.arena.or(cond, no), Arena::TRUE);
    let either = w.arena.or(cond, back);
    assert_eq!(either, cond);
}

/// Checks that two idioms of branch-free selection become `c ? x : y`: the products `c * x + (1 - c) * y`, and the
/// masks `(-c & x) | (~-c & y)`.
#[test]
fn branch_free_selections_are_the_branch() {
    let mut w = World::new();
    let (x, c) = (w.int(), w.byte(0));
    let (y, ten) = (w.arena.sext(c, 32), w.k(32, 10));
    let cond = w.arena.slt(x, ten);
    let branch = w.arena.ite(cond, x, y);
    let (truth, one) = (w.arena.zext(cond, 32), w.k(32, 1));
    let no = w.arena.sub(one, truth);
    let (left, right) = (w.arena.mul(truth, x), w.arena.mul(y, no));
    assert_eq!(w.arena.add(left, right), branch);
    // The products are also recognized inside a longer sum.
    let z = w.arena.op(Op::UDiv, 32, &[x, y]);
    let sum = w.arena.add(z, left);
    let (sum, longer) = (w.arena.add(sum, right), w.arena.add(z, branch));
    assert_eq!(sum, longer);
    // The products are also recognized if the values have the form `c ? x : 0` and `c ? 0 : y`.
    let (zero, other_cond) = (w.k(32, 0), w.arena.ult(y, x));
    let (x, y) = (
        w.arena.ite(other_cond, x, zero),
        w.arena.ite(other_cond, zero, y),
    );
    let branch = w.arena.ite(cond, x, y);
    let (left, right) = (w.arena.mul(truth, x), w.arena.mul(no, y));
    assert_eq!(w.arena.add(left, right), branch);
    let mask = w.arena.neg(truth);
    let inverse = w.arena.not(mask);
    let (left, right) = (w.arena.and(x, mask), w.arena.and(inverse, y));
    assert_eq!(w.arena.or(left, right), branch);
    assert_eq!(w.arena.xor(left, right), branch);
    assert_eq!(w.arena.add(left, right), branch);
}

#[test]
fn sums_keep_one_constant_and_cancel() {
    let mut w = World::new();
    let x = w.int();
    let mut sum = x;
    for i in 0..100 {
        let k = w.k(32, i);
        sum = w.arena.add(sum, k);
    }
    let k = w.k(32, 4950);
    let expected = w.arena.add(x, k);
    assert_eq!(sum, expected);
    assert_eq!(w.arena.sub(sum, x), k);
    assert_eq!(w.arena.sub(x, x), w.k(32, 0));
    let ten = w.k(32, 10);
    let equal = w.arena.eq(sum, ten);
    let moved = w.k(32, 10 - 4950);
    assert_eq!(equal, w.arena.eq(x, moved));
}

#[test]
fn shifts_and_ors_of_bytes_are_concatenations() {
    let mut w = World::new();
    let (lo, hi) = (w.byte(0), w.byte(1));
    let (wide_lo, wide_hi) = (w.arena.zext(lo, 32), w.arena.zext(hi, 32));
    let eight = w.k(32, 8);
    let shifted = w.arena.op(Op::Shl, 32, &[wide_hi, eight]);
    let joined = w.arena.or(shifted, wide_lo);
    w.shows(joined, "(zext w32 (concat w16 s[1] s[0]))");
    let added = w.arena.add(shifted, wide_lo);
    assert_eq!(added, joined);
    let mask = w.k(32, 0xff);
    assert_eq!(w.arena.and(joined, mask), wide_lo);
    let back = w.arena.op(Op::LShr, 32, &[joined, eight]);
    assert_eq!(back, wide_hi);
}

#[test]
fn ranges_decide_comparisons() {
    let mut w = World::new();
    let c = w.byte(0);
    let wide = w.arena.zext(c, 32);
    let ten = w.k(32, 10);
    let rest = w.arena.op(Op::URem, 32, &[wide, ten]);
    assert_eq!(w.arena.ult(rest, ten), Arena::TRUE);
    let sum = w.arena.add(rest, ten);
    assert_eq!(w.arena.slt(sum, ten), Arena::FALSE);
}

#[test]
fn a_loop_counter_of_merged_states_stays_decidable() {
    let mut w = World::new();
    let mut counter = w.k(32, 0);
    for i in 0..6 {
        let byte = w.byte(i);
        let zero = w.k(8, 0);
        let cond = w.arena.eq(byte, zero);
        let one = w.k(32, 1);
        let more = w.arena.add(counter, one);
        counter = w.arena.ite(cond, more, counter);
    }
    let (six, seven) = (w.k(32, 6), w.k(32, 7));
    assert_eq!(w.arena.slt(counter, seven), Arena::TRUE);
    let all = w.arena.eq(counter, six);
    assert!(!w.arena.is_const(all));
    assert!(w.arena.node_count(&[counter]) < 80);
}

#[test]
fn operators_fold_in_two_choices_by_the_same_condition() {
    let mut w = World::new();
    let (x, y, zero) = (w.byte(0), w.byte(1), w.k(8, 0));
    let (c, d) = (w.arena.eq(x, zero), w.arena.eq(y, zero));
    let [one, two, three, five, nine] = [1, 2, 3, 5, 9].map(|v| w.k(32, v));
    let inner = w.arena.ite(d, two, three);
    let (a, b) = (w.arena.ite(c, one, inner), w.arena.ite(c, nine, five));
    let sum = w.arena.add(a, b);
    w.shows(sum, "(ite (eq s[0] 0) 10 (ite (eq s[1] 0) 7 8))");
    assert_eq!(w.arena.slt(a, b), Arena::TRUE);
}

#[test]
fn array_reads_fold() {
    let mut w = World::new();
    let table = w.arena.const_array(&[5, 5, 7, 5]);
    let one = w.k(64, 1);
    let read = w.arena.read(table, one);
    assert_eq!(read, w.k(8, 5));
    let outside = w.k(64, 4);
    assert_eq!(w.arena.read(table, outside), w.k(8, 0));
    let c = w.byte(0);
    let bit = w.arena.extract(c, 0, 1);
    let index = w.arena.zext(bit, 64);
    assert_eq!(w.arena.read(table, index), w.k(8, 5));
    let index = w.arena.zext(c, 64);
    let stored = w.arena.store(table, index, c);
    assert_ne!(w.arena.read(stored, one), w.k(8, 5));
    let far = w.k(64, 3);
    let elsewhere = w.arena.store(table, far, c);
    let read = w.arena.read(elsewhere, one);
    assert_eq!(read, w.k(8, 5));
}

#[test]
fn very_deep_expressions_need_no_stack() {
    let mut w = World::new();
    let (x, y) = (w.int(), w.byte(0));
    let wide = w.arena.zext(y, 32);
    let mut deep = x;
    let mut clamp = x;
    for i in 0..100_000 {
        let k = w.k(32, 2 * i + 1);
        let turned = w.arena.xor(deep, wide);
        deep = w.arena.mul(turned, k);
        let bound = w.k(32, i);
        let small = w.arena.ult(bound, clamp);
        clamp = w.arena.ite(small, deep, clamp);
    }
    assert!(w.arena.node_count(&[clamp]) > 100_000);
    let low = w.arena.extract(clamp, 0, 8);
    let zero = |_: SymArray, _: u32| 0u8;
    assert_eq!(Evaluator::new(&w.arena, &zero).eval(low).width(), 8);
    let nine = w.k(8, 9);
    let map = FxHashMap::from_iter([(y, nine)]);
    let replaced = w.arena.substitute(deep, &map);
    assert!(!w.arena.support(replaced).is_empty());
    assert!(w.arena.text(deep).contains("nodes"));
    assert!(w.arena.smtlib(&[Arena::TRUE]).contains("check-sat"));
}

#[test]
fn supports_are_exact_while_small() {
    let mut w = World::new();
    let (a, b) = (w.byte(3), w.byte(9));
    let sum = w.arena.add(a, b);
    let places: Vec<_> = w
        .arena
        .support(sum)
        .iter()
        .map(|&s| w.arena.symbol_place(s))
        .collect();
    assert_eq!(places, [(w.s, Some(3)), (w.s, Some(9))]);
    let big = w.arena.symbol("big", 1000);
    let mut sum = w.byte(0);
    for i in 0..1000 {
        let byte = w.arena.byte(big, i);
        sum = w.arena.xor(sum, byte);
    }
    let places: Vec<_> = w
        .arena
        .support(sum)
        .iter()
        .map(|&s| w.arena.symbol_place(s))
        .collect();
    assert!(places.contains(&(big, None)) && places.len() < 1000);
}

/// Checks that common addends cancel in comparisons of sums, except in sums that may overflow.
#[test]
fn common_addends_cancel_in_comparisons() {
    let mut w = World::new();
    let (a, b) = (w.byte(0), w.byte(1));
    let (x, y) = (w.arena.zext(a, 64), w.arena.zext(b, 64));
    let one = w.k(64, 1);
    let next = w.arena.add(x, one);
    assert_eq!(w.arena.ult(x, next), Arena::TRUE);
    assert_eq!(w.arena.ult(next, x), Arena::FALSE);
    let sum = w.arena.add(x, y);
    let more = w.arena.ult(x, sum);
    w.shows(more, "(ne s[1] 0)");
    let less = w.arena.ult(next, sum);
    w.shows(less, "(ule 2 s[1])");
    // A sum of one byte may overflow, so no addend cancels.
    let one = w.k(8, 1);
    let next = w.arena.add(a, one);
    let less = w.arena.ult(a, next);
    assert_ne!(less, Arena::TRUE);
}
