//! The profile of an exploration: the costs of each source line, the execution tree, and the most expensive queries.
//!
//! A profile is recorded if [`Config::profile`](crate::Config::profile) is on. No decision of the exploration depends
//! on the profile. Its size has an upper bound, whatever the length of the run.
//!
//! *Work* is the deterministic estimate of [`SolverStats::work`](symtool_solver::SolverStats::work), in instructions of
//! the symbolic interpreter. The *guilt* of a line is the work that would probably be absent without the line. Each
//! unit of work is charged once:
//!
//! - The part of a query's work that grows with the size of its expressions is charged to the lines that built the
//!   expressions, in proportion to the gates of the expression nodes ([`LineProfile::expression_guilt`]).
//! - The remaining work of a state (instructions, and a fixed amount for each query) is charged to the fork that
//!   created the state ([`LineProfile::fork_guilt`]). The first state is created by no fork, so its work is charged to
//!   the lines that it executes ([`LineProfile::run_guilt`]).
//!
//! | module | contents |
//! | --- | --- |
//! | `sites` | the steps to which costs are charged, and their costs |
//! | `origins` | the step that built each expression, and the shares of steps in a query |
//! | `tree` | the execution tree, with at most 100,000 nodes |
//! | `growth` | the growth of expressions and states over the work |
//! | `lines` | conversion of the costs of steps to those of source lines |
mod growth;
mod lines;
mod origins;
mod sites;
mod tree;

pub(crate) use growth::Growth;
pub use growth::GrowthSample;
pub(crate) use lines::{UserCode, lines, place};
pub(crate) use origins::{Origins, Shares};
pub(crate) use sites::{Costs, NO_SITE, Sites};
pub(crate) use tree::Tree;
pub use tree::{NodeEnd, TreeCounts};

use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use symtool_ir::Inputs;

/// The maximum number of queries in a profile.
pub const MAX_QUERIES: usize = 24;

/// The profile of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// One entry for each source line that caused costs, sorted by file and line.
    pub lines: Vec<LineProfile>,
    /// The nodes of the execution tree. A node comes after its parent; the first node is the root.
    pub tree: Vec<TreeNode>,
    /// The lines to which the nodes of the tree refer.
    pub places: Vec<Place>,
    /// The most expensive solver queries, the query with the most work first.
    pub queries: Vec<QueryProfile>,
    /// The whole work of the exploration.
    pub work: u64,
    /// The growth of states and expressions over the work; empty if there were several workers (threads).
    pub growth: Vec<GrowthSample>,
}

/// The costs of one source line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineProfile {
    /// The name of the source file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The number of times that control reached the line's code, over all states.
    pub executions: u64,
    /// The number of executed instructions that belong to the line.
    pub instructions: u64,
    /// The number of forks at the line.
    pub forks: u64,
    /// The number of merges of states that were forked at this line.
    pub merges: u64,
    /// The number of merges that took place at this line.
    pub joins: u64,
    /// The number of queries that the line issued.
    pub queries: u64,
    /// The number of queries of the line that a solver had to answer.
    pub solver_queries: u64,
    /// The time of the queries of the line that a solver had to answer.
    pub solver_time: Duration,
    /// The solver work of the queries that the line issued.
    pub query_work: u64,
    /// The number of expression nodes that the line built.
    pub nodes: u64,
    /// The number of conflict clauses that contain a fact about the line (conflict-driven exploration).
    pub clauses: u64,
    /// The work of queries that is due to expressions that the line built, including queries that other lines issued.
    pub expression_guilt: u64,
    /// The work of states that exist because of a fork at the line.
    pub fork_guilt: u64,
    /// The work of executing the line in the first state.
    pub run_guilt: u64,
}

impl LineProfile {
    fn add(&mut self, other: &LineProfile) {
        self.executions += other.executions;
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.merges += other.merges;
        self.joins += other.joins;
        self.queries += other.queries;
        self.solver_queries += other.solver_queries;
        self.solver_time += other.solver_time;
        self.query_work += other.query_work;
        self.nodes += other.nodes;
        self.clauses += other.clauses;
        self.expression_guilt += other.expression_guilt;
        self.fork_guilt += other.fork_guilt;
        self.run_guilt += other.run_guilt;
    }

    /// Returns the work that is charged to the line.
    pub fn guilt(&self) -> u64 {
        self.expression_guilt + self.fork_guilt + self.run_guilt
    }
}

impl Profile {
    /// Adds the profile of another worker. The costs of each line are added. The root of the other execution tree
    /// becomes a child of the root of this tree.
    pub fn add(&mut self, other: Profile) {
        let own = std::mem::take(&mut self.lines);
        let mut lines: BTreeMap<Place, LineProfile> = BTreeMap::new();
        for line in own.into_iter().chain(other.lines) {
            match lines.entry((line.file.clone(), line.line)) {
                Entry::Occupied(mut known) => known.get_mut().add(&line),
                Entry::Vacant(place) => drop(place.insert(line)),
            }
        }
        self.lines = lines.into_values().collect();
        let (first, places) = (self.tree.len() as u32, self.places.len() as u32);
        self.places.extend(other.places);
        self.tree.extend(
            other
                .tree
                .into_iter()
                .enumerate()
                .map(|(at, node)| TreeNode {
                    parent: if at == 0 { 0 } else { node.parent + first },
                    place: node.place.map(|place| place + places),
                    into: node.into.map(|into| into + first),
                    ..node
                }),
        );
        self.queries
            .extend(other.queries.into_iter().map(|query| QueryProfile {
                node: query.node.map(|node| node + first),
                ..query
            }));
        self.growth.clear();
        self.queries
            .sort_by_key(|query| std::cmp::Reverse(query.work));
        self.queries.truncate(MAX_QUERIES);
        self.work += other.work;
    }
}

/// A source line: the name of the file and the line, counted from 1.
pub type Place = (String, u32);

/// A node of the execution tree: a part of a path without forks.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// The index of the parent; the root is its own parent.
    pub parent: u32,
    /// The line of the fork or merge at which the node begins, as an index of [`Profile::places`]. `None` if the node
    /// begins at no fork or merge, as the root does, or if the line is unknown.
    pub place: Option<u32>,
    /// The condition that distinguishes the node from its siblings, in the syntax of C. Empty if the condition is
    /// unknown, or if the texts of the tree would become too long.
    pub condition: Arc<str>,
    /// The way in which the node ended.
    pub end: NodeEnd,
    /// The work of the node, and of the nodes that were aggregated into it.
    pub work: u64,
    /// The numbers of paths that ended in this node, by the kind of end. Paths of nodes that were aggregated into this
    /// node are included.
    pub counts: TreeCounts,
    /// The number of nodes that were aggregated into this node.
    pub hidden: u32,
    /// The index of the node at which the state continues after it was merged into another one; `None` if the state of
    /// this node was not merged.
    pub into: Option<u32>,
    /// The [`input_key`] of the test case or failing input of the path that ends here; 0 if there is none.
    pub test: u64,
}

/// An expensive solver query.
#[derive(Clone, Debug, Default)]
pub struct QueryProfile {
    /// The line that issued the query; `None` if it is unknown.
    pub place: Option<Place>,
    /// The node of the tree whose state issued the query, as an index of [`Profile::tree`]; `None` if it is unknown.
    pub node: Option<u32>,
    /// The purpose of the query, such as `branch` or `store: its address`.
    pub about: String,
    /// The time that the query took.
    pub time: Duration,
    /// The work of the query, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The name of the link (technique of the solver chain) that answered the query.
    pub by: String,
    /// The answer to the query: `sat`, `unsat` or `unknown`.
    pub answer: &'static str,
    /// The number of constraints of the query.
    pub constraints: usize,
    /// The number of distinct expression nodes of the query.
    pub nodes: usize,
    /// The last constraints of the query in the syntax of C. The very last one is the condition that the query
    /// checks.
    pub terms: Vec<String>,
    /// The lines that built the expressions of the query, each with its share of the query's gates in percent.
    pub built_by: Vec<(Place, u32)>,
    /// The number of the query in the query log; `None` if the run writes no query log.
    pub logged: Option<u64>,
}

/// Returns a number that identifies an input of the program. It is never 0.
pub fn input_key(inputs: &Inputs) -> u64 {
    let mut hasher = FxHasher::default();
    for object in &inputs.objects {
        object.name.hash(&mut hasher);
        object.bytes.hash(&mut hasher);
    }
    hasher.finish().max(1)
}
