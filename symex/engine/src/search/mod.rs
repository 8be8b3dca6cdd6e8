//! Which live state runs next.
//!
//! A searcher knows states by their ids only. A new strategy is one file here and one row in [`SEARCHERS`].
use crate::state::StateId;

mod bfs;
mod covnew;
mod dfs;
mod interleaved;
mod random;
mod random_path;

/// A search strategy over the ids of live states.
///
/// The engine calls [`added`](Self::added) when a state comes to life and [`removed`](Self::removed) when it
/// ends, and asks [`next`](Self::next) whenever the running state has forked, ended, or used up its share.
pub trait Searcher {
    /// The state to run; `None` exactly when no state is live. The state stays live.
    fn next(&mut self) -> Option<StateId>;

    /// States that `parent` just forked off, in program order (`parent` itself goes on with the first
    /// side). The very first state has no parent.
    fn added(&mut self, parent: Option<StateId>, states: &[StateId]);

    /// A state that ended.
    fn removed(&mut self, state: StateId);

    /// A live state had its turn; did it reach an instruction or a branch side that no path had reached?
    fn ran(&mut self, _state: StateId, _covered_new: bool) {}
}

/// One row of the table.
#[derive(Debug)]
pub struct SearcherInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Does it look for code that no path has reached, rather than only put paths in order?
    pub seeks_new: bool,
    /// Makes one from a seed.
    pub make: fn(u64) -> Box<dyn Searcher>,
}

/// The search strategies; the first is the one that runs when nobody chooses.
pub static SEARCHERS: &[SearcherInfo] = &[
    SearcherInfo {
        name: "dfs",
        help: "depth first: follow one path to its end, then the last fork's other side",
        seeks_new: false,
        make: |_| Box::new(dfs::Dfs::default()),
    },
    SearcherInfo {
        name: "bfs",
        help: "breadth first: all live states in turn, a fork at a time",
        seeks_new: false,
        make: |_| Box::new(bfs::Bfs::default()),
    },
    SearcherInfo {
        name: "random-path",
        help: "walk down the execution tree from its root, a random side at each fork",
        seeks_new: false,
        make: |seed| Box::new(random_path::RandomPath::new(seed)),
    },
    SearcherInfo {
        name: "covnew",
        help: "coverage first: a random state, likelier the less long ago it reached new code",
        seeks_new: true,
        make: |seed| Box::new(covnew::CovNew::new(seed)),
    },
    SearcherInfo {
        name: "interleaved",
        help: "random-path and covnew in turn",
        seeks_new: true,
        make: |seed| Box::new(interleaved::Interleaved::new(seed)),
    },
];

/// The row with this name.
pub fn searcher(name: &str) -> Option<&'static SearcherInfo> {
    SEARCHERS.iter().find(|row| row.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Whatever the strategy, every state is found and none twice after its end.
    #[test]
    fn every_strategy_runs_every_state_to_its_end() {
        for row in SEARCHERS {
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
