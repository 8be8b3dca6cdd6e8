//! The source files of a run, with the costs and the coverage of their lines.
use super::{Run, place};
use std::collections::BTreeMap;
use symtool_engine::profile::{LineProfile, Profile};
use symtool_report::model::{Branch, Function, LineCosts, SourceFile};

/// The maximum total length in bytes of the texts of all files in a report. A file whose text would exceed this limit
/// is listed without text.
const MAX_TEXT: usize = 3_000_000;

/// Returns the program's own source files that contain code, in the order of their names.
pub fn of(run: &Run<'_>, profile: Option<&Profile>) -> Vec<SourceFile> {
    let mut lines: BTreeMap<String, BTreeMap<u32, LineCosts>> = BTreeMap::new();
    for file in run.covered.files() {
        let lines = lines.entry(file.name().to_owned()).or_default();
        for (number, reached) in file.lines() {
            at(lines, number).reached = Some(reached);
        }
        for (number, column, sides) in file.branches() {
            let sides = sides.to_vec();
            let melded = is_melded(run, file.name(), (number, column));
            at(lines, number).branches.push(Branch {
                column,
                sides,
                melded,
            });
        }
    }
    for cost in profile.iter().flat_map(|profile| &profile.lines) {
        let lines = lines.entry(cost.file.clone()).or_default();
        set(at(lines, cost.line), cost);
    }
    for decision in run.outcome.melded.iter().flat_map(|report| &report.log) {
        if let (true, Some(file), Some(number)) = (decision.melded, &decision.file, decision.line) {
            at(lines.entry(file.clone()).or_default(), number).melds += 1;
        }
    }
    let mut left = MAX_TEXT;
    let own = lines.into_iter().filter(|(file, _)| !file.starts_with('<'));
    own.map(|(name, lines)| {
        let text = run.program.sources.text(&name).unwrap_or_default();
        let shown = if text.len() <= left { text } else { "" };
        left -= shown.len();
        SourceFile {
            text: shown.to_owned(),
            left_out: match shown.is_empty() {
                true => Vec::new(),
                false => run.program.sources.left_out(&name),
            },
            lines: lines.into_values().collect(),
            name,
        }
    })
    .collect()
}

/// Returns whether melding removed the branch at a line and column.
fn is_melded(run: &Run<'_>, file: &str, (line, column): (u32, u32)) -> bool {
    let mut log = run.outcome.melded.iter().flat_map(|report| &report.log);
    log.any(|decision| {
        let at = (decision.line, decision.column);
        decision.melded
            && decision.file.as_deref() == Some(file)
            && at == (Some(line), Some(column))
    })
}

/// Returns the functions of the program's own files, in the order of their names.
pub fn functions(run: &Run<'_>) -> Vec<Function> {
    let functions = run.original.functions.values();
    let mut all: Vec<Function> = functions
        .filter_map(|function| {
            let insts = function.all_insts();
            let locs = insts.flat_map(|(_, inst)| function.locs(inst).iter());
            let places = locs.map(|loc| run.original.source.get(loc));
            let first = places.min_by_key(|at| (at.file, at.line))?;
            Some(Function {
                name: function.name.clone(),
                place: place(run.original.source.file_name(first.file), first.line)?,
            })
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Returns the costs of the line `number` for a change. If the map has no entry for the line, adds one without costs.
fn at(lines: &mut BTreeMap<u32, LineCosts>, number: u32) -> &mut LineCosts {
    let costs = lines.entry(number).or_default();
    costs.line = number;
    costs
}

fn set(costs: &mut LineCosts, from: &LineProfile) {
    costs.executions = from.executions;
    costs.instructions = from.instructions;
    costs.forks = from.forks;
    costs.merges = from.merges;
    costs.joins = from.joins;
    costs.queries = from.queries;
    costs.solver_queries = from.solver_queries;
    costs.solver_us = from.solver_time.as_micros() as u64;
    costs.query_work = from.query_work;
    costs.nodes = from.nodes;
    costs.clauses = from.clauses;
    costs.expression_guilt = from.expression_guilt;
    costs.fork_guilt = from.fork_guilt;
    costs.run_guilt = from.run_guilt;
}
