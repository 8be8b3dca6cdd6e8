//! Tests of bit-blasting. For inputs of few bits, answers must equal the results of enumeration. For inputs of many
//! bits, answers must equal the results of `eval`. Unsat cores must be unsatisfiable.

use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Op};
use symtool_solver::{Answer, Backend, Solver, SolverConfig};
use symtool_testkit::terms::{BINARY, COMPARE, Generator, Rng, Term, all_pairs, build, value_of};

/// Returns two variables of the given width.
fn two(arena: &mut Arena, width: u32) -> [ExprId; 2] {
    ["a", "b"].map(|name| {
        let symbol = arena.symbol(name, width.div_ceil(8));
        arena.scalar(symbol, width)
    })
}

/// Returns a solver chain in which the bit-blaster is the only link (solving technique).
fn bit_blaster() -> Backend {
    Backend::new(&SolverConfig {
        links: "only:bits".parse().expect("a link"),
        ..SolverConfig::default()
    })
}

/// Returns whether some input satisfies the constraints; `None` if the bit-blaster gives no answer. Checks
/// that the constraints hold under the returned model, or that the returned core is unsatisfiable.
fn holds(link: &mut Backend, arena: &Arena, constraints: &[ExprId]) -> Option<bool> {
    match link.check(arena, constraints) {
        Answer::Sat(model) => {
            assert!(model.satisfies(arena, constraints), "a wrong model");
            Some(true)
        }
        Answer::Unsat => {
            // The link returns no core if a constraint is the constant false.
            if let Some(core) = link.core() {
                assert!(core.iter().all(|c| constraints.contains(c)));
                let again = link.check(arena, &core);
                assert_eq!(again, Answer::Unsat, "a wrong core");
            }
            Some(false)
        }
        Answer::Unknown(_) => None,
    }
}

#[test]
fn random_conditions_on_few_bits_are_decided_as_by_enumeration() {
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    for width in 1..=4 {
        let mut arena = Arena::new();
        let vars = two(&mut arena, width);
        let widths = vec![1, 2, 3, width, 8];
        let mut generator = Generator {
            rng: Rng(u64::from(width) * 77),
            var: width,
            widths,
        };
        let mut link = bit_blaster();
        for _ in 0..4_000 {
            let count = 1 + generator.rng.below(3) as usize;
            let terms: Vec<Term> = (0..count).map(|_| generator.term(1, 4)).collect();
            let set: Vec<ExprId> = (terms.iter().map(|t| build(&mut arena, vars, t))).collect();
            let pairs = all_pairs(width);
            let expected =
                (pairs.iter()).any(|pair| terms.iter().all(|t| value_of(t, pair).is_true()));
            match holds(&mut link, &arena, &set) {
                None => open += 1,
                Some(found) => {
                    assert_eq!(found, expected, "{terms:?}");
                    sat += u32::from(found);
                    unsat += u32::from(!found);
                }
            }
        }
    }
    assert!(
        sat > 3_000 && unsat > 3_000 && open < 500,
        "{sat} {unsat} {open}"
    );
}

/// Checks the operator `op` on two operands that constraints fix to the numbers `values`. The result can have the
/// value of `eval`, and cannot have another value. Returns whether the bit-blaster gives an answer.
fn expect_value(link: &mut Backend, arena: &mut Arena, op: Op, values: [Bits; 2]) -> bool {
    let width = values[0].width();
    let vars = two(arena, width);
    let of_vars = arena.op(op, symtool_ir::eval(op, width, &values).width(), &vars);
    let value = arena.constant(symtool_ir::eval(op, width, &values));
    let mut set: Vec<ExprId> = Vec::new();
    for (var, value) in vars.into_iter().zip(values) {
        let value = arena.constant(value);
        set.push(arena.eq(var, value));
    }
    let is_value = arena.eq(of_vars, value);
    let is_other = arena.not(is_value);
    let known = holds(link, arena, &[set[0], set[1], is_value]);
    assert_ne!(known, Some(false), "{op:?} of {values:?}");
    let other = holds(link, arena, &[set[0], set[1], is_other]);
    assert_ne!(other, Some(true), "{op:?} of {values:?}");
    known.is_some() && other.is_some()
}

#[test]
fn operators_have_the_values_of_eval_for_all_numbers_of_three_bits() {
    let mut link = bit_blaster();
    let mut arena = Arena::new();
    for &op in BINARY.iter().chain(&*COMPARE) {
        for [a, b] in all_pairs(3) {
            assert!(
                expect_value(
                    &mut link,
                    &mut arena,
                    op,
                    [a, b].map(|n| Bits::new(3, n.into()))
                ),
                "{op:?}"
            );
        }
    }
}

#[test]
fn operators_have_the_values_of_eval_for_wide_numbers() {
    let mut rng = Rng(9);
    let mut link = bit_blaster();
    let mut arena = Arena::new();
    let mut decided = 0;
    for _ in 0..1_500 {
        let op = rng.pick(&[BINARY.as_slice(), COMPARE.as_slice()].concat());
        let width = rng.pick(&[8, 16, 32, 64]);
        let mut number = || {
            let small = rng.below(20);
            let wide = rng.draw();
            let value = [small, wide, wide >> 40, !small][rng.below(4) as usize];
            Bits::new(width, u128::from(value))
        };
        let values = [number(), number()];
        decided += u32::from(expect_value(&mut link, &mut arena, op, values));
    }
    assert!(decided > 1_000, "{decided}");
}

/// Checks that the bit-blaster gives no answer to a query with too many gates.
#[test]
fn a_wide_product_is_passed_on() {
    let mut arena = Arena::new();
    let [a, b] = two(&mut arena, 64);
    let product = arena.op(Op::Mul, 64, &[a, b]);
    let seven = arena.int(64, 7);
    let query = arena.eq(product, seven);
    assert!(matches!(
        bit_blaster().check(&arena, &[query]),
        Answer::Unknown(_)
    ));
}
