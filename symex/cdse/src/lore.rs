//! Everything that was learned, and what may hold in other trips of loops.
//!
//! Each clause is moved, with proof, to the trips beside its own, and on from there. Two things can be missing: the trip, which
//! may be unrolled later; or one of the values in the clause, which no path to the other trip is known to make. The clause waits
//! for it then: a counter's values are not told of trips in which it does not have them.
use crate::clause::{Equal, Known};
use crate::graph::NodeId;
use crate::lift::{Around, Fixed, Makers, Mover, Step, loops};
use crate::unroll::World;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A clause that is to be moved.
#[derive(Clone, Debug)]
struct Move {
    clause: Rc<Known>,
    around: Rc<Around>,
    step: Step,
}

/// Everything that was learned.
#[derive(Debug, Default)]
pub struct Lore {
    learned: FxHashSet<Rc<Known>>,
    makers: Makers,
    /// Facts that something learned leads to.
    attained: FxHashSet<Equal>,
    /// Moves to trips that are not there.
    for_trips: Vec<Move>,
    /// Moves that need a fact that nothing leads to.
    for_values: FxHashMap<Equal, Vec<Move>>,
}

impl Lore {
    /// Learns something: gives back what is new, this first, then what it is in other trips.
    pub fn add(&mut self, world: &mut World<'_>, clause: Known) -> Vec<Rc<Known>> {
        let mut new = Vec::new();
        let mut moves = self.note(world, clause, &mut new);
        self.spread(world, &mut moves, &mut new);
        new
    }

    /// These nodes have been executed: gives back what is new there.
    pub fn grown(&mut self, world: &mut World<'_>, nodes: &[NodeId]) -> Vec<Rc<Known>> {
        self.makers.grown(world, nodes);
        let mut new = Vec::new();
        let mut moves = std::mem::take(&mut self.for_trips);
        moves.reverse();
        self.spread(world, &mut moves, &mut new);
        new
    }

    /// Notes what holds; gives back what is to be tried now, the last first.
    fn note(&mut self, world: &World<'_>, clause: Known, new: &mut Vec<Rc<Known>>) -> Vec<Move> {
        let clause = Rc::new(clause);
        if !self.learned.insert(Rc::clone(&clause)) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for around in loops(world, &clause) {
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
    fn spread(&mut self, world: &mut World<'_>, moves: &mut Vec<Move>, new: &mut Vec<Rc<Known>>) {
        while let Some(next) = moves.pop() {
            let mover = Mover {
                around: &next.around,
                step: next.step,
                makers: &self.makers,
            };
            let mut moved = match mover.clause(world, &next.clause) {
                Ok(moved) => moved,
                Err(Fixed::NotYet) if next.step == Step::Later => {
                    self.for_trips.push(next);
                    continue;
                }
                Err(_) => continue,
            };
            let missing = moved.values().find(|c| !self.attained.contains(c));
            if let Some(missing) = missing {
                self.for_values.entry(missing).or_default().push(next);
                continue;
            }
            if !self.is_known(&moved) && mover.proves(world, &next.clause.core, &mut moved) {
                moves.extend(self.note(world, moved, new));
            }
        }
    }

    /// Was it learned before?
    pub fn is_known(&self, clause: &Known) -> bool {
        self.learned.contains(clause)
    }
}
