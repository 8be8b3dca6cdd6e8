//! What a program finds when it starts: arguments, standard input, files, environment variables.
//!
//! All of it becomes data of the module (`image`) and code of the start function (`start`), so that every engine
//! runs the same program; free parts are inputs with the names that KLEE gives them.
mod image;
mod start;

pub(crate) use image::{define, provides};
pub(crate) use start::{Count, main_arguments, record_input};

/// The surroundings of a run. The default has no arguments, an empty standard input, no files, no variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `argv[1]` and on.
    pub arguments: Vec<Argument>,
    /// Standard input.
    pub stdin: Contents,
    /// Files by name, as if in the working directory.
    pub files: Vec<(String, Contents)>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<String>,
}

/// Part of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One argument.
    Known(Vec<u8>),
    /// From `least` to `most` arguments of any bytes, each a string of up to `length` bytes.
    Free {
        /// At least so many.
        least: u32,
        /// At most so many.
        most: u32,
        /// The longest, without its end.
        length: u32,
    },
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// These bytes.
    Known(Vec<u8>),
    /// Any bytes.
    Free {
        /// At least so many.
        least: u64,
        /// At most so many.
        most: u64,
    },
}

impl Default for Contents {
    fn default() -> Contents {
        Contents::Known(Vec::new())
    }
}

/// The name of the input that is standard input.
pub const STDIN_INPUT: &str = "stdin";
/// The name of the inputs that say how many arguments of a group there are.
pub const COUNT_INPUT: &str = "n_args";

/// The name of the input that is the free argument with this number from 0.
pub fn argument_input(number: u32) -> String {
    format!("arg{number:02}")
}

/// The name of the input that is a file's contents.
pub fn file_input(file: &str) -> String {
    format!("{file}-data")
}

/// The name of the input that says how long the contents called `input` are, where that is free.
pub fn length_input(input: &str) -> String {
    format!("{input}-length")
}
