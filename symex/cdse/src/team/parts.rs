//! The way in which the engines of a team share the work, and the assignment of parts of the search space to engines.
use super::Team;
use crate::fcfg::Division;
use crate::graph::EdgeId;
use crate::search::Pause;
use crate::strategy::Strategy;

/// The way in which the engines of a team (parallel searches) share the work (do Val 2014, §7.2).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Teamwork {
    /// All engines search the whole search space, with different strategies.
    #[default]
    Portfolio,
    /// The engines search different parts of the search space, with the same strategy.
    Divide,
    /// The engines search different parts of the search space, with different strategies.
    DividePortfolio,
}

impl Teamwork {
    /// Returns whether the engines search different parts of the search space.
    pub fn divides(self) -> bool {
        match self {
            Teamwork::Portfolio => false,
            Teamwork::Divide | Teamwork::DividePortfolio => true,
        }
    }

    /// Returns the amount of work in the first round, in the units of `Search::work`. It is small if the search space is
    /// divided, because the other engines wait for their parts.
    pub(super) fn first_work(self) -> u64 {
        if self.divides() { 8 } else { 64 }
    }

    /// Returns the strategy of engine number `engine`. Engine 0 has the strategy `first`.
    pub fn strategy(self, first: Strategy, engine: usize) -> Strategy {
        match self {
            Teamwork::Portfolio | Teamwork::DividePortfolio => Strategy::of_engine(first, engine),
            Teamwork::Divide => first,
        }
    }
}

/// The part of the search space that an engine searches, as seen by the calling thread.
#[derive(Default)]
pub(super) struct Part {
    /// The edges that no path of the part contains.
    pub avoided: Vec<EdgeId>,
    /// The division that the engine has offered after the latest round; `None` if it has offered none.
    pub offer: Option<Division>,
}

impl Team<'_> {
    /// Assigns parts of the search space to the engines that have none, or whose part has no path left. Each engine
    /// that still works gives a part to at most one other engine. The engines with the least divided parts give first.
    pub(super) fn assign_parts(&mut self) {
        let idle = |at: &usize| self.engines[*at].pause == Pause::Exhausted;
        let idle: Vec<usize> = (0..self.engines.len()).filter(idle).collect();
        let working = |at: &usize| self.engines[*at].pause == Pause::Worked;
        let mut donors: Vec<usize> = (0..self.engines.len()).filter(working).collect();
        donors.sort_by_key(|&at| self.engines[at].part.avoided.len());
        let mut offers = donors.into_iter().filter_map(|donor| {
            let offer = self.engines[donor].part.offer.take()?;
            Some((donor, offer))
        });
        let assigned: Vec<(usize, (usize, Division))> =
            idle.into_iter().zip(offers.by_ref()).collect();
        for (receiver, (donor, division)) in assigned {
            let whole = self.engines[donor].part.avoided.clone();
            let part = |more: Vec<EdgeId>| [&whole[..], &more].concat();
            self.start_part(donor, part(division.kept));
            self.start_part(receiver, part(division.given));
            self.divisions += 1;
        }
    }

    fn start_part(&mut self, at: usize, avoided: Vec<EdgeId>) {
        let engine = &mut self.engines[at];
        engine.next.part = Some(avoided.clone());
        engine.part = Part {
            avoided,
            offer: None,
        };
        engine.pause = Pause::Worked;
    }
}
