//! Test cases for what parts of joined paths were the first to reach.
//!
//! A joined path has *news*: what one of its parts was the first to reach, with the condition under which it is that part and an
//! input that came there. One path follows that input to its end, and that one has the test case. Where that path ends without one
//! (in a failure that was reported before, or in an assumption that the input does not meet), other paths with these news
//! had none either: they are kept, and asked when the exploration is over.
use super::Engine;
use crate::merging::parts::News;
use crate::state::State;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use symtool_expr::{Arena, Evaluator};
use symtool_ir::Outcome;
use symtool_solver::{Model, Tri};

/// So many paths are kept for one piece of news.
const MOST_KEPT: usize = 8;

/// A path that has ended without telling of some of its news.
#[derive(Debug)]
struct Ended {
    state: State,
    outcome: Outcome,
    number: u64,
}

/// Which news test cases tell of, and who else could.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// The numbers of those that a test case tells of.
    pub(super) told: FxHashSet<u32>,
    /// Paths with others, by their numbers.
    owed: BTreeMap<u32, Vec<Rc<Ended>>>,
}

impl Book {
    /// Must an input be looked for before this path is joined to another?
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
    /// Before a state forks: both sides have come by what it was the first to reach, and one of them may end without a test case.
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

    /// Has a path that was never joined come by something that no test case tells of?
    pub(super) fn has_news(&self, state: &State) -> bool {
        (state.news.iter()).any(|news| !self.news.told.contains(&news.number))
    }

    /// Before a state is joined: an input that comes here, if the state has news. What its path was asked last says one, so that
    /// no solver has to look for it among all that the joined path stands for.
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

    /// The test cases of a state that stands for several paths: one for each thing that one of them was the first to reach, or
    /// one for each path.
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

    /// Does a joined path tell of news when it ends? With a witness the one path does that the witness follows, else the first one
    /// that can.
    fn tells(&mut self, state: &State, news: &News) -> bool {
        match &news.witness {
            None => self.possible(state, news.when) == Tri::Yes,
            Some(model) => {
                model.eval(&self.arena, news.when).is_true()
                    && model.satisfies(&self.arena, state.path.conditions())
            }
        }
    }

    /// Makes the test case of the part of a path that has news, which is possible.
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

    /// A test case with these inputs was made for a part of a path.
    pub(super) fn mark(&mut self, state: &State, model: &Model) {
        // One evaluator for all: their conditions share most of what they are made of.
        let mut evaluator = Evaluator::new(&self.arena, model);
        let told: Vec<_> = (state.news.iter())
            .filter(|n| !self.news.told.contains(&n.number))
            .filter(|n| evaluator.eval(n.when).is_true())
            .map(|n| n.number)
            .collect();
        self.news.told.extend(told);
    }

    /// At the end of an exploration: test cases for the news that nobody has told of, where a path that has ended can.
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
