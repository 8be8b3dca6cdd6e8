//! The original instructions that a melded instruction replaces. Melding unites the two sides of a branch.
use crate::entities::{Loc, Value};

/// The original instructions of a melded load, store or check, each with its condition.
///
/// A melded instruction replaces one instruction on each side of a branch. For each input, it has the effect of the
/// instruction on the side that the input takes. So each original instruction can fail, but on different inputs. The
/// conditions determine the instruction that an input selects, so that an engine can search for a failure of each
/// original instruction.
///
/// The conditions form a decision list: the first condition in the list that is 1 selects its instruction. `V` is the
/// representation of a condition: a value of the function, or a register of decoded code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origins<V = Value> {
    /// The conditions (`i1`), each with the location of the instruction that it selects.
    pub decided: Box<[(V, Loc)]>,
    /// The location of the instruction that is selected if every condition is 0.
    pub otherwise: Loc,
}

impl<V> Origins<V> {
    /// Returns the origins with one original instruction, at `loc`, and no condition.
    pub fn one(loc: Loc) -> Origins<V> {
        Origins {
            decided: Box::new([]),
            otherwise: loc,
        }
    }

    /// Returns the same decision list with `map` applied to each condition.
    pub fn map<W>(&self, mut map: impl FnMut(&V) -> W) -> Origins<W> {
        let decided = self.decided.iter().map(|(v, loc)| (map(v), *loc));
        Origins {
            decided: decided.collect(),
            otherwise: self.otherwise,
        }
    }

    /// Calls `visit` on each condition, in order; `visit` may change the condition.
    pub fn map_conditions(&mut self, mut visit: impl FnMut(&mut V)) {
        for (when, _) in &mut self.decided {
            visit(when);
        }
    }

    /// Returns the locations of the original instructions in order. A location may occur several times.
    pub fn locs(&self) -> impl Iterator<Item = Loc> + '_ {
        let decided = self.decided.iter().map(|&(_, loc)| loc);
        decided.chain([self.otherwise])
    }

    /// Replaces each location by the result of `map`.
    pub fn map_locs(&mut self, mut map: impl FnMut(Loc) -> Loc) {
        for (_, loc) in &mut self.decided {
            *loc = map(*loc);
        }
        self.otherwise = map(self.otherwise);
    }
}
