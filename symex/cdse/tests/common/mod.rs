//! Code shared by the tests: runs a program text and replays every failure.
#![allow(dead_code, reason = "each test file uses its part")]
use std::collections::BTreeSet;
use symtool_cdse::{CdseConfig, CdseResult, Strategy, explore};
use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Failure, Func, Inputs, Loc, Module, parse, verify};

/// A failure: its kind and source location.
pub type End = (String, Option<Loc>);

/// Returns each strategy once. A strategy with a parameter has the default parameter.
pub fn strategies() -> Vec<Strategy> {
    let names = Strategy::kinds().map(|(name, _)| name);
    let stems = names.map(|name| name.split(':').next().unwrap_or_default().to_owned());
    stems
        .map(|stem| stem.parse().expect("a strategy"))
        .collect()
}

pub fn program(text: &str) -> (Module, Func) {
    let module = parse::parse_module(text, "test.sir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::verify_module(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let start = module.function_named("__symtool_start");
    let entry = start.or_else(|| module.function_named("main"));
    (module, entry.expect("there is a main"))
}

/// Returns the failure of a concrete run on the inputs `inputs`; `None` if the run does not fail.
pub fn failure_of(module: &Module, entry: Func, inputs: &Inputs) -> Option<End> {
    let config = RunConfig {
        inputs: inputs.clone(),
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    interp::run(module, entry, &config)
        .outcome
        .failure()
        .map(end)
}

fn end(failure: &Failure) -> End {
    (failure.kind.name().to_owned(), failure.loc())
}

struct Replayer<'a> {
    module: &'a Module,
    entry: Func,
    found: BTreeSet<End>,
}

impl Observer for Replayer<'_> {
    fn test(&mut self, _: &TestCase) {}

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let claimed = end(failure);
        if failure_of(self.module, self.entry, inputs).as_ref() == Some(&claimed) {
            self.found.insert(claimed);
            Confirmation::Confirmed
        } else {
            Confirmation::Spurious
        }
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

/// The result of a run, with the failures that replay has confirmed.
pub struct Run {
    pub result: CdseResult,
    pub found: BTreeSet<End>,
}

impl Run {
    pub fn reasons(&self) -> Vec<&str> {
        let reasons = self.result.incomplete.iter();
        reasons.map(|reason| reason.what.as_str()).collect()
    }

    /// Checks that the run proved all checks, without a bound of loop iterations.
    pub fn expect_verified(&self) -> &Run {
        assert!(self.found.is_empty(), "{:?}", self.found);
        assert!(self.reasons().is_empty(), "{:?}", self.reasons());
        assert_eq!(self.result.report.bound, None);
        self
    }
}

pub fn run_with(text: &str, options: &CdseConfig) -> Run {
    run_limited(text, options, &Config::default())
}

pub fn run_limited(text: &str, options: &CdseConfig, config: &Config) -> Run {
    let (module, entry) = program(text);
    let mut replayer = Replayer {
        module: &module,
        entry,
        found: BTreeSet::new(),
    };
    let result = explore(&module, entry, config, options, &mut replayer);
    Run {
        result,
        found: replayer.found,
    }
}

pub fn run(text: &str) -> Run {
    let options = CdseConfig {
        log: true,
        ..CdseConfig::default()
    };
    run_with(text, &options)
}
