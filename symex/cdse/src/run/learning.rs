//! What is learned goes to the formula, the counters and the log.
use super::Search;
use crate::clause::Known;
use crate::log::{self, Reason};
use crate::walk::Walk;
use std::rc::Rc;

impl Search<'_> {
    /// The constants of a path, and from what they follow.
    pub(super) fn learn_traced(&mut self, walk: &mut Walk) {
        for clause in std::mem::take(&mut walk.traced) {
            let new = self.lore.add(&mut self.world, clause);
            if let Some(first) = new.first() {
                self.publish(first);
            }
            self.moved(&new);
        }
    }

    /// Facts that exclude each other become a clause, and the same facts of other trips, too.
    pub(super) fn learn(&mut self, clause: Known, reason: Reason) {
        let new = self.lore.add(&mut self.world, clause);
        let Some((first, moved)) = new.split_first() else {
            return;
        };
        let report = &mut self.result.report;
        match reason {
            Reason::Constants => report.from_constants += 1,
            _ => report.from_solver += 1,
        }
        self.paths.learn(first);
        self.tell(first, reason);
        self.publish(first);
        self.moved(moved);
    }

    pub(super) fn moved(&mut self, clauses: &[Rc<Known>]) {
        for clause in clauses {
            self.paths.note(clause);
            if clause.head.is_none() {
                self.result.report.lifted += 1;
                self.tell(clause, Reason::OtherTrip);
            }
        }
    }

    pub(super) fn tell(&mut self, clause: &Known, reason: Reason) {
        self.result.report.clause_edges += clause.body.len() as u64;
        if self.options.log {
            let line = log::clause(&self.world, &clause.body, reason);
            self.result.report.log.push(line);
        }
    }
}
