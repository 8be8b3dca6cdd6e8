//! Builds the summary of a run from the result of the exploration and from the recorder.
use crate::driver::cdse;
use crate::driver::output::OutputFolder;
use crate::driver::recorder::Recorder;
use crate::driver::summary::{Cfmse, Coverage, Link, Paths, Queries, Summary};
use crate::{ProofConditions, Verdict};
use symtool_cdse::CdseReport;
use symtool_engine::{Config, Exploration};
use symtool_ir::Module;
use symtool_meld::MeldReport;
use symtool_solver::{LinkStats, SolverStats};

/// Returns the summary of a run, without its time.
pub(super) fn summarize(
    exploration: &Exploration,
    config: &Config,
    (melded, learned): (Option<&MeldReport>, Option<&CdseReport>),
    recorder: &Recorder<'_>,
    original: &Module,
    folder: &OutputFolder,
    (conditions, require_reached): (ProofConditions, bool),
) -> Summary {
    let stats = &exploration.stats;
    let incomplete_reasons: Vec<String> = exploration
        .incomplete
        .iter()
        .map(|reason| reason.describe(&original.source))
        .collect();
    let violated = recorder.errors.iter().any(|(_, error)| error.confirmed);
    let bound = exploration.bound(config.limits.unwind);
    let verdict = Verdict::of(violated, !incomplete_reasons.is_empty(), bound.is_some())
        .or_vacuous(conditions.is_vacuous(require_reached));
    let solver = &stats.solver;
    Summary {
        schema: 1,
        verdict,
        incomplete_reasons,
        conditions,
        bound: bound.map(u64::from),
        cuts: exploration
            .cuts
            .iter()
            .map(|cut| cut.describe(&original.source))
            .collect(),
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
            exact: config
                .count_paths
                .then_some(Some(stats.paths.exact).filter(|_| stats.paths.uncounted == 0)),
        },
        queries: Queries {
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
        },
        merging: exploration.merging.iter().cloned().collect(),
        arrays: config
            .memory
            .arrays
            .each()
            .map(|(at, transform)| (transform.name, stats.arrays.0[at]))
            .collect(),
        cfmse: melded.map(cfmse_numbers),
        cdse: learned.map(cdse::numbers),
        coverage: Coverage {
            lines_covered: exploration.coverage.counts.lines_covered,
            lines_total: exploration.coverage.counts.lines_total,
            branches_covered: exploration.coverage.counts.branches_covered,
            branches_total: exploration.coverage.counts.branches_total,
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

/// Returns the counters of the solver chain's links.
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
