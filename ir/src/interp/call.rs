//! Calls and returns.
use super::decode::{CallStep, Callee, Reg};
use super::machine::{Activation, Flow, Machine, Stepped, Stop, limit};
use super::object::{Origin, Untouched};
use crate::bug::BugKind;
use crate::entities::{Func, Signature};
use crate::layout::{MAX_OBJECT_SIZE, Region, function_at};
use crate::outcome::{Limit, Outcome};
use crate::types::Type;
use smallvec::SmallVec;

/// Bytes of the variadic area that one argument takes.
const VARIADIC_BYTES: u64 = 16;

impl Machine<'_> {
    pub(super) fn call(&mut self, step: &CallStep) -> Stepped {
        let func = match step.callee {
            Callee::Direct(func) => func,
            Callee::Indirect { address, signature } => {
                let Some(func) = self.resolve(self.get_u64(address), signature)? else {
                    self.set_result(step.dst, 0);
                    return Ok(Flow::Next);
                };
                func
            }
        };
        let args: SmallVec<[u128; 8]> = step.args.iter().map(|&(reg, _)| self.get(reg)).collect();
        let fixed = self
            .module
            .function_signature(func)
            .params
            .len()
            .min(args.len());
        let (fixed, extra) = args.split_at(fixed);
        let resume = self.pc + 1;
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = resume;
        }
        self.enter(func, fixed, extra, step.dst)?;
        Ok(Flow::Switched)
    }

    /// The function an indirect call reaches; `None` if it is a failure whose check is off.
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
            None => format!("call through a pointer that is no function ({address:#x})"),
        })?;
        Ok(None)
    }

    /// Makes a frame: variadic area, then stack slots, then registers.
    pub(super) fn enter(
        &mut self,
        func: Func,
        fixed: &[u128],
        extra: &[u128],
        dst: Option<(Reg, Type)>,
    ) -> Result<(), Stop> {
        let function = &self.module.functions[func];
        if function.is_declaration() {
            return Err(self.unsupported(format!("call of `{}`, which has no body", function.name)));
        }
        if self.frames.len() >= self.config.max_frames {
            return Err(limit(Limit::Stack));
        }
        let variadic = self.variadic_area(func, extra)?;
        let mut first = None;
        for (slot, data) in &function.slots {
            if data.size > MAX_OBJECT_SIZE {
                return Err(limit(Limit::Memory));
            }
            let origin = Origin::Slot(func, slot);
            let region = self.allocate(origin, data.size, Untouched::Indeterminate)?;
            first.get_or_insert(region);
        }
        let code = self.code(func);
        let base = self.regs.len();
        self.regs.extend_from_slice(&code.initial);
        for (&param, &value) in code.params.iter().zip(fixed) {
            self.regs[base + param as usize] = value;
        }
        self.base = base;
        self.pc = 0;
        self.frames.push(Activation {
            code,
            pc: 0,
            base,
            slots: first.unwrap_or(Region::NULL),
            variadic,
            allocas: Vec::new(),
            dst,
        });
        Ok(())
    }

    fn variadic_area(&mut self, func: Func, extra: &[u128]) -> Result<Option<Region>, Stop> {
        if extra.is_empty() || !self.module.function_signature(func).variadic {
            return Ok(None);
        }
        let size = VARIADIC_BYTES * extra.len() as u64;
        let region = self.allocate(Origin::Variadic, size, Untouched::Zero)?;
        if let Ok((id, _)) = self.memory.find(region.base(), size, true) {
            for (index, &value) in extra.iter().enumerate() {
                let offset = VARIADIC_BYTES * index as u64;
                self.memory.object_mut(id).write(offset, 16, value);
            }
        }
        Ok(Some(region))
    }

    /// Ends the innermost frame; the entry function's return ends the run.
    pub(super) fn leave(&mut self, value: Option<u128>) -> Stepped {
        if self.frames.len() <= 1 {
            return Err(Box::new(Outcome::Exit(value.unwrap_or(0) as i32)));
        }
        let Some(frame) = self.frames.pop() else {
            return Ok(Flow::Switched);
        };
        self.end_objects(&frame);
        self.regs.truncate(frame.base);
        if let Some(caller) = self.frames.last() {
            self.base = caller.base;
        }
        self.set_result(frame.dst, value.unwrap_or(0));
        Ok(Flow::Switched)
    }

    fn end_objects(&mut self, frame: &Activation) {
        let slots = self.module.functions[frame.code.func].slots.len() as u64;
        for index in 0..slots {
            self.memory.kill(Region(frame.slots.0 + index));
        }
        for &region in frame.allocas.iter().chain(&frame.variadic) {
            self.memory.kill(region);
        }
    }
}
