//! Learning: adds clauses to the clause database, the fCFG (the formula of the remaining paths), the statistics and
//! the log.
use super::Search;
use crate::clause::Clause;
use crate::log::{self, Reason};
use crate::path::PathAnalysis;
use std::rc::Rc;

impl Search<'_> {
    /// Adds the implications that constant propagation has found to the clause database and to the fCFG. An implication
    /// is a clause that implies the value of a φ (a value at a join).
    pub(super) fn learn_implications(&mut self, analysis: &mut PathAnalysis) {
        for clause in std::mem::take(&mut analysis.implications) {
            let new = self.clauses.add(&mut self.unrolling, clause);
            if let Some(first) = new.first() {
                self.publish(first);
            }
            self.add_lifted(&new);
        }
    }

    /// Learns a conflict clause, and the clauses that are lifted from it to other loop iterations.
    pub(super) fn learn(&mut self, clause: Clause, reason: Reason) {
        let new = self.clauses.add(&mut self.unrolling, clause);
        let Some((first, moved)) = new.split_first() else {
            return;
        };
        let report = &mut self.result.report;
        match reason {
            Reason::Constants => report.from_constants += 1,
            _ => report.from_solver += 1,
        }
        self.fcfg.learn(first);
        self.tell(first, reason);
        self.publish(first);
        self.add_lifted(moved);
    }

    pub(super) fn add_lifted(&mut self, clauses: &[Rc<Clause>]) {
        for clause in clauses {
            self.fcfg.add_clause(clause);
            if clause.head.is_none() {
                self.result.report.lifted += 1;
                self.tell(clause, Reason::OtherIteration);
            }
        }
    }

    pub(super) fn tell(&mut self, clause: &Clause, reason: Reason) {
        self.result.report.clause_edges += clause.body.len() as u64;
        if self.settings.options.log {
            let line = log::clause(&self.unrolling, &clause.body, reason);
            self.result.report.log.push(line);
        }
    }
}
