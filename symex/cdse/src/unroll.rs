//! Grows the graph: executes nodes and makes their edges, each with the node it leads to.
//!
//! A loop is unrolled for its first trips at once; the header of the next is a frontier, which is not executed before somebody
//! asks for it. So is the beginning of a function that is in the middle of several calls of itself. What cannot reach a
//! check any more is left out.
mod calls;
mod parts;

use crate::conflict::Judge;
use crate::encode::{Dest, Entry, Exit};
use crate::graph::{
    ChoiceId, ContextId, EdgeId, Env, Graph, NodeId, Origin, Place, SiteId, Span, Target, Trips,
    Trouble,
};
use crate::shape::Shapes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_engine::exec::decode::live::LiveRegs;
use symtool_engine::exec::decode::{Code, Reg, Step};
use symtool_engine::memory::Memory;
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::bug::Checks;
use symtool_ir::layout::Region;
use symtool_ir::{Block, Func, Module};

/// Trips of a loop, and calls of a function within itself, that are unrolled at once.
const FIRST_TRIPS: u32 = 2;

/// Trips that a loop is unrolled for at once if constants say that it makes them.
const MOST_COUNTED: u32 = 16;

/// Whose an object made at run time is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// It is a stack slot of this call, of this number.
    Frame(ContextId, u32),
    /// It is a heap block, which lives until it is freed.
    Heap,
    /// It is an array that this call has made, and lives as long.
    Array(ContextId),
}

/// An object made at run time.
#[derive(Clone, Debug)]
pub struct Object {
    /// In bytes.
    pub size: u64,
    /// What the program calls it.
    pub name: Rc<str>,
    /// Whose it is.
    pub owner: Owner,
    /// The input that its indeterminate bytes are.
    pub uninit: Option<SymArray>,
}

/// The program and its graph.
pub struct World<'a> {
    /// The program.
    pub program: &'a Module,
    /// Which failures are looked for.
    pub checks: Checks,
    /// The program as steps.
    pub code: Rc<Code>,
    /// All expressions.
    pub arena: Arena,
    /// Facts about functions.
    pub shapes: Rc<Shapes>,
    /// Which registers are needed where.
    pub live: LiveRegs,
    /// The graph.
    pub graph: Graph,
    /// Memory as the program finds it.
    pub initial: Memory,
    /// Objects made at run time.
    pub objects: FxHashMap<Region, Object>,
    /// The region of the next one.
    pub next_region: Region,
    /// What bytes are at the beginning of nodes.
    pub reads: FxHashMap<(NodeId, Span), ExprId>,
    /// What a choice of bytes is along an edge.
    pub bindings: FxHashMap<(ChoiceId, EdgeId), ExprId>,
    /// Steps executed.
    pub executed: u64,
    /// Says of checks whether they can fail at all, whatever leads to them.
    pub judge: Option<Judge>,
    /// What it has said.
    pub never: FxHashMap<ExprId, bool>,
    /// Loops make at most so many trips.
    pub unwind: Option<u32>,
    /// Is what can reach no check left out?
    pub slices: bool,
    /// Nodes from which no check can be reached, made if nothing is left out.
    idle: FxHashSet<NodeId>,
    sites: FxHashMap<(Func, u32, Trouble), SiteId>,
}

impl<'a> World<'a> {
    /// The graph with its first node, not executed yet.
    pub fn new(program: &'a Module, entry: Func, checks: Checks) -> World<'a> {
        let mut arena = Arena::new();
        let code = Rc::new(Code::new(program, &mut arena));
        let initial = Memory::new(program, &mut arena);
        let mut world = World {
            program,
            checks,
            shapes: Rc::new(Shapes::new(program, &code.functions, checks)),
            code,
            initial,
            arena,
            live: LiveRegs::default(),
            graph: Graph::default(),
            objects: FxHashMap::default(),
            next_region: Region::first_dynamic(program),
            reads: FxHashMap::default(),
            bindings: FxHashMap::default(),
            executed: 0,
            judge: None,
            never: FxHashMap::default(),
            unwind: None,
            slices: true,
            idle: FxHashSet::default(),
            sites: FxHashMap::default(),
        };
        let context = world.new_context(entry, None);
        let params = world.code.of(entry).params.clone();
        let mut env = Env::default();
        for (reg, width) in params {
            let zero = world.arena.int(width, 0);
            env.insert_mut(reg, zero);
        }
        let place = Place {
            context,
            pc: 0,
            trips: Trips::new(),
        };
        world.new_node(place, Origin::Start, env);
        world
    }

    /// The node where the program starts.
    pub fn start(&self) -> NodeId {
        NodeId(0)
    }

    /// Executes nodes, and all that they lead to up to the frontier; gives back those that were executed.
    pub fn grow(&mut self, from: NodeId, mut go_on: impl FnMut(&World<'a>) -> bool) -> Vec<NodeId> {
        let mut work = vec![from];
        let mut grown = Vec::new();
        while let Some(node) = work.pop() {
            if self.graph.node(node).expanded || !go_on(self) {
                continue;
            }
            let exits = self.execute(node);
            self.graph.node_mut(node).expanded = true;
            grown.push(node);
            for exit in exits {
                if let Some(next) = self.connect(node, exit) {
                    work.push(next);
                }
            }
        }
        let graph = &mut self.graph;
        let nodes = &graph.nodes;
        graph
            .frontier
            .retain(|node| !nodes[node.0 as usize].expanded);
        grown
    }

    /// Makes an edge; gives back the node it leads to if that is to be executed at once.
    fn connect(&mut self, from: NodeId, exit: Exit) -> Option<NodeId> {
        if self.arena.is_false(exit.cond) {
            return None;
        }
        match exit.to {
            Dest::Goal(Trouble::Unsupported(_)) if self.idle.contains(&from) => None,
            Dest::Goal(ref trouble) => {
                let (func, pc) = (self.graph.func(from), self.graph.node(from).end);
                let site = self.site(func, pc, trouble.clone());
                self.new_edge(from, Target::Goal(site), &exit, &[]);
                None
            }
            Dest::Step(pc) => {
                let place = Place {
                    pc,
                    ..self.graph.node(from).place.clone()
                };
                let env = self.graph.node(from).env.clone();
                let node = self.new_node(place, Origin::One(from), env);
                self.mark_idle(node, self.idle.contains(&from));
                self.new_edge(from, Target::Node(node), &exit, &[]);
                Some(node)
            }
            Dest::Edge(edge) => {
                let code = Rc::clone(&self.code);
                let data = &code.of(self.graph.func(from)).edges[edge as usize];
                let values = data.moves.iter();
                let values = values.filter_map(|&(reg, to)| Some((to, self.value(from, reg)?)));
                let entry = Entry {
                    pc: data.target,
                    values: values.collect(),
                    along: Some(edge),
                    is_owned: false,
                };
                self.enter(from, &entry, &exit)
            }
            Dest::Block(ref entry) => self.enter(from, entry, &exit),
            Dest::Call(func, ref args) => {
                let args = args.clone();
                self.call(from, func, &args, exit)
            }
            Dest::Return { value, is_only } => self.give_back(from, (value, is_only), &exit),
        }
    }

    fn enter(&mut self, from: NodeId, entry: &Entry, exit: &Exit) -> Option<NodeId> {
        let (code, shapes) = (Rc::clone(&self.code), Rc::clone(&self.shapes));
        let func = self.graph.func(from);
        let body = code.of(func);
        let shape = shapes.of(func)?;
        let node = self.graph.node(from);
        let source = shape.block_at(body, node.end);
        let block = shape.block_at(body, entry.pc);
        let context = node.place.context;
        let is_idle = !shape.matters(block) && !self.graph.context(context).matters_after;
        if is_idle && self.slices {
            return None;
        }
        let mut trips = Trips::new();
        let around_source = shape.loops_around(source);
        let mut later = false;
        for id in shape.loops_around(block) {
            let trip = around_source.iter().position(|&l| l == id);
            let trip = trip.map(|at| node.place.trips[at]);
            let is_back = trip.is_some() && shape.is_header(id, block);
            later |= is_back;
            trips.push(trip.map_or(0, |trip| trip + u32::from(is_back)));
        }
        let trip = trips.last().copied().filter(|_| later);
        let is_late = trip.is_some_and(|trip| trip >= FIRST_TRIPS);
        if is_late && is_idle {
            return None;
        }
        let waits = is_late && trip.is_some_and(|trip| !self.is_counted(from, &trips, trip));
        let place = Place {
            context,
            pc: entry.pc,
            trips,
        };
        let value_of = |world: &mut World<'_>, reg: Reg| {
            let given = entry.values.iter().find(|&&(to, _)| to == reg);
            match given {
                Some(&(_, value)) => Some(value),
                None => world.value(from, reg),
            }
        };
        let old = self.graph.places.get(&place).copied();
        let target = match old {
            Some(target) => self.joined(target),
            None => {
                let is_join = shape.is_join(block, later) && !entry.is_owned;
                let origin = if is_join {
                    Origin::Join
                } else {
                    Origin::One(from)
                };
                let live = self.live.before(func, body, entry.pc);
                let mut env = Env::default();
                let mut chosen = Vec::new();
                for &reg in live.iter() {
                    let is_param = shape.params[&block].contains(&reg);
                    if is_join && (is_param || shape.leaves_loop(reg, block)) {
                        chosen.push(reg);
                    } else if let Some(value) = value_of(self, reg) {
                        env.insert_mut(reg, value);
                    }
                }
                let target = self.new_node(place, origin, env);
                self.mark_idle(target, is_idle);
                for reg in chosen {
                    let width = body.widths[reg as usize];
                    self.choose(target, reg, width);
                }
                target
            }
        };
        let values: Vec<(Reg, ExprId)> = self
            .graph
            .node(target)
            .chosen
            .clone()
            .into_iter()
            .filter_map(|(reg, _)| Some((reg, value_of(self, reg)?)))
            .collect();
        self.new_edge(from, Target::Node(target), exit, &values);
        if waits && old.is_none() {
            self.graph.frontier.push(target);
        }
        (old.is_none() && !waits).then_some(target)
    }

    /// Do constants say that a loop makes this trip, which a node is at the end of the one before of? Not of many trips, nor of an
    /// endless loop, nor beyond the bound.
    fn is_counted(&self, from: NodeId, trips: &Trips, trip: u32) -> bool {
        let most = self
            .unwind
            .map_or(MOST_COUNTED, |most| most.min(MOST_COUNTED));
        let place = &self.graph.node(from).place;
        let func = self.graph.context(place.context).func;
        let (code, shapes) = (&self.code, &self.shapes);
        let Some(shape) = shapes.of(func) else {
            return false;
        };
        let body = code.of(func);
        let around = shape.loops_around(shape.block_at(body, self.graph.node(from).end));
        let Some(&id) = around.get(trips.len() - 1) else {
            return false;
        };
        let mut header = Place {
            context: place.context,
            pc: shape.start(shape.loops.get(id).header),
            trips: trips.clone(),
        };
        if let Some(last) = header.trips.last_mut() {
            *last = trip - 1;
        }
        let leaves = |&block: &Block| {
            let mut succs = shape.cfg.succs(block).iter();
            succs.any(|&s| !shape.loops.contains(id, s))
        };
        let is_test = |node: NodeId| self.graph.node(node).decided.iter().any(leaves);
        let header = self.graph.places.get(&header).copied();
        trip < most && (is_test(from) || header.is_some_and(is_test))
    }

    /// Nothing is looked for at a site any more; gives back the nodes of the frontier from which nothing is left to be reached.
    pub fn close(&mut self, site: SiteId) -> Vec<NodeId> {
        let data = self.graph.site(site);
        let (func, pc) = (data.func, data.pc);
        self.graph.sites[site.0 as usize].closed = true;
        let all_here = self
            .graph
            .sites
            .iter()
            .filter(|s| (s.func, s.pc) == (func, pc));
        // An access can fail in several ways.
        let step = &self.code.of(func).steps[pc as usize];
        if !matches!(step, Step::Check(_)) || all_here.count() > 1 {
            return Vec::new();
        }
        let inst = self.code.of(func).insts[pc as usize];
        let Some(shapes) = Rc::get_mut(&mut self.shapes) else {
            return Vec::new();
        };
        shapes.close(self.program, (func, inst), self.checks);
        let frontier = self.graph.frontier.iter().copied();
        let useless: Vec<NodeId> = frontier.filter(|&node| !self.matters(node)).collect();
        self.graph.frontier.retain(|node| !useless.contains(node));
        useless
    }

    /// Can something go wrong from the beginning of a node on?
    fn matters(&self, node: NodeId) -> bool {
        let place = &self.graph.node(node).place;
        let func = self.graph.context(place.context).func;
        let code = self.code.of(func);
        let in_block = place.pc == 0 || code.starts.contains(&place.pc);
        let begins = self
            .shapes
            .of(func)
            .is_some_and(|shape| !in_block || shape.matters(shape.block_at(code, place.pc)));
        let mut call = self.graph.context(place.context).call;
        let mut behind = false;
        while let Some(node) = call {
            let (func, pc) = (self.graph.func(node), self.graph.node(node).end);
            let code = self.code.of(func);
            behind |= self
                .shapes
                .matters_behind(self.program, func, code, pc, self.checks);
            call = self.graph.context(self.graph.node(node).place.context).call;
        }
        begins || behind
    }

    /// A node that one more edge leads to.
    ///
    /// # Panics
    /// If values were made in the belief that there is only one.
    fn joined(&self, node: NodeId) -> NodeId {
        let origin = self.graph.node(node).origin;
        assert_eq!(origin, Origin::Join, "a second edge leads to {node:?}");
        node
    }

    fn mark_idle(&mut self, node: NodeId, is_idle: bool) {
        if is_idle {
            self.idle.insert(node);
        }
    }

    /// A register at the end of a node.
    pub fn value(&mut self, node: NodeId, reg: Reg) -> Option<ExprId> {
        let code = Rc::clone(&self.code);
        let body = code.of(self.graph.func(node));
        if body.constants[reg as usize] {
            let value = body.initial[reg as usize];
            return Some(value.expr(&mut self.arena, body.widths[reg as usize]));
        }
        self.graph.node(node).env.get(&reg).copied()
    }
}
