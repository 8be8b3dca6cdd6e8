//! From `--merge…` options to how states are merged while a program is explored.
use crate::cli::SearchArgs;
use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use symtool::Error;
use symtool_engine::merging::Merging;
use symtool_policies::pattern::PatternOptions;
use symtool_policies::qce::QceOptions;
use symtool_policies::{Driver, Options, POLICIES, PolicyInfo};

/// Run-time merging.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct MergeArgs {
    /// Go on with paths that meet as one, where this policy says so; what is found does not depend on it.
    #[arg(
        long,
        value_name = "POLICY",
        env = "SYMTOOL_MERGE",
        value_parser = policies()
    )]
    pub merge: Option<&'static PolicyInfo>,
    /// Write a test for every path that a merged one stands for, not only for what is new.
    #[arg(long, env = "SYMTOOL_MERGE_ALL_TESTS", value_parser = FalseyValueParser::new())]
    pub merge_all_tests: bool,
    #[command(flatten)]
    pub qce: QceArgs,
    /// For 16 times so many turns dynamic merging lets a path catch up before another one has ended.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        env = "SYMTOOL_MERGE_DELTA"
    )]
    pub merge_delta: usize,
    /// Patterns of one place behind a loop or function, above which its paths become one without patterns.
    #[arg(
        long,
        value_name = "N",
        default_value_t = PatternOptions::default().max_patterns,
        env = "SYMTOOL_MAX_PATTERNS"
    )]
    pub max_patterns: usize,
    /// With --merge=pattern: join no paths within a loop or function, only where it is left.
    #[arg(long, env = "SYMTOOL_NO_INCREMENTAL_MERGING", value_parser = FalseyValueParser::new())]
    pub no_incremental_merging: bool,
    /// With --merge=pattern: let a solver prove each merged state; those that it does not are merged without patterns.
    #[arg(long, env = "SYMTOOL_MERGE_CHECK", value_parser = FalseyValueParser::new())]
    pub merge_check: bool,
    /// With --merge=pattern: ask the solver's own engine for quantifiers, without trying questions that have none first.
    #[arg(long, env = "SYMTOOL_NO_QUANTIFIED_SOLVING", value_parser = FalseyValueParser::new())]
    pub no_quantified_solving: bool,
}

/// Query count estimation: whether paths that differ are worth merging.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct QceArgs {
    /// Merge no paths that differ in the constant value of a variable on which more than this part of the branches ahead depends
    /// (inf: merge all).
    #[arg(long, value_name = "PART", default_value_t = QceOptions::default().alpha, env = "SYMTOOL_QCE_ALPHA", value_parser = not_negative)]
    pub qce_alpha: f64,
    /// The probability with which a side of a branch is taken to be possible.
    #[arg(long, value_name = "P", default_value_t = QceOptions::default().beta, env = "SYMTOOL_QCE_BETA", value_parser = not_negative)]
    pub qce_beta: f64,
    /// How often a loop counts whose number of trips is not known.
    #[arg(long, value_name = "N", default_value_t = QceOptions::default().kappa, env = "SYMTOOL_QCE_KAPPA")]
    pub qce_kappa: u32,
    /// How many times dearer a choice between values makes a query; above 1, differences between values that depend on the input
    /// count, too.
    #[arg(long, value_name = "FACTOR", default_value_t = QceOptions::default().zeta, env = "SYMTOOL_QCE_ZETA", value_parser = not_negative)]
    pub qce_zeta: f64,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&n: &f64| n >= 0.0);
    number.ok_or_else(|| "a number of at least 0 is expected".to_owned())
}

/// The parameters of query count estimation.
pub fn qce_options(args: &QceArgs) -> QceOptions {
    QceOptions {
        alpha: args.qce_alpha,
        beta: args.qce_beta.min(1.0),
        kappa: args.qce_kappa,
        zeta: args.qce_zeta,
    }
}

/// The rows of the table of policies as values of an option, each with its help.
fn policies() -> impl TypedValueParser<Value = &'static PolicyInfo> {
    let row = |row: &'static PolicyInfo| PossibleValue::new(row.name).help(row.help);
    PossibleValuesParser::new(POLICIES.iter().map(row))
        .map(|name| symtool_policies::policy(&name).unwrap_or(&POLICIES[0]))
}

/// How states are merged in a run with so many threads.
pub fn merging(args: &MergeArgs, search: &SearchArgs) -> Result<Option<Merging>, Error> {
    let Some(policy) = args.merge else {
        return Ok(None);
    };
    if search.threads.get() > 1 {
        let text = "--merge needs all states in one thread: leave --threads out";
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

/// Up to how many cells a read or write at an index that depends on the input is a choice between them.
pub fn max_ite_cells(args: &MergeArgs) -> usize {
    if args.merge.is_some_and(|policy| policy.keeps_reads) {
        1
    } else {
        symtool_engine::Config::default().memory.max_ite_cells
    }
}
