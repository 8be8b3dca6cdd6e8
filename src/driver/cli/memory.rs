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
        help = arrays_help(),
        value_name = "LIST",
        default_value = "all",
        env = "SYMTOOL_ARRAYS"
    )]
    pub arrays: ArrayOptions,
}

/// Returns the help of `--arrays`, from the table of transformations.
fn arrays_help() -> String {
    let rows = TRANSFORMS
        .iter()
        .map(|t| format!("{} ({})", t.name, t.help));
    let rows: Vec<String> = rows.collect();
    format!(
        "Eliminate array reads at symbolic indices from queries; the result does not depend on it. \
         `all`, `off`, or names separated by commas: {}, bits (encodes a remaining read as an ite tree over the bits of its index; \
         without it, Z3's theory of arrays handles the read, which is far slower); `published` alone or before names selects the form of \
         Perry et al. (2017), with one condition per value; `baseline` is their baseline, the theory of arrays for arrays of every size",
        rows.join(", ")
    )
}
