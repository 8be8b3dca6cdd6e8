//! The environment of the program: arguments, standard input, files, a connection and environment variables. There are three
//! notations for an environment: options, words in a test case, and (for the arguments only) a shell command.
//!
//! A test case stores its environment as words in the syntax of the options (as in KLEE's test cases), and the
//! contents of files as objects beside the inputs. So a replay needs only the test case and the program, and no
//! options.
mod reader;
mod shell;
#[cfg(test)]
mod tests;
mod words;

pub use shell::{arguments, command_line, shell_word};
pub use words::{from_words, objects, words};

use crate::Error;
use clap::Args;
use clap::builder::FalseyValueParser;
use reader::{ContentsFrom, WordReader};
use std::path::Path;
use symtool_frontend::environment::{COUNT_INPUT, Contents, Environment};

/// The maximum size of a file's contents, in bytes.
const MAX_CONTENTS: u64 = 1 << 24;
/// The maximum number of symbolic arguments.
const MAX_ARGUMENTS: u32 = 100;

/// The program's arguments, standard input, files, connection and environment variables.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Environment")]
pub struct EnvironmentArgs {
    /// Pass MIN to MAX symbolic arguments of up to LEN bytes each, after the arguments ARGS (repeatable).
    #[arg(long, value_names = ["MIN", "MAX", "LEN"], num_args = 3, value_delimiter = ' ', env = "SYMTOOL_SYM_ARGS")]
    pub sym_args: Vec<u32>,
    /// Pass one symbolic argument of up to LEN bytes, after the arguments of --sym-args (repeatable).
    #[arg(
        long,
        value_name = "LEN",
        value_delimiter = ' ',
        env = "SYMTOOL_SYM_ARG"
    )]
    pub sym_arg: Vec<u32>,
    /// Make standard input consist of BYTES (or MIN..MAX) symbolic bytes (default: empty, unless --stdin is
    /// given).
    #[arg(long, value_name = "BYTES", env = "SYMTOOL_SYM_STDIN")]
    pub sym_stdin: Option<String>,
    /// Create a file NAME that contains BYTES (or MIN..MAX) symbolic bytes (repeatable).
    #[arg(long, value_names = ["NAME", "BYTES"], num_args = 2, value_delimiter = ' ', env = "SYMTOOL_SYM_FILE")]
    pub sym_file: Vec<String>,
    /// Make the permissions, owner, group and times of the file NAME, which --file or --sym-file creates, symbolic
    /// (repeatable).
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ' ',
        env = "SYMTOOL_SYM_STAT"
    )]
    pub sym_stat: Vec<String>,
    /// Use the contents of FILE as the program's standard input.
    #[arg(
        long,
        value_name = "FILE",
        env = "SYMTOOL_STDIN",
        conflicts_with = "sym_stdin"
    )]
    pub stdin: Option<String>,
    /// Let one connection from or to the outside of the program deliver BYTES (or MIN..MAX) symbolic bytes, and then the
    /// end of the stream: the first connection that the program accepts without a connecting socket of its own, or the
    /// first that it makes to an address at which it does not listen itself.
    #[arg(long, value_name = "BYTES", env = "SYMTOOL_SYM_SOCKET")]
    pub sym_socket: Option<String>,
    /// Let the connection that --sym-socket describes deliver the contents of FILE instead.
    #[arg(
        long,
        value_name = "FILE",
        env = "SYMTOOL_SOCKET",
        conflicts_with = "sym_socket"
    )]
    pub socket: Option<String>,
    /// Let the program read the host's file HOSTPATH under the name NAME. Writes to NAME stay in memory
    /// (repeatable).
    #[arg(
        long,
        value_name = "NAME[=HOSTPATH]",
        value_delimiter = ' ',
        env = "SYMTOOL_FILE"
    )]
    pub file: Vec<String>,
    /// Set an environment variable of the program (repeatable). Without this option, the program has no
    /// environment variables.
    #[arg(long, value_name = "NAME=VALUE", env = "SYMTOOL_ENV")]
    pub env: Vec<String>,
    /// Let `time` and similar functions return SECONDS since 1970 instead of a symbolic input. With a symbolic time,
    /// programs that seed hash tables or random numbers with the time have many paths.
    #[arg(long, value_name = "SECONDS", env = "SYMTOOL_TIME")]
    pub time: Option<u32>,
    /// Let getrandom, arc4random and similar functions return the bytes of a generator that starts with SEED, so that
    /// they are not symbolic inputs.
    #[arg(long, value_name = "SEED", env = "SYMTOOL_RANDOM")]
    pub random: Option<u32>,
    /// Let each call of malloc, calloc, realloc and similar functions return null or a block (a symbolic choice).
    #[arg(long, env = "SYMTOOL_MALLOC_MAY_FAIL", value_parser = FalseyValueParser::new())]
    pub malloc_may_fail: bool,
    /// Arguments of the program, given after `--`. The words `--sym-arg LEN` and `--sym-args MIN MAX LEN` in
    /// ARGS stand for symbolic arguments.
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

impl EnvironmentArgs {
    /// Returns whether none of these options is given.
    pub fn is_empty(&self) -> bool {
        self.sym_args.is_empty()
            && self.sym_arg.is_empty()
            && self.sym_stdin.is_none()
            && self.sym_file.is_empty()
            && self.sym_stat.is_empty()
            && self.stdin.is_none()
            && self.sym_socket.is_none()
            && self.socket.is_none()
            && self.file.is_empty()
            && self.env.is_empty()
            && self.time.is_none()
            && self.random.is_none()
            && !self.malloc_may_fail
            && self.args.is_empty()
    }

    /// Returns the environment that the options describe. Reads the named files and checks all numbers.
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
        if let Some(bytes) = &self.sym_socket {
            reader.environment.socket = Some(free_contents("--sym-socket", bytes)?);
        }
        if let Some(file) = &self.socket {
            reader.environment.socket = Some(Contents::Known(host_file(file)?));
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
        for name in &self.sym_stat {
            reader.free_properties(name)?;
        }
        for variable in &self.env {
            reader.variable(variable)?;
        }
        reader.environment.time = self.time;
        reader.environment.random = self.random;
        reader.environment.malloc_may_fail = self.malloc_may_fail;
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
            "{} is larger than {} MiB, the maximum size of a file of the program",
            path.display(),
            MAX_CONTENTS >> 20
        )));
    }
    Ok(bytes)
}

/// Parses a size `BYTES` or a range of sizes `MIN..MAX`, the value `text` of the option `option`.
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
            "invalid value `{text}` for {option}: expected a number of bytes up to {MAX_CONTENTS}, or a range MIN..MAX of such numbers"
        ))),
    }
}

/// Returns whether the input `name` is a program argument or a number of arguments. The shell command of a test case
/// shows both.
pub fn is_argument(name: &str) -> bool {
    let number = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    name == COUNT_INPUT || number("n_args_") || number("arg")
}
