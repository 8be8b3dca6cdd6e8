//! The state of a run, shared by machine code and the callbacks in Rust.
use super::Unfit;
use symtool_ir::Outcome;
use symtool_ir::interp::process::{Call, Process};

/// The fuel value with which a function returns to say that the run is over.
pub const STOPPED: i64 = i64::MIN;
/// The size of the frame of one active call, in bytes.
pub const FRAME: i32 = size_of::<Call>() as i32;

/// Returns the fuel of a prefix run as one word: the remaining instructions in the upper half; the checks executed
/// since the last update are subtracted from the whole.
pub fn pack(left: i64, checks: u64) -> i64 {
    (left << 32).wrapping_sub_unsigned(checks)
}

/// Splits the fuel of a prefix run into the remaining instructions and the executed checks.
pub fn unpack(fuel: i64) -> (i64, u64) {
    let checks = fuel.wrapping_neg() as u64 & u64::from(u32::MAX);
    (fuel.wrapping_add_unsigned(checks) >> 32, checks)
}

/// The state of a run. Machine code reads and writes the first fields.
#[repr(C)]
pub struct Context<'m> {
    /// The operand or result of a callback, and the result of a call through a thunk.
    pub value: [u64; 2],
    /// The fuel that remained when the run stopped.
    pub fuel: i64,
    /// In a variadic call, the address of the arguments beyond the named ones.
    pub extra: u64,
    /// The number of these arguments.
    pub extra_count: u64,
    /// The address at which the next record is written: the live values of an active call (see `records`).
    pub record: u64,
    /// The operands of intrinsics and of operators without machine code; `args[2 * i]` is the lower half of operand
    /// i.
    pub args: Vec<u64>,
    /// The coverage marks: one byte for each edge.
    pub marks: Vec<u8>,
    /// A cache for each indirect call site: the address that it last called (at first 0) and the entry of that
    /// function.
    pub sites: Vec<u64>,
    /// The address of the first frame.
    pub frames_at: u64,
    /// For each function, the address of its thunk; 0 if it is not compiled.
    pub thunks: Vec<u64>,
    /// Number of instructions granted as fuel so far.
    pub granted: u64,
    /// Number of checks executed so far, in a prefix run.
    pub checks: u64,
    /// The program's state, which the interpreter uses as well.
    pub process: Process<'m>,
    /// The outcome of the run, or the reason for leaving it to the interpreter; `None` while it runs.
    pub end: Option<Result<Outcome, Unfit>>,
}

impl Context<'_> {
    /// Returns the call depth of a frame, from 0.
    pub fn depth_of(&self, frame: u64) -> usize {
        (frame.wrapping_sub(self.frames_at) / FRAME as u64) as usize
    }

    /// Sets the current position to a step of the function in a frame.
    pub fn at(&mut self, frame: u64, pc: u64) {
        self.process.depth = self.depth_of(frame) + 1;
        self.process.pc = pc as usize;
    }

    /// Sets the current position back to the caller, because the called function has not been entered.
    pub fn back_to_caller(&mut self) {
        let process = &mut self.process;
        process.depth -= 1;
        process.pc = match process.depth.checked_sub(1) {
            Some(caller) => process.calls[caller].pc as usize,
            None => 0,
        };
    }

    /// Ends the run with an outcome.
    pub fn stop(&mut self, outcome: Outcome) {
        self.end = Some(Ok(outcome));
    }

    /// Returns the operands of an intrinsic or operator, which machine code has written to `args`.
    pub fn operands(&self, count: usize) -> Vec<u128> {
        let halves = self.args.chunks_exact(2).take(count);
        halves
            .map(|half| u128::from(half[0]) | u128::from(half[1]) << 64)
            .collect()
    }

    /// Stores a value for machine code to read.
    pub fn pass_value(&mut self, value: u128) {
        self.value = [value as u64, (value >> 64) as u64];
    }

    /// Returns the value that machine code has stored.
    pub fn passed_value(&self) -> u128 {
        u128::from(self.value[0]) | u128::from(self.value[1]) << 64
    }
}
