//! Grows the unrolled graph: executes nodes and creates their outgoing edges and target nodes.
//!
//! At first, a loop is unrolled for a few iterations, or up to the bound of `--unwind`
//! ([`Loops`](crate::unrolling::Loops)). The header of the next iteration becomes a *frontier node*. A frontier node
//! is executed only when no path to a goal is left in the graph unrolled so far (dynamic CFG unrolling, do Val 2014,
//! §3.5). The entry of the third nested call of a recursive function becomes a frontier node, too.
//!
//! Code from which no check is reachable is omitted (slicing). A *goal* is a failure or an unsupported construct that
//! the search tries to reach.
mod calls;

use crate::encode::{BlockEntry, Dest, Encoder, Exit};
use crate::graph::{Edge, Env, Goal, Iterations, NodeId, NodeKey, Origin, SiteId, Target};
use crate::unrolling::Unrolling;
use std::collections::BTreeSet;
use std::rc::Rc;
use symtool_engine::code::{Reg, Step};
use symtool_expr::ExprId;
use symtool_ir::{Block, BugKind, Func, Inst};

/// The maximum number of iterations that are unrolled at first if constants decide the exit condition of the
/// loop, as in `for (i = 0; i < 10; i++)`.
const MAX_COUNTED_ITERATIONS: u32 = 16;

/// Grows the unrolled graph of a program.
pub struct Unroller<'e, 'a> {
    /// The unrolled program: its graph and its expressions.
    pub unrolling: &'e mut Unrolling<'a>,
    /// Executes the nodes.
    pub encoder: &'e mut Encoder,
}

impl<'a> Unroller<'_, 'a> {
    /// Executes the node `from` and its descendants, as long as `may_continue` returns `true`. Stops before the nodes
    /// that become frontier nodes, such as the header of the next iteration of a loop. Returns the executed nodes.
    pub fn grow(
        &mut self,
        from: NodeId,
        mut may_continue: impl FnMut(&Unrolling<'a>) -> bool,
    ) -> Vec<NodeId> {
        // A join is executed after all existing predecessors of the join, so that the values of its φs (symbols for
        // values at the join) are known.
        let mut work = BTreeSet::from([(self.position(from), from)]);
        let mut grown = Vec::new();
        while let Some((_, node)) = work.pop_first() {
            if self.unrolling.graph.node(node).expanded || !may_continue(self.unrolling) {
                continue;
            }
            let exits = self.encoder.execute(self.unrolling, node);
            self.unrolling.graph.node_mut(node).expanded = true;
            grown.push(node);
            for exit in exits {
                if let Some(next) = self.connect(node, exit) {
                    work.insert((self.position(next), next));
                }
            }
        }
        let graph = &mut self.unrolling.graph;
        let nodes = &graph.nodes;
        graph
            .frontier
            .retain(|node| !nodes[node.0 as usize].expanded);
        grown
    }

    /// Returns the position of a node in a topological order of the unrolled graph. The position is a list of
    /// numbers: for each active call, outermost first, the header and the iteration of each loop, then the block
    /// and the step.
    fn position(&self, node: NodeId) -> Vec<u32> {
        let key = &self.unrolling.graph.node(node).key;
        let context = self.unrolling.graph.context(key.context);
        let mut position = context
            .call
            .map_or_else(Vec::new, |call| self.position(call));
        let code = self.unrolling.program.code.of(context.func);
        if let Some(info) = self.unrolling.program.infos.of(context.func) {
            let block = info.block_at(code, key.pc);
            let order = |block| info.cfg.rpo_index(block) as u32;
            for (id, &iteration) in info.loops_around(block).into_iter().zip(&key.iterations) {
                position.extend([order(info.loops.get(id).header), iteration]);
            }
            position.push(order(block));
        }
        position.push(key.pc);
        position
    }

    /// Adds an edge for an exit of the node `from`. Returns the target of the edge if the target must be
    /// executed immediately.
    fn connect(&mut self, from: NodeId, exit: Exit) -> Option<NodeId> {
        if self.unrolling.arena.is_false(exit.cond) {
            return None;
        }
        match exit.to {
            Dest::Goal(Goal::Unsupported(_)) if self.unrolling.graph.node(from).is_irrelevant => {
                None
            }
            Dest::Goal(ref goal) => {
                let site = self.unrolling.site(from, goal.clone());
                self.add_edge(from, Target::Goal(site), &exit, &[]);
                None
            }
            Dest::Step(pc) => {
                let key = NodeKey {
                    pc,
                    ..self.unrolling.graph.node(from).key.clone()
                };
                let env = self.unrolling.graph.node(from).env.clone();
                let node = self.unrolling.new_node(key, Origin::One(from), env);
                self.mark_irrelevant(node, self.unrolling.graph.node(from).is_irrelevant);
                self.add_edge(from, Target::Node(node), &exit, &[]);
                Some(node)
            }
            Dest::Edge(edge) => {
                let code = Rc::clone(&self.unrolling.program.code);
                let data = &code.of(self.unrolling.graph.func(from)).edges[edge as usize];
                let values = data.moves.iter();
                let values =
                    values.filter_map(|&(reg, to)| Some((to, self.unrolling.value(from, reg)?)));
                let entry = BlockEntry {
                    pc: data.target,
                    values: values.collect(),
                    cfg_edge: Some(edge),
                    is_only_entry: false,
                };
                self.enter(from, &entry, &exit)
            }
            Dest::Block(ref entry) => self.enter(from, entry, &exit),
            Dest::Call(func, ref args, variadic) => {
                let args = args.clone();
                self.call(from, func, (&args, variadic), exit)
            }
            Dest::Return { value, is_only } => self.return_to_caller(from, (value, is_only), &exit),
        }
    }

    fn add_edge(&mut self, from: NodeId, to: Target, exit: &Exit, values: &[(Reg, ExprId)]) {
        let cfg_edge = match &exit.to {
            Dest::Edge(edge) => Some(*edge),
            Dest::Block(entry) => entry.cfg_edge,
            Dest::Goal(_) | Dest::Step(_) | Dest::Call(..) | Dest::Return { .. } => None,
        };
        self.unrolling.new_edge(Edge {
            from,
            to,
            cond: exit.cond,
            values: Rc::from(values),
            side: exit.side,
            cfg_edge,
        });
    }

    fn enter(&mut self, from: NodeId, entry: &BlockEntry, exit: &Exit) -> Option<NodeId> {
        let (code, infos) = (
            Rc::clone(&self.unrolling.program.code),
            Rc::clone(&self.unrolling.program.infos),
        );
        let func = self.unrolling.graph.func(from);
        let body = code.of(func);
        let info = infos.of(func)?;
        let node = self.unrolling.graph.node(from);
        let source = info.block_at(body, node.end);
        let block = info.block_at(body, entry.pc);
        let context = node.key.context;
        let is_irrelevant = !info.is_relevant(block)
            && !self.unrolling.graph.context(context).relevant_after_return;
        if is_irrelevant && self.unrolling.options.slice {
            return None;
        }
        let mut iterations = Iterations::new();
        let around_source = info.loops_around(source);
        let mut is_later = false;
        for id in info.loops_around(block) {
            let iteration = around_source.iter().position(|&l| l == id);
            let iteration = iteration.map(|at| node.key.iterations[at]);
            let is_back = iteration.is_some() && info.is_header(id, block);
            is_later |= is_back;
            iterations.push(iteration.map_or(0, |iteration| iteration + u32::from(is_back)));
        }
        let iteration = iterations.last().copied().filter(|_| is_later);
        let is_beyond_initial =
            iteration.is_some_and(|iteration| iteration >= self.unrolling.options.first_frontier());
        if is_beyond_initial && is_irrelevant {
            return None;
        }
        let is_frontier = is_beyond_initial
            && iteration
                .is_some_and(|iteration| !self.is_counted_iteration(from, &iterations, iteration));
        let key = NodeKey {
            context,
            pc: entry.pc,
            iterations,
        };
        let value_of = |unrolling: &mut Unrolling<'_>, reg: Reg| {
            let given = entry.values.iter().find(|&&(to, _)| to == reg);
            match given {
                Some(&(_, value)) => Some(value),
                None => unrolling.value(from, reg),
            }
        };
        let old = self.unrolling.graph.by_key.get(&key).copied();
        let target = match old {
            Some(target) => self.existing_join(target),
            None => {
                let is_join = info.is_join(block, is_later) && !entry.is_only_entry;
                let origin = if is_join {
                    Origin::Join
                } else {
                    Origin::One(from)
                };
                let live = self.encoder.live.before(func, body, entry.pc);
                let mut env = Env::default();
                let mut phis = Vec::new();
                for &reg in live.iter() {
                    let is_param = info.params[&block].contains(&reg);
                    if is_join && (is_param || info.leaves_loop(reg, block)) {
                        phis.push(reg);
                    } else if let Some(value) = value_of(self.unrolling, reg) {
                        env.insert_mut(reg, value);
                    }
                }
                let target = self.unrolling.new_node(key, origin, env);
                self.mark_irrelevant(target, is_irrelevant);
                for reg in phis {
                    let width = body.widths[reg as usize];
                    self.unrolling.add_register_phi(target, reg, width);
                }
                target
            }
        };
        let values: Vec<(Reg, ExprId)> = self
            .unrolling
            .graph
            .node(target)
            .phis
            .clone()
            .into_iter()
            .filter_map(|(reg, _)| Some((reg, value_of(self.unrolling, reg)?)))
            .collect();
        self.add_edge(from, Target::Node(target), exit, &values);
        if is_frontier && old.is_none() {
            self.unrolling.graph.frontier.push(target);
        }
        (old.is_none() && !is_frontier).then_some(target)
    }

    /// Returns whether constants decide that a loop executes iteration `iteration`, counted from 0. The node `from` is
    /// in the previous iteration, and ends with the edge that leads to iteration `iteration`.
    ///
    /// The result is `true` if the first node of the previous iteration, or the node `from`, contains a branch that
    /// can leave the loop and has a constant condition. This condition does not leave the loop, because the edge to
    /// iteration `iteration` exists. The result is `false` beyond [`MAX_COUNTED_ITERATIONS`], beyond the bound of
    /// `--unwind`, and for a loop without exit.
    fn is_counted_iteration(&self, from: NodeId, iterations: &Iterations, iteration: u32) -> bool {
        let most = self
            .unrolling
            .options
            .unwind
            .map_or(MAX_COUNTED_ITERATIONS, |most| {
                most.min(MAX_COUNTED_ITERATIONS)
            });
        let key = &self.unrolling.graph.node(from).key;
        let func = self.unrolling.graph.context(key.context).func;
        let (code, infos) = (&self.unrolling.program.code, &self.unrolling.program.infos);
        let Some(info) = infos.of(func) else {
            return false;
        };
        let body = code.of(func);
        let around = info.loops_around(info.block_at(body, self.unrolling.graph.node(from).end));
        let Some(&id) = around.get(iterations.len() - 1) else {
            return false;
        };
        let mut header = NodeKey {
            context: key.context,
            pc: info.start(info.loops.get(id).header),
            iterations: iterations.clone(),
        };
        if let Some(last) = header.iterations.last_mut() {
            *last = iteration - 1;
        }
        let leaves = |&block: &Block| {
            let mut succs = info.cfg.succs(block).iter();
            succs.any(|&s| !info.loops.contains(id, s))
        };
        let is_test = |node: NodeId| {
            self.unrolling
                .graph
                .node(node)
                .constant_branches
                .iter()
                .any(leaves)
        };
        let header = self.unrolling.graph.by_key.get(&header).copied();
        iteration < most && (is_test(from) || header.is_some_and(is_test))
    }

    /// Closes a goal: the search no longer tries to reach the goal. Removes the frontier nodes (nodes that are not
    /// executed yet) from which no open goal is reachable, and returns the removed nodes.
    pub fn close(&mut self, site: SiteId) -> Vec<NodeId> {
        let data = self.unrolling.graph.site(site);
        let (func, pc, calls) = (data.func, data.pc, data.calls.clone());
        let is_leak = matches!(
            data.goal,
            Goal::Failure {
                kind: BugKind::Leak,
                ..
            }
        );
        self.unrolling.graph.sites[site.0 as usize].closed = true;
        let all_here = self
            .unrolling
            .graph
            .sites
            .iter()
            .filter(|s| (s.func, s.pc, &s.calls) == (func, pc, &calls));
        // Usually, a check has one goal, and the end of the program has one goal (the check for leaks). When the only
        // goal of a step is closed, the step is irrelevant. A step with several goals, such as a memory access,
        // remains relevant.
        let step = &self.unrolling.program.code.of(func).steps[pc as usize];
        if !(is_leak || matches!(step, Step::Check(_))) || all_here.count() > 1 {
            return Vec::new();
        }
        let inst_at = |(func, pc): (Func, u32)| {
            (
                func,
                self.unrolling.program.code.of(func).insts[pc as usize],
            )
        };
        let chain = calls.iter().rev().copied().chain([(func, pc)]);
        let chain: Vec<(Func, Inst)> = chain.map(inst_at).collect();
        let Some(infos) = Rc::get_mut(&mut self.unrolling.program.infos) else {
            return Vec::new();
        };
        infos.close(
            self.unrolling.program.module,
            &chain,
            self.unrolling.program.checks,
        );
        let frontier = self.unrolling.graph.frontier.iter().copied();
        let irrelevant: Vec<NodeId> = frontier.filter(|&node| !self.is_relevant(node)).collect();
        self.unrolling
            .graph
            .frontier
            .retain(|node| !irrelevant.contains(node));
        irrelevant
    }

    /// Returns whether a check is reachable from the beginning of a node: in the function of the node, or after
    /// this function returns.
    fn is_relevant(&self, node: NodeId) -> bool {
        let key = &self.unrolling.graph.node(node).key;
        let func = self.unrolling.graph.context(key.context).func;
        let code = self.unrolling.program.code.of(func);
        let in_block = key.pc == 0 || code.starts.contains(&key.pc);
        let begins = self
            .unrolling
            .program
            .infos
            .of(func)
            .is_some_and(|info| !in_block || info.is_relevant(info.block_at(code, key.pc)));
        let mut call = self.unrolling.graph.context(key.context).call;
        let mut behind = false;
        while let Some(node) = call {
            let (func, pc) = (
                self.unrolling.graph.func(node),
                self.unrolling.graph.node(node).end,
            );
            let code = self.unrolling.program.code.of(func);
            behind |= self.unrolling.program.infos.is_relevant_after(
                self.unrolling.program.module,
                func,
                code,
                pc,
                self.unrolling.program.checks,
            );
            call = self
                .unrolling
                .graph
                .context(self.unrolling.graph.node(node).key.context)
                .call;
        }
        begins || behind
    }

    /// Returns `node`, an existing node that gets another incoming edge.
    ///
    /// # Panics
    /// Panics if the node was created for a single incoming edge, because the values in this node hold for this edge
    /// only.
    fn existing_join(&self, node: NodeId) -> NodeId {
        let origin = self.unrolling.graph.node(node).origin;
        assert_eq!(origin, Origin::Join, "a second edge leads to {node:?}");
        node
    }

    fn mark_irrelevant(&mut self, node: NodeId, is_irrelevant: bool) {
        if is_irrelevant {
            self.unrolling.graph.node_mut(node).is_irrelevant = true;
        }
    }
}
