//! The section about the source lines that cause the most work, with the reason for each line.
use super::escape::{link, source, text};
use super::tables;
use crate::guilt::{Guilty, is_unrolled, ranking};
use crate::model::{Phase, Place, Query, Report};

/// The maximum number of lines that the section lists, and of slow queries that the entry of a line names.
const SHOWN: usize = 8;
/// The minimum percentage of the whole work that must be charged to a listed line.
const LEAST: f64 = 0.5;
/// The minimum percentage of a query's expressions that a line must have built, so that the line's entry names the
/// query.
const LEAST_SHARE: u32 = 20;

/// Returns the section as HTML; empty for a comparison of runs.
pub fn html(report: &Report) -> String {
    if !report.profiled {
        return match report.verdict {
            Some(_) => "<p class=\"help\">The costs of lines were not recorded. Run the program again with \
                        <code>--html</code>.</p>\n"
                .to_owned(),
            None => String::new(),
        };
    }
    let all = ranking(report);
    let listed = all.iter().take(SHOWN).filter(|line| line.percent >= LEAST);
    let rows: String = listed
        .enumerate()
        .map(|(at, line)| row(report, at, line))
        .collect();
    if rows.is_empty() {
        let none = "<p class=\"help\">No line of the program caused measurable work.</p>\n";
        return elsewhere(report) + none;
    }
    let is_unrolled = is_unrolled(report);
    let charged = match is_unrolled {
        true => {
            "to the lines of the conflict clause that was learned from a checked path, in equal shares, or to the line that was \
             unrolled. A conflict clause is a set of branch sides that no input takes together; the search excludes all further \
             paths that contain them"
        }
        false => {
            "to the line that built the expressions of an expensive query, to the line whose fork created a state, or to the \
             line that was executed"
        }
    };
    let (expressions, forks) = match is_unrolled {
        true => ("conflict clauses", "unrolling"),
        false => ("expressions", "forks"),
    };
    format!(
        "{}<p class=\"help\">Each unit of work is charged {charged}. A unit is one instruction of the interpreter; a \
         solver query counts as at least 5\u{202f}000 units.</p>\n\
         <p class=\"legend\"><span><span class=\"dot expressions\"></span>{expressions}</span> \
         <span><span class=\"dot forks\"></span>{forks}</span> <span><span class=\"dot runs\"></span>execution</span></p>\n\
         <ol class=\"guilty\">{rows}</ol>\n",
        elsewhere(report),
    )
}

/// Returns a sentence if most of the run's time was spent in phases whose work is charged to no source line, such as
/// compiling. The sentence names the longest of these phases. Otherwise returns the empty text.
fn elsewhere(report: &Report) -> String {
    let is_charged =
        |phase: &&Phase| phase.label == "execution" || phase.label.starts_with("solver: ");
    let (charged, others): (Vec<&Phase>, Vec<&Phase>) = report.phases.iter().partition(is_charged);
    let time = |phases: &[&Phase]| phases.iter().map(|phase| phase.us).sum::<u64>();
    let (charged, total) = (time(&charged), time(&charged) + time(&others));
    let Some(longest) = others.iter().max_by_key(|phase| phase.us) else {
        return String::new();
    };
    if 2 * charged >= total {
        return String::new();
    }
    let percent = |part: u64| 100.0 * part as f64 / total as f64;
    format!(
        "<p>Most of the time of this run is not charged to lines: execution and solving took {:.0}\u{202f}%, \
         <b>{}</b> {:.0}\u{202f}% (<a href=\"#phases\">all phases</a>). The percentages below refer only \
         to the {:.0}\u{202f}% of the time that execution and solving took.</p>\n",
        percent(charged),
        text(&longest.label),
        percent(longest.us),
        percent(charged),
    )
}

/// Returns links to the slow queries that the line `place` issued, or whose expressions it built.
fn queries(report: &Report, place: &Place) -> String {
    let is_due = |query: &Query| {
        let mut built = query.built_by.iter();
        query.place.as_ref() == Some(place)
            || built.any(|share| share.place == *place && share.percent >= LEAST_SHARE)
    };
    let links: Vec<String> = tables::by_time(report)
        .into_iter()
        .zip(1..)
        .filter(|((_, query), _)| is_due(query))
        .take(SHOWN)
        .map(|((id, _), rank)| format!("<a href=\"#query-{id}\">{rank}</a>"))
        .collect();
    match links.as_slice() {
        [] => String::new(),
        [only] => format!(" It issues slow query no. {only} or built its expressions."),
        _ => format!(
            " It issues slow queries no. {} or built their expressions.",
            links.join(", ")
        ),
    }
}

fn row(report: &Report, at: usize, line: &Guilty<'_>) -> String {
    let first = if at == 0 { " class=\"first\"" } else { "" };
    let part = |name: &str, work: u64| {
        let share = 100.0 * work as f64 / line.costs.guilt().max(1) as f64;
        match share >= 1.0 {
            true => format!("<span class=\"part {name}\" style=\"width:{share:.1}%\"></span>"),
            false => String::new(),
        }
    };
    format!(
        "<li{first}><div class=\"share\"><b>{:.0}\u{202f}%</b><span class=\"bar\" style=\"width:{:.1}%\">{}{}{}</span></div>\
         <div class=\"what\">{} <code>{}</code><p>{}.{}</p></div></li>\n",
        line.percent,
        line.percent.clamp(1.0, 100.0),
        part("expressions", line.costs.expression_guilt),
        part("forks", line.costs.fork_guilt),
        part("runs", line.costs.run_guilt),
        link(&line.place),
        source(line.text),
        text(&line.reason),
        queries(report, &line.place),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_without_lines_is_named_if_it_took_most_of_the_time() {
        let phase = |label: &str, us| Phase {
            label: label.to_owned(),
            us,
            ..Phase::default()
        };
        let sentence = |execution| {
            elsewhere(&Report {
                phases: vec![
                    phase("execution", execution),
                    phase("solver: oneshot", 5),
                    phase("writing tests", 75),
                    phase("compiling", 10),
                ],
                ..Report::default()
            })
        };
        let named = sentence(10);
        assert!(named.contains("took 15\u{202f}%"), "{named}");
        assert!(
            named.contains("<b>writing tests</b> 75\u{202f}%"),
            "{named}"
        );
        assert_eq!(sentence(100), "");
    }
}
