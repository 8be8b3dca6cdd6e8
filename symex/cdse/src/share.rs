//! Nodes, edges, choices and sites by names that mean the same to every engine.
//!
//! Engines number these as they make them. A node is named by the call it is in, its step and its trips; an edge by where it
//! leads from and to and what side it is, if it is the only one of that kind there; a choice by its join and by what is chosen.
//! Nothing is believed because of a name: whoever hears of a clause proves it before it is learned.
use crate::clause::{Equal, Fact, Known};
use crate::graph::{
    ChoiceId, Chosen, EdgeId, Graph, NodeId, Place, Side, SiteId, Span, Target, Trips, Trouble,
};
use crate::unroll::{Owner, World};
use crate::walk::choices_in;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symtool_engine::exec::decode::Reg;
use symtool_ir::Func;
use symtool_ir::layout::Region;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    func: Func,
    call: Call,
    pc: u32,
    trips: Trips,
}

/// The call that a context is for; none for the entry function's.
type Call = Option<Arc<Spot>>;

/// Something that can go wrong at one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wrong {
    func: Func,
    pc: u32,
    trouble: Trouble,
}

/// What an edge is: its side, and the edge of the function.
type Kind = (Side, Option<u32>);

/// Where an edge leads.
#[derive(Clone, Debug)]
enum Towards {
    Node(Arc<Spot>),
    Goal(Wrong),
}

/// What a join chooses.
#[derive(Clone, Debug)]
enum What {
    Reg(Reg),
    /// Bytes of an object that every engine numbers alike.
    Fixed(Span),
    /// Bytes of an object of a call, of which it is the so manieth.
    Own(Option<(Arc<Spot>, Func)>, u64, Span),
}

/// A fact.
#[derive(Clone, Debug)]
enum Named {
    Edge(Arc<Spot>, Towards, Kind),
    /// Only constants have a name: bits and width.
    Is(Arc<Spot>, What, (u128, u32)),
}

/// Something that holds for all paths and inputs.
#[derive(Clone, Debug)]
pub struct Lesson {
    body: Vec<Named>,
    head: Option<Named>,
    by_solver: bool,
}

impl Lesson {
    /// Was a solver needed to find it?
    pub fn is_by_solver(&self) -> bool {
        self.by_solver
    }
}

/// Names given and understood so far.
#[derive(Debug, Default)]
pub struct Names {
    spots: FxHashMap<NodeId, Arc<Spot>>,
    nodes: FxHashMap<Arc<Spot>, NodeId>,
}

impl Names {
    // ---- giving names

    /// What was learned, if all that it speaks of has a name.
    pub fn lesson(&mut self, world: &World<'_>, known: &Known) -> Option<Lesson> {
        let head = match known.head {
            Some(head) => Some(self.is(world, head)?),
            None => None,
        };
        let body = known.body.iter().map(|&fact| match fact {
            Fact::Edge(edge) => self.way(&world.graph, edge),
            Fact::Is(equal) => self.is(world, equal),
        });
        Some(Lesson {
            body: body.collect::<Option<Vec<Named>>>()?,
            head,
            by_solver: !known.core.is_empty(),
        })
    }

    fn spot(&mut self, graph: &Graph, node: NodeId) -> Arc<Spot> {
        if let Some(spot) = self.spots.get(&node) {
            return Arc::clone(spot);
        }
        let place = &graph.node(node).place;
        let context = graph.context(place.context);
        let spot = Arc::new(Spot {
            func: context.func,
            call: context.call.map(|call| self.spot(graph, call)),
            pc: place.pc,
            trips: place.trips.clone(),
        });
        self.spots.insert(node, Arc::clone(&spot));
        spot
    }

    fn way(&mut self, graph: &Graph, edge: EdgeId) -> Option<Named> {
        let data = graph.edge(edge);
        let kind = (data.what, data.along);
        only(graph, data.from, data.to, kind)?;
        let to = match data.to {
            Target::Node(to) => Towards::Node(self.spot(graph, to)),
            Target::Goal(site) => Towards::Goal(Wrong::of(graph, site)),
        };
        Some(Named::Edge(self.spot(graph, data.from), to, kind))
    }

    fn is(&mut self, world: &World<'_>, equal: Equal) -> Option<Named> {
        let value = world.arena.as_const(equal.value)?;
        let graph = &world.graph;
        let choice = graph.choice(equal.choice);
        let what = match choice.what {
            Chosen::Reg(reg) => What::Reg(reg),
            Chosen::Bytes(span) => match world.objects.get(&span.region) {
                None if span.region < Region::first_dynamic(world.program) => What::Fixed(span),
                None => return None,
                Some(object) => {
                    let Owner::Frame(owner, slot) = object.owner else {
                        return None;
                    };
                    let owner = graph.context(owner);
                    let number = u64::from(slot);
                    let call = owner.call.map(|call| (self.spot(graph, call), owner.func));
                    What::Own(call, number, span)
                }
            },
        };
        Some(Named::Is(
            self.spot(graph, choice.node),
            what,
            (value.unsigned(), value.width()),
        ))
    }

    // ---- understanding them

    /// What a lesson says here, to be proved; none if some of what it speaks of has not been made.
    pub fn known(&mut self, world: &mut World<'_>, lesson: &Lesson) -> Option<Known> {
        let body = lesson.body.iter().map(|named| self.fact(world, named));
        let body = body.collect::<Option<Vec<Fact>>>()?;
        match &lesson.head {
            None => Some(Known::by_constants(body)),
            Some(head) => match self.fact(world, head)? {
                Fact::Is(head) => Some(Known::making(body, head)),
                Fact::Edge(_) => None,
            },
        }
    }

    fn fact(&mut self, world: &mut World<'_>, named: &Named) -> Option<Fact> {
        match named {
            Named::Edge(from, to, kind) => {
                let graph = &world.graph;
                let from = self.node(graph, from)?;
                let to = match to {
                    Towards::Node(to) => Target::Node(self.node(graph, to)?),
                    Towards::Goal(wrong) => Target::Goal(wrong.site(graph)?),
                };
                Some(Fact::Edge(only(graph, from, to, *kind)?))
            }
            Named::Is(join, what, value) => {
                let join = self.node(&world.graph, join)?;
                let choice = self.choice(world, join, what)?;
                let (bits, width) = *value;
                let value = world.arena.int(width, bits);
                Some(Fact::Is(Equal { choice, value }))
            }
        }
    }

    fn node(&mut self, graph: &Graph, spot: &Arc<Spot>) -> Option<NodeId> {
        if let Some(&node) = self.nodes.get(spot) {
            return Some(node);
        }
        let place = Place {
            context: match &spot.call {
                None => graph.node(NodeId(0)).place.context,
                Some(call) => *graph.called.get(&(self.node(graph, call)?, spot.func))?,
            },
            pc: spot.pc,
            trips: spot.trips.clone(),
        };
        let node = *graph.places.get(&place)?;
        if graph.context(place.context).func != spot.func {
            return None;
        }
        self.nodes.insert(Arc::clone(spot), node);
        Some(node)
    }

    fn choice(&mut self, world: &mut World<'_>, join: NodeId, what: &What) -> Option<ChoiceId> {
        let span = match what {
            What::Reg(reg) => {
                let mut chosen = world.graph.node(join).chosen.iter();
                return chosen.find(|(r, _)| r == reg).map(|&(_, choice)| choice);
            }
            What::Fixed(span) => *span,
            What::Own(call, number, span) => {
                let graph = &world.graph;
                let context = match call {
                    None => graph.node(NodeId(0)).place.context,
                    Some((call, func)) => *graph.called.get(&(self.node(graph, call)?, *func))?,
                };
                let region = Region(graph.context(context).slots.0 + number);
                world.objects.get(&region)?;
                Span { region, ..*span }
            }
        };
        let value = world.read_beginning(join, span);
        let mut choices = choices_in(world, value).into_iter();
        let (Some(only), None) = (choices.next(), choices.next()) else {
            return None;
        };
        (world.graph.choice(only).value == value).then_some(only)
    }
}

impl Wrong {
    /// The name of a site.
    pub fn of(graph: &Graph, site: SiteId) -> Wrong {
        let site = graph.site(site);
        Wrong {
            func: site.func,
            pc: site.pc,
            trouble: site.trouble.clone(),
        }
    }

    /// The site, if something was seen to go wrong there.
    pub fn site(&self, graph: &Graph) -> Option<SiteId> {
        let is_it = |s: &crate::graph::Site| {
            (s.func, s.pc) == (self.func, self.pc) && s.trouble == self.trouble
        };
        let at = graph.sites.iter().position(is_it)?;
        Some(SiteId(at as u32))
    }
}

/// The only edge of its kind.
fn only(graph: &Graph, from: NodeId, to: Target, kind: Kind) -> Option<EdgeId> {
    let out = graph.node(from).out.iter().copied();
    let mut fits = out.filter(|&e| {
        let edge = graph.edge(e);
        (edge.to, (edge.what, edge.along)) == (to, kind)
    });
    match (fits.next(), fits.next()) {
        (Some(edge), None) => Some(edge),
        _ => None,
    }
}
