//! `symtool bench`: runs an experiment with this executable, such as one that repeats a table of a paper.
use super::explore::command_line;
use crate::Error;
use crate::driver::bench_args::{
    BenchArgs, BenchOutputArgs, BugsArgs, ClimbArgs, MeldingArgs, PackagesArgs, PapersArgs,
    RealArgs, RealGrowthArgs, RunsArgs,
};
use crate::driver::{output, print, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use symtool_bench::grid::Cell;
use symtool_bench::options::Options;
use symtool_bench::{Experiment, bugs, climb, melding, papers, real, real::growth};

/// Runs the command `symtool bench`. The exit code is 0 if all runs were measured, whatever their verdicts are.
pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    match args {
        BenchArgs::Runs(experiment, args) => runs(experiment, args),
        BenchArgs::Melding(args) => melding(args),
        BenchArgs::Climb(args) => climb(args),
        BenchArgs::Papers(args) => papers(args),
        BenchArgs::Bugs(args) => bugs(args),
        BenchArgs::Real(args) => real(args),
        BenchArgs::RealGrowth(args) => real_growth(args),
    }
}

fn runs(experiment: &Experiment, args: &RunsArgs) -> Result<ExitCode, Error> {
    let mut options = Options {
        symtool: symtool()?,
        folder: args.folder.clone(),
        programs: args.subjects.programs.clone(),
        modes: args.modes.clone(),
        sizes: args.sizes.clone(),
        unwind: args.unwind,
        repeats: args.repeats,
        budget: args.subjects.budget.0,
        all_tests: args.all_tests,
        extra: args.extra.clone(),
        jobs: args.jobs,
        out: PathBuf::new(),
    };
    let cells = experiment.plan(&options).map_err(wrong)?;
    options.out = match &args.resume {
        Some(folder) if folder.is_dir() => folder.clone(),
        Some(folder) => {
            let text = format!("--resume: there is no folder {}", folder.display());
            return Err(Error::Option(text));
        }
        None => folder(experiment.name, &args.output)?,
    };
    let bar = bar(cells.len() as u64, args.output.no_progress);
    let text = experiment
        .run(&options, |cell: &Cell| {
            bar.set_message(cell.to_string());
            bar.inc(1);
        })
        .map_err(wrong)?;
    bar.finish_and_clear();
    answer(&text, &options.out, &args.output)
}

fn melding(args: &MeldingArgs) -> Result<ExitCode, Error> {
    let diamonds = melding::read(args.file.as_deref()).map_err(wrong)?;
    let out = folder(melding::NAME, &args.output)?;
    let bar = bar(diamonds.len() as u64, args.output.no_progress);
    let heard = |name: &str| {
        bar.set_message(name.to_owned());
        bar.inc(1);
    };
    let text = melding::run(&diamonds, &out, heard).map_err(wrong)?;
    bar.finish_and_clear();
    answer(&text, &out, &args.output)
}

fn climb(args: &ClimbArgs) -> Result<ExitCode, Error> {
    let options = climb::Options {
        symtool: symtool()?,
        programs: args.subjects.programs.clone(),
        arguments: args.arguments,
        steps: args.steps,
        budget: args.subjects.budget.0,
        out: folder(climb::NAME, &args.output)?,
    };
    let bar = spinner(args.output.no_progress);
    let text = climb::run(&options, |point| bar.set_message(point.to_string())).map_err(wrong)?;
    bar.finish_and_clear();
    answer(&text, &options.out, &args.output)
}

fn papers(args: &PapersArgs) -> Result<ExitCode, Error> {
    let options = papers::run::Options {
        symtool: symtool()?,
        papers: args.papers.clone(),
        programs: args.subjects.programs.clone(),
        sizes: args.sizes.clone(),
        budget: args.subjects.budget.0,
        out: folder(papers::NAME, &args.output)?,
    };
    let bar = spinner(args.output.no_progress);
    let text = papers::run::run(&options, |cell: &str| bar.set_message(cell.to_owned()));
    let text = text.map_err(wrong)?;
    bar.finish_and_clear();
    answer(&text, &options.out, &args.output)
}

fn bugs(args: &BugsArgs) -> Result<ExitCode, Error> {
    let mut options = bugs::Options {
        symtool: symtool()?,
        sources: args.packages.sources.clone(),
        bugs: args.bugs.clone(),
        modes: args.modes.clone(),
        budget: args.packages.budget.0,
        out: PathBuf::new(),
    };
    let runs = bugs::count(&options).map_err(wrong)?;
    on_packages(bugs::NAME, runs, &args.packages, |out, before| {
        options.out = out;
        bugs::run(&options, before)
    })
}

fn real(args: &RealArgs) -> Result<ExitCode, Error> {
    let mut options = real::Options {
        symtool: symtool()?,
        sources: args.packages.sources.clone(),
        programs: args.programs.clone(),
        papers: args.paper.clone(),
        modes: args.modes.clone(),
        budget: args.packages.budget.0,
        out: PathBuf::new(),
    };
    let runs = real::count(&options).map_err(wrong)?;
    on_packages(real::NAME, runs, &args.packages, |out, before| {
        options.out = out;
        real::run(&options, before)
    })
}

fn real_growth(args: &RealGrowthArgs) -> Result<ExitCode, Error> {
    let mut options = growth::Options {
        symtool: symtool()?,
        sources: args.packages.sources.clone(),
        programs: args.programs.clone(),
        paper: args.paper.clone(),
        modes: args.modes.clone(),
        budget: args.packages.budget.0,
        out: PathBuf::new(),
    };
    let programs = growth::count(&options).map_err(wrong)?;
    on_packages(growth::NAME, programs, &args.packages, |out, before| {
        options.out = out;
        growth::run(&options, before)
    })
}

/// Measures programs of source packages by a call of the closure `run`. The arguments of this call are the output
/// folder, and a function that the closure calls before each measured run. `runs` is the number of measured runs. The
/// path of the folder is absolute, because the measured runs have the folders of the packages as working directories.
fn on_packages(
    name: &str,
    runs: usize,
    args: &PackagesArgs,
    run: impl FnOnce(PathBuf, &mut dyn FnMut(&str)) -> Result<String, symtool_bench::Error>,
) -> Result<ExitCode, Error> {
    let out = folder(name, &args.output)?;
    let absolute = out.canonicalize();
    let absolute = absolute.map_err(Error::file("cannot use", &out))?;
    let bar = bar(runs as u64, args.output.no_progress);
    let text = run(absolute, &mut |cell: &str| {
        bar.set_message(cell.to_owned());
        bar.inc(1);
    });
    let text = text.map_err(wrong)?;
    bar.finish_and_clear();
    answer(&text, &out, &args.output)
}

/// Returns the path of this executable.
pub(super) fn symtool() -> Result<PathBuf, Error> {
    std::env::current_exe().map_err(Error::file("cannot find", "symtool"))
}

/// Creates the output folder of an experiment.
fn folder(experiment: &str, args: &BenchOutputArgs) -> Result<PathBuf, Error> {
    output::new_folder(args.out.as_deref(), &format!("symtool-bench-{experiment}"))
}

fn answer(text: &str, out: &Path, args: &BenchOutputArgs) -> Result<ExitCode, Error> {
    print(text)?;
    print(&format!("\nin {}\n", out.display()))?;
    if args.html {
        print(&report::written_line(&report::write_of_folder(
            out,
            command_line(),
        )?))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a progress bar that shows the number of the current run, the total number of runs, and a
/// description. The bar is invisible if `hidden` is set or standard error is not a terminal.
pub(super) fn bar(runs: u64, hidden: bool) -> ProgressBar {
    let bar = ProgressBar::new(runs);
    styled(bar, "{spinner} {elapsed} run {pos} of {len}: {msg}", hidden)
}

/// Returns a progress indicator without a total.
fn spinner(hidden: bool) -> ProgressBar {
    styled(
        ProgressBar::new_spinner(),
        "{spinner} {elapsed} {msg}",
        hidden,
    )
}

fn styled(bar: ProgressBar, template: &str, hidden: bool) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if hidden || !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Converts an error of an experiment. An unknown name (of a program or mode, for example) and an option without
/// effect become an error about options; every other error becomes an error about the input.
pub(in crate::driver) fn wrong(error: symtool_bench::Error) -> Error {
    match error {
        symtool_bench::Error::Unknown { .. } | symtool_bench::Error::Unused { .. } => {
            Error::Option(error.to_string())
        }
        symtool_bench::Error::File { .. }
        | symtool_bench::Error::Start { .. }
        | symtool_bench::Error::NoVerdict { .. } => Error::Input(error.to_string()),
    }
}
