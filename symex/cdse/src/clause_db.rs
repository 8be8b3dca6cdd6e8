//! Everything that was learned, and what may hold in other trips of loops.
//!
//! Each clause is moved, with proof, to the trips beside its own, and on from there. Two things can be missing: the trip, which
//! may be unrolled later; or one of the values in the clause, which no path to the other trip is known to make. The clause waits
//! for it then: a counter's values are not told of trips in which it does not have them.
use crate::clause::{Clause, PhiValue};
use crate::graph::NodeId;
use crate::lift::{InputOrigins, Lifter, LoopInstance, NotLiftable, Step, loops};
use crate::unrolling::Unrolling;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A clause that is to be moved.
#[derive(Clone, Debug)]
struct Move {
    clause: Rc<Clause>,
    around: Rc<LoopInstance>,
    step: Step,
}

/// Everything that was learned.
#[derive(Debug, Default)]
pub struct ClauseDb {
    learned: FxHashSet<Rc<Clause>>,
    origins: InputOrigins,
    /// Facts that something learned leads to.
    attained: FxHashSet<PhiValue>,
    /// Moves to trips that are not there.
    for_iterations: Vec<Move>,
    /// Moves that need a fact that nothing leads to.
    for_values: FxHashMap<PhiValue, Vec<Move>>,
}

impl ClauseDb {
    /// Learns something: gives back what is new, this first, then what it is in other trips.
    pub fn add(&mut self, unrolling: &mut Unrolling<'_>, clause: Clause) -> Vec<Rc<Clause>> {
        let mut new = Vec::new();
        let mut moves = self.note(unrolling, clause, &mut new);
        self.spread(unrolling, &mut moves, &mut new);
        new
    }

    /// These nodes have been executed: gives back what is new there.
    pub fn grown(&mut self, unrolling: &mut Unrolling<'_>, nodes: &[NodeId]) -> Vec<Rc<Clause>> {
        self.origins.grown(unrolling, nodes);
        let mut new = Vec::new();
        let mut moves = std::mem::take(&mut self.for_iterations);
        moves.reverse();
        self.spread(unrolling, &mut moves, &mut new);
        new
    }

    /// Notes what holds; gives back what is to be tried now, the last first.
    fn note(
        &mut self,
        unrolling: &Unrolling<'_>,
        clause: Clause,
        new: &mut Vec<Rc<Clause>>,
    ) -> Vec<Move> {
        let clause = Rc::new(clause);
        if !self.learned.insert(Rc::clone(&clause)) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for around in loops(unrolling, &clause) {
            let around = Rc::new(around);
            for step in [Step::Later, Step::Earlier] {
                let (clause, around) = (Rc::clone(&clause), Rc::clone(&around));
                moves.push(Move {
                    clause,
                    around,
                    step,
                });
            }
        }
        if let Some(head) = clause.head
            && self.attained.insert(head)
        {
            moves.extend(self.for_values.remove(&head).unwrap_or_default());
        }
        new.push(clause);
        moves
    }

    /// Moves clauses, and what they become, as far as that goes.
    fn spread(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        moves: &mut Vec<Move>,
        new: &mut Vec<Rc<Clause>>,
    ) {
        while let Some(next) = moves.pop() {
            let lifter = Lifter {
                around: &next.around,
                step: next.step,
                origins: &self.origins,
            };
            let mut moved = match lifter.clause(unrolling, &next.clause) {
                Ok(moved) => moved,
                Err(NotLiftable::NotYet) if next.step == Step::Later => {
                    self.for_iterations.push(next);
                    continue;
                }
                Err(_) => continue,
            };
            let missing = moved.values().find(|c| !self.attained.contains(c));
            if let Some(missing) = missing {
                self.for_values.entry(missing).or_default().push(next);
                continue;
            }
            if !self.is_known(&moved) && lifter.proves(unrolling, &next.clause.core, &mut moved) {
                moves.extend(self.note(unrolling, moved, new));
            }
        }
    }

    /// Was it learned before?
    pub fn is_known(&self, clause: &Clause) -> bool {
        self.learned.contains(clause)
    }
}
