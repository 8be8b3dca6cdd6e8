//! Concrete replay on the program as it was written.
use crate::concrete::{self, Engine};
use std::time::{Duration, Instant};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Func, Inputs, Module};

/// The time limit of one replay. A replay that reaches it does not confirm a failure.
const REPLAY_TIME: Duration = Duration::from_secs(60);

/// The program before melding. A failure counts only after a replay on this program.
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
        self.replay_within(inputs, u64::MAX)
    }

    /// Runs the program concretely on an input, for at most `steps` instructions.
    pub fn replay_within(&self, inputs: &Inputs, steps: u64) -> interp::Run {
        let config = RunConfig {
            inputs: inputs.clone(),
            checks: self.checks,
            max_instructions: steps,
            deadline: Some(Instant::now() + REPLAY_TIME),
            ..RunConfig::default()
        };
        concrete::run(self.module, self.entry, &config, Engine::Auto)
    }
}

/// Returns whether a real execution may take another path than this replay, because a `long double` operation was
/// inexact. Then a failure is only a possible one.
pub fn is_doubtful(run: &interp::Run) -> bool {
    run.notes.iter().any(|note| note.inexact)
}

/// The number of instructions that replays of unfinished paths may still execute, all together. If the program has
/// an endless loop, so has the replay.
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
    /// Replays an input that takes a certain path. `steps` is the approximate number of instructions to the end of
    /// the path or, if it is unfinished, to the point where it was given up. `u64::MAX` marks a finished path,
    /// whose replay is not limited.
    pub fn replay(&mut self, original: &Original<'_>, inputs: &Inputs, steps: u64) -> interp::Run {
        if steps == u64::MAX {
            return original.replay(inputs);
        }
        let run = original.replay_within(inputs, steps.min(self.left));
        self.left -= run.instructions.min(self.left);
        run
    }
}
