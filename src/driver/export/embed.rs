//! The source of a program for an exported test: an `#include` of its file, or its text.
use std::path::{Path, PathBuf};
use symtool_frontend::Sources;

/// The name that the front end gives to its header with the declarations of symtool's functions.
pub const KLEE_HEADER: &str = "<symtool>/klee/klee.h";

/// The path of the header [`KLEE_HEADER`] in the `#include` lines of programs.
pub const KLEE_INCLUDE: &str = "klee/klee.h";

/// The maximum depth of nested headers that are embedded. A deeper `#include` line is left unchanged.
const MOST_NESTED: usize = 64;

/// The maximum size of an embedded program in bytes. The text of a header is repeated at each include, so headers that
/// include each other often could make the program arbitrarily large.
const MOST_BYTES: usize = 1 << 24;

/// Returns the text of the file `name`, with headers in place of `#include` lines: the text of a header of the
/// program, or of `klee/klee.h`, replaces the line that includes it. Lines that include a header of the host are left
/// unchanged. Returns `None` if the text is too large.
pub fn embedded(sources: &Sources, folders: &[PathBuf], name: &str) -> Option<String> {
    let mut embedding = Embedding {
        sources,
        folders,
        once: Vec::new(),
        text: String::new(),
    };
    embedding.file(name, 0)?;
    Some(embedding.text)
}

/// Returns whether the file `name` includes the file `header`, directly or through other headers.
pub fn includes(sources: &Sources, folders: &[PathBuf], name: &str, header: &str) -> bool {
    let marker = format!("#line 1 {}\n", quoted(header));
    let text = embedded(sources, folders, name);
    text.is_some_and(|text| text.contains(&marker))
}

/// Returns a file name as it is written in a `#line` directive.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Embedding<'a> {
    sources: &'a Sources,
    folders: &'a [PathBuf],
    /// The headers with `#pragma once`, in the order of their first include. The position in this list is part of the
    /// name of the include guard.
    once: Vec<String>,
    text: String,
}

impl Embedding<'_> {
    /// Appends the text of a file; returns `None` if the whole text becomes too large. A `#pragma once` becomes an
    /// include guard. It is not enough to embed such a header only once, because its first include may be in code that
    /// the preprocessor skips.
    fn file(&mut self, name: &str, depth: usize) -> Option<()> {
        let text = self.sources.text(name).unwrap_or_default();
        let is_once = |line: &str| directive(line) == Some("pragma once");
        let has_guard = text.lines().any(is_once);
        if has_guard {
            let known = self.once.iter().position(|known| known == name);
            let number = known.unwrap_or(self.once.len());
            if known.is_none() {
                self.once.push(name.to_owned());
            }
            let guard = format!("SYMTOOL_TEST_ONCE_{number}");
            self.text += &format!("#ifndef {guard}\n#define {guard}\n");
        }
        self.line_marker(1, name);
        for (index, line) in text.lines().enumerate() {
            match self.included(name, line).filter(|_| depth < MOST_NESTED) {
                Some(header) => {
                    self.file(&header, depth + 1)?;
                    self.line_marker(index + 2, name);
                }
                None if is_once(line) => self.text.push('\n'),
                None => {
                    self.text += line;
                    self.text.push('\n');
                }
            }
        }
        if has_guard {
            self.text += "#endif\n";
        }
        (self.text.len() <= MOST_BYTES).then_some(())
    }

    fn line_marker(&mut self, line: usize, name: &str) {
        self.text += &format!("#line {line} {}\n", quoted(name));
    }

    /// Returns the header that `line` includes, if the text of the header is known and it is no header of the host.
    fn included(&self, from: &str, line: &str) -> Option<String> {
        let rest = directive(line)?.strip_prefix("include")?.trim();
        let name = match rest.strip_prefix('"') {
            Some(rest) => rest.split('"').next()?,
            None => rest.strip_prefix('<')?.split('>').next()?,
        };
        let beside = Path::new(from).parent().map(Path::to_owned);
        let folders = beside.iter().filter(|_| rest.starts_with('"'));
        let candidates = folders.chain(self.folders).map(|folder| folder.join(name));
        let known = |path: &str| self.sources.contains(path);
        let mut own = candidates.filter_map(|path| path.to_str().map(str::to_owned));
        let found = own.find(|path| known(path));
        found.or_else(|| {
            (name == KLEE_INCLUDE && known(KLEE_HEADER)).then(|| KLEE_HEADER.to_owned())
        })
    }
}

/// Returns the text of a preprocessor directive after the `#`; `None` for other lines.
fn directive(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix('#')?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_headers_are_embedded_and_those_of_the_host_are_not() {
        let mut sources = Sources::default();
        sources.insert(
            "src/a.c",
            "#include <stdio.h>\n#include \"b.h\"\n# include \"b.h\"\n#include <klee/klee.h>\nint x;\n",
        );
        sources.insert("src/b.h", "#pragma once\nint b;\n");
        sources.insert(KLEE_HEADER, "int klee;\n");
        let header = "#ifndef SYMTOOL_TEST_ONCE_0\n#define SYMTOOL_TEST_ONCE_0\n\
                      #line 1 \"src/b.h\"\n\nint b;\n#endif\n";
        let expected = format!(
            "#line 1 \"src/a.c\"\n#include <stdio.h>\n{header}#line 3 \"src/a.c\"\n{header}#line 4 \"src/a.c\"\n\
             #line 1 \"<symtool>/klee/klee.h\"\nint klee;\n#line 5 \"src/a.c\"\nint x;\n"
        );
        assert_eq!(embedded(&sources, &[], "src/a.c"), Some(expected));
        assert!(includes(&sources, &[], "src/a.c", "src/b.h"));
        assert!(!includes(&sources, &[], "src/b.h", "src/a.c"));
        let folders = [PathBuf::from("inc")];
        sources.insert("c.c", "#include <d.h>\n");
        sources.insert("inc/d.h", "int d;\n");
        let text = embedded(&sources, &folders, "c.c").unwrap_or_default();
        assert!(text.contains("int d;"), "{text}");
    }

    #[test]
    fn headers_that_include_themselves_often_are_refused() {
        let mut sources = Sources::default();
        sources.insert("a.h", "#include \"a.h\"\n#include \"a.h\"\n");
        assert_eq!(embedded(&sources, &[], "a.h"), None);
        sources.insert("a.h", "#include \"a.h\"\n");
        let text = embedded(&sources, &[], "a.h").unwrap_or_default();
        assert!(text.contains("#include \"a.h\""), "{text}");
    }
}
