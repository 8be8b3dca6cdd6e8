//! Explains a violation: lists the decisions and stores of the failing run that lead to it.
use super::escape::{link, source, text};
use crate::model::{FailingPath, Failure, PathCondition, Report};
use crate::numbers::counted;

/// The maximum number of rows of the table of steps.
const MAX_ROWS: usize = 60;
/// The maximum number of events in a loop iteration that can be folded. Repeated iterations with more events are all
/// listed.
const MAX_PERIOD: usize = 12;
/// The maximum number of variables whose values at the failing line are shown.
const MAX_VALUES: usize = 6;
/// The number of iterations that are listed at the start of a repeated loop. The last iteration is listed, too. The
/// iterations in between are folded if there are at least two.
const FIRST: usize = 1;

/// A row of the table of steps.
#[derive(Debug, PartialEq, Eq)]
enum Row<'a> {
    Event(&'a PathCondition),
    /// A fold of several loop iterations that take the same decisions. The field is the number of these iterations.
    Iterations(u64),
}

/// Returns the explanation of a violation as HTML; empty if the failing run was not recorded.
pub fn html(report: &Report, failure: &Failure) -> String {
    let Some(path) = &failure.path else {
        return match report.profiled {
            true => "<p class=\"help\">The decisions of this run were not recorded: the run is too long, or many \
                     violations come before it. Replay its test to see it.</p>\n"
                .to_owned(),
            false => String::new(),
        };
    };
    if path.conditions.is_empty() && path.omitted == 0 {
        return "<p class=\"help\">No decision of this run depends on the input.</p>\n".to_owned();
    }
    table(report, failure, path)
}

fn table(report: &Report, failure: &Failure, path: &FailingPath) -> String {
    let rows = folded(&path.conditions);
    let earlier = rows.len().saturating_sub(MAX_ROWS);
    let cut = path.omitted + rows[..earlier].iter().map(events).sum::<u64>();
    let cut = match cut {
        0 => String::new(),
        _ => format!(" The first {} are not shown.", counted(cut, "step")),
    };
    let shown: String = rows[earlier..]
        .iter()
        .map(|row| match row {
            Row::Event(event) => step(report, event),
            Row::Iterations(number) => format!(
                "<tr class=\"folded\"><td></td><td></td><td colspan=\"3\">… {} that take the same decisions …</td></tr>\n",
                counted(*number, "more iteration")
            ),
        })
        .collect();
    let is_last = |event: &PathCondition| event.decision == "fails";
    let end = match path.conditions.last().is_some_and(is_last) {
        true => String::new(),
        // The failing step is a memory access. It is no decision, so the list of events does not contain it. It becomes
        // the last row of the table.
        false => step(
            report,
            &PathCondition {
                place: failure.place.clone(),
                decision: "fails".to_owned(),
                text: failure.message.clone() + &values(report, failure),
                needed: true,
                ..PathCondition::default()
            },
        ),
    };
    format!(
        "<details open class=\"why\"><summary>Why it fails: the steps that lead to the failing line</summary>\
         <p class=\"help\">The steps are in the order of the run. An input takes this path if it satisfies all conditions in the last column. \
         The failing step depends on the steps with <span class=\"needed\">●</span>, through values or decisions.{cut}</p>\
         <table><thead><tr><th></th><th>line</th><th>source</th><th>step</th><th>condition on the input, or stored value</th></tr></thead>\
         <tbody>{shown}{end}</tbody></table></details>\n"
    )
}

/// Returns the values that the variables in the failing line have at the end of the run, for example
/// `, with i = 6, n = 3`. Returns the empty text if the run was not recorded step by step.
fn values(report: &Report, failure: &Failure) -> String {
    let (Some(player), Some(place)) = (&failure.player, &failure.place) else {
        return String::new();
    };
    let code = report.line(place).unwrap_or_default();
    let words: Vec<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let call = player.steps.last().map_or(0, |step| step.call);
    let mut last = std::collections::BTreeMap::new();
    for change in player.steps.iter().flat_map(|step| &step.changes) {
        last.insert(change.object, &change.value);
    }
    let objects = player.objects.iter().zip(0_u32..);
    let values = objects.filter_map(|(object, number)| {
        let is_used = object.cells == 1
            && (object.call == call || object.call == 0)
            && words.contains(&object.name.as_str());
        let value = last
            .get(&number)
            .filter(|value| is_used && !value.is_empty())?;
        Some(format!("{} = {value}", object.name))
    });
    let values: Vec<String> = values.take(MAX_VALUES).collect();
    match values.is_empty() {
        true => String::new(),
        false => format!(", with {}", values.join(", ")),
    }
}

/// Returns the number of events that a row represents. For folded iterations, this is a lower bound: one event for
/// each iteration.
fn events(row: &Row<'_>) -> u64 {
    match row {
        Row::Event(_) => 1,
        Row::Iterations(number) => *number,
    }
}

/// Folds the repeated iterations of loops. Repeated iterations are equal sequences of events: they have the same
/// source lines and the same decisions.
fn folded(events: &[PathCondition]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let (period, times) = repetition(&events[at..]);
        let shown = FIRST + 1;
        match times.checked_sub(shown) {
            Some(hidden @ 2..) => {
                rows.extend(events[at..at + FIRST * period].iter().map(Row::Event));
                rows.push(Row::Iterations(hidden as u64));
                let last = at + (times - 1) * period;
                rows.extend(events[last..last + period].iter().map(Row::Event));
                at += times * period;
            }
            _ => {
                rows.push(Row::Event(&events[at]));
                at += 1;
            }
        }
    }
    rows
}

/// Returns the repetition at the start of `events` that covers the most events: the number of events in one iteration
/// (the period), and the number of iterations. Among repetitions that cover equally many events, selects the one with
/// the shortest period.
fn repetition(events: &[PathCondition]) -> (usize, usize) {
    let same = |a: &PathCondition, b: &PathCondition| {
        a.place == b.place && a.decision == b.decision && a.place.is_some()
    };
    let times = |period: usize| {
        let pairs = events.iter().zip(&events[period..]);
        1 + pairs.take_while(|(a, b)| same(a, b)).count() / period
    };
    let periods = 1..=MAX_PERIOD.min(events.len() / 2);
    let found = periods.map(|period| (period, times(period)));
    let most = found.max_by_key(|&(period, times)| {
        (
            if times > 1 { period * times } else { 0 },
            std::cmp::Reverse(period),
        )
    });
    most.unwrap_or((1, 1))
}

/// Formats an event of the failing run as a row of the table of steps.
fn step(report: &Report, event: &PathCondition) -> String {
    let place = event.place.as_ref();
    let code = place.and_then(|place| report.line(place));
    let step = match event.decision.as_str() {
        "then" => "is true",
        "else" => "is false",
        "case" => "takes a case",
        "holds" => "check holds",
        "fails" => "fails",
        "assumed" => "assumed",
        "store" => "stores",
        "call" => "calls",
        "memory" => "writes or frees memory",
        _ => "",
    };
    let class = match event.decision.as_str() {
        "fails" => " class=\"fails\"",
        _ => "",
    };
    let mark = match event.needed {
        true => "<span class=\"needed\" title=\"The failing step depends on this step\">●</span>",
        false => "",
    };
    let right = match (event.decision.as_str(), event.text.as_str()) {
        ("case", "") if event.to > 0 => format!(
            "<span class=\"help\">continues at line {}, which follows from the steps above</span>",
            event.to
        ),
        ("then" | "else" | "case" | "holds", "") => {
            "<span class=\"help\">follows from the steps above</span>".to_owned()
        }
        ("case", condition) if event.to > 0 => format!(
            "<code>{}</code> <span class=\"help\">continues at line {}</span>",
            text(condition),
            event.to
        ),
        (_, "") => String::new(),
        ("fails", message) if event.column == 0 => text(message),
        (_, value) if event.term.is_empty() => format!("<code>{}</code>", text(value)),
        (_, value) => format!(
            "<code>{}</code> = <code>{}</code>",
            text(value),
            text(&event.term)
        ),
    };
    format!(
        "<tr{class}><td>{mark}</td><td>{}</td><td><code>{}</code></td><td>{step}</td><td>{right}</td></tr>\n",
        place.map(link).unwrap_or_default(),
        marked(code.unwrap_or_default(), event),
    )
}

/// Returns the source line `code` as HTML. If the event is a decision of a branch, its condition is underlined. A
/// line can have several conditions, such as the operands of `&&`, so the underlined condition is the one at the
/// column of the event.
fn marked(code: &str, event: &PathCondition) -> String {
    let is_decision = matches!(event.decision.as_str(), "then" | "else");
    let at = (event.column as usize)
        .checked_sub(1)
        .filter(|_| is_decision);
    match at.and_then(|at| Some((code.get(..at)?, code.get(at..)?))) {
        Some((before, after)) if !before.trim().is_empty() => {
            let (condition, rest) = after.split_at(condition_length(after));
            let (before, rest) = (before.trim_start(), rest.trim_end());
            format!(
                "{}<u>{}</u>{}",
                source(before),
                source(condition),
                source(rest)
            )
        }
        _ => source(code.trim()),
    }
}

/// Returns the length of the condition with which a text begins. The condition ends before `&&`, `||`, `?`, `;` or
/// the parenthesis that closes it. Such characters inside string literals are not distinguished from operators.
fn condition_length(text: &str) -> usize {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return at,
            ')' | ']' => depth -= 1,
            ';' | '?' if depth == 0 => return at,
            _ if depth == 0 && (rest.starts_with(" &&") || rest.starts_with(" ||")) => return at,
            _ => {}
        }
    }
    text.trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Place;

    fn event(line: u32, decision: &str) -> PathCondition {
        PathCondition {
            place: Some(Place {
                file: "a.c".to_owned(),
                line,
            }),
            decision: decision.to_owned(),
            ..PathCondition::default()
        }
    }

    #[test]
    fn equal_iterations_are_folded() {
        let mut events = vec![event(1, "then")];
        for _ in 0..6 {
            events.extend([event(2, "then"), event(3, "else")]);
        }
        events.push(event(2, "else"));
        let rows = folded(&events);
        assert_eq!(
            rows.len(),
            7,
            "1, first iteration, fold, last iteration, exit"
        );
        assert_eq!(rows[3], Row::Iterations(4));
    }

    #[test]
    fn the_condition_ends_before_the_next_operand() {
        let marked = |code: &str, column| {
            let event = PathCondition {
                column,
                ..event(1, "then")
            };
            super::marked(code, &event)
        };
        assert_eq!(
            marked("if (a(b) != 1 && c)", 5),
            "if (<u>a(b) != 1</u> &amp;&amp; c)"
        );
        assert_eq!(marked("if (a && (c))", 10), "if (a &amp;&amp; <u>(c)</u>)");
        assert_eq!(
            marked("for (;i < n; i++)", 7),
            "for (;<u>i &lt; n</u>; i++)"
        );
        assert_eq!(marked("x", 90), "x");
    }

    #[test]
    fn different_iterations_are_listed() {
        let events: Vec<PathCondition> = (0..8)
            .map(|at| event(2, if at == 4 { "else" } else { "then" }))
            .collect();
        let rows = folded(&events);
        let shown = rows.iter().filter(|row| matches!(row, Row::Event(_)));
        assert_eq!(shown.count(), 6, "{rows:?}");
    }
}
