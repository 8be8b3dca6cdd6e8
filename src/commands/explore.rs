//! The default job: explore a program with the chosen techniques and give a verdict.
use crate::cdse;
use crate::cfmse;
use crate::cli::{CfmseMode, ExploreArgs, NativePrefix};
use crate::covered::Covered;
use crate::environment;
use crate::machine;
use crate::merging;
use crate::output::OutputFolder;
use crate::print;
use crate::progress::Progress;
use crate::recorder::Recorder;
use crate::render;
use crate::streams::Streams;
use crate::summary::{Cfmse, Coverage, Link, Paths, Queries, Summary};
use crate::watchdog::Watchdog;
use std::fs::File;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symtool::job::{self, Plan};
use symtool::original::Original;
use symtool::program::{self, Program};
use symtool::{Error, Verdict};
use symtool_cdse::CdseReport;
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, Exploration, Prefix};
use symtool_expr::arrays::ArrayOptions;
use symtool_ir::{InstData, Module};
use symtool_meld::MeldReport;
use symtool_passes::analysis::symbolic;
use symtool_passes::native;
use symtool_solver::{LinkStats, QueryLog, SolverConfig, SolverStats};

/// Time for one question about a side that a melded path covers for other inputs.
const FURTHER_TIMEOUT: Duration = Duration::from_millis(250);

/// Runs the job; the exit code is the verdict's.
pub fn run(args: &ExploreArgs) -> Result<ExitCode, Error> {
    let start = Instant::now();
    cdse::refuse_loose_strategy(args)?;
    let config = config(args)?;
    let interrupt = config.interrupt.clone();
    // Without a handler an interrupt just ends the run, as it would any program.
    let _ = ctrlc::set_handler(move || interrupt.interrupt());

    let program = args.input.load(args.limits.max_time.map(|time| time.0))?;
    let original = program.simplified()?;
    let folder = OutputFolder::create(args.output.out.as_deref())?;
    let progress = Progress::new(!args.output.no_progress && !args.output.json);
    let mut streams = Streams::create(&folder, start, progress)?;
    let overview = overview(args, &program, &original);
    streams.journal.note(&called());
    streams.journal.note(&overview);
    if !program.warnings.is_empty() {
        streams.journal.note(&program.warnings);
    }
    let (search, seed) = (config.search.name, config.seed);
    streams
        .journal
        .note(&format!("exploring with --search {search} --seed {seed}"));
    say(args, &format!("{}{overview}", program.warnings))?;

    let replay_on = Original {
        module: &original,
        entry: program.entry,
        checks: config.checks,
    };
    let watchdog = Watchdog::start(
        config.interrupt.clone(),
        folder.root().to_owned(),
        args.output.json,
    );
    let mut recorder = Recorder::new(
        replay_on,
        &program,
        &folder,
        config.interrupt.clone(),
        watchdog,
        streams,
        args.all_errors,
    )
    .with_threads(config.threads.get());
    if args.cfmse.cfmse.is_some() {
        recorder = recorder.of_melded(config.tests, args.output.only_new);
    }
    let outcome = job::run(&program, &original, &plan(args)?, &config, &mut recorder)?;
    if args.cfmse.cfmse == Some(CfmseMode::Speculative) {
        cfmse::save_ignore_list(&args.cfmse, &outcome.ignore)?;
    }
    let (mut exploration, melded, learned) = (outcome.exploration, outcome.melded, outcome.learned);
    if let Some(report) = learned.as_ref().filter(|_| args.cdse.cdse_log) {
        let lines: Vec<&str> = report.log.iter().flat_map(|line| [line, "\n"]).collect();
        folder.write("cdse.log", lines.concat().as_bytes())?;
    }
    if melded.is_some() && args.cfmse.cfmse_tests {
        look_further(&program, &config, &exploration, start, &mut recorder);
    }
    if let Some(reached) = recorder.reached() {
        exploration.count_coverage(reached.report());
    }
    recorder.finish(&exploration.stats)?;
    if let Some(why) = config.solver.log.as_ref().and_then(|log| log.error()) {
        let text = format!("the query log is not complete: {why}\n");
        recorder.streams.journal.note(&text);
        say(args, &text)?;
    }

    let mut summary = summarise(
        &exploration,
        &config.arrays,
        (melded.as_ref(), learned.as_ref()),
        &recorder,
        &original,
        &folder,
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

/// A path of a melded program stands for inputs that take other sides of branches than its test case does: finds inputs for the
/// sides that are left.
fn look_further(
    program: &Program,
    config: &Config,
    exploration: &Exploration,
    start: Instant,
    recorder: &mut Recorder<'_>,
) {
    let left = config
        .max_time
        .map(|most| most.saturating_sub(start.elapsed()));
    let is_over = config.stop_at_first_bug && !recorder.errors.is_empty();
    if is_over || left.is_some_and(|left| left.is_zero()) {
        return;
    }
    let Some((inputs, reached)) = recorder.look_further() else {
        return;
    };
    let config = Config {
        max_time: left,
        max_paths: None,
        // A bound that does not depend on the machine, well above what following the inputs takes.
        max_instructions: Some(
            exploration
                .stats
                .instructions
                .saturating_mul(16)
                .saturating_add(1_000_000),
        ),
        solver_timeout: config.solver_timeout.min(FURTHER_TIMEOUT),
        threads: NonZeroUsize::MIN,
        merging: None,
        spurious_handled: true,
        ..config.clone()
    };
    let tests = recorder.tests.len();
    let solver = symtool_engine::scout(program.entry, &config, inputs, &reached, recorder);
    let note = format!(
        "{} for sides of melded branches, found with {}",
        render::count((recorder.tests.len() - tests) as u64, "further test case"),
        render::count(solver.asked, "question"),
    );
    recorder.streams.journal.note(&note);
}

/// How this run was called, for its log.
fn called() -> String {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| environment::shell_word(word.as_encoded_bytes()))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!("symtool {version}, called as: symtool {}", words.join(" "))
}

/// Prints the summary as it was written. A reader that went away is no failure.
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

/// Writes both files of what was reached in the original.
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

/// Returns the techniques of the job.
fn plan(args: &ExploreArgs) -> Result<Plan, Error> {
    let meld = match args.cfmse.cfmse {
        Some(_) => Some(cfmse::options(
            &args.cfmse,
            cfmse::ignore_list(&args.cfmse)?,
        )),
        None => None,
    };
    Ok(Plan {
        meld,
        cdse: cdse::config(args),
    })
}

fn config(args: &ExploreArgs) -> Result<Config, Error> {
    let limits = &args.limits;
    let verify = args.input.program.verify;
    // What is new in a melded program says little of the original; the recorder looks there.
    let melded = args.cfmse.cfmse.is_some();
    Ok(Config {
        checks: args.input.program.checks()?,
        stop_at_first_bug: verify,
        all_errors: args.all_errors,
        tests: !verify,
        only_new: args.output.only_new && !melded,
        witnesses: melded,
        max_time: limits.max_time.map(|time| time.0),
        max_memory: Some(memory_limit(limits.max_memory.0)),
        max_paths: limits.max_paths,
        max_depth: limits.max_depth,
        max_instructions: limits.max_instructions,
        max_resolutions: args.memory.max_resolutions as usize,
        arrays: args.memory.arrays.clone(),
        symbolic_sizes: args.memory.symbolic_sizes.map(|size| size.0),
        solver_timeout: limits.solver_timeout.0,
        solver: SolverConfig {
            solvers: super::solve::solvers(&args.solver)?,
            log: query_log(args)?,
            quantified: !args.merging.no_quantified_solving,
            ..SolverConfig::default()
        },
        merging: merging::merging(&args.merging, &args.search)?,
        max_ite_cells: merging::max_ite_cells(&args.merging),
        search: args.search.search.unwrap_or(&SEARCHERS[0]),
        seed: args.search.seed,
        threads: args.search.threads,
        prefix: prefix(args.search.native_prefix),
        ..Config::default()
    })
}

/// A system without memory kills processes; the run ends in order before that.
fn memory_limit(wanted: u64) -> u64 {
    let most = machine::available_memory().map_or(u64::MAX, |bytes| bytes / 10 * 9);
    wanted.min(most)
}

/// Where queries are logged, if they are.
fn query_log(args: &ExploreArgs) -> Result<Option<Arc<QueryLog>>, Error> {
    let Some(path) = &args.dump_queries else {
        return Ok(None);
    };
    let log = QueryLog::create(path).map_err(Error::file("cannot make the query log", path))?;
    Ok(Some(Arc::new(log)))
}

/// Who runs a beginning that does not depend on inputs, and after how much patience.
fn prefix(when: NativePrefix) -> Option<Prefix> {
    let (warm_up, patience) = match when {
        NativePrefix::Auto => (native::WARM_UP, native::PATIENCE),
        NativePrefix::Always => (0, 0),
        NativePrefix::Off => return None,
    };
    Some(job::native_prefix(warm_up, patience))
}

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

fn summarise(
    exploration: &Exploration,
    arrays: &ArrayOptions,
    (melded, learned): (Option<&MeldReport>, Option<&CdseReport>),
    recorder: &Recorder<'_>,
    original: &Module,
    folder: &OutputFolder,
) -> Summary {
    let stats = &exploration.stats;
    let incomplete_reasons: Vec<String> = exploration
        .incomplete
        .iter()
        .map(|reason| reason.describe(&original.source))
        .collect();
    let violated = recorder.errors.iter().any(|(_, error)| error.confirmed);
    let bounded = learned.is_some_and(|report| report.bound.is_some());
    let verdict = Verdict::of(violated, !incomplete_reasons.is_empty(), bounded);
    let solver = &stats.solver;
    Summary {
        schema: 1,
        verdict,
        incomplete_reasons,
        bound: learned.and_then(|report| report.bound).map(u64::from),
        time_s: 0.0,
        peak_memory_bytes: stats.peak_memory,
        instructions: stats.instructions,
        paths: Paths {
            completed: stats.paths.completed,
            errors: stats.paths.errors,
            killed: stats.paths.killed,
            merged: stats.paths.merged,
            forks: stats.paths.forks,
            max_live: stats.paths.max_live,
            multiplicity: u64::try_from(stats.paths.multiplicity).unwrap_or(u64::MAX),
        },
        queries: Queries {
            asked: solver.asked,
            cache_hits: solver.cache_hits,
            solver: solver.solver,
            sat: solver.sat,
            unsat: solver.unsat,
            unknown: solver.unknown,
            avg_nodes: solver.avg_nodes(),
            solver_time_s: solver.solver_time.as_secs_f64(),
            bad_models: solver.bad_models,
            retried: solver.retried,
            links: links(solver),
        },
        merging: exploration.merging.iter().cloned().collect(),
        arrays: arrays
            .each()
            .map(|(at, transform)| (transform.name, stats.arrays.0[at]))
            .collect(),
        cfmse: melded.map(cfmse_numbers),
        cdse: learned.map(cdse::numbers),
        coverage: Coverage {
            lines_covered: exploration.coverage.lines_covered,
            lines_total: exploration.coverage.lines_total,
            branches_covered: exploration.coverage.branches_covered,
            branches_total: exploration.coverage.branches_total,
        },
        errors: recorder
            .errors
            .iter()
            .map(|(_, report)| report.clone())
            .collect(),
        tests: recorder.tests.clone(),
        out: folder.root().display().to_string(),
    }
}

fn links(stats: &SolverStats) -> Vec<Link> {
    let link = |(name, link): &(&str, LinkStats)| Link {
        name: (*name).to_owned(),
        asked: link.asked,
        answered: link.hits,
        time_s: link.time.as_secs_f64(),
    };
    stats.links.iter().map(link).collect()
}

fn cfmse_numbers(report: &MeldReport) -> Cfmse {
    Cfmse {
        candidates: report.candidates as u64,
        applied: report.applied as u64,
        if_then: report.if_then as u64,
        if_then_else: report.if_then_else as u64,
        selects_added: report.selects_added as u64,
        branches_removed: report.branches_removed as u64,
        instructions_before: report.instructions_before as u64,
        instructions_after: report.instructions_after as u64,
        time_ms: report.time.as_secs_f64() * 1e3,
        log: report.log.clone(),
        spurious: report.spurious as u64,
        reruns: report.reruns as u64,
    }
}

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

/// Prints unless `--quiet` or `--json`.
fn say(args: &ExploreArgs, text: &str) -> Result<(), Error> {
    if args.output.quiet || args.output.json {
        Ok(())
    } else {
        print(text)
    }
}
