//! Parses a command line. An option of the command line has precedence over its own environment variable, and over the
//! environment variables of all options that conflict with it.
use super::Cli;
use super::compiler_words::translate;
use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Id};
use std::ffi::OsString;

/// The first characters of the names of all environment variables that set options.
const PREFIX: &[u8] = b"SYMTOOL_";

/// Parses the words of a command line, of which the first is the name of the program. An environment variable is
/// ignored if its option conflicts with an option of the command line. Example: `--plain` conflicts with `--cfmse`, so
/// `SYMTOOL_PLAIN=1` has no effect on `symtool --cfmse`.
///
/// # Errors
/// The words are not valid, or they are a request for help or for the version, which clap also returns as an error.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let words = translate(&words)?;
    if !std::env::vars_os().any(|(name, _)| name.as_encoded_bytes().starts_with(PREFIX)) {
        // No option has a value from a variable, so the words decide alone. This saves half the time of parsing.
        return parse_with(Cli::command(), words);
    }
    let bare = without_variables(Cli::command()).try_get_matches_from(&words);
    // The words may be valid only together with the variables, for example if a variable sets an option that an option
    // of the command line requires. Then all variables are read.
    let command = match bare {
        Ok(matches) => without_conflicts(Cli::command(), &matches),
        Err(_) => Cli::command(),
    };
    parse_with(command, words)
}

/// Parses words with a command that defines the options of [`Cli`].
fn parse_with(command: Command, words: Vec<OsString>) -> Result<Cli, clap::Error> {
    let matches = command.try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::command()))
}

/// Returns a command that reads no environment variables.
pub fn without_variables(command: Command) -> Command {
    command
        .mut_args(|arg| arg.env(Resettable::Reset))
        .mut_subcommands(without_variables)
}

/// Returns `command` with the change that it does not read the environment variables of those options that conflict
/// with the options in `matches`.
fn without_conflicts(command: Command, matches: &ArgMatches) -> Command {
    let ignored = conflicting(&command, matches);
    let command = command.mut_args(|arg| match ignored.contains(arg.get_id()) {
        true => arg.env(Resettable::Reset),
        false => arg,
    });
    match matches.subcommand() {
        // clap defines the commands of `symtool bench` only during parsing (`defer`), so they may be missing here.
        // They need no change, because none of their variables belongs to an option with a conflict.
        Some((name, matches)) if command.find_subcommand(name).is_some() => {
            command.mut_subcommand(name, |command| without_conflicts(command, matches))
        }
        Some(_) | None => command,
    }
}

/// Returns the options that have an environment variable and conflict with an option given on the command line. Only
/// one of two conflicting options declares the conflict, so both options are checked.
fn conflicting(command: &Command, matches: &ArgMatches) -> Vec<Id> {
    let is_given =
        |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let conflicts = |of: &Arg, with: &Arg| {
        let others = command.get_arg_conflicts_with(of);
        others.iter().any(|other| other.get_id() == with.get_id())
    };
    let given: Vec<&Arg> = command.get_arguments().filter(is_given).collect();
    let with_variable = command
        .get_arguments()
        .filter(|arg| arg.get_env().is_some());
    let ignored = with_variable.filter(|arg| {
        let mut given = given.iter();
        given.any(|given| conflicts(arg, given) || conflicts(given, arg))
    });
    ignored.map(|arg| arg.get_id().clone()).collect()
}
