//! The default job of the command line: explores a program with the selected techniques and gives a verdict.
mod config;
mod summarize;

use crate::driver::cdse;
use crate::driver::cfmse;
use crate::driver::cli::{CfmseMode, ExploreArgs};
use crate::driver::covered::Covered;
use crate::driver::environment;
use crate::driver::output::OutputFolder;
use crate::driver::print;
use crate::driver::progress::Progress;
use crate::driver::recorder::Recorder;
use crate::driver::render;
use crate::driver::streams::Streams;
use crate::driver::summary::Summary;
use crate::driver::watchdog::Watchdog;
use crate::job;
use crate::original::Original;
use crate::program::{self, Program};
use crate::{Error, ProofConditions};
pub(in crate::driver) use config::{config, plan};
use std::fs::File;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;
use summarize::summarize;
use symtool_engine::{Config, Exploration, TestCases};
use symtool_ir::{InstData, Module};
use symtool_meld::MeldReport;
use symtool_passes::analysis::symbolic;
use symtool_solver::Budget;

/// The solver budget for one query about a branch side of the original program that no test case covers. It is
/// a number of steps (about a quarter of a second of Z3) and not a time, so that equal runs find equal tests.
const FURTHER_EFFORT: Budget = Budget::steps(1_000_000);

/// Runs the job. Returns the exit code of the verdict.
pub fn run(args: &ExploreArgs) -> Result<ExitCode, Error> {
    let start = Instant::now();
    cdse::refuse_loose_strategy(&args.cdse, &args.input.files)?;
    let config = config(args)?;
    let interrupt = config.solving.interrupt.clone();
    // If no signal handler can be installed, an interrupt ends the process without results.
    let _ = ctrlc::set_handler(move || interrupt.interrupt());

    let program = args.input.load(args.limits.max_time.map(|time| time.0))?;
    let original = program.simplified()?;
    let folder = OutputFolder::create(args.output.out.as_deref())?;
    let progress = Progress::new(!args.output.no_progress && !args.output.json);
    let mut streams = Streams::create(&folder, start, progress)?;
    let overview = overview(args, &program, &original);
    streams.journal.note(&command_line());
    streams.journal.note(&overview);
    if !program.warnings.is_empty() {
        streams.journal.note(&program.warnings);
    }
    let (search, seed) = (config.schedule.search.name, config.schedule.seed);
    streams
        .journal
        .note(&format!("exploring with --search {search} --seed {seed}"));
    say(args, &format!("{}{overview}", program.warnings))?;

    let replay_on = Original {
        module: &original,
        entry: program.entry,
        checks: config.failures.checks,
    };
    let watchdog = Watchdog::start(
        config.solving.interrupt.clone(),
        folder.root().to_owned(),
        args.output.json,
    );
    let mut recorder = Recorder::new(
        replay_on,
        &program,
        &folder,
        config.solving.interrupt.clone(),
        watchdog,
        streams,
        args.all_errors,
    )
    .with_threads(config.schedule.threads.get());
    let plan = plan(args)?;
    if plan.changes_program() {
        recorder = recorder.of_changed(config.test_cases != TestCases::None, args.output.only_new);
    }
    let outcome = job::run(&program, &original, &plan, &config, &mut recorder)?;
    if args.cfmse.cfmse == Some(CfmseMode::Speculative) {
        cfmse::save_ignore_list(&args.cfmse, &outcome.ignore)?;
    }
    let (mut exploration, melded, learned) = (outcome.exploration, outcome.melded, outcome.learned);
    if let Some(report) = learned.as_ref().filter(|_| args.cdse.cdse_log) {
        let lines: Vec<&str> = report.log.iter().flat_map(|line| [line, "\n"]).collect();
        folder.write("cdse.log", lines.concat().as_bytes())?;
    }
    if melded.is_some() && args.cfmse.cfmse_tests {
        cover_melded_sides(&program, &config, &exploration, start, &mut recorder);
    }
    if let Some(reached) = recorder.reached() {
        exploration.count_coverage(reached.report());
    }
    let conditions = ProofConditions::of(
        &original,
        program.entry,
        &config,
        &mut exploration,
        plan.is_path_by_path(),
    );
    recorder.finish(&exploration.stats)?;
    if let Some(disagreement) = exploration.stats.solver.check.disagreements.first() {
        return Err(Error::Internal(disagreement.clone()));
    }
    if let Some(why) = config
        .solving
        .chain
        .log
        .as_ref()
        .and_then(|log| log.error())
    {
        let text = format!("the query log is incomplete: {why}\n");
        recorder.streams.journal.note(&text);
        say(args, &text)?;
    }

    let mut summary = summarize(
        &exploration,
        &config,
        (melded.as_ref(), learned.as_ref()),
        &recorder,
        &original,
        &folder,
        (conditions, args.require_reached),
    );
    summary.time_s = start.elapsed().as_secs_f64();
    let written = folder.write_json("summary.json", &summary)?;
    write_coverage(&folder, &exploration, &original)?;
    let journal = &mut recorder.streams.journal;
    for reason in &summary.incomplete_reasons {
        journal.note(&format!("incomplete: {reason}"));
    }
    journal.note(&format!("verdict: {}", summary.verdict.name()));
    journal.flush()?;
    if args.output.json {
        copy_to_stdout(&written)?;
    } else {
        report(args, &program, &exploration, melded.as_ref(), &summary)?;
    }
    Ok(ExitCode::from(summary.verdict.exit_code()))
}

/// Finds inputs for branch sides of the original program that no test case covers. A path of a melded program
/// has one test case, although its inputs take different sides of the original branches.
fn cover_melded_sides(
    program: &Program,
    config: &Config,
    exploration: &Exploration,
    start: Instant,
    recorder: &mut Recorder<'_>,
) {
    let left = config
        .limits
        .max_time
        .map(|most| most.saturating_sub(start.elapsed()));
    let has_stopped = config.failures.stop_at_first_bug && !recorder.errors.is_empty();
    if has_stopped || left.is_some_and(|left| left.is_zero()) {
        return;
    }
    let Some((inputs, reached)) = recorder.start_covering_sides() else {
        return;
    };
    let mut config = config.clone();
    let budgets = &mut config.solving.chain.budgets;
    budgets.extend(["incremental", "oneshot"].map(|link| (link, FURTHER_EFFORT)));
    let config = config
        .max_time(left)
        .max_paths(None)
        // The instruction limit is well above the cost of executing the known inputs, and does not depend on
        // the machine's speed.
        .max_instructions(Some(
            exploration
                .stats
                .instructions
                .saturating_mul(16)
                .saturating_add(1_000_000),
        ))
        .threads(NonZeroUsize::MIN)
        .merging(None)
        .spurious_handled(true);
    let tests = recorder.tests.len();
    let solver = symtool_engine::run_concolic(program.entry, &config, inputs, &reached, recorder);
    let note = format!(
        "{} for uncovered sides of melded branches, found with {}",
        render::count((recorder.tests.len() - tests) as u64, "further test case"),
        render::count(solver.issued, "query"),
    );
    recorder.streams.journal.note(&note);
}

/// Returns the command line of this run, for `run.log`.
fn command_line() -> String {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| environment::shell_word(word.as_encoded_bytes()))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "symtool {version}, command line: symtool {}",
        words.join(" ")
    )
}

/// Copies the summary file to standard output. A closed pipe is not an error.
fn copy_to_stdout(summary: &std::path::Path) -> Result<(), Error> {
    let copied = File::open(summary)
        .and_then(|mut file| std::io::copy(&mut file, &mut std::io::stdout()).map(drop));
    match copied {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::file("cannot write", "standard output")(error))
        }
        _ => Ok(()),
    }
}

/// Writes both coverage files (JSON and lcov) of the original program.
fn write_coverage(
    folder: &OutputFolder,
    exploration: &Exploration,
    original: &Module,
) -> Result<(), Error> {
    let covered = Covered::new(&exploration.coverage, &original.source);
    folder.write_json("coverage.json", &covered)?;
    let lcov = covered.lcov(|file| std::path::Path::new(file).is_file());
    folder.write("coverage.lcov", lcov.as_bytes())?;
    Ok(())
}

/// Describes the program in one line: functions, instructions, branches.
fn overview(args: &ExploreArgs, program: &Program, module: &Module) -> String {
    let own = || {
        module
            .functions
            .iter()
            .filter(|(_, f)| !f.is_declaration() && f.name != program::START)
    };
    let instructions = own().map(|(_, f)| f.inst_count() as u64).sum();
    let is_branch =
        |data: &InstData| matches!(data, InstData::Branch { .. } | InstData::Switch { .. });
    let branches = own()
        .map(|(_, f)| f.all_insts().filter(|&(_, i)| is_branch(f.data(i))).count() as u64)
        .sum();
    let marks = symbolic::analyse(module, program.entry);
    let symbolic = own()
        .map(|(func, _)| marks.symbolic_branches(func).len() as u64)
        .sum();
    let name = args.input.files[0]
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    render::program_line(
        &name,
        own().count() as u64,
        instructions,
        branches,
        symbolic,
    )
}

/// Prints the result as text.
fn report(
    args: &ExploreArgs,
    program: &Program,
    exploration: &Exploration,
    melded: Option<&MeldReport>,
    summary: &Summary,
) -> Result<(), Error> {
    if let (Some(numbers), Some(report)) = (&summary.cfmse, melded) {
        say(args, &render::cfmse_line(numbers))?;
        if args.output.stats {
            say(args, &render::decisions(&report.log))?;
        }
    }
    if let Some(numbers) = &summary.cdse {
        say(args, &cdse::line(numbers))?;
    }
    say(args, &render::explored_line(summary))?;
    if args.output.stats {
        say(args, &render::statistics(summary))?;
        say(args, &render::hotspots(&exploration.hotspots))?;
        say(args, &render::dropped_pragmas(&program.dropped_pragmas))?;
    }
    for error in &summary.errors {
        say(
            args,
            &format!("\n{}", render::violation(error, &program.sources)),
        )?;
    }
    let replay = summary
        .errors
        .iter()
        .find(|error| error.confirmed)
        .map(|error| args.input.replay_command(&error.test))
        .unwrap_or_default();
    print(&render::verdict(
        summary,
        exploration.stats.checks,
        &exploration.inputs,
        &replay,
    ))?;
    Ok(())
}

/// Prints a text, unless `--quiet` or `--json` is given.
fn say(args: &ExploreArgs, text: &str) -> Result<(), Error> {
    if args.output.quiet || args.output.json {
        Ok(())
    } else {
        print(text)
    }
}
