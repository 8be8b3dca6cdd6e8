//! How memory at places that depend on the input is followed.
use crate::units::Size;
use clap::Args;
use symtool_expr::arrays::{ArrayOptions, TRANSFORMS};

/// How memory at places that depend on the input is followed.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Memory")]
pub struct MemoryArgs {
    /// Give heap blocks and arrays whose size depends on the input that size, up to CAP bytes (as in 64, 4K), instead of following
    /// each size as a path of its own. Inputs that ask for more make the verdict incomplete.
    #[arg(long, value_name = "CAP", env = "SYMTOOL_SYMBOLIC_SIZES")]
    pub symbolic_sizes: Option<Size>,
    /// Follow an address, size or call target that depends on the input to so many objects or values; more make the verdict
    /// incomplete.
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

/// What `--arrays` does, by the table of transformations.
fn arrays_help() -> String {
    let rows = TRANSFORMS
        .iter()
        .map(|t| format!("{} ({})", t.name, t.help));
    let rows: Vec<String> = rows.collect();
    format!(
        "Take reads at places that depend on the input out of the conditions that a solver is asked about; what is found is the same. \
         `all`, `off`, or names separated by commas: {}, bits (a read that is left becomes a choice by the bits of its index; without it \
         Z3's theory of arrays gets it, which is far slower)",
        rows.join(", ")
    )
}
