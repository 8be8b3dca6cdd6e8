//! Listens to an exploration: writes each test case as it is found, and replays each failure on the
//! un-melded program before it counts.
use crate::cases::{Case, CaseFiles, Writers};
use crate::environment;
use crate::output::OutputFolder;
use crate::streams::Streams;
use crate::summary::ErrorReport;
use crate::test_list::{self, TestList};
use crate::watchdog::Watchdog;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use symtool::Program;
use symtool::job::Listener;
use symtool::original::{Original, UnfinishedReplays, is_doubtful};
use symtool::report::stack;
use symtool::{Error, Verdict};
use symtool_engine::exec::coverage::Replayed;
use symtool_engine::report::{TestCase, json};
use symtool_engine::{Confirmation, Observer, Stats};
use symtool_ir::interp::{self, Note};
use symtool_ir::{Failure, Inputs, Module, Outcome, Type};
use symtool_solver::InterruptHandle;

/// The observer of every exploration of one job.
pub struct Recorder<'a> {
    original: Original<'a>,
    program: &'a Program,
    folder: &'a OutputFolder,
    cases: Arc<CaseFiles>,
    /// Who writes the test cases, with several threads.
    writers: Option<Writers>,
    threads: usize,
    interrupt: InterruptHandle,
    watchdog: Watchdog,
    /// The files that grow.
    pub streams: Streams,
    all_errors: bool,
    /// What the inputs reach in the original, if another form of it is explored.
    reached: Option<Replayed<'a>>,
    /// The inputs that reached something new there.
    leads: Vec<Inputs>,
    /// Are inputs looked for that reach what the test cases do not?
    looking_further: bool,
    unfinished: UnfinishedReplays,
    /// Are test cases written?
    wants_tests: bool,
    /// Write only the test cases that reach something new in the original.
    only_new: bool,
    /// Test cases written.
    pub tests: TestList,
    /// Confirmed failures with what is shown of them.
    pub errors: Vec<(Failure, ErrorReport)>,
    /// How many of them an earlier exploration of this job found.
    old_errors: usize,
    seen: Vec<Inputs>,
    trouble: Option<Error>,
}

impl<'a> Recorder<'a> {
    /// A recorder that has seen nothing yet.
    pub fn new(
        original: Original<'a>,
        program: &'a Program,
        folder: &'a OutputFolder,
        interrupt: InterruptHandle,
        watchdog: Watchdog,
        streams: Streams,
        all_errors: bool,
    ) -> Recorder<'a> {
        let tests = TestList::new(folder.root());
        let (errors, seen) = (Vec::new(), Vec::new());
        let entry = &original.module.functions[original.entry].name;
        Recorder {
            cases: Arc::new(CaseFiles::new(folder, program, entry)),
            writers: None,
            threads: 1,
            original,
            program,
            folder,
            interrupt,
            watchdog,
            streams,
            all_errors,
            reached: None,
            leads: Vec::new(),
            looking_further: false,
            unfinished: UnfinishedReplays::default(),
            wants_tests: true,
            only_new: false,
            tests,
            errors,
            old_errors: 0,
            seen,
            trouble: None,
        }
    }

    /// For an exploration with so many threads: as many write test cases, and errors are sorted in the end.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Recorder<'a> {
        self.threads = threads;
        self
    }

    /// For explorations of a melded form of the original: what counts as reached is what inputs reach in the original, also
    /// in the choice of `tests` (`only_new`).
    #[must_use]
    pub fn of_melded(mut self, tests: bool, only_new: bool) -> Recorder<'a> {
        self.reached = Some(Replayed::new(self.original.module));
        self.wants_tests = tests;
        self.only_new = only_new;
        self
    }

    /// What the inputs reach in the original, if another form of it was explored.
    pub fn reached(&self) -> Option<&Replayed<'a>> {
        self.reached.as_ref()
    }

    /// Has an input that fails in the original counted as reaching what it does.
    fn failure_of(&mut self, inputs: &Inputs) -> Option<(Failure, interp::Run)> {
        let run = self.original.replay(inputs);
        let failure = match &run.outcome {
            Outcome::Bug(failure) => Some(failure.clone()),
            _ => None,
        };
        if let Some(reached) = &mut self.reached {
            let new = match failure {
                Some(_) => reached.add_failing(&run),
                None => reached.add(&run),
            };
            self.leads.extend(new.then(|| inputs.clone()));
        }
        failure.map(|failure| (failure, run))
    }

    /// Does an input reach something in the original that none did before? Always, where it is the original that is explored:
    /// the exploration knows itself what is new.
    fn reaches_new(&mut self, inputs: &Inputs) -> bool {
        let Some(reached) = &mut self.reached else {
            return true;
        };
        let new = reached.add(&self.original.replay(inputs));
        self.leads.extend(new.then(|| inputs.clone()));
        new || !self.only_new
    }

    /// Inputs that are witnesses from now on are test cases, too, if `tests` are wanted and they reach something new. Gives
    /// back inputs to begin with and what they have reached, if something is left to be reached.
    pub fn look_further(&mut self) -> Option<(Vec<Inputs>, Replayed<'a>)> {
        let reached = self.reached.as_ref()?;
        if !reached.has_open_sides() || self.interrupt.is_interrupted() {
            return None;
        }
        self.looking_further = true;
        Some((std::mem::take(&mut self.leads), reached.clone()))
    }

    /// Keeps an input that reaches something that no test case does.
    fn keep_further(&mut self, inputs: &Inputs, run: &interp::Run) {
        match &run.outcome {
            Outcome::Bug(failure) => self.record_failure(failure.clone(), run, inputs),
            outcome @ (Outcome::Exit(_) | Outcome::Abort) if self.wants_tests => {
                let number = self.tests.len() + 1;
                if self.write_test(number, inputs, outcome).is_some() {
                    self.tests.push(&json::outcome_name(outcome));
                }
            }
            _ => {}
        }
    }

    /// Ends the exploration; gives back the first file that could not be written on the way, if any.
    pub fn finish(&mut self, stats: &Stats) -> Result<(), Error> {
        self.finish_writing();
        if self.threads > 1 {
            // Which came first means nothing.
            let place = |e: &ErrorReport| (e.file.clone(), e.line, e.column, e.kind.clone());
            self.errors.sort_by_cached_key(|(_, error)| place(error));
        }
        self.watchdog.dismiss();
        self.streams.explored(stats)?;
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn keep_trouble<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.trouble.get_or_insert(error);
                None
            }
        }
    }

    /// Has a test case written: by the writers, or now. The file, unless there is none.
    fn write_test(&mut self, number: usize, inputs: &Inputs, outcome: &Outcome) -> Option<String> {
        let base = test_list::name(number);
        if self.threads == 1 {
            return self.write_case(base, inputs, outcome);
        }
        let note = format!("{base}: {}", said(outcome));
        let file = self.cases.path(&base).display().to_string();
        let (files, threads) = (&self.cases, self.threads);
        let writers = self
            .writers
            .get_or_insert_with(|| Writers::start(files, threads));
        let (inputs, outcome) = (inputs.clone(), outcome.clone());
        let case = Case {
            base,
            inputs,
            outcome,
        };
        writers.write(case, note);
        // The log tells of a test only when it is on the disk.
        for note in writers.written() {
            self.streams.journal.note(&note);
        }
        Some(file)
    }

    fn write_case(&mut self, base: String, inputs: &Inputs, outcome: &Outcome) -> Option<String> {
        let case = Case {
            base,
            inputs: inputs.clone(),
            outcome: outcome.clone(),
        };
        let written = self.cases.write(&case);
        let path = self.keep_trouble(written)?;
        self.streams
            .journal
            .note(&format!("{}: {}", case.base, said(outcome)));
        Some(path.display().to_string())
    }

    /// Waits until all test cases are on the disk.
    fn finish_writing(&mut self) {
        if let Some(mut writers) = self.writers.take() {
            writers.finish();
            for note in writers.written() {
                self.streams.journal.note(&note);
            }
            self.heed(writers.trouble());
        }
    }

    fn heed(&mut self, trouble: Option<Error>) {
        if self.trouble.is_none() {
            self.trouble = trouble;
        }
    }

    /// A failure that a witness was found to end in: one of a place of its own, where an instruction that stands for several
    /// fails.
    fn record_further(&mut self, failure: Failure, run: &interp::Run, inputs: &Inputs) {
        let same =
            |(f, _): &(Failure, ErrorReport)| f.kind == failure.kind && f.loc() == failure.loc();
        if !self.errors.iter().any(same) {
            self.record_failure(failure, run, inputs);
        }
    }

    fn record_failure(&mut self, failure: Failure, run: &interp::Run, inputs: &Inputs) {
        let same =
            |(f, _): &(Failure, ErrorReport)| f.kind == failure.kind && f.loc() == failure.loc();
        // With --all-errors other paths to a place count, but not the same ones explored again.
        let known = if self.all_errors {
            &self.errors[..self.old_errors]
        } else {
            &self.errors[..]
        };
        if known.iter().any(same) {
            return;
        }
        let number = self.errors.len() + 1;
        let outcome = Outcome::Bug(failure.clone());
        let test = self
            .write_case(format!("errors/{number:06}"), inputs, &outcome)
            .unwrap_or_default();
        let report = ErrorReport {
            confirmed: !is_doubtful(run),
            notes: run
                .notes
                .iter()
                .map(|n| shown(n, self.original.module))
                .collect(),
            ..describe(
                self.original.module,
                self.program,
                &failure,
                (inputs, run),
                test,
            )
        };
        let text = crate::render::violation(&report, &self.program.sources);
        let name = format!("errors/{number:06}.txt");
        let written = self.folder.write(&name, text.as_bytes());
        self.keep_trouble(written);
        self.watchdog.update(|summary| {
            if report.confirmed {
                summary.verdict = Verdict::Violation;
            }
            summary.errors.push(report.clone());
        });
        self.errors.push((failure, report));
    }
}

impl Observer for Recorder<'_> {
    fn test(&mut self, test: &TestCase) {
        let printed = self.streams.printed(test.number, &test.output);
        self.keep_trouble(printed);
        if !self.reaches_new(&test.inputs) {
            return;
        }
        let number = self.tests.len() + 1;
        if self
            .write_test(number, &test.inputs, &test.outcome)
            .is_some()
        {
            self.tests.push(&json::outcome_name(&test.outcome));
        }
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let Some(reached) = &mut self.reached else {
            return;
        };
        let run = self.unfinished.replay(&self.original, inputs, steps);
        let failed = matches!(run.outcome, Outcome::Bug(_));
        let new = match failed {
            true => reached.add_failing(&run),
            false => reached.add(&run),
        };
        if let Outcome::Bug(failure) = &run.outcome {
            self.record_further(failure.clone(), &run, inputs);
        }
        if new && self.looking_further {
            self.keep_further(inputs, &run);
        } else if new {
            self.leads.push(inputs.clone());
        }
    }

    fn bug(&mut self, predicted: &Failure, inputs: &Inputs) -> Confirmation {
        match self.failure_of(inputs) {
            Some((real, run)) => {
                let confirmation = match is_doubtful(&run) {
                    true => Confirmation::Doubtful,
                    false => Confirmation::Confirmed,
                };
                self.record_failure(real, &run, inputs);
                confirmation
            }
            None => {
                let text = format!(
                    "not confirmed by replay: {}: {}",
                    predicted.kind.name(),
                    predicted.message
                );
                self.streams.journal.note(&text);
                self.seen.push(inputs.clone());
                Confirmation::Spurious
            }
        }
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        if self.looking_further {
            return self.trouble.is_none() && !self.interrupt.is_set();
        }
        let mut corrected = stats.clone();
        if let Some(reached) = &mut self.reached {
            reached.correct(&mut corrected);
        }
        let shown = self.streams.tick(&corrected);
        self.keep_trouble(shown);
        self.watchdog.update(|summary| {
            summary.paths.completed = stats.paths.completed;
            summary.paths.errors = stats.paths.errors;
            summary.paths.killed = stats.live;
            summary.instructions = stats.instructions;
            summary.time_s = stats.time.as_secs_f64();
            summary.tests.follow(&self.tests);
        });
        let trouble = self.writers.as_ref().and_then(Writers::trouble);
        self.heed(trouble);
        // The end of the time is the exploration's to see: it is another limit.
        self.trouble.is_none() && !self.interrupt.is_set()
    }
}

impl Listener for Recorder<'_> {
    fn restart(&mut self, seeds: &[Inputs]) {
        self.finish_writing();
        for test in self.tests.iter() {
            let _ = std::fs::remove_file(&test.file);
            let _ = std::fs::remove_file(Path::new(&test.file).with_extension("json"));
        }
        self.tests.clear();
        self.seen.clear();
        if let Some(reached) = &mut self.reached {
            reached.start_over();
            self.leads.clear();
        }
        let emptied = self.streams.start_over();
        self.keep_trouble(emptied);
        self.old_errors = self.errors.len();
        self.watchdog.update(|summary| summary.tests.clear());
        for inputs in seeds {
            if let Some((failure, run)) = self.failure_of(inputs) {
                self.record_failure(failure, &run, inputs);
            }
        }
    }

    fn inputs(&self) -> Vec<Inputs> {
        self.seen.clone()
    }
}

/// A confirmed failure as data for users.
pub fn describe(
    module: &Module,
    program: &Program,
    failure: &Failure,
    (inputs, run): (&Inputs, &interp::Run),
    test: String,
) -> ErrorReport {
    let place = symtool::meld::location(module, failure);
    ErrorReport {
        kind: failure.kind.name().to_owned(),
        message: failure.message.clone(),
        file: place.file,
        line: place.line,
        column: place.column,
        function: place.function,
        stack: stack(module, failure),
        command_line: environment::command_line(&program.environment, inputs),
        inputs: inputs
            .objects
            .iter()
            .map(|o| (o.name.clone(), hex(&o.bytes)))
            .collect::<BTreeMap<_, _>>(),
        numbers: numbers(inputs, run),
        test,
        confirmed: true,
        notes: Vec::new(),
    }
}

/// The inputs that the program took for floating numbers.
fn numbers(inputs: &Inputs, run: &interp::Run) -> BTreeMap<String, String> {
    let number = |input: &interp::ConsumedInput| {
        let bytes = inputs.get(&input.name)?;
        let text = floating(input.ty?, bytes)?;
        Some((input.name.clone(), text))
    };
    run.consumed.iter().filter_map(number).collect()
}

/// The number of these bytes as C reads it back: the shortest digits that mean it, and `f` behind a `float`.
fn floating(ty: Type, bytes: &[u8]) -> Option<String> {
    match ty {
        Type::F32 => {
            let value = f32::from_le_bytes(bytes.try_into().ok()?);
            Some(match value.is_finite() {
                true => format!("{value:?}f"),
                false => special(value.into(), format!("{:#010x}", value.to_bits())),
            })
        }
        Type::F64 => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            Some(match value.is_finite() {
                true => format!("{value:?}"),
                false => special(value, format!("{:#018x}", value.to_bits())),
            })
        }
        _ => None,
    }
}

fn special(value: f64, bits: String) -> String {
    match value.is_nan() {
        true => format!("NaN ({bits})"),
        false if value < 0.0 => "-INFINITY".to_owned(),
        false => "INFINITY".to_owned(),
    }
}

/// An outcome in the run log.
fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Bug(failure) => format!("{}: {}", failure.kind.name(), failure.message),
        outcome => json::outcome_name(outcome),
    }
}

/// A note with its place.
fn shown(note: &Note, module: &Module) -> String {
    match note.loc {
        Some(loc) => format!("{} ({})", note.what, module.source.describe(loc)),
        None => note.what.clone(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_numbers_are_shown_as_c_reads_them() {
        let single = |value: f32| floating(Type::F32, &value.to_le_bytes());
        let double = |value: f64| floating(Type::F64, &value.to_le_bytes());
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(single(0.1), text("0.1f"));
        assert_eq!(single(-0.0), text("-0.0f"));
        assert_eq!(double(1e300), text("1e300"));
        assert_eq!(double(f64::from_bits(1)), text("5e-324"));
        assert_eq!(double(f64::NEG_INFINITY), text("-INFINITY"));
        let nan = f32::from_bits(0xffff_0000);
        assert_eq!(single(nan), text("NaN (0xffff0000)"));
        assert_eq!(floating(Type::I32, &[0; 4]), None);
        assert_eq!(floating(Type::F64, &[0; 4]), None);
    }
}
