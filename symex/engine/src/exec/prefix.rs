//! Execution of the start of a program by a concrete engine, and continuation from its result.
//!
//! Before its first input a program has a single path, which a concrete engine executes much faster than the symbolic
//! interpreter. The concrete engine stops before the first step that depends on an input, fails, or has an inexact
//! result (such as a rounded `long double`). It returns a snapshot. The first state gets the memory, calls, output,
//! coverage and counters of the snapshot, as if it had executed the steps itself. So the results do not depend on the
//! use of the concrete engine.
use super::Executor;
use super::run::TIME_SLICE;
use crate::code::FnCode;
use crate::memory::object::{Background, Kind, Object};
use crate::state::frame::{CallStack, Frame};
use crate::state::{State, StateId};
use crate::value::Val;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use symtool_ir::interp::RunConfig;
use symtool_ir::interp::snapshot::{self, ActiveCall, Origin, Snapshot, Untouched};
use symtool_ir::{Bits, Function};

/// The maximum memory, in bytes, that the program may use in the concrete engine, which executes the start of the
/// program.
const MAX_MEMORY: u64 = 2 << 30;

impl Executor<'_> {
    /// If the first state has executed the warm-up instructions ([`Prefix::warm_up`](crate::config::Prefix::warm_up))
    /// without reading an input, runs the program once more from its start in the concrete engine, and advances the
    /// state to the end of this run. The concrete engine runs at most once. If an unwinding bound is set, the concrete
    /// engine does not run at all, because it does not count loop iterations.
    pub(super) fn run_prefix(&mut self, state: &mut State) {
        let Some(prefix) = self
            .config
            .prefix
            .filter(|_| !self.prefix_tried && self.unwinding.is_none())
        else {
            return;
        };
        let size = self.program.functions.values().map(Function::inst_count);
        let enough = prefix.warm_up + prefix.warm_up_per_instruction * size.sum::<usize>() as u64;
        if self.stats.instructions < enough {
            return;
        }
        self.prefix_tried = true;
        if !self.is_concrete(state) {
            return;
        }
        let config = self.prefix_config();
        let stop = config.interrupt.clone().unwrap_or_default();
        let program = self.program;
        let mut go_on = || {
            self.check_limits();
            stop.store(self.halt.is_some(), Ordering::Relaxed);
            self.halt.is_none()
        };
        let snapshot = (prefix.run)(program, state_entry(state), &config, &mut go_on);
        if let Some(snapshot) = snapshot
            && snapshot.instructions > self.stats.instructions
            && snapshot.instructions <= config.max_instructions
        {
            self.restore_snapshot(state, snapshot);
        }
    }

    /// Returns whether a snapshot of the concrete engine may replace the data of a state: the state is the first one
    /// and has no symbolic data.
    fn is_concrete(&self, state: &State) -> bool {
        state.id == StateId(0)
            && self.live.next_id == 1
            && self.inputs.symbols.is_empty()
            && self.notes.incomplete.is_empty()
            && self.stats.paths.forks == 0
            && state.path.is_empty()
            && state.preferences.is_empty()
    }

    fn prefix_config(&self) -> RunConfig {
        RunConfig {
            checks: self.config.failures.checks,
            max_instructions: self.config.limits.max_instructions.unwrap_or(u64::MAX),
            max_frames: self.config.limits.max_stack,
            // The concrete engine may use at most a quarter of the memory limit. When the engine has ended, the process
            // contains two copies of the program's memory: one in the concrete engine and one in exploration. Moreover,
            // exploration needs more memory later.
            max_memory: self
                .config
                .limits
                .max_memory
                .map_or(MAX_MEMORY, |most| (most / 4).min(MAX_MEMORY)),
            deadline: self
                .config
                .limits
                .max_time
                .map(|limit| self.clock.started + limit),
            interrupt: Some(Arc::new(AtomicBool::new(false))),
            ..RunConfig::default()
        }
    }

    /// Sets the memory, call stack, output and counters of the first state to those of `snapshot`, the result of the
    /// concrete engine.
    fn restore_snapshot(&mut self, state: &mut State, snapshot: Snapshot) {
        self.stats.instructions = snapshot.instructions;
        self.stats.checks = snapshot.checks;
        // The next time slice ends at the step at which it would end if the concrete engine had not run. So the limits
        // are checked at the same steps as without the concrete engine.
        self.clock.slice = TIME_SLICE - (snapshot.instructions % u64::from(TIME_SLICE)) as u32;
        self.coverage.add(&snapshot.covered, &self.code);
        state.covers_new = true;
        state.saved = snapshot.saved;
        state.output = rpds::List::new();
        if !snapshot.output.is_empty() {
            state.output.push_front_mut(Rc::from(snapshot.output));
        }
        let mut frames = snapshot
            .calls
            .iter()
            .map(|call| self.frame(call))
            .collect::<Vec<_>>();
        if let Some(innermost) = frames.pop() {
            state.frame = innermost;
        }
        state.callers = CallStack::default();
        for frame in frames {
            state.callers.push(frame);
        }
        state.memory = self.fresh_memory();
        for (region, object) in snapshot.objects {
            // Constant objects are not restored, because their contents never change.
            if object.left {
                state.memory.restore_left(region, object.life);
            } else if !object.constant {
                let object = self.object(&object);
                state.memory.restore(region, object);
            }
        }
        for region in snapshot.freed {
            state.memory.restore_freed(region);
        }
        state.memory.restore_next(snapshot.next);
    }

    fn frame(&mut self, call: &ActiveCall) -> Frame {
        let code = Rc::clone(&self.code);
        let body: &FnCode = code.of(call.func);
        let function = &self.program.functions[call.func];
        let mut regs = body.initial.clone();
        for &(value, bits) in &call.values {
            let reg = body.regs.get(value.as_u32() as usize).copied().unwrap_or(0);
            if reg != 0 {
                let bits = Bits::new(function.ty(value).bits(), bits);
                regs[reg as usize] = Val::from_bits(&mut self.arena, bits);
            }
        }
        let extra = call.variadic.iter().chain(&call.allocas);
        Frame {
            func: call.func,
            pc: call.pc as u32,
            regs,
            slots: call.slots,
            slot_count: body.slots.len() as u32,
            extra: extra.copied().collect(),
            va_area: call.variadic.map_or(0, symtool_ir::layout::Region::base),
            iterations: Vec::new(),
        }
    }

    fn object(&self, from: &snapshot::Object) -> Object {
        let (kind, name) = match from.origin {
            Origin::Global(global) => (Kind::Global, &*self.program.globals[global].name),
            Origin::Slot(func, slot) => {
                let slot = &self.program.functions[func].slots[slot];
                (Kind::Stack, &*slot.name)
            }
            Origin::Heap => (Kind::Heap, "heap"),
            Origin::Library => (Kind::Stack, super::models::LIBRARY_BLOCK),
            Origin::Vla | Origin::Variadic => (Kind::Stack, "vla"),
        };
        let background = match from.untouched {
            Untouched::Zero => Background::Zero,
            Untouched::Indeterminate => Background::Uninit,
        };
        let mut object = Object::new(kind, from.size, Rc::from(name), background);
        object.life = from.life;
        for (offset, bytes, marks) in from.pieces() {
            object.restore(offset, bytes, marks);
        }
        object
    }
}

/// Returns the function of the outermost call.
fn state_entry(state: &State) -> symtool_ir::Func {
    state.callers.iter().last().unwrap_or(&state.frame).func
}
