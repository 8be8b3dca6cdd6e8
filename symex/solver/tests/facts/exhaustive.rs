//! The tests enumerate all assignments. Suppose that the abstract domains decide that a condition always holds, or
//! never holds, under a path condition. The tests check that this is true for every assignment that satisfies the path
//! condition.
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Op};
use symtool_solver::Facts;
use symtool_testkit::terms::{Rng, Term, all_pairs, build, value_of, width_of};

const WIDTH: u32 = 4;

fn k(width: u32, value: i128) -> Term {
    Term::Const(Bits::signed(width, value))
}

fn op(op: Op, x: &Term, y: &Term) -> Term {
    Term::Op(op, width_of(x), vec![x.clone(), y.clone()])
}

fn compare(op: Op, x: &Term, y: &Term) -> Term {
    Term::Op(op, 1, vec![x.clone(), y.clone()])
}

fn ext(op: Op, width: u32, x: &Term) -> Term {
    Term::Op(op, width, vec![x.clone()])
}

/// Returns expressions over the numbers a and b that are typical operands of comparisons in programs.
fn expressions() -> Vec<Term> {
    let (a, b) = (Term::Var(0, WIDTH), Term::Var(1, WIDTH));
    let n = |value| k(WIDTH, value);
    let part = |x: &Term, low, width| Term::Extract(Box::new(x.clone()), low, width);
    let ite = |c: &Term, x: &Term, y: &Term| {
        Term::Op(
            Op::Select,
            width_of(x),
            vec![c.clone(), x.clone(), y.clone()],
        )
    };
    let bit = part(&b, 0, 1);
    let small = compare(Op::Ult, &a, &n(5));
    vec![
        op(Op::Add, &a, &n(3)),
        op(Op::Sub, &n(3), &a),
        op(Op::Sub, &a, &b),
        op(Op::And, &a, &n(6)),
        op(Op::Or, &a, &n(1)),
        op(Op::Xor, &a, &n(5)),
        op(Op::UDiv, &a, &n(3)),
        op(Op::URem, &a, &n(3)),
        op(Op::LShr, &a, &n(1)),
        op(Op::Shl, &a, &n(1)),
        Term::Op(Op::Not, WIDTH, vec![a.clone()]),
        ext(Op::Zext, 8, &a),
        ext(Op::Sext, 8, &a),
        op(Op::Add, &ext(Op::Sext, 8, &a), &k(8, 1)),
        op(Op::Mul, &ext(Op::Zext, 8, &a), &k(8, 3)),
        ext(Op::Sext, WIDTH, &part(&a, 0, 3)),
        Term::Concat(Box::new(part(&b, 0, 2)), Box::new(part(&a, 2, 2))),
        ite(&bit, &n(1), &n(2)),
        ite(&small, &a, &n(5)),
        // A read of an array that is shorter than the range of the index.
        Term::Read(
            vec![0, 0, 5, 9, 5, 2, 0, 9, 9, 3, 0, 0],
            None,
            Box::new(ext(Op::Zext, 64, &a)),
        ),
        a,
        b,
    ]
}

/// Returns comparisons of the expressions from [`expressions`]: with constants if `constants` is set,
/// otherwise with each other.
fn conditions(constants: bool) -> Vec<Term> {
    let expressions = expressions();
    let mut all = Vec::new();
    for x in &expressions {
        for less in [Op::Eq, Op::Ult, Op::Slt] {
            for value in [2, 5, -3].into_iter().filter(|_| constants) {
                let y = k(width_of(x), value);
                all.push(compare(less, x, &y));
                all.push(compare(less, &y, x));
            }
            for y in expressions.iter().rev().take(3) {
                if !constants && width_of(x) == width_of(y) {
                    all.push(compare(less, x, y));
                    all.push(compare(less, y, x));
                }
            }
        }
    }
    let negated: Vec<Term> = all
        .iter()
        .map(|c| Term::Op(Op::Not, 1, vec![c.clone()]))
        .collect();
    all.extend(negated);
    all
}

/// The set of assignments that satisfy a condition, as one bit for each assignment.
type Set = [u64; 4];

fn set_of(term: &Term) -> Set {
    let mut set = [0; 4];
    for (i, pair) in all_pairs(WIDTH).iter().enumerate() {
        if value_of(term, pair).is_true() {
            set[i / 64] |= 1 << (i % 64);
        }
    }
    set
}

fn both(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|i| a[i] & b[i])
}

/// Compares the decisions of the abstract domain with enumeration, and counts the decided conditions.
#[derive(Default)]
struct Comparison {
    facts: Facts,
    /// The number of conditions that the domain decided.
    seen: u32,
    /// The number of conditions whose truth value the path implies.
    all: u32,
}

impl Comparison {
    /// Checks, by enumeration of all assignments, whether the abstract domain decides a condition on a feasible path
    /// correctly.
    fn check(&mut self, arena: &Arena, path: &[(ExprId, Set)], (cond, set): (ExprId, Set)) {
        let holds = path
            .iter()
            .fold([u64::MAX; 4], |all, (_, set)| both(&all, set));
        if holds == [0; 4] {
            return;
        }
        let expected = implied(&holds, &set);
        let ids: Vec<ExprId> = path.iter().map(|p| p.0).collect();
        let decided = self.facts.decide(arena, &ids, cond);
        let text = || ids.iter().map(|&e| arena.text(e)).collect::<Vec<_>>();
        assert!(
            decided.is_none() || decided == expected,
            "{:?} says of {}: {decided:?}",
            text(),
            arena.text(cond)
        );
        self.all += u32::from(expected.is_some());
        self.seen += u32::from(decided.is_some());
    }

    /// Checks that the domain decided more than `percent` percent of the implied conditions.
    fn expect(&self, percent: u32) {
        let Comparison { seen, all, .. } = self;
        assert!(seen * 100 > all * percent, "{seen} of {all}");
    }
}

/// The conditions of the tests, with the sets of assignments that satisfy them.
struct World {
    arena: Arena,
    conditions: Vec<(ExprId, Set)>,
    /// The number of comparisons with constants, which are first in the list `conditions`.
    simple: usize,
}

impl World {
    fn new() -> World {
        let mut arena = Arena::new();
        let symbols = ["a", "b"].map(|name| arena.symbol(name, 1));
        let vars = symbols.map(|s| arena.scalar(s, WIDTH));
        let mut all: Vec<(ExprId, Set)> = Vec::new();
        let mut simple = 0;
        for constants in [true, false] {
            for term in conditions(constants) {
                let (e, set) = (build(&mut arena, vars, &term), set_of(&term));
                if !arena.is_const(e) && set != [0; 4] && all.iter().all(|(old, _)| *old != e) {
                    all.push((e, set));
                    simple += usize::from(constants);
                }
            }
        }
        World {
            arena,
            conditions: all,
            simple,
        }
    }
}

/// Returns the truth value of a condition, if it is the same for all assignments that satisfy the path.
/// Returns `None` if it differs between these assignments, or if no assignment satisfies the path.
fn implied(path: &Set, cond: &Set) -> Option<bool> {
    if both(path, cond) == *path {
        Some(true)
    } else if both(path, cond) == [0; 4] {
        Some(false)
    } else {
        None
    }
}

/// Checks the decisions for all pairs of a path with one constraint and a condition. A decision must agree with every
/// assignment that satisfies the constraint.
#[test]
fn decisions_on_one_constraint_are_correct() {
    let World {
        arena, conditions, ..
    } = World::new();
    let mut judge = Comparison::default();
    for &path in &conditions {
        for &cond in &conditions {
            judge.check(&arena, &[path], cond);
        }
    }
}

#[test]
fn most_conditions_implied_by_a_comparison_with_a_constant_are_decided() {
    let World {
        arena,
        conditions,
        simple,
    } = World::new();
    let mut judge = Comparison::default();
    for &path in &conditions[..simple] {
        for &cond in &conditions[..simple] {
            judge.check(&arena, &[path], cond);
        }
    }
    judge.expect(85);
}

#[test]
fn decisions_on_longer_paths_are_correct() {
    let World {
        arena,
        conditions,
        simple,
    } = World::new();
    let (mut judge, mut rng) = (Comparison::default(), Rng(5));
    let mut path: Vec<(ExprId, Set)> = Vec::new();
    for _ in 0..100_000 {
        // Returns to a prefix of the path, as exploration does when it switches to another state.
        path.truncate(rng.below(5) as usize);
        let next = rng.pick(&conditions[..simple]);
        let holds = path.iter().fold(next.1, |all, (_, set)| both(&all, set));
        if holds != [0; 4] {
            path.push(next);
        }
        if !path.is_empty() {
            judge.check(&arena, &path, rng.pick(&conditions[..simple]));
        }
    }
    judge.expect(80);
}

/// Returns comparisons between sums and differences of two numbers. Some sums have twice the width of the numbers.
fn relations() -> Vec<Term> {
    let (a, b) = (Term::Var(0, WIDTH), Term::Var(1, WIDTH));
    let plus = |x: &Term, value| op(Op::Add, x, &k(WIDTH, value));
    let minus = op(Op::Sub, &a, &b);
    let sum = op(Op::Add, &a, &b);
    let narrow = vec![
        plus(&a, 1),
        plus(&b, 3),
        plus(&b, -2),
        plus(&minus, 1),
        op(Op::Sub, &b, &a),
        op(Op::Sub, &b, &minus),
        sum,
        minus,
        a.clone(),
        b.clone(),
    ];
    let wide = |x: &Term| ext(Op::Zext, 8, x);
    let wide = vec![
        op(Op::Add, &wide(&a), &k(8, 1)),
        op(Op::Add, &wide(&a), &wide(&b)),
        op(Op::Sub, &wide(&a), &wide(&b)),
        wide(&a),
        wide(&plus(&b, 1)),
    ];
    let mut all = Vec::new();
    for group in [narrow, wide] {
        for x in &group {
            for value in [1, 3, 6, 11] {
                let y = k(width_of(x), value);
                all.push(compare(Op::Ult, x, &y));
                all.push(compare(Op::Ult, &y, x));
            }
            for y in &group {
                all.push(compare(Op::Ult, x, y));
                all.push(compare(Op::Eq, x, y));
            }
        }
    }
    let negated: Vec<Term> = all
        .iter()
        .map(|c| Term::Op(Op::Not, 1, vec![c.clone()]))
        .collect();
    all.extend(negated);
    all
}

#[test]
fn decisions_by_sums_and_differences_are_correct() {
    let mut arena = Arena::new();
    let symbols = ["a", "b"].map(|name| arena.symbol(name, 1));
    let vars = symbols.map(|s| arena.scalar(s, WIDTH));
    let mut conditions: Vec<(ExprId, Set)> = Vec::new();
    for term in relations() {
        let (e, set) = (build(&mut arena, vars, &term), set_of(&term));
        if !arena.is_const(e) && set != [0; 4] && conditions.iter().all(|(old, _)| *old != e) {
            conditions.push((e, set));
        }
    }
    let mut judge = Comparison::default();
    for &one in &conditions {
        for &cond in &conditions {
            judge.check(&arena, &[one], cond);
        }
    }
    let mut rng = Rng(7);
    for _ in 0..300_000 {
        let path: Vec<(ExprId, Set)> = (0..rng.below(5)).map(|_| rng.pick(&conditions)).collect();
        judge.check(&arena, &path, rng.pick(&conditions));
    }
    judge.expect(28);
}

#[test]
fn decisions_by_disjunctions_are_correct() {
    let World {
        mut arena,
        conditions,
        simple,
    } = World::new();
    let mut rng = Rng(11);
    let mut either: Vec<(ExprId, Set)> = Vec::new();
    for _ in 0..6000 {
        let [a, b, c] = [0; 3].map(|_| rng.pick(&conditions[..simple]));
        let both_of = arena.and(b.0, c.0);
        let whole = arena.or(a.0, both_of);
        let set = std::array::from_fn(|i| a.1[i] | (b.1[i] & c.1[i]));
        if !arena.is_const(whole) && set != [0; 4] {
            either.push((whole, set));
        }
    }
    let mut judge = Comparison::default();
    for _ in 0..200_000 {
        let one = rng.pick(&either);
        let two = rng.pick(&conditions[..simple]);
        let cond = rng.pick(&conditions[..simple]);
        let path = [[one, two], [two, one]][rng.below(2) as usize];
        judge.check(&arena, &path, cond);
    }
    judge.expect(50);
}
