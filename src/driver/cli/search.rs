//! Command-line options that select the search order and the number of threads.
use super::rows::rows;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use symtool_engine::search::{SEARCHERS, SearcherInfo};

/// Options of the search order, the order in which live states run. The set of paths does not depend on the
/// order.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// The order in which live states run [default: dfs; with --merge, an order that suits the policy].
    #[arg(
        long,
        value_name = "NAME",
        env = "SYMTOOL_SEARCH",
        value_parser = rows(&SEARCHERS, |row| row.help)
    )]
    pub search: Option<&'static SearcherInfo>,
    /// Seed of the random number generator of randomized searchers.
    #[arg(long, value_name = "N", default_value_t = 0, env = "SYMTOOL_SEED")]
    pub seed: u64,
    /// Explore with N threads [default: in automatic mode the number of cores, otherwise 1]. In automatic mode, N
    /// engines run at the same time, and the output is the same for every N. In the other modes without --merge, the
    /// paths are the same as with one thread, but in another order, so test cases may have other file numbers and
    /// inputs. With --merge, other states may be merged.
    #[arg(
        long,
        value_name = "N",
        env = "SYMTOOL_THREADS",
        value_parser = threads
    )]
    pub threads: Option<NonZeroUsize>,
    /// The engine for the prefix, the instructions before the program's first input. The result does not depend
    /// on it.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        env = "SYMTOOL_NATIVE_PREFIX"
    )]
    pub native_prefix: NativePrefix,
}

/// Parses a number of threads, from 1 to 1024.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n| (1..=1024).contains(n));
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| "expected a number from 1 to 1024".to_owned())
}

/// The way to execute the concrete prefix, the instructions before the program's first input. The result of
/// exploration does not depend on it.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativePrefix {
    /// Interpret the prefix; a long prefix starts again as machine code.
    Auto,
    /// Run the prefix as machine code from the start.
    Always,
    /// Interpret the prefix.
    Off,
}
