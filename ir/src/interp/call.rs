//! Executes calls and returns.
use super::machine::{Activation, Flow, Machine, Stepped};
use super::object::{Origin, Untouched};
use super::process::{Call, Process, Stop, limit};
use crate::bits::mask;
use crate::bug::BugKind;
use crate::decode::{CallStep, Callee, Reg, Step};
use crate::entities::{Func, Signature};
use crate::function::StackSlotData;
use crate::layout::{MAX_OBJECT_SIZE, Region, function_at};
use crate::outcome::{Limit, Outcome};
use crate::types::Type;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// The size of one variadic argument in memory, in bytes.
const VARIADIC_BYTES: u64 = 16;

impl Machine<'_> {
    pub(super) fn call(&mut self, step: &CallStep) -> Stepped {
        let func = match step.callee {
            Callee::Direct(func) => func,
            Callee::Indirect { address, signature } => {
                let address = self.get_u64(address);
                let Some(func) = self.process.resolve(address, signature)? else {
                    self.set_result(step.dst, 0);
                    return Ok(Flow::Next);
                };
                func
            }
        };
        let args: SmallVec<[u128; 8]> = step.args.iter().map(|&(reg, _)| self.get(reg)).collect();
        let params = self.process.module.function_signature(func).params.len();
        let (fixed, extra) = args.split_at(params.min(args.len()));
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.process.pc + 1;
        }
        self.enter(func, fixed, extra, step.dst)?;
        Ok(Flow::Switched)
    }

    /// Begins a call: allocates the memory of the variadic arguments, the stack slots and the registers.
    pub(super) fn enter(
        &mut self,
        func: Func,
        fixed: &[u128],
        extra: &[u128],
        dst: Option<(Reg, Type)>,
    ) -> Result<(), Stop> {
        let call = self.process.begin_call(func, extra)?;
        let code = self.process.code(func);
        let base = self.regs.len();
        self.regs.extend_from_slice(&code.initial);
        for (&(param, _), &value) in code.params.iter().zip(fixed) {
            self.regs[base + param as usize] = value;
        }
        self.base = base;
        self.process.registers = 16 * self.regs.len() as u64;
        self.frames.push(Activation {
            code,
            pc: 0,
            base,
            slots: Region(call.slots),
            dst,
        });
        Ok(())
    }

    /// Ends the innermost call and returns to its caller. The return of the entry function ends the run.
    pub(super) fn leave(&mut self, value: Option<u128>) -> Stepped {
        if self.frames.len() <= 1 {
            return Err(Box::new(Outcome::Exit(value.unwrap_or(0) as i32)));
        }
        let dst = self.end_frame();
        self.set_result(dst, value.unwrap_or(0));
        Ok(Flow::Switched)
    }

    /// Ends the innermost call; returns the register of the caller that receives the result, if there is one.
    pub(super) fn end_frame(&mut self) -> Option<(Reg, Type)> {
        let frame = self.frames.pop()?;
        self.process.end_call();
        self.regs.truncate(frame.base);
        self.process.registers = 16 * self.regs.len() as u64;
        if let Some(caller) = self.frames.last() {
            self.base = caller.base;
        }
        frame.dst
    }

    /// Writes the result of a call or intrinsic, truncated to its type, to the register `dst`. Does nothing if `dst`
    /// is `None`.
    pub(super) fn set_result(&mut self, dst: Option<(Reg, Type)>, value: u128) {
        if let Some((reg, ty)) = dst {
            self.set(reg, value & mask(ty.bits()));
        }
    }
}

impl Process<'_> {
    /// Returns the function that the current call instruction calls. For an indirect call, this is the function at
    /// `address`. Returns `None` if the indirect call is illegal and its check is disabled.
    ///
    /// # Errors
    /// The indirect call is illegal and its check is enabled. The call is illegal if there is no function at `address`,
    /// or if this function has another type.
    pub fn resolve_here(&mut self, address: u64) -> Result<Option<Func>, Stop> {
        let Some(call) = self.innermost() else {
            return Ok(None);
        };
        let code = self.code(Func::from_u32(call.func));
        let Some(Step::Call(step)) = code.steps.get(self.pc) else {
            return Ok(None);
        };
        match step.callee {
            Callee::Indirect { signature, .. } => self.resolve(address, signature),
            Callee::Direct(func) => Ok(Some(func)),
        }
    }

    /// Returns the function at `address` if a call with the type `expected` may call it. Returns `None` if such a call
    /// is illegal and its check is disabled.
    fn resolve(&mut self, address: u64, expected: Signature) -> Result<Option<Func>, Stop> {
        let func = function_at(self.module, address);
        if let Some(func) = func
            && self.module.may_call(func, expected)
        {
            return Ok(Some(func));
        }
        let module = self.module;
        self.fail(BugKind::BadCall, || match func {
            Some(func) => {
                let name = &module.functions[func].name;
                format!("call of `{name}` through a pointer to a function of another type")
            }
            None if address == 0 => "call through a null pointer".to_owned(),
            None => format!("call through a pointer that is not a function ({address:#x})"),
        })?;
        Ok(None)
    }

    /// Begins the call that the current instruction makes: allocates the memory of the variadic arguments `extra`, then
    /// the stack slots.
    ///
    /// # Errors
    /// The function has no body, or a limit is reached.
    pub fn begin_call(&mut self, func: Func, extra: &[u128]) -> Result<Call, Stop> {
        let function = &self.module.functions[func];
        if function.is_declaration() {
            return Err(self.unsupported(format!("call of `{}`, which has no body", function.name)));
        }
        if self.depth >= self.config.max_frames {
            return Err(limit(Limit::Stack));
        }
        let too_large = |slot: &StackSlotData| slot.size > MAX_OBJECT_SIZE;
        let objects = 1 + function.slots.len();
        if !self.memory.has_room(objects) || function.slots.values().any(too_large) {
            return Err(limit(Limit::Memory));
        }
        let variadic = self.variadic_area(func, extra)?;
        let mut first = Region::NULL;
        for (slot, data) in &function.slots {
            let origin = Origin::Slot(func, slot);
            let region = self.allocate(origin, data.size, Untouched::Indeterminate)?;
            if slot.index() == 0 {
                first = region;
            }
        }
        let call = Call {
            func: func.as_u32(),
            pc: 0,
            slots: first.0,
            variadic: variadic.0,
        };
        if let Some(caller) = self.depth.checked_sub(1) {
            self.calls[caller].pc = self.pc as u32;
        }
        match self.calls.get_mut(self.depth) {
            Some(place) => *place = call,
            None => self.calls.push(call),
        }
        self.depth += 1;
        self.pc = 0;
        self.mark_called(func);
        Ok(call)
    }

    fn variadic_area(&mut self, func: Func, extra: &[u128]) -> Result<Region, Stop> {
        if extra.is_empty() || !self.module.function_signature(func).variadic {
            return Ok(Region::NULL);
        }
        let size = VARIADIC_BYTES * extra.len() as u64;
        let region = self.allocate(Origin::Variadic, size, Untouched::Zero)?;
        if let Ok((id, _)) = self.memory.find(region.base(), size, true) {
            for (index, &value) in extra.iter().enumerate() {
                let offset = VARIADIC_BYTES * index as u64;
                self.memory.object_mut(id).write(offset, 16, value);
            }
        }
        Ok(region)
    }

    /// Ends the innermost call and the lifetimes of its objects.
    pub fn end_call(&mut self) {
        let Some(call) = self.innermost() else {
            return;
        };
        let slots = self.module.functions[Func::from_u32(call.func)].slots.len() as u64;
        for index in 0..slots {
            self.memory.kill(Region(call.slots + index));
        }
        while let Some(&(depth, region)) = self.allocas.last()
            && depth == self.depth
        {
            self.memory.kill(region);
            self.allocas.pop();
        }
        if call.variadic != 0 {
            self.memory.kill(Region(call.variadic));
        }
        self.depth -= 1;
        self.saved.keep_calls(self.depth);
    }
}
