//! The tests check that exploration after a concrete prefix gives the same results as exploration from the
//! start: paths, tests, failures, output, coverage, instructions and queries. The prefix is the start of the
//! program up to its first use of an input.
#![cfg(feature = "native")]

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, Confirmation, Observer, Prefix, Stats, TestCase, explore};
use symtool_frontend::{Options, compile};
use symtool_ir::interp::{self, RunConfig, snapshot::Snapshot};
use symtool_ir::{CheckKind, Failure, Func, Inputs, Module};
use symtool_native::{self as native, Unfit};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

fn interpreted(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    _: &mut dyn FnMut() -> bool,
) -> Option<Snapshot> {
    interp::run_prefix(module, entry, config)
}

fn native(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Snapshot> {
    match native::run_prefix(module, entry, config, go_on) {
        Ok(snapshot) => snapshot,
        Err(Unfit::Limit | Unfit::Jumps) => None,
        Err(why) => panic!("{why}"),
    }
}

/// Example programs whose exploration needs little solver time.
const QUICK: [&str; 4] = [
    "toupper",
    "bitonic_sort",
    "merge_sort",
    "transitive_closure",
];

/// Returns the setting with which the engine `run` executes the prefix as soon as exploration starts. By default, the
/// prefix is first executed symbolically for a while (the warm-up).
fn at_once(
    run: fn(&Module, Func, &RunConfig, &mut dyn FnMut() -> bool) -> Option<Snapshot>,
) -> Prefix {
    Prefix {
        run,
        warm_up: 0,
        warm_up_per_instruction: 0,
    }
}

/// An observer that records all events of an exploration as text.
#[derive(Default)]
struct Scribe(Vec<String>);

impl Observer for Scribe {
    fn test(&mut self, test: &TestCase) {
        self.0.push(format!("{test:?}"));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        self.0.push(format!("{failure:?} {inputs:?}"));
        Confirmation::Confirmed
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

/// Returns the results of an exploration as text, without times, memory and the number of expressions. Each
/// exploration runs on a new thread, because Z3's models may depend on earlier queries of the same thread.
fn explored(module: &Module, entry: Func, config: &Config) -> Vec<String> {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| explored_here(module, entry, config));
        thread.join().expect("exploration does not panic")
    })
}

fn explored_here(module: &Module, entry: Func, config: &Config) -> Vec<String> {
    let mut scribe = Scribe::default();
    let mut found = explore(module, entry, config, &mut scribe);
    // Hotspots (expensive source lines) contain times, which differ between runs.
    found.hotspots = Default::default();
    let stats = std::mem::take(&mut found.stats);
    let questions = (stats.solver.issued, stats.solver.sat, stats.solver.unsat);
    let mut lines = scribe.0;
    lines.push(format!("{:?} {questions:?}", stats.paths));
    lines.push(format!(
        "{} steps, {} checks",
        stats.instructions, stats.checks
    ));
    lines.push(format!("{found:?}"));
    lines
}

/// Explores a program with and without the concrete execution of its prefix, and asserts that the results are equal.
/// `what` names the program in messages.
fn compare(what: &str, module: &Module, entry: Func, config: &Config) {
    let expected = explored(module, entry, config);
    for (name, run) in [
        ("interpreted", at_once(interpreted)),
        ("native", at_once(native)),
    ] {
        let config = config.clone().prefix(Some(run));
        let found = explored(module, entry, &config);
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(expected, found, "{what}, {name}");
        }
        assert_eq!(expected.len(), found.len(), "{what}, {name}");
    }
}

fn c_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn c_programs_are_explored_the_same() {
    let mut count = 0;
    for folder in [
        "frontend/tests/c",
        "examples/c/cfmse",
        "passes/native/benches/programs",
    ] {
        for file in c_files(folder) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            if folder == "examples/c/cfmse" && !QUICK.contains(&&*name) {
                continue;
            }
            // A file that does not compile alone is part of a program with several files. Other tests explore
            // these programs.
            let Ok(program) = compile(std::slice::from_ref(&file), &Options::default()) else {
                continue;
            };
            let mut module = program.module;
            let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
            run_pipeline(&mut module, &passes, &mut PassContext::new()).expect("known passes");
            let config = Config::default()
                .max_instructions(Some(200_000))
                .max_paths(Some(20));
            compare(&file.display().to_string(), &module, program.entry, &config);
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} programs");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_are_explored_the_same(
        bytes in prop::collection::vec(any::<u8>(), 0..120),
        searcher in 0..SEARCHERS.len(),
        uninit: bool,
    ) {
        let (module, entry) = symtool_testkit::programs::program(&bytes);
        let mut config = Config::default().max_instructions(Some(100_000)).max_paths(Some(30)).search(&SEARCHERS[searcher]);
        if uninit {
            config.failures.checks = config.failures.checks.with(CheckKind::Uninit);
        }
        compare("random program", &module, entry, &config);
    }
}
