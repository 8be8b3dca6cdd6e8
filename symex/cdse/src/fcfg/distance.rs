//! Distances in the unrolled graph: the number of steps from a node to the nearest target of the search.
use crate::graph::{EdgeId, Goal, Graph, NodeId, Target};

/// For each node, the number of steps on the shortest path from the node to a target. A target is a frontier node (a
/// node that is not executed yet), or a failure for which the search has not ended.
///
/// The search uses distances only to order the outgoing edges of a node. A distance is computed in the graph without
/// the edges that a learned clause of one fact excludes. The computation ignores branch conditions and longer
/// clauses. Therefore the shortest path may be infeasible, or excluded by a clause.
#[derive(Debug)]
pub struct Distances(Vec<u64>);

impl Distances {
    /// The distance of a node from which no target is reachable.
    const UNREACHABLE: u64 = u64::MAX;

    /// Computes the distances in the graph without the edges for which `is_excluded` returns `true`. A learned clause
    /// excludes these edges from all paths.
    pub fn new(graph: &Graph, is_excluded: impl Fn(EdgeId) -> bool) -> Distances {
        let mut distances = Distances(vec![Distances::UNREACHABLE; graph.nodes.len()]);
        for node in &graph.frontier {
            distances.0[node.0 as usize] = 0;
        }
        // Most edges lead to a node with a larger number, so a few passes in descending order suffice.
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for (at, node) in graph.nodes.iter().enumerate().rev() {
                let edges = node.out.iter().filter(|&&edge| !is_excluded(edge));
                let nearest = edges.map(|&edge| distances.behind(graph, edge)).min();
                let nearest = nearest.unwrap_or(Distances::UNREACHABLE);
                let distance = nearest.saturating_add(u64::from(node.steps));
                if distance < distances.0[at] {
                    distances.0[at] = distance;
                    is_stable = false;
                }
            }
        }
        distances
    }

    /// Returns the number of steps after an edge: from the node to which the edge leads, to the nearest target of the
    /// search. The number is 0 if the edge itself leads to a target.
    fn behind(&self, graph: &Graph, edge: EdgeId) -> u64 {
        match graph.edge(edge).to {
            Target::Node(to) => self.0[to.0 as usize],
            Target::Goal(site) => {
                let site = graph.site(site);
                match site.goal {
                    Goal::Failure { .. } if !site.closed => 0,
                    Goal::Failure { .. } | Goal::Unsupported(_) => Distances::UNREACHABLE,
                }
            }
        }
    }

    /// Returns the outgoing edges of a node, nearest target first. Edges with equal distances are in the order of
    /// creation.
    pub fn nearest_first(&self, graph: &Graph, node: NodeId) -> Vec<EdgeId> {
        let mut edges = graph.node(node).out.clone();
        edges.sort_by_key(|&edge| self.behind(graph, edge));
        edges
    }
}
