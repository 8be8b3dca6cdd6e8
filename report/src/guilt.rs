//! Ranks the source lines by the work that they cause, and states the main reason for each line.
use crate::model::{LineCosts, Place, Report};
use crate::numbers::counted;

/// A source line that causes work of the exploration.
#[derive(Clone, Debug, PartialEq)]
pub struct Guilty<'a> {
    /// The location of the line.
    pub place: Place,
    /// The text of the line.
    pub text: &'a str,
    /// The costs of the line.
    pub costs: &'a LineCosts,
    /// The work that is charged to the line, in percent of the whole work of the exploration.
    pub percent: f64,
    /// The main reason for the work, in one sentence.
    pub reason: String,
}

/// Returns whether the report describes a conflict-driven exploration. Such a report contains an unrolled control-flow
/// graph instead of an execution tree.
pub fn is_unrolled(report: &Report) -> bool {
    let tree = report.tree.as_ref();
    tree.is_some_and(|tree| tree.kind == "unrolled")
}

/// Returns the source lines that cause work, sorted by the work that is charged to each of them, in descending order.
pub fn ranking(report: &Report) -> Vec<Guilty<'_>> {
    let is_unrolled = is_unrolled(report);
    let mut all = Vec::new();
    for file in &report.files {
        let texts: Vec<&str> = file.text.lines().collect();
        for costs in file.lines.iter().filter(|costs| costs.guilt() > 0) {
            let text = texts.get((costs.line as usize).wrapping_sub(1));
            all.push(Guilty {
                place: Place {
                    file: file.name.clone(),
                    line: costs.line,
                },
                text: text.map_or("", |text| text.trim()),
                costs,
                percent: 100.0 * costs.guilt() as f64 / report.work.max(1) as f64,
                reason: match is_unrolled {
                    true => conflict_reason(costs),
                    false => reason(costs),
                },
            });
        }
    }
    all.sort_by(|a, b| {
        let guilt = b.costs.guilt().cmp(&a.costs.guilt());
        guilt.then_with(|| a.place.cmp(&b.place))
    });
    all
}

/// Returns, in one clause of English, the main reason for the guilt of a line (the work that is charged to this line).
fn reason(costs: &LineCosts) -> String {
    let most = costs
        .expression_guilt
        .max(costs.fork_guilt)
        .max(costs.run_guilt);
    if most == costs.expression_guilt && costs.merges > 0 {
        format!(
            "{} of states from this line combine values into conditional expressions, which make queries more expensive",
            counted(costs.merges, "merge")
        )
    } else if most == costs.expression_guilt {
        "it builds expressions that make queries expensive".to_owned()
    } else if most == costs.fork_guilt {
        match costs.forks {
            1 => "1 fork here creates a state, which is explored as well".to_owned(),
            forks => format!(
                "{} here create states, and each of them is explored",
                counted(forks, "fork")
            ),
        }
    } else if costs.queries > 0 && costs.query_work >= costs.run_guilt / 2 {
        format!("it issues {}", counted(costs.queries, "query"))
    } else {
        format!("it runs {}", counted(costs.executions, "time"))
    }
}

/// Returns, in one clause of English, the main reason for the guilt of a line (the work that is charged to this line)
/// in conflict-driven exploration.
fn conflict_reason(costs: &LineCosts) -> String {
    if costs.expression_guilt >= costs.fork_guilt {
        format!(
            "{} with a condition of this line were learned; the work is the checking of the infeasible paths from which they were learned",
            counted(costs.clauses, "conflict clause")
        )
    } else {
        "the search had to unroll the program here".to_owned()
    }
}
