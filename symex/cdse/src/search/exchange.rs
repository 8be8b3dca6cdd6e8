//! What an engine tells others, and what it hears from them ([`crate::team`]).
use super::Search;
use crate::clause::Clause;
use crate::graph::SiteId;
use crate::names::{GoalKey, Names, SharedClause};
use crate::path::PathAnalysis;
use crate::report::CdseResult;
use std::rc::Rc;
use symtool_engine::{Bug, IncompleteReason};

/// Clauses with more facts are not told: the other engine would hardly ever need them.
const MAX_FACTS: usize = 24;

/// What was learned since it was last told.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// Clauses.
    pub clauses: Vec<Rc<Clause>>,
    /// Sites of failures, in the order of the failures.
    pub found: Vec<SiteId>,
    /// Sites that are not followed.
    pub unfollowed: Vec<(SiteId, IncompleteReason)>,
}

/// The same in names that mean something to others.
pub(crate) struct OutboxMessage {
    pub clauses: Vec<SharedClause>,
    pub found: Vec<(GoalKey, Bug)>,
    pub unfollowed: Vec<(GoalKey, IncompleteReason)>,
}

impl Search<'_> {
    /// From now on it remembers what others may want to know.
    pub(crate) fn share(&mut self) {
        self.outbox = Some(Outbox::default());
    }

    /// How large the graph is.
    pub(crate) fn nodes(&self) -> usize {
        self.unrolling.graph.nodes.len()
    }

    /// Something that was learned here.
    pub(super) fn publish(&mut self, known: &Rc<Clause>) {
        if let Some(outbox) = &mut self.outbox
            && known.body.len() <= MAX_FACTS
        {
            outbox.clauses.push(Rc::clone(known));
        }
    }

    /// What was learned since the last time.
    pub(crate) fn take_outbox(&mut self, names: &mut Names) -> OutboxMessage {
        let outbox = self.outbox.replace(Outbox::default()).unwrap_or_default();
        let clauses = outbox.clauses.iter();
        let clauses = clauses.filter_map(|known| names.shared(&self.unrolling, known));
        let clauses = clauses.collect();
        let graph = &self.unrolling.graph;
        let bugs = std::mem::take(&mut self.result.bugs);
        let found = outbox.found.into_iter().zip(bugs);
        let unfollowed = outbox.unfollowed.into_iter();
        OutboxMessage {
            clauses,
            found: found
                .map(|(site, bug)| (GoalKey::of(graph, site), bug))
                .collect(),
            unfollowed: unfollowed
                .map(|(site, why)| (GoalKey::of(graph, site), why))
                .collect(),
        }
    }

    /// Learns what another engine has, if it is proved here, too; no if some of what it speaks of has not been made yet.
    pub(crate) fn import(&mut self, names: &mut Names, shared: &SharedClause) -> bool {
        let Some(mut known) = names.known(&mut self.unrolling, shared) else {
            return false;
        };
        if self.clauses.is_known(&known) {
            return true;
        }
        let mut walk = PathAnalysis::of_facts(&self.unrolling, &known.body);
        if shared.is_by_solver() {
            let constraints = walk.constraints(&mut self.unrolling);
            let Some(core) = self
                .oracle
                .contradiction(&self.unrolling.arena, &constraints)
            else {
                return true;
            };
            known.core = core;
        } else if !walk.proves(&mut self.unrolling, known.head) {
            return true;
        }
        let new = self.clauses.add(&mut self.unrolling, known);
        self.moved(&new);
        true
    }

    /// Another engine has dealt with a site; no if this one has not seen it yet.
    pub(crate) fn import_closed(&mut self, key: &GoalKey) -> bool {
        let Some(site) = key.site(&self.unrolling.graph) else {
            return false;
        };
        if !self.unrolling.graph.site(site).closed {
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
