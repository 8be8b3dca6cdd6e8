//! The description of the choices of automatic mode: the line `plan:` and the table of `--explain-plan`.
use super::count;
use crate::auto::{End, Outcome, Share};
use crate::local::{BranchReport, Estimate, Measured, PlaceCost, Treatment};
use std::collections::BTreeSet;
use symtool_engine::exec::PointCost;
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
            let is_own =
                |meld: &&&Decision| !meld.file.as_ref().is_some_and(|it| it.starts_with('<'));
            let at = lines(melds.iter().filter(is_own).filter_map(|meld| meld.line));
            parts.push(format!("melded {count}{at}"));
        }
    }
    let paths = &outcome.job.exploration.stats.paths;
    let costs = &outcome.job.costs;
    if paths.merged > 0 {
        let at = lines(places(costs, |cost| cost.merged));
        parts.push(format!("merged {}{at}", count(paths.merged, "state")));
    }
    if paths.forks > 0 {
        let at = lines(places(costs, |cost| cost.forks));
        parts.push(format!("forked {}{at}", count(paths.forks, "time")));
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

/// Returns the text after the name of the chosen engine: the number of engines that ran, and the chosen engine's share
/// of the work.
fn share_of_work(outcome: &Outcome) -> String {
    let all = &outcome.shares;
    let started = all.iter().filter(|share| share.turns > 0).count();
    match started {
        1 => " alone".to_owned(),
        _ => format!(
            " ({:.0} % of the work of {started} engines)",
            percent(all, outcome.chosen)
        ),
    }
}

fn percent(shares: &[Share], at: usize) -> f64 {
    let total: u64 = shares.iter().map(|share| share.work).sum();
    100.0 * shares[at].work as f64 / total.max(1) as f64
}

/// Returns the source lines, in the program's own files, at which the cost of one kind is not 0.
fn places(costs: &[PlaceCost], kind: fn(&PointCost) -> u64) -> impl Iterator<Item = u32> + '_ {
    let with = costs.iter().filter(move |place| kind(&place.cost) > 0);
    let own = with.filter_map(|place| place.next.as_ref().filter(|at| !at.file.starts_with('<')));
    own.map(|at| at.line)
}

/// Returns source lines in parentheses, without repetitions; the empty text if there are none.
fn lines(all: impl Iterator<Item = u32>) -> String {
    let lines: BTreeSet<u32> = all.collect();
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

/// Returns the text of `--explain-plan`. It lists the engines, each with its number of turns and the reason why it ended,
/// and the branches: whether each was melded, merged or forked.
pub fn plan_table(outcome: &Outcome, branches: &[BranchReport]) -> String {
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
    let finished = outcome.shares.iter().find(|it| it.end == End::Finished);
    let finished = finished.map(|it| it.engine.name);
    for (at, share) in outcome.shares.iter().enumerate() {
        text += &format!(
            "  {:<15} {:<24} {:>9} {:>4.0} %  {}\n",
            share.engine.name,
            share.options,
            count(u64::from(share.turns), "turn"),
            percent(&outcome.shares, at),
            end(&share.end, finished),
        );
    }
    let chosen = &outcome.shares[outcome.chosen];
    text += &format!(
        "branches, as the engine {} ({}) treated them. The costs are the work of the solver, in thousands of\n\
         instructions (20,000 take about 1 s). An estimate is for the whole run, made before it; forking is estimated\n\
         from the later queries that are repeated on each further path. A branch is melded if that is estimated to cost\n\
         less than forking. A query that depends on several branches, and a merge where the sides of several branches\n\
         meet, counts for each of them:\n",
        chosen.engine.name, chosen.options
    );
    let is_own = |it: &&BranchReport| !it.file.starts_with('<');
    for branch in branches.iter().filter(is_own) {
        text += &line_of(branch, chosen.options);
    }
    let others = branches.iter().filter(|it| !is_own(it)).count();
    if others > 0 {
        let others = count(others as u64, "branch");
        text += &format!("  {others} of library functions: not listed\n");
    }
    text
}

/// Returns the lines about one branch: its treatment and the reason, then the estimated and the measured cost. `options`
/// are the options of the engine that gave the result.
fn line_of(branch: &BranchReport, options: &str) -> String {
    let BranchReport {
        file, line, column, ..
    } = branch;
    format!(
        "  {file}:{line}:{column}  {}\n    estimated cost: {}; measured: {}\n",
        treated(branch, options),
        estimated(&branch.estimate),
        measured(branch.treatment, &branch.measured),
    )
}

fn treated(branch: &BranchReport, options: &str) -> String {
    let reason = branch.reason.as_deref();
    match branch.treatment {
        Treatment::Melded => {
            let shape = reason.map_or(String::new(), |shape| format!(" ({shape})"));
            let cost = match branch.estimate.meld {
                Some(_) => "which is estimated to cost less than forking",
                None => "whose cost has no estimate",
            };
            format!("melded{shape}: both sides are computed without a fork, {cost}")
        }
        Treatment::Merged => {
            let after = unmelded(reason);
            format!(
                "merged: forked states met, and differ in no variable on which many later queries depend{after}"
            )
        }
        Treatment::Pattern => {
            "merged by patterns: states that differ in a number of repetitions became one"
                .to_owned()
        }
        Treatment::Forked => format!("forks: {}{}", no_merge(options), unmelded(reason)),
        Treatment::Decided => "does not fork: each path has one feasible side".to_owned(),
        Treatment::NotReached => {
            "has no query of its own: it is not reached, its condition is known on each path, or it was joined with \
             the other operand of && or ||"
                .to_owned()
        }
    }
}

/// Returns the reason why the states of a branch were not merged.
fn no_merge(options: &str) -> &'static str {
    match options.contains("--merge") {
        true => {
            "its states were not merged where the sides meet, because the sides do not meet, or the states differ in a \
             variable on which many later queries depend"
        }
        false => "this engine explores each path on its own",
    }
}

fn unmelded(reason: Option<&str>) -> String {
    reason.map_or(String::new(), |reason| format!("; not melded: {reason}"))
}

fn estimated(estimate: &Estimate) -> String {
    let treatments = [
        ("meld", estimate.meld),
        ("merge", estimate.merge),
        ("pattern", estimate.pattern),
        ("fork", Some(estimate.fork)),
    ];
    let costs = treatments.into_iter().filter_map(|(name, cost)| {
        let cost = thousands(cost?);
        Some(format!("{name} {cost}"))
    });
    costs.collect::<Vec<_>>().join(", ")
}

/// Formats an amount of work in thousands; large amounts as powers of ten.
fn thousands(work: f64) -> String {
    match work / 1_000.0 {
        huge if huge >= 1e7 => format!("{huge:.0e}"),
        work => format!("{work:.0}"),
    }
}

fn measured(treatment: Treatment, measured: &Measured) -> String {
    let Measured {
        forks,
        merged,
        queries,
        work,
    } = *measured;
    let of = match treatment {
        Treatment::Melded | Treatment::Merged | Treatment::Pattern => "dependent solver query",
        Treatment::Forked | Treatment::Decided | Treatment::NotReached => "solver query",
    };
    let mut parts = Vec::new();
    parts.extend((forks > 0).then(|| count(forks, "fork")));
    parts.extend((merged > 0).then(|| count(merged, "merged state")));
    parts.push(count(queries, of));
    parts.push(format!("cost {}", thousands(work as f64)));
    parts.join(", ")
}

/// Returns how an engine ended. `finished` is the name of the engine that finished, if there is one.
fn end(end: &End, finished: Option<&str>) -> String {
    match (end, finished) {
        (End::GaveUp(reason), _) => format!("{}: {reason}", end.name()),
        (End::Stopped, Some(name)) => format!("{}, because {name} finished", end.name()),
        (End::NotStarted, Some(_)) => format!("{}, because it was not needed", end.name()),
        (End::Finished | End::Stopped | End::NotStarted, _) => end.name().to_owned(),
    }
}
