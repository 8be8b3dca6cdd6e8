//! The texts of all source files by name, from which diagnostics show lines.
mod left_out;

use crate::raw_bytes::shown;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The part of a source line that remains after preprocessing. The variants are ordered by the amount of code that
/// remains. If several translation units include a file, each line of the file gets the greatest variant of all
/// units.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kept {
    /// No code remains, or the line has no code.
    #[default]
    Nothing,
    /// An expression without effect remains, such as `((void)0);`.
    NoEffect,
    /// Other code remains.
    Code,
}

/// The texts of files by name: of the user's files as read from disk, and of the files bundled with symtool.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The folder relative to which file names are read; `None` means the working directory of the process.
    folder: Option<PathBuf>,
    files: BTreeMap<Arc<str>, SourceText>,
}

/// The text of one file, with the offsets at which its lines start.
#[derive(Clone, Debug)]
struct SourceText {
    /// The text for display, in which each byte that is not UTF-8 is shown as U+FFFD.
    text: Arc<str>,
    /// The text as read. Each byte that is not UTF-8 is represented by a special character (see `raw_bytes`).
    exact: Arc<str>,
    /// The byte offsets in `text` at which the lines start.
    line_starts: Vec<usize>,
    /// For each line, the part that remains after preprocessing.
    kept: Vec<Kept>,
}

impl Sources {
    /// Returns an empty set of files, whose names are relative to `folder`.
    pub fn in_folder(folder: Option<PathBuf>) -> Sources {
        Sources {
            folder,
            ..Sources::default()
        }
    }

    /// Returns the path of the file with the name `name`.
    pub fn path(&self, name: &Path) -> PathBuf {
        match &self.folder {
            Some(folder) => folder.join(name),
            None => name.to_owned(),
        }
    }

    /// Adds the file `name` with the text `text`, and returns a shared copy of the name. If the name is already
    /// present, its text is replaced.
    pub fn insert(&mut self, name: &str, text: &str) -> Arc<str> {
        let name: Arc<str> = name.into();
        let exact: Arc<str> = text.into();
        let text = match shown(text) {
            Cow::Borrowed(_) => exact.clone(),
            Cow::Owned(visible) => visible.into(),
        };
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1));
        let file = SourceText {
            line_starts: line_starts.collect(),
            text,
            exact,
            kept: Vec::new(),
        };
        self.files.insert(name.clone(), file);
        name
    }

    /// Returns whether the file is present.
    pub fn contains(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Returns the whole text of a file; `None` if the file is not present.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(|file| &*file.text)
    }

    /// Returns a shared reference to the text of a file as read from disk; `None` if the file is not present.
    pub(crate) fn shared_text(&self, file: &str) -> Option<Arc<str>> {
        self.files.get(file).map(|file| file.exact.clone())
    }

    /// Returns a line without its line ending; `None` if there is no such file or line. Lines count from 1.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.lines(file, line, line)
    }

    /// Returns the lines `first..=last`, without the last line ending; `None` if there is no such file or line.
    pub fn lines(&self, file: &str, first: u32, last: u32) -> Option<&str> {
        let file = self.files.get(file)?;
        let start = *file.line_starts.get(first.checked_sub(1)? as usize)?;
        let last = (last as usize).max(first as usize);
        let end = file
            .line_starts
            .get(last)
            .copied()
            .unwrap_or(file.text.len());
        let text = &file.text[start..end];
        let text = text.strip_suffix('\n').unwrap_or(text);
        Some(text.strip_suffix('\r').unwrap_or(text))
    }

    /// Records the part of a line that remains after preprocessing. Lines are numbered from 1.
    pub(crate) fn keep(&mut self, file: &str, line: u32, kept: Kept) {
        let Some(file) = self.files.get_mut(file) else {
            return;
        };
        let at = (line as usize).wrapping_sub(1);
        if at < file.line_starts.len() {
            file.kept.resize(file.line_starts.len(), Kept::Nothing);
            file.kept[at] = file.kept[at].max(kept);
        }
    }

    /// Returns the lines of a file that are not part of the program, numbered from 1. These are lines of code in a
    /// conditional directive (`#ifdef`) whose condition is false, and uses of macros that expand to an expression
    /// without effect, such as `((void)0)`.
    pub fn left_out(&self, file: &str) -> Vec<u32> {
        match self.files.get(file) {
            Some(file) if !file.kept.is_empty() => left_out::lines(&file.text, &file.kept),
            _ => Vec::new(),
        }
    }

    /// Returns the names of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(|name| &**name)
    }
}

/// Returns whether `file` is the name of a bundled file or of a system header.
pub(crate) fn is_system_file(file: &str) -> bool {
    file.starts_with('<') || file.starts_with("/usr/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lines() {
        let mut sources = Sources::default();
        sources.insert("a.c", "one\r\ntwo\n\nfour");
        assert_eq!(sources.line("a.c", 1), Some("one"));
        assert_eq!(sources.line("a.c", 2), Some("two"));
        assert_eq!(sources.line("a.c", 3), Some(""));
        assert_eq!(sources.line("a.c", 4), Some("four"));
        assert_eq!(sources.line("a.c", 5), None);
        assert_eq!(sources.line("a.c", 0), None);
        assert_eq!(sources.line("b.c", 1), None);
        assert_eq!(sources.lines("a.c", 2, 4), Some("two\n\nfour"));
    }
}
