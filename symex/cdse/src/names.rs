//! Nodes, edges, phis and sites by names that mean the same to every engine.
//!
//! Engines number these as they make them. A node is named by the call it is in, its step and its trips; an edge by where it
//! leads from and to and what side it is, if it is the only one of that kind there; a phi by its join and by what is phis.
//! Nothing is believed because of a name: whoever hears of a clause proves it before it is learned.
use crate::clause::{Clause, Fact, PhiValue};
use crate::graph::{
    EdgeId, Goal, Graph, Iterations, NodeId, NodeKey, PhiId, PhiSubject, Side, SiteId, Span, Target,
};
use crate::unrolling::{Owner, Unrolling};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symtool_engine::exec::decode::Reg;
use symtool_ir::Func;
use symtool_ir::layout::Region;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeName {
    func: Func,
    call: Call,
    pc: u32,
    iterations: Iterations,
}

/// The call that a context is for; none for the entry function's.
type Call = Option<Arc<NodeName>>;

/// Something that can go key at one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GoalKey {
    func: Func,
    pc: u32,
    goal: Goal,
}

/// What an edge is: its side, and the edge of the function.
type Kind = (Side, Option<u32>);

/// Where an edge leads.
#[derive(Clone, Debug)]
enum Towards {
    Node(Arc<NodeName>),
    Goal(GoalKey),
}

/// What a join chooses.
#[derive(Clone, Debug)]
enum What {
    Reg(Reg),
    /// Bytes of an object that every engine numbers alike.
    Fixed(Span),
    /// Bytes of an object of a call, of which it is the so manieth.
    Own(Option<(Arc<NodeName>, Func)>, u64, Span),
}

/// A fact.
#[derive(Clone, Debug)]
enum Named {
    Edge(Arc<NodeName>, Towards, Kind),
    /// Only constants have a name: bits and width.
    Is(Arc<NodeName>, What, (u128, u32)),
}

/// Something that holds for all paths and inputs.
#[derive(Clone, Debug)]
pub struct SharedClause {
    body: Vec<Named>,
    head: Option<Named>,
    by_solver: bool,
}

impl SharedClause {
    /// Was a solver needed to find it?
    pub fn is_by_solver(&self) -> bool {
        self.by_solver
    }
}

/// Names given and understood so far.
#[derive(Debug, Default)]
pub struct Names {
    names: FxHashMap<NodeId, Arc<NodeName>>,
    nodes: FxHashMap<Arc<NodeName>, NodeId>,
}

impl Names {
    // ---- giving names

    /// What was learned, if all that it speaks of has a name.
    pub fn shared(&mut self, unrolling: &Unrolling<'_>, known: &Clause) -> Option<SharedClause> {
        let head = match known.head {
            Some(head) => Some(self.is(unrolling, head)?),
            None => None,
        };
        let body = known.body.iter().map(|&fact| match fact {
            Fact::Edge(edge) => self.way(&unrolling.graph, edge),
            Fact::Value(equal) => self.is(unrolling, equal),
        });
        Some(SharedClause {
            body: body.collect::<Option<Vec<Named>>>()?,
            head,
            by_solver: !known.core.is_empty(),
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

    fn way(&mut self, graph: &Graph, edge: EdgeId) -> Option<Named> {
        let data = graph.edge(edge);
        let kind = (data.side, data.cfg_edge);
        only(graph, data.from, data.to, kind)?;
        let to = match data.to {
            Target::Node(to) => Towards::Node(self.name(graph, to)),
            Target::Goal(site) => Towards::Goal(GoalKey::of(graph, site)),
        };
        Some(Named::Edge(self.name(graph, data.from), to, kind))
    }

    fn is(&mut self, unrolling: &Unrolling<'_>, equal: PhiValue) -> Option<Named> {
        let value = unrolling.arena.as_const(equal.value)?;
        let graph = &unrolling.graph;
        let phi = graph.phi(equal.phi);
        let what = match phi.subject {
            PhiSubject::Reg(reg) => What::Reg(reg),
            PhiSubject::Bytes(span) => match unrolling.memory.objects.get(&span.region) {
                None if span.region < Region::first_dynamic(unrolling.program.module) => {
                    What::Fixed(span)
                }
                None => return None,
                Some(object) => {
                    let Owner::Frame(owner, slot) = object.owner else {
                        return None;
                    };
                    let owner = graph.context(owner);
                    let number = u64::from(slot);
                    let call = owner.call.map(|call| (self.name(graph, call), owner.func));
                    What::Own(call, number, span)
                }
            },
        };
        Some(Named::Is(
            self.name(graph, phi.node),
            what,
            (value.unsigned(), value.width()),
        ))
    }

    // ---- understanding them

    /// What a shared says here, to be proved; none if some of what it speaks of has not been made.
    pub fn known(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        shared: &SharedClause,
    ) -> Option<Clause> {
        let body = shared.body.iter().map(|named| self.fact(unrolling, named));
        let body = body.collect::<Option<Vec<Fact>>>()?;
        match &shared.head {
            None => Some(Clause::conflict(body)),
            Some(head) => match self.fact(unrolling, head)? {
                Fact::Value(head) => Some(Clause::implication(body, head)),
                Fact::Edge(_) => None,
            },
        }
    }

    fn fact(&mut self, unrolling: &mut Unrolling<'_>, named: &Named) -> Option<Fact> {
        match named {
            Named::Edge(from, to, kind) => {
                let graph = &unrolling.graph;
                let from = self.node(graph, from)?;
                let to = match to {
                    Towards::Node(to) => Target::Node(self.node(graph, to)?),
                    Towards::Goal(key) => Target::Goal(key.site(graph)?),
                };
                Some(Fact::Edge(only(graph, from, to, *kind)?))
            }
            Named::Is(join, what, value) => {
                let join = self.node(&unrolling.graph, join)?;
                let phi = self.phi(unrolling, join, what)?;
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

    fn phi(&mut self, unrolling: &mut Unrolling<'_>, join: NodeId, what: &What) -> Option<PhiId> {
        let span = match what {
            What::Reg(reg) => {
                let mut phis = unrolling.graph.node(join).phis.iter();
                return phis.find(|(r, _)| r == reg).map(|&(_, phi)| phi);
            }
            What::Fixed(span) => *span,
            What::Own(call, number, span) => {
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
    /// The name of a site.
    pub fn of(graph: &Graph, site: SiteId) -> GoalKey {
        let site = graph.site(site);
        GoalKey {
            func: site.func,
            pc: site.pc,
            goal: site.goal.clone(),
        }
    }

    /// The site, if something was seen to go key there.
    pub fn site(&self, graph: &Graph) -> Option<SiteId> {
        let is_it =
            |s: &crate::graph::Site| (s.func, s.pc) == (self.func, self.pc) && s.goal == self.goal;
        let at = graph.sites.iter().position(is_it)?;
        Some(SiteId(at as u32))
    }
}

/// The only edge of its kind.
fn only(graph: &Graph, from: NodeId, to: Target, kind: Kind) -> Option<EdgeId> {
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
