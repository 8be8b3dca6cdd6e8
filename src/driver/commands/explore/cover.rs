//! The search for inputs that take uncovered sides of melded branches.
//!
//! A path of a melded program has only one test case, although the inputs of the path take different sides of the
//! original branches. After the exploration, two searches look for inputs for the sides that no test case takes:
//!
//! 1. Concolic execution negates conditions of the paths that the known inputs take.
//! 2. Directed exploration explores the paths of the original program that can still reach such a side. It also finds
//!    sides whose condition is constant on each known path.
use super::Run;
use crate::driver::recorder::Recorder;
use crate::driver::render;
use std::num::NonZeroUsize;
use symtool_engine::{Config, Exploration};
use symtool_solver::Budget;

/// The maximum solver budget for one query about a branch side of the original program that no test case covers. It is
/// a number of steps (about a quarter of a second of Z3) and not a time, so that equal runs find equal tests.
const FURTHER_EFFORT: usize = 1_000_000;

/// The constant part of the work limit of each search. The unit of work is an instruction of the symbolic interpreter;
/// this amount takes about 0.01 s. Without `--cfmse-tests`, the work limit of concolic execution is the work of the
/// exploration plus this constant, so that the search can find inputs even after a short exploration. With four times
/// this constant, concolic execution takes 0.03 s more for detect_edges, and no example gets more tests.
const LEAST_SIDE_WORK: u64 = 250_000;
/// The divisor in the work limit of directed exploration: the limit is the work of the exploration divided by this
/// number, plus [`LEAST_SIDE_WORK`]. With `--cfmse-tests`, the work is not divided.
const DIRECTED_SHARE: u64 = 4;
/// The divisor in the solver budget of one query: the budget (in steps of Z3) is the work limit of the search (in
/// instructions) divided by this number. A step takes about as long as 4 instructions, and two links (solving
/// techniques) of the solver chain run Z3. So a query takes at most about a quarter of the work limit (4 · 2 / 32).
const QUERY_SHARE: u64 = 32;

/// The smallest work limit of a search whose queries may run Z3. A query of Z3 takes about 30 ms (600,000
/// instructions) even if its budget is small, because Z3 simplifies the query first. So a search with a smaller limit
/// finds more inputs if it gives up the queries that the other links do not answer. Without Z3, detect_edges at size 3
/// takes 0.09 s instead of 0.25 s, and gets 9 instead of 6 further test cases.
const LEAST_WORK_WITH_Z3: u64 = 8_000_000;

impl Run<'_> {
    /// Finds inputs for branch sides of the original program that no test case covers.
    pub(super) fn cover_melded_sides(
        &self,
        exploration: &Exploration,
        recorder: &mut Recorder<'_>,
    ) {
        let has_stopped = self.config.failures.stop_at_first_bug && !recorder.errors.is_empty();
        if has_stopped {
            return;
        }
        let work = exploration.stats.solver.work() + exploration.stats.instructions;
        let all = self.args.cfmse.cfmse_tests;
        let entry = self.program.entry;
        let tests = recorder.tests.len();
        let most_work = (!all).then_some(work + LEAST_SIDE_WORK);
        let Some(config) = self.covering_config(exploration, most_work) else {
            return;
        };
        let Some(reached) = recorder.begin_covering_sides(most_work) else {
            return;
        };
        let inputs = recorder.take_covering_inputs();
        let concolic = symtool_engine::run_concolic(entry, &config, inputs, &reached, recorder);
        let mut queries = concolic.issued;
        // In a run that stops at its first failure (`--verify`), a fast answer is more important than coverage.
        if !self.config.failures.stop_at_first_bug {
            let share = if all { 1 } else { DIRECTED_SHARE };
            let most_work = Some(work / share + LEAST_SIDE_WORK);
            if let Some(config) = self.covering_config(exploration, most_work)
                && let Some(reached) = recorder.begin_covering_sides(most_work)
            {
                queries += symtool_engine::run_directed(entry, &config, &reached, recorder).issued;
            }
        }
        let note = format!(
            "{} for uncovered sides of melded branches, found with {}",
            render::count((recorder.tests.len() - tests) as u64, "further test case"),
            render::count(queries, "query"),
        );
        recorder.streams.journal.note(&note);
    }

    /// Returns the configuration of a search with the given work limit; `None` if the time limit has passed.
    fn covering_config(&self, exploration: &Exploration, most_work: Option<u64>) -> Option<Config> {
        let most = self.config.limits.max_time;
        let left = most.map(|most| (most + self.loaded).saturating_sub(self.start.elapsed()));
        if left.is_some_and(|left| left.is_zero()) {
            return None;
        }
        let mut config = self.config.clone();
        let share = most_work.and_then(|most| usize::try_from(most / QUERY_SHARE).ok());
        let effort = Budget::steps(share.map_or(FURTHER_EFFORT, |share| share.min(FURTHER_EFFORT)));
        let budgets = &mut config.solving.chain.budgets;
        budgets.extend(["incremental", "long-repair", "oneshot"].map(|link| (link, effort)));
        if most_work.is_some_and(|most| most < LEAST_WORK_WITH_Z3) {
            let links = config.solving.chain.links;
            config.solving.chain.links = links.without("incremental").without("oneshot");
        }
        // The instruction limit is well above the cost of executing the known inputs, and does not depend on the
        // machine's speed.
        let instructions = exploration.stats.instructions.saturating_mul(16);
        Some(
            config
                .max_time(left)
                .max_paths(None)
                .max_instructions(Some(instructions.saturating_add(1_000_000)))
                .threads(NonZeroUsize::MIN)
                .merging(None)
                .spurious_handled(true),
        )
    }
}
