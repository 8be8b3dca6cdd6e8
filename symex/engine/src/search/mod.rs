//! Search strategies: the selection of the state to run next.
//!
//! A searcher stores the ids of states, and the executor stores the states. Each strategy has a file here and a
//! row in [`SEARCHERS`].
use crate::state::StateId;
use symtool_ir::table::{Row, Table};

mod bfs;
mod covnew;
mod dfs;
mod fair;
mod interleaved;
mod random;
mod random_path;

/// A search strategy over the ids of live states.
///
/// The engine calls [`added`](Self::added) for new states and [`removed`](Self::removed) for states that are no longer
/// live. It calls [`next`](Self::next) whenever the running state has forked, ended, or used up its time slice.
pub trait Searcher {
    /// Returns the state to run; `None` exactly if no state is live. The returned state remains live until
    /// [`removed`](Self::removed) is called for it.
    fn next(&mut self) -> Option<StateId>;

    /// Adds the states that `parent` forked, in program order. `parent` continues as the first successor of the fork,
    /// so a fork with two successors adds one id. `parent` is `None` for the initial state. It is also `None` for the
    /// first of several states that another worker has sent; the first state then counts as the parent of the others.
    fn added(&mut self, parent: Option<StateId>, states: &[StateId]);

    /// Removes a state that has ended, was merged into another state, was evicted, or was sent to another worker.
    fn removed(&mut self, state: StateId);

    /// Notifies the searcher that a live state has run. `_covered_new` is `true` if the state reached an
    /// instruction or branch side that no path had reached before.
    fn ran(&mut self, _state: StateId, _covered_new: bool) {}

    /// Called after each time slice with its work, in the unit of [`Observer::grant`](crate::Observer::grant).
    fn spent(&mut self, _work: u64) {}
}

/// A row of the table of search strategies.
#[derive(Debug)]
pub struct SearcherInfo {
    /// The name of the strategy on the command line.
    pub name: &'static str,
    /// One line of text for the help.
    pub help: &'static str,
    /// Whether the strategy prefers states that may reach uncovered code.
    pub seeks_new: bool,
    /// Creates the searcher from a seed.
    pub make: fn(u64) -> Box<dyn Searcher>,
}

impl Row for SearcherInfo {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The search strategies; the first one is the default.
pub static SEARCHERS: Table<SearcherInfo> = Table::new(
    "searcher",
    &[
        SearcherInfo {
            name: "dfs",
            help: "depth first: follow one path to its end, then take the other side of its last fork",
            seeks_new: false,
            make: |_| Box::new(dfs::Dfs::default()),
        },
        SearcherInfo {
            name: "bfs",
            help: "breadth first: run each live state in turn up to its next fork",
            seeks_new: false,
            make: |_| Box::new(bfs::Bfs::default()),
        },
        SearcherInfo {
            name: "random-path",
            help: "walk down the execution tree from its root and choose a random side at each fork",
            seeks_new: false,
            make: |seed| Box::new(random_path::RandomPath::new(seed)),
        },
        SearcherInfo {
            name: "covnew",
            help: "coverage first: choose a random state, with a higher probability for states that reached new code recently",
            seeks_new: true,
            make: |seed| Box::new(covnew::CovNew::new(seed)),
        },
        SearcherInfo {
            name: "interleaved",
            help: "alternate between random-path and covnew",
            seeks_new: true,
            make: |seed| Box::new(interleaved::Interleaved::new(seed)),
        },
        SearcherInfo {
            name: "fair",
            help: "depth first for 12/13 of the work and covnew for 1/13, so that an endless loop does not starve the other states",
            seeks_new: false,
            make: |seed| Box::new(fair::Fair::new(seed)),
        },
        SearcherInfo {
            name: "fair-covnew",
            help: "like fair for the first million units of work (about 50 ms), then covnew for 15/16 of the work and depth first for 1/16",
            seeks_new: true,
            make: |seed| Box::new(fair::Fair::covering(seed)),
        },
    ],
);

/// Returns the row of the strategy with the name `name`; `None` if there is none.
///
/// ```
/// let row = symtool_engine::search::searcher("dfs").expect("the name is known");
/// assert!(!row.seeks_new);
/// ```
pub fn searcher(name: &str) -> Option<&'static SearcherInfo> {
    SEARCHERS.find(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Checks for every strategy that each state is selected until it has ended, and never afterwards.
    #[test]
    fn every_strategy_runs_every_state_to_its_end() {
        for row in &SEARCHERS {
            let mut searcher = (row.make)(7);
            searcher.added(None, &[StateId(0)]);
            let mut live = BTreeSet::from([StateId(0)]);
            let mut fresh = 1;
            let mut steps = 0;
            while let Some(state) = searcher.next() {
                assert!(live.contains(&state), "{}: {state:?} is not live", row.name);
                steps += 1;
                searcher.ran(state, steps % 5 == 0);
                if fresh < 40 {
                    let new = [StateId(fresh), StateId(fresh + 1)];
                    searcher.added(Some(state), &new);
                    live.extend(new);
                    fresh += 2;
                } else {
                    searcher.removed(state);
                    live.remove(&state);
                }
                assert!(steps < 1000, "{} does not end", row.name);
            }
            assert!(live.is_empty(), "{} forgot {live:?}", row.name);
        }
    }
}
