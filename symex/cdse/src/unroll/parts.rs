//! The pieces that the graph is grown from: contexts, nodes, edges, sites and choices, each numbered as it is made.
use super::{Object, Owner, World};
use crate::encode::{Dest, Exit};
use crate::graph::{
    Choice, ChoiceId, Chosen, Context, ContextId, Edge, EdgeId, Env, Node, NodeId, Origin, Place,
    Site, SiteId, Store, Target, Trouble,
};
use std::rc::Rc;
use symtool_engine::exec::decode::Reg;
use symtool_expr::ExprId;
use symtool_ir::Func;

impl World<'_> {
    pub(super) fn new_context(&mut self, func: Func, call: Option<NodeId>) -> ContextId {
        let id = ContextId(self.graph.contexts.len() as u32);
        let parent = call.map(|call| self.graph.node(call).place.context);
        let mut recursion = 0;
        let mut at = parent;
        while let Some(context) = at.map(|id| self.graph.context(id)) {
            recursion += u32::from(context.func == func);
            at = context.parent;
        }
        let matters_after = call.is_some_and(|call| {
            let (caller, pc) = (self.graph.func(call), self.graph.node(call).end);
            let code = self.code.of(caller);
            let parent = self.graph.node(call).place.context;
            self.graph.context(parent).matters_after
                || self
                    .shapes
                    .matters_behind(self.program, caller, code, pc, self.checks)
        });
        let slots = self.next_region;
        let code = Rc::clone(&self.code);
        for (slot, (name, size)) in code.of(func).slots.iter().enumerate() {
            let object = Object {
                size: *size,
                name: Rc::clone(name),
                owner: Owner::Frame(id, slot as u32),
                uninit: None,
            };
            self.objects.insert(self.next_region, object);
            self.next_region = self.next_region.next();
        }
        if let Some(call) = call {
            self.graph.called.insert((call, func), id);
        }
        self.graph.contexts.push(Context {
            func,
            call,
            parent,
            slots,
            recursion,
            matters_after,
        });
        id
    }

    pub(super) fn new_node(&mut self, place: Place, origin: Origin, env: Env) -> NodeId {
        let id = NodeId(self.graph.nodes.len() as u32);
        self.graph.places.insert(place.clone(), id);
        self.graph.nodes.push(Node {
            end: place.pc,
            place,
            origin,
            expanded: false,
            env,
            stores: Vec::<Store>::new(),
            inputs: Vec::new(),
            steps: 0,
            within: Vec::new(),
            decided: Vec::new(),
            out: Vec::new(),
            behind: None,
            chosen: Vec::new(),
        });
        id
    }

    pub(super) fn new_edge(
        &mut self,
        from: NodeId,
        to: Target,
        exit: &Exit,
        values: &[(Reg, ExprId)],
    ) {
        let id = EdgeId(self.graph.edges.len() as u32);
        let along = match &exit.to {
            Dest::Edge(edge) => Some(*edge),
            Dest::Block(entry) => entry.along,
            _ => None,
        };
        self.graph.edges.push(Edge {
            from,
            to,
            cond: exit.cond,
            values: Rc::from(values),
            what: exit.what,
            along,
        });
        self.graph.node_mut(from).out.push(id);
    }

    pub(super) fn site(&mut self, func: Func, pc: u32, trouble: Trouble) -> SiteId {
        let next = SiteId(self.graph.sites.len() as u32);
        let key = (func, pc, trouble.clone());
        let id = *self.sites.entry(key).or_insert(next);
        if id == next {
            self.graph.sites.push(Site {
                func,
                pc,
                trouble,
                closed: false,
            });
        }
        id
    }

    /// Makes a register of a join a choice.
    pub(super) fn choose(&mut self, node: NodeId, reg: Reg, width: u32) {
        let (id, value) = self.new_choice(node, Chosen::Reg(reg), width);
        let node = self.graph.node_mut(node);
        node.chosen.push((reg, id));
        node.env.insert_mut(reg, value);
    }

    /// A new symbol for what a join chooses.
    pub fn new_choice(&mut self, node: NodeId, what: Chosen, width: u32) -> (ChoiceId, ExprId) {
        let id = ChoiceId(self.graph.choices.len() as u32);
        let symbol = self.arena.symbol(&format!("c{}", id.0), width.div_ceil(8));
        let value = self.arena.scalar(symbol, width);
        self.graph.choices.push(Choice {
            node,
            what,
            symbol,
            value,
        });
        self.graph.choice_of.insert(symbol, id);
        (id, value)
    }
}
