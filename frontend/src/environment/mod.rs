//! The environment of a program at its start: arguments, standard input, files, environment variables.
//!
//! It becomes data of the module (`image`) and code of the start function (`start`), so that every engine runs the same
//! program. Symbolic parts are inputs with KLEE's names.
mod image;
mod start;

pub(crate) use image::{define, provides};
pub(crate) use start::{Count, main_arguments, record_input};

/// The environment of a run. The default has no arguments, an empty standard input, no files and no variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `argv[1]` and the following.
    pub arguments: Vec<Argument>,
    /// Standard input.
    pub stdin: Contents,
    /// Files by name, as if in the working directory.
    pub files: Vec<(String, Contents)>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<String>,
}

/// One argument of the command line, or a group of symbolic ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One argument.
    Known(Vec<u8>),
    /// From `least` to `most` symbolic arguments, each a string of up to `length` bytes.
    Free {
        /// Minimal number of arguments.
        least: u32,
        /// Maximal number of arguments.
        most: u32,
        /// Maximal length of each, without the terminating null character.
        length: u32,
    },
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// These bytes.
    Known(Vec<u8>),
    /// Symbolic bytes.
    Free {
        /// Minimal length in bytes.
        least: u64,
        /// Maximal length in bytes.
        most: u64,
    },
}

impl Default for Contents {
    fn default() -> Contents {
        Contents::Known(Vec::new())
    }
}

/// The name of the input that holds standard input.
pub const STDIN_INPUT: &str = "stdin";
/// The name of the inputs that hold the number of arguments in a group.
pub const COUNT_INPUT: &str = "n_args";

/// Returns the input name of a symbolic argument, numbered from 0.
pub fn argument_input(number: u32) -> String {
    format!("arg{number:02}")
}

/// Returns the input name of a file's contents.
pub fn file_input(file: &str) -> String {
    format!("{file}-data")
}

/// Returns the name of the input that holds the length of the contents `input`, if the length is symbolic.
pub fn length_input(input: &str) -> String {
    format!("{input}-length")
}
