//! Options of state merging (`--merge…`) and of query count estimation (`--qce…`).
use super::rows::rows;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use symtool_policies::pattern::PatternOptions;
use symtool_policies::qce::{Counted, QceOptions};
use symtool_policies::{POLICIES, PolicyInfo};

/// Options of state merging.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct MergeArgs {
    /// Merge states during exploration by this policy. Verdicts do not depend on the policy.
    #[arg(
        long,
        value_name = "POLICY",
        env = "SYMTOOL_MERGE",
        value_parser = rows(&POLICIES, |row| row.help)
    )]
    pub merge: Option<&'static PolicyInfo>,
    /// Write a test case for every path that a merged state represents, not only for paths with new coverage.
    #[arg(long, env = "SYMTOOL_MERGE_ALL_TESTS", value_parser = FalseyValueParser::new())]
    pub merge_all_tests: bool,
    /// Count exactly the program paths that merged states represent. Without this option, summary.json only contains an
    /// upper bound of their number, `multiplicity`.
    #[arg(long, env = "SYMTOOL_COUNT_PATHS", value_parser = FalseyValueParser::new())]
    pub count_paths: bool,
    #[command(flatten)]
    pub qce: QceArgs,
    /// With --merge=dynamic: run states that can soon be merged before the state that the search selects, each for at
    /// most 16·N steps (a step ends at a merge point, at a fork, or with the time slice of the state). When any path
    /// ends, every state gets 16·N new steps. With --merge=history: the number of earlier merge points and forks at
    /// which the history of a state records the state. A state similar to a record of another state runs first.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        env = "SYMTOOL_MERGE_DELTA"
    )]
    pub merge_delta: usize,
    /// With --merge=pattern: if merging by patterns would leave more than N states at one program point of a loop or
    /// function exit, merge them into one state without a quantifier.
    #[arg(
        long,
        value_name = "N",
        default_value_t = PatternOptions::default().max_patterns,
        env = "SYMTOOL_MAX_PATTERNS"
    )]
    pub max_patterns: usize,
    /// With --merge=pattern: merge without patterns if the execution tree of the paths through one loop or function
    /// has more than N nodes.
    #[arg(
        long,
        value_name = "N",
        default_value_t = PatternOptions::default().max_nodes,
        env = "SYMTOOL_MAX_REGION_NODES"
    )]
    pub max_region_nodes: usize,
    /// With --merge=pattern: merge only at the exits of loops and functions, not at earlier points where paths
    /// meet.
    #[arg(long, env = "SYMTOOL_NO_INCREMENTAL_MERGING", value_parser = FalseyValueParser::new())]
    pub no_incremental_merging: bool,
    /// With --merge=pattern: prove with a solver that each merged state is equivalent to the states that it
    /// replaces. States without a proof are merged without patterns.
    #[arg(long, env = "SYMTOOL_MERGE_CHECK", value_parser = FalseyValueParser::new())]
    pub merge_check: bool,
    /// With --merge=pattern: solve quantified queries with Z3's quantifier engine at once, without trying
    /// quantifier-free queries first.
    #[arg(long, env = "SYMTOOL_NO_QUANTIFIED_SOLVING", value_parser = FalseyValueParser::new())]
    pub no_quantified_solving: bool,
}

/// Options of query count estimation, which decides the pairs of states that static and dynamic merging join.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Merging")]
pub struct QceArgs {
    /// The threshold for hot variables: a variable is hot if more than this share of the estimated later
    /// queries depends on it. States with different constants in a hot variable are not merged. With `inf`, no
    /// variable is hot.
    #[arg(long, value_name = "SHARE", default_value_t = QceOptions::default().alpha, env = "SYMTOOL_QCE_ALPHA", value_parser = not_negative)]
    pub qce_alpha: f64,
    /// The estimated probability that a side of a branch is feasible.
    #[arg(long, value_name = "P", default_value_t = QceOptions::default().beta, env = "SYMTOOL_QCE_BETA", value_parser = probability)]
    pub qce_beta: f64,
    /// The estimated number of iterations of a loop whose number of iterations is unknown.
    #[arg(long, value_name = "N", default_value_t = QceOptions::default().kappa, env = "SYMTOOL_QCE_KAPPA")]
    pub qce_kappa: u32,
    /// The estimated cost of a query with an `ite`, relative to a query without one. With a FACTOR above 1, a variable
    /// can prevent a merge even if its values in the two states are symbolic.
    #[arg(long, value_name = "FACTOR", default_value_t = QceOptions::default().zeta, env = "SYMTOOL_QCE_ZETA", value_parser = not_negative)]
    pub qce_zeta: f64,
    /// The kinds of instructions whose queries are counted in the estimate of later queries.
    #[arg(long, value_name = "KIND", value_enum, default_value_t = QueryKind::All, env = "SYMTOOL_QCE_QUERIES")]
    pub qce_queries: QueryKind,
}

/// The kinds of instructions whose queries are counted in the estimate of later queries.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// Branches, checks, and memory accesses whose address is not fixed.
    All,
    /// Branches only.
    Branches,
}

impl QueryKind {
    /// Converts the value of `--qce-queries` to the type of the merging crate.
    pub fn counted(self) -> Counted {
        match self {
            QueryKind::All => Counted::All,
            QueryKind::Branches => Counted::Branches,
        }
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&n: &f64| n >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0".to_owned())
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
