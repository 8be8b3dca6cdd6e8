//! The formula whose models are the paths that are left.
//!
//! Nodes, edges and sites have variables. The program starts; a node that is executed leads along one of its edges; an edge
//! leads from its node to its target. A way that leads nowhere is no edge, so what is true in a model contains a path from the
//! start to a goal. That a phi is this or that has a variable, too: it follows from an edge, or from what other phis are.
//! What is learned forbids sets of such facts. Frontier nodes are assumed not to be reached, and so are sites that wait for
//! their turn: where there is no path, the core says which of these assumptions it was.
//!
//! *Prefer the last path*: its edges are assumed, too, in order; where that is too much, all from the first that the core
//! names on are given up. What is left is how far the search goes back.
use crate::clause::{Clause, Fact, PhiValue};
use crate::graph::{EdgeId, Graph, NodeId, Origin, SiteId, Target};
use crate::strategy::{Latest, Preference, Strategy};
use batsat::Callbacks;
use rustc_hash::FxHashMap;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{self, Lit, TernaryVal};
use std::cell::Cell;
use symtool_solver::InterruptHandle;

/// Decisions and conflicts between two looks at the clock.
const STEPS_A_LOOK: u32 = 256;

/// What is walked next.
#[derive(Clone, Debug)]
pub enum Next {
    /// This path; its first edges, so many, are those of the last one.
    Path(Vec<EdgeId>, usize),
    /// There is none as long as these are not reached.
    Nothing {
        /// Nodes that are not executed yet.
        frontier: Vec<NodeId>,
        /// Sites that wait.
        waiting: Vec<SiteId>,
    },
    /// The solver gave up.
    Unknown,
}

/// The formula.
pub struct Fcfg {
    solver: rustsat_batsat::Solver<Stop>,
    vars: Variables,
    strategy: Strategy,
    last: Vec<EdgeId>,
    /// Edges in the clause learned last.
    last_clause: usize,
    /// Solved so often.
    pub solved: u64,
}

/// Which variables stand for what. What is always true together has one: a node and the only edge that leads to it, or the
/// only one out of it.
#[derive(Debug, Default)]
struct Variables {
    nodes: FxHashMap<NodeId, Lit>,
    edges: Vec<Option<Lit>>,
    sites: FxHashMap<SiteId, Lit>,
    values: FxHashMap<PhiValue, Lit>,
    count: u32,
}

impl Variables {
    fn fresh(count: &mut u32) -> Lit {
        *count += 1;
        Lit::positive(*count - 1)
    }

    fn node(&mut self, node: NodeId) -> Lit {
        let fresh = || Variables::fresh(&mut self.count);
        *self.nodes.entry(node).or_insert_with(fresh)
    }

    fn site(&mut self, site: SiteId) -> Lit {
        let fresh = || Variables::fresh(&mut self.count);
        *self.sites.entry(site).or_insert_with(fresh)
    }

    fn value(&mut self, equal: PhiValue) -> Lit {
        let fresh = || Variables::fresh(&mut self.count);
        *self.values.entry(equal).or_insert_with(fresh)
    }

    fn name(&mut self, edge: EdgeId, lit: Lit) {
        let at = edge.0 as usize;
        if self.edges.len() <= at {
            self.edges.resize(at + 1, None);
        }
        self.edges[at] = Some(lit);
    }

    /// An edge of a node that has been executed.
    fn edge(&self, edge: EdgeId) -> Option<Lit> {
        self.edges.get(edge.0 as usize).copied().flatten()
    }
}

/// Looks at the switch now and then. The solver asks more than once before it ends.
#[derive(Default)]
struct Stop {
    interrupt: InterruptHandle,
    steps: Cell<u32>,
    is_over: Cell<bool>,
}

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(STEPS_A_LOOK) && self.interrupt.is_interrupted() {
            self.is_over.set(true);
        }
        self.is_over.get()
    }
}

impl Fcfg {
    /// All paths from a node on. The switch ends a search that takes too long.
    pub fn new(start: NodeId, strategy: Strategy, interrupt: InterruptHandle) -> Fcfg {
        let mut solver = rustsat_batsat::Solver::<Stop>::default();
        solver.batsat_mut().cb_mut().interrupt = interrupt;
        let mut paths = Fcfg {
            solver,
            vars: Variables::default(),
            strategy,
            last: Vec::new(),
            last_clause: usize::MAX,
            solved: 0,
        };
        let start = paths.vars.node(start);
        paths.add(&[start]);
        paths
    }

    fn add(&mut self, lits: &[Lit]) {
        let clause: types::Clause = lits.iter().copied().collect();
        // BatSat takes every clause; the error is that of other solvers.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok());
    }

    /// These nodes have been executed, each after one that leads to it.
    pub fn grown(&mut self, graph: &Graph, nodes: &[NodeId]) {
        for &node in nodes {
            let here = self.vars.node(node);
            let out = &graph.node(node).out;
            let mut ways = vec![!here];
            for &edge in out {
                let target = graph.edge(edge).to;
                let lit = match out.len() {
                    1 => here,
                    _ => Variables::fresh(&mut self.vars.count),
                };
                self.vars.name(edge, lit);
                if out.len() > 1 {
                    self.add(&[!lit, here]);
                    ways.push(lit);
                }
                let to = match target {
                    Target::Node(to) if matches!(graph.node(to).origin, Origin::One(_)) => {
                        self.vars.nodes.insert(to, lit);
                        continue;
                    }
                    Target::Node(to) => self.vars.node(to),
                    Target::Goal(site) => self.vars.site(site),
                };
                self.add(&[!lit, to]);
            }
            if out.len() != 1 {
                self.add(&ways);
            }
        }
    }

    /// This was learned from the last path.
    pub fn learn(&mut self, clause: &Clause) {
        self.last_clause = clause.body.len();
        self.note(clause);
    }

    /// This holds for all paths.
    pub fn note(&mut self, clause: &Clause) {
        let mut lits = Vec::with_capacity(clause.body.len() + 1);
        for fact in &clause.body {
            let lit = match fact {
                Fact::Edge(edge) => self.vars.edge(*edge),
                Fact::Value(equal) => Some(self.vars.value(*equal)),
            };
            let Some(lit) = lit else {
                return;
            };
            lits.push(!lit);
        }
        lits.extend(clause.head.map(|head| self.vars.value(head)));
        self.add(&lits);
    }

    /// Nothing leads to this site any more.
    pub fn close(&mut self, site: SiteId) {
        let site = self.vars.site(site);
        self.add(&[!site]);
    }

    /// Nothing is to be reached from these nodes.
    pub fn abandon(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            let node = self.vars.node(node);
            self.add(&[!node]);
        }
    }

    /// The next path that reaches none of these nodes of the frontier, nor a site that waits. It ends at a goal or at another
    /// node of the frontier.
    pub fn next(&mut self, graph: &Graph, frontier: &[NodeId], waiting: &[SiteId]) -> Next {
        let mut assumed: Vec<Lit> = frontier.iter().map(|&n| !self.vars.node(n)).collect();
        assumed.extend(waiting.iter().map(|&site| !self.vars.site(site)));
        let fixed = assumed.len();
        let preference = self.strategy.prefers(Latest {
            path: self.last.len(),
            clause: self.last_clause,
        });
        if preference == Preference::KeepPrefix {
            assumed.extend(self.last.iter().map_while(|&e| self.vars.edge(e)));
        }
        loop {
            match self.solve(&assumed) {
                Some(true) => {
                    let path = if preference == Preference::AnyModel {
                        self.path(graph, Vec::new())
                    } else {
                        let shared = assumed.len() - fixed;
                        self.first_path(graph, assumed, shared)
                    };
                    return path.map_or(Next::Unknown, |path| self.walked(path));
                }
                Some(false) => {}
                None => return Next::Unknown,
            }
            let Ok(core) = self.solver.core() else {
                return Next::Unknown;
            };
            let is_named = |lit: &Lit| core.contains(&!*lit);
            let alike = &assumed[fixed..];
            let last = alike.iter().rfind(|lit| is_named(lit));
            // Edges in a row that are always taken together have one variable.
            match last.and_then(|last| alike.iter().position(|lit| lit == last)) {
                Some(last) => assumed.truncate(fixed + last),
                None => {
                    let frontier = frontier
                        .iter()
                        .filter(|&&n| core.contains(&self.vars.nodes[&n]));
                    let waiting = waiting
                        .iter()
                        .filter(|&&s| core.contains(&self.vars.sites[&s]));
                    return Next::Nothing {
                        frontier: frontier.copied().collect(),
                        waiting: waiting.copied().collect(),
                    };
                }
            }
        }
    }

    /// Is there a model of what is assumed? Nothing if the solver gave up.
    fn solve(&mut self, assumed: &[Lit]) -> Option<bool> {
        self.solved += 1;
        match self.solver.solve_assumps(assumed) {
            Ok(SolverResult::Sat) => Some(true),
            Ok(SolverResult::Unsat) => Some(false),
            _ => None,
        }
    }

    fn is_true(&self, edge: EdgeId) -> bool {
        let lit = self.vars.edge(edge);
        lit.is_some_and(|lit| matches!(self.solver.lit_val(lit), Ok(TernaryVal::True)))
    }

    /// The path in the model that was found, with this beginning.
    fn path(&self, graph: &Graph, mut path: Vec<EdgeId>) -> Option<Vec<EdgeId>> {
        let end = |edge: &EdgeId| graph.edge(*edge).to;
        let mut to = path.last().map_or(Target::Node(NodeId(0)), end);
        while let Target::Node(node) = to
            && graph.node(node).expanded
        {
            let mut out = graph.node(node).out.iter().copied();
            let edge = out.find(|&edge| self.is_true(edge))?;
            path.push(edge);
            to = graph.edge(edge).to;
        }
        Some(path)
    }

    /// The path that begins as is assumed and takes the first way that is left wherever it can choose; there is a model.
    ///
    /// So which path it is depends neither on how the solver came to a model nor on what else there is in the program.
    fn first_path(
        &mut self,
        graph: &Graph,
        mut assumed: Vec<Lit>,
        shared: usize,
    ) -> Option<Vec<EdgeId>> {
        let mut path = self.path(graph, self.last[..shared].to_vec())?;
        let mut at = shared;
        while let Some(&edge) = path.get(at) {
            let out = &graph.node(graph.edge(edge).from).out;
            for &way in out.iter().take_while(|way| **way != edge) {
                let Some(lit) = self.vars.edge(way) else {
                    continue;
                };
                assumed.push(lit);
                if self.solve(&assumed)? {
                    path.truncate(at);
                    path.push(way);
                    path = self.path(graph, path)?;
                    break;
                }
                assumed.pop();
            }
            let taken = self.vars.edge(path[at]);
            assumed.extend(taken.filter(|lit| assumed.last() != Some(lit)));
            at += 1;
        }
        Some(path)
    }

    fn walked(&mut self, path: Vec<EdgeId>) -> Next {
        let same = |(a, b): &(&EdgeId, &EdgeId)| a == b;
        let shared = path.iter().zip(&self.last).take_while(same).count();
        self.last.clone_from(&path);
        Next::Path(path, shared)
    }
}
