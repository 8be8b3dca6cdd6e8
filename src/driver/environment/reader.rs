//! Parses an environment from words: the words of the command line, or the words in a test case.
use super::{MAX_ARGUMENTS, MAX_CONTENTS, bad, free_contents};
use crate::Error;
use symtool_frontend::environment::{
    Argument, Contents, Environment, SOCKET_INPUT, STDIN_INPUT, file_input, plain_name,
};
use symtool_ir::Inputs;

/// The maximal length in bytes of a component of a file name, as on Linux. `d_name` in `dirent.h` has room for it.
const LONGEST_NAME: usize = 255;

/// The source of the contents of the files in an environment.
pub(super) enum ContentsFrom<'a> {
    /// Files of the host. The options `--file`, `--stdin` and `--socket` name them.
    Host,
    /// Objects in the test case, which store the contents of files.
    Objects(&'a Inputs),
}

/// A parser of the words that describe an environment.
pub(super) struct WordReader<'a> {
    pub environment: Environment,
    free_arguments: u32,
    contents: ContentsFrom<'a>,
}

impl<'a> WordReader<'a> {
    pub fn new(contents: ContentsFrom<'a>) -> WordReader<'a> {
        WordReader {
            environment: Environment::default(),
            free_arguments: 0,
            contents,
        }
    }

    pub fn free_arguments(&mut self, least: u32, most: u32, length: u32) -> Result<(), Error> {
        if least > most {
            return Err(bad(format!(
                "--sym-args {least} {most} {length}: MIN is greater than MAX"
            )));
        }
        self.free_arguments = self.free_arguments.saturating_add(most);
        if self.free_arguments > MAX_ARGUMENTS {
            return Err(bad(format!("more than {MAX_ARGUMENTS} symbolic arguments")));
        }
        if u64::from(length) > MAX_CONTENTS {
            return Err(bad(format!(
                "a symbolic argument of {length} bytes is too long"
            )));
        }
        if most > 0 {
            self.environment.arguments.push(Argument::Free {
                least,
                most,
                length,
            });
        }
        Ok(())
    }

    pub fn file(&mut self, name: &str, contents: Contents) -> Result<(), Error> {
        let plain = plain_name(name);
        let others = || {
            self.environment
                .files
                .iter()
                .map(|(other, _)| other.as_str())
        };
        let why = if plain.is_empty() {
            "has no valid name"
        } else if plain.split('/').any(|part| part.len() > LONGEST_NAME) {
            "has a name with a component of more than 255 bytes"
        } else if others().any(|other| other == plain) {
            "is defined twice"
        } else if ["tmp", "dev"].contains(&plain.as_str())
            || others().any(|other| is_within(&plain, other) || is_within(other, &plain))
        {
            "has the name of a directory, or lies in a file"
        } else {
            self.environment.files.push((plain, contents));
            return Ok(());
        };
        Err(bad(format!("the file `{name}` {why}")))
    }

    /// Makes the properties of a file symbolic. The file must be part of the environment.
    pub fn free_properties(&mut self, name: &str) -> Result<(), Error> {
        let plain = plain_name(name);
        if !self
            .environment
            .files
            .iter()
            .any(|(file, _)| *file == plain)
        {
            return Err(bad(format!(
                "--sym-stat {name}: there is no such file; create it with --file or --sym-file"
            )));
        }
        if !self.environment.free_properties.contains(&plain) {
            self.environment.free_properties.push(plain);
        }
        Ok(())
    }

    pub fn variable(&mut self, text: &str) -> Result<(), Error> {
        if !text.contains('=') || text.starts_with('=') || text.contains('\0') {
            return Err(bad(format!(
                "expected NAME=VALUE for --env, found `{text}`"
            )));
        }
        self.environment.variables.push(text.to_owned());
        Ok(())
    }

    /// Parses the words after `--`: the arguments of the program, which may include symbolic arguments.
    pub fn arguments(&mut self, words: &[String]) -> Result<(), Error> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let free = match word.as_str() {
                "--sym-arg" | "-sym-arg" => 1,
                "--sym-args" | "-sym-args" => 3,
                _ => 0,
            };
            match *numbers(word, &mut rest, free)? {
                [] => {
                    let text = Argument::Known(word.clone().into_bytes());
                    self.environment.arguments.push(text);
                }
                [length] => self.free_arguments(1, 1, length)?,
                [least, most, length] => self.free_arguments(least, most, length)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Parses one word of a test case that stands before the word `--`. If the word is an option with operands, also
    /// takes the operands from `rest`, the words that follow. A word that is not an option is an argument of the
    /// program, as in KLEE's test cases.
    pub fn word<'w>(
        &mut self,
        word: &'w str,
        rest: &mut std::slice::Iter<'w, String>,
    ) -> Result<(), Error> {
        let option = word.strip_prefix("--").or(word.strip_prefix('-'));
        let mut next = || rest.next().map_or("", String::as_str);
        match option {
            Some("sym-stdin") => self.environment.stdin = free_contents(word, next())?,
            Some("sym-socket") => self.environment.socket = Some(free_contents(word, next())?),
            Some("sym-file") => {
                let name = next();
                let contents = free_contents(word, next())?;
                self.file(name, contents)?;
            }
            Some("sym-files") => {
                let count = next().parse::<u8>().unwrap_or(0).min(26);
                let contents = free_contents(word, next())?;
                for letter in (b'A'..=b'Z').take(count.into()) {
                    self.file(&char::from(letter).to_string(), contents.clone())?;
                }
            }
            Some("stdin") => self.environment.stdin = self.object(STDIN_INPUT),
            Some("socket") => self.environment.socket = Some(self.object(SOCKET_INPUT)),
            Some("file") => {
                let name = next();
                let contents = self.object(&file_input(name));
                self.file(name, contents)?;
            }
            Some("sym-stat") => {
                let name = next().to_owned();
                self.free_properties(&name)?;
            }
            Some("env") => {
                let variable = next().to_owned();
                self.variable(&variable)?;
            }
            Some(name @ ("time" | "random")) => {
                let number = next();
                let what = match name {
                    "time" => "a number of seconds",
                    _ => "a number",
                };
                let wrong = |_| bad(format!("{word} expects {what}, found `{number}`"));
                let parsed = Some(number.parse().map_err(wrong)?);
                match name {
                    "time" => self.environment.time = parsed,
                    _ => self.environment.random = parsed,
                }
            }
            Some("malloc-may-fail") => self.environment.malloc_may_fail = true,
            Some("sym-arg" | "sym-args") => {
                let count = if word.ends_with('s') { 3 } else { 1 };
                let words: Vec<String> = std::iter::once(word.to_owned())
                    .chain(rest.by_ref().take(count).cloned())
                    .collect();
                self.arguments(&words)?;
            }
            _ => self.arguments(&[word.to_owned()])?,
        }
        Ok(())
    }

    fn object(&self, name: &str) -> Contents {
        match &self.contents {
            ContentsFrom::Host => Contents::default(),
            ContentsFrom::Objects(inputs) => {
                Contents::Known(inputs.get(name).unwrap_or_default().to_vec())
            }
        }
    }
}

/// Returns the `count` numbers that follow the option `word`.
fn numbers(
    word: &str,
    rest: &mut std::slice::Iter<'_, String>,
    count: usize,
) -> Result<Box<[u32]>, Error> {
    let expected = match count {
        1 => "a number".to_owned(),
        _ => format!("{count} numbers"),
    };
    (0..count)
        .map(|_| {
            let number = rest.next().and_then(|text| text.parse().ok());
            number.ok_or_else(|| bad(format!("{word} expects {expected}")))
        })
        .collect()
}

/// Returns whether the file `name` lies in the directory `folder`.
fn is_within(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder)
        .is_some_and(|rest| rest.starts_with('/'))
}
