//! From `--cdse…` options to conflict-driven exploration, and what is said of it.
use crate::cli::ExploreArgs;
use crate::render::count;
use crate::summary::Cdse;
use clap::Args;
use clap::builder::FalseyValueParser;
use symtool::Error;
use symtool_cdse::{CdseConfig, CdseReport, Strategy};

/// Conflict-driven exploration.
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
    /// With --cdse: write every learned clause into cdse.log of the output folder, in terms of source lines.
    #[arg(long, env = "SYMTOOL_CDSE_LOG", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_log: bool,
    /// With --cdse: unroll also what can reach no check (takes longer, with the same verdict).
    #[arg(long, env = "SYMTOOL_CDSE_NO_SLICE", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_no_slice: bool,
    /// With --cdse: let loops make at most N trips, and functions at most N calls within themselves.
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

/// The short help.
fn short() -> String {
    format!(
        "Walk only to where checks fail, and learn from each path that no input takes which branches exclude each other (alone means {})",
        Strategy::DEFAULT
    )
}

/// The long help: the strategies.
fn help() -> String {
    let kinds = Strategy::kinds().map(|(name, help)| format!("- {name}: {help}\n"));
    let kinds: String = kinds.collect();
    format!(
        "{}.\n\nSTRATEGY says when the next path shall begin like the last:\n{kinds}No test cases are written for paths without a failure.",
        short()
    )
}

/// A strategy behind a space is read as the name of a file: says so, if there is no such file.
pub fn refuse_loose_strategy(args: &ExploreArgs) -> Result<(), Error> {
    let names = args.input.files.iter().filter_map(|file| file.to_str());
    let is_loose =
        |name: &&str| name.parse::<Strategy>().is_ok() && !std::path::Path::new(name).exists();
    match names.filter(|_| args.cdse.cdse.is_some()).find(is_loose) {
        Some(name) => Err(Error::Option(format!(
            "there is no file `{name}`; the strategy stands behind `=`: --cdse={name}"
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

/// The numbers of the summary.
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

/// Learning in one line.
pub fn line(cdse: &Cdse) -> String {
    format!(
        "cdse:      {}, {} ({} from constants, {} from other trips; {:.1} edges on average), {} further, {} in the graph\n",
        count(cdse.paths_executed, "walked path"),
        count(cdse.learned, "learned clause"),
        cdse.from_constants,
        cdse.lifted,
        cdse.avg_clause_len,
        count(cdse.unrollings, "unrolling"),
        count(cdse.nodes, "node"),
    )
}
