//! Melds a whole program by CFM-SE, and removes dead code afterwards.
use crate::error::Error;
use crate::program;
use symtool_ir::bug::Checks;
use symtool_ir::{Failure, Func, Module};
use symtool_meld::families::prove_own_rules;
use symtool_meld::{IgnoredLocation, MeldOptions, MeldReport};
use symtool_passes::{SIMPLIFY, run_pipeline};

/// Proves the rules that the program using this library added to melding.
///
/// # Errors
/// A rule has no proof. Melding would not use the rule.
pub fn check_own_rules() -> Result<(), Error> {
    prove_own_rules().map_err(|unproved| Error::Input(format!("{unproved}")))
}

/// Melds a program and removes the code that melding left dead.
pub fn meld(module: &mut Module, entry: Func, options: &MeldOptions, checks: Checks) -> MeldReport {
    let report = symtool_meld::meld(module, entry, options);
    *module = tidy(module, checks);
    report
}

/// Returns a copy of a melded program without the dead code that melding left.
pub fn tidy(melded: &Module, checks: Checks) -> Module {
    let mut module = melded.clone();
    // The pass names are constants, so an unknown pass cannot occur. If it did, the program would be returned
    // with its dead code, which is correct, too.
    match run_pipeline(&mut module, SIMPLIFY, &mut program::pass_context(checks)) {
        Ok(()) => module,
        Err(_) => melded.clone(),
    }
}

/// Returns the source location of a failure, in the form that the ignore list uses.
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
