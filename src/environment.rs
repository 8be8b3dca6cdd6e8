//! What the program finds when it starts, as options, as words in a test case, and as a command line for people.
//!
//! A test case carries its surroundings: words in the syntax of the options (as KLEE's own test cases do), and the
//! contents of files as objects beside the inputs. So a replay needs nothing but the test and the program.
use crate::error::Error;
use clap::Args;
use std::path::Path;
use symtool_frontend::environment::{
    Argument, COUNT_INPUT, Contents, Environment, STDIN_INPUT, argument_input, file_input,
};
use symtool_ir::Inputs;

/// The largest contents of a file, in bytes.
const MAX_CONTENTS: u64 = 1 << 24;
/// The most symbolic arguments.
const MAX_ARGUMENTS: u32 = 100;

/// The program's arguments, standard input, files and environment variables.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Environment")]
pub struct EnvironmentArgs {
    /// Pass from MIN to MAX symbolic arguments of up to LEN bytes each; they follow ARGS (repeatable).
    #[arg(long, value_names = ["MIN", "MAX", "LEN"], num_args = 3, value_delimiter = ' ', env = "SYMTOOL_SYM_ARGS")]
    pub sym_args: Vec<u32>,
    /// Pass one symbolic argument of up to LEN bytes, behind those of --sym-args (repeatable).
    #[arg(
        long,
        value_name = "LEN",
        value_delimiter = ' ',
        env = "SYMTOOL_SYM_ARG"
    )]
    pub sym_arg: Vec<u32>,
    /// Make standard input BYTES symbolic bytes long (or MIN..MAX); without it and --stdin it is empty.
    #[arg(long, value_name = "BYTES", env = "SYMTOOL_SYM_STDIN")]
    pub sym_stdin: Option<String>,
    /// Make a file NAME with BYTES symbolic bytes (or MIN..MAX; repeatable).
    #[arg(long, value_names = ["NAME", "BYTES"], num_args = 2, value_delimiter = ' ', env = "SYMTOOL_SYM_FILE")]
    pub sym_file: Vec<String>,
    /// Let the program read FILE as its standard input.
    #[arg(
        long,
        value_name = "FILE",
        env = "SYMTOOL_STDIN",
        conflicts_with = "sym_stdin"
    )]
    pub stdin: Option<String>,
    /// Let the program see the host's file HOSTPATH as NAME; what it writes stays in memory (repeatable).
    #[arg(
        long,
        value_name = "NAME[=HOSTPATH]",
        value_delimiter = ' ',
        env = "SYMTOOL_FILE"
    )]
    pub file: Vec<String>,
    /// Set an environment variable of the program, which has none otherwise (repeatable).
    #[arg(long, value_name = "NAME=VALUE", env = "SYMTOOL_ENV")]
    pub env: Vec<String>,
    /// The program's arguments, after `--`; `--sym-arg LEN` and `--sym-args MIN MAX LEN` among them stand for symbolic ones.
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

impl EnvironmentArgs {
    /// Is anything asked for?
    pub fn is_empty(&self) -> bool {
        self.sym_args.is_empty()
            && self.sym_arg.is_empty()
            && self.sym_stdin.is_none()
            && self.sym_file.is_empty()
            && self.stdin.is_none()
            && self.file.is_empty()
            && self.env.is_empty()
            && self.args.is_empty()
    }

    /// Reads the host's files that are named and checks all numbers.
    pub fn environment(&self) -> Result<Environment, Error> {
        let mut reader = WordReader::new(ContentsFrom::Host);
        reader.arguments(&self.args)?;
        for group in self.sym_args.chunks(3) {
            if let &[least, most, length] = group {
                reader.free_arguments(least, most, length)?;
            }
        }
        for &length in &self.sym_arg {
            reader.free_arguments(1, 1, length)?;
        }
        if let Some(bytes) = &self.sym_stdin {
            reader.environment.stdin = free_contents("--sym-stdin", bytes)?;
        }
        if let Some(file) = &self.stdin {
            reader.environment.stdin = Contents::Known(host_file(file)?);
        }
        for pair in self.sym_file.chunks(2) {
            if let [name, bytes] = pair {
                let contents = free_contents("--sym-file", bytes)?;
                reader.file(name, contents)?;
            }
        }
        for file in &self.file {
            let (name, host) = file.split_once('=').unwrap_or((file, file));
            reader.file(name, Contents::Known(host_file(host)?))?;
        }
        for variable in &self.env {
            reader.variable(variable)?;
        }
        Ok(reader.environment)
    }
}

fn bad(text: impl Into<String>) -> Error {
    Error::Option(text.into())
}

fn host_file(path: &str) -> Result<Vec<u8>, Error> {
    let path = Path::new(path);
    let bytes = std::fs::read(path).map_err(Error::file("cannot read", path))?;
    if bytes.len() as u64 > MAX_CONTENTS {
        return Err(bad(format!(
            "{} is larger than {} MiB, the most for a file of the program",
            path.display(),
            MAX_CONTENTS >> 20
        )));
    }
    Ok(bytes)
}

/// `BYTES` or `MIN..MAX`.
fn free_contents(option: &str, text: &str) -> Result<Contents, Error> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((least, most)) => number(least).zip(number(most)),
        None => number(text).map(|bytes| (bytes, bytes)),
    };
    match range {
        Some((least, most)) if least <= most && most <= MAX_CONTENTS => {
            Ok(Contents::Free { least, most })
        }
        _ => Err(bad(format!(
            "`{text}` for {option} is no number of bytes up to {MAX_CONTENTS}, nor a range MIN..MAX of such numbers"
        ))),
    }
}

/// Where the contents of files come from.
enum ContentsFrom<'a> {
    /// The host; `--file` and `--stdin` name them.
    Host,
    /// Objects of a test case.
    Objects(&'a Inputs),
}

/// Builds an environment from words.
struct WordReader<'a> {
    environment: Environment,
    free_arguments: u32,
    contents: ContentsFrom<'a>,
}

impl<'a> WordReader<'a> {
    fn new(contents: ContentsFrom<'a>) -> WordReader<'a> {
        WordReader {
            environment: Environment::default(),
            free_arguments: 0,
            contents,
        }
    }

    fn free_arguments(&mut self, least: u32, most: u32, length: u32) -> Result<(), Error> {
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

    fn file(&mut self, name: &str, contents: Contents) -> Result<(), Error> {
        let plain = plain_name(name);
        let known = self.environment.files.iter().any(|(n, _)| *n == plain);
        if plain.is_empty() || known {
            let why = if known {
                "is there twice"
            } else {
                "is no name of a file"
            };
            return Err(bad(format!("the file `{name}` {why}")));
        }
        self.environment.files.push((plain, contents));
        Ok(())
    }

    fn variable(&mut self, text: &str) -> Result<(), Error> {
        if !text.contains('=') || text.starts_with('=') || text.contains('\0') {
            return Err(bad(format!("`{text}` for --env is not NAME=VALUE")));
        }
        self.environment.variables.push(text.to_owned());
        Ok(())
    }

    /// Words after `--`: arguments, with symbolic ones among them.
    fn arguments(&mut self, words: &[String]) -> Result<(), Error> {
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

    /// One word of a test case in front of `--`, with the words that belong to it. What is no option is an argument,
    /// as in KLEE's test cases.
    fn word<'w>(
        &mut self,
        word: &'w str,
        rest: &mut std::slice::Iter<'w, String>,
    ) -> Result<(), Error> {
        let option = word.strip_prefix("--").or(word.strip_prefix('-'));
        let mut next = || rest.next().map_or("", String::as_str);
        match option {
            Some("sym-stdin") => self.environment.stdin = free_contents(word, next())?,
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
            Some("file") => {
                let name = next();
                let contents = self.object(&file_input(name));
                self.file(name, contents)?;
            }
            Some("env") => {
                let variable = next().to_owned();
                self.variable(&variable)?;
            }
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

/// The numbers that follow a word.
fn numbers(
    word: &str,
    rest: &mut std::slice::Iter<'_, String>,
    count: usize,
) -> Result<Box<[u32]>, Error> {
    (0..count)
        .map(|_| {
            let number = rest.next().and_then(|text| text.parse().ok());
            number.ok_or_else(|| bad(format!("{word} wants {count} numbers behind it")))
        })
        .collect()
}

/// A file's name as the library models compare it: without `.`, `//` and a leading `/`.
fn plain_name(name: &str) -> String {
    let parts = name
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    parts.collect::<Vec<_>>().join("/")
}

/// The words of an environment for a test case.
pub fn words(environment: &Environment) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |parts: &[&str]| words.extend(parts.iter().map(|&part| part.to_owned()));
    match &environment.stdin {
        Contents::Known(bytes) if bytes.is_empty() => {}
        Contents::Known(_) => add(&["--stdin"]),
        Contents::Free { least, most } => add(&["--sym-stdin", &range(*least, *most)]),
    }
    for (name, contents) in &environment.files {
        match contents {
            Contents::Known(_) => add(&["--file", name]),
            Contents::Free { least, most } => add(&["--sym-file", name, &range(*least, *most)]),
        }
    }
    for variable in &environment.variables {
        add(&["--env", variable]);
    }
    let is_known = |argument: &Argument| matches!(argument, Argument::Known(_));
    if environment.arguments.iter().any(is_known) {
        add(&["--"]);
    }
    for argument in &environment.arguments {
        match argument {
            Argument::Known(text) => add(&[&String::from_utf8_lossy(text)]),
            Argument::Free {
                least,
                most,
                length,
            } => add(&[
                "--sym-args",
                &least.to_string(),
                &most.to_string(),
                &length.to_string(),
            ]),
        }
    }
    words
}

fn range(least: u64, most: u64) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}..{most}")
    }
}

/// The contents that the words of an environment only name, as objects of a test case.
pub fn objects(environment: &Environment) -> Inputs {
    let mut inputs = Inputs::default();
    if let Contents::Known(bytes) = &environment.stdin
        && !bytes.is_empty()
    {
        inputs.push(STDIN_INPUT, bytes.clone());
    }
    for (name, contents) in &environment.files {
        if let Contents::Known(bytes) = contents {
            inputs.push(file_input(name), bytes.clone());
        }
    }
    inputs
}

/// The environment that a test case carries.
pub fn from_words(words: &[String], inputs: &Inputs) -> Result<Environment, Error> {
    let mut reader = WordReader::new(ContentsFrom::Objects(inputs));
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            reader.arguments(rest.as_slice())?;
            break;
        }
        reader.word(word, &mut rest)?;
    }
    Ok(reader.environment)
}

/// How a person would call the program with these inputs: `program -x 'a b' < stdin`; `None` if nothing is passed.
pub fn command_line(environment: &Environment, inputs: &Inputs) -> Option<String> {
    let mut words = Vec::new();
    let (mut number, mut group) = (0, 0);
    for argument in &environment.arguments {
        match argument {
            Argument::Known(text) => words.push(shell_word(text)),
            Argument::Free { least, most, .. } => {
                let mut count = *least;
                if least != most {
                    count = group_count(inputs, group).clamp(*least, *most);
                    group += 1;
                }
                for index in 0..count {
                    let input = argument_input(number + index);
                    let bytes = inputs.get(&input).unwrap_or_default();
                    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
                    words.push(shell_word(&bytes[..end]));
                }
                number += most;
            }
        }
    }
    (!environment.arguments.is_empty()).then(|| {
        let mut line = "program".to_owned();
        for word in words {
            line.push(' ');
            line += &word;
        }
        line
    })
}

/// The number of arguments in the n-th group that has a free number.
fn group_count(inputs: &Inputs, group: u32) -> u32 {
    let name = match group {
        0 => COUNT_INPUT.to_owned(),
        _ => format!("{COUNT_INPUT}_{group}"),
    };
    let bytes = inputs.get(&name).unwrap_or_default();
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b))
}

/// Bytes as a word of a shell's command line.
pub fn shell_word(bytes: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./=,+:@%".contains(b);
    if !bytes.is_empty() && bytes.iter().all(plain) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
        return format!(
            "'{}'",
            String::from_utf8_lossy(bytes).replace('\'', r"'\''")
        );
    }
    let mut word = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\n' => word += "\\n",
            b'\t' => word += "\\t",
            b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
            b' '..=b'~' => word.push(char::from(byte)),
            _ => word += &format!("\\x{byte:02x}"),
        }
    }
    word + "'"
}

/// Does an input say how a run is called (its arguments), so that the command line shows it already?
pub fn is_argument(name: &str) -> bool {
    let number = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    name == COUNT_INPUT || number("n_args_") || number("arg")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn an_environment_survives_its_words() {
        let environment = Environment {
            arguments: vec![
                Argument::Known(b"-n".to_vec()),
                Argument::Free {
                    least: 0,
                    most: 2,
                    length: 3,
                },
                Argument::Known(b"--".to_vec()),
            ],
            stdin: Contents::Known(b"in\n".to_vec()),
            files: vec![
                ("A".into(), Contents::Free { least: 1, most: 4 }),
                ("dir/b".into(), Contents::Known(b"x".to_vec())),
            ],
            variables: vec!["HOME=/".into()],
        };
        let read = from_words(&words(&environment), &objects(&environment));
        assert_eq!(read.ok(), Some(environment));
    }

    #[test]
    fn klee_words_are_understood() {
        let words = strings(&["-n", "-sym-arg", "2", "--sym-files", "2", "8", "x"]);
        let read = from_words(&words, &Inputs::default()).unwrap();
        let names: Vec<&str> = read.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["A", "B"]);
        assert_eq!(read.arguments.len(), 3);
    }

    #[test]
    fn the_command_line_is_a_shell_s() {
        let free = |least, most| Argument::Free {
            least,
            most,
            length: 3,
        };
        let environment = Environment {
            arguments: vec![free(0, 2), Argument::Known(b"it's".to_vec()), free(1, 1)],
            ..Environment::default()
        };
        let mut inputs = Inputs::default();
        inputs.push("n_args", vec![1, 0, 0, 0]);
        inputs.push("arg00", b"-x\0\0".to_vec());
        inputs.push("arg02", b"\x01\n\0\0".to_vec());
        let line = command_line(&environment, &inputs);
        assert_eq!(line.as_deref(), Some(r"program -x 'it'\''s' $'\x01\n'"));
    }

    #[test]
    fn senseless_numbers_are_refused() {
        assert!(free_contents("--sym-stdin", "4..2").is_err());
        assert!(free_contents("--sym-stdin", "many").is_err());
        let args = EnvironmentArgs {
            sym_args: vec![2, 1, 4],
            ..EnvironmentArgs::default()
        };
        assert!(args.environment().is_err());
    }
}
