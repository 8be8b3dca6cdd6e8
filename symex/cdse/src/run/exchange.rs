//! What an engine tells others, and what it hears from them ([`crate::team`]).
use super::Search;
use crate::clause::Known;
use crate::graph::SiteId;
use crate::run::CdseResult;
use crate::share::{Lesson, Names, Wrong};
use crate::walk::Walk;
use std::rc::Rc;
use symtool_engine::{Bug, IncompleteReason};

/// Clauses with more facts are not told: the other engine would hardly ever need them.
const MOST_FACTS: usize = 24;

/// What was learned since it was last told.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// Clauses.
    pub clauses: Vec<Rc<Known>>,
    /// Sites of failures, in the order of the failures.
    pub found: Vec<SiteId>,
    /// Sites that are not followed.
    pub unfollowed: Vec<(SiteId, IncompleteReason)>,
}

/// The same in names that mean something to others.
pub(crate) struct Told {
    pub clauses: Vec<Lesson>,
    pub found: Vec<(Wrong, Bug)>,
    pub unfollowed: Vec<(Wrong, IncompleteReason)>,
}

impl Search<'_> {
    /// From now on it remembers what others may want to know.
    pub(crate) fn share(&mut self) {
        self.outbox = Some(Outbox::default());
    }

    /// How large the graph is.
    pub(crate) fn nodes(&self) -> usize {
        self.world.graph.nodes.len()
    }

    /// Something that was learned here.
    pub(super) fn publish(&mut self, known: &Rc<Known>) {
        if let Some(outbox) = &mut self.outbox
            && known.body.len() <= MOST_FACTS
        {
            outbox.clauses.push(Rc::clone(known));
        }
    }

    /// What was learned since the last time.
    pub(crate) fn take_outbox(&mut self, names: &mut Names) -> Told {
        let outbox = self.outbox.replace(Outbox::default()).unwrap_or_default();
        let clauses = outbox.clauses.iter();
        let clauses = clauses.filter_map(|known| names.lesson(&self.world, known));
        let clauses = clauses.collect();
        let graph = &self.world.graph;
        let bugs = std::mem::take(&mut self.result.bugs);
        let found = outbox.found.into_iter().zip(bugs);
        let unfollowed = outbox.unfollowed.into_iter();
        Told {
            clauses,
            found: found
                .map(|(site, bug)| (Wrong::of(graph, site), bug))
                .collect(),
            unfollowed: unfollowed
                .map(|(site, why)| (Wrong::of(graph, site), why))
                .collect(),
        }
    }

    /// Learns what another engine has, if it is proved here, too; no if some of what it speaks of has not been made yet.
    pub(crate) fn import(&mut self, names: &mut Names, lesson: &Lesson) -> bool {
        let Some(mut known) = names.known(&mut self.world, lesson) else {
            return false;
        };
        if self.lore.is_known(&known) {
            return true;
        }
        let mut walk = Walk::of_facts(&self.world, &known.body);
        if lesson.is_by_solver() {
            let demands = walk.demands(&mut self.world);
            let Some(core) = self.judge.contradiction(&self.world.arena, &demands) else {
                return true;
            };
            known.core = core;
        } else if !walk.proves(&mut self.world, known.head) {
            return true;
        }
        let new = self.lore.add(&mut self.world, known);
        self.moved(&new);
        true
    }

    /// Another engine has dealt with a site; no if this one has not seen it yet.
    pub(crate) fn import_closed(&mut self, wrong: &Wrong) -> bool {
        let Some(site) = wrong.site(&self.world.graph) else {
            return false;
        };
        if !self.world.graph.site(site).closed {
            self.close(site);
        }
        true
    }

    /// All that was counted and could not be decided.
    pub(crate) fn so_far(&mut self, is_last: bool) -> CdseResult {
        if is_last {
            self.finish();
        } else {
            self.count();
        }
        self.result.clone()
    }
}
