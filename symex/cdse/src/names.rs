//! Names of nodes, edges, φs and goals that are valid in every engine (parallel search) of a team. A φ is a symbol
//! for a value at a join; a *goal* is a failure or an unsupported construct that the search tries to reach. A *fact* of
//! a clause is an edge, or the value of a φ.
//!
//! Each engine numbers nodes, edges, φs and goals in the order in which it creates them, so numbers differ between
//! engines. A node is named by its call, step and iterations. An edge is named by its source, its target and its
//! kind. If several edges have the same name, clauses with these edges are not shared. A φ is named by its join and
//! its register or bytes. A name that denotes different things in two engines does no harm, because an engine proves
//! each clause that it receives before it learns the clause.
use crate::clause::{Clause, Fact, PhiValue};
use crate::graph::{
    Calls, EdgeId, Goal, Graph, Iterations, NodeId, NodeKey, PhiId, PhiSubject, Side, SiteId, Span,
    Target,
};
use crate::unrolling::{Owner, Unrolling};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symtool_engine::code::Reg;
use symtool_ir::Func;
use symtool_ir::layout::Region;

/// The name of a node of the unrolled graph, valid in all engines (parallel searches) of a team.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeName {
    func: Func,
    call: Call,
    pc: u32,
    iterations: Iterations,
}

/// The name of an inlined call: the name of the node that ends with the call instruction; `None` for the entry
/// function.
type Call = Option<Arc<NodeName>>;

/// The name of a goal in all engines: the function, the step, the goal, and the calls of check wrappers (functions such
/// as `__VERIFIER_assert`) that lead to the step. Unlike a [`SiteId`], the name does not depend on the graph of one
/// engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GoalKey {
    func: Func,
    pc: u32,
    calls: Calls,
    goal: Goal,
}

/// The kind of an edge of the unrolled graph: the side of the branch, and the edge of the function's control flow,
/// if there is one.
type Kind = (Side, Option<u32>);

/// The name of an edge's target, valid in all engines (parallel searches) of a team.
#[derive(Clone, Debug)]
enum TargetName {
    Node(Arc<NodeName>),
    Goal(GoalKey),
}

/// The name of the register or bytes of a φ, valid in all engines (parallel searches) of a team.
#[derive(Clone, Debug)]
enum SubjectName {
    Reg(Reg),
    /// Bytes of a global. Globals have the same region (object number) in every engine.
    Global(Span),
    /// Bytes of a stack slot: the call that owns the slot, the number of the slot, and the bytes in the slot. The call
    /// is given by the node that ends with the call instruction and by the called function; `None` for the entry
    /// function.
    Slot(Option<(Arc<NodeName>, Func)>, u64, Span),
}

/// The name of a fact of a clause: an edge, or the value of a φ.
#[derive(Clone, Debug)]
enum FactName {
    Edge(Arc<NodeName>, TargetName, Kind),
    /// A φ has a constant value. The components are the name of the join, the name of the φ's register or bytes, and
    /// the bits and the width of the value.
    Is(Arc<NodeName>, SubjectName, (u128, u32)),
}

/// A clause as a message to the other engines (parallel searches) of a team.
#[derive(Clone, Debug)]
pub struct SharedClause {
    body: Vec<FactName>,
    head: Option<FactName>,
    solver_proved: bool,
}

impl SharedClause {
    /// Returns whether the solver proved the clause; `false` if constant propagation proved it.
    pub fn is_solver_proved(&self) -> bool {
        self.solver_proved
    }
}

/// Caches: the name of each node that was named so far, and the node of each name that was resolved so far.
#[derive(Debug, Default)]
pub struct Names {
    names: FxHashMap<NodeId, Arc<NodeName>>,
    nodes: FxHashMap<Arc<NodeName>, NodeId>,
}

impl Names {
    // ---- assigning names

    /// Returns a clause as a message to other engines; `None` if a fact of the clause has no name.
    pub fn message(&mut self, unrolling: &Unrolling<'_>, clause: &Clause) -> Option<SharedClause> {
        let head = match clause.head {
            Some(head) => Some(self.value_name(unrolling, head)?),
            None => None,
        };
        let body = clause.body.iter().map(|&fact| match fact {
            Fact::Edge(edge) => self.edge_name(&unrolling.graph, edge),
            Fact::Value(equal) => self.value_name(unrolling, equal),
        });
        Some(SharedClause {
            body: body.collect::<Option<Vec<FactName>>>()?,
            head,
            solver_proved: !clause.core.is_empty(),
        })
    }

    fn name(&mut self, graph: &Graph, node: NodeId) -> Arc<NodeName> {
        if let Some(name) = self.names.get(&node) {
            return Arc::clone(name);
        }
        let key = &graph.node(node).key;
        let context = graph.context(key.context);
        let name = Arc::new(NodeName {
            func: context.func,
            call: context.call.map(|call| self.name(graph, call)),
            pc: key.pc,
            iterations: key.iterations.clone(),
        });
        self.names.insert(node, Arc::clone(&name));
        name
    }

    fn edge_name(&mut self, graph: &Graph, edge: EdgeId) -> Option<FactName> {
        let data = graph.edge(edge);
        let kind = (data.side, data.cfg_edge);
        unique_edge(graph, data.from, data.to, kind)?;
        let to = match data.to {
            Target::Node(to) => TargetName::Node(self.name(graph, to)),
            Target::Goal(site) => TargetName::Goal(GoalKey::of(graph, site)),
        };
        Some(FactName::Edge(self.name(graph, data.from), to, kind))
    }

    fn value_name(&mut self, unrolling: &Unrolling<'_>, equal: PhiValue) -> Option<FactName> {
        let value = unrolling.arena.as_const(equal.value)?;
        let graph = &unrolling.graph;
        let phi = graph.phi(equal.phi);
        let subject = match phi.subject {
            PhiSubject::Reg(reg) => SubjectName::Reg(reg),
            PhiSubject::Bytes(span) => match unrolling.memory.objects.get(&span.region) {
                None if span.region < Region::first_dynamic(unrolling.program.module) => {
                    SubjectName::Global(span)
                }
                None => return None,
                Some(object) => {
                    let Owner::Frame(owner, slot) = object.owner else {
                        return None;
                    };
                    let owner = graph.context(owner);
                    let number = u64::from(slot);
                    let call = owner.call.map(|call| (self.name(graph, call), owner.func));
                    SubjectName::Slot(call, number, span)
                }
            },
        };
        Some(FactName::Is(
            self.name(graph, phi.node),
            subject,
            (value.unsigned(), value.width()),
        ))
    }

    // ---- resolving names

    /// Returns the clause of a message. This engine has not proved the clause yet. Returns `None` if a fact of the
    /// clause does not exist in this engine yet.
    pub fn resolve(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        message: &SharedClause,
    ) -> Option<Clause> {
        let body = message.body.iter().map(|named| self.fact(unrolling, named));
        let body = body.collect::<Option<Vec<Fact>>>()?;
        match &message.head {
            None => Some(Clause::conflict(body)),
            Some(head) => match self.fact(unrolling, head)? {
                Fact::Value(head) => Some(Clause::implication(body, head)),
                Fact::Edge(_) => None,
            },
        }
    }

    fn fact(&mut self, unrolling: &mut Unrolling<'_>, named: &FactName) -> Option<Fact> {
        match named {
            FactName::Edge(from, to, kind) => {
                let graph = &unrolling.graph;
                let from = self.node(graph, from)?;
                let to = match to {
                    TargetName::Node(to) => Target::Node(self.node(graph, to)?),
                    TargetName::Goal(key) => Target::Goal(key.site(graph)?),
                };
                Some(Fact::Edge(unique_edge(graph, from, to, *kind)?))
            }
            FactName::Is(join, subject, value) => {
                let join = self.node(&unrolling.graph, join)?;
                let phi = self.phi(unrolling, join, subject)?;
                let (bits, width) = *value;
                let value = unrolling.arena.int(width, bits);
                Some(Fact::Value(PhiValue { phi, value }))
            }
        }
    }

    fn node(&mut self, graph: &Graph, name: &Arc<NodeName>) -> Option<NodeId> {
        if let Some(&node) = self.nodes.get(name) {
            return Some(node);
        }
        let key = NodeKey {
            context: match &name.call {
                None => graph.node(NodeId(0)).key.context,
                Some(call) => *graph.called.get(&(self.node(graph, call)?, name.func))?,
            },
            pc: name.pc,
            iterations: name.iterations.clone(),
        };
        let node = *graph.by_key.get(&key)?;
        if graph.context(key.context).func != name.func {
            return None;
        }
        self.nodes.insert(Arc::clone(name), node);
        Some(node)
    }

    fn phi(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        join: NodeId,
        subject: &SubjectName,
    ) -> Option<PhiId> {
        let span = match subject {
            SubjectName::Reg(reg) => {
                let mut phis = unrolling.graph.node(join).phis.iter();
                return phis.find(|(r, _)| r == reg).map(|&(_, phi)| phi);
            }
            SubjectName::Global(span) => *span,
            SubjectName::Slot(call, number, span) => {
                let graph = &unrolling.graph;
                let context = match call {
                    None => graph.node(NodeId(0)).key.context,
                    Some((call, func)) => *graph.called.get(&(self.node(graph, call)?, *func))?,
                };
                let region = Region(graph.context(context).slots.0 + number);
                unrolling.memory.objects.get(&region)?;
                Span { region, ..*span }
            }
        };
        let value = unrolling.read_beginning(join, span);
        let mut phis = unrolling.phis_in(value).into_iter();
        let (Some(only), None) = (phis.next(), phis.next()) else {
            return None;
        };
        (unrolling.graph.phi(only).value == value).then_some(only)
    }
}

impl GoalKey {
    /// Returns the name of a goal.
    pub fn of(graph: &Graph, site: SiteId) -> GoalKey {
        let site = graph.site(site);
        GoalKey {
            func: site.func,
            pc: site.pc,
            calls: site.calls.clone(),
            goal: site.goal.clone(),
        }
    }

    /// Returns the goal with this name in `graph`, the graph of one engine; `None` if the goal does not exist there
    /// yet.
    pub fn site(&self, graph: &Graph) -> Option<SiteId> {
        let matches = |s: &crate::graph::Site| {
            (s.func, s.pc, &s.calls, &s.goal) == (self.func, self.pc, &self.calls, &self.goal)
        };
        let at = graph.sites.iter().position(matches)?;
        Some(SiteId(at as u32))
    }
}

/// Returns the edge of the kind `kind` from `from` to `to`; `None` if there is no such edge, or more than one.
fn unique_edge(graph: &Graph, from: NodeId, to: Target, kind: Kind) -> Option<EdgeId> {
    let out = graph.node(from).out.iter().copied();
    let mut fits = out.filter(|&e| {
        let edge = graph.edge(e);
        (edge.to, (edge.side, edge.cfg_edge)) == (to, kind)
    });
    match (fits.next(), fits.next()) {
        (Some(edge), None) => Some(edge),
        _ => None,
    }
}
