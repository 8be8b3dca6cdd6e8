//! Makes inputs for the states that are live when a run halts, for example at the time limit.
//!
//! Some code may have been covered by live states only. To preserve this coverage, each such state gets an input that
//! leads to the program point of the state. The observer receives the input as a test case whose outcome is the limit,
//! or as a witness if `Config::witnesses` selects the state.
use super::{Executor, Halt};
use crate::config::{MOST_GRACE, TestCases};
use crate::profile::NodeEnd;
use crate::report::TestCase;
use crate::state::State;
use std::time::{Duration, Instant};
use symtool_expr::ExprId;
use symtool_ir::{Limit, Outcome};
use symtool_solver::Model;

/// The maximum number of live states that get an input after the time limit or an interrupt. States with new coverage
/// get their inputs first.
const MOST_STATES_IN_TIME: usize = 256;
/// The maximum number of live states that get an input if the run halts for another reason than the time limit or an
/// interrupt by the user.
const MOST_STATES: usize = 64;

impl Executor<'_> {
    /// Drops all live states when the run halts, and counts them as killed. For some of these states, it first finds
    /// an input that leads to the program point of the state.
    pub(super) fn drop_live(&mut self, halt: Halt) {
        self.stats.paths.killed += self.live.states.len() as u64;
        let mut live: Vec<_> = self.live.states.keys().copied().collect();
        live.sort_unstable();
        for id in live {
            self.profile_node_end(id, NodeEnd::Dropped);
        }
        let mut most = MOST_STATES;
        if let Some(grace) = self.grace(halt) {
            most = MOST_STATES_IN_TIME;
            let interrupt = &self.config.solving.interrupt;
            interrupt.extend(Instant::now() + grace);
        }
        let states = self.live.states.iter();
        let mut order: Vec<_> = states
            .map(|(&id, state)| (!self.has_untested_code(state), id))
            .collect();
        order.sort_unstable();
        for (is_tested, id) in order.into_iter().take(most) {
            let Some(state) = self.live.states.remove(&id) else {
                continue;
            };
            match halt {
                _ if self.config.witnesses.includes(!is_tested) => self.witness_live(&state),
                Halt::Limit(limit) if !is_tested => self.test_live(&state, limit),
                Halt::Limit(_) | Halt::FirstBug => {}
            }
        }
        self.live.states.clear();
        // With several workers, the reason why the run stopped is added once, at the end of the run.
        if let (Halt::Limit(limit), None) = (halt, &self.membership) {
            self.note(format!("stopped by {}", limit.describe()), None);
        }
    }

    /// Returns the additional time for the queries that find the inputs of live states, if the time limit or an
    /// interrupt of the user has ended the run. Returns `None` otherwise; then the deadline of the queries does not
    /// change.
    fn grace(&self, halt: Halt) -> Option<Duration> {
        match halt {
            Halt::Limit(Limit::Time) => Some(self.config.limits.grace()),
            Halt::Limit(Limit::Interrupt) if self.config.solving.interrupt.is_set() => {
                Some(MOST_GRACE)
            }
            Halt::Limit(_) | Halt::FirstBug => None,
        }
    }

    /// Returns whether a state has covered code that no test case covers.
    pub(super) fn has_untested_code(&self, state: &State) -> bool {
        state.covers_new || self.has_obligation(state)
    }

    /// Reports inputs of a live state to the observer.
    fn witness_live(&mut self, state: &State) {
        let models = match state.guide {
            Some(_) => Vec::new(),
            None => self.models_of_live(state),
        };
        if models.is_empty() {
            return self.witness_unfinished(state);
        }
        for model in models {
            let inputs = self.inputs_of(state, &model);
            self.observer.witness(&inputs, self.replay_steps(state));
        }
    }

    /// Makes the test cases of a live state that has covered new code.
    fn test_live(&mut self, state: &State, limit: Limit) {
        if self.config.test_cases == TestCases::None {
            return;
        }
        for model in self.models_of_live(state) {
            self.stats.tests += 1;
            let test = TestCase {
                number: self.stats.paths.completed + 1,
                inputs: self.inputs_of(state, &model),
                outcome: Outcome::Limit(limit),
                covers_new: true,
                output: state.output_bytes(),
            };
            self.observer.test(&test);
        }
    }

    /// Returns models whose inputs lead to the new code of a live state: one model for each unfulfilled coverage
    /// obligation, which is then fulfilled. If no obligation gives a model and the state covers new code, returns one
    /// model of the path condition.
    fn models_of_live(&mut self, state: &State) -> Vec<Model> {
        let mut models = Vec::new();
        for obligation in &state.merge.obligations {
            if self.obligations.fulfilled.contains(&obligation.number) {
                continue;
            }
            let model = match &obligation.witness {
                Some(witness) => Some(Model::clone(witness)),
                None => self.model_in_time(state, &[obligation.when]),
            };
            if let Some(model) = model {
                self.mark_fulfilled(state, &model);
                models.push(model);
            }
        }
        if models.is_empty() && state.covers_new {
            models.extend(self.model_in_time(state, &[]));
        }
        models
    }

    /// Returns a model of the path condition of a live state and further conditions; `None` after the end of the
    /// additional time, because even the preparation of a query can take long.
    fn model_in_time(&mut self, state: &State, conditions: &[ExprId]) -> Option<Model> {
        match self.config.solving.interrupt.is_interrupted() {
            true => None,
            false => self.find_model(state, conditions, false),
        }
    }
}
