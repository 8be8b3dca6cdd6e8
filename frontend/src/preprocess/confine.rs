//! Restricts the files that a program includes: the C files below the include root (`--include-root`) may read only
//! files below this folder and the bundled headers.
//!
//! The restriction is for programs that check C files of other people, such as the submissions of students. Without
//! it, `#include "/etc/passwd"` would show the text of a file in an error message, and `#include "../other/answer.c"`
//! would submit the work of another student. Two outputs of the preprocessor name the files that it has read: the
//! list of dependencies (`cc -MD`), and the line markers of the preprocessed text. Both are checked after the
//! preprocessor has run. If it has read a file that is not permitted, its output is discarded. Symbolic links are
//! followed before a path is compared with the root.
use crate::Options;
use crate::diagnostic::Diagnostic;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Operators and pragmas by which a program can ask for the existence or age of a file without including the file.
const PROBES: [&str; 3] = ["__has_include", "__has_embed", "GCC dependency"];

/// The maximum depth of the folders below the include root that are searched for [`PROBES`]. The search takes place
/// after a failed run of the preprocessor.
const MOST_DEPTH: u32 = 16;

/// The restriction of the files that one C file may include.
#[derive(Debug)]
pub(crate) struct Confinement {
    /// The include root, without symbolic links.
    root: PathBuf,
    /// The folder relative to which file names are read.
    folder: PathBuf,
}

impl Confinement {
    /// Returns the restriction of the C file `path`; `None` if there is no include root, or if the file is not below
    /// the include root.
    ///
    /// # Errors
    /// The include root is not a readable folder, or the path is below the root but leads outside of it through a
    /// symbolic link.
    pub(crate) fn of(
        path: &Path,
        options: &Options,
    ) -> Result<Option<Confinement>, Box<Diagnostic>> {
        let Some(root) = &options.include_root else {
            return Ok(None);
        };
        let unreadable = |error: std::io::Error| {
            let text = format!("cannot read the include root `{}`: {error}", root.display());
            Box::new(Diagnostic::error("input", text))
        };
        let folder = options.folder.clone().unwrap_or_else(|| PathBuf::from("."));
        let named = std::path::absolute(folder.join(path)).map_err(unreadable)?;
        let named_root = std::path::absolute(root).map_err(unreadable)?;
        let confinement = Confinement {
            root: root.canonicalize().map_err(unreadable)?,
            folder,
        };
        match confinement.contains(path) {
            true => Ok(Some(confinement)),
            false if named.starts_with(&named_root) => Err(Box::new(confinement.outside(path))),
            false => Ok(None),
        }
    }

    /// Returns whether a file exists below the include root, after symbolic links are followed.
    fn contains(&self, file: &Path) -> bool {
        let real = self.folder.join(file).canonicalize();
        real.is_ok_and(|real| real.starts_with(&self.root))
    }

    fn outside(&self, file: &Path) -> Diagnostic {
        let text = format!("`{}` is outside of the include root", file.display());
        let help = "copy the file into the folder of the program, or include a bundled header";
        Diagnostic::error("include-root", text).help(help)
    }

    /// Checks the files that the preprocessor has read. `dependencies` is the preprocessor's list of these files, in
    /// the syntax of a rule of `make`. `headers` is the folder of the bundled headers.
    pub(crate) fn check_dependencies(
        &self,
        dependencies: &[u8],
        headers: &Path,
    ) -> Result<(), Box<Diagnostic>> {
        for file in prerequisites(dependencies) {
            self.check_file(&file, headers)?;
        }
        Ok(())
    }

    fn check_file(&self, file: &Path, headers: &Path) -> Result<(), Box<Diagnostic>> {
        if file.starts_with(headers) {
            return Ok(());
        }
        if !self.contains(file) {
            return Err(Box::new(self.outside(file)));
        }
        let text = std::fs::read(self.folder.join(file)).unwrap_or_default();
        self.check_probes(&String::from_utf8_lossy(&text))
    }

    /// Reports an error if a text contains one of the [`PROBES`], which ask for the existence or age of a file.
    pub(crate) fn check_probes(&self, text: &str) -> Result<(), Box<Diagnostic>> {
        let joined = text.replace("\\\r\n", "").replace("\\\n", "");
        let words: Vec<&str> = joined.split_whitespace().collect();
        let joined = words.join(" ");
        match PROBES.iter().find(|probe| joined.contains(**probe)) {
            Some(probe) => {
                let text = format!("`{probe}` is not supported with an include root");
                Err(Box::new(Diagnostic::error("include-root", text)))
            }
            None => Ok(()),
        }
    }

    /// Checks the files that line markers name. Error messages show lines of these files, so a directive such as
    /// `#line 1 "/etc/passwd"` must be refused, too.
    pub(crate) fn check_markers(&self, text: &str, headers: &Path) -> Result<(), Box<Diagnostic>> {
        let mut has_text = false;
        for line in text.lines() {
            let Some(name) = marked_file(line) else {
                has_text |= !line.trim().is_empty();
                continue;
            };
            let file = Path::new(name);
            // Before the text of the program, the compiler writes markers such as `<built-in>` for its own
            // definitions.
            let is_builtin = name.starts_with('<') && !name.contains('/') && !has_text;
            if !is_builtin && !file.starts_with(headers) && !self.contains(file) {
                return Err(Box::new(self.outside(file)));
            }
        }
        Ok(())
    }

    /// Returns the errors of a failed preprocessor run, without those that reveal something about files outside of
    /// the root. Operators such as `__has_include` can test for files outside of the root. After a failure, it is
    /// unknown which files the preprocessor has read. Therefore all files below the root are searched for these
    /// operators. If one is found, the only returned error is that the operator is not supported.
    pub(crate) fn visible(&self, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
        match self.check_folder(&self.root, MOST_DEPTH) {
            Ok(()) => self.own(errors),
            Err(error) => vec![*error],
        }
    }

    /// Checks the regular files below a folder with [`Confinement::check_probes`].
    fn check_folder(&self, folder: &Path, depth: u32) -> Result<(), Box<Diagnostic>> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.as_ref().is_ok_and(std::fs::FileType::is_dir) && depth > 0 {
                self.check_folder(&path, depth - 1)?;
            } else if kind.is_ok_and(|kind| kind.is_file()) {
                let text = std::fs::read(&path).unwrap_or_default();
                self.check_probes(&String::from_utf8_lossy(&text))?;
            }
        }
        Ok(())
    }

    /// Returns the errors of a failed preprocessor run, without those that show text of files outside of the root.
    fn own(&self, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let (shown, hidden): (Vec<_>, Vec<_>) = errors.into_iter().partition(|error| {
            let places = error.primary.iter().map(|span| &*span.file);
            let mut places = places.chain(error.notes.iter().filter_map(|note| {
                note.strip_prefix("included from ")?
                    .rsplit_once(':')
                    .map(|(file, _)| file)
            }));
            places.all(|file| file.starts_with('<') || self.contains(Path::new(file)))
        });
        match (
            shown.is_empty(),
            hidden.first().and_then(|error| error.primary.as_ref()),
        ) {
            (true, Some(place)) => vec![self.outside(Path::new(&*place.file))],
            (true, None) => vec![Diagnostic::error("include-root", "preprocessing failed")],
            (false, _) => shown,
        }
    }
}

/// Returns the file that a line marker (`# 1 "file"` or `#line 1 "file"`) names; `None` for another line.
fn marked_file(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = rest.trim_start().strip_prefix('"')?;
    Some(name.rsplit_once('"').map_or(name, |(name, _)| name))
}

/// Returns the file names in a dependency rule of `make`, as `cc -MD` writes it. The names are separated by blanks. In
/// a name, a backslash quotes a blank or a `#`, and `$$` stands for `$`.
fn prerequisites(rule: &[u8]) -> Vec<PathBuf> {
    let start = rule
        .windows(2)
        .position(|pair| pair == b": ")
        .map_or(0, |at| at + 2);
    let mut names = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    let mut bytes = rule[start..].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b' ' | b'#' | b':')) | (b'$', Some(b'$')) => name.extend(bytes.next()),
            (b'\\', Some(b'\n')) | (b' ' | b'\n' | b'\t', _) => {
                names.push(std::mem::take(&mut name));
            }
            _ => name.push(byte),
        }
    }
    names.push(name);
    let names = names.into_iter().filter(|name| !name.is_empty());
    names
        .map(|name| PathBuf::from(OsStr::from_bytes(&name)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_make_are_read() {
        let names = prerequisites(b"a.o: a.c \\\n my\\ file.h b$$c.h \\\n d\\#.h\n");
        let expected = ["a.c", "my file.h", "b$c.h", "d#.h"];
        assert_eq!(names, expected.map(PathBuf::from));
    }

    #[test]
    fn line_markers_name_files() {
        assert_eq!(marked_file("# 1 \"/etc/passwd\" 1"), Some("/etc/passwd"));
        assert_eq!(marked_file("  #  line 7 \"a b.c\""), Some("a b.c"));
        assert_eq!(marked_file("# 12"), None);
        assert_eq!(marked_file("#pragma once"), None);
        assert_eq!(marked_file("int x;"), None);
    }
}
