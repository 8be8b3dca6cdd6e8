//! The clause database, and the queue of clauses to be lifted to other loop iterations.
//!
//! Each clause is lifted, with proof, to the neighbouring iterations, and from there onward. It waits in the
//! queue if something is missing. Either the iteration has not been unrolled yet. Or one of its φ values is not
//! known to occur in the other iteration: clauses about values of a counter would otherwise be lifted to
//! iterations where it never has them.
use crate::clause::{Clause, PhiValue};
use crate::graph::NodeId;
use crate::lift::{InputOrigins, Lifter, LoopInstance, NotLiftable, Step, loops};
use crate::unrolling::Unrolling;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A clause to be lifted in one direction.
#[derive(Clone, Debug)]
struct Move {
    clause: Rc<Clause>,
    around: Rc<LoopInstance>,
    step: Step,
}

/// The clause database.
#[derive(Debug, Default)]
pub struct ClauseDb {
    learned: FxHashSet<Rc<Clause>>,
    origins: InputOrigins,
    /// Heads of learned clauses: φ values that some path is known to yield.
    attained: FxHashSet<PhiValue>,
    /// Liftings to iterations that have not been unrolled.
    for_iterations: Vec<Move>,
    /// Liftings that need a φ value not yielded so far.
    for_values: FxHashMap<PhiValue, Vec<Move>>,
}

impl ClauseDb {
    /// Adds a clause. Returns the new clauses: this one first, then its liftings.
    pub fn add(&mut self, unrolling: &mut Unrolling<'_>, clause: Clause) -> Vec<Rc<Clause>> {
        let mut new = Vec::new();
        let mut moves = self.note(unrolling, clause, &mut new);
        self.spread(unrolling, &mut moves, &mut new);
        new
    }

    /// Registers executed nodes. Returns the clauses lifted to them.
    pub fn grown(&mut self, unrolling: &mut Unrolling<'_>, nodes: &[NodeId]) -> Vec<Rc<Clause>> {
        self.origins.grown(unrolling, nodes);
        let mut new = Vec::new();
        let mut moves = std::mem::take(&mut self.for_iterations);
        moves.reverse();
        self.spread(unrolling, &mut moves, &mut new);
        new
    }

    /// Adds one clause. Returns the liftings to try now, the last first.
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

    /// Performs liftings until none is possible.
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

    /// Is the clause in the database?
    pub fn is_known(&self, clause: &Clause) -> bool {
        self.learned.contains(clause)
    }
}
