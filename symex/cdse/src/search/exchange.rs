//! The messages between this engine (a search) and the other engines of a team ([`crate::team`]). A *goal* is a
//! failure or an unsupported construct that the search tries to reach; a *fact* is an edge of a path, or a value at a
//! join.
use super::Search;
use crate::clause::Clause;
use crate::graph::SiteId;
use crate::names::{GoalKey, Names, SharedClause};
use crate::path::PathAnalysis;
use crate::report::CdseResult;
use std::rc::Rc;
use symtool_engine::{Bug, IncompleteReason};

/// The maximum number of facts in a shared clause. Other engines would rarely use a longer clause.
const MAX_FACTS: usize = 24;

/// The results of this engine (one search of a team) that are not sent to the other engines yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// The clauses that this engine has learned.
    pub clauses: Vec<Rc<Clause>>,
    /// The failures found, in the order in which they were found.
    pub found: Vec<SiteId>,
    /// The unsupported constructs reached, each with the reason that makes the verdict incomplete.
    pub unsupported: Vec<(SiteId, IncompleteReason)>,
}

/// The contents of an [`Outbox`], with names that are valid in other engines.
pub(crate) struct OutboxMessage {
    pub clauses: Vec<SharedClause>,
    pub found: Vec<(GoalKey, Bug)>,
    pub unsupported: Vec<(GoalKey, IncompleteReason)>,
}

impl Search<'_> {
    /// Starts to collect results for the other engines of a team (parallel searches).
    pub(crate) fn share(&mut self) {
        self.outbox = Some(Outbox::default());
    }

    /// Returns the number of nodes in the unrolled graph of this engine.
    pub(crate) fn nodes(&self) -> usize {
        self.unrolling.graph.nodes.len()
    }

    /// Adds a clause to the results for the other engines, unless it has more than [`MAX_FACTS`] facts.
    pub(super) fn publish(&mut self, clause: &Rc<Clause>) {
        if let Some(outbox) = &mut self.outbox
            && clause.body.len() <= MAX_FACTS
        {
            outbox.clauses.push(Rc::clone(clause));
        }
    }

    /// Returns the contents of the outbox, with names that are valid in other engines, and clears the outbox.
    pub(crate) fn take_outbox(&mut self, names: &mut Names) -> OutboxMessage {
        let outbox = self.outbox.replace(Outbox::default()).unwrap_or_default();
        let clauses = outbox.clauses.iter();
        let clauses = clauses.filter_map(|clause| names.message(&self.unrolling, clause));
        let clauses = clauses.collect();
        let graph = &self.unrolling.graph;
        let bugs = std::mem::take(&mut self.result.bugs);
        let found = outbox.found.into_iter().zip(bugs);
        let unsupported = outbox.unsupported.into_iter();
        OutboxMessage {
            clauses,
            found: found
                .map(|(site, bug)| (GoalKey::of(graph, site), bug))
                .collect(),
            unsupported: unsupported
                .map(|(site, why)| (GoalKey::of(graph, site), why))
                .collect(),
        }
    }

    /// Learns a clause of another engine if this engine can prove the clause. Returns `false` if a fact of the
    /// clause does not exist in this engine yet, so that the clause must be tried again later.
    pub(crate) fn import(&mut self, names: &mut Names, message: &SharedClause) -> bool {
        let Some(mut clause) = names.resolve(&mut self.unrolling, message) else {
            return false;
        };
        if self.clauses.is_known(&clause) {
            return true;
        }
        let mut analysis = PathAnalysis::of_facts(&self.unrolling, &clause.body);
        if message.is_solver_proved() {
            let constraints = analysis.constraints(&mut self.unrolling);
            let Some(core) = self
                .oracle
                .contradiction(&mut self.unrolling.arena, &constraints)
            else {
                return true;
            };
            clause.core = core;
        } else if !analysis.proves(&mut self.unrolling, clause.head) {
            return true;
        }
        let new = self.clauses.add(&mut self.unrolling, clause);
        self.add_lifted(&new);
        true
    }

    /// Closes a goal that another engine has closed, so that no further path to the goal is searched. Returns `false`
    /// if the goal does not exist in this engine yet.
    pub(crate) fn import_closed(&mut self, key: &GoalKey) -> bool {
        let Some(site) = key.site(&self.unrolling.graph) else {
            return false;
        };
        if !self.unrolling.graph.site(site).closed {
            self.close(site);
        }
        true
    }

    /// Returns the results so far. If `is_last`, completes the statistics first.
    pub(crate) fn so_far(&mut self, is_last: bool) -> CdseResult {
        if is_last {
            self.finish();
        } else {
            self.count();
        }
        self.result.clone()
    }
}
