//! Symbolic execution of direct calls, and of calls through pointers. A pointer may denote one of several
//! functions.
use super::{Dest, Exit, Flow, NodeEncoder, NodeState, Stepped, unconditional, unsupported};
use crate::graph::{Goal, Side};
use std::rc::Rc;
use symtool_engine::code::{CallStep, Callee, FnCode};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::function_at;
use symtool_ir::{BugKind, Func, Signature};

impl NodeEncoder<'_, '_> {
    pub(super) fn call_step(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        step: &CallStep,
    ) -> Stepped {
        let mut args = Vec::with_capacity(step.args.len());
        for &(reg, _) in &step.args {
            args.push(self.get(body, state, reg)?);
        }
        let args: Rc<[ExprId]> = Rc::from(args);
        let (address, signature) = match step.callee {
            Callee::Direct(func) => {
                self.callable(func, args.len())?;
                return Ok(Flow::End(vec![unconditional(
                    Arena::TRUE,
                    Dest::Call(func, args),
                )]));
            }
            Callee::Indirect { address, signature } => (self.get(body, state, address)?, signature),
        };
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported(
                "a call through a pointer with many possible targets",
            ));
        }
        // There is one exit for each callee, and one for each address that is no valid callee.
        let mut callees: Vec<(Func, ExprId)> = Vec::new();
        let mut exits = Vec::new();
        for (cond, leaf) in leaves {
            match self.callee(leaf, signature, args.len()) {
                Ok(func) => match callees.iter_mut().find(|(known, _)| *known == func) {
                    Some((_, when)) => {
                        let (a, b) = (
                            self.unrolling.arena.not(*when),
                            self.unrolling.arena.not(cond),
                        );
                        let neither = self.unrolling.arena.and(a, b);
                        *when = self.unrolling.arena.not(neither);
                    }
                    None => callees.push((func, cond)),
                },
                Err(goal) => exits.push(failing_exit(cond, goal)),
            }
        }
        exits.extend(callees.into_iter().map(|(func, cond)| Exit {
            cond,
            to: Dest::Call(func, Rc::clone(&args)),
            side: Side::Case,
        }));
        Ok(Flow::End(exits))
    }

    /// Returns the function that a call through the constant address `address` executes, or the goal (failure) that
    /// the call reaches.
    fn callee(&self, address: ExprId, signature: Signature, args: usize) -> Result<Func, Goal> {
        let Some(bits) = self.unrolling.arena.as_const(address) else {
            return Err(unsupported(
                "a call through a pointer that depends on the path or on inputs",
            ));
        };
        match function_at(self.unrolling.program.module, bits.low_u64()) {
            Some(func) if self.unrolling.program.module.may_call(func, signature) => {
                self.callable(func, args)?;
                Ok(func)
            }
            _ => {
                let text = "call through a pointer to no function of this type";
                Err(self.illegal(BugKind::BadCall, text.to_owned()))
            }
        }
    }

    /// Returns an error if a call of the function `func` is not supported.
    fn callable(&self, func: Func, args: usize) -> Result<(), Goal> {
        let function = &self.unrolling.program.module.functions[func];
        if function.is_declaration() {
            let text = format!("a call of `{}` without a body", function.name);
            return Err(unsupported(text));
        }
        let signature = self.unrolling.program.module.function_signature(func);
        if signature.variadic && args > signature.params.len() {
            return Err(unsupported("a call with variable arguments"));
        }
        if function.has_setjmp() {
            return Err(unsupported("a function that calls setjmp"));
        }
        Ok(())
    }
}

fn failing_exit(cond: ExprId, goal: Goal) -> Exit {
    Exit {
        cond,
        to: Dest::Goal(goal),
        side: Side::Fail,
    }
}
