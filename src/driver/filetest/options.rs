//! Options of the command line in test files. The command-line parser parses these options without reading environment
//! variables, so that a test has the same result in every environment.
use super::header::{Header, Step};
use crate::driver::cli::{Cli, ExploreArgs, without_variables};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches};
use symtool_solver::SolverChoice;

/// The file name that stands for the test file on the command line.
const FILE: &str = "program.c";

/// The set of command-line options that have an effect on a word of a `run:` line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// All options of an exploration.
    Exploration,
    /// Options of melding.
    Melding,
    /// Options of query count estimation.
    QueryCounts,
}

/// Returns the options of the line `options:`, with which the program is compiled.
///
/// # Errors
/// Options that do not exist, have bad values, or select files to write.
pub(super) fn of_header(header: &Header) -> Result<ExploreArgs, String> {
    let (args, matches) = parse(&header.options)?;
    match given(&matches).find(|arg| Use::of(arg) == Use::Files) {
        Some(arg) => Err(no_files(&arg)),
        None => Ok(args),
    }
}

/// Returns the options of the line `options:` together with the options of a step, `options`. If the word of the step
/// is itself an option, `options` starts with this option: with `--cfmse=speculative` for the word
/// `cfmse=speculative`.
///
/// # Errors
/// An option does not exist, has a bad value, or has no effect on the step. Three kinds of options have no effect:
/// options of the compilation, which belong in the line `options:`; options that select files to write; and options
/// that the word of the step does not read.
pub(super) fn of_step(
    header: &Header,
    step: &Step,
    (reads, options): (Reads, &[String]),
) -> Result<ExploreArgs, String> {
    let (_, matches) = parse(options)?;
    for arg in given(&matches) {
        match Use::of(&arg) {
            Use::Exploration if reads.includes(arg.get_id().as_str()) => {}
            Use::Exploration => {
                let (option, word) = (long(&arg), step.name());
                return Err(format!("`{option}` has no effect on the word `{word}`"));
            }
            Use::Program => {
                return Err(format!(
                    "`{}` has no effect after a word; options of the program belong in a line `options:`",
                    long(&arg)
                ));
            }
            Use::Files => return Err(no_files(&arg)),
        }
    }
    let all: Vec<String> = header.options.iter().chain(options).cloned().collect();
    parse(&all).map(|(args, _)| args)
}

impl Reads {
    /// Returns whether this set contains the option with the identifier `id`.
    fn includes(self, id: &str) -> bool {
        match self {
            Reads::Exploration => true,
            // A word that melds does not write an ignore list (`--cfmse-ignore`) and does not search for tests
            // (`--cfmse-tests`), so these options have no effect.
            Reads::Melding if ["cfmse_ignore", "cfmse_tests"].contains(&id) => false,
            Reads::Melding => id.starts_with("cfmse") || id == "unwind",
            Reads::QueryCounts => id.starts_with("qce"),
        }
    }
}

/// The component of a file test that an option affects.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Use {
    /// The compilation of the program.
    Program,
    /// The words of the run line.
    Exploration,
    /// None: the option selects output files or the output format of an exploration, and a file test writes only its
    /// snapshot.
    Files,
}

impl Use {
    fn of(arg: &Arg) -> Use {
        match (arg.get_help_heading(), arg.get_id().as_str()) {
            (Some("Input" | "Environment"), _) | (_, "check" | "error_label") => Use::Program,
            (_, "dump_queries") => Use::Files,
            (Some("Output"), "only_new" | "canonical_inputs" | "stats") => Use::Exploration,
            (Some("Output"), _) => Use::Files,
            _ => Use::Exploration,
        }
    }
}

/// Returns the message on an option that selects an output file or the format of the output.
fn no_files(arg: &Arg) -> String {
    format!(
        "`{}` has no effect in a test, which writes only its snapshot",
        long(arg)
    )
}

fn long(arg: &Arg) -> String {
    format!("--{}", arg.get_long().unwrap_or_default())
}

/// Returns the options that the command line contains, without those that have no long name.
fn given(matches: &ArgMatches) -> impl Iterator<Item = Arg> {
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let command = Cli::command();
    let args: Vec<Arg> = command.get_arguments().cloned().collect();
    args.into_iter()
        .filter(move |arg| arg.get_long().is_some() && is_given(arg.get_id().as_str()))
}

fn parse(options: &[String]) -> Result<(ExploreArgs, ArgMatches), String> {
    let command = without_variables(Cli::command());
    let words = ["symtool", FILE].into_iter();
    let words = words.chain(options.iter().map(String::as_str));
    let parsed = command.try_get_matches_from(words);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = parsed.map_err(|error| message(&error))?;
    if let Some(solver) = cli
        .explore
        .solver
        .solvers
        .iter()
        .find(|&solver| runs(solver))
    {
        return Err(format!(
            "`--solver {solver}` is not supported in a test, because a test file must not run programs"
        ));
    }
    match cli.explore.input.files.as_slice() {
        [_] if cli.command.is_none() => {
            // In a file test, the techniques are chosen automatically only with `--auto`. `plain` disables this choice.
            let plain = !cli.explore.auto;
            let args = ExploreArgs {
                plain,
                ..cli.explore
            };
            Ok((args, matches))
        }
        files => {
            let extra = files.get(1).map(|file| file.display().to_string());
            let extra = extra.unwrap_or_default();
            Err(format!("expected an option, found `{extra}`"))
        }
    }
}

/// Returns whether a solver runs an external program that the option `--solver` names.
fn runs(solver: &SolverChoice) -> bool {
    match solver {
        SolverChoice::Z3 => false,
        SolverChoice::Smtlib(_) => true,
    }
}

/// Returns the message of a parser error. For `--help` and `--version`, which the parser also returns as errors, the
/// message says that the option has no effect in a test.
fn message(error: &clap::Error) -> String {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "`--help` has no effect in a test".to_owned()
        }
        ErrorKind::DisplayVersion => "`--version` has no effect in a test".to_owned(),
        _ => first_paragraph(&error.to_string()),
    }
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

    /// Returns the error that a step `WORD OPTIONS` causes; an empty text if the step is valid.
    fn error(text: &str, reads: Reads) -> String {
        let mut words = words(text);
        let step = Step {
            word: words.remove(0),
            options: words,
        };
        let found = of_step(&Header::default(), &step, (reads, &step.options));
        found.err().unwrap_or_default()
    }

    #[test]
    fn options_without_effect_after_a_word_are_refused() {
        for (options, expected) in [
            ("--verify --seed 3 --passes gvn", ""),
            (
                "--sym-args 0 1 2",
                "`--sym-args` has no effect after a word; options of the program belong in",
            ),
            ("--check overflow", "`--check` has no effect after a word"),
            (
                "--json",
                "`--json` has no effect in a test, which writes only its snapshot",
            ),
            ("--out x", "`--out` has no effect in a test"),
            ("--seeds 3", "unexpected argument '--seeds'"),
            ("--help", "`--help` has no effect in a test"),
            ("-h", "`--help` has no effect in a test"),
            ("--version", "`--version` has no effect in a test"),
            ("--solver z3", ""),
            (
                "--solver smtlib:touch",
                "`--solver smtlib:touch` is not supported in a test",
            ),
            ("other.c", "expected an option, found `other.c`"),
        ] {
            let found = error(&format!("explore {options}"), Reads::Exploration);
            assert!(found.starts_with(expected), "{options}: {found}");
            assert_eq!(found.is_empty(), expected.is_empty(), "{found}");
        }
    }

    #[test]
    fn each_word_reads_its_own_options() {
        let refused = |text: &str, reads| !error(text, reads).is_empty();
        assert!(!refused(
            "melds --cfmse-branches all --unwind 3",
            Reads::Melding
        ));
        assert_eq!(
            error("melds --passes gvn", Reads::Melding),
            "`--passes` has no effect on the word `melds`"
        );
        assert!(refused("melds --cfmse-ignore list.json", Reads::Melding));
        assert!(!refused("qce --qce-alpha 1", Reads::QueryCounts));
        assert!(refused("qce --merge=static", Reads::QueryCounts));
    }

    #[test]
    fn options_of_files_are_refused_in_the_header() {
        let of = |text: &str| {
            let options = words(text);
            let header = Header {
                options,
                ..Header::default()
            };
            of_header(&header).err().unwrap_or_default()
        };
        assert_eq!(of("--help"), "`--help` has no effect in a test");
        assert!(of("--solver smtlib:touch").starts_with("`--solver smtlib:touch` is not"));
        assert_eq!(of("--sym-args 0 1 2 --seed 3"), "");
        assert_eq!(
            of("--dump-queries q"),
            "`--dump-queries` has no effect in a test, which writes only its snapshot"
        );
    }
}
