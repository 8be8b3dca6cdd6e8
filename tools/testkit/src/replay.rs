//! An observer of explorations that replays every test case and every failure in the interpreter. Also compares an
//! exploration with concrete runs on all inputs.
use std::collections::BTreeSet;
use std::time::Duration;
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

/// The outcome of a run, without details that may differ between an exploration and its replay.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// The text of the outcome: `exit` with the status, the kind of a failure, or the name of any other
    /// outcome.
    pub what: String,
    /// The source location of the failure, if the run fails.
    pub loc: Option<Loc>,
}

/// Returns the outcome of a run without the details that may differ between an exploration and its replay.
pub fn end_of(outcome: &Outcome) -> End {
    let (what, loc) = match outcome {
        Outcome::Exit(status) => (format!("exit {status}"), None),
        Outcome::Bug(failure) => (failure.kind.name().to_owned(), failure.loc()),
        other => (format!("{other:?}"), None),
    };
    End { what, loc }
}

/// Runs a program on `inputs` in the concrete interpreter. The result of this run is the reference for an exploration.
pub fn replay(module: &Module, entry: Func, config: &Config, inputs: &Inputs) -> interp::Run {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: config.failures.checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    interp::run(module, entry, &config)
}

/// An observer that records the results of an exploration, and replays each of them. Asserts that a test case has the
/// same outcome in its replay.
pub struct Replayer<'a> {
    /// The program in which results are replayed.
    pub module: &'a Module,
    /// The function in which execution starts.
    pub entry: Func,
    /// The configuration of the exploration; replays enable the same checks.
    pub config: &'a Config,
    /// The inputs and the outcome of every path of the exploration that ended.
    pub paths: Vec<(Inputs, End)>,
    /// Failures that did not occur when they were replayed.
    pub spurious: Vec<Failure>,
    /// The number of calls of [`Observer::tick`] after which the exploration stops.
    pub ticks: u64,
}

impl<'a> Replayer<'a> {
    /// Returns an observer without results, which never stops the exploration.
    pub fn new(module: &'a Module, entry: Func, config: &'a Config) -> Replayer<'a> {
        Replayer {
            module,
            entry,
            config,
            paths: Vec::new(),
            spurious: Vec::new(),
            ticks: u64::MAX,
        }
    }
}

impl Observer for Replayer<'_> {
    fn test(&mut self, test: &TestCase) {
        // A limit stopped the exploration before the path ended. The replay would continue beyond this point, and may
        // not terminate, so this path is not replayed.
        if let Outcome::Limit(_) = test.outcome {
            return;
        }
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
    /// The result that the engine returned.
    pub exploration: Exploration,
    /// The inputs and the outcome of every path that ended.
    pub paths: Vec<(Inputs, End)>,
    /// Failures that did not occur when they were replayed.
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

/// Returns the configuration `config` with a longer time limit for queries, because a query may exceed the default
/// limit on a busy machine. If `config` sets a limit of its own, this limit stays.
fn patient(config: &Config) -> Config {
    let config = config.clone();
    if config.solving.timeout != Config::default().solving.timeout {
        return config;
    }
    config.solver_timeout(Duration::from_secs(3600))
}

/// Explores the function `@main` of a program, and replays the results.
pub fn explored_with(text: &str, config: &Config) -> Explored {
    let (module, entry) = program(text);
    let config = &patient(config);
    let mut replayer = Replayer::new(&module, entry, config);
    let exploration = explore(&module, entry, config, &mut replayer);
    Explored {
        exploration,
        paths: replayer.paths,
        spurious: replayer.spurious,
    }
}

/// Explores a program with the default configuration, and replays the results.
pub fn explored(text: &str) -> Explored {
    explored_with(text, &Config::default())
}

/// Returns the text of a function `@main` with the stack slots and blocks in `body`.
pub fn main_of(body: &str) -> String {
    format!("func @main() -> i32 {{\n{body}\n}}\n")
}

/// Explores a program with one input, a byte called `x`. Asserts that the exploration is complete, and that its
/// outcomes are those of concrete runs on all values of `x`.
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
