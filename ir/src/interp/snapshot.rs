//! A run that has stopped before a step that only another engine can do, as plain data.
//!
//! An engine that follows all inputs at once begins like every concrete run: until the first input, nothing depends on
//! one. So a concrete engine may run that beginning, and the other one goes on from what this module describes.
//!
//! Invariants: the innermost call is at the step that has not been executed, every other call at the call it waits for.
//! No input has been made, nothing has been noted.
pub use super::coverage::Covered;
pub use super::object::{Object, Origin, Untouched};
use super::process::Call;
use crate::entities::{Func, Value};
use crate::jump::SavedPlaces;
use crate::layout::Region;

/// A stopped run.
#[derive(Debug)]
pub struct Snapshot {
    /// The active calls, outermost first; at least one.
    pub calls: Vec<ActiveCall>,
    /// The live objects, in the order of their regions.
    pub objects: Vec<(Region, Object)>,
    /// The regions of freed heap blocks.
    pub freed: Vec<Region>,
    /// The region that the next object takes.
    pub next: Region,
    /// What a `longjmp` can go back to; steps are numbered in textual order.
    pub saved: SavedPlaces,
    /// What was printed.
    pub output: Vec<u8>,
    /// Instructions executed.
    pub instructions: u64,
    /// Executed `check` instructions of kinds that are looked for.
    pub checks: u64,
    /// What was reached, by function.
    pub covered: Vec<Covered>,
}

/// An active call.
#[derive(Debug)]
pub struct ActiveCall {
    /// The function.
    pub func: Func,
    /// The number of its step in textual order.
    pub pc: usize,
    /// The region of the first stack slot, if it has any.
    pub slots: Region,
    /// The region of the variadic arguments, if it has any.
    pub variadic: Option<Region>,
    /// Variable-length arrays, in the order in which they were made.
    pub allocas: Vec<Region>,
    /// Values that are not constants, as bits; at least those that may still be used.
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
