//! Creation of contexts (inlined calls), nodes, edges, goals (failures and unsupported constructs that the search tries
//! to reach) and φs (symbols for values at joins). Each kind is numbered in order of creation.
use super::{Object, Owner, Unrolling};
use crate::graph::{
    Calls, Context, ContextId, Edge, EdgeId, Env, Goal, Node, NodeId, NodeKey, Origin, Phi, PhiId,
    PhiSubject, Site, SiteId, Store, Target,
};
use std::rc::Rc;
use symtool_engine::code::Reg;
use symtool_expr::ExprId;
use symtool_ir::Func;

impl Unrolling<'_> {
    pub fn new_context(&mut self, func: Func, call: Option<NodeId>) -> ContextId {
        let id = ContextId(self.graph.contexts.len() as u32);
        let parent = call.map(|call| self.graph.node(call).key.context);
        let mut recursion = 0;
        let mut at = parent;
        while let Some(context) = at.map(|id| self.graph.context(id)) {
            recursion += u32::from(context.func == func);
            at = context.parent;
        }
        let relevant_after_return = call.is_some_and(|call| {
            let (caller, pc) = (self.graph.func(call), self.graph.node(call).end);
            let code = self.program.code.of(caller);
            let parent = self.graph.node(call).key.context;
            self.graph.context(parent).relevant_after_return
                || self.program.infos.is_relevant_after(
                    self.program.module,
                    caller,
                    code,
                    pc,
                    self.program.checks,
                )
        });
        let slots = self.memory.next_region;
        let code = Rc::clone(&self.program.code);
        for (slot, (name, size)) in code.of(func).slots.iter().enumerate() {
            let object = Object {
                size: *size,
                bound: None,
                name: Rc::clone(name),
                owner: Owner::Frame(id, slot as u32),
                creator: (id, 0),
            };
            self.memory.objects.insert(self.memory.next_region, object);
            self.memory.next_region = self.memory.next_region.next();
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
            relevant_after_return,
            variadic: None,
        });
        id
    }

    pub fn new_node(&mut self, key: NodeKey, origin: Origin, env: Env) -> NodeId {
        let id = NodeId(self.graph.nodes.len() as u32);
        self.graph.by_key.insert(key.clone(), id);
        self.graph.nodes.push(Node {
            end: key.pc,
            key,
            origin,
            expanded: false,
            env,
            stores: Vec::<Store>::new(),
            inputs: Vec::new(),
            contents: Vec::new(),
            steps: 0,
            segments: Vec::new(),
            constant_branches: Vec::new(),
            out: Vec::new(),
            after_call: None,
            is_irrelevant: false,
            phis: Vec::new(),
        });
        id
    }

    pub fn new_edge(&mut self, edge: Edge) {
        let id = EdgeId(self.graph.edges.len() as u32);
        self.graph.node_mut(edge.from).out.push(id);
        if let Target::Node(to) = edge.to {
            self.graph.incoming.entry(to).or_default().push(id);
        }
        self.graph.edges.push(edge);
    }

    /// Returns the number of the goal `goal` at the end of a node. Creates the goal if it does not exist yet.
    pub fn site(&mut self, from: NodeId, goal: Goal) -> SiteId {
        let mut stack = self.graph.stack(from).into_iter();
        let Some((func, pc)) = stack.next() else {
            unreachable!("a node is in a call");
        };
        let calls: Calls = match &goal {
            Goal::Failure { kind, .. } => {
                let wrappers = &self.program.infos.wrappers;
                let functions = std::iter::once(func).chain(stack.clone().map(|(func, _)| func));
                let count = wrappers.callers(*kind, functions);
                stack.take(count).collect()
            }
            Goal::Unsupported(_) => Calls::new(),
        };
        let next = SiteId(self.graph.sites.len() as u32);
        let key = (func, pc, calls.clone(), goal.clone());
        let id = *self.graph.site_of.entry(key).or_insert(next);
        if id == next {
            self.graph.sites.push(Site {
                func,
                pc,
                calls,
                goal,
                closed: false,
            });
        }
        id
    }

    /// Creates a φ for the register `reg` of the join `node`.
    pub fn add_register_phi(&mut self, node: NodeId, reg: Reg, width: u32) {
        let (id, value) = self.new_phi(node, PhiSubject::Reg(reg), width);
        let node = self.graph.node_mut(node);
        node.phis.push((reg, id));
        node.env.insert_mut(reg, value);
    }

    /// Creates a φ with a new symbol. The φ represents the value of `subject`, a register or some bytes.
    pub fn new_phi(&mut self, node: NodeId, subject: PhiSubject, width: u32) -> (PhiId, ExprId) {
        let id = PhiId(self.graph.phis.len() as u32);
        let symbol = self.arena.symbol(&format!("c{}", id.0), width.div_ceil(8));
        let value = self.arena.scalar(symbol, width);
        self.graph.phis.push(Phi {
            node,
            subject,
            symbol,
            value,
        });
        self.graph.phi_of.insert(symbol, id);
        (id, value)
    }
}
