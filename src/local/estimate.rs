//! The cost model: the expected solver work of each treatment of a branch.
//!
//! A *treatment* is to meld the branch, to merge the states of its sides, to fork, or to merge by *pattern*. A merge by
//! pattern is possible only at a branch that leaves a loop: it merges paths with different numbers of iterations into a
//! state with a quantifier.
//!
//! Let n be the number of executions of a branch on one path, and q the number of later queries. Let d be the number
//! of those later queries that depend on a value in which the two sides of the branch differ. Let g be the number of
//! gates of the melded code. Let d' be the number of later queries that depend on a value in which the merged states
//! differ, and b the number of bits of these values. At a branch that leaves a loop, d' and b also count the variables
//! of the loop. The costs are
//!
//! ```text
//! meld     n · g · d · GATE_WORK
//! merge    n · (3b · d' · GATE_WORK + MERGE_WORK)
//! pattern  (1 + q) · QUANTIFIED_QUERY_WORK
//! fork     ((1 + β)^n - 1) · (1 + q) · QUERY_WORK
//! ```
//!
//! β is the probability that a side is feasible, as in query count estimation. The factor 3b in the cost of a merge is
//! the number of gates of an `ite` over b bits.
use super::branches::{Branch, branches_in};
use crate::facts::ProgramFacts;
use crate::local::measure::same_place;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use symtool_meld::{Decision, IgnoreList, IgnoredLocation, MeldReport};
use symtool_policies::qce::QceOptions;

/// The constants of the cost model, in units of work (instructions of the symbolic interpreter).
///
/// The constants follow from the definition of work ([`SolverStats::work`](symtool_solver::SolverStats::work)), which
/// counts 5,000 units for a solver query and 20 for each expression node in it. They are not fitted to programs.
///
/// | constant | derivation |
/// | --- | --- |
/// | `QUERY_WORK` | a solver query with 150 nodes: 5,000 + 150 · 20 |
/// | `GATE_WORK` | half the work of a node: 20 / 2 |
/// | `MERGE_WORK` | 2,000 instructions |
/// | `QUANTIFIED_QUERY_WORK` | five solver queries: 5 · `QUERY_WORK` |
mod constants {
    /// The work of a solver query.
    pub const QUERY_WORK: f64 = 8_000.0;
    /// The work of a gate in a solver query.
    pub const GATE_WORK: f64 = 10.0;
    /// The work of joining two states, without later queries.
    pub const MERGE_WORK: f64 = 2_000.0;
    /// The work of a solver query with quantifiers.
    pub const QUANTIFIED_QUERY_WORK: f64 = 40_000.0;
    /// The largest number of executions n in the power (1 + β)^n of the cost of a fork; a larger n is replaced by this
    /// number. With the default β of 0.8, (1 + β)^60 is about 2^51.
    pub const MOST_EXECUTIONS: f64 = 60.0;
}
use constants::{GATE_WORK, MERGE_WORK, MOST_EXECUTIONS, QUANTIFIED_QUERY_WORK, QUERY_WORK};

/// The expected solver work of each treatment of a branch, in the unit of work of the constants; `None` if the
/// treatment is impossible. `--explain-plan` shows the estimates.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Melding both sides into straight-line code.
    pub meld: Option<f64>,
    /// Merging the states of both sides at the join.
    pub merge: Option<f64>,
    /// Merging the paths with different numbers of iterations into a state with a quantifier.
    pub pattern: Option<f64>,
    /// Forking.
    pub fork: f64,
    /// The number of executions of the branch on one path, n.
    pub executions: f64,
    /// The number of later queries, q.
    pub later_queries: f64,
    /// The number of later queries that depend on a value in which the sides of the branch differ, d.
    pub dependent_queries: f64,
    /// The number of gates of the melded code, g; `None` if the branch cannot be melded.
    pub gates: Option<u64>,
}

impl Estimate {
    /// Returns the estimate for a branch. `gates` is the number of gates of the melded code, if the branch can be
    /// melded.
    pub fn of(branch: &Branch, gates: Option<u64>) -> Estimate {
        let beta = QceOptions::default().beta;
        let n = branch.executions;
        let gate_work = |gates: u64, dependent: f64| gates as f64 * dependent * GATE_WORK;
        let merged = branch.states_differ;
        let paths = (1.0 + beta).powf(n.min(MOST_EXECUTIONS)) - 1.0;
        Estimate {
            meld: gates.map(|gates| n * gate_work(gates, branch.sides_differ.dependent)),
            merge: (branch.join.as_ref())
                .map(|_| n * (gate_work(3 * merged.bits, merged.dependent) + MERGE_WORK)),
            pattern: (branch.leaves_loop).then_some((1.0 + branch.ahead) * QUANTIFIED_QUERY_WORK),
            fork: paths * (1.0 + branch.ahead) * QUERY_WORK,
            executions: n,
            later_queries: branch.ahead,
            dependent_queries: branch.sides_differ.dependent,
            gates,
        }
    }
}

/// Returns the number of gates of the melded code of the branch at `place`; `None` if it is unknown. A switch is melded
/// case by case, so the log can have several entries for it.
pub fn gates_at(log: &[Decision], place: &IgnoredLocation) -> Option<u64> {
    let melds = log.iter().filter(|it| it.melded && same_place(place, it));
    melds.filter_map(|it| it.gates).reduce(u64::saturating_add)
}

/// Returns the source locations of the melded branches for which the cost model estimates that forking costs less than
/// melding.
pub fn cheaper_to_fork(original: &ProgramFacts<'_>, report: &MeldReport) -> IgnoreList {
    let mut list = IgnoreList::default();
    // Melding adds gates to later queries, and forking adds further queries. If the gates of each meld cost less than
    // one query, melding counts as cheaper for each branch, and the analyses of the branches are not needed.
    let mut gates: BTreeMap<_, u64> = BTreeMap::new();
    for meld in report.log.iter().filter(|meld| meld.melded) {
        let place = (&meld.function, &meld.file, meld.line, meld.column);
        *gates.entry(place).or_default() += meld.gates.unwrap_or(0);
    }
    gates.retain(|_, gates| *gates as f64 * GATE_WORK >= QUERY_WORK);
    if gates.is_empty() {
        return list;
    }
    let functions: BTreeSet<&str> = gates.keys().map(|place| place.0.as_str()).collect();
    for branch in branches_in(original, &|name| functions.contains(name)) {
        let estimate = Estimate::of(&branch, gates_at(&report.log, &branch.place));
        if estimate.meld.is_some_and(|meld| meld > estimate.fork) {
            list.insert(branch.place.clone());
        }
    }
    list
}

/// Copies the numbers of gates of the branches `forked` from the report `first`, of a run that melded them, to the
/// report `last`, of a run that did not. Their costs of melding and forking can then be compared in the report.
pub fn keep_gates(forked: &IgnoreList, first: &MeldReport, last: &mut MeldReport) {
    for place in forked.iter() {
        let mut melds = first.log.iter().filter(|it| it.melded);
        let gates = melds
            .any(|it| same_place(place, it))
            .then(|| gates_at(&first.log, place))
            .flatten();
        let decisions = last.log.iter_mut();
        for decision in decisions.filter(|it| !it.melded && same_place(place, it)) {
            decision.gates = gates;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::branches::Differing;
    use super::*;

    fn branch(executions: f64, ahead: f64, dependent: f64) -> Branch {
        let place = IgnoredLocation {
            file: "a.c".to_owned(),
            line: 1,
            column: 1,
            function: "main".to_owned(),
        };
        let differ = Differing {
            dependent,
            bits: 32,
        };
        Branch {
            join: Some(place.clone()),
            place,
            sides: Default::default(),
            leaves_loop: false,
            of_loop: None,
            executions,
            ahead,
            sides_differ: differ,
            states_differ: differ,
        }
    }

    #[test]
    fn a_branch_in_a_loop_is_melded_or_merged_rather_than_forked() {
        let estimate = Estimate::of(&branch(10.0, 10.0, 5.0), Some(96));
        assert!(estimate.meld < Some(estimate.fork), "{estimate:?}");
        assert!(estimate.merge < Some(estimate.fork), "{estimate:?}");
    }

    #[test]
    fn large_melded_code_before_many_queries_costs_more_than_one_fork() {
        let estimate = Estimate::of(&branch(1.0, 10.0, 10.0), Some(20 * 32 * 32));
        assert!(estimate.meld > Some(estimate.fork), "{estimate:?}");
        let unused = Estimate::of(&branch(1.0, 10.0, 0.0), Some(20 * 32 * 32));
        assert!(unused.meld < Some(unused.fork), "{unused:?}");
    }
}
