//! `symtool completions` and `symtool man`: the command line as a completion script and as manual pages.
//!
//! The script and the pages are generated from the definitions of the options, from which `--help` is generated, too.
//! They include the names of parts that another program adds to symtool, such as a searcher for `--search`.
use crate::Error;
use crate::driver::cli::{Cli, CompletionsArgs, ManArgs};
use crate::driver::print_bytes;
use clap::CommandFactory;
use clap_mangen::Man;
use std::process::ExitCode;

/// The name of the program in completion scripts and manual pages.
const NAME: &str = "symtool";

/// Runs `symtool completions`: prints the script of the shell.
pub fn completions(args: &CompletionsArgs) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    print_bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `symtool man`: prints the manual page of the program, or writes the pages of all commands into a folder.
pub fn man(args: &ManArgs) -> Result<ExitCode, Error> {
    match &args.folder {
        Some(folder) => clap_mangen::generate_to(Cli::command().name(NAME), folder)
            .map_err(Error::file("cannot write manual pages into", folder))?,
        None => {
            let mut page = Vec::new();
            let command = Cli::command().name(NAME).disable_help_subcommand(true);
            Man::new(command)
                .render(&mut page)
                .map_err(Error::file("cannot render", "the manual page"))?;
            print_bytes(&page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
