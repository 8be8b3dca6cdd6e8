//! Hotspots: the lines that fork most, the lines with the most solver time, and the slowest queries.
//!
//! Forks and queries are counted per step, and mapped to lines at the end. Only queries that reach a solver
//! are counted, so the rest of an exploration pays nothing. No decision depends on these numbers.
use super::Engine;
use super::decode::{Code, Step, TerminatorStep};
use crate::state::State;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;
use symtool_ir::{Func, Module};
use symtool_solver::Query;

/// The number of lines and queries in a report.
const SHOWN: usize = 5;

/// A step of a function.
type Place = (Func, u32);

/// The purpose of a query.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The feasibility of a branch or condition.
    Way,
    /// A value or an input.
    Model,
}

/// The cost of a step.
#[derive(Clone, Debug, Default)]
struct Cost {
    forks: u64,
    queries: u64,
    time: Duration,
}

/// The costs of all steps so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots {
    costs: FxHashMap<Place, Cost>,
    /// The slowest queries, slowest first.
    dearest: Vec<(Place, Asked, Query)>,
}

/// The hotspots of an exploration. Lines are `file:line`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hotspots {
    /// The lines with the most forks, and their numbers.
    pub forks: Vec<(String, u64)>,
    /// The lines with the most solver time: the time and the number of queries.
    pub solver: Vec<(String, Duration, u64)>,
    /// The slowest queries, slowest first.
    pub queries: Vec<DearQuery>,
}

/// A slow query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DearQuery {
    /// The source line that issued it.
    pub line: String,
    /// Its purpose, as in `branch` or `store: its address`.
    pub about: String,
    /// The query.
    pub query: Query,
}

impl Spots {
    fn add_query(&mut self, place: Place, asked: Asked, query: Query) {
        let cost = self.costs.entry(place).or_default();
        cost.queries += 1;
        cost.time += query.time;
        self.keep(place, asked, query);
    }

    fn keep(&mut self, place: Place, asked: Asked, query: Query) {
        let at = self
            .dearest
            .partition_point(|(_, _, known)| known.time >= query.time);
        if at < SHOWN {
            self.dearest.insert(at, (place, asked, query));
            self.dearest.truncate(SHOWN);
        }
    }

    /// Adds the counts of another worker.
    pub(super) fn add(&mut self, other: Spots) {
        for (place, cost) in other.costs {
            let sum = self.costs.entry(place).or_default();
            sum.forks += cost.forks;
            sum.queries += cost.queries;
            sum.time += cost.time;
        }
        for (place, asked, query) in other.dearest {
            self.keep(place, asked, query);
        }
    }

    /// Returns the costs per line, with descriptions of the queries.
    pub(super) fn report(self, module: &Module, code: &Code) -> Hotspots {
        let line = |place: Place| line_of(module, code, place);
        let mut lines: BTreeMap<String, Cost> = BTreeMap::new();
        for (place, cost) in self.costs {
            let sum = lines.entry(line(place)).or_default();
            sum.forks += cost.forks;
            sum.queries += cost.queries;
            sum.time += cost.time;
        }
        let forks = lines.iter().map(|(line, cost)| (line.clone(), cost.forks));
        let mut forks: Vec<_> = forks.filter(|(_, forks)| *forks > 0).collect();
        forks.sort_by_key(|&(_, forks)| std::cmp::Reverse(forks));
        forks.truncate(SHOWN);
        let asking = lines.into_iter().filter(|(_, cost)| cost.queries > 0);
        let mut solver: Vec<_> = asking
            .map(|(line, cost)| (line, cost.time, cost.queries))
            .collect();
        solver.sort_by_key(|&(_, time, _)| std::cmp::Reverse(time));
        solver.truncate(SHOWN);
        let queries = self.dearest.into_iter();
        Hotspots {
            forks,
            solver,
            queries: queries
                .map(|(place, asked, query)| DearQuery {
                    line: line(place),
                    about: about(code, place, asked),
                    query,
                })
                .collect(),
        }
    }
}

fn line_of(module: &Module, code: &Code, (func, pc): Place) -> String {
    let locs = &code.of(func).locs;
    match locs.get(pc as usize).copied().flatten() {
        Some(loc) => {
            let at = module.source.get(loc);
            format!("{}:{}", module.source.file_name(at.file), at.line)
        }
        None => format!("function {}", module.functions[func].name),
    }
}

/// Returns a description of a query at a step.
fn about(code: &Code, (func, pc): Place, asked: Asked) -> String {
    let what = match code.of(func).steps.get(pc as usize) {
        Some(Step::Terminator(TerminatorStep::Branch { .. })) => "branch".to_owned(),
        Some(Step::Terminator(TerminatorStep::Switch(_))) => "switch".to_owned(),
        Some(Step::Terminator(_)) => "end of the path".to_owned(),
        Some(Step::Memory(step)) if step.write => "store: its address".to_owned(),
        Some(Step::Memory(_)) => "load: its address".to_owned(),
        Some(Step::Check(step)) => format!("check {}", step.kind.name()),
        Some(Step::Call(_)) => "call: its target".to_owned(),
        Some(Step::Intrinsic(step)) => step.intrinsic.name().to_owned(),
        _ => "step".to_owned(),
    };
    match asked {
        Asked::Way => what,
        Asked::Model => format!("{what}, a value or input"),
    }
}

impl Engine<'_> {
    /// Counts a fork at the location of a state.
    pub(super) fn count_fork(&mut self, state: &State) {
        self.stats.paths.forks += 1;
        let place = (state.frame.func, state.frame.pc);
        self.spots.costs.entry(place).or_default().forks += 1;
    }

    /// Attributes the latest queries to the location of a state.
    pub(super) fn book(&mut self, state: &State, asked: Asked) {
        for query in self.chain.take_queries() {
            let place = (state.frame.func, state.frame.pc);
            self.spots.add_query(place, asked, query);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_queries_stay_in_order() {
        let mut spots = Spots::default();
        let place = (Func::from_u32(0), 3);
        for ms in [5, 1, 9, 7, 3, 8, 2] {
            let query = Query {
                time: Duration::from_millis(ms),
                constraints: 1,
                nodes: 2,
                by: "test".to_owned(),
            };
            spots.add_query(place, Asked::Way, query);
        }
        let mut sum = Spots::default();
        sum.add(spots.clone());
        let times = |s: &Spots| -> Vec<u128> {
            let queries = s.dearest.iter();
            queries.map(|(_, _, q)| q.time.as_millis()).collect()
        };
        assert_eq!(times(&spots), [9, 8, 7, 5, 3]);
        assert_eq!(times(&sum), times(&spots));
        assert_eq!(sum.costs[&place].queries, 7);
    }
}
