//! The state of a run, shared by machine code and its callbacks (Rust functions that machine code calls).
//! *Fuel* is the number of instructions that may still run. A *prefix run* stops before the first step that
//! symbolic execution has to execute, for example a step that depends on an input.
use super::Unfit;
use symtool_ir::Outcome;
use symtool_ir::interp::process::{Call, Process};

/// The value that a compiled function returns instead of the fuel if the run is over.
pub const STOPPED: i64 = i64::MIN;
/// The size in bytes of a frame, which is the record of one active call.
pub const FRAME: i32 = size_of::<Call>() as i32;

/// Returns the fuel of a prefix run (see [`run_prefix`](crate::run_prefix)) as one word: `left * 2^32 - checks`, for
/// `left` remaining instructions and `checks` checks executed since fuel was last granted. Machine code updates both
/// numbers by one subtraction.
pub fn pack(left: i64, checks: u64) -> i64 {
    (left << 32).wrapping_sub_unsigned(checks)
}

/// Splits the word made by [`pack`] into the remaining instructions and the executed checks.
pub fn unpack(fuel: i64) -> (i64, u64) {
    let checks = fuel.wrapping_neg() as u64 & u64::from(u32::MAX);
    (fuel.wrapping_add_unsigned(checks) >> 32, checks)
}

/// The state of a run. Machine code reads and writes some fields, at fixed offsets.
#[repr(C)]
pub struct Context<'m> {
    /// The operand or result of a callback (a Rust function that machine code calls), the 128-bit result of a function,
    /// or any result of a function that was called through its thunk. A thunk is an entry that reads the arguments from
    /// memory.
    pub value: [u64; 2],
    /// The fuel that remained when the run stopped.
    pub fuel: i64,
    /// The address of the variadic arguments of the next call that begins.
    pub extra: u64,
    /// The number of variadic arguments of the next call that begins.
    pub extra_count: u64,
    /// The address at which the next record is written. A record holds the live values of an active call when a prefix
    /// run (see [`run_prefix`](crate::run_prefix)) stops.
    pub record: u64,
    /// The operands of intrinsics, and of operators that are not compiled. `args[2 * i]` is the lower half of
    /// operand i, and `args[2 * i + 1]` the upper half.
    pub args: Vec<u64>,
    /// The coverage marks, one byte each. Each side of a branch or switch has a mark; it is set when control leaves the
    /// block on this side. Each block that ends in another terminator (such as a jump) has one mark; it is set when
    /// control leaves the block.
    pub marks: Vec<u8>,
    /// A cache of two words for each indirect call site. The first word is the address of the function that the site
    /// last called (0 before the first call). The second word is the address of the machine code of this function.
    pub sites: Vec<u64>,
    /// The address of the first frame (the record of the outermost call).
    pub frames_at: u64,
    /// For each function, the address of its thunk: an entry that reads the arguments from memory. 0 if the
    /// function is not compiled.
    pub thunks: Vec<u64>,
    /// The number of instructions granted as fuel so far, including unused fuel.
    pub granted: u64,
    /// The number of checks executed so far. Only a prefix run (see [`run_prefix`](crate::run_prefix)) counts them.
    pub checks: u64,
    /// The state of the program: memory, call stack and output, in the form that the interpreter uses.
    pub process: Process<'m>,
    /// The outcome of the run, or the reason why the interpreter must run the program; `None` while the run continues.
    pub end: Option<Result<Outcome, Unfit>>,
}

impl Context<'_> {
    /// Returns the call depth of the frame at address `frame`; 0 is the outermost call.
    pub fn depth_of(&self, frame: u64) -> usize {
        (frame.wrapping_sub(self.frames_at) / FRAME as u64) as usize
    }

    /// Sets the current position of the run to instruction number `pc` (counted in the function from 0) of an active
    /// call. The frame (record) of this call is at address `frame`.
    pub fn at(&mut self, frame: u64, pc: u64) {
        self.process.depth = self.depth_of(frame) + 1;
        self.process.pc = pc as usize;
    }

    /// Sets the current position of the run to the call instruction of the calling function. Callbacks (Rust functions
    /// that machine code calls) use this method if they run before the first instruction of the callee.
    pub fn back_to_caller(&mut self) {
        let process = &mut self.process;
        process.depth -= 1;
        process.pc = match process.depth.checked_sub(1) {
            Some(caller) => process.calls[caller].pc as usize,
            None => 0,
        };
    }

    /// Sets the outcome of the run. The callback (a Rust function that machine code calls) that uses this method must
    /// then return a value that makes machine code stop.
    pub fn stop(&mut self, outcome: Outcome) {
        self.end = Some(Ok(outcome));
    }

    /// Returns the first `count` operands of an intrinsic or operator, which machine code has written to `args`.
    pub fn operands(&self, count: usize) -> Vec<u128> {
        let halves = self.args.chunks_exact(2).take(count);
        halves
            .map(|half| u128::from(half[0]) | u128::from(half[1]) << 64)
            .collect()
    }

    /// Stores a value in the field `value`, from which machine code reads the result of a callback (a Rust function
    /// that it calls).
    pub fn pass_value(&mut self, value: u128) {
        self.value = [value as u64, (value >> 64) as u64];
    }

    /// Returns the value that machine code has stored in the field `value`: the argument of a callback (a Rust function
    /// that machine code calls), or the exit status at the end of the run.
    pub fn passed_value(&self) -> u128 {
        u128::from(self.value[0]) | u128::from(self.value[1]) << 64
    }
}
