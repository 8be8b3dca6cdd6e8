//! Concrete replay on the program as it was written.
use crate::concrete::{self, Engine};
use std::time::{Duration, Instant};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Func, Inputs, Module};

/// Time limit of one replay. A replay that reaches it confirms nothing.
const REPLAY_TIME: Duration = Duration::from_secs(60);

/// The program before melding: every failure is replayed on it before it counts.
#[derive(Debug)]
pub struct Original<'a> {
    /// Its IR.
    pub module: &'a Module,
    /// The function that execution starts in.
    pub entry: Func,
    /// The enabled checks.
    pub checks: Checks,
}

impl Original<'_> {
    /// Runs the program on an input.
    pub fn replay(&self, inputs: &Inputs) -> interp::Run {
        self.replay_within(inputs, u64::MAX)
    }

    /// Runs the program on an input for at most `steps` instructions.
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

/// Returns whether a real execution may take another path than this replay, because a `long double` lost digits. A failure is then
/// only a possible one.
pub fn is_doubtful(run: &interp::Run) -> bool {
    run.notes.iter().any(|note| note.inexact)
}

/// The instructions that replays of unfinished paths may still take together. An endless loop of the program is endless in a
/// replay, too.
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
    /// Replays a witness of a path. `steps` is the approximate number of instructions to its end or, on an unfinished path, to the
    /// point where it was given up; `u64::MAX` marks a finished path, which has no limit.
    pub fn replay(&mut self, original: &Original<'_>, inputs: &Inputs, steps: u64) -> interp::Run {
        if steps == u64::MAX {
            return original.replay(inputs);
        }
        let run = original.replay_within(inputs, steps.min(self.left));
        self.left -= run.instructions.min(self.left);
        run
    }
}
