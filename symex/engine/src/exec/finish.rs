//! Updates the counters and makes test cases when a path ends. The *component paths* of a merged state are the paths
//! that it represents. A *witness* is an input that the observer receives for a path without a test case.
use super::Executor;
use crate::config::Witnesses;
use crate::report::TestCase;
use crate::state::State;
use crate::state::history::MergeHistory;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{BugKind, CheckKind, Inputs, Limit, Outcome};
use symtool_solver::{Model, Tri};

/// The maximum number of instructions in the replay of an unfinished path, as a multiple of the number of
/// instructions that the path has executed.
const REPLAY_FACTOR: u64 = 4;

impl Executor<'_> {
    /// Counts an ended path, and makes its test case if the configuration requests one for this path.
    pub(super) fn finish(&mut self, state: &mut State, outcome: Outcome) {
        self.profile_end(state.id, &outcome);
        match outcome {
            Outcome::Unsupported { .. } | Outcome::Limit(_) => self.witness_unfinished(state),
            Outcome::AssumeFailed => self.witness(state, Arena::TRUE),
            _ => {}
        }
        match outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::Silent(_) => self.complete(state, outcome),
            Outcome::AssumeFailed => self.stats.paths.assumed_away += 1,
            Outcome::Unsupported { what, loc } => {
                self.stats.paths.killed += 1;
                self.incomplete(what, loc);
            }
            Outcome::Limit(limit) => self.give_up(limit),
            Outcome::Bug(failure) => {
                let message = failure.message;
                self.report(state, Arena::TRUE, failure.kind, |_, _| message);
            }
        }
    }

    /// Counts a path that ended at a limit for single paths, such as `--max-depth`.
    fn give_up(&mut self, limit: Limit) {
        self.stats.paths.killed += 1;
        self.incomplete(format!("a path was stopped by {}", limit.describe()), None);
    }

    fn complete(&mut self, state: &mut State, outcome: Outcome) {
        let blocks = state.memory.heap_blocks();
        if matches!(outcome, Outcome::Exit(_))
            && blocks > 0
            && self.config.failures.checks.has(CheckKind::Leak)
        {
            let plural = if blocks == 1 {
                "block is"
            } else {
                "blocks are"
            };
            let message = format!("{blocks} heap {plural} never freed");
            return self.report(state, Arena::TRUE, BugKind::Leak, |_, _| message);
        }
        let Some(number) = self.count_completed() else {
            self.stats.paths.killed += 1;
            return;
        };
        let paths = &mut self.stats.paths;
        paths.multiplicity = paths.multiplicity.saturating_add(state.multiplicity);
        self.count_paths(state);
        let silent = matches!(outcome, Outcome::Silent(_));
        if state.merge.history.is_joined() {
            return self.complete_merged(state, outcome, number);
        }
        state.covers_new |= self.has_obligation(state);
        if !silent && self.config.test_cases.includes(state.covers_new) {
            if let Some(model) = self.make_test(state, outcome, number) {
                self.mark_fulfilled(state, &model);
            }
        } else {
            self.witness(state, Arena::TRUE);
        }
    }

    /// Reports to the observer an input of a path that gets no test case. The input satisfies the path
    /// condition and `when`. Does nothing if `Config::witnesses` excludes the path or the solver finds no such input.
    pub(super) fn witness(&mut self, state: &State, when: ExprId) {
        if let Some(inputs) = self.witness_of(state, when) {
            self.observer.witness(&inputs, u64::MAX);
        }
    }

    /// Reports to the observer an input of a path that was not followed to its end. The observer replays at most
    /// `replay_steps` instructions of this input's run.
    pub(super) fn witness_unfinished(&mut self, state: &State) {
        if let Some(inputs) = self.witness_of(state, Arena::TRUE) {
            self.observer.witness(&inputs, self.replay_steps(state));
        }
    }

    /// Returns the maximum number of instructions for the replay of a path that was not followed to its end. The replay
    /// runs the original program, which may need more instructions than the explored program, for example if the
    /// explored program was melded. Therefore the limit is a multiple of the number of instructions that the path has
    /// executed. The limit is also at most about twice the number of instructions of the whole exploration.
    pub(super) fn replay_steps(&self, state: &State) -> u64 {
        let of_path = state.steps.saturating_mul(REPLAY_FACTOR);
        of_path.min(self.stats.instructions * 2) + 1000
    }

    fn witness_of(&mut self, state: &State, when: ExprId) -> Option<Inputs> {
        let witnesses = self.config.witnesses;
        if !witnesses.includes(self.has_untested_code(state)) {
            return None;
        }
        if let Some(guide) = &state.guide {
            return state.covers_new.then(|| self.inputs_of(state, guide));
        }
        let model = self.find_model(state, &[when], false)?;
        if witnesses == Witnesses::NewCoverage {
            self.mark_fulfilled(state, &model);
        }
        Some(self.inputs_of(state, &model))
    }

    /// Makes a test case for each component path of a merged state (each path that the state represents). All these
    /// test cases get `number`, the number of the completed merged state.
    pub(super) fn complete_components(&mut self, state: &State, outcome: &Outcome, number: u64) {
        let mut todo = vec![(Arena::TRUE, Rc::clone(&state.merge.history))];
        while let Some((when, parts)) = todo.pop() {
            if self.halt.is_some() {
                return;
            }
            let MergeHistory::Joined(sides) = &*parts else {
                let mut part = state.clone();
                self.assume(&mut part, when);
                self.complete_component(&mut part, outcome.clone(), number);
                continue;
            };
            for (side, below) in sides.iter().rev() {
                let when = self.and(when, *side);
                match self.possible(state, when) {
                    Tri::No => continue,
                    Tri::Unknown => {
                        let text = "the solver did not decide which paths a merged path represents";
                        self.incomplete_here(state, text);
                    }
                    Tri::Yes => {}
                }
                todo.push((when, Rc::clone(below)));
            }
        }
    }

    /// Makes the test case of one component path (one of the paths that a merged state represents), and returns the
    /// model of its input. If the path gets no test case and `Config::witnesses` is not `None`, reports an input of
    /// the path to the observer instead, and returns its model. If neither a test case nor an input is needed,
    /// returns an empty model. Returns `None` if the solver finds no input.
    pub(super) fn complete_component(
        &mut self,
        state: &mut State,
        outcome: Outcome,
        number: u64,
    ) -> Option<Model> {
        let silent = matches!(outcome, Outcome::Silent(_));
        if !silent && self.config.test_cases.includes(state.covers_new) {
            return self.make_test(state, outcome, number);
        }
        if self.config.witnesses != Witnesses::None {
            let model = self.model_of(state)?;
            let inputs = self.inputs_of(state, &model);
            self.observer.witness(&inputs, u64::MAX);
            return Some(model);
        }
        // Neither a test case nor an input is reported, so any model is sufficient.
        Some(Model::new())
    }

    fn make_test(&mut self, state: &mut State, outcome: Outcome, number: u64) -> Option<Model> {
        self.apply_preferences(state);
        let Some(model) = self.model_of(state) else {
            if self.was_interrupted() && !state.merge.history.is_joined() {
                self.stats.paths.completed -= 1;
                let paths = &mut self.stats.paths;
                paths.multiplicity = paths.multiplicity.saturating_sub(state.multiplicity);
                self.stats.paths.killed += 1;
            }
            self.incomplete("no input was found for a completed path", None);
            return None;
        };
        self.stats.tests += 1;
        let inputs = self.inputs_of(state, &model);
        self.profile_test(state.id, &inputs);
        let test = TestCase {
            number,
            inputs,
            outcome: self.outcome_under(state, &model, outcome),
            covers_new: state.covers_new,
            output: state.output_bytes(),
        };
        self.observer.test(&test);
        Some(model)
    }

    /// Returns a model of the path condition; `None` if the solver finds none. A merged state may have a model that was
    /// found before the merge (`MergeState::witness`). If this earlier model satisfies the path condition, the function
    /// returns it. Otherwise the solver finds a model. If the configuration requires a canonical model, this model does
    /// not depend on the solving technique.
    fn model_of(&mut self, state: &State) -> Option<Model> {
        let conditions = state.path.conditions();
        let is_one = |model: &&Rc<Model>| model.satisfies(&self.arena, conditions);
        match state.merge.witness.as_ref().filter(is_one) {
            Some(model) => Some(Model::clone(model)),
            None => self.find_model(state, &[], self.config.canonical_inputs),
        }
    }

    /// Returns the outcome of a path. An exit status that depends on the input is evaluated under the model.
    fn outcome_under(&self, state: &State, model: &Model, outcome: Outcome) -> Outcome {
        match (outcome, state.exit_status) {
            (Outcome::Exit(_), Some(status)) => {
                Outcome::Exit(model.eval(&self.arena, status).unsigned() as i32)
            }
            (outcome, _) => outcome,
        }
    }

    /// Adds the program's preferences for test inputs to the path condition, in the order of the calls of
    /// `klee_prefer_cex` that state them. A preference that is unsatisfiable on the path is skipped.
    fn apply_preferences(&mut self, state: &mut State) {
        let mut preferences: Vec<_> = state.preferences.iter().copied().collect();
        preferences.reverse();
        for wish in preferences {
            if self.possible(state, wish) == Tri::Yes {
                self.assume(state, wish);
            }
        }
    }
}
