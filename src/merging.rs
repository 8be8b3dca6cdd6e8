//! From `--merge…` options to how states are merged while a program is explored.
use crate::error::Error;
use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use std::num::NonZeroUsize;
use symtool_merge::run_time::{self, Options, POLICIES, PolicyInfo};
use symtool_symex::merging::Merging;

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
}

/// The rows of the table of policies as values of an option, each with its help.
fn policies() -> impl TypedValueParser<Value = &'static PolicyInfo> {
    let row = |row: &'static PolicyInfo| PossibleValue::new(row.name).help(row.help);
    PossibleValuesParser::new(POLICIES.iter().map(row))
        .map(|name| run_time::policy(&name).unwrap_or(&POLICIES[0]))
}

/// How states are merged in a run with so many threads.
pub fn merging(args: &MergeArgs, threads: NonZeroUsize) -> Result<Option<Merging>, Error> {
    let Some(policy) = args.merge else {
        return Ok(None);
    };
    if threads.get() > 1 {
        let text = "--merge needs all states in one thread: leave --threads out";
        return Err(Error::Option(text.to_owned()));
    }
    Ok(Some(Merging {
        plan: run_time::plan(policy, Options {}),
        all_paths: args.merge_all_tests,
    }))
}
