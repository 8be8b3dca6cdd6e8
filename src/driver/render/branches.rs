//! The branches in the text of `--explain-plan`: how each was treated and why, with its estimated and measured costs.
use super::{count, plural};
use crate::local::{
    BranchReport, BranchReports, CodeLine, Estimate, Measured, Treatment, Unmerged, listed,
};
use std::collections::{BTreeMap, BTreeSet};
use symtool_frontend::Sources;

/// The maximum number of characters of a source line that are printed.
const WIDTH: usize = 100;

/// The maximum number of lines that an entry lists for one reason against merging.
const MOST_LINES: usize = 4;
/// The maximum number of variables that an entry lists for one reason against merging.
const MOST_VARIABLES: usize = 6;

/// The description of how an engine that melds treats a branch.
const MELDS: &str = concat!(
    "  The engine melds a branch if its sides can become straight-line code, unless forking is estimated to cost less; it\n",
    "  melds each loop that it can meld. In melded code, a store or check takes effect only if its side is taken. A branch\n",
    "  that is not melded forks on each path on which two sides are feasible.\n",
    "  Where states of different paths meet, they are merged, unless a variable that is hot there has different constants\n",
    "  (numbers or addresses) in them, or the states differ in their calls, objects, symbolic inputs or initialized bytes.\n",
    "  States that are not merged at one place can be merged later, or with a third state in which the value of the variable\n",
    "  is not a constant, such as c ? 1 : 2. A variable is hot at a place if later solver queries are estimated to depend on\n",
    "  it: while it is constant, these queries are cheap. An element of an array that is later read at a variable index does\n",
    "  not count as hot. An entry lists the lines at which states that its branch had separated were merged.\n",
);

/// The description of how an engine that merges by patterns treats a branch.
const PATTERNS: &str = concat!(
    "  The engine forks at each branch of which both sides are feasible. It collects the states that leave a loop or return\n",
    "  from a function. It merges those whose paths differ only in numbers of repetitions into a state with a quantifier, and\n",
    "  most others into a state that chooses between their values. States with equal values can be merged elsewhere, too. An\n",
    "  entry lists the lines at which states that its branch had separated were merged.\n",
);

/// The description of how an engine that explores each path treats a branch.
const PATHS: &str = "  The engine forks at each branch of which both sides are feasible, and explores each path on its own.\n";

/// The explanation of the estimates of an engine that melds or merges.
const COSTS: &str = concat!(
    "  estimates: the solver work that each treatment would add to the run, estimated before the run; * marks the choice\n",
    "  between meld and fork. The estimate of merge, where states can be merged after a fork, decides nothing. A melded\n",
    "  loop, and a merge of sides that do not meet in the function, have no estimate. A meld makes the later queries that\n",
    "  depend on its result larger, by the given number of logic gates. Dependent queries are those with a condition that,\n",
    "  after simplification, still contains a choice between the two sides.\n",
);

/// The explanation of the estimates of an engine that merges by patterns.
const COSTS_OF_PATTERNS: &str = concat!(
    "  estimates: the solver work that each treatment would add to the run, estimated before the run. The engine does not\n",
    "  decide by them. `pattern` is a merge with a quantifier, which is possible after a loop. Dependent queries are those\n",
    "  with a condition that, after simplification, still contains a choice between the two sides.\n",
);

/// The explanation of the estimates of an engine that explores each path.
const COSTS_OF_PATHS: &str =
    "  estimates: the solver work that forking would add to the run, estimated before the run.\n";

/// The explanation of the estimated cost of forks, and of the measured costs.
const MEASURED: &str = concat!(
    "  Forks multiply the paths, by 1.8 at each execution, and each path asks the later queries again. In parentheses are the\n",
    "  numbers that the estimates use, for one call of the function. A loop counts as 10 iterations, also a loop with a\n",
    "  constant bound.\n",
    "  measured: the solver work in the run. A fork is merged if states of both its sides were merged at least once. Queries\n",
    "  that a cache answers count, too. A fork needs no query if both sides are known to be feasible. Costs are in thousands\n",
    "  of instructions; 20,000 take about 1 s.\n",
);

/// The reason why no states of the two sides of a branch were merged, if no two of them met and the engine finished.
const NOT_MET: &str = "of each two states that it separated, one ended, or was merged with a third state, before they met";

/// The reason in place of [`NOT_MET`] for an engine that merges by patterns.
const NOT_COLLECTED: &str = "the engine did not collect states of both sides at the end of one loop or function; it collects only states that entered this loop or function as one state";

/// The reason in place of [`NOT_MET`] if the engine was stopped.
const NOT_MET_YET: &str = "of each two states that it separated, one ended, was stopped, or was merged with a third state, before they met";

/// Returns the text about all branches. `engine` is the name of the engine that gave the result, and its options.
pub fn table(engine: (&str, &str), reports: &BranchReports, sources: &Sources) -> String {
    let (name, options) = engine;
    let BranchReports {
        branches,
        melded_as_well,
        is_complete,
        ..
    } = reports;
    if branches.is_empty() {
        let text = "no condition of a branch depends on an input\n".to_owned();
        return text + &not_in_list(reports);
    }
    if options.contains("--cdse") {
        return format!(
            "branches:\n  The engine {name} ({options}) does not treat the branches one by one. It takes paths to possible \
             failures, and\n  learns a conflict clause from each infeasible path.\n"
        );
    }
    let (decides, costs) = match options.contains("--cfmse") {
        true => (MELDS, COSTS),
        false if options.contains("--merge=pattern") => (PATTERNS, COSTS_OF_PATTERNS),
        false => (PATHS, COSTS_OF_PATHS),
    };
    let mut text = format!(
        "branches whose condition may depend on an input (an assertion is no branch, but && and || in it are; a branch whose condition is \
         the same for all inputs, such as c == 300 for an unsigned char c, is not listed), as the engine {name} ({options}) treated them:\n\
         {decides}{costs}{MEASURED}"
    );
    let is_own = |it: &&BranchReport| !it.file.starts_with('<');
    let lines: BTreeSet<u32> = branches.iter().map(|it| it.line).collect();
    for branch in branches.iter().filter(is_own) {
        text += &entry(branch, (options, *is_complete), &lines, sources);
    }
    text += &of_library(branches.iter().filter(|it| !is_own(it)));
    for (within, lines) in melded_as_well {
        let at = listed(
            &lines.iter().copied().map(CodeLine::Own).collect(),
            usize::MAX,
        );
        text += &match within {
            Some(line) => {
                format!("  melded as well at {at}: part of the melded branch in line {line}\n")
            }
            None => format!(
                "  melded as well at {at}: conditions that depend on an input only after states are merged\n"
            ),
        };
    }
    text + &not_in_list(reports)
}

/// Returns the lines about the forks and the merged states that belong to no branch of the list.
fn not_in_list(reports: &BranchReports) -> String {
    let forks = further(
        &reports.forked_elsewhere,
        "fork",
        "at no branch of the list (assertions, checks, assumptions and calls through pointers can fork as well)",
    );
    forks
        + &further(
            &reports.elsewhere,
            "state",
            "merged whose paths separated at no branch of the list",
        )
}

/// Returns a line about forks or merged states that belong to no listed branch, with their number for each source line;
/// the empty text if there are none. `what` is the noun for them, and `which` is the phrase that follows the noun.
fn further(numbers: &BTreeMap<CodeLine, u64>, what: &str, which: &str) -> String {
    let sum: u64 = numbers.values().sum();
    if sum == 0 {
        return String::new();
    }
    let numbers = numbers.iter();
    let places: Vec<String> = numbers
        .map(|(line, number)| format!("{number} at {line}"))
        .collect();
    format!("  {} {which}: {}\n", count(sum, what), places.join(", "))
}

/// Returns the line about the branches of library functions, which are not listed one by one; the empty text if there
/// are none.
fn of_library<'a>(branches: impl Iterator<Item = &'a BranchReport>) -> String {
    let branches: Vec<&BranchReport> = branches.collect();
    if branches.is_empty() {
        return String::new();
    }
    let is_melded = |it: &&&BranchReport| it.treatment == Treatment::Melded;
    let melded = branches.iter().filter(is_melded).count();
    let forks: u64 = branches.iter().map(|it| it.measured.forks).sum();
    let merged: u64 = branches.iter().map(|it| it.measured.merged).sum();
    format!(
        "  {} of library functions: not listed ({melded} melded; {}, {merged} of them merged)\n",
        count(branches.len() as u64, "branch"),
        count(forks, "fork")
    )
}

/// Returns the lines about one branch: its source location, its treatment and the reason, then its costs.
fn entry(
    branch: &BranchReport,
    (options, is_complete): (&str, bool),
    listed: &BTreeSet<u32>,
    sources: &Sources,
) -> String {
    let BranchReport {
        file, line, column, ..
    } = branch;
    let excerpt = sources
        .lines(file, *line, *line)
        .map_or(String::new(), |text| excerpt(text, *column));
    let mut text = format!(
        "  {file}:{line}:{column}\n{excerpt}      {}\n",
        treated(branch, options, is_complete)
    );
    if let Some(reason) = unmelded(branch) {
        text += &format!("      not melded: {reason}{}\n", not_listed(reason, listed));
    }
    if branch.treatment.has_costs() {
        text += &format!(
            "      estimates: {} ({})\n      measured: {}\n",
            estimated(options, branch),
            basis(&branch.estimate, branch.join.is_some()),
            measured(branch.treatment, &branch.measured),
        );
    }
    text
}

/// Returns a line of source code without its indentation, and below it a caret at the column, counted from 1. If the
/// line is longer than [`WIDTH`] characters, returns only the part around the column.
fn excerpt(line: &str, column: u32) -> String {
    let indentation = line.chars().take_while(|c| c.is_whitespace()).count();
    let column = (column as usize).saturating_sub(1).max(indentation);
    let start = match column - indentation {
        0..WIDTH => indentation,
        _ => column - WIDTH / 2,
    };
    let before = column - start;
    let shown: String = line
        .trim_end()
        .chars()
        .skip(start)
        .take(WIDTH)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("    | {shown}\n    | {:before$}^\n", "")
}

/// Returns a phrase that says how a branch was treated, and why.
fn treated(branch: &BranchReport, options: &str, is_complete: bool) -> String {
    match branch.treatment {
        Treatment::Melded => melded(branch),
        Treatment::Merged | Treatment::Pattern => merged(branch, options, is_complete),
        Treatment::Forked => format!("forks: {}", no_merge(branch, options, is_complete)),
        Treatment::Decided => format!(
            "does not fork: on each path, only one side is feasible ({})",
            count(branch.measured.queries, "solver query")
        ),
        Treatment::Joined => format!("does not fork: it is one condition with {}", other(branch)),
        Treatment::MeldedWithin => {
            format!(
                "melded together with {}, which it is part of",
                other(branch)
            )
        }
        Treatment::Known if !is_complete => {
            "does not fork: the engine needed no query for its condition, or did not reach it before it was stopped"
                .to_owned()
        }
        Treatment::Known => {
            "does not fork: on each path, its condition is constant or follows from the path, without a query"
                .to_owned()
        }
        Treatment::NotReached => "was not executed: no path reaches it".to_owned(),
    }
}

/// Returns a phrase that says why a branch was melded: the shape of its sides, and the estimates that were compared.
fn melded(branch: &BranchReport) -> String {
    let returns = branch
        .join
        .is_none()
        .then_some("both sides run to a return");
    // An `if` is not named: the source line shows it, and a conditional expression is melded like an `if`.
    let shape = branch
        .reason
        .as_deref()
        .filter(|it| !it.starts_with("if-then"));
    let details: Vec<&str> = shape.into_iter().chain(returns).collect();
    let details = match details.is_empty() {
        true => String::new(),
        false => format!(" ({})", details.join(", ")),
    };
    let why = match branch.estimate.meld {
        Some(meld) => match (thousands(meld), thousands(branch.estimate.fork)) {
            (meld, fork) if meld == fork => {
                format!(
                    "melding and forking are each estimated to cost {fork}, and at equal estimates the engine melds"
                )
            }
            (meld, fork) => format!("melding is estimated to cost {meld}, forking {fork}"),
        },
        None => "the engine melds each loop that it can meld".to_owned(),
    };
    let what = match branch.estimate.meld {
        Some(_) => "its sides are computed",
        None => "the iterations are computed",
    };
    format!("melded{details}: {what} without a fork; {why}")
}

/// Returns a phrase that says at which lines the states of both sides were merged, and why others were not.
fn merged(branch: &BranchReport, options: &str, is_complete: bool) -> String {
    let how = ways(branch, options).join("; ");
    let Measured {
        forks,
        merged,
        dropped,
        ..
    } = branch.measured;
    let how = match dropped {
        0 => how,
        dropped => format!(
            "{how}; one state of {} was dropped, because a merged state explores its paths again",
            count(dropped, "fork")
        ),
    };
    let others = forks.saturating_sub(merged + dropped);
    if others > 0 {
        return format!(
            "partly {how}; the states of {} were not merged: {}",
            count(others, "other fork"),
            not_merged(branch, options, is_complete)
        );
    }
    match branch.unmerged.is_empty() {
        true => how,
        false => format!(
            "{how}; some pairs of its states were kept apart: {}",
            kept(&branch.unmerged)
        ),
    }
}

/// Returns a phrase for each way in which states of both sides were merged: the lines and the reason.
fn ways(branch: &BranchReport, options: &str) -> Vec<String> {
    let choice = match options.contains("--merge=pattern") {
        true => {
            "the merged state chooses between their values, because their conditions do not follow one formula for a number of repetitions"
        }
        false => "no variable that is hot there has different constants in the merged states",
    };
    let at = &branch.merged_at;
    let ways = [
        (
            &at.quantified,
            "merged by patterns",
            "states that differ in a number of repetitions became one",
        ),
        (&at.equal, "merged", "their variables have equal values"),
        (&at.choice, "merged", choice),
    ];
    let used = ways.into_iter().filter(|(lines, ..)| !lines.is_empty());
    used.map(|(lines, what, why)| format!("{what} at {}: {why}", merged_at(branch, lines)))
        .collect()
}

/// Returns the lines `lines`, at which states of both sides were merged. The text marks the lines that are on one side
/// of the branch: there, the states met only in a later iteration or call.
fn merged_at(branch: &BranchReport, lines: &BTreeSet<CodeLine>) -> String {
    let all = listed(lines, usize::MAX);
    let later: BTreeSet<CodeLine> = lines.intersection(&branch.merged_later).copied().collect();
    match later.is_empty() {
        true => all,
        false if later == *lines => format!("{all} in a later iteration or call"),
        false => format!(
            "{all} ({}: in a later iteration or call)",
            listed(&later, usize::MAX)
        ),
    }
}

/// Returns the reasons why states of both sides were not merged.
fn not_merged(branch: &BranchReport, options: &str, is_complete: bool) -> String {
    match branch.unmerged.is_empty() {
        true if options.contains("--merge=pattern") => NOT_COLLECTED.to_owned(),
        true if is_complete => NOT_MET.to_owned(),
        true => NOT_MET_YET.to_owned(),
        false => kept(&branch.unmerged),
    }
}

/// Returns the reasons why states of both sides were not merged, each with the lines at which they met.
fn kept(all: &[Unmerged]) -> String {
    let reasons = all.chunk_by(|a, b| a.reason == b.reason);
    reasons.map(of_reason).collect::<Vec<_>>().join("; ")
}

/// Returns the text of one reason, which all entries of `same` have: the reason, and the variables or only the lines.
fn of_reason(same: &[Unmerged]) -> String {
    let reason = &same[0].reason;
    let lines = |it: &Unmerged| listed(&it.lines, MOST_LINES);
    if same.iter().all(|it| it.variable.is_none()) {
        let places: Vec<String> = same.iter().map(lines).collect();
        return format!("{reason} ({})", places.join("; "));
    }
    // Variables with a name are first.
    let (named, unnamed): (Vec<_>, Vec<_>) = same.iter().partition(|it| it.variable.is_some());
    let variables = named.into_iter().chain(unnamed).map(|it| {
        let name = it.variable.as_deref().unwrap_or("a value without a name");
        format!("{name} ({})", lines(it))
    });
    let mut shown: Vec<String> = variables.take(MOST_VARIABLES).collect();
    if same.len() > MOST_VARIABLES {
        shown.push(format!("and {} more", same.len() - MOST_VARIABLES));
    }
    format!("{reason}: {}", shown.join(", "))
}

/// Returns the source location of the branch with which a branch was joined or within which it was melded.
fn other(branch: &BranchReport) -> String {
    match branch.joined_with {
        Some((line, column)) if line == branch.line => format!("the branch at column {column}"),
        Some((line, _)) => format!("the branch in line {line}"),
        None => "another branch".to_owned(),
    }
}

/// Returns the reason why the states of a branch were not merged.
fn no_merge(branch: &BranchReport, options: &str, is_complete: bool) -> String {
    match options.contains("--merge") {
        false => "this engine explores each path on its own".to_owned(),
        true => format!(
            "its states were not merged: {}",
            not_merged(branch, options, is_complete)
        ),
    }
}

/// Returns the reason why a branch that can fork was not melded.
fn unmelded(branch: &BranchReport) -> Option<&str> {
    let reason = branch.reason.as_deref();
    match branch.treatment {
        Treatment::Merged | Treatment::Forked => reason,
        Treatment::Melded
        | Treatment::Pattern
        | Treatment::Decided
        | Treatment::Joined
        | Treatment::MeldedWithin
        | Treatment::Known
        | Treatment::NotReached => None,
    }
}

/// Returns a note on the branch that a reason against melding names, as in `a branch or a loop (line 25)`. Returns the
/// empty text if the branch is in the list of branches: its line is in `listed`.
fn not_listed(reason: &str, listed: &BTreeSet<u32>) -> String {
    let number = reason
        .split_once("(line ")
        .and_then(|(_, rest)| rest.split_once(')'));
    let line: Option<u32> = number.and_then(|(number, _)| number.parse().ok());
    match line.filter(|line| !listed.contains(line)) {
        Some(line) => format!(" (the condition in line {line} does not depend on an input)"),
        None => String::new(),
    }
}

/// Returns the estimates of the treatments that an engine with the given options can choose. If the costs of melding
/// and forking were compared, a star marks the choice.
fn estimated(options: &str, branch: &BranchReport) -> String {
    let estimate = &branch.estimate;
    let by_pattern = options.contains("--merge=pattern");
    let is_melded = branch.treatment == Treatment::Melded;
    // A branch that can be melded is melded or forks. Whether its states are merged after a fork is not decided before
    // the run.
    let merges = options.contains("--merge") && !by_pattern && !is_melded;
    let star = |is_chosen: bool| match estimate.meld.is_some() && is_chosen {
        true => "*",
        false => "",
    };
    let treatments = [
        ("meld", star(is_melded), estimate.meld),
        ("merge", "", estimate.merge.filter(|_| merges)),
        ("pattern", "", estimate.pattern.filter(|_| by_pattern)),
        ("fork", star(!is_melded), Some(estimate.fork)),
    ];
    let shown = treatments
        .into_iter()
        .filter_map(|(name, star, cost)| Some(format!("{name}{star} {}", thousands(cost?))));
    shown.collect::<Vec<_>>().join(", ")
}

/// Returns the numbers from which the costs of a branch were estimated, such as the number of later queries. `meets`
/// tells whether its sides meet.
fn basis(estimate: &Estimate, meets: bool) -> String {
    let Estimate {
        executions,
        later_queries,
        dependent_queries,
        gates,
        ..
    } = *estimate;
    let gates = gates.map_or(String::new(), |gates| format!(", {}", count(gates, "gate")));
    let executions = amount(executions, "execution");
    if !meets {
        return format!(
            "{executions} on a path, later queries are not estimated, because a side can leave the function{gates}"
        );
    }
    // A return of the result counts as a query on it, which `later_queries` does not contain.
    let later = later_queries.max(dependent_queries);
    format!(
        "{executions} on a path, {} after both sides meet, {} of them on the result{gates}",
        amount(later, "query"),
        number(dependent_queries),
    )
}

/// Formats an estimated number of things.
fn amount(value: f64, noun: &str) -> String {
    let text = number(value);
    match text.as_str() {
        "1" => format!("1 {noun}"),
        _ => format!("{text} {}", plural(noun)),
    }
}

/// Formats an estimated number: below 100 with one digit after the point, unless this digit is 0, and otherwise
/// without.
fn number(value: f64) -> String {
    match value {
        large if large >= 1e9 => "over 10^9".to_owned(),
        small if small < 100.0 && small.fract() >= 0.05 => format!("{small:.1}"),
        value => format!("{value:.0}"),
    }
}

/// Formats an amount of work in thousands. A larger amount than 10^9 thousands is not printed exactly.
fn thousands(work: f64) -> String {
    match work / 1_000.0 {
        large if large >= 1e9 => "over 10^9".to_owned(),
        work => format!("{work:.0}"),
    }
}

fn measured(treatment: Treatment, measured: &Measured) -> String {
    let Measured {
        forks,
        merged,
        dropped,
        merged_without_fork,
        queries,
        work,
    } = *measured;
    let of = match treatment {
        Treatment::Melded | Treatment::Merged | Treatment::Pattern => "dependent solver query",
        Treatment::Forked
        | Treatment::Decided
        | Treatment::Joined
        | Treatment::MeldedWithin
        | Treatment::Known
        | Treatment::NotReached => "solver query",
    };
    let mut parts = Vec::new();
    parts.extend((forks > 0).then(|| count(forks, "fork")));
    let merges = merged > 0 && treatment != Treatment::Melded;
    parts.extend(merges.then(|| match (forks, merged) {
        (1, 1) => "merged".to_owned(),
        _ => format!("{merged} of them merged"),
    }));
    parts.extend((dropped > 0).then(|| format!("{dropped} of them dropped")));
    let without = (merged_without_fork > 0).then(|| count(merged_without_fork, "merge"));
    parts.extend(without.map(|text| text + " without a fork"));
    let is_free = queries == 0 && forks > 0 && treatment == Treatment::Forked;
    let note = match is_free {
        true => " (both sides were known to be feasible)",
        false => "",
    };
    parts.push(count(queries, of) + note);
    parts.push(format!("cost {}", thousands(work as f64)));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_below_the_column() {
        let expected = "    | if (a && b)\n    |          ^\n";
        assert_eq!(excerpt("\t if (a && b)", 12), expected);
        assert_eq!(excerpt("x", 1), "    | x\n    | ^\n");
        let long = " ".repeat(3) + "x;" + &" ".repeat(70_000) + "if (a)";
        let caret = " ".repeat(WIDTH / 2) + "^\n";
        let shown = excerpt(&long, 70_006);
        assert!(
            shown.contains("if (a)\n") && shown.ends_with(&caret),
            "{shown}"
        );
    }
}
