//! Creation of edges to called functions, and of edges from their returns to the callers.
use super::Unroller;
use crate::encode::Exit;
use crate::graph::{Env, Iterations, NodeId, NodeKey, Origin, Target};
use crate::unrolling::Owner;
use std::rc::Rc;
use symtool_engine::code::{Reg, Step};
use symtool_expr::ExprId;
use symtool_ir::Func;
use symtool_ir::layout::Region;

impl Unroller<'_, '_> {
    pub(super) fn call(
        &mut self,
        from: NodeId,
        func: Func,
        (args, variadic): (&[ExprId], Option<Region>),
        exit: Exit,
    ) -> Option<NodeId> {
        let context = self.unrolling.new_context(func, Some(from));
        if let Some(region) = variadic {
            self.unrolling.graph.contexts[context.0 as usize].variadic = Some(region);
            if let Some(object) = self.unrolling.memory.objects.get_mut(&region) {
                object.owner = Owner::Array(context);
            }
        }
        let mut env = Env::default();
        let code = Rc::clone(&self.unrolling.program.code);
        for (&(reg, _), &value) in code.of(func).params.iter().zip(args) {
            env.insert_mut(reg, value);
        }
        let key = NodeKey {
            context,
            pc: 0,
            iterations: self.iterations_at_entry(func),
        };
        let node = self.unrolling.new_node(key, Origin::One(from), env);
        let recursion = self.unrolling.graph.context(context).recursion;
        let is_frontier = recursion >= self.unrolling.options.first_frontier();
        let is_irrelevant = self.unrolling.graph.node(from).is_irrelevant;
        self.mark_irrelevant(node, is_irrelevant);
        if is_frontier && is_irrelevant {
            return None;
        }
        self.add_edge(from, Target::Node(node), &exit, &[]);
        if is_frontier {
            self.unrolling.graph.frontier.push(node);
            return None;
        }
        Some(node)
    }

    /// Returns the loop iterations in which a call begins: 0 for each loop that contains the entry block of the
    /// function.
    fn iterations_at_entry(&self, func: Func) -> Iterations {
        let info = self.unrolling.program.infos.of(func);
        let around = info.map_or(0, |info| info.loops_around(info.layout[0]).len());
        std::iter::repeat_n(0, around).collect()
    }

    pub(super) fn return_to_caller(
        &mut self,
        from: NodeId,
        (value, is_only): (Option<ExprId>, bool),
        exit: &Exit,
    ) -> Option<NodeId> {
        let context = self
            .unrolling
            .graph
            .context(self.unrolling.graph.node(from).key.context);
        let call = context.call?;
        let is_irrelevant = !context.relevant_after_return;
        if is_irrelevant && self.unrolling.options.slice {
            return None;
        }
        let returns = self
            .unrolling
            .program
            .infos
            .of(context.func)
            .map_or(0, |s| s.returning.len());
        let is_join = (returns > 1 && !is_only) || self.unrolling.graph.callees(call).count() > 1;
        let caller = self.unrolling.graph.node(call);
        let key = NodeKey {
            pc: caller.end + 1,
            ..caller.key.clone()
        };
        let result = self.result_of_call(call);
        let old = self.unrolling.graph.by_key.get(&key).copied();
        let target = match old {
            Some(target) => self.existing_join(target),
            None => {
                let mut env = self.unrolling.graph.node(call).env.clone();
                let origin = if is_join {
                    Origin::Join
                } else {
                    Origin::One(from)
                };
                if let (Some((reg, _)), Some(value), false) = (result, value, is_join) {
                    env.insert_mut(reg, value);
                }
                let target = self.unrolling.new_node(key, origin, env);
                self.mark_irrelevant(target, is_irrelevant);
                self.unrolling.graph.node_mut(target).after_call = Some(call);
                if let (Some((reg, width)), true) = (result, is_join) {
                    self.unrolling.add_register_phi(target, reg, width);
                }
                target
            }
        };
        let values: Vec<(Reg, ExprId)> = match (result, value, is_join) {
            (Some((reg, _)), Some(value), true) => vec![(reg, value)],
            _ => Vec::new(),
        };
        self.add_edge(from, Target::Node(target), exit, &values);
        old.is_none().then_some(target)
    }

    /// Returns the register that receives the result of the call at the end of the node `call`, and the width
    /// of the register. Returns `None` if the call has no result.
    fn result_of_call(&self, call: NodeId) -> Option<(Reg, u32)> {
        let code = self
            .unrolling
            .program
            .code
            .of(self.unrolling.graph.func(call));
        match &code.steps[self.unrolling.graph.node(call).end as usize] {
            Step::Call(step) => step.dst.map(|(reg, ty)| (reg, ty.bits())),
            _ => None,
        }
    }
}
