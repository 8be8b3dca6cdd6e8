//! Writes the test cases of a recorder: at once, or in background threads if the exploration has several threads.
use super::Recorder;
use crate::Error;
use crate::driver::cases::{Case, Writers};
use crate::driver::test_list;
use std::time::Instant;
use symtool_engine::report::json;
use symtool_ir::{Inputs, Outcome};

impl Recorder<'_> {
    pub(super) fn keep_error<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Writes a test case, or passes it to a background thread. Returns the path of its file; `None` after a
    /// write error.
    pub(super) fn write_test(
        &mut self,
        number: usize,
        inputs: &Inputs,
        outcome: &Outcome,
    ) -> Option<String> {
        let base = test_list::name(number);
        if self.threads == 1 {
            return self.write_case(base, inputs, outcome);
        }
        let note = format!("{base}: {}", outcome_text(outcome));
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
        // The run log names a test case only after it is on disk.
        for note in writers.written() {
            self.streams.journal.note(&note);
        }
        Some(file)
    }

    pub(super) fn write_case(
        &mut self,
        base: String,
        inputs: &Inputs,
        outcome: &Outcome,
    ) -> Option<String> {
        let case = Case {
            base,
            inputs: inputs.clone(),
            outcome: outcome.clone(),
        };
        let start = Instant::now();
        let written = self.cases.write(&case);
        self.times.writing += start.elapsed();
        let path = self.keep_error(written)?;
        self.streams
            .journal
            .note(&format!("{}: {}", case.base, outcome_text(outcome)));
        Some(path.display().to_string())
    }

    /// Waits until all test cases are on disk.
    pub(super) fn finish_writing(&mut self) {
        if let Some(mut writers) = self.writers.take() {
            writers.finish();
            for note in writers.written() {
                self.streams.journal.note(&note);
            }
            self.note_error(writers.first_error());
        }
    }

    pub(super) fn note_error(&mut self, error: Option<Error>) {
        if self.error.is_none() {
            self.error = error;
        }
    }
}

/// Describes the outcome of a path for `run.log`.
fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Bug(failure) => format!("{}: {}", failure.kind.name(), failure.message),
        outcome => json::outcome_name(outcome),
    }
}
