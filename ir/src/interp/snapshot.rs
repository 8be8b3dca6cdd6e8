//! The state of a run that stopped before a step that only another engine can execute, as plain data.
//!
//! Symbolic execution starts like every concrete run: until the first input, nothing depends on one. So a
//! concrete engine may run this prefix, and the symbolic one continues from the state described here.
//!
//! Invariants: the innermost call is at the step that was not executed, every other call at its pending call.
//! The run has read no input and has no notes.
pub use super::coverage::Covered;
pub use super::object::{Object, Origin, Untouched};
use super::process::Call;
use crate::entities::{Func, Value};
use crate::jump::SavedPlaces;
use crate::layout::Region;

/// The state of a run that stopped before a step.
#[derive(Debug)]
pub struct Snapshot {
    /// The active calls, outermost first; there is at least one.
    pub calls: Vec<ActiveCall>,
    /// The live objects, in the order of their regions.
    pub objects: Vec<(Region, Object)>,
    /// The regions of freed heap blocks.
    pub freed: Vec<Region>,
    /// The region for the next object.
    pub next: Region,
    /// The program points that a `longjmp` can return to; steps are numbered in textual order.
    pub saved: SavedPlaces,
    /// The bytes that the program printed.
    pub output: Vec<u8>,
    /// Number of instructions executed.
    pub instructions: u64,
    /// Number of `check` instructions of enabled kinds that were executed.
    pub checks: u64,
    /// The coverage of each called function.
    pub covered: Vec<Covered>,
}

/// An active call.
#[derive(Debug)]
pub struct ActiveCall {
    /// The called function.
    pub func: Func,
    /// The index of its current step, in textual order.
    pub pc: usize,
    /// The region of the first stack slot, if it has any.
    pub slots: Region,
    /// The region of the variadic arguments, if it has any.
    pub variadic: Option<Region>,
    /// The objects of `alloca` and variable-length arrays, in order of allocation.
    pub allocas: Vec<Region>,
    /// The values of the call other than constants, as bits. At least the live values are included.
    pub values: Vec<(Value, u128)>,
}

impl ActiveCall {
    pub(super) fn new(call: &Call, values: Vec<(Value, u128)>) -> ActiveCall {
        ActiveCall {
            func: Func::from_u32(call.func),
            pc: call.pc as usize,
            slots: Region(call.slots),
            variadic: (call.variadic != 0).then_some(Region(call.variadic)),
            allocas: Vec::new(),
            values,
        }
    }
}
