//! Exploration directed at uncovered branch sides.
//!
//! The exploration of a melded program, in which straight-line code replaces branches, ends with few paths, and each
//! path has one input. Concolic execution ([`super::concolic`]) finds inputs for uncovered sides of the original
//! program: it negates conditions of the paths that these inputs take. It cannot find a side whose condition is
//! constant on each of these paths: for example `if (state == 3)`, where the branches before it assign constants to
//! `state`.
//!
//! Directed exploration finds such sides. It explores all paths of the original program with coverage-first search, but
//! drops a state as soon as no uncovered side can be reached from it ([`OpenCode`]). If the dropped state has covered
//! new code, the observer first receives an input of its path.
use super::{Executor, Observer};
use crate::config::{Config, TestCases, Witnesses};
use crate::coverage::{OpenCode, Replayed};
use crate::profile::NodeEnd;
use crate::search::searcher;
use crate::state::State;
use symtool_ir::Func;
use symtool_solver::SolverStats;

/// The goals of a directed exploration: the uncovered branch sides.
pub(super) struct Goals {
    /// The steps from which an uncovered branch side can be reached.
    ahead: OpenCode,
    /// The number of covered steps and edges when `ahead` was computed.
    covered: u64,
}

/// Explores the paths of the original program that can reach an uncovered branch side. Reports to the observer an input
/// of each path that covers new code ([`Observer::witness`]). Returns the statistics of the solvers.
pub fn run_directed(
    entry: Func,
    config: &Config,
    reached: &Replayed<'_>,
    observer: &mut dyn Observer,
) -> SolverStats {
    let mut config = config.clone();
    if let Some(covnew) = searcher("covnew") {
        config = config.search(covnew);
    }
    let config = &config
        .test_cases(TestCases::None)
        .witnesses(Witnesses::NewCoverage)
        .stop_at_first_bug(false)
        .all_errors(false)
        .profile(false);
    let (program, coverage) = (reached.module(), reached.coverage().clone());
    super::remote::isolated(observer, |observer| {
        let mut executor = Executor::new(program, config, observer, None);
        executor.coverage = coverage;
        executor.goals = Some(Goals {
            ahead: OpenCode::new(&executor.code, &executor.coverage),
            covered: executor.coverage.reached(),
        });
        executor.run(entry);
        executor.conclude().stats.solver
    })
}

impl Executor<'_> {
    /// Returns whether a state can be dropped: the exploration is directed at uncovered branch sides, and none
    /// can be reached from the state.
    pub(super) fn is_past_goals(&mut self, state: &State) -> bool {
        let Some(goals) = &mut self.goals else {
            return false;
        };
        let covered = self.coverage.reached();
        if goals.covered < covered {
            goals.covered = covered;
            goals.ahead = OpenCode::new(&self.code, &self.coverage);
        }
        let ahead = &goals.ahead;
        // The current step of a caller is the call that has not returned yet. The caller continues at the step after
        // this call.
        let mut callers = state.callers.iter();
        !ahead.is_ahead(state.frame.func, state.frame.pc)
            && !callers.any(|frame| ahead.is_ahead(frame.func, frame.pc + 1))
    }

    /// Drops a state from which no uncovered branch side can be reached. If the state has covered new code, first
    /// reports an input of its path to the observer.
    pub(super) fn drop_past_goals(&mut self, state: &State) {
        self.witness_unfinished(state);
        self.profile_node_end(state.id, NodeEnd::Dropped);
        self.stats.paths.killed += 1;
        self.gone(state.id);
    }
}
