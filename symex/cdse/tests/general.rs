//! The tests compare the search with concrete execution on random programs with pointers. The search must report no
//! failure that concrete execution does not have. A complete run must report all failures, and at most 8 % of the runs
//! may be incomplete.
//!
//! `CDSE_GENERAL=FROM..TO cargo test -p symtool-cdse --test general -- --nocapture` compares more programs and
//! prints the reasons of incomplete runs; `CDSE_THREADS=N` uses teams.
mod common;

use common::{End, failure_of, program, run_limited, strategies};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use symtool_cdse::CdseConfig;
use symtool_engine::Config;
use symtool_ir::Inputs;
use symtool_testkit::writer::{Constructs, Writer};

fn expected(text: &str) -> BTreeSet<End> {
    let (module, entry) = program(text);
    let mut all = BTreeSet::new();
    for a in 0..8 {
        for b in 0..8 {
            let mut inputs = Inputs::default();
            inputs.push("a", vec![a]);
            inputs.push("b", vec![b]);
            all.extend(failure_of(&module, entry, &inputs));
        }
    }
    all
}

/// Compares the search with concrete execution on one program for each seed. Consecutive seeds use the strategies in
/// turn. Returns the number of incomplete runs, and the number of runs by reason for the incompleteness.
fn compare(seeds: Range<u64>, threads: usize) -> (usize, BTreeMap<String, usize>) {
    let (mut incomplete, mut reasons) = (0, BTreeMap::new());
    let strategies = strategies();
    let config = Config::default().threads(NonZeroUsize::new(threads).expect("at least one"));
    for seed in seeds {
        let text = Writer::program(seed, Constructs::pointers()).text;
        let expected = expected(&text);
        let options = CdseConfig {
            strategy: strategies[seed as usize % strategies.len()],
            ..CdseConfig::default()
        };
        let run = run_limited(&text, &options, &config);
        let found = &run.found;
        if run.reasons().is_empty() {
            assert_eq!(*found, expected, "seed {seed}\n{text}");
        } else {
            assert!(found.is_subset(&expected), "seed {seed}\n{text}");
            incomplete += 1;
        }
        let own: BTreeSet<&str> = run.reasons().into_iter().collect();
        for reason in own {
            *reasons.entry(reason.to_owned()).or_default() += 1;
        }
    }
    (incomplete, reasons)
}

#[test]
fn at_most_eight_percent_are_incomplete() {
    let (incomplete, reasons) = compare(0..100, 1);
    assert!(incomplete <= 8, "{incomplete}: {reasons:?}");
    let (incomplete, reasons) = compare(100..140, 2);
    assert!(incomplete <= 3, "{incomplete}: {reasons:?}");
}

#[test]
fn more_programs_by_environment_variable() {
    let Ok(seeds) = std::env::var("CDSE_GENERAL") else {
        return;
    };
    let (from, to) = seeds.split_once("..").expect("FROM..TO");
    let seeds: Range<u64> = from.parse().expect("a number")..to.parse().expect("a number");
    let count = seeds.end - seeds.start;
    let threads = std::env::var("CDSE_THREADS").map_or(1, |n| n.parse().expect("a number"));
    let (incomplete, reasons) = compare(seeds, threads);
    println!("{incomplete} of {count} incomplete");
    for (reason, runs) in reasons {
        println!("{runs:5} {reason}");
    }
}
