//! The state shared by machine code and callbacks.
use super::Unfit;
use symtool_ir::Outcome;
use symtool_ir::interp::process::{Call, Process};

/// The fuel that a function returns when the run is over.
pub const STOPPED: i64 = i64::MIN;
/// Bytes of one active call.
pub const FRAME: i32 = size_of::<Call>() as i32;

/// The fuel of a prefix run: remaining instructions in the upper half; the checks executed since the last
/// update are subtracted from the whole.
pub fn pack(left: i64, checks: u64) -> i64 {
    (left << 32).wrapping_sub_unsigned(checks)
}

/// The remaining instructions and the executed checks.
pub fn unpack(fuel: i64) -> (i64, u64) {
    let checks = fuel.wrapping_neg() as u64 & u64::from(u32::MAX);
    (fuel.wrapping_add_unsigned(checks) >> 32, checks)
}

/// The state of a run. The first fields are read and written by machine code.
#[repr(C)]
pub struct Context<'m> {
    /// The argument or result of a callback, and the result of a call through a thunk.
    pub value: [u64; 2],
    /// The remaining fuel when the run stopped.
    pub fuel: i64,
    /// The address of the surplus arguments of a variadic call.
    pub extra: u64,
    /// The number of surplus arguments.
    pub extra_count: u64,
    /// The address of the next record of an active call; see `records`.
    pub record: u64,
    /// Operands of intrinsics and of operators that are not compiled; `args[2 * i]` is the lower half of operand i.
    pub args: Vec<u64>,
    /// Coverage: one byte for each edge.
    pub marks: Vec<u8>,
    /// By indirect call site: the address of its last call, 0 at first, and the entry of that function.
    pub sites: Vec<u64>,
    /// The first frame.
    pub frames_at: u64,
    /// By function: the address of its thunk, 0 if it is not compiled.
    pub thunks: Vec<u64>,
    /// Instructions granted so far.
    pub granted: u64,
    /// Checks counted so far, in a prefix run.
    pub checks: u64,
    /// The program.
    pub process: Process<'m>,
    /// The end of the run, once it is known.
    pub end: Option<Result<Outcome, Unfit>>,
}

impl Context<'_> {
    /// The depth of a frame, from 0.
    pub fn depth_of(&self, frame: u64) -> usize {
        (frame.wrapping_sub(self.frames_at) / FRAME as u64) as usize
    }

    /// Sets the current position: a step of the function in a frame.
    pub fn at(&mut self, frame: u64, pc: u64) {
        self.process.depth = self.depth_of(frame) + 1;
        self.process.pc = pc as usize;
    }

    /// Resets the position to the caller of the innermost frame, which is not entered yet.
    pub fn back_to_caller(&mut self) {
        let process = &mut self.process;
        process.depth -= 1;
        process.pc = match process.depth.checked_sub(1) {
            Some(caller) => process.calls[caller].pc as usize,
            None => 0,
        };
    }

    /// Sets the end of the run.
    pub fn stop(&mut self, outcome: Outcome) {
        self.end = Some(Ok(outcome));
    }

    /// The operands of an intrinsic or operator.
    pub fn operands(&self, count: usize) -> Vec<u128> {
        let halves = self.args.chunks_exact(2).take(count);
        halves
            .map(|half| u128::from(half[0]) | u128::from(half[1]) << 64)
            .collect()
    }

    /// Passes a value to machine code.
    pub fn pass_value(&mut self, value: u128) {
        self.value = [value as u64, (value >> 64) as u64];
    }

    /// The value that machine code passed.
    pub fn passed_value(&self) -> u128 {
        u128::from(self.value[0]) | u128::from(self.value[1]) << 64
    }
}
