//! Hotspots: the source lines with the most forks, the source lines with the most solver time, and the slowest
//! queries.
//!
//! Forks and queries are counted per step, and mapped to source lines at the end. Queries that the solver chain answers
//! without a solver are not counted, because counting would cost more than answering. No decision of the exploration
//! depends on the counts.
use super::Executor;
use crate::code::{Code, Step, TerminatorStep};
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;
use symtool_ir::{Func, Module};
use symtool_solver::SolvedQuery as Query;

/// The maximum length of each of the three lists in a report.
const MAX_REPORTED: usize = 5;

/// A step of a function: the function, and the index of the step in its decoded code.
type ProgramPoint = (Func, u32);

/// The purpose for which a query is issued.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum QueryPurpose {
    /// To check whether a branch side or condition is feasible.
    Feasibility,
    /// To find a value or an input.
    Model,
}

/// The cost of a step: its forks and its solver queries.
#[derive(Clone, Debug, Default)]
struct Cost {
    forks: u64,
    queries: u64,
    time: Duration,
}

/// The costs of all steps so far.
#[derive(Clone, Debug, Default)]
pub(super) struct CostTable {
    costs: FxHashMap<ProgramPoint, Cost>,
    /// The slowest queries, slowest first.
    slowest: Vec<(ProgramPoint, QueryPurpose, Query)>,
}

/// The hotspots of an exploration. Lines have the form `file:line`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hotspots {
    /// The lines with the most forks, and the number of forks of each.
    pub forks: Vec<(String, u64)>,
    /// The lines with the most solver time, each with its time and its number of queries.
    pub solver: Vec<(String, Duration, u64)>,
    /// The slowest queries, slowest first.
    pub queries: Vec<SlowQuery>,
}

/// A slow query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowQuery {
    /// The source line that issued the query.
    pub line: String,
    /// The purpose of the query, such as `branch` or `store: its address`.
    pub about: String,
    /// The query.
    pub query: Query,
}

impl CostTable {
    fn add_query(&mut self, point: ProgramPoint, purpose: QueryPurpose, query: Query) {
        let cost = self.costs.entry(point).or_default();
        cost.queries += 1;
        cost.time += query.time;
        self.keep(point, purpose, query);
    }

    fn keep(&mut self, point: ProgramPoint, purpose: QueryPurpose, query: Query) {
        let at = self
            .slowest
            .partition_point(|(_, _, known)| known.time >= query.time);
        if at < MAX_REPORTED {
            self.slowest.insert(at, (point, purpose, query));
            self.slowest.truncate(MAX_REPORTED);
        }
    }

    /// Adds the costs that another worker has counted.
    pub(super) fn add(&mut self, other: CostTable) {
        for (point, cost) in other.costs {
            let sum = self.costs.entry(point).or_default();
            sum.forks += cost.forks;
            sum.queries += cost.queries;
            sum.time += cost.time;
        }
        for (point, purpose, query) in other.slowest {
            self.keep(point, purpose, query);
        }
    }

    /// Returns the costs per source line, with descriptions of the queries.
    pub(super) fn report(self, module: &Module, code: &Code) -> Hotspots {
        let line = |point: ProgramPoint| line_of(module, code, point);
        let mut lines: BTreeMap<String, Cost> = BTreeMap::new();
        for (point, cost) in self.costs {
            let sum = lines.entry(line(point)).or_default();
            sum.forks += cost.forks;
            sum.queries += cost.queries;
            sum.time += cost.time;
        }
        let forks = lines.iter().map(|(line, cost)| (line.clone(), cost.forks));
        let mut forks: Vec<_> = forks.filter(|(_, forks)| *forks > 0).collect();
        forks.sort_by_key(|&(_, forks)| std::cmp::Reverse(forks));
        forks.truncate(MAX_REPORTED);
        let with_queries = lines.into_iter().filter(|(_, cost)| cost.queries > 0);
        let mut solver: Vec<_> = with_queries
            .map(|(line, cost)| (line, cost.time, cost.queries))
            .collect();
        solver.sort_by_key(|&(_, time, _)| std::cmp::Reverse(time));
        solver.truncate(MAX_REPORTED);
        let queries = self.slowest.into_iter();
        Hotspots {
            forks,
            solver,
            queries: queries
                .map(|(point, purpose, query)| SlowQuery {
                    line: line(point),
                    about: about(code, point, purpose),
                    query,
                })
                .collect(),
        }
    }
}

fn line_of(module: &Module, code: &Code, (func, pc): ProgramPoint) -> String {
    let locs = &code.of(func).locs;
    match locs.get(pc as usize).copied().flatten() {
        Some(loc) => {
            let at = module.source.get(loc);
            format!("{}:{}", module.source.file_name(at.file), at.line)
        }
        None => format!("function {}", module.functions[func].name),
    }
}

/// Returns a description of the query that a step issues for the given purpose.
fn about(code: &Code, (func, pc): ProgramPoint, purpose: QueryPurpose) -> String {
    let what = match code.of(func).steps.get(pc as usize) {
        Some(Step::Terminator(TerminatorStep::Branch { .. })) => "branch".to_owned(),
        Some(Step::Terminator(TerminatorStep::Switch(_))) => "switch".to_owned(),
        Some(Step::Terminator(_)) => "end of the path".to_owned(),
        Some(Step::Store(_)) => "store: its address".to_owned(),
        Some(Step::Load(_)) => "load: its address".to_owned(),
        Some(Step::Check(step)) => format!("check {}", step.kind.name()),
        Some(Step::Call(_)) => "call: its target".to_owned(),
        Some(Step::Intrinsic(step)) => step.intrinsic.name().to_owned(),
        _ => "step".to_owned(),
    };
    match purpose {
        QueryPurpose::Feasibility => what,
        QueryPurpose::Model => format!("{what}, a value or input"),
    }
}

impl Executor<'_> {
    /// Counts a fork at the step that `state` executes.
    pub(super) fn count_fork(&mut self, state: &State) {
        self.stats.paths.forks += 1;
        let point = (state.frame.func, state.frame.pc);
        self.hotspots.costs.entry(point).or_default().forks += 1;
    }

    /// Adds the time of the latest queries to the costs of the step that `state` executes.
    pub(super) fn attribute_queries(&mut self, state: &State, purpose: QueryPurpose) {
        for query in self.solving.chain.take_queries() {
            let point = (state.frame.func, state.frame.pc);
            self.hotspots.add_query(point, purpose, query);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_queries_are_ordered_by_time() {
        let mut table = CostTable::default();
        let point = (Func::from_u32(0), 3);
        for ms in [5, 1, 9, 7, 3, 8, 2] {
            let query = Query {
                time: Duration::from_millis(ms),
                constraints: 1,
                nodes: 2,
                by: "test".to_owned(),
            };
            table.add_query(point, QueryPurpose::Feasibility, query);
        }
        let mut sum = CostTable::default();
        sum.add(table.clone());
        let times = |s: &CostTable| -> Vec<u128> {
            let queries = s.slowest.iter();
            queries.map(|(_, _, q)| q.time.as_millis()).collect()
        };
        assert_eq!(times(&table), [9, 8, 7, 5, 3]);
        assert_eq!(times(&sum), times(&table));
        assert_eq!(sum.costs[&point].queries, 7);
    }
}
