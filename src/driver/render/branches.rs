//! The branches in the text of `--explain-plan`: how each was treated and why, with its estimated and measured costs.
use super::count;
use crate::local::{BranchReport, BranchReports, Estimate, Measured, Treatment};
use symtool_frontend::Sources;

/// Costs from this number of thousands on are not printed exactly: they only mean "too much".
const LARGE: f64 = 1e6;

/// The maximum number of characters of a source line that are printed.
const WIDTH: usize = 100;

/// Returns the text about all branches. `engine` is the name of the engine that gave the result, and its options.
pub fn table(engine: (&str, &str), reports: &BranchReports, sources: &Sources) -> String {
    let (name, options) = engine;
    let BranchReports { branches, at_ends } = reports;
    if branches.is_empty() {
        return "no condition of a branch depends on an input\n".to_owned();
    }
    let melds = match options.contains("--cfmse") {
        true => {
            "  The engine melds a branch if that is possible, unless forking is estimated to cost less. Other branches fork,\n\
             \x20 and their states are merged where the sides meet, unless they differ in the constant of a hot variable: a\n\
             \x20 variable on which many later queries depend.\n"
        }
        false if options.contains("--merge=pattern") => {
            "  The engine merges only states that differ in the number of repetitions of a loop. All other branches fork.\n"
        }
        false => "",
    };
    let mut text = format!(
        "branches whose condition may depend on an input, as the engine {name} ({options}) treated them:\n{melds}\
         \x20 The estimates are made before the run. They compare the treatments of one branch: the solver work that each\n\
         \x20 would add to the whole run; * marks the one that was used. The measured cost is the solver work in the run. A\n\
         \x20 query counts for each branch on which it depends, and a merge for each branch whose sides meet there, so the\n\
         \x20 sum over the branches is larger than the cost of the run. States that fork can also be merged later, such as\n\
         \x20 at the end of a function. Costs are in thousands of instructions; 20,000 take about 1 s.\n"
    );
    let is_own = |it: &&BranchReport| !it.file.starts_with('<');
    for branch in branches.iter().filter(is_own) {
        text += &entry(branch, options, sources);
    }
    text += &of_library(branches.iter().filter(|it| !is_own(it)));
    if *at_ends > 0 {
        let merged = count(*at_ends, "further merged state");
        text += &format!(
            "  {merged}: where sides of no listed branch meet, such as the end of a function\n"
        );
    }
    text
}

/// Returns the line about the branches of library functions; the empty text if there are none.
fn of_library<'a>(branches: impl Iterator<Item = &'a BranchReport>) -> String {
    let branches: Vec<&BranchReport> = branches.collect();
    if branches.is_empty() {
        return String::new();
    }
    let is_melded = |it: &&&BranchReport| it.treatment == Treatment::Melded;
    let melded = branches.iter().filter(is_melded).count();
    let forks: u64 = branches.iter().map(|it| it.measured.forks).sum();
    format!(
        "  {} of library functions: not listed ({melded} melded; {})\n",
        count(branches.len() as u64, "branch"),
        count(forks, "fork")
    )
}

/// Returns the lines about one branch: its place in the source code, its treatment and the reason, then its costs.
fn entry(branch: &BranchReport, options: &str, sources: &Sources) -> String {
    let BranchReport {
        file, line, column, ..
    } = branch;
    let excerpt = sources
        .lines(file, *line, *line)
        .map_or(String::new(), |text| excerpt(text, *column));
    let mut text = format!(
        "  {file}:{line}:{column}\n{excerpt}      {}\n",
        treated(branch, options)
    );
    if !branch.treatment.has_costs() {
        return text;
    }
    text += &format!(
        "      estimates: {}; measured: {}\n",
        estimated(branch.treatment, &branch.estimate),
        measured(branch.treatment, &branch.measured),
    );
    text
}

/// Returns a line of source code without its indentation, and below it a caret at the column, counted from 1. Of a long
/// line, it contains the part around the column.
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

fn treated(branch: &BranchReport, options: &str) -> String {
    let reason = branch.reason.as_deref();
    match branch.treatment {
        Treatment::Melded => {
            let shape = reason.map_or(String::new(), |shape| format!(" ({shape})"));
            let cost = match branch.estimate.meld {
                Some(_) => "that is estimated to cost less than forking",
                None => "its cost was not estimated",
            };
            format!("melded{shape}: computed for all inputs at once, without a fork; {cost}")
        }
        Treatment::Merged => {
            let after = unmelded(reason);
            let part = match branch.measured {
                Measured { forks: 0, .. } => "does not fork, merged",
                Measured { forks, merged, .. } if merged < forks => "partly merged",
                _ => "merged",
            };
            format!("{part}: states met where the sides meet, and differ in no hot variable{after}")
        }
        Treatment::Pattern => {
            "merged by patterns: states that differ in a number of repetitions became one"
                .to_owned()
        }
        Treatment::Forked => format!("forks: {}{}", no_merge(branch, options), unmelded(reason)),
        Treatment::Decided => "does not fork: each path has one feasible side".to_owned(),
        Treatment::Joined => match branch.joined_with {
            Some((line, column)) if line == branch.line => {
                format!("has no fork: it is one condition with the operand at column {column}")
            }
            Some((line, _)) => {
                format!("has no fork: it is one condition with the operand in line {line}")
            }
            None => "has no fork: it is one condition with another operand".to_owned(),
        },
        Treatment::MeldedWithin => match branch.joined_with {
            Some((line, column)) if line == branch.line => {
                format!("melded together with the branch at column {column}")
            }
            Some((line, _)) => format!("melded together with the branch around it, in line {line}"),
            None => "melded together with a branch around it".to_owned(),
        },
        Treatment::Known => {
            "does not fork: the value of its condition is known on each path, without a query"
                .to_owned()
        }
        Treatment::NotReached => "was not executed: no path reaches it".to_owned(),
    }
}

/// Returns the reason why the states of a branch were not merged.
fn no_merge(branch: &BranchReport, options: &str) -> String {
    match (options.contains("--merge"), branch.estimate.merge) {
        (true, Some(_)) => match branch.unmerged {
            None if options.contains("--merge=pattern") => {
                "this engine merges only states that differ in a number of repetitions".to_owned()
            }
            Some(reason) => format!("where the sides meet, its states were not merged: {reason}"),
            None => "no two of its states met where the sides meet".to_owned(),
        },
        (true, None) => {
            "its sides do not meet in the function, because one of them returns or ends the program"
                .to_owned()
        }
        (false, _) => "this engine explores each path on its own".to_owned(),
    }
}

fn unmelded(reason: Option<&str>) -> String {
    reason.map_or(String::new(), |reason| format!("; not melded: {reason}"))
}

/// Returns the estimates of all possible treatments. A star marks the treatment that was used.
fn estimated(used: Treatment, estimate: &Estimate) -> String {
    let treatments = [
        ("meld", estimate.meld, Treatment::Melded),
        ("merge", estimate.merge, Treatment::Merged),
        ("pattern", estimate.pattern, Treatment::Pattern),
        ("fork", Some(estimate.fork), Treatment::Forked),
    ];
    let costs = treatments.into_iter().filter_map(|(name, cost, of)| {
        let mark = if of == used { "*" } else { "" };
        Some(format!("{name}{mark} {}", thousands(cost?)))
    });
    costs.collect::<Vec<_>>().join(", ")
}

/// Formats an amount of work in thousands.
fn thousands(work: f64) -> String {
    match work / 1_000.0 {
        large if large >= LARGE => "over 10^6".to_owned(),
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
    parts.extend(merges.then(|| count(merged, "merged state")));
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
