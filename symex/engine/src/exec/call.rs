//! Execution of calls and returns.
use super::{Executor, Flow, Stepped, Stop};
use crate::code::{CallStep, Callee, Step};
use crate::memory::object::{Background, Kind};
use crate::state::State;
use crate::state::frame::Frame;
use crate::value::Val;
use smallvec::SmallVec;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region, function_at};
use symtool_ir::{BugKind, CheckKind, Func, Limit, Outcome, Signature, Type};

/// The size, in bytes, of one argument in the *variadic area*, the object that contains the variable arguments of a
/// call.
pub(super) const VARIADIC_BYTES: u64 = 16;

impl Executor<'_> {
    pub(super) fn call(&mut self, state: &mut State, step: &CallStep) -> Stepped {
        let func = match step.callee {
            Callee::Direct(func) => func,
            Callee::Indirect { address, signature } => {
                let address = self.enumerate(state, address, 64, "a call target")?;
                match self.callee(state, address.low_u64(), signature)? {
                    Some(func) => func,
                    None => {
                        self.set_constant(state, step.dst, 0);
                        return Ok(Flow::Next);
                    }
                }
            }
        };
        self.check_recursion(state, func)?;
        let args: SmallVec<[(Val, Type); 8]> = step
            .args
            .iter()
            .map(|&(reg, ty)| (state.frame.regs[reg as usize], ty))
            .collect();
        let params = self.program.function_signature(func).params.len();
        let (fixed, extra) = args.split_at(params.min(args.len()));
        let fixed: SmallVec<[Val; 8]> = fixed.iter().map(|&(value, _)| value).collect();
        let frame = self.enter(state, func, &fixed, extra)?;
        let caller = std::mem::replace(&mut state.frame, frame);
        state.callers.push(caller);
        Ok(Flow::Switched)
    }

    /// Returns the callee of an indirect call. Returns `None` if the call is illegal and the check for illegal
    /// calls is disabled; then the call is skipped.
    fn callee(
        &mut self,
        state: &mut State,
        address: u64,
        expected: Signature,
    ) -> Result<Option<Func>, Stop> {
        let func = function_at(self.program, address);
        if let Some(func) = func
            && self.program.may_call(func, expected)
        {
            return Ok(Some(func));
        }
        let kind = BugKind::BadCall;
        let message = match func {
            Some(func) => {
                let name = &self.program.functions[func].name;
                format!("call of `{name}` through a pointer to a function of another type")
            }
            None if address == 0 => "call through a null pointer".to_owned(),
            None => format!("call through a pointer that is not a function ({address:#x})"),
        };
        self.fail(state, kind, message)?;
        Ok(None)
    }

    /// Reports a failure that occurs for every input of the path, and ends the path. If the check of the failure is
    /// disabled, execution continues without a report, and the run becomes incomplete.
    pub fn fail(&mut self, state: &mut State, kind: BugKind, message: String) -> Result<(), Stop> {
        if self.config.failures.checks.has(kind.check()) {
            self.report(state, Arena::TRUE, kind, |_, _| message);
            return Err(Stop::Noted);
        }
        let text = format!("{} (ignored: its check is off)", kind.describe());
        self.incomplete_here(state, text);
        Ok(())
    }

    /// Enters a function: allocates the stack slots and the variadic area (the object for the variable arguments),
    /// sets the registers, and returns the frame.
    pub(super) fn enter(
        &mut self,
        state: &mut State,
        func: Func,
        fixed: &[Val],
        extra: &[(Val, Type)],
    ) -> Result<Frame, Stop> {
        let code = Rc::clone(&self.code);
        let body = code.of(func);
        if body.steps.is_empty() {
            let name = &self.program.functions[func].name;
            return Err(self.unsupported(state, format!("call of `{name}`, which has no body")));
        }
        if state.callers.depth() + 1 >= self.config.limits.max_stack {
            return Err(Stop::Outcome(Box::new(Outcome::Limit(Limit::Stack))));
        }
        self.profile_jump(func, 0);
        let area = self.variadic_area(state, func, extra)?;
        let slots = state.memory.next_region();
        for (name, size) in &body.slots {
            if *size > MAX_OBJECT_SIZE {
                return Err(out_of_memory());
            }
            let name = Rc::clone(name);
            self.allocate(state, Kind::Stack, *size, name, Background::Uninit)?;
        }
        let mut regs = body.initial.clone();
        for (&(param, _), &value) in body.params.iter().zip(fixed) {
            regs[param as usize] = value;
        }
        Ok(Frame {
            func,
            pc: 0,
            regs,
            slots,
            slot_count: body.slots.len() as u32,
            extra: area.into_iter().collect(),
            va_area: area.map_or(0, Region::base),
            iterations: Vec::new(),
        })
    }

    /// Allocates an object and returns its region, the range of addresses that belongs to the object alone. If the
    /// address space is exhausted, the path ends.
    pub fn allocate(
        &mut self,
        state: &mut State,
        kind: Kind,
        size: u64,
        name: Rc<str>,
        background: Background,
    ) -> Result<Region, Stop> {
        let region = state.memory.allocate(kind, size, name, background);
        region.ok_or_else(out_of_memory)
    }

    fn variadic_area(
        &mut self,
        state: &mut State,
        func: Func,
        extra: &[(Val, Type)],
    ) -> Result<Option<Region>, Stop> {
        if extra.is_empty() || !self.program.function_signature(func).variadic {
            return Ok(None);
        }
        let size = VARIADIC_BYTES * extra.len() as u64;
        let name = Rc::from("vla");
        let region = self.allocate(state, Kind::Stack, size, name, Background::Zero)?;
        for (index, &(value, ty)) in extra.iter().enumerate() {
            let value = self.memory_value(value, ty);
            if let Some(object) = state.memory.object_mut(region) {
                let offset = VARIADIC_BYTES * index as u64;
                object.write(&mut self.arena, offset, ty.bytes() as u32, value);
            }
        }
        Ok(Some(region))
    }

    /// Returns from a function: pops the innermost frame. If the function is the entry function, the path ends.
    pub(super) fn leave(&mut self, state: &mut State, value: Option<(Val, Type)>) -> Stepped {
        if !self.end_frame(state) {
            return Err(self.exit(state, value.unwrap_or((Val::ZERO, Type::I32))));
        }
        let code = Rc::clone(&self.code);
        let waiting = &code.of(state.frame.func).steps[state.frame.pc as usize];
        if let Step::Call(call) = waiting {
            self.set_result(state, call.dst, value.map_or(Val::ZERO, |(value, _)| value));
        }
        state.frame.pc += 1;
        Ok(Flow::Returned)
    }

    /// Pops the innermost frame and ends the lifetimes of its objects. For the frame of the entry function it
    /// returns `false` and does nothing.
    pub(super) fn end_frame(&mut self, state: &mut State) -> bool {
        let Some(caller) = state.callers.pop() else {
            return false;
        };
        let frame = std::mem::replace(&mut state.frame, caller);
        for index in 0..u64::from(frame.slot_count) {
            state.memory.kill(Region(frame.slots.0 + index));
        }
        for &region in &frame.extra {
            state.memory.kill(region);
        }
        state.saved.keep_calls(state.callers.depth() + 1);
        true
    }

    /// Ends the path normally, with an exit status that may depend on the input.
    pub fn exit(&mut self, state: &mut State, (status, ty): (Val, Type)) -> Stop {
        let outcome = match status.bits(&self.arena, ty.bits()) {
            Some(bits) => Outcome::Exit(bits.unsigned() as i32),
            None => {
                state.exit_status = Some(status.expr(&mut self.arena, ty.bits()));
                Outcome::Exit(0)
            }
        };
        Stop::Outcome(Box::new(outcome))
    }

    /// Returns whether the checks of the kind `kind`, such as memory checks, are enabled.
    pub fn checks(&self, kind: CheckKind) -> bool {
        self.config.failures.checks.has(kind)
    }
}

fn out_of_memory() -> Stop {
    Stop::Outcome(Box::new(Outcome::Limit(Limit::Memory)))
}
