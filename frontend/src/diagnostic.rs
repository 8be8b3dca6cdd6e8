//! Diagnostics: errors and warnings about a program, and their rendering.
//!
//! A [`Diagnostic`] stores its source locations as [`Span`]s, never as a part of the message text. [`render`] prints a
//! list of diagnostics in the usual form of compilers (source line, caret, help). A diagnostic can also be serialized
//! to JSON.
use crate::sources::Sources;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::{Serialize, Serializer};
use std::ops::Range;
use std::sync::Arc;

/// A range of characters within one source line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// The file's name as the user wrote it.
    #[serde(serialize_with = "as_str")]
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The length in characters, at least 1. If the span extends beyond the end of the line, only the part in the line
    /// is shown.
    pub len: u32,
}

fn as_str<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The severity of a diagnostic.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program is rejected.
    Error,
    /// The program is accepted, but a construct in it is suspicious.
    Warning,
}

/// An error or a warning about the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// A stable short name for this kind of message, such as `syntax`.
    pub code: &'static str,
    /// Whether the diagnostic is an error or a warning.
    pub severity: Severity,
    /// The message: one sentence without a full stop.
    pub message: String,
    /// The source location of the problem; `None` for an error about a whole file or the machine.
    pub primary: Option<Span>,
    /// Further source locations, each with its label.
    pub secondary: Vec<(Span, String)>,
    /// Notes with background information.
    pub notes: Vec<String>,
    /// Advice on how to fix the problem.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns an error without a source location.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Returns a warning without a source location.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message)
        }
    }

    /// Sets the source location of the problem.
    #[must_use]
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.primary = Some(span);
        self
    }

    /// Adds a further source location with a label.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push((span, text.into()));
        self
    }

    /// Adds a note with background information.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Sets the advice on how to fix the problem.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Returns whether the diagnostic is an error and not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Formats the diagnostic as `file:line:column: message`, for logs and tests.
impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.primary {
            Some(span) => write!(f, "{span}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

/// Renders all diagnostics with their source lines, for a terminal, in colors if `color` is set. The text ends
/// with a newline unless the list is empty.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&renderer.render(&[group(diagnostic, sources)]));
        text.push('\n');
    }
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(printable(&diagnostic.message))
        .id(diagnostic.code);
    let mut group = Group::with_title(title);
    let primary = diagnostic.primary.iter().map(|span| (span, None));
    let secondary = (diagnostic.secondary.iter()).map(|(span, text)| (span, Some(text.as_str())));
    let mut places: Vec<(&Span, Option<&str>)> = primary.chain(secondary).collect();
    while let Some(&(first, _)) = places.first() {
        let (here, other): (Vec<_>, Vec<_>) =
            (places.into_iter()).partition(|(span, _)| span.file == first.file);
        places = other;
        let shows_primary = here.iter().any(|(_, label)| label.is_none());
        match snippet(&here, shows_primary, sources) {
            Some(snippet) => group = group.element(snippet),
            None => group = group.element(Level::NOTE.message(format!("at {first}"))),
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(printable(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    group
}

/// Returns the excerpt of one source file that a diagnostic shows. The excerpt has all lines from the first to the last
/// of the spans `places`, with a mark at each span. If `has_primary` is set, `places[0]` is the location of the problem
/// and gets the primary mark. Returns `None` if the text of the file is not known.
fn snippet<'a>(
    places: &[(&'a Span, Option<&'a str>)],
    has_primary: bool,
    sources: &'a Sources,
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let file = &places[0].0.file;
    let first = places.iter().map(|(span, _)| span.line).min()?;
    let last = places.iter().map(|(span, _)| span.line).max()?;
    let text = sources.lines(file, first, last)?;
    let mut snippet = Snippet::source(text)
        .path(&**file)
        .line_start(first as usize)
        .fold(true);
    for (nth, (span, label)) in places.iter().enumerate() {
        let range = range_in(text, span, first);
        let kind = match nth {
            0 if has_primary => AnnotationKind::Primary,
            _ => AnnotationKind::Context,
        };
        let annotation = kind.span(range);
        snippet = snippet.annotation(match label {
            Some(label) => annotation.label(printable(label)),
            None => annotation,
        });
    }
    Some(snippet)
}

/// Returns the byte range of `span` in `text`, an excerpt of a file that starts with line `first` of the file. The
/// range is clamped to the line of the span.
fn range_in(text: &str, span: &Span, first: u32) -> Range<usize> {
    let skipped: usize = (text.split_inclusive('\n'))
        .take((span.line - first) as usize)
        .map(str::len)
        .sum();
    let line = text[skipped..].lines().next().unwrap_or("");
    let byte = |column: usize| (line.char_indices().nth(column)).map_or(line.len(), |(at, _)| at);
    let start = span.column.saturating_sub(1) as usize;
    let end = start + span.len.max(1) as usize;
    skipped + byte(start)..skipped + byte(end)
}

/// Replaces control characters by `?`, because a message may quote arbitrary source text.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    crate::raw_bytes::shown(text).chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(line: u32, column: u32, len: u32) -> Span {
        Span {
            file: "a.c".into(),
            line,
            column,
            len,
        }
    }

    #[test]
    fn shows_the_line_a_caret_and_help() {
        let mut sources = Sources::default();
        sources.insert("a.c", "int x;\nint y = foo;\n");
        let error = Diagnostic::error("name", "unknown name `foo`")
            .at(span(2, 9, 3))
            .help("declare it first");
        let text = render(&[error], &sources, false);
        assert!(text.contains("error[name]: unknown name `foo`"), "{text}");
        assert!(text.contains("a.c:2:9"), "{text}");
        assert!(text.contains("2 | int y = foo;"), "{text}");
        assert!(text.contains("^^^"), "{text}");
        assert!(text.contains("help: declare it first"), "{text}");
    }

    #[test]
    fn renders_locations_outside_of_the_text() {
        let mut sources = Sources::default();
        sources.insert("a.c", "é\u{1}");
        for at in [
            span(1, 1, 1),
            span(1, 2, 99),
            span(1, 50, 1),
            span(7, 1, 1),
            span(0, 0, 0),
        ] {
            let error = Diagnostic::error("x", "m\u{1b}[31m\n")
                .at(at.clone())
                .also(at, "here");
            assert!(!render(&[error], &sources, false).is_empty());
        }
    }

    #[test]
    fn two_locations_in_one_file_are_one_snippet() {
        let mut sources = Sources::default();
        sources.insert("a.c", "int x;\n\nlong x;\n");
        let error = Diagnostic::error("x", "two types for `x`")
            .at(span(3, 6, 1))
            .also(span(1, 5, 1), "first declared here");
        let text = render(&[error], &sources, false);
        assert!(text.contains("first declared here"), "{text}");
        assert_eq!(text.matches("a.c:").count(), 1, "{text}");
    }
}
