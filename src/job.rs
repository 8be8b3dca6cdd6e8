//! One exploration of one program, a *job*: runs the selected passes, then melding, then exploration or conflict-driven
//! search.
//!
//! Only [`run`] combines these steps. The command line, [`Session`](crate::Session) and automatic mode call it for each
//! of their jobs.
use crate::error::Error;
use crate::facts::ProgramFacts;
use crate::local::{self, PlaceCost, PlaceMerge};
use crate::meld;
use crate::program::{self, Program};
use std::time::Instant;
use symtool_cdse::{CdseConfig, CdseReport, CdseResult};
use symtool_engine::exec::PointCost;
use symtool_engine::{
    Config, Confirmation, Exploration, Grant, Observer, Progress, Stats, TestCase,
};
use symtool_ir::verify::verify_module;
use symtool_ir::{Failure, Inputs, Module};
use symtool_meld::spurious::{self, Explored};
use symtool_meld::{IgnoreList, MeldOptions, MeldReport, Mode};

/// The techniques of a job. The engine's [`Config`] selects further techniques, such as state
/// merging.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The names of passes that run on the simplified program before melding and exploration, in this order. Violations
    /// are replayed on the program without these passes.
    pub passes: Vec<String>,
    /// If set, the program is melded before exploration (CFM-SE).
    pub meld: Option<MeldOptions>,
    /// If set, exploration is conflict-driven.
    pub cdse: Option<CdseConfig>,
    /// Whether the cost model ([`local`]) decides for each branch between melding and forking. If not set, all
    /// branches that can be melded are melded.
    pub local: bool,
}

impl Plan {
    /// Returns whether melding or passes change the program before exploration. Coverage is then measured by replays on
    /// the original program.
    pub fn changes_program(&self) -> bool {
        self.meld.is_some() || !self.passes.is_empty()
    }

    /// Returns whether exploration executes the original program path by path, so that its coverage is exact.
    pub fn is_path_by_path(&self) -> bool {
        !self.changes_program() && self.cdse.is_none()
    }
}

/// The observer of all explorations of a job. A job with speculative melding runs several explorations in
/// sequence.
pub trait Listener: Observer {
    /// Prepares for the next exploration: discards the test cases of the previous exploration, and keeps the confirmed
    /// failures. Then runs the inputs `seeds`, which earlier explorations found, on the original program. Records the
    /// failures of these runs, because the next exploration may not find them again.
    fn restart(&mut self, seeds: &[Inputs]);

    /// Returns inputs of the current exploration that become seeds of the next exploration. The result contains at
    /// least the inputs of those failures that a replay did not confirm.
    fn inputs(&self) -> Vec<Inputs>;

    /// Receives the work and the costs of the exploration so far, if [`Config::count_ites`] is on. The engine calls
    /// this function each time before it requests more work from the observer. `melded` is the report of melding, if
    /// the job melds.
    fn review(&mut self, work: u64, costs: Vec<PlaceCost>, melded: Option<&MeldReport>) {
        let _ = (work, costs, melded);
    }
}

/// The result of a job.
#[derive(Debug)]
pub struct Outcome {
    /// The result of the exploration, or of the last exploration if there were several.
    pub exploration: Exploration,
    /// The costs of the exploration by source location, if [`Config::count_ites`] is on.
    pub costs: Vec<PlaceCost>,
    /// The merge decisions by source location, if [`Config::log_merges`] is on.
    pub merges: Vec<PlaceMerge>,
    /// The report of melding, if the job melds.
    pub melded: Option<MeldReport>,
    /// The report of conflict-driven exploration, if the job uses it.
    pub learned: Option<CdseReport>,
    /// The source locations of the spurious failures of speculative melding: failures that the original program does
    /// not have. A branch is not melded if the code on one of its sides has such a location.
    pub ignore: IgnoreList,
}

/// A program to explore, with the techniques and the configuration of its exploration.
#[derive(Copy, Clone, Debug)]
pub struct Job<'a> {
    /// The program to explore.
    pub program: &'a Program,
    /// The simplified IR of the program, on which violations are replayed, with analyses of it.
    pub original: &'a ProgramFacts<'a>,
    /// The techniques of the exploration.
    pub plan: &'a Plan,
    /// The configuration of the engine.
    pub config: &'a Config,
}

/// Runs a job.
///
/// # Errors
/// A combination of techniques that is not supported, a pass that does not exist or makes the IR invalid, or a meld
/// rule added by the user that has no proof.
pub fn run(job: Job<'_>, listener: &mut impl Listener) -> Result<Outcome, Error> {
    let Job { plan, config, .. } = job;
    if plan.cdse.is_some() && config.merging.is_some() {
        let text = "--cdse cannot be combined with --merge, because it has no states to merge";
        return Err(Error::Option(text.to_owned()));
    }
    if plan.meld.is_some() {
        meld::check_own_rules()?;
    }
    let prepared = after_passes(job)?;
    let module = prepared.as_ref().unwrap_or(job.original.module);
    match &plan.meld {
        Some(options) if options.mode == Mode::Speculative => {
            if plan.cdse.is_some() {
                let text =
                    "--cdse cannot be combined with --cfmse=speculative; use --cfmse=guarded";
                return Err(Error::Option(text.to_owned()));
            }
            Ok(run_speculative(job, module, options, listener))
        }
        Some(options) => Ok(run_melded(job, module, options, listener)),
        None => Ok(explore(job, module, None, listener)),
    }
}

/// Melds the program `module`, and explores the result. The time limit bounds the time of melding and exploration
/// together.
fn run_melded(
    job: Job<'_>,
    module: &Module,
    options: &MeldOptions,
    listener: &mut impl Listener,
) -> Outcome {
    let start = Instant::now();
    let mut config = job.config.clone();
    let limits = &mut config.limits;
    if let Some(limit) = limits.max_time {
        config.solving.interrupt.set_deadline(start + limit);
    }
    // On a path of conflict-driven exploration, every guard has a fixed value. So the exploration can count the guarded
    // iterations of a melded loop, and checks the unwinding bound itself. Melding therefore gets no bound.
    let unwind = limits.unwind.filter(|_| job.plan.cdse.is_none());
    let options = MeldOptions {
        unwind,
        ..options.clone()
    };
    let (melded, report) = melded(job, module, options);
    limits.max_time = (limits.max_time).map(|limit| limit.saturating_sub(start.elapsed()));
    let job = Job {
        config: &config,
        ..job
    };
    let mut outcome = explore(job, &melded, Some(&report), listener);
    outcome.melded = Some(report);
    outcome
}

/// Returns the melded program. With [`Plan::local`], a branch is not melded if the cost model estimates that forking
/// takes less work. An interrupt or the time limit ends melding.
fn melded(job: Job<'_>, module: &Module, mut options: MeldOptions) -> (Module, MeldReport) {
    let Job {
        program, config, ..
    } = job;
    let meld = |options: &MeldOptions| {
        let mut melded = module.clone();
        let continues = || !config.solving.interrupt.is_interrupted();
        let (entry, checks) = (program.entry, program.checks);
        let report = meld::meld_while(&mut melded, entry, options, checks, &continues);
        (melded, report)
    };
    let (melded, report) = meld(&options);
    if !job.plan.local {
        return (melded, report);
    }
    let forked = local::cheaper_to_fork(job.original, &report);
    if forked.is_empty() {
        return (melded, report);
    }
    for place in forked.iter() {
        options.forked.insert(place.clone());
    }
    let first = report;
    let (melded, mut report) = meld(&options);
    local::keep_gates(&forked, &first, &mut report);
    (melded, report)
}

/// Returns the program after the passes of the plan; `None` if the plan has no passes.
fn after_passes(job: Job<'_>) -> Result<Option<Module>, Error> {
    if job.plan.passes.is_empty() {
        return Ok(None);
    }
    let mut module = job.original.module.clone();
    let names: Vec<&str> = job.plan.passes.iter().map(|name| name.trim()).collect();
    program::passes(&mut module, &names, job.program.checks)?;
    verify_module(&module).map_err(|errors| {
        let names = names.join(", ");
        Error::Input(format!(
            "the IR is invalid after the passes {names}:\n{errors}"
        ))
    })?;
    Ok(Some(module))
}

/// Explores the program `module`, which may be melded: by conflict-driven search if the plan says so, otherwise path
/// by path or with merging.
fn explore(
    job: Job<'_>,
    module: &Module,
    melded: Option<&MeldReport>,
    listener: &mut impl Listener,
) -> Outcome {
    let listener = &mut Located {
        listener,
        module,
        melded,
    };
    let (entry, config) = (job.program.entry, job.config);
    let (exploration, learned) = match &job.plan.cdse {
        Some(options) => {
            let result = symtool_cdse::explore(module, entry, config, options, listener);
            let (exploration, report) = split(result);
            (exploration, Some(report))
        }
        None => {
            let exploration = symtool_engine::explore(module, entry, config, listener);
            (exploration, None)
        }
    };
    let costs = match config.count_ites {
        true => local::located(module, &exploration.costs),
        false => Vec::new(),
    };
    Outcome {
        merges: local::merges(module, &exploration.merges),
        exploration,
        costs,
        melded: None,
        learned,
        ignore: IgnoreList::default(),
    }
}

/// An observer that passes all events of an exploration to the listener of the job, and adds source locations to the
/// costs.
struct Located<'a, L> {
    listener: &'a mut L,
    /// The program that is explored.
    module: &'a Module,
    melded: Option<&'a MeldReport>,
}

impl<L: Listener> Observer for Located<'_, L> {
    fn test(&mut self, test: &TestCase) {
        self.listener.test(test);
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        self.listener.witness(inputs, steps);
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        self.listener.bug(failure, inputs)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        self.listener.tick(stats)
    }

    fn grant(&mut self, progress: Progress) -> Grant {
        self.listener.grant(progress)
    }

    fn costs(&mut self, work: u64, costs: Vec<PointCost>) {
        let costs = local::located(self.module, &costs);
        self.listener.review(work, costs, self.melded);
    }
}

/// Explores with speculative melding, repeatedly. After an exploration in which the melded program has a spurious
/// failure, the next exploration does not meld the branch that caused this failure.
fn run_speculative(
    job: Job<'_>,
    module: &Module,
    options: &MeldOptions,
    listener: &mut impl Listener,
) -> Outcome {
    let program = job.program;
    let config = job.config.clone().spurious_handled(true);
    let driven = spurious::drive(module, program.entry, options, |melded, seeds| {
        listener.restart(seeds);
        let module = meld::tidy(melded, program.checks);
        let result = symtool_engine::explore(&module, program.entry, &config, listener);
        let spurious = result
            .spurious
            .iter()
            .map(|failure| meld::location(&module, failure))
            .collect();
        // A confirmed failure at a melded access requires another exploration, in which the branch of this access is
        // not melded. The melded access may also have failed for inputs that take the other side of the branch,
        // although the original program does not execute the access on that side. The paths of these inputs were cut
        // at the failure, so their remaining code was not explored. With --verify, the confirmed failure is the
        // result, and the exploration is not repeated.
        let confirmed = result
            .bugs
            .iter()
            .filter(|_| !config.failures.stop_at_first_bug);
        let confirmed = confirmed
            .map(|bug| meld::location(&module, &bug.failure))
            .collect();
        Explored {
            result,
            inputs: listener.inputs(),
            spurious,
            confirmed,
        }
    });
    Outcome {
        exploration: driven.result,
        costs: Vec::new(),
        merges: Vec::new(),
        melded: Some(driven.report),
        learned: None,
        ignore: driven.ignore,
    }
}

/// Splits the result of conflict-driven exploration into an ordinary exploration result and the statistics of
/// the search.
fn split(result: CdseResult) -> (Exploration, CdseReport) {
    let exploration = Exploration {
        stats: result.stats,
        incomplete: result.incomplete,
        bugs: result.bugs,
        inputs: result.inputs,
        coverage: result.coverage,
        profile: result.profile,
        cuts: result.report.cuts.clone(),
        ..Exploration::default()
    };
    (exploration, result.report)
}
