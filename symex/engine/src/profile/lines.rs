//! Conversion of the costs of steps to those of source lines.
use super::sites::{Costs, Sites};
use super::{LineProfile, Place};
use crate::code::Code;
use std::collections::BTreeMap;
use symtool_ir::{Func, Module};

/// For each function, whether it belongs to the user's files. Library models and generated code do not.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserCode(Vec<bool>);

impl UserCode {
    /// Classifies the functions of a program.
    pub(crate) fn of(module: &Module, code: &Code) -> UserCode {
        let is_user = |(at, _): (usize, _)| {
            let body = code.of(Func::from_u32(at as u32));
            let mut locs = body.locs.iter().flatten();
            locs.next().is_some_and(|&loc| {
                let file = module.source.get(loc).file;
                !module.source.file_name(file).starts_with('<')
            })
        };
        UserCode(code.functions.iter().enumerate().map(is_user).collect())
    }

    /// Returns whether a function belongs to the user's files.
    #[inline]
    pub(crate) fn contains(&self, func: Func) -> bool {
        self.0.get(func.as_u32() as usize).copied().unwrap_or(false)
    }
}

/// Returns the source line of a step; `None` if it has none.
pub(crate) fn place(module: &Module, code: &Code, (func, pc): (Func, u32)) -> Option<Place> {
    let loc = code.of(func).locs.get(pc as usize).copied().flatten()?;
    let at = module.source.get(loc);
    Some((module.source.file_name(at.file).to_owned(), at.line))
}

/// Returns the costs of the source lines. `others` and `first` contain, for each function and step, the number of jumps
/// to the step: `first` counts those of the first state, which no fork has created, and `others` those of all other
/// states.
pub(crate) fn lines(
    (module, code): (&Module, &Code),
    [others, first]: &[Vec<Vec<u64>>; 2],
    sites: &Sites,
) -> Vec<LineProfile> {
    let mut lines: BTreeMap<Place, LineProfile> = BTreeMap::new();
    for (at, (others, first)) in others.iter().zip(first).enumerate() {
        let func = Func::from_u32(at as u32);
        count_executions((module, code), func, (others, first), &mut lines);
    }
    for (point, costs) in sites.iter() {
        if let Some(place) = place(module, code, point) {
            add(lines.entry(place).or_default(), costs);
        }
    }
    let finish = |(place, mut line): (Place, LineProfile)| {
        (line.file, line.line) = place;
        line
    };
    lines.into_iter().map(finish).collect()
}

/// Adds to `lines` the numbers of executions and of executed instructions of the source lines of one function. A basic
/// block is executed as often as states jump to its first step. A line counts as executed as often as its most
/// frequently executed basic block. For each step, `first` is the number of jumps by the first state (which no fork has
/// created), and `others` the number of jumps by all other states. Only the instructions of the first state are added
/// to the guilt of the line, because the instructions of every other state are charged to the fork that created the
/// state.
fn count_executions(
    (module, code): (&Module, &Code),
    func: Func,
    (others, first): (&[u64], &[u64]),
    lines: &mut BTreeMap<Place, LineProfile>,
) {
    if others.is_empty() && first.is_empty() {
        return;
    }
    let body = code.of(func);
    let mut most: BTreeMap<Place, u64> = BTreeMap::new();
    for (block, &start) in body.starts.iter().enumerate() {
        let of = |counts: &[u64]| counts.get(start as usize).copied().unwrap_or(0);
        let of_first = of(first);
        let count = of(others) + of_first;
        if count == 0 {
            continue;
        }
        let next = body.starts.get(block + 1).copied();
        let end = next.unwrap_or(body.steps.len() as u32);
        for pc in start..end {
            if let Some(place) = place(module, code, (func, pc)) {
                let executions = most.entry(place.clone()).or_default();
                *executions = count.max(*executions);
                let line = lines.entry(place).or_default();
                line.instructions += count;
                line.run_guilt += of_first;
            }
        }
    }
    for (place, count) in most {
        lines.entry(place).or_default().executions += count;
    }
}

fn add(line: &mut LineProfile, costs: &Costs) {
    line.forks += costs.forks;
    line.merges += costs.merges;
    line.joins += costs.joins;
    line.queries += costs.queries;
    line.solver_queries += costs.solver_queries;
    line.solver_time += costs.solver_time;
    line.query_work += costs.query_work;
    line.nodes += costs.nodes;
    line.clauses += costs.clauses;
    line.expression_guilt += costs.expression_guilt;
    line.fork_guilt += costs.fork_guilt;
    line.run_guilt += costs.run_guilt;
}
