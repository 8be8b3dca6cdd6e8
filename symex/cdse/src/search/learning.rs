//! Learning: adds clauses to the clause database, the fCFG (the formula of the remaining paths), the statistics and
//! the log.
use super::Search;
use crate::clause::Clause;
use crate::graph::NodeId;
use crate::log::{self, Reason};
use crate::path::PathAnalysis;
use std::rc::Rc;
use symtool_solver::SolverStats;

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
        self.charge_clause(first);
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

    /// Charges the work of the latest path to the source lines of the clause that was learned from it.
    fn charge_clause(&mut self, clause: &Clause) {
        let work = self.charged_work();
        if let Some(costs) = &mut self.costs {
            costs.worked(work);
            costs.learned(&self.unrolling, clause);
        }
    }

    /// Charges the work of the latest path to the node that is unrolled at its end.
    pub(super) fn charge_unrolling(&mut self, node: NodeId) {
        let work = self.charged_work();
        if let Some(costs) = &mut self.costs {
            costs.worked(work);
            costs.unrolled(&self.unrolling, node);
        }
    }

    /// Returns the work so far; 0 if no profile is recorded. The unit is the work of one instruction in the symbolic
    /// interpreter.
    pub(super) fn charged_work(&self) -> u64 {
        if self.costs.is_none() {
            return 0;
        }
        let mut solver = SolverStats::default();
        self.oracle.collect(&mut solver);
        self.encoder.collect(&mut solver);
        self.encoder.executed + self.result.report.steps + solver.work()
    }

    pub(super) fn tell(&mut self, clause: &Clause, reason: Reason) {
        self.result.report.clause_edges += clause.body.len() as u64;
        if self.settings.options.log {
            let line = log::clause(&self.unrolling, &clause.body, reason);
            self.result.report.log.push(line);
        }
    }
}
