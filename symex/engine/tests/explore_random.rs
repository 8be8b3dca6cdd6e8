//! The tests compare the exploration of small random programs with concrete runs on all of their inputs.
//!
//! Each program reads two symbolic bytes and uses four bits of each, so 256 concrete runs cover all inputs. Every
//! instruction has a separate source line, so the sequence of executed lines (the trace) identifies the path of an
//! input.
//!
//! - The replay of every test case and failure has the reported outcome; the observer checks this.
//! - The set of traces of the explored paths is the set of traces of all inputs.
//! - No two paths have the same trace, unless the program has a construct that may fork without a branch.
//! - An exploration with several threads has the same traces and counters as an exploration with one thread.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, explore};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{CheckKind, Func, Inputs, Loc, Module};
use symtool_solver::{LinkSet, SolverConfig};
use symtool_testkit::replay::{Replayer, end_of, program};
use symtool_testkit::writer::{Constructs, Writer};

/// Returns the source lines that a run on an input executes, and the outcome of the run without the exit status.
fn trace(module: &Module, entry: Func, checks: Checks, inputs: &Inputs) -> (Vec<Loc>, String) {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    let mut lines = Vec::new();
    let run = interp::run_traced(module, entry, &config, &mut |_, loc| lines.push(loc));
    let end = end_of(&run.outcome).what;
    let end = end.split(' ').next().unwrap_or_default().to_owned();
    (lines, end)
}

fn inputs(a: u8, b: u8) -> Inputs {
    let mut inputs = Inputs::default();
    inputs.push("a", vec![a]);
    inputs.push("b", vec![b]);
    inputs
}

fn compare(seed: u64, config: &Config) {
    let writer = Writer::program(seed, Constructs::exploration());
    let (module, entry) = program(&writer.text);
    let config = &config
        .clone()
        .all_errors(true)
        // The limit is twice the number of possible sizes. Therefore no size is dropped.
        .max_resolutions(16);
    let mut concrete: BTreeMap<(Vec<Loc>, String), (u8, u8)> = BTreeMap::new();
    for a in 0..16 {
        for b in 0..16 {
            let path = trace(&module, entry, config.failures.checks, &inputs(a, b));
            if path.1 != "AssumeFailed" {
                concrete.entry(path).or_insert((a, b));
            }
        }
    }
    let mut replayer = Replayer::new(&module, entry, config);
    let exploration = explore(&module, entry, config, &mut replayer);
    let context = || {
        format!(
            "seed {seed}, {}:\n{}",
            config.schedule.search.name, writer.text
        )
    };
    assert!(
        exploration.incomplete.is_empty(),
        "{:?} {}",
        exploration.incomplete,
        context()
    );
    assert!(
        replayer.spurious.is_empty(),
        "{:?} {}",
        replayer.spurious,
        context()
    );
    let mut explored: BTreeMap<(Vec<Loc>, String), u64> = BTreeMap::new();
    for (inputs, _) in &replayer.paths {
        let path = trace(&module, entry, config.failures.checks, inputs);
        *explored.entry(path).or_insert(0) += 1;
    }
    for (path, input) in &concrete {
        assert!(
            explored.contains_key(path),
            "no path was explored for the outcome {} of {input:?}, {}",
            path.1,
            context()
        );
    }
    for (path, count) in &explored {
        assert!(
            concrete.contains_key(path),
            "no input has the explored path with the outcome {}, {}",
            path.1,
            context()
        );
        // An access through `ite(c, p, q)` fails on two paths with the same trace if both `p` and `q` are illegal.
        // Therefore only the traces of paths that exit must be different.
        let once = *count == 1 || writer.silent_forks || path.1 != "exit";
        assert!(
            once,
            "{count} explored paths have the same trace and the outcome {}, {}",
            path.1,
            context()
        );
    }
}

/// Returns the number of explored paths with each trace, and the statistics of the run as text.
fn paths_of(text: &str, config: &Config) -> (BTreeMap<(Vec<Loc>, String), u64>, String) {
    let (module, entry) = program(text);
    let mut replayer = Replayer::new(&module, entry, config);
    let exploration = explore(&module, entry, config, &mut replayer);
    let mut traces = BTreeMap::new();
    for (inputs, _) in &replayer.paths {
        let path = trace(&module, entry, config.failures.checks, inputs);
        *traces.entry(path).or_insert(0) += 1;
    }
    let (stats, coverage) = (&exploration.stats, &exploration.coverage);
    let mut paths = stats.paths.clone();
    paths.max_live = 0;
    let bugs = exploration.bugs.iter().map(|bug| bug.failure.loc());
    let bugs: BTreeSet<_> = bugs.collect();
    let numbers = format!(
        "{paths:?} {} instructions {} checks {} tests {} lines {} sides {:?} {bugs:?} {:?} {:?}",
        stats.instructions,
        stats.checks,
        stats.tests,
        coverage.counts.lines_covered,
        coverage.counts.branches_covered,
        exploration.inputs,
        exploration.incomplete,
        stats.explored,
    );
    (traces, numbers)
}

fn compare_threads(seed: u64) {
    let text = Writer::program(seed, Constructs::exploration()).text;
    let config = configs(seed)
        .all_errors(!seed.is_multiple_of(3))
        .max_resolutions(16);
    let alone = paths_of(&text, &config);
    for threads in [2, 4] {
        let config = config.clone().threads(NonZeroUsize::new(threads).unwrap());
        let together = paths_of(&text, &config);
        let context = || {
            format!(
                "seed {seed}, {}, {threads} threads\n{text}",
                config.schedule.search.name
            )
        };
        if config.failures.all_errors {
            assert_eq!(together.0, alone.0, "{}", context());
        } else {
            // Each failure is reported once. Its input may follow any of the paths with this failure.
            let completed = |paths: &BTreeMap<(Vec<Loc>, String), u64>| {
                let mut paths = paths.clone();
                paths.retain(|path, _| ["exit", "abort"].contains(&path.1.as_str()));
                paths
            };
            assert_eq!(completed(&together.0), completed(&alone.0), "{}", context());
        }
        assert_eq!(together.1, alone.1, "{}", context());
    }
}

#[test]
fn several_threads_explore_the_paths_of_one() {
    for seed in 0..60 {
        compare_threads(seed);
    }
}

#[test]
#[ignore = "takes minutes; for a longer search by hand"]
fn several_threads_explore_the_paths_of_one_2000_times() {
    for seed in 1000..3000 {
        compare_threads(seed);
    }
}

fn configs(seed: u64) -> Config {
    Config::default()
        .search(&SEARCHERS[seed as usize % SEARCHERS.len()])
        // The limit is 32 or 4, so that both encodings of symbolic indices are tested: `ite` chains and array
        // accesses.
        .max_ite_cells([32, 4][seed as usize / 3 % 2])
        .seed(seed)
        .solver(SolverConfig {
            links: links(seed),
            ..SolverConfig::default()
        })
        .checks(if seed.is_multiple_of(4) {
            Checks::default().with(CheckKind::Leak)
        } else {
            Checks::default()
        })
}

/// Returns the default links (techniques) of the solver chain without some links, which the seed selects.
fn links(seed: u64) -> LinkSet {
    let off = [
        ("domains", seed.is_multiple_of(5)),
        ("cache", seed.is_multiple_of(7)),
        ("counterexamples", seed % 7 <= 1),
        ("independence", seed % 11 <= 2),
        ("incremental", seed.is_multiple_of(13)),
    ];
    let off = off.into_iter().filter(|&(_, off)| off);
    off.fold(LinkSet::default(), |links, (name, _)| links.without(name))
}

#[test]
fn all_paths_together_say_what_all_inputs_do() {
    for seed in 0..60 {
        compare(seed, &configs(seed));
    }
}

#[test]
#[ignore = "takes minutes; for a longer search by hand"]
fn all_paths_together_say_what_all_inputs_do_2000_times() {
    for seed in 1000..3000 {
        compare(seed, &configs(seed));
    }
}
