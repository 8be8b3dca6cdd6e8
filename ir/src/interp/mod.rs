//! The concrete interpreter: runs a module on one input.
//!
//! The interpreter is the reference for all other engines. It confirms each failure that another engine finds (replay)
//! and measures coverage, and the tests compare every other engine with it. So exact results have priority over speed.
//! The interpreter implements the rules of memory, input names and allocation order on concrete numbers, and the
//! symbolic engine follows the same rules.
//!
//! | module | contents |
//! | --- | --- |
//! | `decode` | a decoded function with initial register values and coverage marks |
//! | `object` `memory` | bytes with their initialization marks; regions (ranges of addresses, one for each object), lookup, allocation |
//! | [`process`] | the program's state: memory, inputs, output, active calls, failures; shared with the execution of machine code |
//! | `machine` | the interpreter: registers and the main loop |
//! | `pure` `access` `call` `intrinsic` `output` `jump` `check` `terminator` | the execution of one kind of instruction each |
//! | [`printf`] | C's formatted output, shared with the symbolic engine |
//! | [`table`] | the object table that machine code reads |
//! | `coverage` | the map from executed steps (decoded instructions) to source locations and branch sides |
//! | [`snapshot`] | the state of a run that stopped before its first input, from which symbolic execution continues |
//!
//! Invariants: a register holds its value truncated to its width. The program's calls never use the host stack. No
//! verified module causes a panic, whatever the input: an operation that cannot continue ends the run with an
//! [`Outcome`].
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

pub use check::{check_message, missing_text};
pub use coverage::{Coverage, Covered};
pub use intrinsic::NO_SLOT;

use crate::bits::Bits;
use crate::bug::Checks;
use crate::entities::{Func, Loc};
use crate::input::Inputs;
use crate::module::Module;
use crate::outcome::Outcome;
use crate::shape::Shape;
use crate::types::Type;
use machine::Machine;
use snapshot::Snapshot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The configuration of a run.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// The values of the symbolic inputs. An input without a value here is zero.
    pub inputs: Inputs,
    /// The checks that are enabled.
    pub checks: Checks,
    /// The arguments of the entry function. A parameter without an argument here is zero.
    pub args: Vec<Bits>,
    /// The maximum number of executed instructions.
    pub max_instructions: u64,
    /// The maximum number of active calls.
    pub max_frames: usize,
    /// The maximum size of the program's memory and output in bytes.
    pub max_memory: u64,
    /// The time at which the run ends; `None` means no limit. The interpreter compares this time with the clock every
    /// 16,384 instructions, and machine code about every million instructions, so the run may end a little later.
    pub deadline: Option<Instant>,
    /// A flag that another thread may set; the run ends soon after the flag becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for RunConfig {
    /// Returns a configuration with no inputs, the default checks, at most 10,000 nested calls and 2 GiB of memory,
    /// and no limit on instructions or time.
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

/// A symbolic input that the run read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsumedInput {
    /// The name of the input.
    pub name: String,
    /// The size of the input in bytes.
    pub size: u64,
    /// Whether [`RunConfig::inputs`] contains the input. If not, zeros were used.
    pub given: bool,
    /// The type of the input, if the input is a single value of a known scalar type. `None` for the bytes of an object.
    pub ty: Option<Type>,
    /// The C type of the input, if the program states it; the input may consist of several values of this type.
    pub shape: Option<Shape>,
    /// The source location of the read.
    pub loc: Option<Loc>,
}

/// A remark on a run, for example an illegal access that was ignored because its check is disabled, or a call of a
/// function without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A description of the event.
    pub what: String,
    /// The source location of the event.
    pub loc: Option<Loc>,
    /// Whether a computed value may differ from the value in the compiled program. If so, the compiled program may take
    /// another path, on which a later failure of this run does not occur.
    pub inexact: bool,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The way in which the run ended.
    pub outcome: Outcome,
    /// The bytes that the program printed.
    pub output: Vec<u8>,
    /// Number of instructions executed.
    pub instructions: u64,
    /// The coverage of the run.
    pub coverage: Coverage,
    /// The symbolic inputs that the run read, in order.
    pub consumed: Vec<ConsumedInput>,
    /// Remarks on the run, at most one with the same text and source location.
    pub notes: Vec<Note>,
}

/// Runs `entry` of a verified module to its end.
pub fn run(module: &Module, entry: Func, config: &RunConfig) -> Run {
    Machine::new(module, config, None).run(entry)
}

/// Runs `entry` of a verified module up to the first step that symbolic execution has to execute, and returns the
/// state before this step. Such a step depends on an input, fails, may compute another value than the compiled program
/// ([`Note::inexact`]), ends the run or reaches a limit. Returns `None` if the run stops before `entry` is called.
pub fn run_prefix(module: &Module, entry: Func, config: &RunConfig) -> Option<Snapshot> {
    Machine::new(module, config, None).run_prefix(entry)
}

/// Runs `entry` of a verified module to its end, and calls `trace` with every source location that is executed,
/// once for consecutive instructions at the same location.
pub fn run_traced(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    trace: &mut dyn FnMut(Func, Loc),
) -> Run {
    Machine::new(module, config, Some(trace)).run(entry)
}
