//! Callbacks: Rust functions that machine code calls, and that use the code of the interpreter.
//!
//! This file and `machine` contain the unsafe code that interacts with machine code. (`zeroed`, which has its own
//! explanations, allocates memory.) The unsafe blocks are sound for three reasons:
//! 1. Machine code has the address of one [`Context`]. The context lives as long as machine code runs, and both are
//!    used on one thread. While machine code runs outside a callback, no Rust reference to the context exists.
//! 2. Machine code accesses the program's bytes only where the object table allows it. Every operation that moves or
//!    frees bytes first clears the entry of these bytes in the table.
//! 3. Machine code compares the address of each frame (the record of an active call) with `frames_end`, and writes only
//!    frames below it. The memory for saved values has space for the largest record of every frame.
#![allow(unsafe_code)]
use super::Unfit;
use super::context::{Context, STOPPED, pack, unpack};
use super::plan::Callbacks;
use cranelift_entity::EntityRef;
use symtool_ir::layout::Region;
use symtool_ir::{Bits, Func, Limit, Outcome, eval, ops::OPS};

/// The number of instructions between two checks of the limits of memory and time.
const PAUSE: u64 = 1 << 20;

/// Defines a callback: a Rust function that machine code calls. Its first parameters are the context, the frame (record
/// of the call) of the compiled function that calls it, and the number of the current instruction of this function.
macro_rules! callback {
    ($name:ident($context:ident, $frame:ident, $pc:ident $(, $arg:ident)*) -> $result:ty $body:block) => {
        extern "C" fn $name(
            $context: *mut Context<'_>, $frame: u64, $pc: u64 $(, $arg: u64)*
        ) -> $result {
            // SAFETY: machine code passes the context for which it was compiled, and no other reference to
            // the context exists.
            let $context = unsafe { &mut *$context };
            $context.at($frame, $pc);
            $body
        }
    };
}

/// Stores the outcome in the context if `result` is an error. Returns 1 if the run stops, else 0.
fn status(context: &mut Context<'_>, result: Result<(), Box<Outcome>>) -> u64 {
    match result {
        Ok(()) => 0,
        Err(stop) => {
            context.stop(*stop);
            1
        }
    }
}

callback! { load(context, frame, pc, address, len) -> u64 {
    let result = context.process.load(address, len as usize).map(|value| {
        context.pass_value(value);
        context.process.open(address);
    });
    status(context, result)
}}

callback! { store(context, frame, pc, address, len) -> u64 {
    let value = context.passed_value();
    let result = context.process.store(address, len as usize, value);
    context.process.open(address);
    status(context, result)
}}

callback! { check_fails(context, frame, pc) -> u64 {
    let result = context.process.check_fails_here();
    status(context, result)
}}

callback! { intrinsic(context, frame, pc, count) -> u64 {
    let values = context.operands(count as usize);
    let result = context.process.intrinsic_here(&values).map(|value| {
        // The result may be the address of a new object. The object is added to the object table (the table of the
        // objects that machine code may access), for later accesses.
        context.process.open_small(value as u64);
        context.pass_value(value);
    });
    status(context, result)
}}

// Returns the address of the machine code for the function at an address; 0 if the run stops; 1 if the call is skipped.
// The result is cached for the next call at the same call site.
callback! { resolve(context, frame, pc, address, site) -> u64 {
    let entry = resolved(context, address);
    if entry > 1 {
        let at = 2 * site as usize;
        context.sites[at..at + 2].copy_from_slice(&[address, entry]);
    }
    entry
}}

fn resolved(context: &mut Context<'_>, address: u64) -> u64 {
    match context.process.resolve_here(address) {
        Err(stop) => {
            context.stop(*stop);
            0
        }
        Ok(None) => 1,
        Ok(Some(func)) => call_of(context, func),
    }
}

/// Returns the address of the machine code of a function; 0 if the function cannot be called.
fn call_of(context: &mut Context<'_>, func: Func) -> u64 {
    let entry = context.thunks[func.index()];
    if context.process.module.functions[func].is_declaration() {
        // The call of a function without a body ends the run as unsupported, at the source location of the call.
        if let Err(stop) = context.process.begin_call(func, &[]) {
            context.stop(*stop);
        }
        return 0;
    }
    if entry == 0 {
        context.end = Some(Err(Unfit::StrayCall));
    }
    entry
}

callback! { no_body(context, frame, pc, func) -> u64 {
    call_of(context, Func::from_u32(func as u32))
}}

callback! { unreachable(context, frame, pc) -> u64 {
    let stop = context.process.reached_unreachable();
    context.stop(*stop);
    1
}}

// Begins a call of the function `func`; `frame` is the address of the frame (record) of the new call.
callback! { begin(context, frame, func) -> u64 {
    context.back_to_caller();
    let count = std::mem::take(&mut context.extra_count) as usize;
    let extra: Vec<u128> = (0..count)
        .map(|index| {
            // SAFETY: the caller stored `extra_count` arguments of 16 bytes at `extra`, on its stack, just before the
            // call.
            unsafe { (context.extra as *const u128).add(index).read_unaligned() }
        })
        .collect();
    let process = &mut context.process;
    let func = Func::from_u32(func as u32);
    let result = process.begin_call(func, &extra).map(|call| {
        for index in 0..process.module.functions[func].slots.len() as u64 {
            process.open_small(Region(call.slots + index).base());
        }
        process.open_small(Region(call.variadic).base());
    });
    if result.is_err() && context.process.is_prefix() {
        // The call has begun, but the callee has no current instruction yet. So symbolic execution could not continue
        // from here.
        context.end = Some(Err(Unfit::Limit));
        return 1;
    }
    status(context, result)
}}

callback! { end(context, frame, pc) -> u64 {
    context.process.end_call();
    0
}}

// Stops a prefix run (see `crate::run_prefix`) when the entry function is about to return.
callback! { ends(context, frame, pc) -> u64 {
    context.stop(Outcome::Exit(0));
    1
}}

// Grants the run further instructions: returns the increased fuel (number of remaining instructions), or `STOPPED` if
// the run reaches a limit.
callback! { pause(context, frame, pc, fuel) -> i64 {
    if context.process.is_prefix() {
        return pause_beginning(context, fuel as i64);
    }
    let left = fuel as i64;
    let used = context.granted.wrapping_sub(left as u64);
    if used > context.process.config.max_instructions {
        context.end = Some(Err(Unfit::Limit));
        return STOPPED;
    }
    if let Err(stop) = context.process.check_resources() {
        context.stop(*stop);
        context.fuel = left;
        return STOPPED;
    }
    let more = PAUSE.min(context.process.config.max_instructions - used);
    let more = more.max(1).saturating_add_signed(-left.min(0));
    context.granted = context.granted.wrapping_add(more);
    left + more as i64
}}

fn pause_beginning(context: &mut Context<'_>, fuel: i64) -> i64 {
    let (left, checks) = unpack(fuel);
    context.checks += checks;
    let used = context.granted.wrapping_sub(left as u64);
    // Machine code is granted fuel for many instructions at once, so it cannot stop exactly at the instruction limit as
    // the interpreter does. Therefore a prefix run (see `crate::run_prefix`) stops as soon as the next grant of fuel
    // could exceed the limit.
    let most = used.saturating_add(PAUSE + super::MAX_SIZE as u64);
    let result = if most > context.process.config.max_instructions {
        Err(Box::new(Outcome::Limit(Limit::Instructions)))
    } else {
        context.process.check_resources()
    };
    if let Err(stop) = result {
        context.stop(*stop);
        context.fuel = pack(left, 0);
        return STOPPED;
    }
    let more = PAUSE.saturating_add_signed(-left.min(0));
    context.granted = context.granted.wrapping_add(more);
    pack(left + more as i64, 0)
}

// Ends the run because calls nest deeper than the limit of the program or the stack of the host permits.
callback! { overflow(context, frame, pc) -> u64 {
    context.back_to_caller();
    let most = context.process.config.max_frames;
    context.end = Some(if context.depth_of(frame) >= most {
        Ok(Outcome::Limit(Limit::Stack))
    } else {
        Err(Unfit::Limit)
    });
    1
}}

/// Evaluates an operator that is not compiled. `op` is the index of the operator in the table of operators. `from` and
/// `to` are the widths in bits of the operands and the result.
extern "C" fn operator(context: *mut Context<'_>, op: u64, from: u64, to: u64) -> u64 {
    // SAFETY: machine code passes the context for which it was compiled, and no other reference to the
    // context exists.
    let context = unsafe { &mut *context };
    let op = OPS[op as usize].op;
    let operands: Vec<Bits> = context
        .operands(op.arity())
        .into_iter()
        .map(|value| Bits::new(from as u32, value))
        .collect();
    context.pass_value(eval(op, to as u32, &operands).unsigned());
    0
}

/// Returns the addresses of the Rust functions that machine code calls (callbacks).
pub fn callbacks() -> Callbacks {
    Callbacks {
        load: load as *const () as u64,
        store: store as *const () as u64,
        check_fails: check_fails as *const () as u64,
        intrinsic: intrinsic as *const () as u64,
        resolve: resolve as *const () as u64,
        no_body: no_body as *const () as u64,
        unreachable: unreachable as *const () as u64,
        begin: begin as *const () as u64,
        end: end as *const () as u64,
        pause: pause as *const () as u64,
        overflow: overflow as *const () as u64,
        ends: ends as *const () as u64,
        operator: operator as *const () as u64,
    }
}
