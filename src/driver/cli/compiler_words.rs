//! Options of a C compiler on the command line of symtool: `symtool prog.c -O2 -Wall -include config.h -std=c99`.
//!
//! An option that matters to the preprocessor becomes `--cpp WORD`. An option that has no effect on the result of
//! symtool, such as `-O2`, is dropped. An option that changes the meaning of C (`-m32`) is an error. A word `@FILE`
//! stands for the words in the file FILE.
use super::Cli;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory};
use std::ffi::{OsStr, OsString};
use symtool_build::{Fate, expand, fate};

/// The prefixes of the compiler options that symtool accepts without `--cpp`.
const ACCEPTED: [&str; 14] = [
    "-O",
    "-g",
    "-W",
    "-w",
    "-f",
    "-m",
    "-p",
    "-l",
    "-L",
    "-M",
    "-i",
    "-std=",
    "-ansi",
    "-trigraphs",
];

/// Translates the compiler options in a command line of symtool to options of symtool. `words` contains the whole
/// command line, with the name of the program first. The words after `--` are not changed, because they are arguments
/// of the explored program. The words of `symtool cc` are not changed, because they are the command line of a
/// compiler.
///
/// # Errors
/// An option of a compiler that symtool does not support.
pub(super) fn translate(words: &[OsString]) -> Result<Vec<OsString>, clap::Error> {
    if words.get(1).is_some_and(|word| word == "cc") {
        return Ok(words.to_owned());
    }
    let end = words
        .iter()
        .position(|word| word == "--")
        .unwrap_or(words.len());
    let own = expand(&words[..end], ".".as_ref());
    let mut out = Vec::with_capacity(words.len());
    let mut rest = own.as_slice();
    while let Some(word) = rest.first() {
        let is_accepted = ACCEPTED.iter().any(|start| starts_with(word, start)) && !is_own(word);
        let used = match fate(rest).filter(|_| is_accepted) {
            Some(Fate::Preprocess(count)) => {
                for word in &rest[..count] {
                    out.extend(["--cpp".into(), word.clone()]);
                }
                count
            }
            Some(Fate::Ignore(count)) => count,
            Some(Fate::Refuse(why)) => {
                let text = format!(
                    "the compiler option `{}` is not supported: {why}",
                    word.display()
                );
                return Err(Cli::command().error(ErrorKind::InvalidValue, text));
            }
            None => {
                out.push(word.clone());
                1
            }
        };
        rest = &rest[used..];
    }
    out.extend_from_slice(&words[end..]);
    Ok(out)
}

fn starts_with(word: &OsStr, start: &str) -> bool {
    word.as_encoded_bytes().starts_with(start.as_bytes())
}

/// Returns whether `word` is an option of symtool that is written with one dash instead of two, such as
/// `-max-time=5s`. This word is not translated, so that the command-line parser rejects it with a message that names
/// the option.
fn is_own(word: &OsStr) -> bool {
    let Some(name) = word.to_str() else {
        return false;
    };
    let name = name
        .trim_start_matches('-')
        .split('=')
        .next()
        .unwrap_or_default();
    fn has(command: &Command, name: &str) -> bool {
        let is_named = |arg: &clap::Arg| arg.get_long() == Some(name);
        command.get_arguments().any(is_named)
            || command.get_subcommands().any(|command| has(command, name))
    }
    has(&Cli::command(), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> Result<String, String> {
        let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
        let out = translate(&words).map_err(|error| error.to_string())?;
        Ok(out.join(OsStr::new(" ")).into_string().unwrap())
    }

    #[test]
    fn options_of_a_compiler_are_translated() {
        for (text, expected) in [
            ("symtool a.c -O2 -Wall -g -w -lm -L lib", "symtool a.c"),
            ("symtool a.c -DA -I. -fwrapv", "symtool a.c -DA -I."),
            (
                "symtool -include c.h -std=c99 a.c",
                "symtool --cpp -include --cpp c.h --cpp -std=c99 a.c",
            ),
            ("symtool a.c -max-time=5s", "symtool a.c -max-time=5s"),
            (
                "symtool export t.json a.c -o x.c",
                "symtool export t.json a.c -o x.c",
            ),
            ("symtool a.c -- -O2 @x", "symtool a.c -- -O2 @x"),
            ("symtool cc -O2 -m32 a.c", "symtool cc -O2 -m32 a.c"),
        ] {
            assert_eq!(translated(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_option_with_another_meaning_of_c_is_an_error() {
        let error = translated("symtool a.c -m32").unwrap_err();
        assert!(
            error.contains("`-m32`") && error.contains("64-bit"),
            "{error}"
        );
    }
}
