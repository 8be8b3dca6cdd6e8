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

/// Asks whether some input satisfies all demands; if not, for a small contradiction.
pub fn ask(backend: &mut Backend, arena: &Arena, demands: &[Demand]) -> Feasible {
    match check(backend, arena, demands) {
        Answer::Sat(model) => Feasible::Yes(model),
        Answer::Unknown(why) => Feasible::Unknown(why),
        Answer::Unsat => {
            let core = backend.core().unwrap_or_else(|| conditions(demands));
            let core = smaller(backend, arena, core);
            Feasible::No(edges_of(demands, &core))
        }
    }
}

/// Asks whether some input satisfies all demands.
pub fn check(backend: &mut Backend, arena: &Arena, demands: &[Demand]) -> Answer {
    let conditions = conditions(demands);
    if conditions.is_empty() {
        return Answer::Sat(Model::new());
    }
    backend.check(arena, &conditions)
}

/// How many of the conditions of a path it takes to contradict each other, where all do: with one less some input satisfies
/// them, unless the solver does not know. What a loop excludes in its third trip is told apart from what comes behind it.
pub fn first_contradiction(count: usize, mut holds: impl FnMut(usize) -> bool) -> usize {
    let (mut good, mut bad) = (0, count);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    bad
}

fn conditions(demands: &[Demand]) -> Vec<ExprId> {
    let mut conditions: Vec<ExprId> = demands.iter().map(|&(cond, _)| cond).collect();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
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
