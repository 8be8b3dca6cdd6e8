//! The clause database, and the queue of clauses that wait for lifting. To *lift* a clause is to prove it for
//! another iteration of a loop. A φ is a symbol for a value that depends on the path.
//!
//! Each clause is lifted to the adjacent iterations, and the lifted clauses are lifted further. A clause waits in the
//! queue in two cases. First, the iteration to which it would be lifted has not been unrolled yet. Second, the lifted
//! clause contains a φ value that is not known to occur on any path. The second case prevents useless clauses. For
//! example, a clause about `i = 3` is not lifted to iterations in which `i` is never 3.
use crate::clause::{Clause, PhiValue};
use crate::graph::NodeId;
use crate::lift::{Direction, InputOrigins, Lifter, LoopInstance, NotLiftable, enclosing_loops};
use crate::unrolling::Unrolling;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The task of lifting a clause to the next or to the previous iteration of one loop.
#[derive(Clone, Debug)]
struct Lifting {
    clause: Rc<Clause>,
    loop_instance: Rc<LoopInstance>,
    direction: Direction,
}

/// The clause database: all learned clauses, and the clauses that wait for lifting.
#[derive(Debug, Default)]
pub struct ClauseDb {
    learned: FxHashSet<Rc<Clause>>,
    origins: InputOrigins,
    /// The equations `φ = value` that are the head (the implied fact) of a learned clause. The value of such an
    /// equation counts as a value that the φ has on some path. A lifted clause is added only if each equation in its
    /// body is in this set.
    implied_values: FxHashSet<PhiValue>,
    /// Liftings that wait until the loop iteration to which they lift has been unrolled.
    awaiting_iteration: Vec<Lifting>,
    /// Liftings that wait until a φ value is known to occur on some path. The key of the map is this φ value.
    awaiting_value: FxHashMap<PhiValue, Vec<Lifting>>,
}

impl ClauseDb {
    /// Adds a clause to the database. Returns the new clauses: first `clause`, then the clauses lifted from it.
    pub fn add(&mut self, unrolling: &mut Unrolling<'_>, clause: Clause) -> Vec<Rc<Clause>> {
        let mut new = Vec::new();
        let mut liftings = self.insert(unrolling, clause, &mut new);
        self.lift_all(unrolling, &mut liftings, &mut new);
        new
    }

    /// Tries again to lift the clauses that wait until a loop iteration is unrolled, because the newly executed nodes
    /// `nodes` may belong to such an iteration. Returns the lifted clauses.
    pub fn grown(&mut self, unrolling: &mut Unrolling<'_>, nodes: &[NodeId]) -> Vec<Rc<Clause>> {
        self.origins.grown(unrolling, nodes);
        let mut new = Vec::new();
        let mut liftings = std::mem::take(&mut self.awaiting_iteration);
        liftings.reverse();
        self.lift_all(unrolling, &mut liftings, &mut new);
        new
    }

    /// Adds one clause to the database, and to `new` if the database did not contain the clause. Returns the liftings
    /// that can be tried now, as a stack: the last lifting is tried first.
    fn insert(
        &mut self,
        unrolling: &Unrolling<'_>,
        clause: Clause,
        new: &mut Vec<Rc<Clause>>,
    ) -> Vec<Lifting> {
        let clause = Rc::new(clause);
        if !self.learned.insert(Rc::clone(&clause)) {
            return Vec::new();
        }
        let mut liftings = Vec::new();
        for loop_instance in enclosing_loops(unrolling, &clause) {
            let loop_instance = Rc::new(loop_instance);
            for direction in [Direction::Next, Direction::Previous] {
                let (clause, loop_instance) = (Rc::clone(&clause), Rc::clone(&loop_instance));
                liftings.push(Lifting {
                    clause,
                    loop_instance,
                    direction,
                });
            }
        }
        if let Some(head) = clause.head
            && self.implied_values.insert(head)
        {
            liftings.extend(self.awaiting_value.remove(&head).unwrap_or_default());
        }
        new.push(clause);
        liftings
    }

    /// Performs the given liftings, and then all liftings of the resulting clauses, until no further lifting is
    /// possible. Appends the lifted clauses to `new`.
    fn lift_all(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        liftings: &mut Vec<Lifting>,
        new: &mut Vec<Rc<Clause>>,
    ) {
        while let Some(next) = liftings.pop() {
            let lifter = Lifter {
                loop_instance: &next.loop_instance,
                direction: next.direction,
                origins: &self.origins,
            };
            let mut lifted = match lifter.clause(unrolling, &next.clause) {
                Ok(lifted) => lifted,
                Err(NotLiftable::NotYet) if next.direction == Direction::Next => {
                    self.awaiting_iteration.push(next);
                    continue;
                }
                Err(_) => continue,
            };
            let missing = lifted.values().find(|c| !self.implied_values.contains(c));
            if let Some(missing) = missing {
                self.awaiting_value.entry(missing).or_default().push(next);
                continue;
            }
            if !self.is_known(&lifted) && lifter.proves(unrolling, &next.clause.core, &mut lifted) {
                liftings.extend(self.insert(unrolling, lifted, new));
            }
        }
    }

    /// Returns whether `clause` is in the database.
    pub fn is_known(&self, clause: &Clause) -> bool {
        self.learned.contains(clause)
    }
}
