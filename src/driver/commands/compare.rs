//! `symtool compare`: runs programs in several modes and compares verdicts and costs.
use super::bench::{bar, symtool, wrong};
use super::explore::command_line;
use crate::Error;
use crate::driver::cli::{self, CompareArgs};
use crate::driver::{output, print, report};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use symtool_bench::side_by_side::{self, Options, mode_options};

/// The exit code if the verdicts of two modes contradict each other, or that of a mode contradicts the known verdict of
/// the program (which its file name or a file beside it gives).
const DISAGREEMENT: u8 = 4;

/// The options of an exploration that `symtool compare` sets itself, each with a hint for the message that rejects it.
const SET_HERE: [(&str, &str); 3] = [
    (
        "--max-time",
        "the time limit of each run is `--budget TIME` of `symtool compare`",
    ),
    (
        "--out",
        "each run has its own folder in the folder of `symtool compare --out`",
    ),
    (
        "--no-progress",
        "the runs of a comparison never show their progress",
    ),
];

/// Runs the command `symtool compare`. The exit code is 4 if two modes give contradictory verdicts or a mode
/// contradicts the known verdict. Otherwise it is 1 if some run fails before it gives a verdict.
pub fn run(args: &CompareArgs) -> Result<ExitCode, Error> {
    if let Err(error) = std::fs::metadata(&args.programs) {
        return Err(Error::file("cannot read", &args.programs)(error));
    }
    for (index, mode) in args.modes.iter().enumerate() {
        check_options(mode, &args.extra)?;
        let mut earlier = args.modes[..index].iter();
        if earlier.any(|other| mode_options(other) == mode_options(mode)) {
            return Err(Error::Option(format!("the mode `{mode}` is given twice")));
        }
    }
    let mut options = Options {
        symtool: symtool()?,
        programs: args.programs.clone(),
        modes: args.modes.clone(),
        budget: args.budget.0,
        extra: args.extra.clone(),
        out: PathBuf::new(),
    };
    let runs = side_by_side::count(&options).map_err(wrong)?;
    options.out = output::new_folder(args.output.out.as_deref(), "symtool-compare")?;
    let bar = bar(runs as u64, args.output.no_progress || args.json);
    let outcome = side_by_side::run(&options, |run| {
        bar.set_message(run.to_owned());
        bar.inc(1);
    });
    let outcome = outcome.map_err(wrong)?;
    bar.finish_and_clear();
    let page = match args.output.html {
        true => Some(report::write_of_folder(&options.out, command_line())?),
        false => None,
    };
    if args.json {
        print(&format!("{:#}\n", side_by_side::json(&outcome.comparisons)))?;
    } else {
        print(&format!("{}\nin {}\n", outcome.text, options.out.display()))?;
        if let Some(page) = &page {
            print(&report::written_line(page))?;
        }
    }
    Ok(match outcome.first_error() {
        _ if outcome.disagrees() => ExitCode::from(DISAGREEMENT),
        Some(message) => {
            return Err(Error::Input(format!(
                "a run has no verdict:\n{}",
                message.trim_end()
            )));
        }
        None => ExitCode::SUCCESS,
    })
}

/// Checks that the options of a mode, and the options after `--`, are options of an exploration. Rejects the options
/// that `symtool compare` sets itself.
fn check_options(mode: &str, extra: &[String]) -> Result<(), Error> {
    for option in mode_options(mode).iter().chain(extra) {
        let name = option.split('=').next().unwrap_or_default();
        if let Some((_, hint)) = SET_HERE.iter().find(|(own, _)| *own == name) {
            return Err(Error::Option(format!(
                "`{name}` cannot be an option of a mode: {hint}"
            )));
        }
    }
    let words = ["symtool".to_owned(), "program.c".to_owned()];
    let words = words
        .into_iter()
        .chain(mode_options(mode))
        .chain(extra.iter().cloned());
    match cli::parse(words.map(OsString::from)) {
        Ok(cli) if cli.command.is_none() => Ok(()),
        Ok(_) => Err(Error::Option(format!("`{mode}` is no mode of exploration"))),
        Err(error) => {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            let first = text.lines().next().unwrap_or_default();
            Err(Error::Option(format!("in the mode `{mode}`: {first}")))
        }
    }
}
