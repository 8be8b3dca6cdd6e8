//! Builds the summary of a run from the result of the exploration and from the recorder.
use crate::ProofConditions;
use crate::auto::{self, End};
use crate::driver::cdse;
use crate::driver::output::OutputFolder;
use crate::driver::recorder::Recorder;
use crate::driver::summary::{
    Automatic, Cfmse, Coverage, EngineShare, Link, Paths, Queries, Summary,
};
use crate::job::Outcome;
use crate::verdict::Conclusion;
use symtool_engine::coverage::CoverageCounts;
use symtool_engine::{Config, Stats};
use symtool_ir::Module;
use symtool_meld::MeldReport;
use symtool_solver::{LinkStats, SolverStats};

/// Returns the summary of a run. Its time is 0 until the caller sets it.
pub(super) fn summarize(
    outcome: &Outcome,
    config: &Config,
    recorder: &Recorder<'_>,
    original: &Module,
    folder: &OutputFolder,
    (conditions, require_reached): (ProofConditions, bool),
) -> Summary {
    let exploration = &outcome.exploration;
    let stats = &exploration.stats;
    let violated = recorder.errors.iter().any(|(_, error)| error.confirmed);
    let conclusion = Conclusion::of(exploration, config, &original.source, violated)
        .or_vacuous(conditions.is_vacuous(require_reached));
    let errors = recorder.errors.iter();
    Summary {
        schema: 1,
        verdict: conclusion.verdict,
        incomplete_reasons: conclusion.incomplete,
        conditions,
        bound: conclusion.bound.map(u64::from),
        cuts: conclusion.cuts,
        time_s: 0.0,
        peak_memory_bytes: stats.peak_memory,
        instructions: stats.instructions,
        trace: trace(outcome, config),
        paths: paths(stats, config),
        queries: queries(&stats.solver),
        merging: exploration.merging.iter().cloned().collect(),
        arrays: config
            .memory
            .arrays
            .each()
            .map(|(at, transform)| (transform.name, stats.arrays.0[at]))
            .collect(),
        cfmse: outcome.melded.as_ref().map(cfmse_numbers),
        cdse: outcome.learned.as_ref().map(cdse::numbers),
        auto: None,
        coverage: coverage(&exploration.coverage.counts),
        baseline: None,
        errors: errors.map(|(_, report)| report.clone()).collect(),
        tests: recorder.tests.clone(),
        out: folder.root().display().to_string(),
    }
}

/// Returns the statistics of automatic mode: the turns and the work of each engine.
pub(super) fn automatic(outcome: &auto::Outcome) -> Automatic {
    let share = |share: &auto::Share| EngineShare {
        name: share.engine.name,
        options: share.options,
        turns: share.turns,
        work: share.work,
        time_s: share.time.as_secs_f64(),
        end: share.end.name(),
        reason: match &share.end {
            End::GaveUp(reason) => Some(reason.clone()),
            End::Finished | End::Stopped | End::NotStarted => None,
        },
    };
    Automatic {
        engine: outcome.shares[outcome.chosen].engine.name,
        engines: outcome.shares.iter().map(share).collect(),
        branches: Vec::new(),
    }
}

/// Returns the hash of the executed instructions in the order of execution. Returns `None` if this order can differ
/// between two runs: with several threads, and with conflict-driven search.
fn trace(outcome: &Outcome, config: &Config) -> Option<String> {
    let is_ordered = config.schedule.threads.get() == 1 && outcome.learned.is_none();
    let trace = outcome.exploration.stats.trace.value();
    is_ordered.then(|| format!("{trace:016x}"))
}

/// Returns the number of paths with each outcome.
fn paths(stats: &Stats, config: &Config) -> Paths {
    let paths = &stats.paths;
    let exact = Some(paths.exact).filter(|_| paths.uncounted == 0);
    Paths {
        completed: paths.completed,
        errors: paths.errors,
        killed: paths.killed,
        merged: paths.merged,
        forks: paths.forks,
        max_live: paths.max_live,
        multiplicity: u64::try_from(paths.multiplicity).unwrap_or(u64::MAX),
        exact: config.count_paths.then_some(exact),
        counted: config.count_paths.then_some(paths.exact),
    }
}

/// Returns the statistics of solver queries.
fn queries(solver: &SolverStats) -> Queries {
    Queries {
        issued: solver.issued,
        cache_hits: solver.cache_hits,
        solver: solver.solver,
        sat: solver.sat,
        unsat: solver.unsat,
        unknown: solver.unknown,
        avg_nodes: solver.avg_nodes(),
        solver_time_s: solver.solver_time.as_secs_f64(),
        bad_models: solver.bad_models,
        retried: solver.retried,
        checked: solver.check.checked,
        unchecked: solver.check.unchecked,
        links: links(solver),
    }
}

/// Returns the numbers of covered lines and branch sides.
fn coverage(counts: &CoverageCounts) -> Coverage {
    Coverage {
        lines_covered: counts.lines_covered,
        lines_total: counts.lines_total,
        branches_covered: counts.branches_covered,
        branches_total: counts.branches_total,
    }
}

/// Returns the counters of the solver chain's links (solving techniques).
fn links(stats: &SolverStats) -> Vec<Link> {
    let link = |(name, link): &(&str, LinkStats)| Link {
        name: (*name).to_owned(),
        issued: link.issued,
        answered: link.hits,
        time_s: link.time.as_secs_f64(),
    };
    stats.links.iter().map(link).collect()
}

/// Returns the statistics of melding.
fn cfmse_numbers(report: &MeldReport) -> Cfmse {
    Cfmse {
        candidates: report.candidates as u64,
        applied: report.applied as u64,
        if_then: report.if_then as u64,
        if_then_else: report.if_then_else as u64,
        selects_added: report.selects_added as u64,
        branches_before: report.branches_before as u64,
        branches_removed: report.branches_removed as u64,
        branch_nesting: report.branch_nesting,
        control_nesting: report.control_nesting,
        instructions_before: report.instructions_before as u64,
        instructions_after: report.instructions_after as u64,
        time_ms: report.time.as_secs_f64() * 1e3,
        log: report.log.clone(),
        spurious: report.spurious as u64,
        reruns: report.reruns as u64,
    }
}
