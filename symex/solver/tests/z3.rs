//! The tests check the links (solving techniques) that run Z3. They prove rewrite rules at large widths, and compare
//! float operators with `ir::eval`. They also check arrays, SMT-LIB 2 text, limits, interrupts, and canonical models.

use std::time::Duration;
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::{Bits, Op};
use symtool_solver::{
    Answer, Backend, Budget, Chain, InterruptHandle, Solver, SolverConfig, Tri, Unknown,
};
use symtool_testkit::terms::{Generator, Rng, build};

/// Builds random terms with and without the rewrite rules, and proves by Z3 that they are equal.
fn rules_hold(width: u32, cases: u32) {
    let config = SolverConfig {
        timeout: Duration::from_secs(3600),
        budgets: vec![("incremental", Budget::steps(1_000_000))],
        links: "only:incremental".parse().expect("links"),
        ..SolverConfig::default()
    };
    let mut backend = Backend::new(&config);
    let widths = vec![1, 8, width, width, width];
    let mut generator = Generator {
        rng: Rng(u64::from(width) * 7919),
        var: width,
        widths,
    };
    let mut arena = Arena::new();
    let symbols = ["a", "b"].map(|name| arena.symbol(name, 8));
    let vars = symbols.map(|s| arena.scalar(s, width));
    let (mut proved, mut open) = (0, 0);
    for case in 0..cases {
        let term = generator.term(if case % 3 == 0 { 1 } else { width }, 1 + case % 3);
        arena.set_simplification(true);
        let simplified = build(&mut arena, vars, &term);
        arena.set_simplification(false);
        let raw = build(&mut arena, vars, &term);
        let differ = arena.ne(simplified, raw);
        arena.set_simplification(true);
        match backend.check(&arena, &[differ]) {
            Answer::Unsat => proved += 1,
            Answer::Sat(model) => panic!(
                "{term:?}\nbecame {}\nand differs for {model:?}",
                arena.text(simplified)
            ),
            Answer::Unknown(_) => open += 1,
        }
    }
    assert!(proved > open, "{open} of {cases} not answered");
}

#[test]
fn rules_hold_at_width_8() {
    rules_hold(8, 300);
}

#[test]
fn rules_hold_at_width_32() {
    rules_hold(32, 100);
}

#[test]
fn rules_hold_at_width_64() {
    rules_hold(64, 60);
}

/// Checks the result of `op` on symbolic inputs that constraints fix to the constants `args`. The solver must find that
/// the result can equal the value that `ir::eval` computes, and that the result cannot differ from this value. If the
/// value is a NaN, the result may differ, because the bits of a NaN are unspecified.
fn float_op(backend: &mut Backend, op: Op, width: u32, args: &[Bits]) {
    let mut arena = Arena::new();
    let inputs: Vec<SymArray> = args.iter().map(|_| arena.symbol("x", 16)).collect();
    let vars: Vec<ExprId> = inputs
        .iter()
        .zip(args)
        .map(|(&s, a)| arena.scalar(s, a.width()))
        .collect();
    let mut constraints: Vec<ExprId> = Vec::new();
    for (&var, &arg) in vars.iter().zip(args) {
        let k = arena.constant(arg);
        constraints.push(arena.eq(var, k));
    }
    let result = arena.op(op, width, &vars);
    let expected = symtool_ir::eval(op, width, args);
    let k = arena.constant(expected);
    let equal = arena.eq(result, k);
    let differ = arena.not(equal);
    constraints.push(equal);
    let what = || format!("{} {args:?} = {expected:?}", op.name());
    assert!(
        matches!(backend.check(&arena, &constraints), Answer::Sat(_)),
        "{}",
        what()
    );
    *constraints.last_mut().expect("not empty") = differ;
    let answer = backend.check(&arena, &constraints);
    let nan = expected.width() >= 32 && f64_of(expected).is_nan();
    assert!(answer == Answer::Unsat || nan, "{}: {answer:?}", what());
}

fn f64_of(bits: Bits) -> f64 {
    if bits.width() == 32 {
        f64::from(f32::from_bits(bits.unsigned() as u32))
    } else {
        f64::from_bits(bits.low_u64())
    }
}

fn float(value: f64) -> Bits {
    Bits::new(64, u128::from(value.to_bits()))
}

fn single(value: f32) -> Bits {
    Bits::new(32, u128::from(value.to_bits()))
}

#[test]
fn float_operators_equal_eval() {
    // Each query has a separate arena. So only links that store no expressions are enabled.
    let mut backend = Backend::new(&SolverConfig {
        links: "only:float-search,oneshot".parse().expect("links"),
        ..SolverConfig::default()
    });
    for (a, b) in [(1.5, -2.25), (0.0, -0.0), (1e300, 1e300)] {
        for op in [Op::FAdd, Op::FMul, Op::FEq, Op::FNe, Op::FLt, Op::FGe] {
            float_op(&mut backend, op, 64, &[float(a), float(b)]);
        }
        float_op(
            &mut backend,
            Op::FSub,
            32,
            &[single(a as f32), single(b as f32)],
        );
    }
    float_op(&mut backend, Op::FDiv, 32, &[single(1.0), single(3.0)]);
    float_op(&mut backend, Op::FNeg, 64, &[float(2.5)]);
    for x in [2.5, -0.5, 3.5, 0.1, -7.0, 1e-310, f64::NAN, f64::INFINITY] {
        for op in [
            Op::FSqrt,
            Op::FNearest,
            Op::FAway,
            Op::FFloor,
            Op::FCeil,
            Op::FWhole,
        ] {
            float_op(&mut backend, op, 64, &[float(x)]);
            float_op(&mut backend, op, 32, &[single(x as f32)]);
        }
    }
    float_op(&mut backend, Op::FExt, 64, &[single(0.1)]);
    float_op(&mut backend, Op::FTrunc, 32, &[float(0.1)]);
}

#[test]
fn float_conversions_equal_eval() {
    // Each query has a separate arena. So only links that store no expressions are enabled.
    let mut backend = Backend::new(&SolverConfig {
        links: "only:float-search,oneshot".parse().expect("links"),
        ..SolverConfig::default()
    });
    for x in [
        0.0,
        -1.5,
        127.9,
        3e9,
        -3e9,
        1e19,
        f64::NAN,
        -2_147_483_648.5,
    ] {
        for width in [8, 32, 64] {
            float_op(&mut backend, Op::FToS, width, &[float(x)]);
            float_op(&mut backend, Op::FToU, width, &[float(x)]);
        }
    }
    for value in [0u128, 7, 0x8000_0000, 0xffff_ffff] {
        for width in [32, 64] {
            float_op(&mut backend, Op::SToF, width, &[Bits::new(32, value)]);
            float_op(&mut backend, Op::UToF, width, &[Bits::new(32, value)]);
        }
    }
}

#[test]
fn reads_of_tables_of_all_sizes_are_solved() {
    for len in [1u32, 3, 256, 3000] {
        let mut arena = Arena::new();
        let s = arena.symbol("s", 2);
        let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        let table = arena.const_array(&bytes);
        let i = arena.scalar(s, 16);
        let index = arena.zext(i, 64);
        let value = arena.byte(s, 0);
        let at = arena.int(64, 0);
        for array in [
            table,
            arena.store(table, at, value),
            arena.store(table, index, value),
        ] {
            let read = arena.read(array, index);
            let last = arena.int(8, u128::from(bytes[len as usize - 1]));
            let found = arena.eq(read, last);
            let bound = arena.int(64, u128::from(len));
            let inside = arena.ult(index, bound);
            let mut chain = Chain::new(SolverConfig::default());
            let Answer::Sat(model) = chain.model(&mut arena, &[inside, found]) else {
                panic!("length {len}");
            };
            assert!(model.satisfies(&arena, &[inside, found]));
        }
        let read = arena.read(table, index);
        let too_large = arena.int(8, 251);
        let never = arena.ule(too_large, read);
        let mut chain = Chain::new(SolverConfig::default());
        assert_eq!(
            chain.may_be_true(&mut arena, &[], never),
            Tri::No,
            "length {len}"
        );
    }
}

#[test]
fn queries_work_after_one_that_needs_the_theory_of_arrays() {
    let mut arena = Arena::new();
    let s = arena.symbol("s", 4);
    let index = arena.scalar(s, 32);
    let index = arena.zext(index, 64);
    let mut bytes = vec![0; 100_000];
    (bytes[70_000], bytes[90_000]) = (77, 77);
    let table = arena.const_array(&bytes);
    let read = arena.read(table, index);
    let (k, bound) = (arena.int(8, 77), arena.int(64, 77_003));
    let found = arena.eq(read, k);
    let low = arena.ult(index, bound);
    let byte = arena.byte(s, 0);
    let odd = arena.int(8, 75);
    let simple = arena.ult(odd, byte);
    let mut chain = Chain::new(SolverConfig {
        links: "-independence,-counterexamples".parse().expect("links"),
        ..SolverConfig::default()
    });
    for set in [vec![simple], vec![found, low], vec![simple, low]] {
        let Answer::Sat(model) = chain.model(&mut arena, &set) else {
            panic!("feasible");
        };
        assert!(model.satisfies(&arena, &set));
    }
    assert_eq!(chain.stats().unknown, 0);
}

#[test]
fn z3_reads_the_smtlib_text() {
    let mut arena = Arena::new();
    let s = arena.symbol("s", 8);
    let (x, y) = (arena.scalar(s, 32), arena.byte(s, 5));
    let wide = arena.sext(y, 32);
    let product = arena.mul(x, wide);
    let k = arena.int(32, 391);
    let equal = arena.eq(product, k);
    let text = arena.smtlib(&[equal]);
    let solver = z3::Solver::new();
    solver.from_string(text.as_str());
    assert_eq!(solver.get_assertions().len(), 1, "{text}");
    assert_eq!(solver.check(), z3::SatResult::Sat, "{text}");
}

/// Returns the constraints of a factorization: the product of two unknown numbers of 64 bits is the product of two
/// primes. Solvers need very long for these constraints.
fn hard(arena: &mut Arena) -> Vec<ExprId> {
    let (a, b) = (arena.symbol("a", 8), arena.symbol("b", 8));
    let (x, y) = (arena.scalar(a, 64), arena.scalar(b, 64));
    let (x, y) = (arena.zext(x, 128), arena.zext(y, 128));
    let product = arena.mul(x, y);
    let k = arena.int(128, 18_446_744_073_709_551_557 * 18_446_744_073_709_551_533);
    let one = arena.int(128, 1);
    vec![
        arena.eq(product, k),
        arena.ult(one, x),
        arena.ult(one, y),
        arena.ult(x, y),
    ]
}

#[test]
fn a_time_limit_gives_unknown() {
    let mut arena = Arena::new();
    let constraints = hard(&mut arena);
    let mut chain = Chain::new(SolverConfig {
        timeout: Duration::from_millis(300),
        links: "only:oneshot".parse().expect("links"),
        ..SolverConfig::default()
    });
    assert_eq!(
        chain.model(&mut arena, &constraints),
        Answer::Unknown(Unknown::Timeout)
    );
    assert_eq!(chain.stats().unknown, 1);
}

#[test]
fn a_step_limit_gives_unknown_with_its_reason() {
    let mut arena = Arena::new();
    let constraints = hard(&mut arena);
    let mut chain = Chain::new(SolverConfig {
        timeout: Duration::from_secs(600),
        budgets: vec![("incremental", Budget::steps(100_000))],
        links: "only:incremental".parse().expect("links"),
        ..SolverConfig::default()
    });
    let answer = chain.model(&mut arena, &constraints);
    assert_eq!(answer, Answer::Unknown(Unknown::Steps));
}

#[test]
fn an_interrupt_ends_a_running_query() {
    for (link, steps) in [("incremental", usize::MAX), ("oneshot", 0)] {
        let mut arena = Arena::new();
        let constraints = hard(&mut arena);
        let interrupt = InterruptHandle::default();
        let config = SolverConfig {
            timeout: Duration::from_secs(600),
            budgets: vec![("incremental", Budget::steps(steps))],
            links: format!("only:{link}").parse().expect("links"),
            interrupt: interrupt.clone(),
            ..SolverConfig::default()
        };
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            interrupt.interrupt();
        });
        let answer = Chain::new(config).model(&mut arena, &constraints);
        assert_eq!(answer, Answer::Unknown(Unknown::Interrupted), "{link}");
        stopper.join().expect("the stopper ends");
    }
}

#[test]
fn canonical_models_prefer_zeros_small_numbers_and_text() {
    let mut arena = Arena::new();
    let s = arena.symbol("s", 12);
    let int = arena.scalar(s, 32);
    let hundred = arena.int(32, 100);
    let more = arena.slt(hundred, int);
    let byte = arena.byte(s, 4);
    let bound = arena.int(8, b'A'.into());
    let letter = arena.ule(bound, byte);
    let (x, y) = (arena.byte(s, 6), arena.byte(s, 7));
    let greater = arena.ult(x, y);
    let mut chain = Chain::new(SolverConfig::default());
    let Answer::Sat(model) = chain.canonical_model(&mut arena, &[more, letter, greater]) else {
        panic!("feasible");
    };
    assert_eq!(
        model.bytes(&arena, s),
        [101, 0, 0, 0, b'A', 0, 0, 1, 0, 0, 0, 0]
    );
}

#[test]
fn implied_conditions_reach_no_solver() {
    let mut arena = Arena::new();
    let s = arena.symbol("s", 2);
    let c = arena.byte(s, 0);
    let ten = arena.int(8, 10);
    let path = [arena.ult(c, ten)];
    let wide = arena.zext(c, 32);
    let k = arena.int(32, 3);
    let product = arena.mul(wide, k);
    let bound = arena.int(32, 28);
    let cond = arena.slt(product, bound);
    assert!(!arena.is_const(cond));
    let mut chain = Chain::new(SolverConfig::default());
    assert_eq!(chain.branch(&mut arena, &path, cond).when_false, Tri::No);
    assert_eq!(chain.branch(&mut arena, &path, path[0]).when_false, Tri::No);
    let stats = chain.stats();
    assert_eq!((stats.issued, stats.solver), (2, 0));
}
