//! Converts the `--cdse…` options to the configuration of conflict-driven exploration, and converts the report of such
//! an exploration to the statistics in the summary of the run.
use crate::Error;
use crate::driver::cli::{CdseArgs, Loops, Team};
use crate::driver::render::count;
use crate::driver::summary::Cdse;
use std::path::PathBuf;
use symtool_cdse::{CdseConfig, CdseReport, Strategy};

/// Returns an error for `--cdse STRATEGY` with a space. The option must be written as `--cdse=STRATEGY`, because the
/// command-line parser reads a separate word STRATEGY as the name of a C file. If a file with this name exists, there
/// is no error.
pub fn refuse_loose_strategy(args: &CdseArgs, files: &[PathBuf]) -> Result<(), Error> {
    let names = files.iter().filter_map(|file| file.to_str());
    let is_loose =
        |name: &&str| name.parse::<Strategy>().is_ok() && !std::path::Path::new(name).exists();
    match names.filter(|_| args.cdse.is_some()).find(is_loose) {
        Some(name) => Err(Error::Option(format!(
            "there is no file `{name}`; write the strategy as --cdse={name}"
        ))),
        None => Ok(()),
    }
}

/// Returns the configuration of conflict-driven exploration; `None` if the options do not select it.
pub fn config(args: &CdseArgs) -> Option<CdseConfig> {
    let strategy = args.cdse?;
    Some(CdseConfig {
        strategy,
        loops: match args.cdse_loops {
            Loops::Dynamic => symtool_cdse::Loops::Dynamic,
            Loops::Static => symtool_cdse::Loops::Static,
        },
        teamwork: match args.cdse_team {
            Team::Portfolio => symtool_cdse::Teamwork::Portfolio,
            Team::Divide => symtool_cdse::Teamwork::Divide,
            Team::DividePortfolio => symtool_cdse::Teamwork::DividePortfolio,
        },
        log: args.cdse_log,
        no_slice: args.cdse_no_slice,
    })
}

/// Returns the statistics of conflict-driven exploration in the form that the summary of the run contains.
pub fn numbers(report: &CdseReport) -> Cdse {
    let learned = report.from_solver + report.from_constants + report.lifted;
    Cdse {
        paths_executed: report.paths,
        steps_walked: report.steps,
        conflicts: report.conflicts,
        learned,
        from_constants: report.from_constants,
        lifted: report.lifted,
        avg_clause_len: report.clause_edges as f64 / (learned.max(1)) as f64,
        backtracks: report.backtracks,
        unrollings: report.unrollings,
        divisions: report.divisions,
        nodes: report.nodes,
        edges: report.edges,
        sat_solved: report.sat,
    }
}

/// Describes the statistics of conflict-driven exploration in one line.
pub fn line(cdse: &Cdse) -> String {
    format!(
        "cdse:      {}, {} ({} by constant propagation, {} lifted; {:.1} facts on average), {}, {}\n",
        count(cdse.paths_executed, "path"),
        count(cdse.learned, "learned clause"),
        cdse.from_constants,
        cdse.lifted,
        cdse.avg_clause_len,
        count(cdse.unrollings, "unrolling"),
        count(cdse.nodes, "node"),
    )
}
