//! The state of a concrete run that stopped before its first step that depends on an input.
//!
//! Until the first input, symbolic execution is the same as a concrete run. Therefore the interpreter or machine code
//! runs this prefix of the program, and the symbolic engine continues from the state described here.
//!
//! Invariants: the current step of the innermost call is the step before which the run stopped. The current step of
//! every other active call is the step that called the next one. The run has read no input and has no notes.
//!
//! A *region* is a range of addresses that is reserved for one object.
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
    /// The program points to which a `longjmp` can return, with steps numbered in textual order.
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
    /// The current step of the call: the index of an instruction in textual order.
    pub pc: usize,
    /// The region of the first stack slot, if the function has slots.
    pub slots: Region,
    /// The region of the variadic arguments, if the call has any.
    pub variadic: Option<Region>,
    /// The objects of `alloca` and variable-length arrays, in order of allocation.
    pub allocas: Vec<Region>,
    /// The SSA values that the call has computed, as bits. All values that are used later are included; others may be
    /// missing.
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
