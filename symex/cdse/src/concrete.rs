//! Evaluation of a path under one model of its inputs. A node of the unrolled control-flow graph consists of
//! *segments*: parts that each have a condition. The evaluation decides which of these conditions hold, and thus which
//! segments are executed. A φ is a symbol for a value that depends on the path.
use crate::graph::{EdgeId, NodeId, PhiId, Target};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, Assignment, Evaluator, ExprId, SymArray};
use symtool_solver::Model;

/// The evaluation of a path under one model of its inputs. The search uses it to find the code that the path executes,
/// and marks this code as covered.
pub struct PathEvaluation<'a> {
    model: &'a Model,
    entry_edges: FxHashMap<NodeId, EdgeId>,
    /// The values of φs that have been computed so far.
    known: FxHashMap<PhiId, u128>,
}

/// The concrete values of the symbols of φs and inputs.
struct Values<'a> {
    unrolling: &'a Unrolling<'a>,
    evaluation: &'a PathEvaluation<'a>,
}

impl Assignment for Values<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        match self.unrolling.graph.phi_of.get(&array) {
            Some(phi) => {
                let known = self.evaluation.known.get(phi);
                known.map_or(0, |value| (value >> (8 * index)) as u8)
            }
            None => self.evaluation.model.byte(array, index),
        }
    }
}

impl<'a> PathEvaluation<'a> {
    /// Starts the evaluation of a path. The model must satisfy the conditions of the path.
    pub fn new(unrolling: &Unrolling<'_>, path: &[EdgeId], model: &'a Model) -> PathEvaluation<'a> {
        let mut entry_edges = FxHashMap::default();
        for &edge in path {
            if let Target::Node(node) = unrolling.graph.edge(edge).to {
                entry_edges.insert(node, edge);
            }
        }
        PathEvaluation {
            model,
            entry_edges,
            known: FxHashMap::default(),
        }
    }

    /// Returns whether `cond` is true on the path under the model.
    pub fn holds(&mut self, unrolling: &mut Unrolling<'_>, cond: ExprId) -> bool {
        if unrolling.arena.is_true(cond) {
            return true;
        }
        for phi in unrolling.phis_in(cond) {
            self.compute(unrolling, phi);
        }
        self.value(unrolling, cond) != 0
    }

    fn value(&self, unrolling: &Unrolling<'_>, value: ExprId) -> u128 {
        let values = Values {
            unrolling,
            evaluation: self,
        };
        Evaluator::new(&unrolling.arena, &values)
            .eval(value)
            .unsigned()
    }

    /// Computes the value of the φ `phi` on the path, and first the values of the φs on which `phi` depends.
    fn compute(&mut self, unrolling: &mut Unrolling<'_>, phi: PhiId) {
        let mut work = vec![phi];
        while let Some(&phi) = work.last() {
            if self.known.contains_key(&phi) {
                work.pop();
                continue;
            }
            let edge = self.entry_edges.get(&unrolling.graph.phi(phi).node);
            let bound = edge.and_then(|&edge| unrolling.binding(phi, edge));
            let bound = bound.unwrap_or(Arena::FALSE);
            let below = unrolling.phis_in(bound).into_iter();
            let missing: Vec<PhiId> = below.filter(|c| !self.known.contains_key(c)).collect();
            if missing.is_empty() {
                let value = self.value(unrolling, bound);
                self.known.insert(phi, value);
                work.pop();
            } else {
                work.extend(missing);
            }
        }
    }
}
