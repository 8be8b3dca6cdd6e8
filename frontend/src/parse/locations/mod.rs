//! Maps offsets in the parsed text to file, line and column of the user's files.
//!
//! The preprocessor turns the user's files into the preprocessed text. Normalization turns the preprocessed
//! text into the parsed text.
mod marker;
mod original;
#[cfg(test)]
mod tests;

use super::align::{Aligned, align};
use crate::diagnostic::{Diagnostic, Span};
use crate::normalise::{OffsetMap, Token, lex};
use crate::sources::Sources;
pub(super) use marker::line_marker;
use marker::{Marker, Step};
use original::{Lexed, Original};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of source lines that are aligned with one preprocessed line. A macro call can extend over
/// several source lines, which the preprocessor joins to one line. Source lines beyond this limit are ignored.
const MAX_CALL_LINES: u32 = 200;

/// The map from the parsed text to the user's files.
#[derive(Debug)]
pub(crate) struct Locations {
    /// The preprocessed text.
    text: Arc<str>,
    /// Maps offsets in the parsed text to offsets in the preprocessed text.
    map: OffsetMap,
    /// The names of the user's files; the index is the number of the file. The field `originals` contains the texts
    /// of the files.
    files: Vec<Arc<str>>,
    /// The lines of the preprocessed text in order, without line markers and blank lines.
    lines: Vec<Line>,
    /// The `#include` directives; the index is the number of the directive. Entry 0 is a placeholder, for the main
    /// file, which no directive includes.
    inclusions: Vec<Inclusion>,
    originals: RefCell<Vec<Original>>,
    recent: RefCell<Option<AlignedLines>>,
    /// The index in `lines` of the result of the last lookup.
    last_line: Cell<usize>,
    /// The index of the source line that the last lookup found.
    last_original: Cell<usize>,
}

/// One line of the preprocessed text.
#[derive(Copy, Clone, Debug)]
struct Line {
    /// The first byte of the line in the preprocessed text.
    start: usize,
    /// The end of the line in the preprocessed text, an offset in bytes.
    end: usize,
    /// The number of the file from which the line comes.
    file: u32,
    /// The number of the line in its file.
    line: u32,
    /// The number of the `#include` directive through which the file of this line was included.
    inclusion: u32,
}

/// The source location of an `#include`.
#[derive(Copy, Clone, Debug, Default)]
struct Inclusion {
    /// The number of the file that contains the directive.
    file: u32,
    /// The number of the line of the directive, from 1.
    line: u32,
    /// The number of the `#include` directive through which the file of this directive was included.
    outer: u32,
}

/// The alignment of the preprocessed lines that the last lookup needed. The alignment is kept because most lookups are
/// sequential.
#[derive(Debug)]
struct AlignedLines {
    /// The indices of the preprocessed lines, which come from one source line.
    lines: Range<usize>,
    /// The tokens of these lines, each with the source token whose location it gets.
    tokens: Vec<Aligned>,
    /// The index, in the source file, of the first source token to which `tokens` refers.
    first_token: usize,
}

/// A source location, with the length of the token at it.
#[derive(Copy, Clone, Debug)]
struct Position {
    /// The number of the file.
    file: u32,
    /// The line, from 1.
    line: u32,
    /// The column in characters, from 1.
    column: u32,
    /// The number of characters from the location to the end of the token.
    len: u32,
}

impl Locations {
    /// Returns the preprocessed text.
    pub(crate) fn preprocessed(&self) -> &str {
        &self.text
    }

    /// Reads the line markers of a preprocessed text. `name` is the name of the file for lines before the first
    /// marker.
    pub(crate) fn new(text: Arc<str>, name: &str) -> Locations {
        let mut files: Vec<Arc<str>> = vec![name.into()];
        let mut lines = Vec::new();
        let mut inclusions = vec![Inclusion::default()];
        let (mut start, mut file, mut line, mut inclusion) = (0, 0u32, 1u32, 0u32);
        for piece in text.split_inclusive('\n') {
            let end = start + piece.len();
            match line_marker(piece) {
                Some(Marker {
                    line: number,
                    name,
                    step,
                }) => {
                    match step {
                        Step::Into => {
                            inclusions.push(Inclusion {
                                file,
                                line,
                                outer: inclusion,
                            });
                            inclusion = inclusions.len() as u32 - 1;
                        }
                        Step::Back => inclusion = inclusions[inclusion as usize].outer,
                        Step::Stay => {}
                    }
                    line = number;
                    let known = files.iter().position(|known| **known == *name);
                    file = known.unwrap_or(files.len()) as u32;
                    if known.is_none() {
                        files.push(name.into());
                    }
                }
                None => {
                    if !piece.trim().is_empty() {
                        lines.push(Line {
                            start,
                            end,
                            file,
                            line,
                            inclusion,
                        });
                    }
                    line = line.saturating_add(1);
                }
            }
            start = end;
        }
        Locations {
            text,
            map: OffsetMap::default(),
            originals: RefCell::new(vec![Original::Missing; files.len()]),
            files,
            lines,
            inclusions,
            recent: RefCell::new(None),
            last_line: Cell::new(0),
            last_original: Cell::new(0),
        }
    }

    /// Adds the texts of the files in `sources`. Without these texts, columns are those of the preprocessed
    /// text.
    pub(crate) fn attach(&mut self, sources: &Sources) {
        let text_of = |name: &Arc<str>| sources.shared_text(name);
        let originals = self.files.iter().map(|name| match text_of(name) {
            Some(text) => Original::Text(text),
            None => Original::Missing,
        });
        *self.originals.borrow_mut() = originals.collect();
    }

    /// Sets the map from offsets of the parsed text to offsets of the preprocessed text. Without a map, the two
    /// texts are equal.
    pub(crate) fn set_map(&mut self, map: OffsetMap) {
        self.map = map;
    }

    /// Returns file, line and column of an offset in the parsed text.
    #[cfg(test)]
    pub(crate) fn at(&self, offset: usize) -> (Arc<str>, u32, u32) {
        let position = self.position(self.map.source(offset));
        (self.file_name(position), position.line, position.column)
    }

    /// Returns the source location of a span of the syntax tree, cut at the end of its first line.
    pub(crate) fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return self.source_span(0, 1);
        }
        let start = self.map.source(span.start);
        let end = self.map.source(span.end.saturating_sub(1).max(span.start)) + 1;
        self.source_span(start, end.saturating_sub(start))
    }

    /// Returns file, line and column of the start of a span of the syntax tree.
    pub(crate) fn start(&self, span: lang_c::span::Span) -> (&str, u32, u32) {
        let begin = match span.is_none() {
            true => self.position(0),
            false => self.position(self.map.source(span.start)),
        };
        (&self.files[begin.file as usize], begin.line, begin.column)
    }

    /// Returns the source location of the `len` bytes from `start` on in the preprocessed text, cut at the end
    /// of their first line.
    pub(crate) fn source_span(&self, start: usize, len: usize) -> Span {
        let begin = self.position(start);
        let last = self.position(start + len.saturating_sub(1));
        let is_same_line = last.file == begin.file && last.line == begin.line;
        let len = if is_same_line && last.column >= begin.column && len > 0 {
            last.column + last.len.min(1) - begin.column
        } else {
            begin.len
        };
        Span {
            file: self.file_name(begin),
            line: begin.line,
            column: begin.column,
            len: len.max(begin.len.min(1)).max(1),
        }
    }

    /// Returns the source location just after the text that ends at the offset `end` of the preprocessed text.
    pub(crate) fn after(&self, end: usize) -> Span {
        let last = self.position(end.saturating_sub(1));
        Span {
            file: self.file_name(last),
            line: last.line,
            column: last.column + 1,
            len: 1,
        }
    }

    /// Returns whether a node of the syntax tree is in parentheses. The parser includes these parentheses in
    /// the node's span.
    pub(crate) fn in_parentheses(&self, span: lang_c::span::Span) -> bool {
        let start = self.map.source(span.start);
        let end = self.map.source(span.end.saturating_sub(1)) + 1;
        let text = self.text.get(start..end).unwrap_or("").trim();
        let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
            return false;
        };
        let mut depth = 0;
        lex(inner).tokens.iter().all(|token| {
            depth += match token.text(inner) {
                "(" => 1,
                ")" => -1,
                _ => 0,
            };
            depth >= 0
        })
    }

    /// Returns the preprocessed text between two offsets of the parsed text.
    pub(crate) fn text(&self, start: usize, end: usize) -> &str {
        let range = self.map.source(start)..self.map.source(end);
        self.text.get(range).unwrap_or("")
    }

    /// Returns whether `wanted` is the character before an offset of the parsed text.
    pub(crate) fn follows(&self, offset: usize, wanted: char) -> bool {
        let before = self.text.get(..self.map.source(offset)).unwrap_or("");
        before.ends_with(wanted)
    }

    /// Returns the names of all files in the text, in order of appearance.
    pub(crate) fn files(&self) -> &[Arc<str>] {
        &self.files
    }

    /// Returns the `#include` lines through which the line `line` of `file` was included, innermost first. If
    /// the file was included several times, returns the lines of its first inclusion.
    pub(crate) fn included_from(&self, file: &str, line: u32) -> Vec<(Arc<str>, u32)> {
        let number = self.files.iter().position(|known| **known == *file);
        if number == Some(0) {
            return Vec::new();
        }
        let is_it = |candidate: &&Line| Some(candidate.file as usize) == number;
        let found = (self.lines.iter().filter(is_it)).find(|candidate| candidate.line >= line);
        let mut inclusion = found.map_or(0, |line| line.inclusion);
        let mut chain = Vec::new();
        while inclusion != 0 {
            let at = self.inclusions[inclusion as usize];
            chain.push((self.files[at.file as usize].clone(), at.line));
            inclusion = at.outer;
        }
        chain
    }

    /// Adds notes such as `included from a.c:3` to a diagnostic in a header, one for each `#include` through which
    /// the header was included.
    pub(crate) fn note_includes(&self, diagnostic: &mut Diagnostic) {
        let Some(at) = &diagnostic.primary else {
            return;
        };
        for (file, line) in self.included_from(&at.file, at.line) {
            let note = format!("included from {file}:{line}");
            if !diagnostic.notes.contains(&note) {
                diagnostic.notes.push(note);
            }
        }
    }

    fn file_name(&self, position: Position) -> Arc<str> {
        self.files[position.file as usize].clone()
    }

    /// Returns the source location of an offset in the preprocessed text.
    fn position(&self, offset: usize) -> Position {
        let nowhere = Position {
            file: 0,
            line: 1,
            column: 1,
            len: 1,
        };
        let Some(index) = self.line_at(offset) else {
            return nowhere;
        };
        let line = self.lines[index];
        self.aligned_position(index, offset).unwrap_or_else(|| {
            let end = offset.min(line.end);
            let before = self.text.get(line.start..end).unwrap_or("");
            let column = 1 + before.trim_end_matches('\n').chars().count() as u32;
            Position {
                column,
                line: line.line,
                file: line.file,
                len: 1,
            }
        })
    }

    /// Returns the index of the preprocessed line that contains an offset; `None` if the offset is before the first
    /// line. The search starts at the line of the last lookup, because lookups are mostly sequential.
    fn line_at(&self, offset: usize) -> Option<usize> {
        let holds = |index: usize| {
            let starts = |index: usize| self.lines.get(index).map(|line| line.start);
            starts(index).is_some_and(|start| start <= offset)
                && starts(index + 1).is_none_or(|start| start > offset)
        };
        let last = self.last_line.get();
        let near = [last, last + 1].into_iter().find(|&index| holds(index));
        let index = match near {
            Some(index) => index,
            None => {
                let after = self.lines.partition_point(|line| line.start <= offset);
                after.checked_sub(1)?
            }
        };
        self.last_line.set(index);
        Some(index)
    }

    /// Returns the location in the source text of an offset in the line `index`; `None` if the source text is
    /// not available.
    fn aligned_position(&self, index: usize, offset: usize) -> Option<Position> {
        let file = self.lines[index].file;
        let mut originals = self.originals.borrow_mut();
        let Lexed {
            text,
            tokens,
            line_starts,
            inside,
        } = originals.get_mut(file as usize)?.lexed()?;
        let mut recent = self.recent.borrow_mut();
        if (recent.as_ref()).is_none_or(|recent| !recent.lines.contains(&index)) {
            let (first, end) = self.same_line(index);
            *recent = Some(self.align_lines(first, end, text, tokens, line_starts));
        }
        let AlignedLines {
            tokens: aligned,
            first_token,
            ..
        } = recent.as_ref()?;
        let after = aligned.partition_point(|aligned| aligned.token.start as usize <= offset);
        let found = aligned[after.checked_sub(1)?];
        let original = tokens[first_token + found.original?];
        let within = offset - found.token.start as usize;
        let len = (original.end - original.start) as usize;
        let within = if found.exact { within.min(len) } else { 0 };
        let start = original.start as usize + within;
        let line = self.original_line(line_starts, start);
        Some(Position {
            file,
            line: line as u32 + 1,
            column: 1 + characters(inside, line_starts[line], start),
            len: text.get(start..original.end as usize)?.chars().count() as u32,
        })
    }

    /// Returns the index of the source line that contains an offset. `line_starts` are the offsets of all line
    /// starts.
    fn original_line(&self, line_starts: &[usize], offset: usize) -> usize {
        let last = self.last_original.get();
        let starts = |index: usize| line_starts.get(index).copied();
        if starts(last).is_some_and(|start| start <= offset)
            && starts(last + 1).is_none_or(|start| start > offset)
        {
            return last;
        }
        let line = line_starts.partition_point(|&begin| begin <= offset) - 1;
        self.last_original.set(line);
        line
    }

    /// Returns the range of preprocessed lines that come from the same source line as the line `index`. The range is
    /// given by the index of its first line, and the index after its last line. A source line can become several
    /// preprocessed lines, for example by the expansion of a macro from a header.
    fn same_line(&self, index: usize) -> (usize, usize) {
        let line = self.lines[index];
        let is_same = |other: &Line| other.file == line.file && other.line == line.line;
        let before = self.lines[..index]
            .iter()
            .rev()
            .take_while(|other| is_same(other))
            .count();
        let after = self.lines[index..]
            .iter()
            .take_while(|other| is_same(other))
            .count();
        (index - before, index + after)
    }

    fn align_lines(
        &self,
        first: usize,
        end: usize,
        text: &str,
        tokens: &[Token],
        line_starts: &[usize],
    ) -> AlignedLines {
        let line = self.lines[first];
        let next_line = match self.lines.get(end) {
            Some(next) if next.file == line.file && next.line > line.line => next.line,
            _ => line.line + 1,
        };
        let next_line = next_line.min(line.line.saturating_add(MAX_CALL_LINES));
        let start_of = |line: u32| {
            let index = line.saturating_sub(1) as usize;
            line_starts.get(index).copied().unwrap_or(text.len())
        };
        let first_token_of =
            |line: u32| tokens.partition_point(|token| (token.start as usize) < start_of(line));
        let first_token = first_token_of(line.line);
        let originals = &tokens[first_token..first_token_of(next_line).max(first_token)];
        let output = &self.text[line.start..self.lines[end - 1].end];
        AlignedLines {
            lines: first..end,
            tokens: align(output, line.start, text, originals),
            first_token,
        }
    }
}

/// Returns the number of characters from the byte offset `from` to the byte offset `to` of a text. `inside` lists the
/// byte offsets inside multi-byte characters.
fn characters(inside: &[usize], from: usize, to: usize) -> u32 {
    let before = |offset: usize| inside.partition_point(|&at| at < offset);
    (to - from - (before(to) - before(from))) as u32
}
