//! The tests check that the abstract domain decides typical conditions of programs from the path, without a solver.
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Op};
use symtool_solver::{Chain, Facts, SolverConfig, Tri};

/// A path and the chain that answers queries about it.
struct Story {
    arena: Arena,
    chain: Chain,
    path: Vec<ExprId>,
}

impl Story {
    /// Returns an empty path and its inputs: one `int` and two `char`s.
    fn new() -> (Story, ExprId, [ExprId; 2]) {
        let mut arena = Arena::new();
        let (n, s) = (arena.symbol("n", 4), arena.symbol("s", 2));
        let int = arena.scalar(n, 32);
        let chars = [0, 1].map(|i| arena.byte(s, i));
        let story = Story {
            arena,
            chain: Chain::new(SolverConfig::default()),
            path: Vec::new(),
        };
        (story, int, chars)
    }

    fn int(&mut self, value: i128) -> ExprId {
        self.arena.constant(Bits::signed(32, value))
    }

    fn cond(&mut self, op: Op, x: ExprId, value: i128) -> ExprId {
        let k = Bits::signed(self.arena.width(x), value);
        let k = self.arena.constant(k);
        self.arena.op(op, 1, &[x, k])
    }

    fn assume(&mut self, op: Op, x: ExprId, value: i128) {
        let cond = self.cond(op, x, value);
        self.path.push(cond);
    }

    fn holds(&mut self, op: Op, x: ExprId, value: i128) {
        let cond = self.cond(op, x, value);
        self.is_decided(cond, true);
    }

    /// Checks that the path decides both sides of a branch without a solver query.
    fn is_decided(&mut self, cond: ExprId, value: bool) {
        let sides = self.chain.branch(&mut self.arena, &self.path, cond);
        let text = self.arena.text(cond);
        let expected = if value { Tri::Yes } else { Tri::No };
        assert_eq!(sides.when_true, expected, "{text}");
        assert_ne!(sides.when_false, expected, "{text}");
        assert_eq!(self.chain.stats().solver, 0, "{text} was a query");
    }
}

#[test]
fn a_narrowed_loop_bound_decides_later_iterations() {
    let (mut story, n, _) = Story::new();
    story.assume(Op::Sgt, n, 3);
    story.assume(Op::Sle, n, 7);
    for i in 0..20 {
        let i_less = story.int(i);
        let goes_on = story.arena.slt(i_less, n);
        match i {
            0..=3 => story.is_decided(goes_on, true),
            4..=6 => story.path.push(goes_on),
            _ => story.is_decided(goes_on, false),
        }
    }
    // The constraints imply n = 7.
    story.holds(Op::Eq, n, 7);
}

#[test]
fn arguments_counted_in_merged_states_are_decided() {
    // The values after the merge of a loop over command-line options: `arg` is 1 or 2, and argc is 4.
    let (mut story, _, [first, second]) = Story::new();
    let (is_option, is_other) = (
        story.cond(Op::Eq, first, 45),
        story.cond(Op::Eq, second, 45),
    );
    let (one, two) = (story.int(1), story.int(2));
    let mut arg = story.arena.ite(is_option, two, one);
    for step in 0..3 {
        story.holds(Op::Slt, arg, 4 + step);
        let more = story.arena.add(arg, one);
        arg = story.arena.ite(is_other, more, arg);
    }
    // On this path `arg` is 1 before the three increments.
    story.assume(Op::Ne, first, 45);
    story.assume(Op::Eq, second, 45);
    story.holds(Op::Eq, arg, 4);
}

#[test]
fn character_classes_are_decided_once() {
    let (mut story, _, [c, _]) = Story::new();
    let wide = story.arena.sext(c, 32);
    // The condition `(unsigned)(c - 'a') < 26` in the form that compilers generate.
    let k = story.int(-97);
    let moved = story.arena.add(wide, k);
    story.assume(Op::Ult, moved, 26);
    story.holds(Op::Sge, wide, 97);
    story.holds(Op::Sle, wide, 122);
    story.holds(Op::Ne, wide, 65);
    story.holds(Op::Ne, c, 0);
    let zero = story.arena.zext(c, 64);
    story.holds(Op::Ult, zero, 123);
    let k = story.int(-32);
    let upper = story.arena.add(wide, k);
    let stored = story.arena.extract(upper, 0, 8);
    story.holds(Op::Ule, stored, 90);
}

#[test]
fn excluded_bounds_move() {
    let (mut story, n, _) = Story::new();
    story.assume(Op::Ne, n, 5);
    story.assume(Op::Ne, n, 0);
    story.assume(Op::Ule, n, 5);
    story.holds(Op::Ult, n, 5);
    story.holds(Op::Sgt, n, 0);
}

#[test]
fn signed_ranges_around_zero_are_known() {
    let (mut story, n, _) = Story::new();
    story.assume(Op::Sgt, n, -10);
    story.assume(Op::Slt, n, 10);
    story.holds(Op::Sle, n, 100);
    story.holds(Op::Ne, n, -10);
    let k = story.int(10);
    let index = story.arena.add(n, k);
    story.holds(Op::Sgt, index, 0);
    story.holds(Op::Ult, index, 20);
    let wide = story.arena.sext(n, 64);
    story.holds(Op::Slt, wide, 10);
}

#[test]
fn masks_remainders_and_order_are_known() {
    let (mut story, n, [x, y]) = Story::new();
    let k = story.int(12);
    let masked = story.arena.and(n, k);
    story.assume(Op::Eq, masked, 8);
    let low = story.arena.extract(n, 2, 2);
    story.holds(Op::Eq, low, 2);
    story.holds(Op::Uge, n, 8);
    // The path condition is `x < y < 10`.
    let less = story.arena.ult(x, y);
    story.path.push(less);
    story.assume(Op::Ult, y, 10);
    story.holds(Op::Ult, x, 9);
    let equal = story.arena.eq(x, y);
    story.is_decided(equal, false);
    let greater = story.arena.ult(y, x);
    story.is_decided(greater, false);
}

#[test]
fn a_value_decides_the_condition_of_its_ite() {
    let (mut story, n, [x, _]) = Story::new();
    let letter = story.cond(Op::Uge, x, 65);
    let two = story.int(2);
    let inner = story.arena.ite(letter, n, two);
    let is_two = story.cond(Op::Eq, inner, 2);
    story.assume(Op::Ugt, n, 9);
    story.path.push(is_two);
    story.is_decided(letter, false);
}

/// If a read of a string is nonzero, its index is in the array, and before the terminating 0 if no cell behind the 0
/// is possible.
#[test]
fn an_index_is_before_the_cells_that_cannot_have_been_read() {
    let mut arena = Arena::new();
    let text = arena.symbol("text", 8);
    let at = arena.symbol("at", 1);
    let mut cells: Vec<ExprId> = (0..8).map(|i| arena.byte(text, i)).collect();
    cells.extend([arena.int(8, 0), arena.int(8, 7)]);
    let cells = arena.cells_array(&cells);
    let at = arena.scalar(at, 8);
    let at = arena.zext(at, 64);
    let (three, zero) = (arena.int(64, 3), arena.int(8, 0));
    let index = arena.op(Op::Add, 64, &[at, three]);
    let read = arena.read(cells, index);
    let ends = arena.eq(read, zero);
    let goes_on = arena.not(ends);
    let mut facts = Facts::default();
    let mut holds = |arena: &mut Arena, path: &[ExprId], bound: u128| {
        let bound = arena.int(64, bound);
        let cond = arena.ult(index, bound);
        facts.decide(arena, path, cond)
    };
    // A read outside the array returns 0, so the index of a nonzero read is below 10. The last cell, at index 9, is
    // 7, so the index may be 9.
    assert_eq!(holds(&mut arena, &[goes_on], 10), Some(true));
    assert_eq!(holds(&mut arena, &[goes_on], 9), None);
    let last = arena.int(64, 9);
    let before = arena.ult(index, last);
    assert_eq!(holds(&mut arena, &[before, goes_on], 8), Some(true));
    assert_eq!(holds(&mut arena, &[before, goes_on], 7), None);
    // A read of 0 may have the index of the terminating 0 or an index outside the array. So no bound is implied.
    assert_eq!(holds(&mut arena, &[ends], 10), None);
    let seven = arena.int(8, 7);
    let a_seven = arena.eq(read, seven);
    assert_eq!(holds(&mut arena, &[a_seven], 10), Some(true));
}

#[test]
fn one_of_two_characters_is_not_the_end() {
    let (mut story, _, [c, _]) = Story::new();
    let (blank, tab) = (story.cond(Op::Eq, c, 32), story.cond(Op::Eq, c, 9));
    let either = story.arena.or(blank, tab);
    story.path.push(either);
    let end = story.cond(Op::Eq, c, 0);
    story.is_decided(end, false);
    story.holds(Op::Ule, c, 32);
}

#[test]
fn a_count_of_zero_does_not_move_the_index() {
    let (mut story, _, [n, k]) = Story::new();
    let text = story.arena.symbol("text", 20);
    let mut cells: Vec<ExprId> = (0..20).map(|i| story.arena.byte(text, i)).collect();
    cells.push(story.arena.int(8, 0));
    let cells = story.arena.cells_array(&cells);
    let (n, wide) = (story.arena.zext(n, 64), story.arena.zext(k, 64));
    let place = story.arena.add(n, wide);
    let read = story.arena.read(cells, place);
    story.assume(Op::Ult, n, 12);
    let (none, blank) = (story.cond(Op::Eq, k, 0), story.cond(Op::Eq, read, 32));
    let either = story.arena.or(none, blank);
    story.path.push(either);
    story.holds(Op::Ult, place, 20);
    let one = story.arena.int(64, 1);
    let behind = story.arena.add(place, one);
    story.holds(Op::Ule, behind, 20);
}

#[test]
fn an_access_behind_a_result_is_in_bounds() {
    let (mut story, n, [k, j]) = Story::new();
    let wide = |story: &mut Story, e| story.arena.zext(e, 32);
    let (k, j) = (wide(&mut story, k), wide(&mut story, j));
    story.assume(Op::Ult, n, 101);
    story.assume(Op::Ult, k, 100);
    let one = story.int(1);
    let behind = story.arena.add(k, one);
    let before = story.arena.ult(n, behind);
    let within = story.arena.not(before);
    story.path.push(within);
    let left = story.arena.sub(n, k);
    story.holds(Op::Ule, left, 100);
    let few = story.cond(Op::Ult, left, 4);
    let many = story.arena.not(few);
    story.path.push(many);
    story.holds(Op::Ule, k, 96);
    // `j` is the index that a second search finds, counted from the index `k` of the first search.
    let less = story.arena.ult(j, left);
    story.path.push(less);
    let place = story.arena.add(k, j);
    story.holds(Op::Ult, place, 100);
    story.holds(Op::Ule, j, 99);
}

#[test]
fn the_last_instance_of_a_quantifier_bounds_its_count() {
    let (mut story, _, [k, _]) = Story::new();
    let text = story.arena.symbol("text", 20);
    let mut cells: Vec<ExprId> = (0..20).map(|i| story.arena.byte(text, i)).collect();
    cells.push(story.arena.int(8, 0));
    let cells = story.arena.cells_array(&cells);
    let var = story.arena.bound_variable(1);
    let number = story.arena.bound_value(var);
    let index = story.arena.zext(number, 64);
    let read = story.arena.read(cells, index);
    let some = story.arena.nonzero(read);
    let all = story.arena.for_all(var, 40, k, some);
    story.path.push(all);
    let most = story.cond(Op::Ule, k, 40);
    story.path.push(most);
    // A later constraint implies that the range of the quantifier is not empty.
    let number = story.cond(Op::Eq, k, 0);
    let number = story.arena.not(number);
    story.path.push(number);
    story.holds(Op::Ule, k, 19);
}

#[test]
fn a_constant_index_transfers_facts_to_the_cell() {
    let (mut story, _, [k, _]) = Story::new();
    let text = story.arena.symbol("text", 9);
    let cells: Vec<ExprId> = (0..9).map(|i| story.arena.byte(text, i)).collect();
    let array = story.arena.cells_array(&cells);
    let index = story.arena.zext(k, 64);
    let read = story.arena.read(array, index);
    let none = story.cond(Op::Eq, read, 0);
    let some = story.arena.not(none);
    story.path.push(some);
    story.assume(Op::Ult, read, 10);
    story.assume(Op::Eq, k, 3);
    story.holds(Op::Ult, cells[3], 10);
    let none = story.cond(Op::Eq, cells[3], 0);
    story.is_decided(none, false);
}
