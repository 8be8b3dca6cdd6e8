//! The recorder: the observer of an exploration that writes each test case when the exploration finds it, and confirms
//! each failure by a replay on the original program (before melding). One run of symtool (a *job*) may explore several
//! times, for example again after each spurious failure of speculative melding. One recorder observes all these
//! explorations.
mod describe;
mod writing;

use crate::Program;
use crate::driver::cases::{CaseFiles, Writers};
use crate::driver::findings::Baseline;
use crate::driver::output::OutputFolder;
use crate::driver::streams::Streams;
use crate::driver::summary::ErrorReport;
use crate::driver::test_list::{self, TestList};
use crate::driver::watchdog::Watchdog;
use crate::job::Listener;
use crate::original::{Original, UnfinishedReplays, is_doubtful};
use crate::{Error, Verdict};
pub use describe::describe;
use describe::note_text;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symtool_analysis::wrappers::CheckWrappers;
use symtool_cdse::MAX_COVERED_INSTRUCTIONS;
use symtool_engine::coverage::Replayed;
use symtool_engine::profile::input_key;
use symtool_engine::report::{TestCase, json};
use symtool_engine::{Confirmation, Grant, Observer, Progress, Stats, TestCases};
use symtool_ir::interp;
use symtool_ir::{Failure, Inputs, Limit, Outcome};
use symtool_solver::InterruptHandle;

/// The maximum number of test cases and failures whose names are remembered for the report.
const MAX_NAMES: usize = 1 << 17;

/// The maximum number of instructions of a second, longer replay of an input. The first replay of an input stops early
/// if the exploration found the input on an unfinished path. If the input becomes a test case, because it takes an
/// uncovered side of a melded branch, the second replay finds the outcome of the program. A second replay takes up to
/// 2 ms, and there is at most one for each such test case.
const MOST_FINISHING: u64 = 100_000;

/// The observer of all explorations of one job. It records test cases and confirmed failures.
pub struct Recorder<'a> {
    original: Original<'a>,
    /// The functions of the original program that only check a condition for their callers, such as
    /// `__VERIFIER_assert`. Failures of different calls of such a function count as different failures.
    wrappers: CheckWrappers,
    program: &'a Program,
    folder: &'a OutputFolder,
    cases: Arc<CaseFiles>,
    /// The background threads that write test cases. `None` if the exploration has only one thread (`threads` is 1);
    /// this thread then also writes the test cases.
    writers: Option<Writers>,
    threads: usize,
    interrupt: InterruptHandle,
    watchdog: Watchdog,
    /// The files of the output folder that grow during the run.
    pub streams: Streams,
    all_errors: bool,
    /// The known violations, with `--baseline`.
    baseline: Option<&'a Baseline>,
    /// The coverage of the original program by replayed inputs; `None` if every exploration executes the original
    /// program.
    reached: Option<Replayed<'a>>,
    /// The inputs that covered a new line or branch side of the original program when they were replayed. The search
    /// for uncovered sides of melded branches starts from them.
    covering_inputs: Vec<Inputs>,
    /// Whether the recorder currently observes the search for uncovered sides of melded branches.
    covers_sides: bool,
    /// The maximum work of the search for uncovered sides of melded branches; `None` for no limit.
    most_side_work: Option<u64>,
    /// Whether an input of a path without a test case becomes a test case if the input covers a new line or branch
    /// side. Such a path may be unfinished, for example when the time limit ends the run.
    keeps_witnesses: bool,
    unfinished: UnfinishedReplays,
    /// The completed paths for which test cases are written: all, none, or those that cover a new line or branch side
    /// of the original program.
    test_cases: TestCases,
    /// The test cases written so far.
    pub tests: TestList,
    /// The failures that the original program has in a replay, each with its report.
    pub errors: Vec<(Failure, ErrorReport)>,
    /// The file names of the test cases and failures, without extension. The key is a hash of the inputs. The map is
    /// empty unless a report needs the names.
    names: BTreeMap<u64, String>,
    keeps_names: bool,
    /// The number of elements of `errors` that earlier explorations of this job found.
    earlier_errors: usize,
    /// The inputs of failures that the replay did not confirm.
    unconfirmed: Vec<Inputs>,
    /// The first error of writing a file.
    error: Option<Error>,
    /// The time spent on replays and on writing test cases.
    pub times: RecorderTimes,
}

/// The time that a recorder has spent.
#[derive(Copy, Clone, Debug, Default)]
pub struct RecorderTimes {
    /// The time of replays.
    pub replay: Duration,
    /// The time of writing test cases, without that of background threads.
    pub writing: Duration,
}

impl<'a> Recorder<'a> {
    /// Returns a recorder without test cases and failures. With `all_errors`, it records every failing path, otherwise
    /// one failure for each kind and location.
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
        let (errors, unconfirmed) = (Vec::new(), Vec::new());
        let entry = &original.module.functions[original.entry].name;
        Recorder {
            cases: Arc::new(CaseFiles::new(folder, program, entry)),
            writers: None,
            threads: 1,
            wrappers: CheckWrappers::new(original.module),
            original,
            program,
            folder,
            interrupt,
            watchdog,
            streams,
            all_errors,
            baseline: None,
            reached: None,
            covering_inputs: Vec::new(),
            covers_sides: false,
            most_side_work: None,
            keeps_witnesses: false,
            unfinished: UnfinishedReplays::default(),
            test_cases: TestCases::EveryPath,
            tests,
            errors,
            names: BTreeMap::new(),
            keeps_names: false,
            earlier_errors: 0,
            unconfirmed,
            error: None,
            times: RecorderTimes::default(),
        }
    }

    /// Prepares for an exploration with `threads` threads. If there are several, the same number of background threads
    /// writes test cases, and the failures are sorted at the end of the job.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Recorder<'a> {
        self.threads = threads;
        self
    }

    /// Sets the baseline, the list of known violations. The recorder marks a violation as known if the baseline
    /// contains it.
    #[must_use]
    pub fn with_baseline(mut self, baseline: Option<&'a Baseline>) -> Recorder<'a> {
        self.baseline = baseline;
        self
    }

    /// Prepares for explorations of a changed program, after melding or passes. Coverage is then measured by replays
    /// on the original program. `test_cases` selects the test cases by this coverage.
    #[must_use]
    pub fn of_changed(mut self, test_cases: TestCases) -> Recorder<'a> {
        self.reached = Some(Replayed::new(self.original.module));
        self.test_cases = test_cases;
        self
    }

    /// Selects that an input of a path without a test case becomes a test case if it covers a new line or branch side.
    #[must_use]
    pub fn keep_witnesses(mut self) -> Recorder<'a> {
        self.keeps_witnesses = true;
        self
    }

    /// If `wanted` is set, remembers the names of test cases and failures, so that a report can find the name by the
    /// input.
    #[must_use]
    pub fn keep_names(mut self, wanted: bool) -> Recorder<'a> {
        self.keeps_names = wanted;
        self
    }

    /// Returns the file names of the test cases and failures, without extension. The key is a hash of the inputs.
    pub fn names(&self) -> &BTreeMap<u64, String> {
        &self.names
    }

    fn keep_name(&mut self, inputs: &Inputs, name: &str) {
        if self.keeps_names && self.names.len() < MAX_NAMES {
            let key = input_key(inputs);
            self.names.entry(key).or_insert_with(|| name.to_owned());
        }
    }

    /// Returns the coverage of the original program by replayed inputs; `None` if the original program itself is
    /// explored.
    pub fn reached(&self) -> Option<&Replayed<'a>> {
        self.reached.as_ref()
    }

    /// Replays an input on the original program, and adds the replay to the coverage. If the replay fails, records the
    /// failure and returns the replay.
    fn fails(&mut self, inputs: &Inputs) -> Option<interp::Run> {
        let run = self.replay(inputs);
        let mut new = false;
        if let Some(reached) = &mut self.reached {
            new = reached.add_keeping_failures(&run);
            self.covering_inputs.extend(new.then(|| inputs.clone()));
        }
        let failure = run.outcome.failure()?.clone();
        self.record_failure(failure, &run, inputs, new);
        Some(run)
    }

    /// Replays the input in which all bytes are zero on the original program, and adds the lines and branch sides that
    /// this replay reaches to the coverage. The replay stops after `MAX_COVERED_INSTRUCTIONS` instructions. Has no
    /// effect if the original program itself is explored, because the engine then measures the coverage.
    pub fn cover_zero_run(&mut self) {
        if let Some(reached) = &mut self.reached {
            let start = Instant::now();
            let (inputs, end) = (Inputs::default(), self.interrupt.ends_at());
            let replays = &mut self.unfinished;
            reached.add(&replays.replay(&self.original, &inputs, MAX_COVERED_INSTRUCTIONS, end));
            self.times.replay += start.elapsed();
        }
    }

    /// Replays an input on the original program.
    fn replay(&mut self, inputs: &Inputs) -> interp::Run {
        let start = Instant::now();
        let run = self.original.replay(inputs);
        self.times.replay += start.elapsed();
        run
    }

    /// Replays the input of a completed path, and returns whether a test case is written for the path. If the original
    /// program itself is explored, returns true without a replay, because the engine has already selected the test
    /// cases by their coverage.
    fn covers_new(&mut self, inputs: &Inputs) -> bool {
        if self.reached.is_none() {
            return true;
        }
        let run = self.replay(inputs);
        let Some(reached) = &mut self.reached else {
            return true;
        };
        let new = reached.add(&run);
        self.covering_inputs.extend(new.then(|| inputs.clone()));
        self.test_cases.includes(new)
    }

    /// Begins a search for inputs that take uncovered sides of melded branches in the original program. From then on,
    /// an input that covers such a side is recorded as a test case, when the search passes it to the method `witness`.
    /// `most_work` bounds the work of the search; `None` means no limit. Returns the coverage of the original program
    /// so far. Returns `None` if no search is needed or possible: the original program itself was explored, every side
    /// is covered, or the run was interrupted.
    pub fn begin_covering_sides(&mut self, most_work: Option<u64>) -> Option<Replayed<'a>> {
        let reached = self.reached.as_ref()?;
        if !reached.has_open_sides() || self.interrupt.is_interrupted() {
            return None;
        }
        self.covers_sides = true;
        self.most_side_work = most_work;
        Some(reached.clone())
    }

    /// Removes and returns the inputs in `covering_inputs`, which covered a new line or branch side of the original
    /// program.
    pub fn take_covering_inputs(&mut self) -> Vec<Inputs> {
        std::mem::take(&mut self.covering_inputs)
    }

    /// Records an input that covers a new line or branch side of the original program as a test case, if its replay
    /// does not fail.
    fn record_witness(&mut self, inputs: &Inputs, run: &interp::Run) {
        match &run.outcome {
            outcome @ (Outcome::Exit(_) | Outcome::Abort) if self.test_cases != TestCases::None => {
                self.record_test(inputs, outcome);
            }
            &Outcome::Limit(of_replay)
                if self.keeps_witnesses && self.test_cases != TestCases::None =>
            {
                // The replay of an unfinished path has an instruction limit of its own. If a limit of the run is the
                // reason why the path is unfinished, the test case names this limit.
                let limit = self.passed_limit().unwrap_or(of_replay);
                self.record_test(inputs, &Outcome::Limit(limit));
            }
            // The failure of an input has been recorded before ([`Self::record_witness_failure`]).
            Outcome::Bug(_)
            | Outcome::Exit(_)
            | Outcome::Abort
            | Outcome::Silent(_)
            | Outcome::AssumeFailed
            | Outcome::Unsupported { .. }
            | Outcome::Limit(_) => {}
        }
    }

    /// Returns the limit or interrupt that has ended the run; `None` if the run has not reached its time limit and was
    /// not interrupted.
    fn passed_limit(&self) -> Option<Limit> {
        match self.interrupt.is_set() {
            true => Some(Limit::Interrupt),
            false => self.interrupt.is_past_deadline().then_some(Limit::Time),
        }
    }

    fn record_test(&mut self, inputs: &Inputs, outcome: &Outcome) {
        let number = self.tests.len() + 1;
        self.keep_name(inputs, &test_list::name(number));
        if self.write_test(number, inputs, outcome).is_some() {
            self.tests.push(&json::outcome_name(outcome));
        }
    }

    /// Ends the recording. Returns the first write error, if any.
    pub fn finish(&mut self, stats: &Stats) -> Result<(), Error> {
        self.finish_writing();
        if self.threads > 1 {
            // Several threads find failures in an arbitrary order, so the failures are sorted.
            let place = |e: &ErrorReport| {
                (
                    e.file.clone(),
                    e.line,
                    e.column,
                    e.kind.clone(),
                    e.stack.clone(),
                )
            };
            self.errors.sort_by_cached_key(|(_, error)| place(error));
        }
        self.watchdog.dismiss();
        self.streams.explored(stats)?;
        self.error.take().map_or(Ok(()), Err)
    }

    /// Records a failure found by replaying an input, unless a failure of the same kind at the same location is already
    /// recorded. A failure of a melded instruction can be recorded several times: the instruction represents several
    /// original instructions, and its inputs can fail at the location of each of them. `covers_new` has the same
    /// meaning as for [`Self::record_failure`].
    fn record_witness_failure(
        &mut self,
        failure: Failure,
        run: &interp::Run,
        inputs: &Inputs,
        covers_new: bool,
    ) {
        if !is_known(&self.wrappers, &self.errors, &failure) {
            self.record_failure(failure, run, inputs, covers_new);
        } else if covers_new {
            self.record_known(inputs, &run.outcome);
        }
    }

    /// Records a failing input as a test case and not as a failure, because the same failure is already recorded for
    /// another input.
    fn record_known(&mut self, inputs: &Inputs, outcome: &Outcome) {
        if self.test_cases != TestCases::None {
            self.record_test(inputs, outcome);
        }
    }

    /// Records a failure. If the failure is already recorded for another input, but this input covers a new line or
    /// branch side (`covers_new`), the input becomes a test case.
    fn record_failure(
        &mut self,
        failure: Failure,
        run: &interp::Run,
        inputs: &Inputs,
        covers_new: bool,
    ) {
        // With --all-errors, each failing path is recorded, even if the same failure was recorded for another path of
        // this exploration. Only the failures that earlier explorations of this job recorded are not recorded again.
        let known = if self.all_errors {
            &self.errors[..self.earlier_errors]
        } else {
            &self.errors[..]
        };
        let outcome = Outcome::Bug(failure.clone());
        if is_known(&self.wrappers, known, &failure) {
            if covers_new {
                self.record_known(inputs, &outcome);
            }
            return;
        }
        let number = self.errors.len() + 1;
        let base = format!("errors/{number:06}");
        self.keep_name(inputs, &base);
        let test = self.write_case(base, inputs, &outcome).unwrap_or_default();
        let mut report = describe(
            (self.original.module, &self.wrappers),
            self.program,
            &failure,
            (inputs, run),
            test,
        );
        report.confirmed = !is_doubtful(run);
        report.notes = (run.notes.iter())
            .map(|note| note_text(note, self.original.module))
            .collect();
        let baseline = self.baseline;
        report.known = baseline.is_some_and(|b| b.knows(&report.fingerprint));
        let text = crate::driver::render::violation(&report, &self.program.sources);
        let name = format!("errors/{number:06}.txt");
        let written = self.folder.write(&name, text.as_bytes());
        self.keep_error(written);
        self.watchdog.update(|summary| {
            if report.confirmed && !report.known {
                summary.verdict = Verdict::Violation;
            }
            summary.errors.push(report.clone());
        });
        self.errors.push((failure, report));
    }
}

/// Returns whether `errors` contains the same failure as `failure` ([`CheckWrappers::are_same`]).
fn is_known(
    wrappers: &CheckWrappers,
    errors: &[(Failure, ErrorReport)],
    failure: &Failure,
) -> bool {
    let mut recorded = errors.iter().map(|(known, _)| known);
    recorded.any(|known| wrappers.are_same(known, failure))
}

impl Observer for Recorder<'_> {
    fn test(&mut self, test: &TestCase) {
        let printed = self.streams.printed(test.number, &test.output);
        self.keep_error(printed);
        if !self.covers_new(&test.inputs) {
            return;
        }
        self.record_test(&test.inputs, &test.outcome);
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let Some(reached) = &mut self.reached else {
            return;
        };
        let end = self.interrupt.ends_at();
        let start = Instant::now();
        let mut run = self.unfinished.replay(&self.original, inputs, steps, end);
        let mut new = reached.add_keeping_failures(&run);
        let is_unfinished = matches!(run.outcome, Outcome::Limit(Limit::Instructions));
        let becomes_test = new && self.covers_sides && self.test_cases != TestCases::None;
        if is_unfinished && becomes_test && steps < MOST_FINISHING {
            // The input becomes a test case, so it is replayed to its end, if the end is near.
            run = self
                .unfinished
                .replay(&self.original, inputs, MOST_FINISHING, end);
            new |= reached.add_keeping_failures(&run);
        }
        self.times.replay += start.elapsed();
        if let Some(failure) = run.outcome.failure() {
            let is_kept = new && (self.covers_sides || self.keeps_witnesses);
            self.record_witness_failure(failure.clone(), &run, inputs, is_kept);
        }
        if new && self.covers_sides {
            self.record_witness(inputs, &run);
        } else if new {
            self.covering_inputs.push(inputs.clone());
            if self.keeps_witnesses {
                self.record_witness(inputs, &run);
            }
        }
    }

    fn bug(&mut self, predicted: &Failure, inputs: &Inputs) -> Confirmation {
        match self.fails(inputs) {
            Some(run) => match is_doubtful(&run) {
                true => Confirmation::Doubtful,
                false => Confirmation::Confirmed,
            },
            None => {
                let text = format!(
                    "not confirmed by replay: {}: {}",
                    predicted.kind.name(),
                    predicted.message
                );
                self.streams.journal.note(&text);
                self.unconfirmed.push(inputs.clone());
                Confirmation::Spurious
            }
        }
    }

    fn grant(&mut self, progress: Progress) -> Grant {
        match self.most_side_work.filter(|_| self.covers_sides) {
            Some(most) if progress.work >= most => Grant::Stop,
            Some(most) => Grant::Until(most),
            None => Grant::Until(u64::MAX),
        }
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        if self.covers_sides {
            return self.error.is_none() && !self.interrupt.is_set();
        }
        let mut corrected = stats.clone();
        if let Some(reached) = &mut self.reached {
            corrected.coverage = reached.counts();
        }
        let shown = self.streams.tick(&corrected);
        self.keep_error(shown);
        self.watchdog.update(|summary| {
            summary.paths.completed = stats.paths.completed;
            summary.paths.errors = stats.paths.errors;
            summary.paths.killed = stats.live;
            summary.instructions = stats.instructions;
            summary.time_s = stats.time.as_secs_f64();
            summary.tests.follow(&self.tests);
        });
        let error = self.writers.as_ref().and_then(Writers::first_error);
        self.note_error(error);
        // The engine checks its own limits, including the time limit. Here, only an interrupt or a write error can
        // stop the exploration.
        self.error.is_none() && !self.interrupt.is_set()
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
        self.names.retain(|_, name| name.starts_with("errors/"));
        self.unconfirmed.clear();
        if let Some(reached) = &mut self.reached {
            reached.start_over();
            self.covering_inputs.clear();
        }
        let emptied = self.streams.start_over();
        self.keep_error(emptied);
        self.earlier_errors = self.errors.len();
        self.watchdog.update(|summary| summary.tests.clear());
        for inputs in seeds {
            self.fails(inputs);
        }
    }

    fn inputs(&self) -> Vec<Inputs> {
        self.unconfirmed.clone()
    }
}
