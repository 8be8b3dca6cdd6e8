//! The environment of a program at its start: arguments, standard input, files, environment variables.
//!
//! The environment becomes data of the module (`image`, `files`) and code of the start function (`start`), the
//! generated function in which execution begins. Therefore symbolic execution and replay run the same program. Symbolic
//! arguments and contents are inputs with the names that KLEE uses, for example `arg00` for the first symbolic argument
//! and `stdin` for standard input.
mod files;
mod image;
mod start;

pub use files::plain_name;

pub(crate) use image::{define, provides};
pub(crate) use start::{Count, main_arguments, record_input};

/// The environment of a run. The default has no arguments, an empty standard input, no files and no variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The program's name, `argv[0]`; `None` means `program`.
    pub program: Option<String>,
    /// The arguments after the program's name: `argv[1]` and higher.
    pub arguments: Vec<Argument>,
    /// The contents of standard input.
    pub stdin: Contents,
    /// The bytes that the first connection to the outside of the program delivers; `None` if nobody outside connects or
    /// accepts connections.
    pub socket: Option<Contents>,
    /// The files that exist when the program starts, as pairs of name and contents. A name is relative to the root
    /// directory, which is the program's working directory. The directories in a name are created, too.
    pub files: Vec<(String, Contents)>,
    /// The names of those files whose permissions, owner, group and times are symbolic inputs.
    pub free_properties: Vec<String>,
    /// The environment variables, each as `NAME=VALUE`.
    pub variables: Vec<String>,
    /// The time of day in seconds since 1970; `None` makes the time a symbolic input.
    pub time: Option<u32>,
    /// The seed of the generator for the random bytes of the system; `None` makes these bytes symbolic inputs.
    pub random: Option<u32>,
    /// Whether each call of `malloc` or of a similar function may return null.
    pub malloc_may_fail: bool,
}

/// An argument of the command line, or a group of symbolic arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One argument that consists of these bytes.
    Known(Vec<u8>),
    /// A group of `least` to `most` symbolic arguments, each a string of up to `length` bytes.
    Free {
        /// The minimum number of arguments.
        least: u32,
        /// The maximum number of arguments.
        most: u32,
        /// The maximum length of each argument, without the terminating null character.
        length: u32,
    },
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Contents that are known: the bytes of the field.
    Known(Vec<u8>),
    /// Contents of symbolic bytes.
    Free {
        /// The minimum length in bytes.
        least: u64,
        /// The maximum length in bytes.
        most: u64,
    },
}

impl Default for Contents {
    fn default() -> Contents {
        Contents::Known(Vec::new())
    }
}

impl Environment {
    /// Returns the program's name, `argv[0]`.
    pub fn program_name(&self) -> &str {
        self.program.as_deref().unwrap_or("program")
    }
}

/// The name of the symbolic input for the contents of standard input.
pub const STDIN_INPUT: &str = "stdin";
/// The name of the symbolic input for the bytes of the connection to the outside of the program.
pub const SOCKET_INPUT: &str = "socket";
/// The name of the symbolic input for the number of arguments in a group of symbolic arguments. Each group has its own
/// input with this name.
pub const COUNT_INPUT: &str = "n_args";

/// Returns the name of the symbolic input for an argument; arguments are numbered from 0.
pub fn argument_input(number: u32) -> String {
    format!("arg{number:02}")
}

/// Returns the name of the symbolic input for the contents of a file.
pub fn file_input(file: &str) -> String {
    format!("{file}-data")
}

/// The properties of a file that can be symbolic inputs, in the order in which the library models number them.
const PROPERTIES: [&str; 6] = ["mode", "owner", "group", "accessed", "modified", "changed"];

/// Returns the names of the symbolic inputs for the properties of a file: permission bits, owner, group, and the times
/// of the last access, modification and change of status.
fn property_inputs(file: &str) -> impl Iterator<Item = String> {
    PROPERTIES
        .map(|property| format!("{file}-{property}"))
        .into_iter()
}

/// Returns the name of the symbolic input for the length of a file or of standard input. `input` is the name of the
/// symbolic input for the contents.
pub fn length_input(input: &str) -> String {
    format!("{input}-length")
}
