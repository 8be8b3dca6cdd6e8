//! In which order paths are explored, and by how many.
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use symtool_engine::search::{SEARCHERS, SearcherInfo};

/// In which order paths are explored; which paths there are does not depend on it.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Which live path to continue next [default: dfs; what suits merging best with --merge].
    #[arg(
        long,
        value_name = "NAME",
        env = "SYMTOOL_SEARCH",
        value_parser = searchers()
    )]
    pub search: Option<&'static SearcherInfo>,
    /// Seed of the random choices of a search.
    #[arg(long, value_name = "N", default_value_t = 0, env = "SYMTOOL_SEED")]
    pub seed: u64,
    /// Explore with so many threads at once: the same paths in another order, so test cases are numbered differently and
    /// may have other inputs of the same paths.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        env = "SYMTOOL_THREADS",
        value_parser = threads
    )]
    pub threads: NonZeroUsize,
    /// How to run what comes before the first input; the result is the same.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        env = "SYMTOOL_NATIVE_PREFIX"
    )]
    pub native_prefix: NativePrefix,
}

/// A number of threads; so many that no machine has them are a mistake.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n| (1..=1024).contains(n));
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| "a number from 1 to 1024 is expected".to_owned())
}

/// The rows of the table of searchers as values of an option, each with its help.
fn searchers() -> impl TypedValueParser<Value = &'static SearcherInfo> {
    let row = |row: &'static SearcherInfo| PossibleValue::new(row.name).help(row.help);
    PossibleValuesParser::new(SEARCHERS.iter().map(row))
        .map(|name| symtool_engine::search::searcher(&name).unwrap_or(&SEARCHERS[0]))
}

/// How exploration gets through a beginning that does not depend on inputs; what it finds is the same.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativePrefix {
    /// Step by step; a long one starts again as machine code.
    Auto,
    /// As machine code at once.
    Always,
    /// Step by step.
    Off,
}
