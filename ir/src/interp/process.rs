//! The state of a running program: memory, inputs, output, active calls.
//!
//! The methods of [`Process`] implement the legality of accesses, the effects of intrinsics, the names of inputs and
//! the messages of failures: all rules except those for computing values and control flow. The interpreter and the
//! engine for machine code both use a process, so they share one implementation of these rules.
//!
//! Invariants: `calls[..depth]` are the active calls, outermost first. `Process::pc` is the current step (decoded
//! instruction) of the innermost call. For every other active call, `Call::pc` is the step that called the next one.
//! No method panics on a verified module.
use super::coverage::{Coverage, Covered, mark};
use super::decode::Code;
use super::memory::Memory;
use super::object::{CHUNK, Origin, Untouched};
use super::snapshot::{ActiveCall, Snapshot};
use super::table::Table;
use super::{ConsumedInput, Note, Run, RunConfig};
use crate::bits::mask;
use crate::bug::{BugKind, CheckKind};
use crate::entities::{Func, Loc, Value};
use crate::input::InputNames;
use crate::inst::InstData;
use crate::jump::SavedPlaces;
use crate::layout::Region;
use crate::module::Module;
use crate::outcome::{Failure, Frame, Limit, Outcome};
use crate::shape::Shape;
use crate::types::Type;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The maximum number of notes (remarks on events that do not end the run) that a run records.
const MAX_NOTES: usize = 100;

/// The outcome of a run that ends early. It is boxed so that the `Result` that each executed instruction returns is
/// small.
pub type Stop = Box<Outcome>;

/// An active call. The fields have fixed offsets, because machine code accesses them.
#[derive(Copy, Clone, Debug, Default)]
#[repr(C)]
pub struct Call {
    /// The index of the called function.
    pub func: u32,
    /// The index of the instruction that made the next active call. For the innermost call, the index of the current
    /// instruction is in [`Process::pc`] instead.
    pub pc: u32,
    /// The region (range of addresses) of the first stack slot; 0 if the function has no slots.
    pub slots: u64,
    /// The region (range of addresses) of the variadic arguments; 0 if the call has none.
    pub variadic: u64,
}

/// The state of a running program, without the values of registers.
pub struct Process<'m> {
    /// The program that runs.
    pub module: &'m Module,
    /// The configuration of the run.
    pub config: &'m RunConfig,
    /// The index of the current instruction of the innermost call.
    pub pc: usize,
    /// The active calls. The entries from index `depth` on are left over from calls that have ended.
    pub calls: Vec<Call>,
    /// The number of active calls.
    pub depth: usize,
    /// The number of bytes that the registers of all active calls take. This number counts towards the memory limit.
    pub(super) registers: u64,
    /// The objects allocated by `alloca`, each with the depth of the call that allocated it.
    pub(super) allocas: Vec<(usize, Region)>,
    /// For each live heap block, the call stack at its allocation, innermost call first. Empty unless leaks are
    /// checked.
    heap_makers: BTreeMap<Region, Vec<Frame>>,
    /// The program points to which `longjmp` can return.
    pub(super) saved: SavedPlaces,
    /// All objects of the run.
    pub(super) memory: Memory,
    /// The decoded functions, by function number; `None` for a function that was not needed yet.
    codes: Vec<Option<Rc<Code>>>,
    /// For each function, whether it was called.
    called: Vec<bool>,
    pub(super) names: InputNames,
    /// The bytes that the test case gives for each input, by name.
    given: FxHashMap<&'m str, &'m [u8]>,
    /// The inputs that the run has read, in order.
    consumed: Vec<ConsumedInput>,
    /// The number of bytes that `consumed` takes. This number counts towards the memory limit, because a loop can read
    /// inputs forever.
    consumed_bytes: u64,
    notes: Vec<Note>,
    pub(super) output: Vec<u8>,
    /// Whether the run is a prefix run, which stops before the first instruction that symbolic execution has to
    /// execute. Such an instruction depends on an input, fails, may compute another value than the compiled program, or
    /// ends the run.
    pub(super) is_prefix: bool,
}

impl<'m> Process<'m> {
    /// Returns the state before the first instruction, with the globals in memory.
    pub fn new(module: &'m Module, config: &'m RunConfig) -> Process<'m> {
        let inputs = config.inputs.objects.iter().rev();
        Process {
            module,
            config,
            pc: 0,
            calls: Vec::new(),
            depth: 0,
            registers: 0,
            allocas: Vec::new(),
            heap_makers: BTreeMap::new(),
            saved: SavedPlaces::default(),
            memory: Memory::new(module),
            codes: vec![None; module.functions.len()],
            called: vec![false; module.functions.len()],
            names: InputNames::default(),
            // If the test case has several inputs of one name, the first is used, as in `Inputs::get`.
            given: inputs.map(|o| (o.name.as_str(), &o.bytes[..])).collect(),
            consumed: Vec::new(),
            consumed_bytes: 0,
            notes: Vec::new(),
            output: Vec::new(),
            is_prefix: false,
        }
    }

    /// Returns the values of the entry function's parameters.
    pub fn entry_args(&self, entry: Func) -> Vec<u128> {
        let params = &self.module.function_signature(entry).params;
        let args = self.config.args.iter().map(|bits| bits.unsigned());
        params
            .iter()
            .zip(args.chain(std::iter::repeat(0)))
            .map(|(ty, value)| value & mask(ty.bits()))
            .collect()
    }

    /// Ends the run and returns the run's result.
    pub fn finish(mut self, outcome: Outcome, instructions: u64) -> Run {
        let outcome = self.check_leaks(outcome);
        let called = self.codes.iter().zip(&self.called);
        let codes = called.filter_map(|(code, &called)| code.as_ref().filter(|_| called));
        Run {
            outcome,
            coverage: Coverage::collect(self.module, codes),
            output: self.output,
            instructions,
            consumed: self.consumed,
            notes: self.notes,
        }
    }

    /// Returns the decoded form of `func`. Decodes the function on first use.
    pub(super) fn code(&mut self, func: Func) -> Rc<Code> {
        let module = self.module;
        let slot = &mut self.codes[func.index()];
        Rc::clone(slot.get_or_insert_with(|| Rc::new(Code::new(module, func))))
    }

    /// Sets the object table, through which machine code accesses objects, and keeps it up to date from now on. Returns
    /// the host addresses of its index and of its entries.
    pub fn keep_table(&mut self, table: Table) -> (u64, u64) {
        self.memory.keep_table(table)
    }

    /// Enters the object at an address into the object table if the bytes of the object are contiguous in host memory,
    /// so that machine code can access the object.
    pub fn open(&mut self, address: u64) {
        self.memory.open(address);
    }

    /// Enters the object at an address into the object table (through which machine code accesses objects) if the
    /// object has at most 4096 bytes. Called for new objects.
    pub fn open_small(&mut self, address: u64) {
        self.memory.open_small(address);
    }

    /// Marks steps of a function as executed.
    pub fn mark_steps(&mut self, func: Func, steps: std::ops::Range<usize>) {
        let code = self.code(func);
        for pc in steps {
            mark::step(&code, pc);
        }
    }

    /// Marks a side of a branch or switch as taken. Side 0 is `then` or the first case in textual order; the last side
    /// is `else` or the default.
    pub fn mark_side(&mut self, func: Func, pc: usize, side: usize) {
        let code = self.code(func);
        if let Some(edge) = code.edge_of_side(pc, side) {
            mark::edge(&code, edge);
        }
    }

    /// Marks a function as called, so that coverage counts its branches.
    pub fn mark_called(&mut self, func: Func) {
        self.called[func.index()] = true;
    }

    /// Makes this run a prefix run, which stops before the first instruction that symbolic execution has to execute.
    /// Such an instruction depends on an input, fails, may compute another value than the compiled program, or ends the
    /// run. Symbolic execution continues with this instruction, which has had no effect yet.
    pub fn stop_before_inputs(&mut self) {
        self.is_prefix = true;
    }

    /// Returns whether this is a prefix run (see [`stop_before_inputs`](Process::stop_before_inputs)).
    pub fn is_prefix(&self) -> bool {
        self.is_prefix
    }

    /// Ends a prefix run before an instruction that symbolic execution must execute, such as the read of an input. Does
    /// nothing in any other run.
    pub(super) fn stop_if_prefix(&self) -> Result<(), Stop> {
        if self.is_prefix {
            return Err(limit(Limit::Interrupt));
        }
        Ok(())
    }

    /// Returns the state of a prefix run, which has stopped before the first instruction that symbolic execution must
    /// execute. `instructions` is the number of executed instructions, and `checks` is the number of executed enabled
    /// checks. `values` contains the computed values of each active call, outermost first. Returns `None` if no call is
    /// active.
    pub fn snapshot(
        self,
        instructions: u64,
        checks: u64,
        values: Vec<Vec<(Value, u128)>>,
    ) -> Option<Snapshot> {
        let mut calls: Vec<ActiveCall> = self.calls[..self.depth]
            .iter()
            .zip(values)
            .map(|(call, values)| ActiveCall::new(call, values))
            .collect();
        calls.last_mut()?.pc = self.pc;
        for (depth, region) in self.allocas {
            calls[depth - 1].allocas.push(region);
        }
        let codes = self.codes.iter().flatten();
        let covered = codes.map(|code| Covered::of(code));
        let covered = covered.filter(|covered| covered.steps.contains(&true));
        let covered = covered.collect();
        let (objects, freed, next) = self.memory.take_apart();
        Some(Snapshot {
            calls,
            objects,
            freed,
            next,
            saved: self.saved,
            output: self.output,
            instructions,
            checks,
            covered,
        })
    }

    /// Checks the memory and time limits in the middle of an instruction, for example of a large copy.
    ///
    /// # Errors
    /// A limit is reached. A prefix run (see [`stop_before_inputs`](Process::stop_before_inputs)) gets no error,
    /// because it must stop before an instruction, not within one.
    pub(super) fn check_resources_within(&self) -> Result<(), Stop> {
        if self.is_prefix {
            return Ok(());
        }
        self.check_resources()
    }

    /// Checks the memory and time limits.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn check_resources(&self) -> Result<(), Stop> {
        let interrupt = self.config.interrupt.as_ref();
        if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(limit(Limit::Interrupt));
        }
        let taken =
            self.memory.stored() + self.registers + self.consumed_bytes + self.output.len() as u64;
        if taken > self.config.max_memory {
            return Err(limit(Limit::Memory));
        }
        if self.config.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(limit(Limit::Time));
        }
        Ok(())
    }

    // ---- Objects and inputs.

    /// Allocates a new object.
    pub(super) fn allocate(
        &mut self,
        origin: Origin,
        size: u64,
        untouched: Untouched,
    ) -> Result<Region, Stop> {
        if size >= CHUNK {
            self.check_resources_within()?;
        }
        let region = self.memory.allocate(origin, size, untouched);
        let region = region.ok_or_else(|| limit(Limit::Memory))?;
        if origin == Origin::Heap && self.config.checks.has(CheckKind::Leak) {
            let stack = self.stack();
            self.heap_makers.insert(region, stack);
        }
        Ok(region)
    }

    /// Ends the lifetime of a heap block.
    pub(super) fn free(&mut self, region: Region) {
        self.memory.kill(region);
        self.heap_makers.remove(&region);
    }

    /// Returns the bytes given for an input, and records that the run read the input. `shape` is its C type.
    pub(super) fn input(
        &mut self,
        name: String,
        size: u64,
        (ty, shape): (Option<Type>, Option<Shape>),
    ) -> &'m [u8] {
        let bytes = self.given.get(name.as_str()).copied();
        let loc = self.loc();
        self.consumed_bytes += (size_of::<ConsumedInput>() + name.len()) as u64;
        self.consumed.push(ConsumedInput {
            name,
            size,
            given: bytes.is_some(),
            ty,
            shape,
            loc,
        });
        bytes.unwrap_or_default()
    }

    /// Returns the value given for a scalar input, little endian.
    pub(super) fn input_value(&mut self, name: String, ty: Type) -> u128 {
        let bytes = self.input(name, ty.bytes(), (Some(ty), None));
        let mut buffer = [0; 16];
        for (to, &from) in buffer.iter_mut().zip(bytes) {
            *to = from;
        }
        u128::from_le_bytes(buffer) & mask(ty.bits())
    }

    // ---- Failures.

    /// Returns the innermost active call; `None` if no call is active.
    pub fn innermost(&self) -> Option<Call> {
        self.depth
            .checked_sub(1)
            .and_then(|last| self.calls.get(last).copied())
    }

    /// Returns the source location of the current instruction; `None` if the instruction has no location.
    fn loc(&mut self) -> Option<Loc> {
        let call = self.innermost()?;
        let code = self.code(Func::from_u32(call.func));
        code.locs.get(self.pc).copied().flatten()
    }

    /// Returns the active calls, innermost first.
    fn stack(&mut self) -> Vec<Frame> {
        let mut stack = Vec::with_capacity(self.depth);
        for index in (0..self.depth).rev() {
            let call = self.calls[index];
            let innermost = index + 1 == self.depth;
            let at = if innermost { self.pc } else { call.pc as usize };
            let func = Func::from_u32(call.func);
            let loc = self.code(func).locs.get(at).copied().flatten();
            stack.push(Frame { func, loc });
        }
        stack
    }

    /// Ends the run with a failure. If the check for `kind` is disabled, records a remark ([`Note`]) instead, and the
    /// run continues.
    pub(super) fn fail(
        &mut self,
        kind: BugKind,
        message: impl FnOnce() -> String,
    ) -> Result<(), Stop> {
        if self.config.checks.has(kind.check()) {
            let failure = Failure {
                kind,
                message: message(),
                stack: self.stack(),
            };
            return Err(Box::new(Outcome::Bug(failure)));
        }
        self.note(format!("{} (ignored: its check is off)", kind.describe()))
    }

    /// Records a note about an event that does not end the run. Notes with the same text and source location are
    /// recorded once. A prefix run ([`stop_before_inputs`](Process::stop_before_inputs)) ends before the event instead.
    pub(super) fn note(&mut self, what: String) -> Result<(), Stop> {
        self.keep_note(what, false)
    }

    /// Records a note that the results of the run may differ from those of the compiled program. A prefix run
    /// ([`stop_before_inputs`](Process::stop_before_inputs)) ends before the current instruction instead.
    pub(super) fn note_inexact(&mut self, what: String) -> Result<(), Stop> {
        self.keep_note(what, true)
    }

    fn keep_note(&mut self, what: String, inexact: bool) -> Result<(), Stop> {
        self.stop_if_prefix()?;
        let loc = self.loc();
        let note = Note { what, loc, inexact };
        if self.notes.len() < MAX_NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Ok(())
    }

    /// Ends the run at an operation that no engine supports.
    pub(super) fn unsupported(&mut self, what: String) -> Stop {
        let loc = self.loc();
        Box::new(Outcome::Unsupported { what, loc })
    }

    /// Ends the run because control reached an `unreachable` instruction.
    pub fn reached_unreachable(&mut self) -> Stop {
        let text = "control reached code that is marked unreachable";
        match self.fail(BugKind::Unreachable, || text.to_owned()) {
            Ok(()) => self.unsupported(text.to_owned()),
            Err(stop) => stop,
        }
    }

    /// Checks for leaks at the end of the program. The source location of the failure is the allocation of the first
    /// block that is never freed. A remark ([`Note`]) gives the location at which the program ended.
    fn check_leaks(&mut self, outcome: Outcome) -> Outcome {
        let blocks = self.memory.heap_blocks;
        let exits = matches!(outcome, Outcome::Exit(_));
        if !exits || blocks == 0 || !self.config.checks.has(CheckKind::Leak) {
            return outcome;
        }
        let message = match blocks {
            1 => "1 heap block is never freed".to_owned(),
            _ => format!(
                "{blocks} heap blocks are never freed, the first of which is allocated here"
            ),
        };
        let end = self.loc().or_else(|| self.only_return_of_main());
        self.notes.extend(end.map(|loc| Note {
            what: "the program ends".to_owned(),
            loc: Some(loc),
            inexact: false,
        }));
        let maker = self.heap_makers.values().next().cloned();
        Outcome::Bug(Failure {
            kind: BugKind::Leak,
            message,
            stack: maker.unwrap_or_else(|| self.stack()),
        })
    }

    /// Returns the source location of the `return` in `main` if there is exactly one; otherwise `None`.
    fn only_return_of_main(&self) -> Option<Loc> {
        let mut functions = self.module.functions.values();
        let main = functions.find(|function| function.name == "main")?;
        let all = main.all_insts().map(|(_, inst)| inst);
        let mut returns = all.filter(|&i| matches!(main.data(i), InstData::Return { .. }));
        match (returns.next(), returns.next()) {
            (Some(only), None) => main.locs(only).first(),
            _ => None,
        }
    }
}

/// Returns the outcome of a run that ends at a limit.
pub(super) fn limit(limit: Limit) -> Stop {
    Box::new(Outcome::Limit(limit))
}
