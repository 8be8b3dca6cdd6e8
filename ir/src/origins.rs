//! The original instructions that a melded instruction stands for.
use crate::entities::{Loc, Value};

/// The original instructions of a shared effect, each with its condition.
///
/// Melding shares a load, store or check of the two sides of a branch. On a path it stands for the instruction of
/// one side only, but both sides may fail, on different inputs. The origins say which side an input selects, so an
/// engine can search for a failure of each original instruction.
///
/// The conditions form a decision list: the first condition that is 1 selects the instruction. `V` is the
/// representation of a condition: a value of the function, or a register of decoded code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origins<V = Value> {
    /// The conditions (`i1`), each with the location of the instruction that it selects.
    pub decided: Box<[(V, Loc)]>,
    /// The location of the instruction that is selected if every condition is 0.
    pub otherwise: Loc,
}

impl<V> Origins<V> {
    /// A single instruction.
    pub fn one(loc: Loc) -> Origins<V> {
        Origins {
            decided: Box::new([]),
            otherwise: loc,
        }
    }

    /// The same decision list over another representation of the conditions.
    pub fn map<W>(&self, mut map: impl FnMut(&V) -> W) -> Origins<W> {
        let decided = self.decided.iter().map(|(v, loc)| (map(v), *loc));
        Origins {
            decided: decided.collect(),
            otherwise: self.otherwise,
        }
    }

    /// Calls `visit` on each condition, in order; `visit` may change it.
    pub fn map_conditions(&mut self, mut visit: impl FnMut(&mut V)) {
        for (when, _) in &mut self.decided {
            visit(when);
        }
    }

    /// The locations in order; one may occur several times.
    pub fn locs(&self) -> impl Iterator<Item = Loc> + '_ {
        let decided = self.decided.iter().map(|&(_, loc)| loc);
        decided.chain([self.otherwise])
    }

    /// Replaces each location.
    pub fn map_locs(&mut self, mut map: impl FnMut(Loc) -> Loc) {
        for (_, loc) in &mut self.decided {
            *loc = map(*loc);
        }
        self.otherwise = map(self.otherwise);
    }
}
