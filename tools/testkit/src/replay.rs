//! An observer that replays every test and every failure, and the comparison with all concrete runs.
use std::collections::BTreeSet;
use symtool_engine::{Config, Confirmation, Exploration, Observer, Stats, TestCase, explore};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Failure, Func, Inputs, Loc, Module, Outcome, parse, verify};

/// Parses and verifies a module; returns it with its entry `@main`.
pub fn program(text: &str) -> (Module, Func) {
    let module = parse::parse_module(text, "test.sir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::verify_module(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let main = module.function_named("main").expect("there is a main");
    (module, main)
}

/// The outcome of a run, without details that a replay may word differently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// `exit`, `abort`, or the kind of failure.
    pub what: String,
    /// The location of a failure.
    pub loc: Option<Loc>,
}

/// Returns the comparable end of a run with this outcome.
pub fn end_of(outcome: &Outcome) -> End {
    let (what, loc) = match outcome {
        Outcome::Exit(status) => (format!("exit {status}"), None),
        Outcome::Bug(failure) => (failure.kind.name().to_owned(), failure.loc()),
        other => (format!("{other:?}"), None),
    };
    End { what, loc }
}

/// Runs the program concretely in the interpreter, which is the reference.
pub fn replay(module: &Module, entry: Func, config: &Config, inputs: &Inputs) -> interp::Run {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: config.failures.checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    interp::run(module, entry, &config)
}

/// Records the results of an exploration and asserts that each of them replays.
pub struct Replayer<'a> {
    /// The program on which results are replayed.
    pub module: &'a Module,
    /// The function in which execution starts.
    pub entry: Func,
    /// The configuration of the exploration; replays use its checks.
    pub config: &'a Config,
    /// Every path that ended, as inputs and outcome.
    pub paths: Vec<(Inputs, End)>,
    /// Failures that did not occur in their replay.
    pub spurious: Vec<Failure>,
    /// The number of progress calls after which the exploration is stopped.
    pub ticks: u64,
}

impl Observer for Replayer<'_> {
    fn test(&mut self, test: &TestCase) {
        let run = replay(self.module, self.entry, self.config, &test.inputs);
        let claimed = end_of(&test.outcome);
        assert_eq!(end_of(&run.outcome), claimed, "of {:?}", test.inputs);
        self.paths.push((test.inputs.clone(), claimed));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let run = replay(self.module, self.entry, self.config, inputs);
        let claimed = end_of(&Outcome::Bug(failure.clone()));
        if end_of(&run.outcome) == claimed {
            self.paths.push((inputs.clone(), claimed));
            Confirmation::Confirmed
        } else {
            self.spurious.push(failure.clone());
            Confirmation::Spurious
        }
    }

    fn tick(&mut self, _: &Stats) -> bool {
        self.ticks = self.ticks.saturating_sub(1);
        self.ticks > 0
    }
}

/// The results of an exploration, after all of them were replayed.
pub struct Explored {
    /// The engine's own result.
    pub exploration: Exploration,
    /// Every path that ended, as inputs and outcome.
    pub paths: Vec<(Inputs, End)>,
    /// Failures that did not occur in their replay.
    pub spurious: Vec<Failure>,
}

impl Explored {
    /// Returns the outcomes of all paths, sorted.
    pub fn ends(&self) -> Vec<String> {
        let mut ends: Vec<String> = self.paths.iter().map(|(_, e)| e.what.clone()).collect();
        ends.sort();
        ends
    }

    /// Returns the reasons why the exploration is incomplete.
    pub fn reasons(&self) -> Vec<&str> {
        let reasons = self.exploration.incomplete.iter();
        reasons.map(|reason| reason.what.as_str()).collect()
    }
}

/// Explores `@main` of a program text, with replays.
pub fn explored_with(text: &str, config: &Config) -> Explored {
    let (module, entry) = program(text);
    let mut replayer = Replayer {
        module: &module,
        entry,
        config,
        paths: Vec::new(),
        spurious: Vec::new(),
        ticks: u64::MAX,
    };
    let exploration = explore(&module, entry, config, &mut replayer);
    Explored {
        exploration,
        paths: replayer.paths,
        spurious: replayer.spurious,
    }
}

/// Explores a program text with the default configuration.
pub fn explored(text: &str) -> Explored {
    explored_with(text, &Config::default())
}

/// Returns the text of a function `@main` with this body: its slots, then its blocks.
pub fn main_of(body: &str) -> String {
    format!("func @main() -> i32 {{\n{body}\n}}\n")
}

/// Explores completely and asserts that the outcomes of all paths are those of concrete runs on every value
/// of the one input, a byte called `x`.
pub fn assert_exhaustive(text: &str, config: &Config) -> Explored {
    let run = explored_with(text, config);
    assert!(run.reasons().is_empty(), "{:?}\n{text}", run.reasons());
    assert!(run.spurious.is_empty(), "{:?}\n{text}", run.spurious);
    let (module, entry) = program(text);
    let mut expected = BTreeSet::new();
    for x in 0..=255 {
        let mut inputs = Inputs::default();
        inputs.push("x", vec![x]);
        let end = replay(&module, entry, config, &inputs).outcome;
        if end != Outcome::AssumeFailed {
            expected.insert(end_of(&end));
        }
    }
    let found: BTreeSet<End> = run.paths.iter().map(|(_, end)| end.clone()).collect();
    assert_eq!(found, expected, "{text}");
    run
}
