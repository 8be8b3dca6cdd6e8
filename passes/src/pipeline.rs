//! The table of all passes, and the function that runs a list of them by name.
//!
//! To add a pass, write a file under [`transform`], a row in [`PASSES`], and tests. In debug builds the
//! module is verified after each pass, so that an error names the pass that broke the IR.
use crate::pass::{ModuleFacts, Pass, PassContext, PassInfo, PassKind};
use crate::transform;
use std::time::Instant;
use symtool_analysis::effects::Effects;
use symtool_ir::Module;
use symtool_ir::table::Table;

macro_rules! passes {
    ($($name:literal $pass:expr, $help:literal;)*) => {
        /// The table of passes, by name.
        pub static PASSES: Table<PassInfo> = Table::new("pass", &[
            $(PassInfo { name: $name, help: $help, make: || PassKind::Function(Box::new($pass)) },)*
        ]);
    };
}

passes! {
    "constfold" transform::constfold::ConstFold,
        "constant folding: operations and branches on constants, and identities such as x + 0 = x";
    "dce" transform::dce::Dce,
        "dead code elimination: unused values and block parameters";
    "forward" transform::forward::Forward,
        "store-to-load forwarding and redundant load elimination within a block";
    "gvn" transform::gvn::Gvn,
        "global value numbering of pure operations";
    "mem2reg" transform::mem2reg::Mem2Reg,
        "promotion of local variables in memory to SSA values";
    "remove-constant-params" transform::remove_constant_params::RemoveConstantParams,
        "removal of block parameters with only one incoming value";
    "simplify-cfg" transform::simplify_cfg::SimplifyCfg,
        "removal of unreachable and empty blocks, merging of a block with its only successor";
}

/// The passes that promote local variables to SSA values.
pub const SSA: &[&str] = &["mem2reg"];

/// The passes that simplify the program and preserve every branch whose condition depends on an input.
pub const SIMPLIFY: &[&str] = &["simplify-cfg", "constfold", "gvn", "forward", "dce"];

/// An error of a pipeline of passes.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PipelineError {
    /// A name in the list of passes is not in [`PASSES`].
    #[error("there is no pass `{name}`{}", suggest(suggestions))]
    UnknownPass {
        /// The unknown name.
        name: String,
        /// The known names that are most similar to the unknown name.
        suggestions: Vec<&'static str>,
    },
    /// A pass made the IR ill-formed (checked in debug builds only).
    #[error("after pass `{pass}` the IR is broken: {message}")]
    Broken {
        /// The name of the pass.
        pass: &'static str,
        /// The verifier's errors.
        message: String,
    },
}

fn suggest(names: &[&str]) -> String {
    match names {
        [] => {
            let all: Vec<&str> = PASSES.iter().map(|row| row.name).collect();
            format!("; the passes are {}", all.join(", "))
        }
        _ => format!("; did you mean `{}`?", names.join("` or `")),
    }
}

/// Returns the row of a pass in [`PASSES`].
///
/// # Errors
/// There is no pass of this name; the error suggests similar names.
pub fn find_pass(name: &str) -> Result<&'static PassInfo, PipelineError> {
    PASSES.find(name).ok_or_else(|| PipelineError::UnknownPass {
        name: name.to_owned(),
        suggestions: similar(name),
    })
}

/// Runs the named passes in order. If one name is unknown, no pass runs.
///
/// # Errors
/// A name is unknown. In debug builds, an error is also returned if a pass made the IR ill-formed.
pub fn run_pipeline(
    module: &mut Module,
    names: &[&str],
    ctx: &mut PassContext,
) -> Result<(), PipelineError> {
    let rows = names
        .iter()
        .map(|name| find_pass(name))
        .collect::<Result<Vec<_>, _>>()?;
    ctx.facts = ModuleFacts::new(module);
    for row in rows {
        let start = Instant::now();
        ctx.traced(row.name, module, |module, ctx| match (row.make)() {
            PassKind::Function(pass) => run_on_functions(&*pass, module, ctx),
            PassKind::Module(pass) => {
                if pass.run(module, ctx).is_yes() {
                    ctx.facts = ModuleFacts::new(module);
                }
            }
        });
        *ctx.times.entry(row.name).or_default() += start.elapsed();
        verify_after(row.name, module)?;
    }
    Ok(())
}

fn run_on_functions(pass: &dyn Pass, module: &mut Module, ctx: &mut PassContext) {
    ctx.facts.effects = pass.needs_effects().then(|| Effects::new(module));
    for func in module.functions.values_mut() {
        if !func.is_declaration() {
            pass.run(func, ctx);
        }
    }
}

fn verify_after(pass: &'static str, module: &Module) -> Result<(), PipelineError> {
    if cfg!(debug_assertions) {
        symtool_ir::verify::verify_module(module).map_err(|errors| PipelineError::Broken {
            pass,
            message: errors.to_string(),
        })?;
    }
    Ok(())
}

/// Returns the names of up to two passes that are similar to `name`, the most similar first, for the error about an
/// unknown pass. The Levenshtein distance of a similar name from `name` is at most three, and at most half of the
/// length of the similar name.
fn similar(name: &str) -> Vec<&'static str> {
    let mut scored: Vec<(usize, &'static str)> = PASSES
        .iter()
        .map(|row| (distance(name, row.name), row.name))
        .filter(|&(edits, row)| edits <= 3 && 2 * edits <= row.len())
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(2).map(|(_, name)| name).collect()
}

/// Returns the Levenshtein distance of two strings, in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
