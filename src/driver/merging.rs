//! Conversion of the `--merge…` and `--qce…` options to the configuration of state merging.
use crate::driver::cli::{MergeArgs, QceArgs, SearchArgs};
use symtool_engine::merging::Merging;
use symtool_policies::pattern::PatternOptions;
use symtool_policies::qce::QceOptions;
use symtool_policies::{Driver, Options};

/// Returns the parameters of query count estimation that the `--qce…` options set.
pub fn qce_options(args: &QceArgs) -> QceOptions {
    QceOptions {
        alpha: args.qce_alpha,
        beta: args.qce_beta,
        kappa: args.qce_kappa,
        zeta: args.qce_zeta,
        counted: args.qce_queries.counted(),
    }
}

/// Returns the configuration of state merging, if the options select a policy.
pub fn merging(args: &MergeArgs, search: &SearchArgs) -> Option<Merging> {
    let policy = args.merge?;
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
            max_nodes: args.max_region_nodes,
            check: args.merge_check,
            ..PatternOptions::default()
        },
        apart: Vec::new(),
    };
    Some(Merging {
        plan: symtool_policies::plan(policy, options),
        all_paths: args.merge_all_tests,
    })
}
