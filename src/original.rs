//! The original program, before melding, and concrete replays on it.
use crate::concrete::{self, Engine};
use std::time::{Duration, Instant};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Func, Inputs, Module};

/// The time limit of one replay. A replay that exceeds this limit does not confirm a failure.
const REPLAY_TIME: Duration = Duration::from_secs(60);

/// The program before melding. A failure counts as a violation only if a replay on this program confirms it.
#[derive(Debug)]
pub struct Original<'a> {
    /// The IR of the program.
    pub module: &'a Module,
    /// The function in which execution starts.
    pub entry: Func,
    /// The checks that are enabled.
    pub checks: Checks,
}

impl Original<'_> {
    /// Runs the program concretely on an input.
    pub fn replay(&self, inputs: &Inputs) -> interp::Run {
        self.replay_within(inputs, u64::MAX, None)
    }

    /// Runs the program concretely on an input, for at most `steps` instructions and until the time `end`, if any.
    fn replay_within(&self, inputs: &Inputs, steps: u64, end: Option<Instant>) -> interp::Run {
        let deadline = Instant::now() + REPLAY_TIME;
        let config = RunConfig {
            inputs: inputs.clone(),
            checks: self.checks,
            max_instructions: steps,
            deadline: Some(end.map_or(deadline, |end| end.min(deadline))),
            ..RunConfig::default()
        };
        concrete::run(self.module, self.entry, &config, Engine::Auto)
    }
}

/// Returns whether the replay used an inexact value: the result of a rounded `long double` operation, or of a function
/// that has neither a body nor an implementation in symtool. A real execution may compute another value and take
/// another path. So a failure of such a replay is reported as possible, not as confirmed.
pub fn is_doubtful(run: &interp::Run) -> bool {
    run.notes.iter().any(|note| note.inexact)
}

/// The limit for replays of unfinished paths: the number of instructions that all further replays together may execute.
/// The limit is needed because the program need not terminate on the input of an unfinished path.
#[derive(Clone, Debug)]
pub struct UnfinishedReplays {
    left: u64,
}

impl Default for UnfinishedReplays {
    fn default() -> UnfinishedReplays {
        UnfinishedReplays { left: 200_000_000 }
    }
}

impl UnfinishedReplays {
    /// Replays an input of a finished or unfinished path. For an unfinished path, `steps` is the approximate number of
    /// instructions up to the point at which the exploration stopped on this path. The replay stops after this number
    /// or at the time `end`, so that it does not exceed the time limit of the run. For a finished path, `steps` is
    /// `u64::MAX`, and the replay has no such limit.
    pub fn replay(
        &mut self,
        original: &Original<'_>,
        inputs: &Inputs,
        steps: u64,
        end: Option<Instant>,
    ) -> interp::Run {
        if steps == u64::MAX {
            return original.replay(inputs);
        }
        let run = original.replay_within(inputs, steps.min(self.left), end);
        self.left -= run.instructions.min(self.left);
        run
    }
}
