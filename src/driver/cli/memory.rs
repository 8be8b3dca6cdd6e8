//! Command-line options of symbolic memory accesses.
use crate::driver::units::Size;
use clap::Args;
use symtool_expr::arrays::{ArrayOptions, TRANSFORMS};

/// Options of symbolic memory accesses.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Memory")]
pub struct MemoryArgs {
    /// Represent a block of symbolic size as one object of up to CAP bytes (as in 64, 4K), without a fork for
    /// each size. A size above CAP makes the verdict incomplete.
    #[arg(long, value_name = "CAP", env = "SYMTOOL_SYMBOLIC_SIZES")]
    pub symbolic_sizes: Option<Size>,
    /// Consider at most N objects for a symbolic address, and N values for a symbolic size or call target. If
    /// more are possible, the verdict is incomplete.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 32,
        env = "SYMTOOL_MAX_RESOLUTIONS",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_resolutions: u32,
    #[arg(
        long,
        help = ARRAYS,
        long_help = arrays_help(),
        value_name = "LIST",
        default_value = "all",
        env = "SYMTOOL_ARRAYS"
    )]
    pub arrays: ArrayOptions,
}

/// The help text of `--arrays` in one sentence.
const ARRAYS: &str = "Eliminate array reads at symbolic indices from queries by these transformations: `all`, `off`, or names \
    separated by commas. Verdicts do not depend on the option.";

/// Returns the help of `--arrays`, with the table of transformations.
fn arrays_help() -> String {
    let rows = TRANSFORMS.iter();
    let rows: String = rows
        .map(|t| format!("- {}: {}\n", t.name, t.help))
        .collect();
    format!(
        "{ARRAYS}\n\n{rows}\
         - bits: encodes a remaining read as a tree of ites over the bits of its index; without this encoding, Z3 \
         decides the read by the theory of arrays, which is far slower\n\
         - published: selects the form of Perry et al. (2017), with one condition for each value, for the named \
         transformations; alone, it enables constant, index and value\n\
         - baseline: selects the baseline of Perry et al.: no transformation, and the theory of arrays for arrays of \
         every size"
    )
}
