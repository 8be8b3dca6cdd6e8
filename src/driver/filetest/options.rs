//! Options of the command line in test files. The parser of the command line reads them, but ignores environment
//! variables, so that a test has the same result in every environment.
use super::header::Header;
use crate::driver::cli::{Cli, ExploreArgs};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

/// The file name that stands for the test file on the command line.
const FILE: &str = "program.c";

/// Returns the options of the line `options:`, with which the program is compiled.
pub(super) fn of_header(header: &Header) -> Result<ExploreArgs, String> {
    parse(&header.options).map(|(args, _)| args)
}

/// Returns the options of the line `options:` and of a word.
///
/// # Errors
/// Options that do not exist, have bad values, or have no effect on a word: options of the compilation, which belong
/// in the line `options:`, and options of the output folder.
pub(super) fn of_step(header: &Header, options: &[String]) -> Result<ExploreArgs, String> {
    let (_, matches) = parse(options)?;
    if let Some(option) = without_effect(&matches) {
        return Err(format!(
            "`--{option}` has no effect here; options of the program belong into a line `options:`"
        ));
    }
    let all: Vec<String> = header.options.iter().chain(options).cloned().collect();
    parse(&all).map(|(args, _)| args)
}

fn parse(options: &[String]) -> Result<(ExploreArgs, ArgMatches), String> {
    let command = Cli::command().mut_args(|arg| arg.env(clap::builder::Resettable::Reset));
    let words = ["symtool", FILE].into_iter();
    let words = words.chain(options.iter().map(String::as_str));
    let parsed = command.try_get_matches_from(words);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = parsed.map_err(|error| first_paragraph(&error.to_string()))?;
    match cli.explore.input.files.as_slice() {
        [_] if cli.command.is_none() => Ok((cli.explore, matches)),
        files => {
            let extra = files.get(1).map(|file| file.display().to_string());
            let extra = extra.unwrap_or_default();
            Err(format!("expected an option, found `{extra}`"))
        }
    }
}

/// Returns the first option that has no effect on a word, by its long name.
fn without_effect(matches: &ArgMatches) -> Option<String> {
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let command = Cli::command();
    let args = command.get_arguments();
    let given = args.filter(|arg| arg.get_long().is_some() && is_given(arg.get_id().as_str()));
    let mut unused = given.filter(|arg| match arg.get_help_heading() {
        Some("Input" | "Environment") => true,
        Some("Output") => {
            !["only_new", "canonical_inputs", "stats"].contains(&arg.get_id().as_str())
        }
        _ => ["check", "error_label", "dump_queries"].contains(&arg.get_id().as_str()),
    });
    unused.find_map(|arg| arg.get_long().map(str::to_owned))
}

/// Returns an error message of the parser without the usage text.
fn first_paragraph(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let end = text
        .find("\n\nUsage")
        .or_else(|| text.find("\n\nFor more"))
        .unwrap_or(text.len());
    text[..end].trim_end().replace("\n\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_of_the_program_are_refused_after_a_word() {
        let header = Header::default();
        for (options, expected) in [
            ("--verify --seed 3", None),
            ("--sym-args 0 1 2", Some("`--sym-args` has no effect here")),
            ("--check overflow", Some("`--check` has no effect here")),
            ("--json", Some("`--json` has no effect here")),
            ("--seeds 3", Some("unexpected argument '--seeds'")),
            ("other.c", Some("expected an option, found `other.c`")),
        ] {
            let found = of_step(&header, &words(options));
            match (&found, expected) {
                (Ok(_), None) => {}
                (Err(found), Some(expected)) => assert!(found.contains(expected), "{found}"),
                _ => panic!("{options}: {:?}", found.map(|_| ())),
            }
        }
    }
}
