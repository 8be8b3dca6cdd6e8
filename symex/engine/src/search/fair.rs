//! Fair search: depth-first and coverage-first search select in turn from the same states.
//!
//! Depth-first search is fast, because consecutive states have most of their path in common. Coverage-first search keeps
//! an endless loop from starving the other states. Both get a share of the work, not of the selections, because the
//! queries of an endless loop become more expensive with each iteration. Coverage-first search gets a 13th of the work.
//! If the exploration takes longer ([`SHORT_RUN`]), it gets three quarters while it reaches more new code with its work
//! than depth-first search.
use super::Searcher;
use super::covnew::CovNew;
use super::dfs::Dfs;
use crate::state::StateId;

/// The parts of the work that depth-first and coverage-first search get.
type Shares = (u64, u64);

/// The shares if depth-first search reaches as much new code with its work.
const MOSTLY_DEPTH: Shares = (12, 1);
/// The shares if coverage-first search reaches more.
const MOSTLY_COVERAGE: Shares = (1, 3);
/// The work before which the shares are always [`MOSTLY_DEPTH`]: depth-first search often finishes a small program, or
/// finds a failure, within this work. It takes at most a second.
const SHORT_RUN: u64 = 8_000_000;
/// The number of turns after which a result counts about a third.
const MEMORY: u64 = 64;
/// The maximum number of selections of a turn of coverage-first search.
const COVERAGE_TURN: u32 = 16;
/// The maximum number of selections of a turn of depth-first search.
const DEPTH_TURN: u32 = 192;
/// The work after which a turn ends. It takes about 5 ms.
const TURN_WORK: u64 = 100_000;

/// Whose turn it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Turn {
    Depth,
    Coverage,
}

/// The work and the success of one of the two searches.
#[derive(Default)]
struct Account {
    /// The work since the shares were changed.
    work: u64,
    /// The recent work: older work counts less.
    recent: u64,
    /// The recent number of time slices that reached new code, in units of 1/256.
    hits: u64,
}

impl Account {
    /// Makes the work and the hits so far less important than the next ones.
    fn age(&mut self) {
        self.recent -= self.recent.div_ceil(MEMORY);
        self.hits -= self.hits.div_ceil(MEMORY);
    }

    /// Returns whether this search has reached more new code with its recent work than another one.
    fn is_better_than(&self, other: &Account) -> bool {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b.max(1));
        product(self.hits, other.recent) > product(other.hits, self.recent)
    }
}

/// Fair search.
pub struct Fair {
    depth_first: Dfs,
    coverage_first: CovNew,
    turn: Turn,
    /// The number of selections before the next turn.
    left: u32,
    /// The work of the current turn.
    work: u64,
    /// The work of all turns.
    total: u64,
    shares: Shares,
    depth: Account,
    coverage: Account,
}

impl Fair {
    /// Returns a fair searcher. `seed` determines the random choices of coverage-first search.
    pub fn new(seed: u64) -> Fair {
        Fair {
            depth_first: Dfs::default(),
            coverage_first: CovNew::new(seed),
            turn: Turn::Depth,
            left: DEPTH_TURN,
            work: 0,
            total: 0,
            shares: MOSTLY_DEPTH,
            depth: Account::default(),
            coverage: Account::default(),
        }
    }

    fn begin_turn(&mut self) {
        let is_long = self.total > SHORT_RUN;
        let shares = match is_long && self.coverage.is_better_than(&self.depth) {
            true => MOSTLY_COVERAGE,
            false => MOSTLY_DEPTH,
        };
        if shares != self.shares {
            self.shares = shares;
            (self.depth.work, self.coverage.work) = (0, 0);
        }
        let (depth, coverage) = shares;
        let is_behind =
            self.coverage.work.saturating_mul(depth) < self.depth.work.saturating_mul(coverage);
        (self.turn, self.left) = match is_behind {
            true => (Turn::Coverage, COVERAGE_TURN),
            false => (Turn::Depth, DEPTH_TURN),
        };
        self.work = 0;
        self.account().age();
    }

    fn account(&mut self) -> &mut Account {
        match self.turn {
            Turn::Depth => &mut self.depth,
            Turn::Coverage => &mut self.coverage,
        }
    }
}

impl Searcher for Fair {
    fn next(&mut self) -> Option<StateId> {
        if self.left == 0 || self.work >= TURN_WORK {
            self.begin_turn();
        }
        self.left -= 1;
        match self.turn {
            Turn::Depth => self.depth_first.next(),
            Turn::Coverage => self.coverage_first.next(),
        }
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        self.depth_first.added(parent, states);
        self.coverage_first.added(parent, states);
    }

    fn removed(&mut self, state: StateId) {
        self.depth_first.removed(state);
        self.coverage_first.removed(state);
    }

    fn ran(&mut self, state: StateId, covered_new: bool) {
        self.account().hits += u64::from(covered_new) << 8;
        self.depth_first.ran(state, covered_new);
        self.coverage_first.ran(state, covered_new);
    }

    fn spent(&mut self, work: u64) {
        self.work += work;
        self.total += work;
        let account = self.account();
        account.work += work;
        account.recent += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the share of the work, in percent, that coverage-first search gets of 100 million after a short run.
    /// `covers` tells whether a time slice reaches new code, `work` is the work of a time slice.
    fn share(covers: fn(Turn) -> bool, work: fn(Turn) -> u64) -> u64 {
        let mut search = Fair::new(1);
        let states: Vec<StateId> = (0..4).map(StateId).collect();
        search.added(None, &states);
        let (mut short, mut long) = (0, 0);
        while search.total < SHORT_RUN + 100_000_000 {
            let state = search.next().expect("a live state");
            let work = work(search.turn);
            match search.turn {
                Turn::Coverage if search.total < SHORT_RUN => short += work,
                Turn::Coverage => long += work,
                Turn::Depth => {}
            }
            search.ran(state, covers(search.turn));
            search.spent(work);
        }
        assert!(short < SHORT_RUN / 10, "{short}");
        (long + 500_000) / 1_000_000
    }

    #[test]
    fn the_search_that_reaches_more_new_code_gets_more_work() {
        assert_eq!(share(|turn| turn == Turn::Coverage, |_| 100), 75);
        assert_eq!(share(|turn| turn == Turn::Depth, |_| 100), 8);
        assert_eq!(share(|_| false, |_| 100), 8);
    }

    #[test]
    fn expensive_time_slices_do_not_change_the_shares() {
        let expensive_depth = |turn| if turn == Turn::Depth { 50_000 } else { 10 };
        assert_eq!(share(|turn| turn == Turn::Coverage, expensive_depth), 75);
        assert_eq!(
            share(|_| true, expensive_depth),
            75,
            "it covers more with its work"
        );
        assert_eq!(share(|_| false, expensive_depth), 8);
    }
}
