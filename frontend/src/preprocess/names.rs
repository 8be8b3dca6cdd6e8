//! Names of files in the messages and locations of a build's file, whose compiler runs in another folder.
//!
//! The preprocessor names files relative to the folder of the build: `../lib/x.h`. Two files of a program may have
//! different folders and the same name there. Therefore each name is replaced by one that is relative to the working folder
//! of symtool, or by the absolute path of a file elsewhere.
use crate::paths::relative;
use crate::{Options, SourceFile};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// The names in the preprocessed text of one file.
pub(super) struct Names {
    /// The working folder of the build's compiler.
    folder: PathBuf,
    /// The absolute folder to which shown names are relative.
    base: PathBuf,
    known: RefCell<FxHashMap<String, String>>,
}

impl Names {
    /// Returns the names in a file of a build; `None` for another file, whose names are shown as they are.
    pub(super) fn of(file: &SourceFile, options: &Options) -> Option<Names> {
        let command = file.command.as_ref()?;
        let base = std::path::absolute(options.folder.as_deref().unwrap_or(Path::new(".")));
        Some(Names {
            folder: command.folder.clone(),
            base: base.unwrap_or_default(),
            known: RefCell::default(),
        })
    }

    /// Returns the name by which a file is shown that the preprocessor calls `name`.
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

    /// Replaces the names in the line markers of a preprocessed text.
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

/// Splits a line marker `# 12 "a.c" 2` at its name.
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
