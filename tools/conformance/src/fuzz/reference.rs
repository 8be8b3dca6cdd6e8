//! The reference with which explorations are compared: concrete execution of a program on all its inputs.
use super::sample::Sample;
use std::collections::BTreeSet;
use std::path::Path;
use symtool::{Error, Program, Violation};
use symtool_engine::coverage::Replayed;
use symtool_ir::interp::{self, Run, RunConfig};
use symtool_ir::{BugKind, Inputs, Loc, Module, Outcome};

/// The maximum number of instructions of a concrete run.
const INSTRUCTIONS: u64 = 200_000;

/// A failure: its kind and source location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    kind: &'static str,
    file: String,
    line: u32,
    column: u32,
}

impl Found {
    fn new(kind: BugKind, file: &str, line: u32, column: u32) -> Found {
        let file = Path::new(file).file_name().unwrap_or_default();
        // The location of a leak cannot be compared: a concrete run reports the location of the leaked block, and an
        // exploration reports the end of the program.
        let has_location = kind != BugKind::Leak;
        let at = |number: u32| if has_location { number } else { 0 };
        Found {
            kind: kind.name(),
            file: match has_location {
                true => file.to_string_lossy().into_owned(),
                false => String::new(),
            },
            line: at(line),
            column: at(column),
        }
    }

    /// Returns the kind and the location of a violation that an exploration reports.
    pub fn of(violation: &Violation) -> Found {
        let file = &violation.file;
        Found::new(violation.kind, file, violation.line, violation.column)
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} at {}:{}:{}",
            self.kind, self.file, self.line, self.column
        )
    }
}

/// The results of all concrete runs of a program.
pub struct Reference {
    /// The compiled program.
    pub program: Program,
    /// The simplified IR of the program, on which the concrete runs execute.
    pub module: Module,
    /// The failures that occur on some input.
    pub failures: BTreeSet<Found>,
    /// The outcomes on the inputs without a failure, each with the output of the run.
    pub ends: BTreeSet<String>,
    /// Whether all inputs that follow the same path have the same outcome and output.
    pub ends_by_path: bool,
    /// Whether the only instructions at which a path forks are branches. Otherwise, a path may also fork at an access
    /// through a pointer with several targets.
    pub only_branches_fork: bool,
    /// The source locations that some run covers, without the runs that end at a false assumption.
    pub covered: BTreeSet<Loc>,
    /// The source locations that some run covers, including the runs that end at a false assumption.
    pub touched: BTreeSet<Loc>,
    /// The number of concrete runs.
    pub runs: u64,
}

impl Reference {
    /// Runs a program on all its inputs. Returns `None` if a run reads an input that the sample does not list, or does
    /// not terminate.
    ///
    /// # Errors
    /// The program has errors.
    pub fn of(sample: &Sample) -> Result<Option<Reference>, Error> {
        let program = sample.compile()?;
        let module = program.simplified()?;
        let (mut failures, mut ends) = (BTreeSet::new(), BTreeSet::new());
        let mut runs = 0;
        let mut ended = Replayed::new(&module);
        let mut all = ended.clone();
        for inputs in sample.all_inputs() {
            let run = concrete(&program, &module, &inputs);
            runs += 1;
            let is_determined = run.consumed.iter().all(|input| input.given);
            if !is_determined || matches!(run.outcome, Outcome::Limit(_)) {
                return Ok(None);
            }
            all.add(&run);
            match failure(&module, &run) {
                Some(found) => drop(failures.insert(found)),
                None if run.outcome == Outcome::AssumeFailed => continue,
                None => drop(ends.insert(end(&run.outcome, &run.output))),
            }
            ended.add(&run);
        }
        let (covered, touched) = (ended.report().reached, all.report().reached);
        Ok(Some(Reference {
            program,
            module,
            failures,
            ends,
            ends_by_path: sample.ends_by_path,
            only_branches_fork: sample.only_branches_fork,
            covered,
            touched,
            runs,
        }))
    }
}

/// Runs a program on one input.
pub fn concrete(program: &Program, module: &Module, inputs: &Inputs) -> Run {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: program.checks,
        max_instructions: INSTRUCTIONS,
        ..RunConfig::default()
    };
    interp::run(module, program.entry, &config)
}

/// Returns the kind and source location of the failure of a run; `None` if the run does not fail.
pub fn failure(module: &Module, run: &Run) -> Option<Found> {
    let Outcome::Bug(failure) = &run.outcome else {
        return None;
    };
    let Some(at) = failure.loc().map(|loc| module.source.get(loc)) else {
        return Some(Found::new(failure.kind, "", 0, 0));
    };
    let file = module.source.file_name(at.file);
    Some(Found::new(failure.kind, file, at.line, at.column))
}

/// Returns a text that describes the outcome and output of a run that does not fail.
pub fn end(outcome: &Outcome, output: &[u8]) -> String {
    format!("{outcome:?}, output {:?}", String::from_utf8_lossy(output))
}
