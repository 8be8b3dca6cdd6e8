//! Division of the search space among engines (parallel searches; do Val 2014, §7.2). The search space is divided along
//! a *guiding path*, the last path that an engine has searched. Parallel SAT solvers use the same method (Zhang,
//! Bonacina and Hsiang, *PSATO: a distributed propositional prover*, Journal of Symbolic Computation 21, 1996).
//!
//! A part of the search space is given by a set of *avoided* edges: it contains the paths that take none of these
//! edges. The first part avoids no edge. A part is divided at a branch of the last path that its engine has searched:
//! at the first branch where another edge may still lead to a goal. The *kept* part contains the paths that take the
//! same edge at this branch as the last path. The *given* part contains the paths that take another edge; the engine
//! passes this part on to an engine without work.
use super::Fcfg;
use crate::graph::{EdgeId, Graph, NodeId, Target};
use rustsat::types::Lit;

/// A division of a part of the search space into two parts at a branch. The *kept* part contains the paths that take
/// the same edge at the branch as the last path; the *given* part contains the paths that take another edge. Each path
/// of the divided part is in at least one of the two parts. A path that ends at a failing check before the branch is in
/// the kept part only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Division {
    /// The edges that the kept part avoids, in addition to the avoided edges of the divided part. They are the edges
    /// of the branch that the last path does not take.
    pub kept: Vec<EdgeId>,
    /// The edges that the given part avoids, in addition to the avoided edges of the divided part. They are the edge
    /// of the branch that the last path takes, and edges from earlier nodes to goals.
    pub given: Vec<EdgeId>,
}

impl Fcfg {
    /// Restricts later paths to those that avoid the edges `avoided`.
    pub fn search_part(&mut self, avoided: Vec<EdgeId>) {
        self.avoided = avoided;
    }

    /// Returns a division of the current part along the last path. `cut` contains the nodes that no path may enter. The
    /// division uses only the first `common` edges of the graph, which have the same numbers in all engines. Returns
    /// `None` in three cases: the last path takes an avoided edge; it has no branch that divides the part, or has such
    /// a branch only after one at which paths of the part can take an edge that is not common; the SAT solver gave no
    /// answer.
    pub fn divide(&mut self, graph: &Graph, cut: &[NodeId], common: usize) -> Option<Division> {
        let mut assumed: Vec<Lit> = cut.iter().map(|&node| !self.vars.node(node)).collect();
        assumed.extend(self.without(&self.avoided));
        let mut given = Vec::new();
        for taken in self.last.clone() {
            let is_open = |edge: &EdgeId| {
                *edge != taken && !self.avoided.contains(edge) && !self.excluded.contains(edge)
            };
            let out = &graph.node(graph.edge(taken).from).out;
            let others: Vec<EdgeId> = out.iter().copied().filter(is_open).collect();
            let is_own = |edge: &EdgeId| edge.0 as usize >= common;
            if self.avoided.contains(&taken)
                || !others.is_empty() && (is_own(&taken) || others.iter().any(is_own))
            {
                return None;
            }
            let is_goal = |edge: &EdgeId| matches!(graph.edge(*edge).to, Target::Goal(_));
            if others.iter().all(is_goal) {
                given.extend(others);
                continue;
            }
            given.push(taken);
            let with_given = [&assumed[..], &self.without(&given)].concat();
            if self.solve(&with_given)? {
                return Some(Division {
                    kept: others,
                    given,
                });
            }
            given.pop();
        }
        None
    }

    /// Returns the literals of the negations of some edges. An edge without a SAT variable is omitted, because its
    /// source has not been executed and so no path contains it.
    pub(super) fn without(&self, edges: &[EdgeId]) -> Vec<Lit> {
        let lits = edges.iter().filter_map(|&edge| self.vars.edge(edge));
        lits.map(|lit| !lit).collect()
    }
}
