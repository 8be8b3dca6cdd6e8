//! Enters and leaves machine code: allocates the memory of a run, starts its thread and returns its result. A *prefix
//! run* stops before the first step that symbolic execution has to execute, for example one that depends on an input.
//!
//! The documentation of the module `runtime` explains why the unsafe code is sound.
#![allow(unsafe_code)]
use super::compile::{self, Code};
use super::context::{Context, FRAME, STOPPED, unpack};
use super::plan::{Places, Plan, plan};
use super::records::Needed;
use super::runtime::callbacks;
use super::zeroed::Zeroed;
use super::{Unfit, coverage};
use cranelift_entity::EntityRef;
use cranelift_jit::JITModule;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use symtool_ir::interp::process::{Call, Process};
use symtool_ir::interp::snapshot::Snapshot;
use symtool_ir::interp::table::{Entry, Table};
use symtool_ir::interp::{Run, RunConfig};
use symtool_ir::layout::REGION_BITS;
use symtool_ir::task::inherited;
use symtool_ir::{Bits, Func, Limit, Module, Outcome, Value};

/// The size of the host stack of a run, in bytes.
const STACK: usize = 256 << 20;
/// The number of bytes of the host stack that compiled functions must leave free: for callbacks (Rust functions that
/// machine code calls) and for the frame of one compiled function.
const STACK_MARGIN: usize = 4 << 20;
/// The maximum number of frames (records of active calls); memory is reserved for all of them.
const MAX_FRAMES: usize = 1 << 20;
/// The maximum number of objects in the object table (the table of the live objects) at a time.
const MAX_ENTRIES: usize = 1 << 20;
/// The time between two calls of `go_on`, a function that is passed to `run_prefix` and can interrupt the run.
const ASK: Duration = Duration::from_millis(20);
/// The maximum total size of the memory for records, in bytes. A record holds the live values of an active call when a
/// prefix run ([`run_prefix`]) stops.
const MAX_RECORDS: usize = 16 << 30;

/// The memory of compiled code. It is freed when this value is dropped.
pub struct CodeMemory(Option<JITModule>);

impl CodeMemory {
    /// Returns a value that owns the code memory of a compiler module.
    pub fn new(module: JITModule) -> CodeMemory {
        CodeMemory(Some(module))
    }

    /// Returns the compiler module, to which functions can be added.
    pub fn module(&mut self) -> &mut JITModule {
        self.0.as_mut().expect("it is there until it is dropped")
    }
}

impl Drop for CodeMemory {
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: `enter` is the only function that calls code in this memory. It borrows the `Machine` that owns
            // this value, so this value is not dropped while the code runs.
            unsafe { module.free_memory() };
        }
    }
}

/// Runs a module as machine code, on a separate thread with a large stack.
pub fn run(module: &Module, entry: Func, config: &RunConfig) -> Result<Run, Unfit> {
    let job = || {
        let mut machine = Machine::new(module, config, plan(module, entry, config)?)?;
        let outcome = machine.enter()?;
        machine.finish(outcome)
    };
    on_own_stack(job, &mut || true)
}

/// Runs a prefix of a module as machine code. `go_on` is called periodically; to end the run, it sets the interrupt
/// flag of `config`. The value that `go_on` returns is ignored.
pub fn run_prefix(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Snapshot>, Unfit> {
    let job = || {
        let mut plan = plan(module, entry, config)?;
        plan.stop_before_inputs()?;
        let mut machine = Machine::new(module, config, plan)?;
        machine.enter()?;
        Ok(machine.snapshot())
    };
    on_own_stack(job, go_on)
}

/// Runs `job` on a new thread with a large stack. While `job` runs, calls `go_on` periodically on the current thread.
fn on_own_stack<T: Send>(
    job: impl FnOnce() -> Result<T, Unfit> + Send,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<T, Unfit> {
    let (done, waits) = mpsc::channel::<()>();
    let spawned = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("native".into())
            .stack_size(STACK)
            .spawn_scoped(
                scope,
                inherited(|| {
                    // The sender is dropped when the job ends, which wakes the thread that calls `go_on`.
                    let _done = done;
                    job()
                }),
            );
        thread.map(|thread| {
            while waits.recv_timeout(ASK) == Err(RecvTimeoutError::Timeout) {
                go_on();
            }
            thread.join()
        })
    });
    match spawned {
        Ok(Ok(result)) => result,
        // Only the compiler can have panicked: a panic in a Rust function that machine code calls would have ended the
        // whole process.
        Ok(Err(_)) => Err(Unfit::Program("the compiler failed".into())),
        Err(_) => Err(Unfit::Program("there is no memory for its stack".into())),
    }
}

type Thunk = extern "C" fn(frame: u64, fuel: i64, args: u64, count: u64) -> i64;

/// A compiled program with the memory on which it works.
struct Machine<'m> {
    plan: Plan<'m>,
    context: Owned<'m>,
    code: Code,
    /// The memory for the records of a prefix run ([`run_prefix`]); `None` in another run. A record holds the live
    /// values of an active call when a prefix run stops.
    records: Option<Zeroed<u64>>,
}

/// A context on the heap that this value owns and frees. Machine code holds the address of the context.
struct Owned<'m>(*mut Context<'m>);

impl<'m> Owned<'m> {
    fn new(context: Box<Context<'m>>) -> Owned<'m> {
        Owned(Box::into_raw(context))
    }

    /// Returns the context. Must not be called while machine code runs, because machine code then accesses the context.
    fn get(&mut self) -> &mut Context<'m> {
        // SAFETY: the pointer came from a box. Machine code, the only other user of the address, is not
        // running.
        unsafe { &mut *self.0 }
    }

    /// Returns the context as a box. Must be called after machine code has ended.
    fn take(self) -> Box<Context<'m>> {
        // SAFETY: the pointer came from a box, and `drop` does not run for `self`, so the box is returned once.
        let context = unsafe { Box::from_raw(self.0) };
        std::mem::forget(self);
        context
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from a box, and machine code no longer runs.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

impl<'m> Machine<'m> {
    /// Compiles a program. Must be called on the thread that will run the program, at about the same stack
    /// depth, because the machine code contains the lowest permitted stack address.
    fn new(
        module: &'m Module,
        config: &'m RunConfig,
        mut plan: Plan<'m>,
    ) -> Result<Machine<'m>, Unfit> {
        if cfg!(target_endian = "big") {
            return Err(Unfit::Program("the host is big-endian".into()));
        }
        let no_memory = || Unfit::Program("there is no memory for its tables".into());
        let index = Zeroed::<u32>::new(1 << (u64::BITS - REGION_BITS)).ok_or_else(no_memory)?;
        let entries = Zeroed::<Entry>::new(MAX_ENTRIES).ok_or_else(no_memory)?;
        let mut process = Process::new(module, config);
        let table = process.keep_table(Table::new(Box::new(index), Box::new(entries)));
        let frames = config.max_frames.min(MAX_FRAMES);
        process.calls = vec![Call::default(); frames + 1];
        let mut records = None;
        if let Some(needed) = &plan.needed {
            process.stop_before_inputs();
            let most = needed.iter().flatten().map(Needed::most).max().unwrap_or(0);
            let words = 2 * (frames + 1) * most.max(1);
            if words > MAX_RECORDS / size_of::<u64>() {
                return Err(no_memory());
            }
            records = Some(Zeroed::<u64>::new(words).ok_or_else(no_memory)?);
        }
        let frames_at = process.calls.as_ptr() as u64;
        let here = std::ptr::from_ref(&frames) as u64;
        let mut context = Box::new(Context {
            value: [0; 2],
            fuel: 0,
            extra: 0,
            extra_count: 0,
            record: records
                .as_ref()
                .map_or(0, |records| records.as_ptr() as u64),
            args: vec![0; 2 * plan.most_operands],
            marks: vec![0; plan.marks],
            sites: vec![0; 2 * plan.sites],
            frames_at,
            thunks: Vec::new(),
            granted: 0,
            checks: 0,
            process,
            end: None,
        });
        let (args, marks) = (context.args.as_ptr() as u64, context.marks.as_ptr() as u64);
        let sites = context.sites.as_ptr() as u64;
        let context_at = std::ptr::from_mut(&mut *context);
        plan.places = Places {
            context: context_at as u64,
            args,
            marks,
            sites,
            index: table.0,
            entries: table.1,
            frames: frames_at,
            frames_end: frames_at + frames as u64 * FRAME as u64,
            stack_end: here - (STACK - STACK_MARGIN) as u64,
            callbacks: callbacks(),
        };
        let code = compile::compile(&plan)?;
        context.thunks.clone_from(&code.thunks);
        Ok(Machine {
            plan,
            context: Owned::new(context),
            code,
            records,
        })
    }

    /// Calls the entry function; returns the outcome of the run.
    fn enter(&mut self) -> Result<Outcome, Unfit> {
        let entry = self.plan.entry;
        let (frame, args) = {
            let context = self.context.get();
            let process = &context.process;
            if process.module.functions[entry].is_declaration() || process.config.max_frames == 0 {
                return Err(Unfit::Program("its entry cannot be called".into()));
            }
            (context.frames_at, process.entry_args(entry))
        };
        let start = self.code.thunks[entry.index()];
        // SAFETY: `start` is the address of a compiled function with this signature. Its memory lives as long
        // as `code`.
        let start: Thunk = unsafe { std::mem::transmute(start as *const ()) };
        let fuel = start(frame, 0, args.as_ptr() as u64, args.len() as u64);
        let context = self.context.get();
        if fuel == STOPPED {
            return match context.end.take() {
                Some(end) => end,
                None => Err(Unfit::Program("it stopped for no reason".into())),
            };
        }
        context.fuel = fuel;
        // No later call has overwritten the frame (record of the call) of the entry function. The current instruction
        // in this frame is the executed `return`.
        let pc = context.process.calls[0].pc;
        context.at(frame, u64::from(pc));
        Ok(Outcome::Exit(context.passed_value() as i32))
    }

    fn finish(self, outcome: Outcome) -> Result<Run, Unfit> {
        let context = self.context.take();
        let charged = context.granted.wrapping_sub(context.fuel as u64);
        let mut process = context.process;
        let unexecuted = coverage::unexecuted(&process, &self.plan.functions);
        let unexecuted: usize = unexecuted.iter().map(|(_, steps)| steps.len()).sum();
        let executed = charged.wrapping_sub(unexecuted as u64);
        let memory = outcome == Outcome::Limit(Limit::Memory);
        if executed > process.config.max_instructions || memory {
            return Err(Unfit::Limit);
        }
        coverage::report(&mut process, &self.plan.functions, &context.marks);
        Ok(process.finish(outcome, executed))
    }

    /// Returns the snapshot of the state after a prefix run ([`run_prefix`]); `None` if no call is active.
    fn snapshot(self) -> Option<Snapshot> {
        let context = self.context.take();
        let (left, checks) = unpack(context.fuel);
        let mut instructions = context.granted.wrapping_sub(left as u64);
        let mut checks = context.checks + checks;
        let mut process = context.process;
        let needed = self.plan.needed.as_ref()?;
        for (func, steps) in coverage::unexecuted(&process, &self.plan.functions) {
            instructions -= steps.len() as u64;
            checks -= needed[func.index()].as_ref()?.checks(steps);
        }
        coverage::report(&mut process, &self.plan.functions, &context.marks);
        let values = values(self.records.as_deref()?, &process, needed)?;
        process.snapshot(instructions, checks, values)
    }
}

/// Returns, for each active call, outermost first, the live values stored in its record.
fn values(
    records: &[u64],
    process: &Process<'_>,
    needed: &[Option<Needed>],
) -> Option<Vec<Vec<(Value, u128)>>> {
    let mut halves = records.chunks_exact(2);
    let mut values = Vec::with_capacity(process.depth);
    for (index, call) in process.calls[..process.depth].iter().enumerate().rev() {
        let waits = index + 1 < process.depth;
        let pc = if waits { call.pc as usize } else { process.pc };
        let func = Func::from_u32(call.func);
        let function = &process.module.functions[func];
        let needed = needed[func.index()].as_ref()?.at(pc, waits);
        let record = needed.into_iter().map(|value| {
            let half = halves.next()?;
            let bits = u128::from(half[0]) | u128::from(half[1]) << 64;
            let bits = Bits::new(function.ty(value).bits(), bits);
            Some((value, bits.unsigned()))
        });
        values.push(record.collect::<Option<Vec<_>>>()?);
    }
    values.reverse();
    Some(values)
}
