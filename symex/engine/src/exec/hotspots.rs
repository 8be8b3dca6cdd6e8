//! Hotspots: the source lines with the most forks, the source lines with the most solver time, and the slowest
//! queries.
//!
//! Forks and queries are counted per step (decoded instruction), and mapped to source lines at the end. A query that
//! the solver chain answers without a solver, for example from a cache, is not counted, because counting it would take
//! longer than answering it. No decision of the exploration depends on the counts. The costs of all program points are
//! also part of the result, as [`PointCost`]s.
use super::Executor;
use super::ites::ProgramPoint;
use crate::code::{Code, Step, TerminatorStep};
use crate::merging::ForkEnds;
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;
use symtool_expr::ExprId;
use symtool_ir::{Func, Inst, Module};
use symtool_solver::SolvedQuery as Query;

/// The maximum length of each of the three lists in [`Hotspots`].
const MAX_REPORTED: usize = 5;

/// The purpose for which a query is issued.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum QueryPurpose {
    /// To check whether a branch side or condition is feasible.
    Feasibility,
    /// To find a value or an input.
    Model,
}

/// The cost of a step: its forks, its merges and its solver queries.
#[derive(Clone, Debug, Default)]
struct Cost {
    forks: u64,
    ends: ForkEnds,
    merged: u64,
    refused: u64,
    queries: u64,
    work: u64,
    ite_queries: u64,
    ite_work: u64,
    time: Duration,
}

impl Cost {
    fn add(&mut self, other: &Cost) {
        self.forks += other.forks;
        self.ends.merged += other.ends.merged;
        self.ends.dropped += other.ends.dropped;
        self.merged += other.merged;
        self.refused += other.refused;
        self.queries += other.queries;
        self.work += other.work;
        self.ite_queries += other.ite_queries;
        self.ite_work += other.ite_work;
        self.time += other.time;
    }
}

/// The cost of one instruction during an exploration. Solver work is an estimate in instructions of the symbolic
/// interpreter, and depends only on the program and the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointCost {
    /// The function that contains the instruction.
    pub func: Func,
    /// The instruction to which the costs belong. For merges, it is the instruction at which the merged states
    /// continue.
    pub inst: Inst,
    /// The number of forks.
    pub forks: u64,
    /// The number of forks, among those in `forks`, after which a state of one successor was merged with a state of the
    /// other. It is 0 if merge decisions are not recorded.
    pub forks_merged: u64,
    /// The number of forks, among those in `forks`, after which a state was dropped, because a merged state at an
    /// earlier program point explored the paths of the dropped state again. It is 0 if merge decisions are not
    /// recorded.
    pub forks_dropped: u64,
    /// The number of states that were merged into another state at the instruction, including merges of the sides of
    /// a branch.
    pub merged: u64,
    /// The number of pairs of states that the merge policy kept apart at the instruction.
    pub refused: u64,
    /// The number of solver queries that the instruction issued.
    pub queries: u64,
    /// The solver work of the queries that `queries` counts.
    pub work: u64,
    /// The number of solver queries whose condition depends on an `ite` that was created at this instruction: by the
    /// instruction itself, if it is a select, or by a merge of states. Counted only if
    /// [`Config::count_ites`](crate::Config::count_ites) is on.
    pub ite_queries: u64,
    /// The solver work of the queries that `ite_queries` counts. If the condition of a query depends on several selects
    /// and merges, the work of the query is divided equally among these selects and merges.
    pub ite_work: u64,
}

/// The costs of all steps so far, from which [`Hotspots`] and [`PointCost`]s are computed.
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

/// One of the slowest queries of an exploration.
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
        let cost = self.at(point);
        cost.queries += 1;
        cost.time += query.time;
        self.keep(point, purpose, query);
    }

    /// Counts a state that was merged into another one at a program point.
    pub(super) fn count_merge(&mut self, point: ProgramPoint) {
        self.at(point).merged += 1;
    }

    /// Counts a pair of states that the merge policy keeps apart at a program point.
    pub(super) fn count_refusal(&mut self, point: ProgramPoint) {
        self.at(point).refused += 1;
    }

    /// Adds to the costs of a step the numbers of its forks that ended in a merge or in the drop of a state.
    pub(super) fn count_fork_ends(&mut self, point: ProgramPoint, ends: ForkEnds) {
        let cost = &mut self.at(point).ends;
        cost.merged += ends.merged;
        cost.dropped += ends.dropped;
    }

    fn at(&mut self, point: ProgramPoint) -> &mut Cost {
        self.costs.entry(point).or_default()
    }

    /// Adds the work of `queries` queries to the costs of the step that issued them. `depends` are the program points
    /// of the selects and merges on which the condition of the queries depends.
    fn add_work(&mut self, point: ProgramPoint, depends: &[ProgramPoint], queries: u64, work: u64) {
        self.at(point).work += work;
        for &other in depends {
            let cost = self.at(other);
            cost.ite_queries += queries;
            cost.ite_work += work / depends.len() as u64;
        }
    }

    /// Returns the costs of all program points, in the order of functions and steps.
    pub(super) fn points(&self, code: &Code) -> Vec<PointCost> {
        let mut points: Vec<_> = self.costs.iter().collect();
        points.sort_unstable_by_key(|&(&(func, pc), _)| (func.as_u32(), pc));
        let point = |(&(func, pc), cost): (&ProgramPoint, &Cost)| {
            let inst = *code.of(func).insts.get(pc as usize)?;
            Some(PointCost {
                func,
                inst,
                forks: cost.forks,
                forks_merged: cost.ends.merged,
                forks_dropped: cost.ends.dropped,
                merged: cost.merged,
                refused: cost.refused,
                queries: cost.queries,
                work: cost.work,
                ite_queries: cost.ite_queries,
                ite_work: cost.ite_work,
            })
        };
        points.into_iter().filter_map(point).collect()
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
            self.at(point).add(&cost);
        }
        for (point, purpose, query) in other.slowest {
            self.keep(point, purpose, query);
        }
    }

    /// Maps the costs of steps to source lines. Returns the lines with the most forks, the lines with the most solver
    /// time, and the slowest queries, each with a description.
    pub(super) fn report(self, module: &Module, code: &Code) -> Hotspots {
        let line = |point: ProgramPoint| line_of(module, code, point);
        let mut lines: BTreeMap<String, Cost> = BTreeMap::new();
        for (point, cost) in self.costs {
            lines.entry(line(point)).or_default().add(&cost);
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
pub(super) fn about(code: &Code, (func, pc): ProgramPoint, purpose: QueryPurpose) -> String {
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
        self.hotspots.at(point).forks += 1;
        self.profile_fork_count(state);
    }

    /// Adds the time and work of the latest queries to the costs of the step that `state` executes. `cond` is the
    /// condition whose feasibility the queries checked; `None` if the queries searched for a model.
    pub(super) fn attribute_queries(
        &mut self,
        state: &State,
        purpose: QueryPurpose,
        cond: Option<ExprId>,
    ) {
        let work = self.solving.chain.work();
        let spent = work - std::mem::replace(&mut self.clock.attributed, work);
        let queries = self.solving.chain.take_queries();
        self.profile_queries(state, purpose, &queries, work);
        if queries.is_empty() {
            return;
        }
        let (point, count) = ((state.frame.func, state.frame.pc), queries.len() as u64);
        for query in queries {
            self.hotspots.add_query(point, purpose, query);
        }
        let depends = match cond.filter(|_| self.config.count_ites) {
            Some(cond) => self.ites.of(&self.arena, cond),
            None => Vec::new(),
        };
        self.hotspots.add_work(point, &depends, count, spent);
    }

    /// Records that a select or a merge at a program point has created all expressions whose index in the arena is at
    /// least `from`.
    pub(super) fn created_ites(&mut self, point: ProgramPoint, from: usize) {
        if self.config.count_ites {
            self.ites.create(point, from, &self.arena);
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
                ..Query::default()
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
