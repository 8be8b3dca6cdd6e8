//! Into functions and back out of them.
use super::{FIRST_TRIPS, World};
use crate::encode::Exit;
use crate::graph::{Env, NodeId, Origin, Place, Target, Trips};
use std::rc::Rc;
use symtool_engine::exec::decode::{Reg, Step};
use symtool_expr::ExprId;
use symtool_ir::Func;

impl World<'_> {
    pub(super) fn call(
        &mut self,
        from: NodeId,
        func: Func,
        args: &[ExprId],
        exit: Exit,
    ) -> Option<NodeId> {
        let context = self.new_context(func, Some(from));
        let mut env = Env::default();
        let code = Rc::clone(&self.code);
        for (&(reg, _), &value) in code.of(func).params.iter().zip(args) {
            env.insert_mut(reg, value);
        }
        let place = Place {
            context,
            pc: 0,
            trips: self.trips_at_entry(func),
        };
        let node = self.new_node(place, Origin::One(from), env);
        let waits = self.graph.context(context).recursion >= FIRST_TRIPS;
        let is_idle = self.idle.contains(&from);
        self.mark_idle(node, is_idle);
        if waits && is_idle {
            return None;
        }
        self.new_edge(from, Target::Node(node), &exit, &[]);
        if waits {
            self.graph.frontier.push(node);
            return None;
        }
        Some(node)
    }

    /// A function's first block is in no loop unless it is a header itself.
    fn trips_at_entry(&self, func: Func) -> Trips {
        let shape = self.shapes.of(func);
        let around = shape.map_or(0, |shape| shape.loops_around(shape.layout[0]).len());
        std::iter::repeat_n(0, around).collect()
    }

    pub(super) fn give_back(
        &mut self,
        from: NodeId,
        (value, is_only): (Option<ExprId>, bool),
        exit: &Exit,
    ) -> Option<NodeId> {
        let context = self.graph.context(self.graph.node(from).place.context);
        let call = context.call?;
        let is_idle = !context.matters_after;
        if is_idle && self.slices {
            return None;
        }
        let returns = self
            .shapes
            .of(context.func)
            .map_or(0, |s| s.returning.len());
        let is_join = (returns > 1 && !is_only) || self.graph.callees(call).count() > 1;
        let caller = self.graph.node(call);
        let place = Place {
            pc: caller.end + 1,
            ..caller.place.clone()
        };
        let result = self.result_of_call(call);
        let old = self.graph.places.get(&place).copied();
        let target = match old {
            Some(target) => self.joined(target),
            None => {
                let mut env = self.graph.node(call).env.clone();
                let origin = if is_join {
                    Origin::Join
                } else {
                    Origin::One(from)
                };
                if let (Some((reg, _)), Some(value), false) = (result, value, is_join) {
                    env.insert_mut(reg, value);
                }
                let target = self.new_node(place, origin, env);
                self.mark_idle(target, is_idle);
                self.graph.node_mut(target).behind = Some(call);
                if let (Some((reg, width)), true) = (result, is_join) {
                    self.choose(target, reg, width);
                }
                target
            }
        };
        let values: Vec<(Reg, ExprId)> = match (result, value, is_join) {
            (Some((reg, _)), Some(value), true) => vec![(reg, value)],
            _ => Vec::new(),
        };
        self.new_edge(from, Target::Node(target), exit, &values);
        old.is_none().then_some(target)
    }

    /// The register that gets the result of the call a node ends with, and its width.
    fn result_of_call(&self, call: NodeId) -> Option<(Reg, u32)> {
        let code = self.code.of(self.graph.func(call));
        match &code.steps[self.graph.node(call).end as usize] {
            Step::Call(step) => step.dst.map(|(reg, ty)| (reg, ty.bits())),
            _ => None,
        }
    }
}
