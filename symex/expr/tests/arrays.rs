//! Tests of the array transformations. The tests check that transformed conditions equal the original conditions at
//! every index, and that the sizes of results are bounded.
use symtool_expr::arrays::{ArrayOptions, Form, KnownPath, Rewriter};
use symtool_expr::{Arena, ArrayId, ExprId, Node, SymArray};
use symtool_ir::Op;
use symtool_ir::random::SplitMix;
use symtool_solver::Facts;

/// Rewrites a condition under an empty path condition.
fn rewrite(arena: &mut Arena, options: &str, cond: ExprId) -> ExprId {
    under(arena, options, cond, &[])
}

/// Rewrites a condition on a path with the constraints `conditions`, newest first.
fn under(arena: &mut Arena, options: &str, cond: ExprId, conditions: &[ExprId]) -> ExprId {
    let mut rewriter = Rewriter::new(options.parse().unwrap());
    let oldest_first: Vec<ExprId> = conditions.iter().rev().copied().collect();
    let mut facts = Facts::default();
    let mut path = KnownPath {
        domain: &mut |arena: &Arena, e| facts.domain(arena, &oldest_first, e),
        conditions,
    };
    rewriter.rewrite(arena, &mut path, cond).0
}

/// The subsets of the transformations that the random tests enable, as option texts.
const SUBSETS: [&str; 10] = [
    "constant",
    "index",
    "value",
    "mixed",
    "value,mixed",
    "index,value",
    "all",
    "published",
    "published,value",
    "published,index",
];

/// Checks that the conditions `a` and `b` are equal under each assignment of the first `free` bytes of `input` that
/// satisfies `when`. Each of the other bytes has only one value, which is arbitrary.
fn same_everywhere(arena: &Arena, input: SymArray, free: u32, a: ExprId, b: ExprId, when: ExprId) {
    if a == b {
        return;
    }
    for value in 0..1u32 << (8 * free) {
        let byte = move |array: SymArray, index: u32| {
            if array == input && index < free {
                (value >> (8 * index)) as u8
            } else {
                (array.index() as u32 * 91 + index * 37 + 11) as u8
            }
        };
        let mut evaluator = symtool_expr::Evaluator::new(arena, &byte);
        if evaluator.eval(when).is_true() {
            let (a_is, b_is) = (evaluator.eval(a), evaluator.eval(b));
            assert_eq!(
                a_is,
                b_is,
                "{value:#x}: {} and {}",
                arena.text(a),
                arena.text(b)
            );
        }
    }
}

/// A generator of pseudorandom arrays and predicates.
struct Generator {
    random: SplitMix,
}

impl Generator {
    fn new() -> Generator {
        Generator {
            random: SplitMix::new(6),
        }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.random.below(u64::from(n)) as u32
    }

    /// Returns array elements in runs of equal values, as in typical tables. If `mixed` is not 0, on average
    /// one element in `mixed` is a byte of the input `values`.
    fn cells(&mut self, arena: &mut Arena, len: u32, mixed: u32, values: SymArray) -> Vec<ExprId> {
        let few = 1 + self.below(12);
        let longest = 1 + self.below(30);
        let mut cells = Vec::new();
        while (cells.len() as u32) < len {
            let value = self.below(few) * 23;
            let cell = arena.int(8, u128::from(value & 255));
            for _ in 0..=self.below(longest) {
                cells.push(cell);
            }
        }
        cells.truncate(len as usize);
        for at in 0..len {
            if mixed > 0 && self.below(mixed) == 0 {
                let index = self.below(8);
                cells[at as usize] = arena.byte(values, index);
            }
        }
        cells
    }

    /// Returns the element of an array at an index. The element has 8, 16 or 32 bits.
    fn element(&mut self, arena: &mut Arena, array: ArrayId, index: ExprId) -> ExprId {
        let bytes = [1, 1, 2, 4][self.below(4) as usize];
        let scale = arena.int(64, bytes as u128);
        let start = arena.op(Op::Mul, 64, &[index, scale]);
        let mut whole = arena.read(array, start);
        for i in 1..bytes {
            let offset = arena.int(64, i as u128);
            let at = arena.op(Op::Add, 64, &[start, offset]);
            let byte = arena.read(array, at);
            whole = arena.concat(byte, whole);
        }
        whole
    }

    /// Returns a random predicate on a function of a read: a comparison with a constant or with another read.
    fn predicate(&mut self, arena: &mut Arena, a: ExprId, b: Option<ExprId>) -> ExprId {
        let width = arena.width(a);
        let mask = self.below(64);
        let a = match self.below(3) {
            0 => {
                let mask = arena.int(width, u128::from(mask));
                arena.op(Op::And, width, &[a, mask])
            }
            1 => {
                let more = arena.int(width, u128::from(mask));
                arena.op(Op::Add, width, &[a, more])
            }
            _ => a,
        };
        let b = match b {
            Some(b) => arena.resize(b, width, false),
            None => {
                let value = self.below(12) * 23;
                arena.int(width, u128::from(value))
            }
        };
        let op = [Op::Eq, Op::Ult, Op::Slt][self.below(3) as usize];
        arena.op(op, 1, &[a, b])
    }
}

/// Checks that 1,000 random predicates on array reads keep their values when they are transformed: at all 256 values
/// of the index, for each subset of the transformations.
#[test]
fn random_predicates_are_the_same_at_every_index() {
    let mut maker = Generator::new();
    let mut changed = [0; SUBSETS.len()];
    for round in 0..1000 {
        let arena = &mut Arena::new();
        let index = arena.symbol("index", 2);
        let values = arena.symbol("values", 8);
        let byte = arena.byte(index, 0);
        let i = arena.zext(byte, 64);
        let mixed = [0, 0, 9, 40][round % 4];
        let len = [256, 256, 100, 0][maker.below(4) as usize % if round % 50 == 0 { 4 } else { 3 }];
        let cells = maker.cells(arena, len, mixed, values);
        let mut array = arena.cells_array(&cells);
        if maker.below(4) == 0 && len > 0 {
            let place = arena.byte(values, 3);
            let place = arena.zext(place, 64);
            let value = arena.int(8, 77);
            array = arena.store(array, place, value);
        }
        let mut read = maker.element(arena, array, i);
        if maker.below(3) == 0 {
            let inner = arena.resize(read, 64, false);
            let few = arena.int(64, 127);
            let inner = arena.op(Op::And, 64, &[inner, few]);
            let table = maker.cells(arena, 200, 0, values);
            let table = arena.cells_array(&table);
            read = maker.element(arena, table, inner);
        }
        let cond = maker.predicate(arena, read, None);
        // In half of the cases, the path restricts the index.
        let (low, high) = (maker.below(200), 40 + maker.below(200));
        let (low, high) = (
            arena.int(8, u128::from(low)),
            arena.int(8, u128::from(high)),
        );
        let (above, below) = (arena.ule(low, byte), arena.ule(byte, high));
        let path = if round % 2 == 0 {
            vec![]
        } else {
            vec![below, above]
        };
        let when = path.iter().fold(Arena::TRUE, |all, &c| arena.and(all, c));
        for (at, subset) in SUBSETS.iter().enumerate() {
            let new = under(arena, subset, cond, &path);
            changed[at] += u32::from(new != cond);
            same_everywhere(arena, index, 1, cond, new, when);
        }
    }
    assert!(changed[6] > 300 && changed[1] > 150, "{changed:?}");
    assert!(
        changed[0] > 10 && changed[2] > 50 && changed[3] > 50,
        "{changed:?}"
    );
}

/// Checks that random predicates on array reads keep their values when they are transformed: at all 65,536 values of
/// a two-byte index, or of two indices of one byte each.
#[test]
fn random_predicates_are_the_same_at_every_pair_of_indexes() {
    let mut maker = Generator::new();
    for round in 0..10 {
        let arena = &mut Arena::new();
        let index = arena.symbol("index", 2);
        let values = arena.symbol("values", 8);
        let (first, second) = (arena.byte(index, 0), arena.byte(index, 1));
        let cells = maker.cells(arena, 256, [0, 30][round % 2], values);
        let array = arena.cells_array(&cells);
        let cond = if round % 3 == 0 {
            let both = arena.concat(second, first);
            let wide = arena.zext(both, 64);
            let k = arena.int(64, u128::from(1 + maker.below(300)));
            let at = arena.op(Op::UDiv, 64, &[wide, k]);
            let read = maker.element(arena, array, at);
            maker.predicate(arena, read, None)
        } else {
            let (i, j) = (arena.zext(first, 64), arena.zext(second, 64));
            let (a, b) = (arena.read(array, i), arena.read(array, j));
            let b = if round % 3 == 1 {
                // Here the second read is nested: its index contains the first read.
                let a = arena.zext(a, 64);
                let sum = arena.op(Op::Add, 64, &[a, j]);
                arena.read(array, sum)
            } else {
                b
            };
            maker.predicate(arena, a, Some(b))
        };
        let subset = SUBSETS[round % SUBSETS.len()];
        for subset in [subset, "all"] {
            let new = rewrite(arena, subset, cond);
            same_everywhere(arena, index, 2, cond, new, Arena::TRUE);
        }
    }
}

/// Checks that the replacement of a condition tests only those table values that the path condition allows.
#[test]
fn values_excluded_by_the_path_are_not_distinguished() {
    let arena = &mut Arena::new();
    let index = arena.symbol("index", 2);
    let byte = arena.byte(index, 0);
    let i = arena.zext(byte, 64);
    let cells: Vec<u8> = (0..=255u8).map(|i| i / 40).collect();
    let array = arena.const_array(&cells);
    let read = arena.read(array, i);
    let (three, five) = (arena.int(8, 3), arena.int(8, 5));
    let is_three = arena.eq(read, three);
    let below_five = arena.ult(read, five);
    let new = under(arena, "all", below_five, &[is_three]);
    assert_eq!(new, Arena::TRUE);
    let not_three = arena.not(is_three);
    assert_eq!(under(arena, "all", is_three, &[not_three]), Arena::FALSE);
}

/// Checks that a table of a megabyte becomes one range per run of equal values, and that a table of random
/// values remains a read.
#[test]
fn a_huge_table_becomes_one_range_per_run_or_stays_a_read() {
    let arena = &mut Arena::new();
    let input = arena.symbol("input", 4);
    let index = arena.scalar(input, 32);
    let index = arena.zext(index, 64);
    let size = 1 << 20;
    let runs: Vec<u8> = (0..size).map(|i| (i >> 15) as u8 & 7).collect();
    let noise: Vec<u8> = (0..size as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for (cells, few) in [(runs, true), (noise, false)] {
        let array = arena.const_array(&cells);
        let read = arena.read(array, index);
        let five = arena.int(8, 5);
        let cond = arena.eq(read, five);
        let before = arena.len();
        let new = rewrite(arena, "all", cond);
        assert_eq!(arena.has_reads(new), !few);
        let made = arena.len() - before;
        assert!(made < 1000, "{made} expressions");
        for value in [0u32, 5 << 15, (6 << 15) - 1, 6 << 15, 1 << 20, u32::MAX] {
            let byte = move |_: SymArray, index: u32| (value >> (8 * index)) as u8;
            let mut evaluator = symtool_expr::Evaluator::new(arena, &byte);
            assert_eq!(evaluator.eval(cond), evaluator.eval(new), "{value:#x}");
        }
    }
}

/// Checks a read of a large table of two-byte elements. The transformation must find that the 16-bit element index
/// determines the element. The byte index has twice as many values, too many to enumerate.
#[test]
fn wide_elements_of_a_large_table_are_one_function_of_the_index() {
    let arena = &mut Arena::new();
    let input = arena.symbol("input", 2);
    let index = arena.scalar(input, 16);
    let elements: Vec<u16> = (0..1u32 << 16)
        .map(|i| if i < 40_000 { i + 7 } else { 9 } as u16)
        .collect();
    let cells: Vec<u8> = elements.iter().flat_map(|e| e.to_le_bytes()).collect();
    let array = arena.const_array(&cells);
    let (wide, two, one) = (arena.zext(index, 64), arena.int(64, 2), arena.int(64, 1));
    let low = arena.op(Op::Mul, 64, &[wide, two]);
    let high = arena.op(Op::Add, 64, &[low, one]);
    let (low, high) = (arena.read(array, low), arena.read(array, high));
    let element = arena.concat(high, low);
    let limit = arena.int(16, 50);
    let cond = arena.ult(limit, element);
    let other = arena.scalar(input, 16);
    let sum = arena.op(Op::Add, 16, &[element, other]);
    let is_odd = arena.extract(sum, 0, 1);
    for (before, options) in [(cond, "index"), (is_odd, "value")] {
        let after = rewrite(arena, options, before);
        assert!(!arena.has_reads(after), "{}", arena.text(after));
        assert!(arena.node_count(&[after]) < 40, "{}", arena.text(after));
        for value in 0..1u32 << 16 {
            let byte = move |_: SymArray, index: u32| (value >> (8 * index)) as u8;
            let mut evaluator = symtool_expr::Evaluator::new(arena, &byte);
            assert_eq!(evaluator.eval(before), evaluator.eval(after), "{value}");
        }
    }
}

/// Checks that no transformation changes the meaning of a quantifier with a body such as `t[k] == 7`, which reads at
/// the bound variable k. Such a read has many values, so it must not be replaced by ranges of an index.
#[test]
fn quantifiers_over_reads_are_preserved() {
    let arena = &mut Arena::new();
    let input = arena.symbol("input", 1);
    let array = arena.const_array(&[7, 7, 7, 1, 7, 7, 1, 1]);
    let var = arena.bound_variable(1);
    let (k, count) = (arena.bound_value(var), arena.scalar(input, 8));
    let at = arena.zext(k, 64);
    let read = arena.read(array, at);
    let seven = arena.int(8, 7);
    let body = arena.op(Op::Eq, 1, &[read, seven]);
    let cond = arena.for_all(var, 7, count, body);
    for options in SUBSETS {
        let new = rewrite(arena, options, cond);
        same_everywhere(arena, input, 1, cond, new, Arena::TRUE);
        // As a constraint of the path, the quantifier restricts `count`, which is also the index of this read. The
        // transformation must keep every value of `count` for which the quantifier holds.
        let index = arena.zext(count, 64);
        let read = arena.read(array, index);
        let plain = arena.op(Op::Eq, 1, &[read, seven]);
        let new = under(arena, options, plain, &[cond]);
        same_everywhere(arena, input, 1, plain, new, cond);
    }
}

/// Checks that the transformed condition has fewer than 60 expression nodes for each of the 256 elements of the array,
/// whatever the array contains.
#[test]
fn the_size_is_bounded_by_the_cells() {
    let mut maker = Generator::new();
    for round in 0..100 {
        let arena = &mut Arena::new();
        let index = arena.symbol("index", 2);
        let values = arena.symbol("values", 8);
        let noise: Vec<u8> = (0..256).map(|_| maker.below(256) as u8).collect();
        let array = arena.const_array(&noise);
        let (first, second) = (arena.byte(index, 0), arena.byte(index, 1));
        let (i, j) = (arena.zext(first, 64), arena.zext(second, 64));
        let a = maker.element(arena, array, i);
        let b = arena.read(array, j);
        let other = arena.byte(values, 0);
        let cond = match round % 3 {
            0 => maker.predicate(arena, a, None),
            1 => maker.predicate(arena, a, Some(b)),
            _ => maker.predicate(arena, a, Some(other)),
        };
        let new = rewrite(arena, "all", cond);
        let nodes = arena.node_count(&[new]);
        assert!(nodes < 12 * 5 * 256, "{nodes}: {}", arena.text(cond));
    }
}

#[test]
fn options_are_read_and_printed() {
    for text in [
        "all",
        "off",
        "index",
        "constant,mixed",
        "index,bits",
        "published",
        "published,value",
        "published,index,bits",
        "baseline",
    ] {
        let options: ArrayOptions = text.parse().unwrap();
        assert_eq!(options.to_string(), text);
    }
    let bounded: ArrayOptions = "all,values=3".parse().unwrap();
    assert_eq!(bounded.limits.values, 3);
    for text in ["", "non", "off,index", "values=x", "cels=3"] {
        assert!(text.parse::<ArrayOptions>().is_err(), "{text}");
    }
}

/// Checks that the published form has one test for each value of a table except the last; a test is a disjunction of
/// index ranges. Perry et al. (ISSTA 2017, §3.2) give this table and its three values as an example.
#[test]
fn the_published_form_tests_each_value() {
    let arena = &mut Arena::new();
    let index = arena.symbol("index", 1);
    let table = arena.const_array(&[0, 0, 2, 2, 0, 0, 3]);
    let byte = arena.byte(index, 0);
    let at = arena.zext(byte, 64);
    let seven = arena.int(8, 7);
    let within = arena.ult(byte, seven);
    let read = arena.read(table, at);
    let other = arena.symbol("other", 1);
    let other = arena.byte(other, 0);
    let cond = arena.ult(read, other);
    let options: ArrayOptions = "published,value".parse().unwrap();
    assert_eq!(options.form, Form::Published);
    let new = under(arena, "published,value", cond, &[within]);
    assert!(!arena.has_reads(new));
    let mut work = vec![new];
    let mut tests = 0;
    while let Some(e) = work.pop() {
        let node = arena.node(e);
        tests += usize::from(matches!(node, Node::Ite { .. }) && arena.width(e) == 8);
        work.extend(node.children());
    }
    assert_eq!(tests, 2);
}
