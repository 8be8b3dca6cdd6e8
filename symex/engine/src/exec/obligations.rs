//! Coverage obligations: the test cases that merged states still need for code that they covered first. A *component
//! path* is one of the paths that a merged state represents.
//!
//! A path that is the first to reach some code must get a test case that covers the code. If the path is merged before
//! its end, it becomes a component path, and its missing test case becomes a *coverage obligation* of the merged state.
//! An obligation has a condition, under which the merged state represents this component path. It also has a witness:
//! an input that leads along the component path to the merge. The path that follows the witness to its end fulfils the
//! obligation. But this path may end without a test case, in a failure that was reported before, or in an assumption
//! that the witness violates. Therefore other paths with the obligation are retained when they end. If the obligation
//! is unfulfilled at the end of the exploration, a retained path may still fulfil it.
use super::Executor;
use crate::config::{TestCases, Witnesses};
use crate::state::State;
use crate::state::obligations::Obligation;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use symtool_expr::{Arena, Evaluator};
use symtool_ir::Outcome;
use symtool_solver::{Model, Tri};

/// The maximum number of ended paths that are retained for one coverage obligation, because a retained path may fulfil
/// the obligation later.
const MAX_RETAINED: usize = 8;

/// An ended path that did not fulfil all of its coverage obligations.
#[derive(Debug)]
struct EndedPath {
    state: State,
    outcome: Outcome,
    number: u64,
}

/// The fulfilled coverage obligations, and the ended paths that may fulfil an unfulfilled one.
#[derive(Debug, Default)]
pub(super) struct ObligationTable {
    /// The numbers of the fulfilled obligations.
    pub(super) fulfilled: FxHashSet<u64>,
    /// The ended paths that may fulfil an unfulfilled obligation, by the number of the obligation.
    retained: BTreeMap<u64, Vec<Rc<EndedPath>>>,
}

impl ObligationTable {
    /// Returns whether a witness (an input of the state's path) must be found for an obligation before the state is
    /// merged. This is the case if the obligation is unfulfilled, has no witness, and has a condition that is true for
    /// every input of the state.
    fn lacks_witness(&self, obligation: &Obligation) -> bool {
        obligation.witness.is_none()
            && obligation.when == Arena::TRUE
            && !self.fulfilled.contains(&obligation.number)
    }

    fn retain(&mut self, obligation: u64, path: &Rc<EndedPath>) {
        let paths = self.retained.entry(obligation).or_default();
        if paths.len() < MAX_RETAINED {
            paths.push(Rc::clone(path));
        }
    }
}

impl Executor<'_> {
    /// Makes a coverage obligation for the new code that a state has covered. Called before the state forks, so that
    /// both successors get the obligation. If one of the successors ends without a test case, the other successor can
    /// still fulfil the obligation.
    pub(super) fn share_obligations(&mut self, state: &mut State) {
        if !state.covers_new {
            return;
        }
        if let Some(merger) = &mut self.merger {
            merger.last_obligation += 1;
            state.covers_new = false;
            state.merge.obligations.push_front_mut(Obligation {
                number: merger.last_obligation,
                when: Arena::TRUE,
                witness: None,
            });
        }
    }

    /// Returns whether a state has an unfulfilled coverage obligation. For a state that was never merged, a single test
    /// case fulfils all obligations: the state represents one path, and every input of this path covers the new code.
    pub(super) fn has_obligation(&self, state: &State) -> bool {
        (state.merge.obligations.iter())
            .any(|obligation| !self.obligations.fulfilled.contains(&obligation.number))
    }

    /// If a state has coverage obligations, finds a witness (an input of the state's path) for these obligations before
    /// the state is merged. Before the merge, this search is cheap, because the model of the latest query on the path
    /// is usually a witness. After the merge, the solver would have to search among all paths of the merged state.
    pub(super) fn ensure_witness(&mut self, state: &mut State) {
        let all_paths = self.config.merging.as_ref().is_some_and(|m| m.all_paths);
        let wanted =
            self.config.test_cases != TestCases::None || self.config.witnesses != Witnesses::None;
        let lacks = |obligation: &Obligation| self.obligations.lacks_witness(obligation);
        let has_obligation = state.covers_new || state.merge.obligations.iter().any(lacks);
        if !has_obligation || all_paths || !wanted {
            return;
        }
        let conditions = state.path.conditions();
        let is_one = |model: &Rc<Model>| model.satisfies(&self.arena, conditions);
        if !state.merge.witness.as_ref().is_some_and(is_one) {
            state.merge.witness = self.find_model(state, &[], false).map(Rc::new);
        }
        let with_witness = |obligation: &Obligation| {
            let mut obligation = obligation.clone();
            if self.obligations.lacks_witness(&obligation) {
                obligation.witness.clone_from(&state.merge.witness);
            }
            obligation
        };
        state.merge.obligations = state.merge.obligations.iter().map(with_witness).collect();
    }

    /// Makes the test cases of a merged state that has ended. If the options request test cases for all paths, each
    /// component path (path that the state represents) gets a test case. Otherwise, each unfulfilled coverage
    /// obligation gets a test case if the path fulfils it.
    pub(super) fn complete_merged(&mut self, state: &mut State, outcome: Outcome, number: u64) {
        let merging = self.config.merging.as_ref();
        if merging.is_some_and(|merging| merging.all_paths) {
            return self.complete_components(state, &outcome, number);
        }
        let (mut made, mut silent) = (false, Vec::new());
        for obligation in state.merge.obligations.iter().cloned().collect::<Vec<_>>() {
            if self.obligations.fulfilled.contains(&obligation.number) {
                continue;
            }
            if self.fulfills(state, &obligation) {
                made |= self.fulfill(state, &obligation, &outcome, number);
            } else if obligation.witness.is_some() {
                silent.push(obligation.number);
            }
        }
        if !made && let Some(model) = self.complete_component(state, outcome.clone(), number) {
            self.mark_fulfilled(state, &model);
        }
        silent.retain(|number| !self.obligations.fulfilled.contains(number));
        if !silent.is_empty() {
            let path = Rc::new(EndedPath {
                state: state.clone(),
                outcome,
                number,
            });
            silent
                .iter()
                .for_each(|&obligation| self.obligations.retain(obligation, &path));
        }
    }

    /// Returns whether a merged path that has ended fulfils a coverage obligation. An obligation with a witness (an
    /// input that leads to the merge) is fulfilled if the witness satisfies the condition of the obligation and the
    /// path condition. An obligation without a witness is fulfilled if its condition is feasible on the path.
    fn fulfills(&mut self, state: &State, obligation: &Obligation) -> bool {
        match &obligation.witness {
            None => self.possible(state, obligation.when) == Tri::Yes,
            Some(model) => {
                model.eval(&self.arena, obligation.when).is_true()
                    && model.satisfies(&self.arena, state.path.conditions())
            }
        }
    }

    /// Makes the test case of the component path (one of the paths that the state represents) to which an obligation
    /// belongs, and marks the obligations that the test case fulfils. Returns `false` if the solver finds no input of
    /// the path.
    fn fulfill(
        &mut self,
        state: &State,
        obligation: &Obligation,
        outcome: &Outcome,
        number: u64,
    ) -> bool {
        let mut part = state.clone();
        self.assume(&mut part, obligation.when);
        part.covers_new = true;
        part.merge.witness = obligation.witness.clone();
        let Some(model) = self.complete_component(&mut part, outcome.clone(), number) else {
            return false;
        };
        self.mark_fulfilled(state, &model);
        true
    }

    /// Marks the coverage obligations of `state` that a test case with the model `model` fulfils.
    pub(super) fn mark_fulfilled(&mut self, state: &State, model: &Model) {
        // One evaluator evaluates all conditions, because they have most subexpressions in common.
        let mut evaluator = Evaluator::new(&self.arena, model);
        let numbers: Vec<_> = (state.merge.obligations.iter())
            .filter(|n| !self.obligations.fulfilled.contains(&n.number))
            .filter(|n| evaluator.eval(n.when).is_true())
            .map(|n| n.number)
            .collect();
        self.obligations.fulfilled.extend(numbers);
    }

    /// Makes test cases for the coverage obligations that are unfulfilled at the end of an exploration, from the
    /// retained ended paths.
    pub(super) fn fulfill_remaining(&mut self) {
        while let Some((number, paths)) = self.obligations.retained.pop_first() {
            for path in paths {
                if self.halt.is_some() {
                    return;
                }
                if self.obligations.fulfilled.contains(&number) {
                    break;
                }
                let Some(obligation) = path
                    .state
                    .merge
                    .obligations
                    .iter()
                    .find(|n| n.number == number)
                else {
                    continue;
                };
                if self.possible(&path.state, obligation.when) == Tri::Yes {
                    self.fulfill(&path.state, obligation, &path.outcome, path.number);
                }
            }
        }
    }
}
