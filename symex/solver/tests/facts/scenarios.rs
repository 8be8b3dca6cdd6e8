//! The tests check that the abstract domain decides typical conditions of programs from the path, without a solver.
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Op};
use symtool_solver::{Chain, Facts, SolverConfig, Tri};

/// A path and the chain that answers queries about it.
struct Scenario {
    arena: Arena,
    chain: Chain,
    path: Vec<ExprId>,
}

impl Scenario {
    /// Returns an empty path and its inputs: one `int` and two `char`s.
    fn new() -> (Scenario, ExprId, [ExprId; 2]) {
        let mut arena = Arena::new();
        let (n, s) = (arena.symbol("n", 4), arena.symbol("s", 2));
        let int = arena.scalar(n, 32);
        let chars = [0, 1].map(|i| arena.byte(s, i));
        let scenario = Scenario {
            arena,
            chain: Chain::new(SolverConfig::default()),
            path: Vec::new(),
        };
        (scenario, int, chars)
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

    /// Checks that the path decides the branch condition `cond` as `value` without a solver query.
    fn is_decided(&mut self, cond: ExprId, value: bool) {
        let sides = self.chain.branch(&mut self.arena, &self.path, cond);
        let text = self.arena.text(cond);
        let expected = if value { Tri::Yes } else { Tri::No };
        assert_eq!(sides.when_true, expected, "{text}");
        assert_ne!(sides.when_false, expected, "{text}");
        assert_eq!(self.chain.stats().solver, 0, "{text} was a query");
    }
}

/// Checks the conditions `i < n` of a loop with a bound `n` from 4 to 7: the range of `n` decides the conditions for
/// `i < 4` and for `i > 6`.
#[test]
fn a_narrowed_loop_bound_decides_later_iterations() {
    let (mut scenario, n, _) = Scenario::new();
    scenario.assume(Op::Sgt, n, 3);
    scenario.assume(Op::Sle, n, 7);
    for i in 0..20 {
        let i_less = scenario.int(i);
        let continues = scenario.arena.slt(i_less, n);
        match i {
            0..=3 => scenario.is_decided(continues, true),
            4..=6 => scenario.path.push(continues),
            _ => scenario.is_decided(continues, false),
        }
    }
    // The constraints imply n = 7.
    scenario.holds(Op::Eq, n, 7);
}

#[test]
fn arguments_counted_in_merged_states_are_decided() {
    // A merged loop over command-line options: `arg` is 1 or 2 at first, and each merged iteration may add 1.
    let (mut scenario, _, [first, second]) = Scenario::new();
    let (is_option, is_other) = (
        scenario.cond(Op::Eq, first, 45),
        scenario.cond(Op::Eq, second, 45),
    );
    let (one, two) = (scenario.int(1), scenario.int(2));
    let mut arg = scenario.arena.ite(is_option, two, one);
    for step in 0..3 {
        scenario.holds(Op::Slt, arg, 4 + step);
        let more = scenario.arena.add(arg, one);
        arg = scenario.arena.ite(is_other, more, arg);
    }
    // On this path, `arg` is 1 before the three increments.
    scenario.assume(Op::Ne, first, 45);
    scenario.assume(Op::Eq, second, 45);
    scenario.holds(Op::Eq, arg, 4);
}

/// Checks that one test of a character class decides later comparisons of the character and of its conversions.
#[test]
fn character_classes_are_decided_once() {
    let (mut scenario, _, [c, _]) = Scenario::new();
    let wide = scenario.arena.sext(c, 32);
    // The condition `(unsigned)(c - 'a') < 26` in the form that compilers generate.
    let k = scenario.int(-97);
    let moved = scenario.arena.add(wide, k);
    scenario.assume(Op::Ult, moved, 26);
    scenario.holds(Op::Sge, wide, 97);
    scenario.holds(Op::Sle, wide, 122);
    scenario.holds(Op::Ne, wide, 65);
    scenario.holds(Op::Ne, c, 0);
    let zero = scenario.arena.zext(c, 64);
    scenario.holds(Op::Ult, zero, 123);
    let k = scenario.int(-32);
    let upper = scenario.arena.add(wide, k);
    let stored = scenario.arena.extract(upper, 0, 8);
    scenario.holds(Op::Ule, stored, 90);
}

/// Checks that an excluded value at an end of a range makes the range shorter: `n <= 5` and `n != 5` imply `n < 5`.
#[test]
fn excluded_bounds_move() {
    let (mut scenario, n, _) = Scenario::new();
    scenario.assume(Op::Ne, n, 5);
    scenario.assume(Op::Ne, n, 0);
    scenario.assume(Op::Ule, n, 5);
    scenario.holds(Op::Ult, n, 5);
    scenario.holds(Op::Sgt, n, 0);
}

/// Checks that the domain represents a signed range that contains 0, which is no unsigned interval.
#[test]
fn signed_ranges_around_zero_are_known() {
    let (mut scenario, n, _) = Scenario::new();
    scenario.assume(Op::Sgt, n, -10);
    scenario.assume(Op::Slt, n, 10);
    scenario.holds(Op::Sle, n, 100);
    scenario.holds(Op::Ne, n, -10);
    let k = scenario.int(10);
    let index = scenario.arena.add(n, k);
    scenario.holds(Op::Sgt, index, 0);
    scenario.holds(Op::Ult, index, 20);
    let wide = scenario.arena.sext(n, 64);
    scenario.holds(Op::Slt, wide, 10);
}

#[test]
fn masks_remainders_and_order_are_known() {
    let (mut scenario, n, [x, y]) = Scenario::new();
    let k = scenario.int(12);
    let masked = scenario.arena.and(n, k);
    scenario.assume(Op::Eq, masked, 8);
    let low = scenario.arena.extract(n, 2, 2);
    scenario.holds(Op::Eq, low, 2);
    scenario.holds(Op::Uge, n, 8);
    // The path condition is `x < y < 10`.
    let less = scenario.arena.ult(x, y);
    scenario.path.push(less);
    scenario.assume(Op::Ult, y, 10);
    scenario.holds(Op::Ult, x, 9);
    let equal = scenario.arena.eq(x, y);
    scenario.is_decided(equal, false);
    let greater = scenario.arena.ult(y, x);
    scenario.is_decided(greater, false);
}

/// Checks that `(c ? n : 2) == 2` implies that `c` is false if `n` cannot be 2.
#[test]
fn a_value_decides_the_condition_of_its_ite() {
    let (mut scenario, n, [x, _]) = Scenario::new();
    let letter = scenario.cond(Op::Uge, x, 65);
    let two = scenario.int(2);
    let inner = scenario.arena.ite(letter, n, two);
    let is_two = scenario.cond(Op::Eq, inner, 2);
    scenario.assume(Op::Ugt, n, 9);
    scenario.path.push(is_two);
    scenario.is_decided(letter, false);
}

/// Checks that, if a read of a string is not 0, its index is within the array. If the path excludes the array elements
/// after the terminating 0, the index is before this 0.
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
    let continues = arena.not(ends);
    let mut facts = Facts::default();
    let mut holds = |arena: &mut Arena, path: &[ExprId], bound: u128| {
        let bound = arena.int(64, bound);
        let cond = arena.ult(index, bound);
        facts.decide(arena, path, cond)
    };
    // A read out of bounds returns 0, so the index of a nonzero read is below 10. The last element, at index 9, is 7,
    // so the index may be 9.
    assert_eq!(holds(&mut arena, &[continues], 10), Some(true));
    assert_eq!(holds(&mut arena, &[continues], 9), None);
    let last = arena.int(64, 9);
    let before = arena.ult(index, last);
    assert_eq!(holds(&mut arena, &[before, continues], 8), Some(true));
    assert_eq!(holds(&mut arena, &[before, continues], 7), None);
    // If a read is 0, its index may be that of the terminating 0, or out of bounds. So no bound is implied.
    assert_eq!(holds(&mut arena, &[ends], 10), None);
    let seven = arena.int(8, 7);
    let a_seven = arena.eq(read, seven);
    assert_eq!(holds(&mut arena, &[a_seven], 10), Some(true));
}

/// Checks that a disjunction excludes the values that no case allows: a blank or a tab is not the terminating 0.
#[test]
fn one_of_two_characters_is_not_the_end() {
    let (mut scenario, _, [c, _]) = Scenario::new();
    let (blank, tab) = (scenario.cond(Op::Eq, c, 32), scenario.cond(Op::Eq, c, 9));
    let either = scenario.arena.or(blank, tab);
    scenario.path.push(either);
    let end = scenario.cond(Op::Eq, c, 0);
    scenario.is_decided(end, false);
    scenario.holds(Op::Ule, c, 32);
}

/// Checks that `k == 0 or text[n + k] == ' '` implies that the index `n + k` is before the end of the text. In the
/// first case, `n + k` is `n`. In the second case, it is the index of a blank.
#[test]
fn a_count_of_zero_does_not_move_the_index() {
    let (mut scenario, _, [n, k]) = Scenario::new();
    let text = scenario.arena.symbol("text", 20);
    let mut cells: Vec<ExprId> = (0..20).map(|i| scenario.arena.byte(text, i)).collect();
    cells.push(scenario.arena.int(8, 0));
    let cells = scenario.arena.cells_array(&cells);
    let (n, wide) = (scenario.arena.zext(n, 64), scenario.arena.zext(k, 64));
    let place = scenario.arena.add(n, wide);
    let read = scenario.arena.read(cells, place);
    scenario.assume(Op::Ult, n, 12);
    let (none, blank) = (scenario.cond(Op::Eq, k, 0), scenario.cond(Op::Eq, read, 32));
    let either = scenario.arena.or(none, blank);
    scenario.path.push(either);
    scenario.holds(Op::Ult, place, 20);
    let one = scenario.arena.int(64, 1);
    let behind = scenario.arena.add(place, one);
    scenario.holds(Op::Ule, behind, 20);
}

/// Checks that difference bounds decide comparisons with the sum of two search results, `k + j`.
#[test]
fn an_access_behind_a_result_is_in_bounds() {
    let (mut scenario, n, [k, j]) = Scenario::new();
    let wide = |scenario: &mut Scenario, e| scenario.arena.zext(e, 32);
    let (k, j) = (wide(&mut scenario, k), wide(&mut scenario, j));
    scenario.assume(Op::Ult, n, 101);
    scenario.assume(Op::Ult, k, 100);
    let one = scenario.int(1);
    let behind = scenario.arena.add(k, one);
    let before = scenario.arena.ult(n, behind);
    let within = scenario.arena.not(before);
    scenario.path.push(within);
    let left = scenario.arena.sub(n, k);
    scenario.holds(Op::Ule, left, 100);
    let few = scenario.cond(Op::Ult, left, 4);
    let many = scenario.arena.not(few);
    scenario.path.push(many);
    scenario.holds(Op::Ule, k, 96);
    // A first search of the program has found the index `k`. `j` is the distance from `k` to the index that a second
    // search finds.
    let less = scenario.arena.ult(j, left);
    scenario.path.push(less);
    let place = scenario.arena.add(k, j);
    scenario.holds(Op::Ult, place, 100);
    scenario.holds(Op::Ule, j, 99);
}

/// Checks that a quantifier over the bytes of a string bounds its own count: if the bytes at the indexes 1 to `k` are
/// not 0, then `k` is less than the index of the terminating 0.
#[test]
fn the_last_instance_of_a_quantifier_bounds_its_count() {
    let (mut scenario, _, [k, _]) = Scenario::new();
    let text = scenario.arena.symbol("text", 20);
    let mut cells: Vec<ExprId> = (0..20).map(|i| scenario.arena.byte(text, i)).collect();
    cells.push(scenario.arena.int(8, 0));
    let cells = scenario.arena.cells_array(&cells);
    let var = scenario.arena.bound_variable(1);
    let number = scenario.arena.bound_value(var);
    let index = scenario.arena.zext(number, 64);
    let read = scenario.arena.read(cells, index);
    let some = scenario.arena.nonzero(read);
    let all = scenario.arena.for_all(var, 40, k, some);
    scenario.path.push(all);
    let most = scenario.cond(Op::Ule, k, 40);
    scenario.path.push(most);
    // A later constraint excludes that the range of the quantifier is empty.
    let number = scenario.cond(Op::Eq, k, 0);
    let number = scenario.arena.not(number);
    scenario.path.push(number);
    scenario.holds(Op::Ule, k, 19);
}

/// Checks that facts about an array read hold for the selected array element once the index becomes a constant.
#[test]
fn a_constant_index_transfers_facts_to_the_cell() {
    let (mut scenario, _, [k, _]) = Scenario::new();
    let text = scenario.arena.symbol("text", 9);
    let cells: Vec<ExprId> = (0..9).map(|i| scenario.arena.byte(text, i)).collect();
    let array = scenario.arena.cells_array(&cells);
    let index = scenario.arena.zext(k, 64);
    let read = scenario.arena.read(array, index);
    let none = scenario.cond(Op::Eq, read, 0);
    let some = scenario.arena.not(none);
    scenario.path.push(some);
    scenario.assume(Op::Ult, read, 10);
    scenario.assume(Op::Eq, k, 3);
    scenario.holds(Op::Ult, cells[3], 10);
    let none = scenario.cond(Op::Eq, cells[3], 0);
    scenario.is_decided(none, false);
}
