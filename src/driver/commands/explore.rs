//! The default job of the command line: explores a program with the selected techniques and gives a verdict.
mod baseline;
mod config;
mod cover;
mod summarize;

use crate::auto;
use crate::driver::cdse;
use crate::driver::cfmse;
use crate::driver::cli::{CfmseMode, ExploreArgs};
use crate::driver::covered::Covered;
use crate::driver::environment;
use crate::driver::findings::Results;
use crate::driver::output::OutputFolder;
use crate::driver::progress::Progress;
use crate::driver::recorded;
use crate::driver::recorder::Recorder;
use crate::driver::render;
use crate::driver::report;
use crate::driver::streams::Streams;
use crate::driver::summary::{Automatic, Summary};
use crate::driver::watchdog::Watchdog;
use crate::driver::{print, print_file};
use crate::facts::ProgramFacts;
use crate::job::{self, Job, Outcome, Plan};
use crate::local;
use crate::original::Original;
use crate::program::{self, Program};
use crate::{Error, ProofConditions};
use config::test_cases;
pub(in crate::driver) use config::{config, plan};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use summarize::summarize;
use symtool_engine::{Config, Exploration, TestCases};
use symtool_ir::InstData;
use symtool_meld::MeldOptions;

/// Explores the program of the command line, writes the output folder, and prints the result. Returns the exit code of
/// the verdict.
pub fn run(args: &ExploreArgs) -> Result<ExitCode, Error> {
    let start = Instant::now();
    cdse::refuse_loose_strategy(&args.cdse, &args.input.files)?;
    let mut config = config(args)?;
    let known = baseline::read(&args.findings)?;
    if args.is_automatic() && args.search.threads.is_none() {
        config = config.threads(default_engine_threads());
    }
    let interrupt = config.solving.interrupt.clone();
    // If no signal handler can be installed, an interrupt terminates the process without results.
    let _ = ctrlc::set_handler(move || interrupt.interrupt());

    let program = args.input.load(args.limits.max_time.map(|time| time.0))?;
    let original = program.simplified()?;
    let facts = ProgramFacts::new(&original, program.entry);
    let folder = OutputFolder::create(args.output.out.as_deref())?;
    recorded::write(&args.input, &folder)?;
    let loaded = start.elapsed();
    // The time limit also bounds the compilation.
    let left = config
        .limits
        .max_time
        .map(|most| most.saturating_sub(loaded));
    config = config.max_time(left);
    let run = Run {
        args,
        config: &config,
        program: &program,
        facts: &facts,
        folder: &folder,
        start,
        loaded,
    };
    let mut recorder = run
        .recorder(run.streams()?)
        .with_baseline(known.as_ref())
        .keep_names(args.output.html);
    let plan = plan(args)?;
    if plan.changes_program() || args.is_automatic() {
        recorder = recorder.of_changed(test_cases(args));
    }
    if args.is_automatic() {
        recorder = recorder.keep_witnesses();
    }
    let result = run.explore(&plan, &mut recorder)?;
    let explored = start.elapsed();
    run.write_learned(result.job())?;
    let covers_sides = args.is_automatic() && test_cases(args) != TestCases::None;
    if result.job().melded.is_some() && (args.cfmse.cfmse_tests || covers_sides) {
        run.cover_melded_sides(&result.job().exploration, &mut recorder);
    }
    let (mut outcome, choice) = run.choice(result, &recorder);
    if outcome.learned.is_some() && outcome.exploration.bugs.is_empty() && !args.is_automatic() {
        // Conflict-driven search can complete a proof without a feasible path. Then no input is known, so the coverage
        // of the run is measured with the inputs that are all zero.
        recorder.cover_zero_run();
    }
    if let Some(reached) = recorder.reached() {
        outcome.exploration.count_coverage(reached.report());
    }
    let conditions = ProofConditions::of(
        &original,
        program.entry,
        &config,
        &mut outcome.exploration,
        plan.is_path_by_path() && !args.is_automatic(),
    );
    recorder.finish(&outcome.exploration.stats)?;
    run.check_solvers(&outcome.exploration, &mut recorder)?;
    let against = match &known {
        Some(known) => Some(baseline::compare(
            known.clone(),
            args.findings.update_baseline,
            &mut recorder,
            (&original, &config),
            &outcome.exploration,
            conditions.is_vacuous(args.require_reached),
        )?),
        None => None,
    };
    let proof = (conditions, args.require_reached);
    let mut summary = summarize(&outcome, &config, &recorder, &original, &folder, proof);
    summary.baseline = against;
    summary.time_s = start.elapsed().as_secs_f64();
    if let Some(choice) = choice {
        run.say(&choice.text)?;
        summary.auto = Some(choice.numbers);
        // The engines take turns, so the instructions of the run have no single order. The summary therefore has no
        // trace (a hash of the instructions in the order of execution).
        summary.trace = None;
    }
    run.write_results(&outcome, &summary, explored, &mut recorder)?;
    Ok(ExitCode::from(summary.exit_code()))
}

/// Returns the default number of engines that run at the same time in automatic mode: the number of cores, at most the
/// number of engines. The result of the run does not depend on this number.
fn default_engine_threads() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let engines = NonZeroUsize::new(auto::all().len()).unwrap_or(NonZeroUsize::MIN);
    cores.min(engines)
}

/// The choice of automatic mode, for the printed text and the summary: the engines that took turns, and the engine
/// whose result is reported.
struct Choice {
    /// The description for the user.
    text: String,
    numbers: Automatic,
}

/// The result of an exploration.
enum Explored {
    /// With the techniques that the options select.
    Fixed(Box<Outcome>),
    /// In automatic mode.
    Automatic(Box<auto::Outcome>),
}

impl Explored {
    /// Returns the result that is reported; in automatic mode, that of the chosen engine.
    fn job(&self) -> &Outcome {
        match self {
            Explored::Fixed(outcome) => outcome,
            Explored::Automatic(outcome) => &outcome.job,
        }
    }
}

/// The program, options and output folder of a run.
struct Run<'a> {
    args: &'a ExploreArgs,
    config: &'a Config,
    program: &'a Program,
    /// The simplified IR of the program, with analyses of it.
    facts: &'a ProgramFacts<'a>,
    folder: &'a OutputFolder,
    start: Instant,
    /// The time from the start of the run until the program was compiled.
    loaded: Duration,
}

impl<'a> Run<'a> {
    /// Creates the files that grow during the run, and describes the program in the run log and on standard output.
    fn streams(&self) -> Result<Streams, Error> {
        let output = &self.args.output;
        let progress = Progress::new(!output.no_progress && !output.json);
        let mut streams = Streams::create(self.folder, self.start, progress)?;
        let overview = self.overview();
        let warnings = &self.program.warnings;
        streams.journal.note(&versioned(&command_line()));
        streams.journal.note(&overview);
        if !warnings.is_empty() {
            streams.journal.note(warnings);
        }
        let schedule = &self.config.schedule;
        let seed = schedule.seed;
        let text = match self.args.is_automatic() {
            true => format!("exploring with --auto --seed {seed}"),
            false => format!(
                "exploring with --search {} --seed {seed}",
                schedule.search.name
            ),
        };
        streams.journal.note(&text);
        self.say(&format!("{warnings}{overview}"))?;
        Ok(streams)
    }

    /// Returns the observer of the run, and starts the watchdog, which ends a run that ignores an interrupt.
    fn recorder(&self, streams: Streams) -> Recorder<'a> {
        let original = Original {
            module: self.facts.module,
            entry: self.program.entry,
            checks: self.config.failures.checks,
        };
        let interrupt = &self.config.solving.interrupt;
        let folder = self.folder.root().to_owned();
        let watchdog = Watchdog::start(interrupt.clone(), folder, self.args.output.json);
        Recorder::new(
            original,
            self.program,
            self.folder,
            interrupt.clone(),
            watchdog,
            streams,
            self.args.all_errors,
        )
        .with_threads(if self.args.is_automatic() {
            1
        } else {
            self.config.schedule.threads.get()
        })
    }

    /// Explores the program with the techniques that the options select, or in automatic mode.
    fn explore(&self, plan: &Plan, recorder: &mut Recorder<'_>) -> Result<Explored, Error> {
        let job = Job {
            program: self.program,
            original: self.facts,
            plan,
            config: self.config,
        };
        if !self.args.is_automatic() {
            return Ok(Explored::Fixed(Box::new(job::run(job, recorder)?)));
        }
        let engines = match self.args.engines.as_slice() {
            [] => auto::all(),
            chosen => chosen.to_vec(),
        };
        let outcome = auto::run(job, &engines, recorder)?;
        Ok(Explored::Automatic(Box::new(outcome)))
    }

    /// Returns the result of the exploration. In automatic mode, also returns the description of the engines' turns and
    /// of the engine whose result is reported; with `--explain-plan`, the description contains the treatment of each
    /// branch.
    fn choice(&self, result: Explored, recorder: &Recorder<'_>) -> (Outcome, Option<Choice>) {
        let outcome = match result {
            Explored::Fixed(outcome) => return (*outcome, None),
            Explored::Automatic(outcome) => *outcome,
        };
        let mut text = render::plan_line(&outcome);
        let mut numbers = summarize::automatic(&outcome);
        if self.args.explain_plan {
            let covered = recorder.reached().map(|reached| reached.report().branches);
            let run = local::Explained {
                melded: outcome.job.melded.as_ref(),
                costs: &outcome.job.costs,
                merges: &outcome.job.merges,
                covered: covered.as_deref().unwrap_or_default(),
                is_complete: outcome.shares[outcome.chosen].end == auto::End::Finished
                    && !(self.args.stops_at_violation()
                        && outcome.job.exploration.stats.paths.errors > 0),
            };
            let reports = local::explain(self.facts, run);
            text += &render::plan_table(&outcome, &reports, &self.program.sources);
            numbers.branches = reports.branches;
        }
        (outcome.job, Some(Choice { text, numbers }))
    }

    /// Writes the data that a technique learned: the ignore list of speculative melding (source locations whose
    /// branches are not melded), and the log of conflict-driven exploration.
    fn write_learned(&self, outcome: &Outcome) -> Result<(), Error> {
        if self.args.cfmse.cfmse == Some(CfmseMode::Speculative) {
            cfmse::save_ignore_list(&self.args.cfmse, &outcome.ignore)?;
        }
        let wants_log = self.args.cdse.cdse_log;
        if let Some(report) = outcome.learned.as_ref().filter(|_| wants_log) {
            let lines: Vec<&str> = report.log.iter().flat_map(|line| [line, "\n"]).collect();
            self.folder.write("cdse.log", lines.concat().as_bytes())?;
        }
        Ok(())
    }

    /// Checks that no two solvers disagreed on a query. Also prints a message if the query log could not be written
    /// completely.
    ///
    /// # Errors
    /// Two solvers disagreed.
    fn check_solvers(
        &self,
        exploration: &Exploration,
        recorder: &mut Recorder<'_>,
    ) -> Result<(), Error> {
        let disagreements = &exploration.stats.solver.check.disagreements;
        if let Some(disagreement) = disagreements.first() {
            return Err(Error::Internal(disagreement.clone()));
        }
        let log = self.config.solving.chain.log.as_ref();
        if let Some(why) = log.and_then(|log| log.error()) {
            let text = format!("the query log is incomplete: {why}\n");
            recorder.streams.journal.note(&text);
            self.say(&text)?;
        }
        Ok(())
    }

    /// Writes the summary, the coverage and the end of the run log, and prints the result.
    fn write_results(
        &self,
        outcome: &Outcome,
        summary: &Summary,
        explored: Duration,
        recorder: &mut Recorder<'_>,
    ) -> Result<(), Error> {
        let written = self.folder.write_json("summary.json", summary)?;
        let covered = Covered::new(&outcome.exploration.coverage, &self.facts.module.source);
        self.write_coverage(&covered)?;
        let page = self.write_report(outcome, summary, &covered, (explored, recorder))?;
        let journal = &mut recorder.streams.journal;
        for reason in &summary.incomplete_reasons {
            journal.note(&format!("incomplete: {reason}"));
        }
        journal.note(&format!("verdict: {}", summary.verdict.name()));
        journal.flush()?;
        self.write_findings(outcome, summary, recorder)?;
        match self.args.output.json {
            true => print_file(&written),
            false => {
                self.report(outcome, summary)?;
                page.map_or(Ok(()), |page| self.say(&report::written_line(&page)))
            }
        }
    }

    /// Writes the result in formats for other programs (SARIF, JUnit XML), as the options select.
    fn write_findings(
        &self,
        outcome: &Outcome,
        summary: &Summary,
        recorder: &Recorder<'_>,
    ) -> Result<(), Error> {
        let failures = &self.config.failures;
        let results = Results {
            program_name: self.name(),
            input: &self.args.input,
            program: self.program,
            original: self.facts.module,
            checks: failures.checks,
            entry: self.program.entry,
            summary,
            conditions: &outcome.exploration.coverage.conditions,
            failures: &recorder.errors,
            has_stopped: failures.stop_at_first_bug && !recorder.errors.is_empty(),
        };
        results.write(&self.args.findings)
    }

    /// Returns the name of the program's first file, without its folder.
    fn name(&self) -> String {
        let name = self.args.input.files[0].file_name();
        name.map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Writes `report.json` and, if `--html` is given, `report.html`. Returns the path of the page.
    fn write_report(
        &self,
        outcome: &Outcome,
        summary: &Summary,
        covered: &Covered,
        (explored, recorder): (Duration, &Recorder<'_>),
    ) -> Result<Option<PathBuf>, Error> {
        let files = self.args.input.files.iter();
        let names: Vec<String> = files.map(|file| file.display().to_string()).collect();
        let meld = match plan(self.args)?.meld {
            None if outcome.melded.is_some() => Some(MeldOptions::default()),
            meld => meld,
        };
        let data = report::of_run(&report::Run {
            program: self.program,
            original: self.facts.module,
            outcome,
            summary,
            covered,
            meld,
            names: recorder.names(),
            command: command_line(),
            title: names.join(" "),
            replay: &|test| self.args.input.replay_command(test),
            playback: self.args.output.html.then_some(self.config),
            query_log: self.args.dump_queries.clone(),
            checks: self.config.failures.checks,
            stops_at_first: self.config.failures.stop_at_first_bug,
            times: report::Times {
                loaded: self.loaded,
                explored,
                now: self.start.elapsed(),
                replay: recorder.times.replay,
                writing: recorder.times.writing,
            },
        });
        report::write(self.folder, &data, self.args.output.html)
    }

    /// Writes both coverage files (JSON and lcov) of the original program.
    fn write_coverage(&self, covered: &Covered) -> Result<(), Error> {
        self.folder.write_json("coverage.json", covered)?;
        let lcov = covered.lcov(|file| Path::new(file).is_file());
        self.folder.write("coverage.lcov", lcov.as_bytes())?;
        Ok(())
    }

    /// Describes the program in one line: functions, instructions, branches.
    fn overview(&self) -> String {
        let own = || {
            let functions = self.facts.module.functions.iter();
            functions.filter(|(_, f)| !f.is_declaration() && f.name != program::START)
        };
        let instructions = own().map(|(_, f)| f.inst_count() as u64).sum();
        let is_branch =
            |data: &InstData| matches!(data, InstData::Branch { .. } | InstData::Switch { .. });
        let branches = own()
            .map(|(_, f)| f.all_insts().filter(|&(_, i)| is_branch(f.data(i))).count() as u64)
            .sum();
        let marks = self.facts.symbolic();
        let symbolic = own()
            .map(|(func, _)| marks.symbolic_branches(func).len() as u64)
            .sum();
        let functions = own().count() as u64;
        render::program_line(&self.name(), functions, instructions, branches, symbolic)
    }

    /// Prints the result as text.
    fn report(&self, outcome: &Outcome, summary: &Summary) -> Result<(), Error> {
        let stats = self.args.output.stats;
        if let (Some(numbers), Some(report)) = (&summary.cfmse, &outcome.melded) {
            // In automatic mode, the line `plan:` describes melding.
            if !self.args.is_automatic() || stats {
                self.say(&render::cfmse_line(numbers))?;
            }
            if stats {
                self.say(&render::decisions(&report.log))?;
            }
        }
        if let Some(numbers) = &summary.cdse {
            self.say(&cdse::line(numbers))?;
        }
        self.say(&render::explored_line(summary))?;
        let exploration = &outcome.exploration;
        if stats {
            self.say(&render::statistics(summary))?;
            self.say(&render::hotspots(&exploration.hotspots))?;
            self.say(&render::dropped_pragmas(&self.program.dropped_pragmas))?;
        }
        for error in &summary.errors {
            let text = render::violation(error, &self.program.sources);
            self.say(&format!("\n{text}"))?;
        }
        let mut confirmed = summary.errors.iter().filter(|error| error.confirmed);
        let new = confirmed.clone().find(|error| !error.known);
        let replay = new
            .or_else(|| confirmed.next())
            .map(|error| self.args.input.replay_command(&error.test));
        print(&render::verdict(
            summary,
            exploration.stats.checks,
            &exploration.inputs,
            &replay.unwrap_or_default(),
        ))
    }

    /// Prints a text, unless `--quiet` or `--json` is given.
    fn say(&self, text: &str) -> Result<(), Error> {
        if self.args.output.quiet || self.args.output.json {
            Ok(())
        } else {
            print(text)
        }
    }
}

/// Returns the first line of `run.log`.
fn versioned(command_line: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("symtool {version}, command line: {command_line}")
}

/// Returns the command line of this run.
pub(in crate::driver) fn command_line() -> String {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| environment::shell_word(word.as_encoded_bytes()))
        .collect();
    format!("symtool {}", words.join(" "))
}
