//! Melds a whole program by CFM-SE, and removes dead code afterwards.
use crate::error::Error;
use crate::program;
use symtool_ir::bug::Checks;
use symtool_ir::{Failure, Func, Module};
use symtool_meld::families::prove_own_rules;
use symtool_meld::{IgnoredLocation, MeldOptions, MeldReport};
use symtool_passes::{PassContext, SIMPLIFY, run_pipeline};

/// Proves the meld rules that the user of this library has added.
///
/// # Errors
/// A rule cannot be proved. Melding never uses such a rule, even if this function is not called.
pub fn check_own_rules() -> Result<(), Error> {
    prove_own_rules().map_err(|unproved| Error::Input(format!("{unproved}")))
}

/// Melds branches of a program, and then removes the code that is dead because of melding.
pub fn meld(module: &mut Module, entry: Func, options: &MeldOptions, checks: Checks) -> MeldReport {
    meld_in(module, entry, options, &mut program::pass_context(checks))
}

/// Melds branches like [`meld`], and calls `continues` before each branch. When this function returns `false`, for
/// example after an interrupt, the remaining branches are not melded.
pub fn meld_while(
    module: &mut Module,
    entry: Func,
    options: &MeldOptions,
    checks: Checks,
    continues: &dyn Fn() -> bool,
) -> MeldReport {
    let ctx = &mut program::pass_context(checks);
    meld_traced(module, ctx, |module| {
        symtool_meld::meld_while(module, entry, options, continues)
    })
}

/// Melds branches of a program, and then removes the code that is dead because of melding. The context `ctx` counts and
/// records the changes that melding and the removal of dead code make.
pub fn meld_in(
    module: &mut Module,
    entry: Func,
    options: &MeldOptions,
    ctx: &mut PassContext,
) -> MeldReport {
    meld_traced(module, ctx, |module| {
        symtool_meld::meld(module, entry, options)
    })
}

fn meld_traced(
    module: &mut Module,
    ctx: &mut PassContext,
    meld: impl FnOnce(&mut Module) -> MeldReport,
) -> MeldReport {
    let mut report = MeldReport::default();
    ctx.traced("meld", module, |module, ctx| {
        report = meld(module);
        ctx.count("meld.branches", report.applied as u64);
        ctx.count("meld.selects", report.selects_added as u64);
    });
    *module = tidy_in(module, ctx);
    report
}

/// Returns a copy of a melded program without the code that is dead because of melding.
pub fn tidy(melded: &Module, checks: Checks) -> Module {
    tidy_in(melded, &mut program::pass_context(checks))
}

fn tidy_in(melded: &Module, ctx: &mut PassContext) -> Module {
    let mut module = melded.clone();
    // The names of the passes are constants, so all of them exist. If a pass did not exist, the result would be the
    // program with its dead code, which is also correct.
    match run_pipeline(&mut module, SIMPLIFY, ctx) {
        Ok(()) => module,
        Err(_) => melded.clone(),
    }
}

/// Returns the source location of a failure as an entry of the ignore list (the source locations whose branches are
/// not melded).
pub fn location(module: &Module, failure: &Failure) -> IgnoredLocation {
    let at = failure.loc().map(|loc| module.source.get(loc));
    IgnoredLocation {
        file: at
            .map(|at| module.source.file_name(at.file).to_owned())
            .unwrap_or_default(),
        line: at.map_or(0, |at| at.line),
        column: at.map_or(0, |at| at.column),
        function: failure
            .stack
            .first()
            .map(|frame| module.functions[frame.func].name.clone())
            .unwrap_or_default(),
    }
}
