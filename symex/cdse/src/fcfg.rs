//! The fCFG: a formula whose models are the paths that the search has not excluded yet (do Val, *Conflict-Driven
//! Symbolic Execution*, 2014, §3.2.1).
//!
//! Nodes, edges and *goals* (failures and unsupported constructs that the search tries to reach) have SAT variables.
//! The variable of the start node is true. An executed node implies one of its outgoing edges, and an edge implies
//! its source and its target. The graph is acyclic and has no edges to the end of the program. Therefore every model
//! contains a path from the start to a goal or to a frontier node (a node that is not executed yet). A φ is a symbol
//! for a value at a join. Each equation `φ = value` in a learned clause has a variable, too. Edges and equations are
//! *facts*. A learned clause excludes a set of facts, or gives the equation that a set of facts implies.
//!
//! The variables of frontier nodes and of *deferred goals* (goals that are searched last) are assumed false. If the
//! formula is unsatisfiable under these assumptions, every remaining path reaches at least one of the nodes and goals
//! in the unsat core.
//!
//! To preserve a prefix of the last path, the edges of the prefix are assumed, too, in path order. If these
//! assumptions are unsatisfiable, the last edge in the unsat core and all edges after it are dropped: the search
//! backjumps to this edge.
mod distance;
mod division;

use crate::clause::{Clause, Fact, PhiValue};
use crate::graph::{EdgeId, Graph, NodeId, Origin, SiteId, Target};
use crate::strategy::{Latest, Rest, Strategy};
use batsat::{Callbacks, SolverInterface};
use distance::Distances;
pub use division::Division;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{self, Lit, TernaryVal};
use std::cell::Cell;
use symtool_solver::InterruptHandle;

/// The number of SAT decisions and conflicts between two polls of the interrupt.
const POLL_INTERVAL: u32 = 256;

/// The next path of the search.
#[derive(Clone, Debug)]
pub enum Next {
    /// A path, and the number of edges in the prefix that the path shares with the previous path.
    Path(Vec<EdgeId>, usize),
    /// No path avoids both the excluded frontier nodes (nodes that are not executed yet) and the deferred goals (goals
    /// that are searched last). If both lists are empty and `in_part` is `false`, no path is left at all.
    NoPath {
        /// The excluded frontier nodes in the unsat core. A path may exist if they are not excluded.
        frontier: Vec<NodeId>,
        /// The deferred goals in the unsat core. A path may exist if they are not excluded.
        deferred: Vec<SiteId>,
        /// Whether the unsat core contains an edge that the paths in this engine's part of the search space must
        /// avoid (see [`Division`]; an engine is one of several parallel searches). If the core contains such an
        /// edge, paths outside of the part may exist.
        in_part: bool,
    },
    /// The SAT solver was interrupted or failed.
    Unknown,
}

/// The fCFG with its SAT solver and the last path.
pub struct Fcfg {
    solver: rustsat_batsat::Solver<InterruptPoll>,
    vars: Variables,
    strategy: Strategy,
    last: Vec<EdgeId>,
    /// The edges that no path in this engine's part of the search space contains (see [`Division`]). The list is
    /// empty if the part is the whole search space.
    avoided: Vec<EdgeId>,
    /// The edges that a clause with one fact excludes from all paths.
    excluded: FxHashSet<EdgeId>,
    /// The distances to the targets of the search; `None` if the graph or the targets have changed since they were
    /// computed.
    distances: Option<Distances>,
    /// The number of facts in the latest learned clause; `usize::MAX` before the first clause.
    last_clause: usize,
    /// The number of calls of the SAT solver so far.
    pub solved: u64,
}

/// The SAT variables of facts (edges, and equations of φs), nodes and goals. If a node has a single incoming or
/// outgoing edge, the node and the edge share one variable, because both are always true together.
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

    /// Returns the SAT variable of an edge; `None` if the source of the edge has not been executed.
    fn edge(&self, edge: EdgeId) -> Option<Lit> {
        self.edges.get(edge.0 as usize).copied().flatten()
    }
}

/// Polls the interrupt for the SAT solver. The solver polls several times before it stops, so once a poll has returned
/// `true`, all later polls return `true`, too.
#[derive(Default)]
struct InterruptPoll {
    interrupt: InterruptHandle,
    steps: Cell<u32>,
    stopped: Cell<bool>,
}

impl Callbacks for InterruptPoll {
    fn stop(&self) -> bool {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(POLL_INTERVAL) && self.interrupt.is_interrupted() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}

impl Fcfg {
    /// Returns the formula of all paths from the node `start`. The handle `interrupt` stops the SAT solver.
    pub fn new(start: NodeId, strategy: Strategy, interrupt: InterruptHandle) -> Fcfg {
        let mut solver = rustsat_batsat::Solver::<InterruptPoll>::default();
        solver.batsat_mut().cb_mut().interrupt = interrupt;
        let mut paths = Fcfg {
            solver,
            vars: Variables::default(),
            strategy,
            last: Vec::new(),
            avoided: Vec::new(),
            excluded: FxHashSet::default(),
            distances: None,
            last_clause: usize::MAX,
            solved: 0,
        };
        let start = paths.vars.node(start);
        paths.add(&[start]);
        paths
    }

    fn add(&mut self, lits: &[Lit]) {
        let clause: types::Clause = lits.iter().copied().collect();
        // `add_clause` of BatSat never fails. It returns a `Result` because other solvers of the same interface
        // may fail.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok());
    }

    /// Adds executed nodes with their outgoing edges. In `nodes`, the source of an edge must precede the target of the
    /// edge.
    pub fn add_nodes(&mut self, graph: &Graph, nodes: &[NodeId]) {
        self.distances = None;
        for &node in nodes {
            let here = self.vars.node(node);
            let out = &graph.node(node).out;
            let mut clause = vec![!here];
            for &edge in out {
                let target = graph.edge(edge).to;
                let lit = match out.len() {
                    1 => here,
                    _ => Variables::fresh(&mut self.vars.count),
                };
                self.vars.name(edge, lit);
                if out.len() > 1 {
                    self.add(&[!lit, here]);
                    clause.push(lit);
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
                self.add(&clause);
            }
        }
    }

    /// Adds the clause learned from the last path. Records the number of facts in the clause, on which the decision
    /// strategy depends.
    pub fn learn(&mut self, clause: &Clause) {
        self.last_clause = clause.body.len();
        self.add_clause(clause);
    }

    /// Adds a learned clause to the formula. Without a head (an implied fact), the clause excludes each path that
    /// contains all facts of its body. With a head, the facts of the body imply the head.
    pub fn add_clause(&mut self, clause: &Clause) {
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
        if let ([Fact::Edge(edge)], None) = (&clause.body[..], clause.head) {
            self.excluded.insert(*edge);
            self.distances = None;
        }
        lits.extend(clause.head.map(|head| self.vars.value(head)));
        self.add(&lits);
    }

    /// Excludes all paths to a goal.
    pub fn close(&mut self, site: SiteId) {
        self.distances = None;
        let site = self.vars.site(site);
        self.add(&[!site]);
    }

    /// Excludes all paths through some nodes.
    pub fn exclude(&mut self, nodes: &[NodeId]) {
        self.distances = None;
        for &node in nodes {
            let node = self.vars.node(node);
            self.add(&[!node]);
        }
    }

    /// Returns the next path that avoids the nodes in `frontier` and the goals in `deferred`. The path ends at a goal
    /// that is not in `deferred`, or at a frontier node (a node that is not executed yet) that is not in `frontier`.
    pub fn next_path(&mut self, graph: &Graph, frontier: &[NodeId], deferred: &[SiteId]) -> Next {
        let mut assumed: Vec<Lit> = frontier.iter().map(|&n| !self.vars.node(n)).collect();
        assumed.extend(deferred.iter().map(|&site| !self.vars.site(site)));
        assumed.extend(self.without(&self.avoided));
        let fixed = assumed.len();
        let preference = self.strategy.prefers(Latest {
            path: self.last.len(),
            clause: self.last_clause,
        });
        if preference.keeps_prefix {
            assumed.extend(self.last.iter().map_while(|&e| self.vars.edge(e)));
        }
        loop {
            match self.solve(&assumed) {
                Some(true) => {
                    let shared = assumed.len() - fixed;
                    let path = match preference.rest {
                        Rest::AnyModel => self.path(graph, self.last[..shared].to_vec()),
                        Rest::NearestTarget => self.nearest_path(graph, assumed, shared),
                        Rest::FirstEdge => {
                            let program_order = |node| graph.node(node).out.clone();
                            self.first_path(graph, assumed, shared, program_order)
                        }
                    };
                    return path.map_or(Next::Unknown, |path| self.record(path));
                }
                Some(false) => {}
                None => return Next::Unknown,
            }
            let Ok(core) = self.solver.core() else {
                return Next::Unknown;
            };
            let is_named = |lit: &Lit| core.contains(&!*lit);
            let prefix = &assumed[fixed..];
            let last = prefix.iter().rfind(|lit| is_named(lit));
            // Consecutive edges may share a variable. In this case, the search backjumps to the first of the edges with
            // the variable.
            match last.and_then(|last| prefix.iter().position(|lit| lit == last)) {
                Some(last) => assumed.truncate(fixed + last),
                None => {
                    let frontier = frontier
                        .iter()
                        .filter(|&&n| core.contains(&self.vars.nodes[&n]));
                    let deferred = deferred
                        .iter()
                        .filter(|&&s| core.contains(&self.vars.sites[&s]));
                    let avoided = self.without(&self.avoided);
                    return Next::NoPath {
                        frontier: frontier.copied().collect(),
                        deferred: deferred.copied().collect(),
                        in_part: avoided.iter().any(|lit| core.contains(&!*lit)),
                    };
                }
            }
        }
    }

    /// Returns the number of propagations of the SAT solver so far, which measures its work.
    pub fn propagations(&self) -> u64 {
        self.solver.batsat_ref().num_propagations()
    }

    /// Returns whether the formula is satisfiable under the assumptions `assumed`; `None` if the solver gave no
    /// answer.
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

    /// Returns a path that the current SAT model contains. The path extends the prefix `path`.
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

    /// Returns a path that satisfies the formula, extends the assumed prefix, and has few steps after the prefix. At
    /// each node after the prefix, the outgoing edges are tried in the order of their distance to the nearest target.
    /// Edges with equal distance are tried in order of creation. The path takes the first edge with which the formula
    /// is satisfiable.
    fn nearest_path(
        &mut self,
        graph: &Graph,
        assumed: Vec<Lit>,
        shared: usize,
    ) -> Option<Vec<EdgeId>> {
        let excluded = &self.excluded;
        let distances = self
            .distances
            .take()
            .unwrap_or_else(|| Distances::new(graph, |edge| excluded.contains(&edge)));
        let nearest_first = |node| distances.nearest_first(graph, node);
        let path = self.first_path(graph, assumed, shared, nearest_first);
        self.distances = Some(distances);
        path
    }

    /// Returns a path that satisfies the formula and extends the assumed prefix. At each node after the prefix, the
    /// path takes the first edge of the list `in_order(node)` with which the formula is satisfiable. The function
    /// `in_order` returns all outgoing edges of a node, in an order of preference. The result is independent of the
    /// SAT solver's model.
    fn first_path(
        &mut self,
        graph: &Graph,
        mut assumed: Vec<Lit>,
        shared: usize,
        in_order: impl Fn(NodeId) -> Vec<EdgeId>,
    ) -> Option<Vec<EdgeId>> {
        let mut path = self.path(graph, self.last[..shared].to_vec())?;
        let mut at = shared;
        while let Some(&edge) = path.get(at) {
            let out = in_order(graph.edge(edge).from);
            for preferred in out.into_iter().take_while(|&other| other != edge) {
                let Some(lit) = self.vars.edge(preferred) else {
                    continue;
                };
                assumed.push(lit);
                if self.solve(&assumed)? {
                    path.truncate(at);
                    path.push(preferred);
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

    fn record(&mut self, path: Vec<EdgeId>) -> Next {
        let same = |(a, b): &(&EdgeId, &EdgeId)| a == b;
        let shared = path.iter().zip(&self.last).take_while(same).count();
        self.last.clone_from(&path);
        Next::Path(path, shared)
    }
}
