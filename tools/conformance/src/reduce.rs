//! Reduces a program with a mismatch (different results under gcc and symtool) to a smaller program that still has a
//! mismatch of the same class.
//!
//! The method is delta debugging ("Simplifying and Isolating Failure-Inducing Input", Zeller and Hildebrandt 2002),
//! which removes units with balanced braces until no unit can be removed. The units are first functions and
//! declarations, then statements and blocks, then lines, then expressions in parentheses. The result is deterministic.
//! A candidate (a smaller program) is accepted if [`Oracle::reproduces`] returns true; the oracle rejects programs
//! whose results differ because of undefined behavior.
use crate::engine::{Runner, SymtoolResult};
use crate::gcc;
use crate::process::{self, End};
use crate::program::Program;
use crate::verdict::{Class, same_end};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

/// The warnings of gcc about undefined behavior that its sanitizers do not detect. gcc must report none of them for a
/// candidate.
const STRICT: &[&str] = &[
    "-Werror=return-type",
    "-Werror=implicit-function-declaration",
    "-Werror=uninitialized",
];

/// Decides whether a candidate, a smaller program, still has the mismatch.
pub struct Oracle<'a> {
    /// The configuration of symtool.
    pub runner: &'a Runner,
    /// The folders that contain headers.
    pub include_dirs: &'a [std::path::PathBuf],
    /// The class of the original program's mismatch. A candidate must have this class.
    pub class: Class,
    /// The limit on the processor time in seconds of a program compiled by gcc.
    pub gcc_seconds: u64,
}

impl Oracle<'_> {
    /// Returns whether the program `text` shows a mismatch of class `class` and no undefined behavior. gcc must
    /// compile the program, and its sanitizers must report nothing. The compiled program must terminate, and must have
    /// equal results whether gcc fills uninitialized variables with zeros or with a pattern.
    ///
    /// # Errors
    /// A process cannot be started.
    pub fn reproduces(&self, text: &str, folder: &Path) -> io::Result<bool> {
        let file = folder.join("candidate.c");
        std::fs::write(&file, text)?;
        let program = Program::new(file, self.include_dirs);
        let strict = [&["-ftrivial-auto-var-init=pattern"], STRICT].concat();
        let Some(theirs) = self.reference(&program, &strict, folder)? else {
            return Ok(false);
        };
        if !self.symtool_reproduces(&program, &theirs, folder)? {
            return Ok(false);
        }
        let zeros = ["-ftrivial-auto-var-init=zero"];
        if self.reference(&program, &zeros, folder)?.as_ref() != Some(&theirs) {
            return Ok(false);
        }
        let sanitized = gcc::sanitized(&program, folder, self.gcc_seconds)?;
        Ok(sanitized.is_some_and(|ran| (ran.output, ran.end) == theirs && ran.errors.is_empty()))
    }

    fn reference(
        &self,
        program: &Program,
        options: &[&str],
        folder: &Path,
    ) -> io::Result<Option<(Vec<u8>, End)>> {
        let Some(binary) = gcc::build(program, options, folder)? else {
            return Ok(None);
        };
        let ran = process::run(&binary, &[], folder, self.gcc_seconds)?;
        Ok((ran.end != End::Time).then_some((ran.output, ran.end)))
    }

    fn symtool_reproduces(
        &self,
        program: &Program,
        theirs: &(Vec<u8>, End),
        folder: &Path,
    ) -> io::Result<bool> {
        let (ours, output) = self.runner.run(program, folder)?;
        Ok(match (self.class, ours) {
            (_, SymtoolResult::Ran { inputs: true, .. }) => false,
            (Class::Crash, SymtoolResult::Crash(_))
            | (Class::FalseFailure, SymtoolResult::Failure { .. }) => true,
            (Class::OutputDiffers, SymtoolResult::Ran { status, .. }) => {
                same_end(status, theirs.1) && output != theirs.0
            }
            (Class::ExitDiffers, SymtoolResult::Ran { status, .. }) => !same_end(status, theirs.1),
            _ => false,
        })
    }
}

/// The limit of a reduction in time or in the number of tested candidates.
#[derive(Copy, Clone, Debug)]
pub enum Budget {
    /// The reduction ends at this time.
    Until(Instant),
    /// The reduction tests at most this number of candidates. The result then does not depend on the speed of the
    /// machine.
    Tests(u64),
}

impl Budget {
    /// Returns the budget of a reduction that takes at most the time `limit`.
    pub fn time(limit: Duration) -> Budget {
        Budget::Until(Instant::now() + limit)
    }

    fn is_spent(self) -> bool {
        match self {
            Budget::Until(deadline) => Instant::now() >= deadline,
            Budget::Tests(left) => left == 0,
        }
    }
}

/// The test that a candidate (a smaller program) must pass, with the remaining budget of the reduction.
struct Tester<'t> {
    budget: Budget,
    test: &'t mut dyn FnMut(&str) -> io::Result<bool>,
}

impl Tester<'_> {
    /// Returns whether the test accepts a candidate; rejects all candidates if the budget is spent.
    fn accepts(&mut self, text: &str) -> io::Result<bool> {
        if self.budget.is_spent() {
            return Ok(false);
        }
        if let Budget::Tests(left) = &mut self.budget {
            *left -= 1;
        }
        (self.test)(text)
    }
}

/// Reduces the program `text` step by step, as long as `test` accepts the smaller program and `budget` is not spent.
/// `test` must accept the original `text`.
///
/// # Errors
/// `test` returned an error.
pub fn reduce(
    text: &str,
    budget: Budget,
    test: &mut dyn FnMut(&str) -> io::Result<bool>,
) -> io::Result<String> {
    let mut tester = Tester { budget, test };
    let mut text = without_comments(text);
    if !tester.accepts(&text)? {
        return Ok(text);
    }
    loop {
        let before = text.len();
        for pieces in [top_level, statements, lines] {
            text = without_pieces(text, pieces, &mut tester)?;
        }
        text = with_simpler_parentheses(text, &mut tester)?;
        if text.len() == before || tester.budget.is_spent() {
            return Ok(text);
        }
    }
}

/// Removes sequences of consecutive units, such as statements, if the test accepts the text without them. `pieces`
/// returns the units of a text. The length of the sequences is halved in each round: with 8 units, the lengths are 4,
/// 2 and 1.
fn without_pieces(
    mut text: String,
    pieces: fn(&str) -> Vec<Range<usize>>,
    tester: &mut Tester<'_>,
) -> io::Result<String> {
    let mut length = pieces(&text).len().div_ceil(2);
    while length > 0 {
        let mut all = pieces(&text);
        // The pieces at the end of the text are removed first, because a definition precedes its uses.
        let mut end = all.len();
        while end > 0 && !tester.budget.is_spent() {
            let start = end.saturating_sub(length);
            let candidate = without(&text, &all[start..end]);
            if candidate.len() < text.len() && tester.accepts(&candidate)? {
                text = candidate;
                all = pieces(&text);
                end = start.min(all.len());
            } else {
                end = start;
            }
        }
        length = match length {
            1 => 0,
            _ => length.div_ceil(2),
        };
    }
    Ok(text)
}

/// Returns the text without the given ranges, which are sorted by start; a range may contain another range.
fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        kept.push_str(text.get(at..range.start).unwrap_or_default());
        at = at.max(range.end);
    }
    kept.push_str(&text[at..]);
    kept
}

/// Replaces an expression in parentheses by a shorter one, if the test accepts the result: for example `(a + b)` by
/// `(0)`, `(1)`, `(a)` or `(b)`.
fn with_simpler_parentheses(mut text: String, tester: &mut Tester<'_>) -> io::Result<String> {
    let mut at = 0;
    while let Some(open) = text[at..].find('(').map(|found| at + found) {
        at = open + 1;
        if tester.budget.is_spent() {
            break;
        }
        let Some(close) = closing(&text, open) else {
            continue;
        };
        let inner = text[open + 1..close].to_owned();
        if inner.len() < 2 {
            continue;
        }
        let mut shorter = vec!["0".to_owned(), "1".to_owned()];
        if let Some((first, rest)) = split_argument(&inner) {
            shorter.extend([first, rest]);
        }
        for replacement in shorter {
            let mut candidate = text.clone();
            candidate.replace_range(open + 1..close, &replacement);
            if tester.accepts(&candidate)? {
                text = candidate;
                break;
            }
        }
    }
    Ok(text)
}

/// Splits the text `inner` of a parenthesized expression at its first comma or operator that is not in inner brackets:
/// `f(a, b) + c` is split into `f(a, b)` and `c`.
fn split_argument(inner: &str) -> Option<(String, String)> {
    let mut depth = 0usize;
    for (at, c) in inner.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>'
                if depth == 0 && at > 0 =>
            {
                let rest = inner[at + 1..].trim_start_matches(['&', '|', '<', '>', '=']);
                return Some((inner[..at].to_owned(), rest.to_owned()));
            }
            _ => {}
        }
    }
    None
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' | '}' | ';' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        match rest[start..].find("*/") {
            Some(end) => rest = &rest[start + end + 2..],
            None => rest = "",
        }
    }
    out.push_str(rest);
    let lines: Vec<&str> = (out.lines())
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n") + "\n"
}

/// Returns the ranges of the declarations, function definitions and preprocessor lines of a program.
fn top_level(text: &str) -> Vec<Range<usize>> {
    chunks(text, 0..text.len())
}

/// Returns the ranges of all statements and blocks of a program, sorted by start; a block precedes the statements in
/// it.
fn statements(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' => open.push(at + 1),
            '}' => {
                if let Some(start) = open.pop() {
                    found.extend(chunks(text, start..at));
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    found
}

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            at += line.len();
            at - line.len()..at
        })
        .collect()
}

/// Returns the units in the range `region` of the text. A unit ends at `;`, at the `}` of a block, or at the end of a
/// preprocessor line.
fn chunks(text: &str, region: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = region.start;
    let mut depth = 0usize;
    let mut is_block = true;
    let mut at = region.start;
    let bytes = text.as_bytes();
    while at < region.end {
        let mut ends = false;
        match bytes[at] {
            b'{' => {
                if depth == 0 {
                    is_block = opens_block(&text[start..at]);
                }
                depth += 1;
            }
            b'(' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                let next = text[at + 1..region.end].trim_start();
                let continues = next.starts_with([';', ',', ')', '='])
                    || next.starts_with("else")
                    || next.starts_with("while")
                    || !is_block;
                ends = depth == 0 && !continues;
            }
            b')' => depth = depth.saturating_sub(1),
            b';' => ends = depth == 0,
            b'#' if depth == 0 && text[start..at].trim().is_empty() => {
                at += text[at..region.end]
                    .find('\n')
                    .unwrap_or(region.end - at - 1);
                ends = true;
            }
            _ => {}
        }
        at += 1;
        if ends {
            found.push(start..at);
            start = at;
        }
    }
    found
}

/// Returns whether a `{` after the text `before` begins a block. Otherwise, it begins a list of members or
/// initializers, as in `struct s {`.
fn opens_block(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with([')', ':'])
        || before.ends_with("else")
        || before.ends_with("do")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irrelevant_code_is_removed() {
        let text = "#include <a.h>\nint a;\nint b; /* no */\nint f(void) { int x = 1; { x++; b = 2; } return x; }\n\
                    struct s { int m; };\nint main(void) { f(); if (a) { b = (a + (b * 3)); } return f(); }\n";
        let small = reduce(text, Budget::Tests(1000), &mut |text| {
            Ok(text.contains("b = 2")
                && text.contains("main")
                && text.matches('{').count() == text.matches('}').count())
        })
        .expect("the test cannot fail");
        assert!(small.contains("b = 2") && small.contains("main"), "{small}");
        for gone in ["a.h", "struct s", "x++", "3"] {
            assert!(!small.contains(gone), "{gone} is in {small}");
        }
    }

    #[test]
    fn chunks_end_with_statements_blocks_and_directives() {
        let text =
            "#define A 1\nstruct s { int x; } v;\nint f(int a) { if (a) { g(); } else { h(); } }\n";
        let found: Vec<&str> = top_level(text)
            .into_iter()
            .map(|r| text[r].trim())
            .collect();
        assert_eq!(
            found,
            [
                "#define A 1",
                "struct s { int x; } v;",
                "int f(int a) { if (a) { g(); } else { h(); } }"
            ]
        );
    }
}
