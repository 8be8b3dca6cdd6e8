//! Text output of an exploration: the lines of the result, and violations with source line and caret.
use crate::driver::environment::is_argument;
use crate::driver::summary::{Cfmse, ErrorReport, Summary};
use crate::reached::Location;
use crate::{ProofConditions, Verdict};
use symtool_engine::exec::Hotspots;
use symtool_frontend::Sources;
use symtool_frontend::diagnostic::{self, Diagnostic, Span};
use symtool_meld::Decision;

/// Formats a number with a noun in singular or plural: `1 path`, `2 paths`.
pub fn count(number: u64, noun: &str) -> String {
    match noun {
        _ if number == 1 => format!("1 {noun}"),
        _ if noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => match noun.strip_suffix('y') {
            Some(stem) => format!("{number} {stem}ies"),
            None => format!("{number} {noun}s"),
        },
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
    let mut parts = vec![count(paths.completed + paths.errors, "path")];
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

/// Returns the lines of the verdict, which are printed last.
pub fn verdict(summary: &Summary, checks: u64, inputs: &[(String, u64)], replay: &str) -> String {
    match summary.verdict {
        Verdict::Verified => {
            let claim = match checks {
                0 => "no failure is reachable".to_owned(),
                1 => "1 check holds".to_owned(),
                _ => format!("{checks} checks hold"),
            };
            let (values, notes) = (
                every_value(summary, inputs),
                never_reached(&summary.conditions),
            );
            format!("VERIFIED   {claim}{values}\n{notes}")
        }
        Verdict::VerifiedBounded => {
            let bound = summary.bound.unwrap_or_default();
            let bound = count(bound, "loop iteration");
            let (values, notes) = (
                every_value(summary, inputs),
                never_reached(&summary.conditions),
            );
            let cuts = listed(&summary.cuts, &summary.out);
            format!("VERIFIED   up to {bound} (--unwind){values}; cut:\n{cuts}{notes}")
        }
        Verdict::Vacuous => vacuous(&summary.conditions),
        Verdict::Violation => {
            let confirmed = summary.errors.iter().filter(|e| e.confirmed).count();
            let tail = if confirmed > 1 {
                format!("; {confirmed} violations in total")
            } else {
                String::new()
            };
            format!(
                "VIOLATION  confirmed by replay{tail}; run it again with\n           {replay}\n"
            )
        }
        Verdict::Incomplete => {
            let mut text = String::from(match summary.errors.is_empty() {
                true => "INCOMPLETE no violation found, but the exploration is incomplete:\n",
                false => "INCOMPLETE no violation confirmed, and the exploration is incomplete:\n",
            });
            text += &listed(&summary.incomplete_reasons, &summary.out);
            text
        }
    }
}

/// Returns the lines of the verdict `vacuous`: some assumption is met by no input, or a required assertion is reached
/// by no input.
fn vacuous(conditions: &ProofConditions) -> String {
    let mut text = String::new();
    if !conditions.never_met.is_empty() {
        let noun = match conditions.never_met.len() {
            1 => "assumption",
            _ => "assumptions",
        };
        let places = locations(&conditions.never_met);
        text = format!("VACUOUS    no input meets the {noun} at {places}; nothing is proved\n");
    }
    let notes = never_reached(conditions);
    match text.is_empty() {
        true => notes.replacen("           ", "VACUOUS    ", 1),
        false => text + &notes,
    }
}

/// Returns the line about assertions that no input reaches, if there are any.
fn never_reached(conditions: &ProofConditions) -> String {
    let assertions = &conditions.assertions;
    if assertions.never_reached.is_empty() {
        return String::new();
    }
    let never = match assertions.complete {
        true => "never reached",
        false => "no input is known to reach",
    };
    let total = count(assertions.total as u64, "assertion");
    let places = locations(&assertions.never_reached);
    format!(
        "           {} of {total} reached; {never}: {places}\n",
        assertions.reached
    )
}

/// Lists source locations as `file:line`. A location in the same file as the location listed before it is a line
/// number only, as in `a.c:3, 7, b.c:2`.
fn locations(all: &[Location]) -> String {
    let most = 12;
    let mut text = String::new();
    let mut file = None;
    for at in all.iter().take(most) {
        let separator = if text.is_empty() { "" } else { ", " };
        match file == Some(&at.file) {
            true => text += &format!("{separator}{}", at.line),
            false => text += &format!("{separator}{}:{}", at.file, at.line),
        }
        file = Some(&at.file);
    }
    if all.len() > most {
        text += &format!(" and {} more", all.len() - most);
    }
    text
}

/// Returns a list of the first phrases, one per line below the verdict. If some are omitted, the list refers to
/// the output folder `out`.
fn listed(phrases: &[String], out: &str) -> String {
    let shown = 10;
    let mut text = String::new();
    for phrase in phrases.iter().take(shown) {
        text += &format!("           - {phrase}\n");
    }
    if phrases.len() > shown {
        let more = phrases.len() - shown;
        text += &format!("           - and {more} more in {out}/summary.json\n");
    }
    text
}

fn every_value(summary: &Summary, inputs: &[(String, u64)]) -> String {
    let met = match summary.conditions.assumptions {
        0 => String::new(),
        number => format!(" that meets the {}", count(number as u64, "assumption")),
    };
    if inputs.is_empty() {
        return " (the program has no symbolic input)".to_owned();
    }
    let shown: Vec<String> = inputs
        .iter()
        .take(6)
        .map(|(name, size)| format!("{name}[{size}]"))
        .collect();
    let more = if inputs.len() > 6 {
        format!(" and {} more", inputs.len() - 6)
    } else {
        String::new()
    };
    format!(" for every value of {}{more}{met}", shown.join(", "))
}

/// Describes a confirmed violation: kind, location with source line and caret, call stack, input.
pub fn violation(error: &ErrorReport, sources: &Sources) -> String {
    let mut text = place(error, sources);
    if error.stack.len() > 1 {
        text += &format!("  called from {}\n", error.stack[1..].join(", "));
    }
    if let Some(line) = &error.command_line {
        text += &format!("  called as {line}\n");
    }
    let shown = |name: &str| error.command_line.is_none() || !is_argument(name);
    for (name, hex) in error.inputs.iter().filter(|(name, _)| shown(name)) {
        let number = error.numbers.get(name).cloned();
        let value = number.unwrap_or_else(|| input_value(hex));
        text += &format!("  input {name} = {value}\n");
    }
    for note in &error.notes {
        text += &format!("  note: {note}\n");
    }
    text
}

fn place(error: &ErrorReport, sources: &Sources) -> String {
    let message = format!("{}: {}", error.kind, error.message);
    let title = match error.confirmed {
        true => "violation",
        false => "possible violation",
    };
    if error.line == 0 {
        return format!("{title}: {message}\n");
    }
    let span = Span {
        file: error.file.as_str().into(),
        line: error.line,
        column: error.column,
        len: 1,
    };
    let report = Diagnostic::error("violation", message).at(span);
    let rendered = diagnostic::render(&[report], sources, false);
    rendered.replacen("error[violation]", title, 1)
}

/// Formats the bytes of an input, given in hexadecimal: numbers for scalars, string literals for text.
fn input_value(hex: &str) -> String {
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .filter_map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok())
        .collect();
    let number = |width: usize| {
        let raw = bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        let unused = 64 - 8 * width as u32;
        ((raw << unused) as i64) >> unused
    };
    let used = bytes
        .iter()
        .rposition(|&b| b != 0)
        .map_or(0, |last| last + 1);
    let printable = used > 0
        && bytes[..used]
            .iter()
            .all(|&b| b == b' ' || b.is_ascii_graphic());
    match bytes.len() {
        length @ (1 | 2 | 4 | 8) if used == length && printable => {
            format!("{} ({})", number(length), text(&bytes))
        }
        length @ (1 | 2 | 4 | 8) => number(length).to_string(),
        length if used == 0 => count(length as u64, "zero byte"),
        length if length <= 64 => text(&bytes),
        length => format!("{length} bytes, see the test case"),
    }
}

/// Formats bytes as a C string literal.
fn text(bytes: &[u8]) -> String {
    let mut shown = String::from("\"");
    for &byte in bytes {
        match byte {
            0 => shown += "\\0",
            b'"' | b'\\' => shown.extend(['\\', char::from(byte)]),
            b' '..=b'~' => shown.push(char::from(byte)),
            _ => shown += &format!("\\x{byte:02x}"),
        }
    }
    shown + "\""
}

/// Returns the counters of `--solver-check`.
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

/// Lists the ignored pragmas for `--stats`.
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
