//! Why no input takes a path: few edges whose conditions cannot hold together.
//!
//! The solver names some conditions; then each is left out in turn, and stays out if the rest is unsatisfiable without it.
use crate::graph::EdgeId;
use crate::walk::Demand;
use symtool_symex::expr::{Arena, ExprId};
use symtool_symex::solver::{Answer, Backend, Model, Solver, Unknown};

/// Questions that making one core smaller may cost.
const MOST_QUESTIONS: usize = 48;

/// Whether some input takes a path.
pub enum Feasible {
    /// This one does.
    Yes(Model),
    /// None: these edges exclude each other; ascending.
    No(Vec<EdgeId>),
    /// The solver does not say.
    Unknown(Unknown),
}

/// Asks about a path; minimises the answer if it is no.
pub fn ask(backend: &mut Backend, arena: &Arena, demands: &[Demand]) -> Feasible {
    let mut conditions: Vec<ExprId> = demands.iter().map(|&(cond, _)| cond).collect();
    conditions.sort_unstable();
    conditions.dedup();
    if conditions.is_empty() {
        return Feasible::Yes(Model::new());
    }
    match backend.check(arena, &conditions) {
        Answer::Sat(model) => Feasible::Yes(model),
        Answer::Unknown(why) => Feasible::Unknown(why),
        Answer::Unsat => {
            let core = backend.core().unwrap_or(conditions);
            let core = smaller(backend, arena, core);
            Feasible::No(edges_of(demands, &core))
        }
    }
}

/// Leaves out what the contradiction does not need.
fn smaller(backend: &mut Backend, arena: &Arena, mut core: Vec<ExprId>) -> Vec<ExprId> {
    let mut at = 0;
    for _ in 0..MOST_QUESTIONS {
        if at >= core.len() || core.len() < 2 {
            break;
        }
        let mut rest = core.clone();
        rest.remove(at);
        match backend.check(arena, &rest) {
            Answer::Unsat => {
                let named = backend.core().unwrap_or_else(|| rest.clone());
                // What was found necessary before stays necessary; the rest keeps its order.
                core = rest.into_iter().filter(|c| named.contains(c)).collect();
                at = at.min(core.len());
            }
            _ => at += 1,
        }
    }
    core
}

/// The edges that demand some conditions: of several that demand the same, the first.
fn edges_of(demands: &[Demand], conditions: &[ExprId]) -> Vec<EdgeId> {
    let edge = |c: &ExprId| demands.iter().find(|(cond, _)| cond == c).map(|&(_, e)| e);
    let mut edges: Vec<EdgeId> = conditions.iter().filter_map(edge).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
