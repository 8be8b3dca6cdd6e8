//! Renames the files in the preprocessed text and the messages of a file that belongs to a build.
//!
//! A build may run the compiler in another folder than the one in which symtool runs. The preprocessor then names
//! files relative to the folder of the build, as in `../lib/x.h`. Two files of a program may have different build
//! folders, in which the same name denotes different headers. Therefore each name is replaced by a path relative to
//! the working folder of symtool, or by an absolute path if the file is not below that folder.
use crate::paths::relative;
use crate::{Options, SourceFile};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// The map from the preprocessor's file names to the names that messages show, for one file of a build.
pub(super) struct Names {
    /// The folder in which the build runs the compiler.
    folder: PathBuf,
    /// The absolute folder to which shown names are relative.
    base: PathBuf,
    known: RefCell<FxHashMap<String, String>>,
}

impl Names {
    /// Returns the map for a file of a build. Returns `None` for any other file, whose names are shown unchanged.
    pub(super) fn of(file: &SourceFile, options: &Options) -> Option<Names> {
        let command = file.command.as_ref()?;
        let base = std::path::absolute(options.folder.as_deref().unwrap_or(Path::new(".")));
        Some(Names {
            folder: command.folder.clone(),
            base: base.unwrap_or_default(),
            known: RefCell::default(),
        })
    }

    /// Returns the name that messages show for the file that the preprocessor calls `name`.
    pub(super) fn shown(&self, name: &str) -> String {
        if name.starts_with('<') {
            return name.to_owned(); // a bundled header, `<built-in>`
        }
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let shown = relative(&self.folder.join(name), &self.base);
        let shown = shown.display().to_string();
        self.known
            .borrow_mut()
            .insert(name.to_owned(), shown.clone());
        shown
    }

    /// Replaces the file names in the line markers of a preprocessed text by the names that messages show.
    pub(super) fn rename(&self, text: &str) -> String {
        let mut renamed = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            match marker(line) {
                Some((before, name, after)) => {
                    let name = name.replace("\\\"", "\"").replace("\\\\", "\\");
                    let shown = self.shown(&name).replace('\\', "\\\\").replace('"', "\\\"");
                    renamed.extend([before, &shown, after]);
                }
                None => renamed.push_str(line),
            }
        }
        renamed
    }
}

/// Splits a line marker `# 12 "a.c" 2` into three parts: the text up to and including the opening quote, the file name,
/// and the rest from the closing quote on. Returns `None` if `line` is not a line marker.
fn marker(line: &str) -> Option<(&str, &str, &str)> {
    let digits = line.strip_prefix("# ")?;
    digits
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(())?;
    let (open, close) = (line.find('"')? + 1, line.rfind('"')?);
    (open <= close).then(|| (&line[..open], &line[open..close], &line[close..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_working_folder() {
        let names = Names {
            folder: "/w/p/src".into(),
            base: "/w".into(),
            known: RefCell::default(),
        };
        assert_eq!(names.shown("a.c"), "p/src/a.c");
        assert_eq!(names.shown("../lib/./x.h"), "p/lib/x.h");
        assert_eq!(names.shown("/usr/include/x.h"), "/usr/include/x.h");
        assert_eq!(names.shown("/w/y.h"), "y.h");
        assert_eq!(names.shown("<built-in>"), "<built-in>");
        let text = "# 1 \"a.c\"\n# 3 \"q\\\"q.h\" 1 3\nint x;\n#pragma \"a.c\"\n";
        let renamed = "# 1 \"p/src/a.c\"\n# 3 \"p/src/q\\\"q.h\" 1 3\nint x;\n#pragma \"a.c\"\n";
        assert_eq!(names.rename(text), renamed);
    }
}
