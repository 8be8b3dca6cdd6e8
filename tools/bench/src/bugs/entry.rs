//! The header of a driver: line comments with the bug, the library and the edits that put the bug back.
//!
//! ```text
//! // bug:      CVE-2019-11834: cJSON_Minify reads beyond the end of an unfinished string
//! // library:  cjson 1.7.15
//! // files:    cJSON.c
//! // options:  -I.
//! // fails:    out-of-bounds in cJSON_Minify
//! // bug edit: cJSON.c
//! // - a line of the fixed version
//! // + a line of the version with the bug
//! ```
//!
//! `library` is the name of the library's folder without the version, and the version for which the driver was written.
//! All paths are relative to this folder. `files`, `options` and `run` may occur several times. `fails` is the kind of
//! the expected failure, and the name of a function: the failure occurs in this function or in one of its callees. The
//! optional lines `run` give further options of symtool.
//!
//! Each line `bug edit` begins an edit of a file; there may be several edits. The lines after `-` must occur, apart
//! from their indentation, at exactly one place in the file. The lines after `+` replace them there. A line that
//! consists of `// .` is ignored. It must follow the last line of the header if that line ends with a backslash:
//! because of the backslash, the C compiler regards the next line as a part of the comment.
use crate::error::Error;
use std::path::PathBuf;

/// A bug, as described by the header of its driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bug {
    /// The name of the driver's file, without `.c`.
    pub name: String,
    /// The text of the driver.
    pub driver: &'static str,
    /// The bug in one line, with its public identifier.
    pub title: String,
    /// The name of the library's source package.
    pub library: String,
    /// The upstream version of the library.
    pub version: String,
    /// The files of the library that the program needs.
    pub files: Vec<String>,
    /// The options with which the program is compiled.
    pub options: Vec<String>,
    /// Further options of symtool.
    pub run: Vec<String>,
    /// The kind of the failure that the bug causes.
    pub kind: String,
    /// The function that fails, or that calls the failing function.
    pub function: String,
    /// The edits that put the bug back.
    pub edits: Vec<Edit>,
}

/// An edit of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Edit {
    /// The path of the file.
    pub file: String,
    /// The lines to replace.
    pub old: Vec<String>,
    /// The lines that replace them.
    pub new: Vec<String>,
}

impl Bug {
    /// Reads the header of a driver.
    ///
    /// # Errors
    /// The header is missing, has an unknown or an invalid line, or lacks a line.
    pub fn parse(name: &str, driver: &'static str) -> Result<Bug, Error> {
        let wrong = |why: String| Error::file(PathBuf::from(format!("{name}.c")))(why);
        let mut bug = Bug {
            name: name.to_owned(),
            driver,
            title: String::new(),
            library: String::new(),
            version: String::new(),
            files: Vec::new(),
            options: Vec::new(),
            run: Vec::new(),
            kind: String::new(),
            function: String::new(),
            edits: Vec::new(),
        };
        for line in driver.lines().map_while(|line| line.strip_prefix("//")) {
            let line = line.trim();
            if !line.is_empty() && bug.read(line).is_none() {
                return Err(wrong(format!("the header has the invalid line `{line}`")));
            }
        }
        let needed = [
            ("bug", &bug.title),
            ("library", &bug.library),
            ("fails", &bug.kind),
        ];
        match needed.iter().find(|(_, value)| value.is_empty()) {
            Some((key, _)) => Err(wrong(format!("the header has no line `{key}:`"))),
            None => Ok(bug),
        }
    }

    /// Reads one line of the header into the fields of `self`; returns `None` if the line is invalid.
    fn read(&mut self, line: &str) -> Option<()> {
        let words = |value: &str| {
            value
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        if line == "." {
            return Some(());
        }
        if let Some(line) = line.strip_prefix('-') {
            self.edits.last_mut()?.old.push(line.trim().to_owned());
        } else if let Some(line) = line.strip_prefix('+') {
            self.edits.last_mut()?.new.push(line.trim().to_owned());
        } else {
            let (key, value) = line.split_once(':')?;
            let value = value.trim();
            match key {
                "bug" => self.title = value.to_owned(),
                "library" => {
                    let (library, version) = value.split_once(' ')?;
                    (self.library, self.version) = (library.to_owned(), version.to_owned());
                }
                "files" => self.files.extend(words(value)),
                "options" => self.options.extend(words(value)),
                "run" => self.run.extend(words(value)),
                "fails" => {
                    let (kind, function) = value.split_once(" in ")?;
                    (self.kind, self.function) = (kind.to_owned(), function.to_owned());
                }
                "bug edit" => self.edits.push(Edit {
                    file: value.to_owned(),
                    ..Edit::default()
                }),
                _ => return None,
            }
        }
        Some(())
    }

    /// Returns the name of the driver's file.
    pub fn file(&self) -> String {
        format!("{}.c", self.name)
    }

    /// Returns the files of the library and the options with which the program is compiled.
    pub fn compilation(&self) -> Vec<String> {
        self.files.iter().chain(&self.options).cloned().collect()
    }
}

impl Edit {
    /// Returns the edited text of a file. If the lines to replace do not occur at exactly one place, returns an error
    /// that contains the number of places.
    pub fn apply(&self, text: &str) -> Result<String, usize> {
        let lines: Vec<&str> = text.lines().collect();
        let is_here = |at: &usize| {
            let here = lines[*at..].iter().map(|line| line.trim());
            !self.old.is_empty()
                && here
                    .take(self.old.len())
                    .eq(self.old.iter().map(String::as_str))
        };
        let places: Vec<usize> = (0..lines.len()).filter(is_here).collect();
        let [at] = places[..] else {
            return Err(places.len());
        };
        let before = lines[..at].iter().copied();
        let new = self.new.iter().map(String::as_str);
        let after = lines[at + self.old.len()..].iter().copied();
        let all: Vec<&str> = before.chain(new).chain(after).collect();
        Ok(all.join("\n") + "\n")
    }
}

#[cfg(test)]
const EXAMPLE: &str = "// bug:      CVE-1: reads too far\n// library:  tiny 1.2\n// files:    a.c b.c\n\
    // options:  -I. -DX=1\n// fails:    out-of-bounds in parse\n// bug edit: a.c\n// - if (at < end)\n// - at++;\n\
    // + at++;\nint main(void) { return 0; }\n";

/// Returns a bug for tests.
#[cfg(test)]
pub(super) fn example() -> Bug {
    Bug::parse("example", EXAMPLE).expect("a valid header")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read() {
        let bug = example();
        assert_eq!((&*bug.library, &*bug.version), ("tiny", "1.2"));
        assert_eq!((&*bug.kind, &*bug.function), ("out-of-bounds", "parse"));
        assert_eq!(bug.compilation(), ["a.c", "b.c", "-I.", "-DX=1"]);
        let [edit] = &bug.edits[..] else {
            panic!("{:?}", bug.edits);
        };
        assert_eq!(
            (&edit.old[..], &edit.new[..]),
            (
                &["if (at < end)".to_owned(), "at++;".to_owned()][..],
                &["at++;".to_owned()][..]
            )
        );
    }

    #[test]
    fn a_line_after_a_backslash_is_ignored() {
        let text = "// bug: x\n// library: t 1\n// fails: null in f\n// bug edit: a.c\n// - a\n// + b \\\n// .\n";
        let bug = Bug::parse("e", text).expect("a header");
        assert_eq!(bug.edits[0].new, ["b \\"]);
    }

    #[test]
    fn an_invalid_header_is_an_error() {
        for text in [
            "int x;",
            "/* bug: x */",
            "/*\n * author: x\n */",
            "/*\n * + x\n */",
        ] {
            assert!(Bug::parse("e", text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_edit_needs_exactly_one_place() {
        let bug = example();
        let edit = &bug.edits[0];
        let edited = edit.apply("a\n\tif (at < end)\n\t\tat++;\nb\n");
        assert_eq!(edited.as_deref(), Ok("a\nat++;\nb\n"));
        assert_eq!(edit.apply("if (at < end)\nat--;\n"), Err(0));
        let twice = "if (at < end)\nat++;\n".repeat(2);
        assert_eq!(edit.apply(&twice), Err(2));
    }
}
