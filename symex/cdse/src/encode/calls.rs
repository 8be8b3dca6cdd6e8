//! Symbolic execution of direct calls, and of calls through pointers. A pointer may denote one of several functions.
//! A *goal* is a failure or an unsupported construct that the search tries to reach.
use super::{
    Dest, Exit, Flow, NodeEncoder, NodeState, Stepped, unconditional, unsupported, unsupported_with,
};
use crate::graph::{Goal, Side, Span, Store, Stored};
use crate::unrolling::{Object, Owner};
use crate::unsupported::Unsupported;
use std::rc::Rc;
use symtool_engine::code::{CallStep, Callee, FnCode, Reg};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::{Region, function_at};
use symtool_ir::{BugKind, Func, Signature, Type};

/// The distance in bytes between the beginnings of two consecutive variable arguments.
const VARIADIC_BYTES: u64 = 16;

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
                self.callable(func)?;
                let variadic = self.variadic_area(state, func, (&step.args, &args));
                return Ok(Flow::End(vec![unconditional(
                    Arena::TRUE,
                    Dest::Call(func, args, variadic),
                )]));
            }
            Callee::Indirect { address, signature } => (self.get(body, state, address)?, signature),
        };
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported(Unsupported::ManyCallTargets));
        }
        // There is one exit for each callee, and one for each address that is not the address of a valid
        // callee.
        let mut callees: Vec<(Func, ExprId)> = Vec::new();
        let mut exits = Vec::new();
        for (cond, leaf) in leaves {
            match self.callee(leaf, signature) {
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
        for (func, cond) in callees {
            let variadic = self.variadic_area(state, func, (&step.args, &args));
            exits.push(Exit {
                cond,
                to: Dest::Call(func, Rc::clone(&args), variadic),
                side: Side::Case,
            });
        }
        Ok(Flow::End(exits))
    }

    /// Stores the variable arguments of a call of `func` in a new object. Returns `None` if the call has no variable
    /// arguments. The owner set here is provisional. When the context (inlined call) of the called function is created,
    /// this context becomes the owner, so the lifetime of the object ends when the called function returns.
    fn variadic_area(
        &mut self,
        state: &mut NodeState,
        func: Func,
        (types, args): (&[(Reg, Type)], &[ExprId]),
    ) -> Option<Region> {
        let signature = self.unrolling.program.module.function_signature(func);
        let fixed = signature.params.len();
        if !signature.variadic || args.len() <= fixed {
            return None;
        }
        let (types, args) = (&types[fixed..], &args[fixed..]);
        let region = self.unrolling.memory.next_region;
        self.unrolling.memory.next_region = region.next();
        let object = Object {
            size: VARIADIC_BYTES * args.len() as u64,
            bound: None,
            name: Rc::from("vla"),
            owner: Owner::Heap,
            creator: (self.unrolling.graph.node(state.node).key.context, state.pc),
        };
        let (zero, size) = (self.unrolling.arena.int(8, 0), object.size);
        self.unrolling.memory.objects.insert(region, object);
        self.write_block(state, (region, 0), size, Stored::Fill(zero));
        for (index, (&(_, ty), &value)) in types.iter().zip(args).enumerate() {
            let value = match ty {
                Type::I1 => self.unrolling.arena.zext(value, 8),
                _ => value,
            };
            let span = Span {
                region,
                offset: VARIADIC_BYTES * index as u64,
                len: ty.bytes() as u32,
            };
            state.stores.push(Store::at(span, value));
        }
        Some(region)
    }

    /// Returns the function that a call through the address `address` executes. If there is no such function, returns
    /// as the error the goal that the call reaches. The goal is a failure if the address is not the address of a
    /// function of this type. It is an unsupported construct if the address is not constant or the call is not
    /// supported.
    fn callee(&self, address: ExprId, signature: Signature) -> Result<Func, Goal> {
        let Some(bits) = self.unrolling.arena.as_const(address) else {
            return Err(unsupported(Unsupported::CallTarget));
        };
        match function_at(self.unrolling.program.module, bits.low_u64()) {
            Some(func) if self.unrolling.program.module.may_call(func, signature) => {
                self.callable(func)?;
                Ok(func)
            }
            _ => {
                let text = "call through a pointer to no function of this type";
                Err(self.illegal(BugKind::BadCall, text.to_owned()))
            }
        }
    }

    /// Checks that a call of the function `func` is supported. For an unsupported call, the error is a goal that
    /// names the unsupported construct.
    fn callable(&self, func: Func) -> Result<(), Goal> {
        let function = &self.unrolling.program.module.functions[func];
        if function.is_declaration() {
            return Err(unsupported_with(Unsupported::NoBody, &[&function.name]));
        }
        if function.has_setjmp() {
            return Err(unsupported(Unsupported::Setjmp));
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
