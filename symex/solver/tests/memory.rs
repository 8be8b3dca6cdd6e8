//! The test checks the memory limit: a query that exceeds it has no answer, and later queries have answers.
//! It is a separate test binary, because Z3 counts the memory of all threads.
use std::time::Duration;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Op;
use symtool_solver::{Answer, Backend, Budget, Solver, SolverConfig, Unknown};

const MEGABYTE: u64 = 1 << 20;

/// Returns a condition with many divisions, each of which becomes tens of thousands of clauses.
fn large(arena: &mut Arena) -> ExprId {
    let s = arena.symbol("s", 8 * 31);
    let words: Vec<ExprId> = (0..31)
        .map(|i| {
            let bytes = (8 * i..8 * i + 8).map(|at| arena.byte(s, at));
            let bytes: Vec<ExprId> = bytes.collect();
            let join = |low, &high: &ExprId| arena.concat(high, low);
            bytes[1..].iter().fold(bytes[0], join)
        })
        .collect();
    let mut value = words[0];
    for &word in &words[1..] {
        let sum = arena.add(value, word);
        let divisor = arena.or(word, words[0]);
        let quotient = arena.op(Op::UDiv, 64, &[sum, divisor]);
        value = arena.mul(quotient, word);
    }
    let k = arena.int(64, 1_234_567_891_234_567);
    arena.eq(value, k)
}

/// Returns the peak memory of the process, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[test]
fn only_the_query_that_exceeds_the_memory_limit_is_unknown() {
    let mut arena = Arena::new();
    let large = large(&mut arena);
    let t = arena.symbol("t", 4);
    let x = arena.scalar(t, 32);
    let square = arena.mul(x, x);
    let k = arena.int(32, 49);
    let small = arena.eq(square, k);
    for link in ["incremental", "oneshot"] {
        let mut backend = Backend::new(&SolverConfig {
            timeout: Duration::from_secs(600),
            budgets: vec![("incremental", Budget::UNLIMITED)],
            memory: Some(100 * MEGABYTE),
            links: format!("only:{link}").parse().expect("a link"),
            ..SolverConfig::default()
        });
        let answer = backend.check(&arena, &[small]);
        assert!(matches!(answer, Answer::Sat(_)), "{link}: {answer:?}");
        let answer = backend.check(&arena, &[large]);
        assert_eq!(answer, Answer::Unknown(Unknown::Memory));
        let answer = backend.check(&arena, &[small]);
        assert!(matches!(answer, Answer::Sat(_)), "{link}: {answer:?}");
    }
    assert!(peak() < 600 * MEGABYTE, "{} MB", peak() / MEGABYTE);
}
