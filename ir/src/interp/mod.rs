//! The concrete oracle: runs a module on one input.
//!
//! It decides whether a violation is real (replay), measures coverage, and is what every other engine is
//! compared with. So it is written for exactness first: every rule of memory, naming of inputs and order of
//! allocation that the symbolic engine shares is spelled out here once, on plain numbers.
//!
//! | room | holds |
//! | --- | --- |
//! | `decode` | a function as a flat list of steps over numbered registers |
//! | `object` `memory` | bytes with their initialised marks; regions, lookup, allocation |
//! | [`process`] | what steps act on: memory, inputs, output, active calls, failures; shared with the native engine |
//! | `machine` | the interpreter: registers and the loop |
//! | `pure` `access` `call` `intrinsic` `output` `jump` `check` `terminator` | one instruction class each |
//! | [`printf`] | C's formatted output, shared with the symbolic engine |
//! | [`table`] | the objects as machine code sees them |
//! | `coverage` | from executed steps to source positions and branch sides |
//! | [`snapshot`] | a run that stopped before its first input, for another engine to go on with |
//!
//! Invariants: a register holds its value cut to its width; the host stack is never used for the program's
//! calls; no verified module makes it panic, whatever the input: what cannot go on is an [`Outcome`].
mod access;
mod call;
mod check;
mod coverage;
mod decode;
mod intrinsic;
mod jump;
mod machine;
mod memory;
mod object;
mod output;
pub mod printf;
pub mod process;
mod pure;
pub mod snapshot;
pub mod table;
mod terminator;
#[cfg(test)]
mod tests;

pub use check::check_message;
pub use coverage::{Coverage, Covered};
pub use intrinsic::NO_SLOT;

use crate::bits::Bits;
use crate::bug::Checks;
use crate::entities::{Func, Loc};
use crate::input::Inputs;
use crate::module::Module;
use crate::outcome::Outcome;
use crate::types::Type;
use machine::Machine;
use snapshot::Snapshot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How to run.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// The free inputs; what is missing is zero.
    pub inputs: Inputs,
    /// The failures to look for.
    pub checks: Checks,
    /// Arguments of the entry function; missing ones are zero.
    pub args: Vec<Bits>,
    /// The most instructions to execute.
    pub max_instructions: u64,
    /// The most active calls.
    pub max_frames: usize,
    /// The most bytes the program's memory and output may take.
    pub max_memory: u64,
    /// When to stop, if ever; looked at every few thousand instructions.
    pub deadline: Option<Instant>,
    /// Ends the run soon once it is true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for RunConfig {
    /// No inputs, the default checks, 10,000 calls, 2 GiB, no limit of instructions or time.
    fn default() -> RunConfig {
        RunConfig {
            inputs: Inputs::default(),
            checks: Checks::default(),
            args: Vec::new(),
            max_instructions: u64::MAX,
            max_frames: 10_000,
            max_memory: 2 << 30,
            deadline: None,
            interrupt: None,
        }
    }
}

/// An input that the run asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsumedInput {
    /// Its name.
    pub name: String,
    /// Bytes asked for.
    pub size: u64,
    /// Did [`RunConfig::inputs`] have it? If not, zeros were used.
    pub given: bool,
    /// The type it has in the program, where that is one value of a known type.
    pub ty: Option<Type>,
}

/// Something that makes a run less than exact: an illegal access that was ignored because its check is off,
/// a call of a function without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What happened.
    pub what: String,
    /// Where.
    pub loc: Option<Loc>,
    /// Did the run compute something else than the real program does? What follows may then not happen there.
    pub inexact: bool,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed.
    pub output: Vec<u8>,
    /// Instructions executed.
    pub instructions: u64,
    /// What was reached.
    pub coverage: Coverage,
    /// The inputs it asked for, in order.
    pub consumed: Vec<ConsumedInput>,
    /// Why the run is less than exact; empty if it is exact. At most one note per place and kind.
    pub notes: Vec<Note>,
}

/// Runs `entry` of a verified module to its end.
pub fn run(module: &Module, entry: Func, config: &RunConfig) -> Run {
    Machine::new(module, config, None).run(entry)
}

/// Runs `entry` of a verified module up to the first step that depends on an input, fails, is not exact, ends the run or
/// reaches a limit: the step has not begun. `None` if that is entering `entry`.
pub fn run_prefix(module: &Module, entry: Func, config: &RunConfig) -> Option<Snapshot> {
    Machine::new(module, config, None).run_prefix(entry)
}

/// Like [`run`]; calls `trace` with every position that execution comes to (once for consecutive
/// instructions of the same position).
pub fn run_traced(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    trace: &mut dyn FnMut(Func, Loc),
) -> Run {
    Machine::new(module, config, Some(trace)).run(entry)
}
