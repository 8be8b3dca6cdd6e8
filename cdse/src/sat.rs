//! The formula whose models are the paths that are left.
//!
//! A variable for each node, edge and site. The program starts; a node that is executed leads along one of its edges; an edge
//! leads from its node to its target. A way that leads nowhere is no edge, so what is true in a model contains a path from the
//! start to a goal. Learned clauses forbid sets of edges. Frontier nodes are assumed not to be reached, and so are sites that
//! wait for their turn: where there is no path, the core says which of these assumptions it was.
//!
//! *Prefer the last path*: its edges are assumed, too, in order; where that is too much, all from the first that the core
//! names on are given up. What is left is how far the search goes back.
use crate::graph::{EdgeId, Graph, NodeId, SiteId, Target};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_batsat::BasicSolver;
use std::fmt;
use std::str::FromStr;

/// When the next path shall begin like the last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Always.
    Guide,
    /// Never.
    BlackBox,
    /// When the clause learned last has at most so many edges for every hundred of the path.
    Maximize(u32),
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::Maximize(10)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Guide => f.write_str("guide"),
            Strategy::BlackBox => f.write_str("blackbox"),
            Strategy::Maximize(percent) => write!(f, "maximize:{percent}"),
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        let percent = text.strip_prefix("maximize:").map(str::parse);
        match (text, percent) {
            ("guide", _) => Ok(Strategy::Guide),
            ("blackbox", _) => Ok(Strategy::BlackBox),
            ("maximize", _) => Ok(Strategy::default()),
            (_, Some(Ok(percent))) => Ok(Strategy::Maximize(percent)),
            _ => Err("expected guide, blackbox or maximize:PERCENT".to_owned()),
        }
    }
}

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
pub struct Paths {
    solver: BasicSolver,
    strategy: Strategy,
    last: Vec<EdgeId>,
    /// Edges in the clause learned last.
    last_clause: usize,
    /// Solved so often.
    pub solved: u64,
}

fn node_lit(node: NodeId) -> Lit {
    Lit::positive(node.0 * 3)
}

fn edge_lit(edge: EdgeId) -> Lit {
    Lit::positive(edge.0 * 3 + 1)
}

fn site_lit(site: SiteId) -> Lit {
    Lit::positive(site.0 * 3 + 2)
}

impl Paths {
    /// All paths from a node on.
    pub fn new(start: NodeId, strategy: Strategy) -> Paths {
        let mut paths = Paths {
            solver: BasicSolver::default(),
            strategy,
            last: Vec::new(),
            last_clause: usize::MAX,
            solved: 0,
        };
        paths.add(&[node_lit(start)]);
        paths
    }

    fn add(&mut self, lits: &[Lit]) {
        let clause: Clause = lits.iter().copied().collect();
        // BatSat takes every clause; the error is that of other solvers.
        let added = self.solver.add_clause(clause);
        debug_assert!(added.is_ok());
    }

    /// These nodes have been executed.
    pub fn grown(&mut self, graph: &Graph, nodes: &[NodeId]) {
        for &node in nodes {
            let mut ways = vec![!node_lit(node)];
            for &edge in &graph.node(node).out {
                let to = match graph.edge(edge).to {
                    Target::Node(to) => node_lit(to),
                    Target::Goal(site) => site_lit(site),
                };
                self.add(&[!edge_lit(edge), to]);
                self.add(&[!edge_lit(edge), node_lit(node)]);
                ways.push(edge_lit(edge));
            }
            self.add(&ways);
        }
    }

    /// No path has all of these edges.
    pub fn learn(&mut self, edges: &[EdgeId]) {
        let lits: Vec<Lit> = edges.iter().map(|&e| !edge_lit(e)).collect();
        self.last_clause = edges.len();
        self.add(&lits);
    }

    /// Nothing leads to this site any more.
    pub fn close(&mut self, site: SiteId) {
        self.add(&[!site_lit(site)]);
    }

    /// Nothing is to be reached from these nodes.
    pub fn abandon(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            self.add(&[!node_lit(node)]);
        }
    }

    fn is_guided(&self) -> bool {
        match self.strategy {
            Strategy::Guide => true,
            Strategy::BlackBox => false,
            Strategy::Maximize(percent) => {
                self.last_clause.saturating_mul(100) <= self.last.len() * percent as usize
            }
        }
    }

    /// The next path that reaches none of these nodes of the frontier, nor a site that waits. It ends at a goal or at another
    /// node of the frontier.
    pub fn next(&mut self, graph: &Graph, frontier: &[NodeId], waiting: &[SiteId]) -> Next {
        let mut assumed: Vec<Lit> = frontier.iter().map(|&n| !node_lit(n)).collect();
        assumed.extend(waiting.iter().map(|&site| !site_lit(site)));
        let fixed = assumed.len();
        if self.is_guided() {
            assumed.extend(self.last.iter().map(|&e| edge_lit(e)));
        }
        loop {
            self.solved += 1;
            match self.solver.solve_assumps(&assumed) {
                Ok(SolverResult::Sat) => return self.path(graph),
                Ok(SolverResult::Unsat) => {}
                _ => return Next::Unknown,
            }
            let Ok(core) = self.solver.core() else {
                return Next::Unknown;
            };
            let is_named = |lit: &Lit| core.contains(&!*lit);
            match assumed[fixed..].iter().position(is_named) {
                Some(first) => assumed.truncate(fixed + first),
                None => {
                    let frontier = frontier.iter().filter(|&&n| core.contains(&node_lit(n)));
                    let waiting = waiting.iter().filter(|&&s| core.contains(&site_lit(s)));
                    return Next::Nothing {
                        frontier: frontier.copied().collect(),
                        waiting: waiting.copied().collect(),
                    };
                }
            }
        }
    }

    /// The path in the model that was found.
    fn path(&mut self, graph: &Graph) -> Next {
        let mut path = Vec::new();
        let mut node = NodeId(0);
        loop {
            let is_true = |edge: &&EdgeId| {
                matches!(self.solver.lit_val(edge_lit(**edge)), Ok(TernaryVal::True))
            };
            // Where a model has several ways, that of the last path.
            let at = path.len();
            let out = &graph.node(node).out;
            let kept = self.last.get(at).filter(|edge| out.contains(edge));
            let kept = kept.filter(is_true);
            let Some(&edge) = kept.or_else(|| out.iter().find(is_true)) else {
                return Next::Unknown;
            };
            path.push(edge);
            match graph.edge(edge).to {
                Target::Node(to) if graph.node(to).expanded => node = to,
                _ => break,
            }
        }
        let same = |(a, b): &(&EdgeId, &EdgeId)| a == b;
        let shared = path.iter().zip(&self.last).take_while(same).count();
        self.last.clone_from(&path);
        Next::Path(path, shared)
    }
}
