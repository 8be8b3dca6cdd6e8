//! Options of the commands that write files for an installation: shell completions and manual pages.
use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

/// Options of `symtool completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell that reads the script.
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// Options of `symtool man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write a page for each command into the existing folder DIR (`symtool.1`, `symtool-replay.1` and so on). Without
    /// DIR, the page of `symtool` is printed.
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}
