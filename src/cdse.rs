//! Conversion of the `--cdse…` options to the configuration of conflict-driven exploration, and its summary.
use crate::cli::ExploreArgs;
use crate::render::count;
use crate::summary::Cdse;
use clap::Args;
use clap::builder::FalseyValueParser;
use symtool::Error;
use symtool_cdse::{CdseConfig, CdseReport, Strategy};

/// Options of conflict-driven exploration.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Learning")]
pub struct CdseArgs {
    #[arg(
        long,
        help = short(),
        long_help = help(),
        value_name = "STRATEGY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Strategy::DEFAULT.name,
        env = "SYMTOOL_CDSE"
    )]
    pub cdse: Option<Strategy>,
    /// With --cdse: write every learned clause to cdse.log in the output folder, in terms of source lines.
    #[arg(long, env = "SYMTOOL_CDSE_LOG", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_log: bool,
    /// With --cdse: unroll also code from which no check is reachable (slower, same verdict).
    #[arg(long, env = "SYMTOOL_CDSE_NO_SLICE", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_no_slice: bool,
    /// With --cdse: bound loops to N iterations and recursion to N nested calls.
    #[arg(
        long,
        value_name = "N",
        env = "SYMTOOL_UNWIND",
        requires = "cdse",
        help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub unwind: Option<u32>,
}

/// Returns the short help.
fn short() -> String {
    format!(
        "Conflict-driven search: take paths to failing checks only, and learn a conflict clause from each infeasible path [default strategy: {}]",
        Strategy::DEFAULT
    )
}

/// Returns the long help with the strategies.
fn help() -> String {
    let kinds = Strategy::kinds().map(|(name, help)| format!("- {name}: {help}\n"));
    let kinds: String = kinds.collect();
    format!(
        "{}.\n\nSTRATEGY decides which path is next:\n{kinds}No test cases are written for paths without a failure.",
        short()
    )
}

/// Rejects a strategy behind a space, which would be read as a file name, unless such a file exists.
pub fn refuse_loose_strategy(args: &ExploreArgs) -> Result<(), Error> {
    let names = args.input.files.iter().filter_map(|file| file.to_str());
    let is_loose =
        |name: &&str| name.parse::<Strategy>().is_ok() && !std::path::Path::new(name).exists();
    match names.filter(|_| args.cdse.cdse.is_some()).find(is_loose) {
        Some(name) => Err(Error::Option(format!(
            "there is no file `{name}`; write the strategy as --cdse={name}"
        ))),
        None => Ok(()),
    }
}

/// Returns the settings, if conflict-driven exploration is wanted.
pub fn config(args: &ExploreArgs) -> Option<CdseConfig> {
    let strategy = args.cdse.cdse?;
    Some(CdseConfig {
        strategy,
        unwind: args.cdse.unwind,
        log: args.cdse.cdse_log,
        no_slice: args.cdse.cdse_no_slice,
    })
}

/// Returns the statistics for the summary.
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
        nodes: report.nodes,
        edges: report.edges,
        sat_solved: report.sat,
    }
}

/// Describes the search in one line.
pub fn line(cdse: &Cdse) -> String {
    format!(
        "cdse:      {}, {} ({} by constant propagation, {} lifted; {:.1} edges on average), {}, {}\n",
        count(cdse.paths_executed, "path"),
        count(cdse.learned, "learned clause"),
        cdse.from_constants,
        cdse.lifted,
        cdse.avg_clause_len,
        count(cdse.unrollings, "unrolling"),
        count(cdse.nodes, "node"),
    )
}
