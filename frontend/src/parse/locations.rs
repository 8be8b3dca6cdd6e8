//! From offsets in parsed text back to file, line and column.
use crate::diagnostic::Span;
use crate::normalise::OffsetMap;
use std::sync::Arc;

/// The way back from the text the parser saw to the user's files.
#[derive(Debug)]
pub(crate) struct Locations {
    /// Preprocessed text.
    text: Arc<str>,
    /// Parsed offset to preprocessed offset.
    map: OffsetMap,
    /// File names by number.
    files: Vec<Arc<str>>,
    /// The lines of the preprocessed text, markers included, in order.
    lines: Vec<Line>,
}

/// One line of the preprocessed text.
#[derive(Copy, Clone, Debug)]
struct Line {
    /// Where it begins.
    start: usize,
    /// Index of its file's name.
    file: u32,
    /// Its number in that file.
    line: u32,
}

impl Locations {
    /// Reads the markers of a preprocessed text. `name` is the file before any marker.
    pub(crate) fn new(text: Arc<str>, map: OffsetMap, name: &str) -> Locations {
        let mut files: Vec<Arc<str>> = vec![name.into()];
        let mut lines = Vec::new();
        let (mut start, mut file, mut line) = (0, 0u32, 1u32);
        for piece in text.split_inclusive('\n') {
            lines.push(Line { start, file, line });
            start += piece.len();
            match line_marker(piece) {
                Some((number, name)) => {
                    line = number;
                    let known = files.iter().position(|known| **known == *name);
                    file = known.unwrap_or(files.len()) as u32;
                    if known.is_none() {
                        files.push(name.into());
                    }
                }
                None => line = line.saturating_add(1),
            }
        }
        if lines.is_empty() {
            lines.push(Line {
                start: 0,
                file: 0,
                line: 1,
            });
        }
        Locations {
            text,
            map,
            files,
            lines,
        }
    }

    /// File, line and column of an offset in the parsed text.
    pub(crate) fn at(&self, offset: usize) -> (Arc<str>, u32, u32) {
        let offset = self.map.source(offset).min(self.text.len());
        let index = self
            .lines
            .partition_point(|line| line.start <= offset)
            .max(1)
            - 1;
        let line = self.lines[index];
        let column = 1 + self.text[line.start..offset].chars().count() as u32;
        (self.files[line.file as usize].clone(), line.line, column)
    }

    /// A span of the syntax tree as a place in a file, cut at its first line's end.
    pub(crate) fn span(&self, span: lang_c::span::Span) -> Span {
        let start = if span.is_none() { 0 } else { span.start };
        let (file, line, column) = self.at(start);
        let len = if span.is_none() {
            1
        } else {
            span.end.saturating_sub(start).max(1)
        };
        Span {
            file,
            line,
            column,
            len: len as u32,
        }
    }

    /// The names of all files in the text, in order of appearance.
    pub(crate) fn files(&self) -> &[Arc<str>] {
        &self.files
    }
}

/// The line number and file name of a marker line such as `# 12 "file.c" 2` or `#line 12 "file.c"`.
fn line_marker(line: &str) -> Option<(u32, String)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let quoted = rest[digits..].trim_start().strip_prefix('"')?;
    let mut name = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => return Some((number, name)),
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
}
