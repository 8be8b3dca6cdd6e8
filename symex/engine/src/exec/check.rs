//! Execution of `check` instructions, which fail if their condition is false.
use super::{Executor, Flow, Stepped};
use crate::code::CheckStep;
use crate::state::State;
use crate::value::Val;
use symtool_ir::interp::check_message;

impl Executor<'_> {
    pub(super) fn check(&mut self, state: &mut State, step: &CheckStep) -> Stepped {
        if !self.config.failures.checks.has(step.kind.check()) {
            return Ok(Flow::Next);
        }
        self.stats.checks += 1;
        let cond = state.frame.regs[step.cond as usize];
        let guard = step.guard.map(|g| state.frame.regs[g as usize]);
        if matches!(cond, Val::Const(1)) || matches!(guard, Some(Val::Const(0))) {
            return Ok(Flow::Next);
        }
        let cond = self.condition(cond);
        let mut bad = self.not(cond);
        if let Some(guard) = guard {
            let guard = self.condition(guard);
            bad = self.and(guard, bad);
        }
        self.require_not(state, bad, step.kind, |_, _| {
            check_message(step.kind, step.text.as_deref())
        })?;
        Ok(Flow::Next)
    }
}
