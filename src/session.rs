//! The builder of an exploration job, from a program, the techniques of the exploration, and the limits.
use crate::auto;
use crate::concrete;
use crate::error::Error;
use crate::facts::ProgramFacts;
use crate::job::{self, Job, Listener, Plan};
use crate::original::{Original, UnfinishedReplays, is_doubtful};
use crate::program::Program;
use crate::reached::ProofConditions;
use crate::report::{Report, Violation};
use crate::verdict::Conclusion;
use std::path::PathBuf;
use std::time::Duration;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_cdse::{CdseConfig, Strategy};
use symtool_engine::coverage::Replayed;
use symtool_engine::merging::Merging;
use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase, TestCases, Witnesses};
use symtool_frontend as frontend;
use symtool_ir::interp::Run;
use symtool_ir::{Failure, Inputs};
use symtool_meld::{MeldOptions, Mode};
use symtool_policies::{Options as MergeOptions, PolicyInfo};
use symtool_solver::InterruptHandle;

/// A technique of a session's exploration. A session can combine several techniques; [`Session::run`] rejects
/// combinations that are not supported.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// Melds symbolic branches into straight-line code before exploration (CFM-SE, guarded).
    Meld,
    /// Melds branches in the speculative form of the CFM-SE paper: both sides run unconditionally, and a meld that
    /// causes a spurious failure is undone.
    MeldSpeculatively,
    /// Merges states during exploration by a policy of [`POLICIES`](symtool_policies::POLICIES).
    Merge(&'static PolicyInfo),
    /// Runs these passes on the simplified program before melding and exploration.
    Passes(Vec<String>),
    /// Explores conflict-driven (CDSE): learns a conflict clause (facts that no feasible path satisfies together) from
    /// each infeasible path.
    Conflicts(Strategy),
}

impl Technique {
    /// Returns the merging technique with the policy of this name, as `--merge=NAME` does; `None` if there is no such
    /// policy.
    ///
    /// ```
    /// assert!(symtool::Technique::merge("static").is_some());
    /// assert!(symtool::Technique::merge("magic").is_none());
    /// ```
    pub fn merge(name: &str) -> Option<Technique> {
        symtool_policies::policy(name).map(Technique::Merge)
    }
}

/// A job under construction. Without a technique, the job explores every path.
///
/// ```
/// let report = symtool::Session::new()
///     .source("div.c", "int main(int argc, char **argv) { return 10 / (argc - 1); }")
///     .run()?;
/// assert_eq!(report.verdict.name(), "violation");
/// assert_eq!(report.violations[0].line, 1);
/// # Ok::<(), symtool::Error>(())
/// ```
#[derive(Debug, Default)]
#[must_use = "a session does nothing until `run`"]
pub struct Session {
    files: Vec<PathBuf>,
    /// Source texts with their file names; they are written to a temporary folder for the preprocessor.
    texts: Vec<(String, String)>,
    frontend: frontend::Options,
    techniques: Vec<Technique>,
    goal: Goal,
    config: Config,
}

/// The settings of a job that are neither in its [`Plan`] nor in the engine's configuration.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Goal {
    /// Whether a proof requires that each assertion is reached by some input.
    pub require_reached: bool,
    /// Whether symtool chooses the techniques automatically.
    pub is_automatic: bool,
}

impl Session {
    /// Returns a session without a program, with the default checks and no limits.
    pub fn new() -> Session {
        Session::default()
    }

    /// Adds a file: C (`.c`), preprocessed C (`.i`) or textual IR (`.sir`). Several C files are linked into one
    /// program.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Session {
        self.files.push(path.into());
        self
    }

    /// Adds a source text under a file name. The ending of the name decides the language, as for
    /// [`Session::file`].
    pub fn source(mut self, name: impl Into<String>, text: impl Into<String>) -> Session {
        self.texts.push((name.into(), text.into()));
        self
    }

    /// Applies a technique.
    pub fn technique(mut self, technique: Technique) -> Session {
        self.techniques.push(technique);
        self
    }

    /// Chooses the techniques automatically ([`auto`]), like the option `--auto`. Of the techniques of the session,
    /// only [`Technique::Passes`] is permitted; [`Session::run`] rejects the others.
    ///
    /// ```
    /// let session = symtool::Session::new().source("half.c", "int main(int n, char **v) { return n / 2; }");
    /// let error = session.automatic().technique(symtool::Technique::Meld).run().unwrap_err();
    /// assert!(error.to_string().contains("automatic mode chooses the techniques"), "{error}");
    /// ```
    pub fn automatic(mut self) -> Session {
        self.goal.is_automatic = true;
        self
    }

    /// Defines the macro `VERIFY`, stops at the first violation and creates no test cases, like the option
    /// `--verify`.
    pub fn verify(mut self) -> Session {
        self.frontend.defines.push(("VERIFY".to_owned(), None));
        self.config.failures.stop_at_first_bug = true;
        self.config.test_cases = TestCases::None;
        self
    }

    /// Bounds each loop to `iterations` iterations, and recursion to the same number of nested calls. If the
    /// bound cuts a path, the verdict is [`VerifiedBounded`](crate::Verdict::VerifiedBounded) at best, and
    /// [`Report::cuts`] names the loops and functions.
    pub fn unwind(mut self, iterations: u32) -> Session {
        self.config.limits.unwind = Some(iterations);
        self
    }

    /// Requires for a proof that every assertion is reached by some input. If the run knows no such input for one of
    /// the assertions, the verdict is [vacuous](crate::Verdict::Vacuous) instead of verified.
    pub fn require_reached(mut self) -> Session {
        self.goal.require_reached = true;
        self
    }

    /// Limits the compilation to the time `limit`, and then the exploration to the same time.
    pub fn max_time(mut self, limit: Duration) -> Session {
        self.frontend.max_time = Some(limit);
        self.config.limits.max_time = Some(limit);
        self
    }

    /// Changes the options of the front end: macros, include folders, entry function, checks, environment.
    ///
    /// ```
    /// let report = symtool::Session::new()
    ///     .source("half.c", "int half(int x) { return x / 2; }")
    ///     .frontend(|options| options.entry = Some("half".to_owned()))
    ///     .run()?;
    /// assert_eq!(report.verdict, symtool::Verdict::Verified);
    /// # Ok::<(), symtool::Error>(())
    /// ```
    pub fn frontend(mut self, change: impl FnOnce(&mut frontend::Options)) -> Session {
        change(&mut self.frontend);
        self
    }

    /// Changes the engine's configuration: searcher, seed, solver, limits. The enabled checks are set by
    /// [`Session::frontend`].
    pub fn config(mut self, change: impl FnOnce(&mut Config)) -> Session {
        change(&mut self.config);
        self
    }

    /// Compiles and explores the program, and returns the report.
    ///
    /// # Errors
    /// A program with errors, a file that cannot be read, a combination of techniques that is not supported.
    pub fn run(self) -> Result<Report, Error> {
        self.explore(&self.compile()?)
    }

    /// Compiles the program without exploring it.
    ///
    /// # Errors
    /// A program with errors, a file that cannot be read.
    pub fn compile(&self) -> Result<Program, Error> {
        let folder = write_texts(&self.texts)?;
        let in_folder = self.texts.iter().map(|(name, _)| folder.path().join(name));
        let files: Vec<PathBuf> = self.files.iter().cloned().chain(in_folder).collect();
        Program::load(&files, self.frontend.clone())
    }

    /// Explores a compiled program, and returns the report. The files and front-end options of the session have no
    /// effect, so several sessions can explore one program with different techniques.
    ///
    /// ```
    /// use symtool::{Session, Technique};
    ///
    /// let program = Session::new().source("half.c", "int main(int n, char **v) { return n / 2; }").compile()?;
    /// let plain = Session::new().explore(&program)?;
    /// let melded = Session::new().technique(Technique::Meld).explore(&program)?;
    /// assert_eq!(plain.verdict, melded.verdict);
    /// # Ok::<(), symtool::Error>(())
    /// ```
    ///
    /// # Errors
    /// A combination of techniques that is not supported.
    pub fn explore(&self, program: &Program) -> Result<Report, Error> {
        let is_passes = |technique: &Technique| matches!(technique, Technique::Passes(_));
        if self.goal.is_automatic && !self.techniques.iter().all(is_passes) {
            let why = "automatic mode chooses the techniques; it permits only additional passes";
            return Err(Error::Option(why.to_owned()));
        }
        let (plan, config) = plan(&self.techniques, self.config.clone());
        explore(program, &plan, config, self.goal)
    }
}

/// Explores a compiled program with the techniques of `plan`, and returns the report.
///
/// # Errors
/// A combination of techniques that is not supported.
pub(crate) fn explore(
    program: &Program,
    plan: &Plan,
    mut config: Config,
    goal: Goal,
) -> Result<Report, Error> {
    let original = program.simplified()?;
    let facts = ProgramFacts::new(&original, program.entry);
    let changes_program = plan.changes_program() || goal.is_automatic;
    config.failures.checks = program.checks;
    if changes_program {
        config.witnesses = Witnesses::EveryPath;
    }
    config.prefix = config.prefix.take().or_else(concrete::delayed_prefix);
    let mut listener = Recorder {
        original: Original {
            module: &original,
            entry: program.entry,
            checks: program.checks,
        },
        reached: changes_program.then(|| Replayed::new(&original)),
        tests: Vec::new(),
        unconfirmed: Vec::new(),
        violations: Vec::new(),
        failures: Vec::new(),
        wrappers: CheckWrappers::new(&original),
        all_errors: config.failures.all_errors,
        unfinished: UnfinishedReplays::default(),
        interrupt: config.solving.interrupt.clone(),
        only_new: goal.is_automatic,
    };
    let job = Job {
        program,
        original: &facts,
        plan,
        config: &config,
    };
    let mut outcome = match goal.is_automatic {
        true => auto::run(job, &auto::all(), &mut listener)?.job,
        false => job::run(job, &mut listener)?,
    };
    if let Some(reached) = &listener.reached {
        outcome.exploration.count_coverage(reached.report());
    }
    let is_exact = plan.is_path_by_path() && !goal.is_automatic;
    let conditions = ProofConditions::of(
        &original,
        program.entry,
        &config,
        &mut outcome.exploration,
        is_exact,
    );
    let vacuous = conditions.is_vacuous(goal.require_reached);
    let source = &original.source;
    let violated = !listener.violations.is_empty();
    let conclusion =
        Conclusion::of(&outcome.exploration, &config, source, violated).or_vacuous(vacuous);
    Ok(report(program, outcome, listener, (conclusion, conditions)))
}

/// Builds the report of a session from the result of its job.
fn report(
    program: &Program,
    outcome: job::Outcome,
    listener: Recorder<'_>,
    (conclusion, conditions): (Conclusion, ProofConditions),
) -> Report {
    let exploration = outcome.exploration;
    Report {
        verdict: conclusion.verdict,
        conditions,
        incomplete: conclusion.incomplete,
        violations: listener.violations,
        tests: listener.tests,
        coverage: exploration.coverage,
        merging: exploration.merging,
        merges: exploration.merges,
        explained: exploration.explained,
        stats: exploration.stats,
        warnings: program.warnings.clone(),
        bound: conclusion.bound,
        cuts: conclusion.cuts,
        melded: outcome.melded,
        learned: outcome.learned,
    }
}

/// Writes the source texts to a temporary folder.
fn write_texts(texts: &[(String, String)]) -> Result<tempfile::TempDir, Error> {
    let folder = tempfile::tempdir().map_err(Error::file("cannot make", "a temporary folder"))?;
    for (name, text) in texts {
        let path = folder.path().join(name);
        std::fs::write(&path, text).map_err(Error::file("cannot write", path))?;
    }
    Ok(folder)
}

/// Converts techniques to the plan of the job and to settings of the engine's configuration.
fn plan(techniques: &[Technique], mut config: Config) -> (Plan, Config) {
    let mut plan = Plan::default();
    for technique in techniques {
        match technique {
            Technique::Meld => plan.meld = Some(MeldOptions::default()),
            Technique::MeldSpeculatively => {
                plan.meld = Some(MeldOptions {
                    mode: Mode::Speculative,
                    ..MeldOptions::default()
                });
            }
            Technique::Passes(names) => plan.passes.extend(names.iter().cloned()),
            Technique::Merge(policy) => {
                config.merging = Some(Merging {
                    plan: symtool_policies::plan(policy, MergeOptions::default()),
                    all_paths: false,
                });
            }
            Technique::Conflicts(strategy) => {
                plan.cdse = Some(CdseConfig {
                    strategy: *strategy,
                    ..CdseConfig::default()
                });
            }
        }
    }
    (plan, config)
}

/// The observer of a session: stores tests and violations in memory, and replays each failure on the original program.
struct Recorder<'a> {
    original: Original<'a>,
    /// The coverage that replayed inputs reach in the original program; `None` if every exploration executes the
    /// original program, because the engine then measures the coverage itself.
    reached: Option<Replayed<'a>>,
    tests: Vec<TestCase>,
    /// The inputs of failures that the replay did not confirm.
    unconfirmed: Vec<Inputs>,
    violations: Vec<Violation>,
    /// The failure from which each element of `violations` was created, at the same index.
    failures: Vec<Failure>,
    wrappers: CheckWrappers,
    /// Whether to store every violation. If false, each failure is stored once ([`CheckWrappers::are_same`]).
    all_errors: bool,
    unfinished: UnfinishedReplays,
    interrupt: InterruptHandle,
    /// Whether to store only tests that cover a new line or branch side of the original program.
    only_new: bool,
}

/// The result of [`Recorder::count`]: whether the replay failed, and whether it covered a new line or branch side.
struct Counted {
    has_failed: bool,
    covers_new: bool,
}

impl Recorder<'_> {
    /// Adds the coverage of a replay to the coverage of the original program. If the replay fails, also stores the
    /// failure, unless the replay used an inexact value ([`is_doubtful`]).
    fn count(&mut self, run: &Run, inputs: &Inputs) -> Counted {
        let reached = self.reached.as_mut();
        let covers_new = reached.is_none_or(|reached| reached.add_keeping_failures(run));
        let failure = run.outcome.failure();
        if let Some(failure) = failure.filter(|_| !is_doubtful(run)) {
            self.keep(failure, inputs);
        }
        Counted {
            has_failed: failure.is_some(),
            covers_new,
        }
    }

    /// Stores a confirmed failure. Without `all_errors`, stores each failure once.
    fn keep(&mut self, failure: &Failure, inputs: &Inputs) {
        let mut known = self.failures.iter();
        if self.all_errors || !known.any(|known| self.wrappers.are_same(known, failure)) {
            let new = Violation::new(self.original.module, failure, inputs);
            self.violations.push(new);
            self.failures.push(failure.clone());
        }
    }
}

impl Observer for Recorder<'_> {
    fn test(&mut self, test: &TestCase) {
        if self.reached.is_some() {
            let run = self.original.replay(&test.inputs);
            let counted = self.count(&run, &test.inputs);
            if self.only_new && !counted.covers_new {
                return;
            }
        }
        self.tests.push(test.clone());
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        if self.reached.is_some() {
            let end = self.interrupt.ends_at();
            let run = self.unfinished.replay(&self.original, inputs, steps, end);
            self.count(&run, inputs);
        }
    }

    fn bug(&mut self, _: &Failure, inputs: &Inputs) -> Confirmation {
        let run = self.original.replay(inputs);
        match (self.count(&run, inputs).has_failed, is_doubtful(&run)) {
            (true, true) => Confirmation::Doubtful,
            (true, false) => Confirmation::Confirmed,
            (false, _) => {
                self.unconfirmed.push(inputs.clone());
                Confirmation::Spurious
            }
        }
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

impl Listener for Recorder<'_> {
    fn restart(&mut self, seeds: &[Inputs]) {
        self.tests.clear();
        self.unconfirmed.clear();
        if let Some(reached) = &mut self.reached {
            reached.start_over();
        }
        for inputs in seeds {
            let run = self.original.replay(inputs);
            self.count(&run, inputs);
        }
    }

    fn inputs(&self) -> Vec<Inputs> {
        let tests = self.tests.iter().map(|test| test.inputs.clone());
        tests.chain(self.unconfirmed.iter().cloned()).collect()
    }
}
