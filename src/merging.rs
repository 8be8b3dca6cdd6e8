//! Options of run-time state merging, and their conversion to the engine's plan.
use crate::cli::SearchArgs;
use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use symtool::Error;
use symtool_engine::merging::Merging;
use symtool_policies::pattern::PatternOptions;
use symtool_policies::qce::QceOptions;
use symtool_policies::{Driver, Options, POLICIES, PolicyInfo};

/// Options of run-time merging.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct MergeArgs {
    /// Merge states that meet, by this policy. The result does not depend on it.
    #[arg(
        long,
        value_name = "POLICY",
        env = "SYMTOOL_MERGE",
        value_parser = policies()
    )]
    pub merge: Option<&'static PolicyInfo>,
    /// Write a test for every path that a merged state represents, not only for new coverage.
    #[arg(long, env = "SYMTOOL_MERGE_ALL_TESTS", value_parser = FalseyValueParser::new())]
    pub merge_all_tests: bool,
    #[command(flatten)]
    pub qce: QceArgs,
    /// Dynamic merging: fast-forward a state for at most 16 * N steps to reach another one.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        env = "SYMTOOL_MERGE_DELTA"
    )]
    pub merge_delta: usize,
    /// Pattern merging: merge without patterns if a location behind a loop or function has more than N patterns.
    #[arg(
        long,
        value_name = "N",
        default_value_t = PatternOptions::default().max_patterns,
        env = "SYMTOOL_MAX_PATTERNS"
    )]
    pub max_patterns: usize,
    /// With --merge=pattern: merge states at the exits of a loop or function only, not within it.
    #[arg(long, env = "SYMTOOL_NO_INCREMENTAL_MERGING", value_parser = FalseyValueParser::new())]
    pub no_incremental_merging: bool,
    /// With --merge=pattern: prove each merged state with a solver, and merge without patterns if the proof
    /// fails.
    #[arg(long, env = "SYMTOOL_MERGE_CHECK", value_parser = FalseyValueParser::new())]
    pub merge_check: bool,
    /// With --merge=pattern: pass quantified queries directly to the solver, without trying quantifier-free ones
    /// first.
    #[arg(long, env = "SYMTOOL_NO_QUANTIFIED_SOLVING", value_parser = FalseyValueParser::new())]
    pub no_quantified_solving: bool,
}

/// Options of query count estimation, which decides whether merging two states pays off.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct QceArgs {
    /// Do not merge states that differ in the constant value of a variable on which more than this share of the
    /// branches ahead depends (inf: merge all).
    #[arg(long, value_name = "PART", default_value_t = QceOptions::default().alpha, env = "SYMTOOL_QCE_ALPHA", value_parser = not_negative)]
    pub qce_alpha: f64,
    /// Assumed probability that a branch side is feasible.
    #[arg(long, value_name = "P", default_value_t = QceOptions::default().beta, env = "SYMTOOL_QCE_BETA", value_parser = not_negative)]
    pub qce_beta: f64,
    /// Assumed number of iterations of a loop with unknown iteration count.
    #[arg(long, value_name = "N", default_value_t = QceOptions::default().kappa, env = "SYMTOOL_QCE_KAPPA")]
    pub qce_kappa: u32,
    /// Assumed cost factor of an ite expression in a query. Above 1, differences between symbolic values count,
    /// too.
    #[arg(long, value_name = "FACTOR", default_value_t = QceOptions::default().zeta, env = "SYMTOOL_QCE_ZETA", value_parser = not_negative)]
    pub qce_zeta: f64,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&n: &f64| n >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0".to_owned())
}

/// Returns the parameters of query count estimation.
pub fn qce_options(args: &QceArgs) -> QceOptions {
    QceOptions {
        alpha: args.qce_alpha,
        beta: args.qce_beta.min(1.0),
        kappa: args.qce_kappa,
        zeta: args.qce_zeta,
    }
}

/// Returns the table of policies as values of an option, each with its help.
fn policies() -> impl TypedValueParser<Value = &'static PolicyInfo> {
    let row = |row: &'static PolicyInfo| PossibleValue::new(row.name).help(row.help);
    PossibleValuesParser::new(POLICIES.iter().map(row))
        .map(|name| symtool_policies::policy(&name).unwrap_or(&POLICIES[0]))
}

/// Returns the merging plan of a run.
pub fn merging(args: &MergeArgs, search: &SearchArgs) -> Result<Option<Merging>, Error> {
    let Some(policy) = args.merge else {
        return Ok(None);
    };
    if search.threads.get() > 1 {
        let text = "--merge does not support --threads: omit one of the two";
        return Err(Error::Option(text.to_owned()));
    }
    let options = Options {
        qce: qce_options(&args.qce),
        delta: args.merge_delta,
        driver: match search.search {
            None => Driver::None,
            Some(row) if row.seeks_new => Driver::NewCode,
            Some(_) => Driver::Paths,
        },
        pattern: PatternOptions {
            incremental: !args.no_incremental_merging,
            max_patterns: args.max_patterns,
            check: args.merge_check,
            ..PatternOptions::default()
        },
    };
    Ok(Some(Merging {
        plan: symtool_policies::plan(policy, options),
        all_paths: args.merge_all_tests,
    }))
}

/// Returns the largest number of cells for which an access at a symbolic index becomes an ite chain.
pub fn max_ite_cells(args: &MergeArgs) -> usize {
    if args.merge.is_some_and(|policy| policy.keeps_reads) {
        1
    } else {
        symtool_engine::Config::default().max_ite_cells
    }
}
