//! Fair search: depth-first and coverage-first search select in turn from the same states.
//!
//! Depth-first search is fast, because consecutive states have most of their path in common. Coverage-first search
//! keeps an endless loop from starving the other states. Each of the two searches gets a share of the work (estimated
//! in instructions). A share of the selections of states would not be sufficient, because the queries of an endless
//! loop become more expensive with each iteration. Coverage-first search gets a 13th of the work.
//!
//! The variant `fair-covnew` is for long runs. A long run is probably ended by a limit, and its result is the covered
//! code. Therefore, after the first part of the run ([`SHORT_RUN`]), this variant gives coverage-first search nearly
//! all of the work. For a complete exploration, it needs more time than depth-first search: 1.8 s instead of 0.5 s for
//! the benchmark program `usb_enum_true` with `--verify --unwind 10`.
//!
//! The first part of `fair-covnew` must be short, because depth-first search leaves live states behind, among which
//! coverage-first search then has to select. A longer first part reduces the coverage. For example, http-parser with 16
//! symbolic bytes was run for 10 s with four seeds. The number of covered branch sides is 568 to 586 with a first part
//! of 1 million units of work, 537 to 547 with 3 million units, and 454 to 523 with 8 million units.
use super::Searcher;
use super::covnew::CovNew;
use super::dfs::Dfs;
use crate::state::StateId;

/// The ratio in which the work is divided: the parts of depth-first search and of coverage-first search.
type Shares = (u64, u64);

/// The ratio in which the searcher `fair` divides the work. The ratio also applies in the first part of `fair-covnew`.
const MOSTLY_DEPTH: Shares = (12, 1);
/// The ratio in which the searcher `fair-covnew` divides the work after the first part.
const MOSTLY_COVERAGE: Shares = (1, 15);
/// The work of the first part of `fair-covnew`. Within this work, which takes about 50 ms, depth-first search often
/// finishes a small program or finds a failure.
const SHORT_RUN: u64 = 1_000_000;
/// The maximum number of states that coverage-first search selects in one turn.
const COVERAGE_TURN: u32 = 16;
/// The maximum number of states that depth-first search selects in one turn.
const DEPTH_TURN: u32 = 192;
/// The work after which a turn of either search ends. It takes about 5 ms.
const TURN_WORK: u64 = 100_000;

/// The search that selects states in the current turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Turn {
    Depth,
    Coverage,
}

/// The searcher of fair search: depth-first and coverage-first search select states in turn.
pub struct Fair {
    depth_first: Dfs,
    coverage_first: CovNew,
    turn: Turn,
    /// The number of states that may still be selected in the current turn.
    left: u32,
    /// The work of the current turn.
    work: u64,
    /// The work of all turns.
    total: u64,
    shares: Shares,
    /// The ratio that applies after the first part of the run ([`SHORT_RUN`]).
    later: Shares,
    /// The work of each search since the start of the run or since the ratio was changed.
    depth: u64,
    coverage: u64,
}

impl Fair {
    /// Returns the searcher `fair`. `seed` determines the random choices of coverage-first search.
    pub fn new(seed: u64) -> Fair {
        Fair::with_shares(seed, MOSTLY_DEPTH)
    }

    /// Returns the searcher `fair-covnew`.
    pub fn covering(seed: u64) -> Fair {
        Fair::with_shares(seed, MOSTLY_COVERAGE)
    }

    fn with_shares(seed: u64, later: Shares) -> Fair {
        Fair {
            depth_first: Dfs::default(),
            coverage_first: CovNew::new(seed),
            turn: Turn::Depth,
            left: DEPTH_TURN,
            work: 0,
            total: 0,
            shares: MOSTLY_DEPTH,
            later,
            depth: 0,
            coverage: 0,
        }
    }

    fn begin_turn(&mut self) {
        if self.total > SHORT_RUN && self.shares != self.later {
            self.shares = self.later;
            (self.depth, self.coverage) = (0, 0);
        }
        let (depth, coverage) = self.shares;
        let is_behind = self.coverage.saturating_mul(depth) < self.depth.saturating_mul(coverage);
        (self.turn, self.left) = match is_behind {
            true => (Turn::Coverage, COVERAGE_TURN),
            false => (Turn::Depth, DEPTH_TURN),
        };
        self.work = 0;
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
        self.depth_first.ran(state, covered_new);
        self.coverage_first.ran(state, covered_new);
    }

    fn spent(&mut self, work: u64) {
        self.work += work;
        self.total += work;
        match self.turn {
            Turn::Depth => self.depth += work,
            Turn::Coverage => self.coverage += work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the shares of the work, in percent, that coverage-first search gets in the first part of a run
    /// ([`SHORT_RUN`]) and in the 100 million units of work after it. `work` returns the work of one time slice.
    fn shares(mut search: Fair, work: fn(Turn) -> u64) -> (u64, u64) {
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
            search.ran(state, false);
            search.spent(work);
        }
        let percent = |part: u64, of: u64| (100 * part + of / 2) / of;
        (percent(short, SHORT_RUN), percent(long, 100_000_000))
    }

    #[test]
    fn coverage_first_search_gets_most_of_a_long_run() {
        assert_eq!(shares(Fair::covering(1), |_| 100), (8, 94));
        assert_eq!(shares(Fair::new(1), |_| 100), (8, 8));
    }

    #[test]
    fn expensive_time_slices_do_not_change_the_shares() {
        let expensive_depth = |turn| if turn == Turn::Depth { 50_000 } else { 10 };
        assert_eq!(shares(Fair::covering(1), expensive_depth), (8, 94));
        assert_eq!(shares(Fair::new(1), expensive_depth), (8, 8));
    }
}
