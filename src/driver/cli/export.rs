//! Options of `symtool export`.
use super::InputArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `symtool export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Test case: a `.ktest` or `.json` file written by symtool or KLEE.
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    /// The language of the test.
    #[arg(
        help_heading = "Output",
        long = "as",
        value_name = "LANGUAGE",
        value_enum,
        default_value = "c"
    )]
    pub language: Language,
    /// Write the test to FILE (default: TEST with the ending `.c`).
    #[arg(help_heading = "Output", long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Copy the text of the program into the test. Without this option, the test includes the program's file, so that it
    /// tests later versions of the program, too.
    #[arg(help_heading = "Output", long)]
    pub embed: bool,
}

/// The languages of exported tests.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Language {
    /// A C program that gcc compiles.
    C,
}
