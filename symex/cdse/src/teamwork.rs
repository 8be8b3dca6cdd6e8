//! The way in which the engines of a team share the work.
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

    /// Returns the amount of work that each engine does in the first round, in the units of `Search::work`. It is small
    /// if the search space is divided, because all engines but the first wait for their parts in this round.
    pub(crate) fn first_work(self) -> u64 {
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
