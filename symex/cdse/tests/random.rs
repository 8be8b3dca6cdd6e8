//! The tests check random small programs. The search must find the failures that exhaustive concrete execution
//! finds, and must verify a program without failures.
//!
//! A program reads two symbolic bytes and uses two bits of each. All its constructs are supported, so an incomplete
//! run fails the test, too.
mod common;

use common::{End, failure_of, program, run_limited, strategies};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use symtool_cdse::{CdseConfig, Strategy, Teamwork};
use symtool_engine::Config;
use symtool_ir::Inputs;
use symtool_testkit::writer::{Constructs, Writer};

fn expected(text: &str) -> BTreeSet<End> {
    let (module, entry) = program(text);
    let mut all = BTreeSet::new();
    for a in 0..4 {
        for b in 0..4 {
            let mut inputs = Inputs::default();
            inputs.push("a", vec![a]);
            inputs.push("b", vec![b]);
            all.extend(failure_of(&module, entry, &inputs));
        }
    }
    all
}

/// Returns the strategies to test: all strategies for a single engine. For a team, returns one strategy, which
/// depends on `seed` and is the strategy of the first engine.
fn strategies_to_test(seed: u64, threads: usize) -> Vec<Strategy> {
    let all = strategies();
    if threads == 1 {
        all
    } else {
        vec![all[seed as usize % all.len()]]
    }
}

fn compare(seeds: std::ops::Range<u64>, loops: bool, threads: usize) {
    compare_teamwork(seeds, loops, threads, Teamwork::Portfolio);
}

/// Compares the search with concrete execution on one program for each seed. Returns the number of divisions of the
/// search space in all runs.
fn compare_teamwork(
    seeds: std::ops::Range<u64>,
    loops: bool,
    threads: usize,
    teamwork: Teamwork,
) -> u64 {
    let mut divisions = 0;
    let config = Config::default().threads(NonZeroUsize::new(threads).unwrap());
    let mut failing = 0;
    for seed in seeds {
        let text = Writer::program(seed, Constructs::conflicts(loops)).text;
        let expected = expected(&text);
        failing += usize::from(!expected.is_empty());
        for strategy in strategies_to_test(seed, threads) {
            let options = CdseConfig {
                strategy,
                teamwork,
                ..CdseConfig::default()
            };
            let run = run_limited(&text, &options, &config);
            let reasons = run.reasons();
            assert!(
                reasons.is_empty(),
                "seed {seed}, {strategy}: {reasons:?}\n{text}"
            );
            assert_eq!(run.found, expected, "seed {seed}, {strategy}\n{text}");
            assert_eq!(run.result.report.bound, None, "seed {seed}\n{text}");
            divisions += run.result.report.divisions;
        }
    }
    assert!(failing > 0, "no program fails: nothing was compared");
    divisions
}

#[test]
fn programs_without_loops() {
    compare(0..300, false, 1);
}

#[test]
fn programs_with_loops() {
    compare(1000..1200, true, 1);
}

#[test]
fn programs_searched_by_teams() {
    compare(0..150, false, 2);
    compare(1000..1060, true, 2);
    compare(1060..1080, true, 3);
}

#[test]
fn programs_divided_among_engines() {
    let mut divisions = 0;
    for (seeds, threads, teamwork) in [
        (1000..1060, 2, Teamwork::Divide),
        (1060..1120, 4, Teamwork::Divide),
        (1120..1150, 3, Teamwork::DividePortfolio),
    ] {
        divisions += compare_teamwork(seeds, true, threads, teamwork);
    }
    assert!(divisions > 0, "no search space was divided");
}

/// Tests the seeds of `CDSE_SEEDS=FROM..TO`. `CDSE_LOOPS` adds loops to the programs, and `CDSE_THREADS=N` uses
/// teams of N engines.
#[test]
fn more_programs_by_environment_variable() {
    let Ok(seeds) = std::env::var("CDSE_SEEDS") else {
        return;
    };
    let (from, to) = seeds.split_once("..").expect("FROM..TO");
    let seeds = from.parse().expect("a number")..to.parse().expect("a number");
    let loops = std::env::var("CDSE_LOOPS").is_ok();
    let threads = std::env::var("CDSE_THREADS").map_or(1, |n| n.parse().expect("a number"));
    compare(seeds, loops, threads);
}
