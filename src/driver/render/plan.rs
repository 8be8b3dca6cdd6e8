//! The description of a run in automatic mode: the line `plan:` and the text of `--explain-plan`.
use super::{branches, count};
use crate::auto::{End, Outcome, Share};
use crate::local::{BranchReports, CodeLine, listed};
use std::collections::BTreeSet;
use symtool_frontend::Sources;
use symtool_meld::Decision;

/// The maximum number of source lines that the plan line lists.
const MAX_LINES: usize = 8;

/// The description of the engine that avoids expensive melds and merges.
const REVISED: &str = "  The engine revised is the engine melding, started again without the melds and merges that took much solver work.\n";

/// Returns the line `plan:`: the engine that gave the result, and the source lines of its melds, merges and forks.
pub fn plan_line(outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    if let Some(melded) = &outcome.job.melded {
        let melds: Vec<&Decision> = melded.log.iter().filter(|it| it.melded).collect();
        if !melds.is_empty() {
            // A switch is melded case by case, but is one branch.
            let places = melds
                .iter()
                .map(|it| (&it.function, &it.file, it.line, it.column));
            let places: BTreeSet<_> = places.collect();
            let count = count(places.len() as u64, "branch");
            let own = |meld: &&Decision| {
                let is_own = !meld.file.as_ref().is_some_and(|it| it.starts_with('<'));
                let line = meld.line.filter(|_| is_own);
                line.map_or(CodeLine::Library, CodeLine::Own)
            };
            let at = lines(melds.iter().map(own));
            parts.push(format!("melded {count}{at}"));
        }
    }
    let paths = &outcome.job.exploration.stats.paths;
    let costs = &outcome.job.costs;
    if paths.merged > 0 {
        let at = lines(
            costs
                .iter()
                .filter(|it| it.cost.merged > 0)
                .map(|it| it.next),
        );
        parts.push(format!("merged {}{at}", count(paths.merged, "state")));
    }
    if paths.forks > 0 {
        let at = lines(
            costs
                .iter()
                .filter(|it| it.cost.forks > 0)
                .map(|it| it.line),
        );
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

/// Returns lines in parentheses, without repetitions; the empty text if there are none.
fn lines(all: impl Iterator<Item = CodeLine>) -> String {
    match listed(&all.collect(), MAX_LINES) {
        none if none.is_empty() => none,
        text => format!(" ({text})"),
    }
}

/// The heading of the list of engines.
const ENGINES: &str = "
engines, with their options, their turns (after a turn, an engine waits while others run) and their shares of the work:
";

/// Returns the text of `--explain-plan`. It lists the engines, each with its number of turns and the reason why it
/// ended, and then the branches ([`branches::table`]).
pub fn plan_table(outcome: &Outcome, branches: &BranchReports, sources: &Sources) -> String {
    let features = &outcome.features;
    let mut text = format!(
        "program, with its library functions:\n  {}, {} with a symbolic branch",
        count(features.symbolic_branches as u64, "symbolic branch"),
        count(features.symbolic_loops as u64, "loop"),
    );
    if features.endless_loops > 0 {
        text += &format!(", {} of them without an exit", features.endless_loops);
    }
    text += ENGINES;
    let finished = outcome.shares.iter().find(|it| it.end == End::Finished);
    let finished = finished.map(|it| it.engine.name);
    for (at, share) in outcome.shares.iter().enumerate() {
        text += &format!(
            "  {:<15} {:<24} {:>9} {:>4.0} %  {}\n",
            share.engine.name,
            share.options,
            count(u64::from(share.turns), "turn"),
            percent(&outcome.shares, at),
            end(&share.end, finished, at == outcome.chosen),
        );
    }
    let revised = |it: &Share| it.engine.name == "revised" && it.turns > 0;
    if outcome.shares.iter().any(revised) {
        text += REVISED;
    }
    let chosen = &outcome.shares[outcome.chosen];
    text + &branches::table((chosen.engine.name, chosen.options), branches, sources)
}

/// Returns the text about the way `end` in which an engine ended. `is_reported` tells whether its result is reported.
/// `finished` is the name of the engine that finished, if there is one.
fn end(end: &End, finished: Option<&str>, is_reported: bool) -> String {
    match (end, finished) {
        (End::Finished, _) if is_reported => format!("{}; its result is reported", end.name()),
        (End::GaveUp(reason), _) => format!("{}: {reason}", end.name()),
        (End::Stopped, Some(name)) => format!("{}, because engine {name} finished", end.name()),
        (End::Stopped, None) => format!("{} at the end of the run", end.name()),
        (End::NotStarted, Some(_)) => format!("{}, because it was not needed", end.name()),
        (End::Finished | End::NotStarted, _) => end.name().to_owned(),
    }
}
