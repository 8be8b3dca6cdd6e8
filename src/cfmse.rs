//! From `--cfmse…` options to melding options.
use crate::cli::{CfmseArgs, CfmseBranches, CfmseMode};
use crate::error::Error;
use crate::program;
use symtool_ir::bug::Checks;
use symtool_ir::{Failure, Func, Module};
use symtool_meld::{Branches, IgnoreList, IgnoredPlace, MeldOptions, MeldReport, Mode};
use symtool_passes::{SIMPLIFY, run_pipeline};

/// The melding options; `--cfmse` alone means guarded.
pub fn options(args: &CfmseArgs, ignore: IgnoreList) -> MeldOptions {
    MeldOptions {
        mode: match args.cfmse {
            Some(CfmseMode::Speculative) => Mode::Speculative,
            _ => Mode::Guarded,
        },
        branches: match args.cfmse_branches {
            CfmseBranches::Symbolic => Branches::Symbolic,
            CfmseBranches::All => Branches::All,
            CfmseBranches::Loops => Branches::Loops,
        },
        loads_symbolic: args.cfmse_loads_symbolic,
        ignore,
        certify: args.cfmse_check,
        trips: args.cfmse_trips,
        steps: false,
    }
}

/// Melds a program and cleans up what melding left behind.
pub fn meld(module: &mut Module, entry: Func, options: &MeldOptions, checks: Checks) -> MeldReport {
    let report = symtool_meld::meld(module, entry, options);
    *module = tidy(module, checks);
    report
}

/// A melded program without what melding left behind.
pub fn tidy(melded: &Module, checks: Checks) -> Module {
    let mut module = melded.clone();
    // The names are a constant list, so the pipeline knows them all; were it otherwise, untidy code is right too.
    match run_pipeline(&mut module, SIMPLIFY, &mut program::pass_context(checks)) {
        Ok(()) => module,
        Err(_) => melded.clone(),
    }
}

/// The places not to meld that `--cfmse-ignore` names; a file that does not exist yet is an empty list.
pub fn ignore_list(args: &CfmseArgs) -> Result<IgnoreList, Error> {
    let Some(path) = &args.cfmse_ignore else {
        return Ok(IgnoreList::default());
    };
    if !path.exists() {
        return Ok(IgnoreList::default());
    }
    let text = std::fs::read_to_string(path).map_err(Error::file("cannot read", path))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::Input(format!("{} is no list of places: {error}", path.display())))
}

/// Writes the list back to the file of `--cfmse-ignore`.
pub fn save_ignore_list(args: &CfmseArgs, list: &IgnoreList) -> Result<(), Error> {
    let Some(path) = &args.cfmse_ignore else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(list).unwrap_or_default() + "\n";
    std::fs::write(path, text).map_err(Error::file("cannot write", path))
}

/// The place of a failure, as the ignore list names it.
pub fn place(module: &Module, failure: &Failure) -> IgnoredPlace {
    let at = failure.loc().map(|loc| module.source.get(loc));
    IgnoredPlace {
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
