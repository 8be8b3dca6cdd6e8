//! The description of the choices of automatic mode: the line `plan:` and the table of `--explain-plan`.
use super::count;
use crate::auto::{End, Outcome, Share};
use std::collections::{BTreeMap, BTreeSet};
use symtool_meld::Decision;

/// The maximum number of source lines that the plan line lists.
const MAX_LINES: usize = 8;

/// Returns one line: the engine that gave the result, and its melds, merges and forks.
pub fn plan_line(outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    if let Some(melded) = &outcome.job.melded {
        let melds: Vec<&Decision> = melded.log.iter().filter(|it| it.melded).collect();
        if !melds.is_empty() {
            let count = count(melds.len() as u64, "branch");
            parts.push(format!("melded {count}{}", lines(&melds)));
        }
    }
    let paths = &outcome.job.exploration.stats.paths;
    if paths.merged > 0 {
        parts.push(format!("merged {}", count(paths.merged, "state")));
    }
    if paths.forks > 0 {
        parts.push(format!("forked {}", count(paths.forks, "time")));
    }
    if let Some(learned) = &outcome.job.learned {
        let clauses = learned.from_solver + learned.from_constants + learned.lifted;
        if clauses > 0 {
            parts.push(format!("learned {}", count(clauses, "conflict clause")));
        }
    }
    if parts.is_empty() {
        let text = match outcome.job.learned {
            Some(_) => "no conflict to learn from",
            None => "one path, no symbolic branch",
        };
        parts.push(text.to_owned());
    }
    let share = &outcome.shares[outcome.chosen];
    format!(
        "plan:      {}; engine {}{}\n",
        parts.join(", "),
        share.engine.name,
        share_of_work(outcome)
    )
}

/// Returns the text after the name of the chosen engine: how many engines had a turn, and the share of the chosen one.
fn share_of_work(outcome: &Outcome) -> String {
    let all = &outcome.shares;
    let started = all.iter().filter(|share| share.turns > 0).count();
    match started {
        1 => " alone".to_owned(),
        _ => format!(
            " of {started}, {:.0} % of the work",
            percent(all, outcome.chosen)
        ),
    }
}

fn percent(shares: &[Share], at: usize) -> f64 {
    let total: u64 = shares.iter().map(|share| share.work).sum();
    100.0 * shares[at].work as f64 / total.max(1) as f64
}

/// Returns the source lines of melded branches in parentheses, without repetitions.
fn lines(melds: &[&Decision]) -> String {
    let lines: BTreeSet<u32> = melds.iter().filter_map(|meld| meld.line).collect();
    if lines.is_empty() {
        return String::new();
    }
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let mut shown: Vec<String> = lines.iter().take(MAX_LINES).map(u32::to_string).collect();
    if lines.len() > MAX_LINES {
        shown.push("…".to_owned());
    }
    format!(" ({word} {})", shown.join(", "))
}

/// Returns the text of `--explain-plan`: the engines with their turns and ends, and the decision about each branch.
pub fn plan_table(outcome: &Outcome) -> String {
    let features = &outcome.features;
    let mut text = format!(
        "program:\n  {}, {} with a symbolic branch",
        count(features.symbolic_branches as u64, "symbolic branch"),
        count(features.symbolic_loops as u64, "loop"),
    );
    if features.endless_loops > 0 {
        text += &format!(", {} of them without an exit", features.endless_loops);
    }
    text += "\nengines:\n";
    for (at, share) in outcome.shares.iter().enumerate() {
        text += &format!(
            "  {:<15} {:<24} {:>9} {:>4.0} %  {}\n",
            share.engine.name,
            share.engine.options,
            count(u64::from(share.turns), "turn"),
            percent(&outcome.shares, at),
            end(&share.end),
        );
    }
    if let Some(melded) = &outcome.job.melded {
        text += "branches:\n";
        let mut decisions: BTreeMap<(&str, u32, u32), Vec<&Decision>> = BTreeMap::new();
        for decision in &melded.log {
            let name = decision.file.as_deref().unwrap_or(&decision.function);
            let (line, column) = (decision.line.unwrap_or(0), decision.column.unwrap_or(0));
            decisions
                .entry((name, line, column))
                .or_default()
                .push(decision);
        }
        for ((name, line, column), decisions) in decisions {
            let place = match line {
                0 => name.to_owned(),
                _ => format!("{name}:{line}:{column}"),
            };
            let words: BTreeSet<String> = decisions.iter().map(|it| decided(it)).collect();
            let words: Vec<String> = words.into_iter().collect();
            text += &format!("  {place}  {}\n", words.join("; "));
        }
    }
    text
}

fn decided(decision: &Decision) -> String {
    match decision.melded {
        true => format!("melded: {}", decision.reason),
        false => format!("forks: {}", decision.reason),
    }
}

fn end(end: &End) -> String {
    match end {
        End::GaveUp(reason) => format!("{}: {reason}", end.name()),
        End::Finished | End::Stopped | End::NotStarted => end.name().to_owned(),
    }
}
