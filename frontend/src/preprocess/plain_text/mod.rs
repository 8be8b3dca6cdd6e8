//! Preprocesses simple text in the process of symtool, without running the compiler. Most file tests (the programs in
//! `snapshots/`) consist of simple text.
//!
//! The only directive in simple text is `#include <header>` for a bundled header, and the only macros that it uses are
//! those that [`macros`] can expand. The result has the same tokens and lines as the output of `cc -E`. The compiler
//! preprocesses any other text: text with other directives or macros, line continuations, characters outside of ASCII,
//! and comments or literals without an end.
mod macros;
mod scan;

use crate::headers::{BUNDLED_PREFIX, bundled};
use macros::{Macro, Use};
use scan::{block_comment, is_word, joined_line, line, literal, word};
use std::collections::BTreeMap;

/// The macros that compilers for Linux or x86 predefine and whose names do not begin with an underscore.
const PREDEFINED: [&str; 3] = ["linux", "unix", "i386"];

/// Returns the preprocessed text of the file `name`: the text of the included headers and of the file, with blanks in
/// place of comments. Returns `None` if the text is not simple, so that the compiler must preprocess it.
pub(super) fn preprocess(name: &str, text: &str) -> Option<String> {
    if name.contains(['"', '\\', '\n']) || continues_line(text) {
        return None;
    }
    let mut output = Output {
        text: format!("# 1 \"{name}\"\n"),
        macros: BTreeMap::new(),
    };
    output.file(name, text, false)?;
    Some(output.text)
}

/// The preprocessed text so far.
struct Output<'a> {
    text: String,
    /// The macros that the included headers define; `None` for a macro that cannot be expanded here.
    macros: BTreeMap<&'a str, Option<Macro<'a>>>,
}

impl<'a> Output<'a> {
    /// Adds the text of a file to the output. Only a bundled header may have directives other than `#include`.
    fn file(&mut self, name: &str, text: &'a str, is_bundled: bool) -> Option<()> {
        if !text.bytes().all(is_plain) {
            return None;
        }
        // For each open conditional directive, such as `#ifdef`, whether the lines after it are part of the
        // preprocessed text.
        let mut conditions: Vec<bool> = Vec::new();
        let mut rest = text;
        let mut number = 1;
        while !rest.is_empty() {
            let is_directive = rest.trim_start_matches([' ', '\t']).starts_with('#');
            let is_live = !conditions.contains(&false);
            let len = match is_directive || !is_live {
                true => joined_line(rest),
                false => self.tokens((name, number), rest, is_bundled)?,
            };
            let (line, after) = rest.split_at(len);
            rest = after;
            number += line.matches('\n').count();
            if is_directive {
                let (keyword, argument) = words(line);
                match (keyword, argument) {
                    ("include", _) if is_live => {
                        self.include(argument)?;
                        self.text += &format!("# {number} \"{name}\" 2\n");
                        continue;
                    }
                    _ if !is_bundled => return None,
                    ("ifdef", name) => conditions.push(self.macros.contains_key(name)),
                    ("ifndef", name) => conditions.push(!self.macros.contains_key(name)),
                    ("else", _) => *conditions.last_mut()? ^= true,
                    ("endif", _) => drop(conditions.pop()?),
                    ("include" | "define" | "undef", _) if !is_live => {}
                    ("define", _) => self.macros.extend([Macro::parse(argument)]),
                    ("undef", name) => drop(self.macros.remove(name)),
                    _ => return None,
                }
            }
            if is_directive || !is_live {
                self.text.extend(line.chars().filter(|&c| c == '\n'));
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        conditions.is_empty().then_some(())
    }

    /// Adds the header that the directive `#include` with the given argument names.
    fn include(&mut self, argument: &str) -> Option<()> {
        let header = argument.strip_prefix('<')?.strip_suffix('>')?;
        let name = format!("{BUNDLED_PREFIX}{header}");
        let text = bundled(header)?;
        self.text += &format!("# 1 \"{name}\" 1\n");
        self.file(&name, text, true)
    }

    /// Adds the tokens of `text` to the output, up to the next line end that is not in a comment. `text` begins in
    /// the line `number` of `file`. Returns the length of the processed part of `text`.
    fn tokens(
        &mut self,
        (file, mut number): (&str, usize),
        text: &str,
        is_bundled: bool,
    ) -> Option<usize> {
        let mut rest = text;
        while let Some(&first) = rest.as_bytes().first() {
            let mut len = 1;
            match first {
                b'#' => return None,
                b'%' if rest.starts_with("%:") => return None,
                b'/' if rest.starts_with("//") || rest.starts_with("/*") => {
                    len = match rest.starts_with("//") {
                        true => line(rest),
                        false => block_comment(rest)?,
                    };
                    number += rest[..len].matches('\n').count();
                    let blank = |c| if matches!(c, '\n' | '\t') { c } else { ' ' };
                    self.text.extend(rest[..len].chars().map(blank));
                }
                b'"' | b'\'' => {
                    len = literal(rest)?;
                    self.text += &rest[..len];
                }
                _ if is_word(first) => {
                    len = word(rest);
                    let (word, after) = rest.split_at(len);
                    let is_plain = |word: &str, is_bundled| self.is_plain(word, is_bundled);
                    let expanded = match self.macros.get(word) {
                        Some(known) => {
                            let at = Use { file, line: number };
                            (*known)?.expand(&at, after, &is_plain)?
                        }
                        None if after.starts_with(['"', '\'']) => return None,
                        None if !is_plain(word, is_bundled) => return None,
                        None => (word.to_owned(), 0),
                    };
                    self.text += &expanded.0;
                    len += expanded.1;
                }
                _ => self.text.push(char::from(first)),
            }
            rest = &rest[len..];
            if first == b'\n' {
                break;
            }
        }
        Some(text.len() - rest.len())
    }

    /// Returns whether a word is certainly not the name of a macro. The compiler may predefine macros with reserved
    /// names. In a user's file, each word that begins with `_` is treated as reserved. In a bundled header, only a
    /// word that begins with `__` and contains a capital letter is treated as reserved.
    fn is_plain(&self, word: &str, is_bundled: bool) -> bool {
        let is_reserved = match is_bundled {
            true => word.starts_with("__") && word.contains(|c: char| c.is_ascii_uppercase()),
            false => word.starts_with('_'),
        };
        !is_reserved && !PREDEFINED.contains(&word) && !self.macros.contains_key(word)
    }
}

/// Returns the keyword and the argument of a directive.
fn words(directive: &str) -> (&str, &str) {
    let directive = directive.trim().trim_start_matches('#').trim_start();
    let (keyword, argument) = directive.split_at(word(directive));
    (keyword, argument.trim_start())
}

/// Returns whether a byte is a blank, a line end, or a visible character of ASCII.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\t' | b' '..=b'~')
}

/// Returns whether a line of the text ends with a backslash, so that the compiler joins this line with the next one.
fn continues_line(text: &str) -> bool {
    text.lines().any(|line| line.trim_end().ends_with('\\'))
}

#[cfg(test)]
mod tests {
    use super::preprocess;

    #[test]
    fn comments_become_blanks() {
        let text = "int a; // one\nint/* two\n */b = '\\'' + \"/*\"[0];";
        let expected = "# 1 \"f.c\"\nint a;       \nint      \n   b = '\\'' + \"/*\"[0];\n";
        assert_eq!(preprocess("f.c", text).as_deref(), Some(expected));
    }

    #[test]
    fn included_headers_have_markers() {
        let text = "# include  <stddef.h>\n#include <stddef.h>\nsize_t a;\n";
        let text = preprocess("f.c", text).expect("no macro is used");
        let (header, rest) = text.split_at(text.find("# 2 \"f.c\" 2\n").expect("a marker"));
        assert!(header.contains("# 1 \"<symtool>/stddef.h\" 1\n "));
        assert!(header.contains("\ntypedef unsigned long size_t;\n"));
        let again = "# 1 \"<symtool>/stddef.h\" 1\n";
        assert!(rest.contains(again) && !rest.contains("typedef"), "{rest}");
        assert!(rest.ends_with("# 3 \"f.c\" 2\nsize_t a;\n"), "{rest}");
    }

    #[test]
    fn macros_of_headers_are_expanded() {
        let expand = |header: &str, text: &str| {
            let text = format!("#include <{header}>\n{text}\n");
            let text = preprocess("f.c", &text).expect("a simple macro");
            let line = text.lines().last().unwrap_or_default();
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(expand("stddef.h", "p=NULL;"), "p= ((void *)0) ;");
        let expected = r#"(( a[f(1, 2)] != "\n"[0] ) ? (void)0 : __symtool_assert_fail("a[f(1, 2)] != \"\\n\"[0]", "f.c", 2, __func__)) ;"#;
        let text = r#"assert( a[f(1,  2)] != "\n"[0] );"#;
        assert_eq!(expand("assert.h", text), expected);
        assert_eq!(expand("stdio.h", "f(EOF-1);"), "f( (-1) -1);");
    }

    #[test]
    fn what_the_compiler_may_change_is_left_to_it() {
        for text in [
            "#define A 1\n",
            "#include \"stddef.h\"\n",
            "#include <stdef.h>\n",
            "#include <stddef.h> // NULL\n",
            "#include <stddef.h>\nint a = offsetof(struct s, a);\n",
            "#include <assert.h>\nvoid f(int a) { assert(a\n); }\n",
            "#include <assert.h>\nvoid f(int a) { assert(a, a); }\n",
            "#include <assert.h>\nvoid f(int a) { assert(a /* b */); }\n",
            "#include <assert.h>\nvoid f(int a) { assert(__LINE__ > a); }\n",
            "#include <assert.h>\nint (*f)(int) = assert;\n",
            "#include <sys/stat.h>\nint a = S_ISREG(1);\n",
            "/* a */ #include <stddef.h>\n",
            "%:define A 1\n",
            "int a = __LINE__;\n",
            "int linux;\n",
            "int a; \\\nint b;\n",
            "// a \\ \nint b;\n",
            "char *s = \"a;\n",
            "int a; /* b\n",
            "char *s = R\"(\")\";\n",
            "char *s = \"é\";\n",
            "int a;\r\nint b;\n",
        ] {
            assert_eq!(preprocess("f.c", text), None, "{text}");
        }
        assert_eq!(preprocess("a\"b.c", "int a;\n"), None);
    }
}
