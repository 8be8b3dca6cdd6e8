//! The text of `--stats`: queries, coverage, links (solving techniques) of the solver chain, expensive source lines,
//! melding decisions.
use super::count;
use crate::driver::summary::Summary;
use symtool_engine::exec::Hotspots;
use symtool_meld::Decision;

/// Describes the counters of `--solver-check`: the number `checked` of "unsat" answers that Z3 checked, and the number
/// `unchecked` of those that Z3 did not decide in time.
pub fn checks(checked: u64, unchecked: u64) -> String {
    format!(
        "{} checked with Z3, {unchecked} unchecked",
        count(checked, "unsat answer")
    )
}

/// Returns the statistics for `--stats`.
pub fn statistics(summary: &Summary) -> String {
    let (queries, coverage) = (&summary.queries, &summary.coverage);
    let mut text = format!(
        "executed:  {}, at most {} live\n\
         queries:   {} in total, {} from caches, {} to the solver ({} sat, {} unsat, {} unknown; {:.2} s, {:.0} nodes on average)\n\
         coverage:  {} of {} lines, {} of {} branch sides\n",
        count(summary.instructions, "instruction"),
        count(summary.paths.max_live, "state"),
        queries.issued,
        queries.cache_hits,
        queries.solver,
        queries.sat,
        queries.unsat,
        queries.unknown,
        queries.solver_time_s,
        queries.avg_nodes,
        coverage.lines_covered,
        coverage.lines_total,
        coverage.branches_covered,
        coverage.branches_total,
    );
    if queries.checked + queries.unchecked > 0 {
        text += &format!(
            "checks:    {}\n",
            checks(queries.checked, queries.unchecked)
        );
    }
    for (name, number) in &summary.merging {
        text += &format!("merging:   {number} {name}\n");
    }
    if summary.arrays.values().any(|&n| n > 0) {
        let each = summary.arrays.iter();
        let each: Vec<String> = each.map(|(name, n)| format!("{name} {n}")).collect();
        text += &format!(
            "arrays:    conditions rewritten by each transformation: {}\n",
            each.join(", ")
        );
    }
    for (index, link) in queries
        .links
        .iter()
        .filter(|link| link.issued > 0)
        .enumerate()
    {
        let head = if index == 0 { "links:" } else { "" };
        text += &format!(
            "{head:<10} {} answered {} of {} in {:.3} s\n",
            link.name, link.answered, link.issued, link.time_s
        );
    }
    text
}

/// Returns the source lines with the most forks and solver time, for `--stats`. The times differ between runs.
pub fn hotspots(hotspots: &Hotspots) -> String {
    let mut text = String::new();
    for (line, forks) in &hotspots.forks {
        text += &format!("           {line}: {}\n", count(*forks, "fork"));
    }
    if !text.is_empty() {
        text.insert_str(0, "forks:     the lines with the most forks:\n");
    }
    if !hotspots.solver.is_empty() {
        text += "solver:    the lines with the most solver time:\n";
    }
    for (line, time, queries) in &hotspots.solver {
        let (seconds, queries) = (time.as_secs_f64(), count(*queries, "query"));
        text += &format!("           {line}: {seconds:.3} s in {queries}\n");
    }
    if !hotspots.queries.is_empty() {
        text += "slowest queries:\n";
    }
    for slow in &hotspots.queries {
        let query = &slow.query;
        text += &format!(
            "           {:.3} s at {}: {}; {}, {}, answered by {}\n",
            query.time.as_secs_f64(),
            slow.line,
            slow.about,
            count(query.constraints as u64, "constraint"),
            count(query.nodes as u64, "node"),
            query.by,
        );
    }
    text
}

/// Lists the pragmas of the program that symtool ignores, for `--stats`.
pub fn dropped_pragmas(dropped: &[String]) -> String {
    let mut text = String::new();
    for (index, pragma) in dropped.iter().enumerate() {
        let head = if index == 0 { "ignored:" } else { "" };
        text += &format!("{head:<10} {pragma}\n");
    }
    text
}

/// Lists the melding decision of every branch for `--stats`.
pub fn decisions(log: &[Decision]) -> String {
    let mut text = String::new();
    for decision in log {
        let place = match (&decision.file, decision.line, decision.column) {
            (Some(file), Some(line), Some(column)) => {
                format!("{file}:{line}:{column} in {}", decision.function)
            }
            _ => decision.function.clone(),
        };
        let verb = if decision.melded {
            "melded"
        } else {
            "not melded"
        };
        text += &format!("           {place}: {verb}: {}\n", decision.reason);
    }
    text
}
