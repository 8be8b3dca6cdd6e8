//! The text that an exploration prints.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod` | numbers with units, and the lines about the program, melding and the exploration |
//! | `plan` | the choices of automatic mode |
//! | `branches` | the branches in the text of `--explain-plan` |
//! | `verdict` | the lines of the verdict |
//! | `violation` | a violation with source line, caret and input |
//! | `statistics` | the lines of `--stats` |
mod branches;
mod plan;
mod statistics;
mod verdict;
mod violation;

use crate::driver::summary::{Cfmse, Summary};
pub use plan::{plan_line, plan_table};
pub use statistics::{checks, decisions, dropped_pragmas, hotspots, statistics};
pub use verdict::{every_value, verdict};
pub use violation::{bytes_value, input_value, shown_inputs, violation};

/// Formats a number with a noun in singular or plural: `1 path`, `2 paths`.
pub fn count(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {}", plural(noun)),
    }
}

/// Returns the plural of a noun.
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if noun.ends_with("ch") => format!("{noun}es"),
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// Formats bytes with a unit: `3 MB`.
pub fn memory(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} KB", bytes / 1000),
        1_000_000..10_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// Describes the size of the program in one line.
pub fn program_line(
    name: &str,
    functions: u64,
    instructions: u64,
    branches: u64,
    symbolic: u64,
) -> String {
    let (functions, instructions) = (
        count(functions, "function"),
        count(instructions, "instruction"),
    );
    format!(
        "{name}: {functions}, {instructions}, {} ({symbolic} symbolic)\n",
        count(branches, "branch")
    )
}

/// Describes the result of melding in one line.
pub fn cfmse_line(cfmse: &Cfmse) -> String {
    let mut line = format!(
        "cfm-se:    {} of {} melded, {} added, {} removed",
        cfmse.applied,
        count(cfmse.candidates, "symbolic branch"),
        count(cfmse.selects_added, "select"),
        count(cfmse.branches_removed, "branch"),
    );
    if cfmse.reruns > 0 {
        line += &format!(
            "; {} undone, explored again {}",
            count(cfmse.spurious, "spurious failure"),
            count(cfmse.reruns, "time")
        );
    }
    line + "\n"
}

/// Describes the exploration in one line.
pub fn explored_line(summary: &Summary) -> String {
    let paths = &summary.paths;
    // A conflict-driven search counts the paths that it has selected, some of which turned out to be infeasible.
    let selected = summary.cdse.as_ref();
    let total = selected.map_or(paths.completed + paths.errors, |cdse| cdse.paths_executed);
    let mut parts = vec![count(total, "path")];
    if let Some(infeasible) = selected.map(|cdse| cdse.conflicts).filter(|&n| n > 0) {
        parts.push(format!("{infeasible} infeasible"));
    }
    if paths.errors > 0 {
        parts.push(format!("{} failing", paths.errors));
    }
    if paths.killed > 0 {
        parts.push(format!("{} dropped", paths.killed));
    }
    match paths.exact {
        Some(Some(1)) => parts.push("1 program path".to_owned()),
        Some(Some(exact)) => parts.push(format!("{exact} program paths")),
        Some(None) => parts.push("an unknown number of program paths".to_owned()),
        None => {}
    }
    parts.push(count(paths.forks, "fork"));
    parts.push(count(summary.queries.solver, "solver query"));
    format!(
        "explored:  {} in {:.2} s ({})\n",
        parts.join(", "),
        summary.time_s,
        memory(summary.peak_memory_bytes)
    )
}
