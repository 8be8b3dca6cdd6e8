//! The state of a concrete run that stopped before the first instruction that symbolic execution has to execute, for
//! example an instruction that depends on an input.
//!
//! Until the first input, symbolic execution is the same as a concrete run. Therefore the interpreter or machine code
//! runs this part of the program, and the symbolic engine continues from the state described here.
//!
//! Invariants: the current instruction of the innermost call is the one before which the run stopped. The current
//! instruction of every other active call is the one that made the next call. The run has read no input and has
//! recorded no remarks ([`Note`](super::Note)).
//!
//! A *region* is a range of addresses that is reserved for one object.
pub use super::coverage::Covered;
pub use super::object::{Object, Origin, Untouched};
use super::process::Call;
use crate::entities::{Func, Value};
use crate::jump::SavedPlaces;
use crate::layout::Region;

/// The state of a run that stopped before the first instruction that symbolic execution has to execute.
#[derive(Debug)]
pub struct Snapshot {
    /// The active calls, outermost first; there is at least one.
    pub calls: Vec<ActiveCall>,
    /// The live objects, each with its region (range of addresses), in the order of the regions.
    pub objects: Vec<(Region, Object)>,
    /// The regions (ranges of addresses) of freed heap blocks.
    pub freed: Vec<Region>,
    /// The region (range of addresses) for the next object that is allocated.
    pub next: Region,
    /// The program points to which a `longjmp` can return. Their instructions are numbered in textual order.
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
    /// The index of the current instruction of the call, in textual order.
    pub pc: usize,
    /// The region (range of addresses) of the first stack slot, if the function has slots.
    pub slots: Region,
    /// The region (range of addresses) of the variadic arguments, if the call has any.
    pub variadic: Option<Region>,
    /// The regions of the objects of `alloca` and of variable-length arrays, in order of allocation.
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
