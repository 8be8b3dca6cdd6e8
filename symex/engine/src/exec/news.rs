//! Coverage obligations of merged states: test cases for code that a merged path was the first to reach.
//!
//! A path that reaches new code must get a test case that covers it. When it is merged, this becomes a
//! *coverage obligation*: the condition under which the merged state is that path, and an input that leads
//! here. The path that follows this input to its end fulfils the obligation. That path may end without a test
//! case: in a failure that was reported before, or in an assumption that the input violates. Ended paths with
//! the same obligation are therefore retained, and tried at the end of the exploration.
use super::Engine;
use crate::merging::parts::News;
use crate::state::State;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use symtool_expr::{Arena, Evaluator};
use symtool_ir::Outcome;
use symtool_solver::{Model, Tri};

/// The most ended paths that are retained for one obligation.
const MOST_KEPT: usize = 8;

/// A path that has ended with unfulfilled obligations.
#[derive(Debug)]
struct Ended {
    state: State,
    outcome: Outcome,
    number: u64,
}

/// The obligations that are fulfilled, and ended paths that can fulfil the others.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// The numbers of fulfilled obligations.
    pub(super) told: FxHashSet<u32>,
    /// Ended paths by the number of an unfulfilled obligation.
    owed: BTreeMap<u32, Vec<Rc<Ended>>>,
}

impl Book {
    /// Returns whether an input must be found before this path is merged.
    fn lacks_witness(&self, news: &News) -> bool {
        news.witness.is_none() && news.when == Arena::TRUE && !self.told.contains(&news.number)
    }

    fn owe(&mut self, news: u32, path: &Rc<Ended>) {
        let paths = self.owed.entry(news).or_default();
        if paths.len() < MOST_KEPT {
            paths.push(Rc::clone(path));
        }
    }
}

impl Engine<'_> {
    /// Copies the coverage obligations of a state to both successors of its fork, because one of them may end
    /// without a test case.
    pub(super) fn share_news(&mut self, state: &mut State) {
        if !state.covers_new {
            return;
        }
        if let Some(merger) = &mut self.merger {
            merger.news += 1;
            state.covers_new = false;
            state.news.push_front_mut(News {
                number: merger.news,
                when: Arena::TRUE,
                witness: None,
            });
        }
    }

    /// Returns whether a path that was never merged has an unfulfilled obligation.
    pub(super) fn has_news(&self, state: &State) -> bool {
        (state.news.iter()).any(|news| !self.news.told.contains(&news.number))
    }

    /// Finds an input that leads to a state before it is merged, if the state has obligations. The latest
    /// query on its path usually yields one. Later the solver would have to search among all paths of the
    /// merged state.
    pub(super) fn look_for_witness(&mut self, state: &mut State) {
        let all_paths = self.config.merging.as_ref().is_some_and(|m| m.all_paths);
        let wanted = self.config.tests || self.config.witnesses;
        let lacks = |news: &News| self.news.lacks_witness(news);
        let has_news = state.covers_new || state.news.iter().any(lacks);
        if !has_news || all_paths || !wanted {
            return;
        }
        let conditions = state.path.conditions();
        let is_one = |model: &Rc<Model>| model.satisfies(&self.arena, conditions);
        if !state.witness.as_ref().is_some_and(is_one) {
            state.witness = self.find_model(state, &[], false).map(Rc::new);
        }
        let with_witness = |news: &News| {
            let mut news = news.clone();
            if self.news.lacks_witness(&news) {
                news.witness.clone_from(&state.witness);
            }
            news
        };
        state.news = state.news.iter().map(with_witness).collect();
    }

    /// Makes the test cases of a merged state: one for each obligation, or one for each path.
    pub(super) fn complete_joined(&mut self, state: &mut State, outcome: Outcome, number: u64) {
        let merging = self.config.merging.as_ref();
        if merging.is_some_and(|merging| merging.all_paths) {
            return self.complete_parts(state, &outcome, number);
        }
        let (mut made, mut silent) = (false, Vec::new());
        for news in state.news.iter().cloned().collect::<Vec<_>>() {
            if self.news.told.contains(&news.number) {
                continue;
            }
            if self.tells(state, &news) {
                made |= self.tell(state, &news, &outcome, number);
            } else if news.witness.is_some() {
                silent.push(news.number);
            }
        }
        if !made && let Some(model) = self.complete_part(state, outcome.clone(), number) {
            self.mark(state, &model);
        }
        silent.retain(|number| !self.news.told.contains(number));
        if !silent.is_empty() {
            let path = Rc::new(Ended {
                state: state.clone(),
                outcome,
                number,
            });
            silent.iter().for_each(|&news| self.news.owe(news, &path));
        }
    }

    /// Returns whether a merged path fulfils an obligation when it ends. With a witness this is the path that
    /// the witness follows, else the first one that can.
    fn tells(&mut self, state: &State, news: &News) -> bool {
        match &news.witness {
            None => self.possible(state, news.when) == Tri::Yes,
            Some(model) => {
                model.eval(&self.arena, news.when).is_true()
                    && model.satisfies(&self.arena, state.path.conditions())
            }
        }
    }

    /// Makes the test case of a component path with an obligation, if it is feasible.
    fn tell(&mut self, state: &State, news: &News, outcome: &Outcome, number: u64) -> bool {
        let mut part = state.clone();
        self.assume(&mut part, news.when);
        part.covers_new = true;
        part.witness = news.witness.clone();
        let Some(model) = self.complete_part(&mut part, outcome.clone(), number) else {
            return false;
        };
        self.mark(state, &model);
        true
    }

    /// Marks the obligations that a test case with this model fulfils.
    pub(super) fn mark(&mut self, state: &State, model: &Model) {
        // One evaluator for all: the conditions share most of their subexpressions.
        let mut evaluator = Evaluator::new(&self.arena, model);
        let told: Vec<_> = (state.news.iter())
            .filter(|n| !self.news.told.contains(&n.number))
            .filter(|n| evaluator.eval(n.when).is_true())
            .map(|n| n.number)
            .collect();
        self.news.told.extend(told);
    }

    /// At the end of an exploration: makes test cases for the unfulfilled obligations, from retained paths.
    pub(super) fn tell_what_is_owed(&mut self) {
        while let Some((number, paths)) = self.news.owed.pop_first() {
            for path in paths {
                if self.halt.is_some() {
                    return;
                }
                if self.news.told.contains(&number) {
                    break;
                }
                let Some(news) = path.state.news.iter().find(|n| n.number == number) else {
                    continue;
                };
                if self.possible(&path.state, news.when) == Tri::Yes {
                    self.tell(&path.state, news, &path.outcome, path.number);
                }
            }
        }
    }
}
