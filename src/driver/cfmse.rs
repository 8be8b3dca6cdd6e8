//! Converts the `--cfmse…` options to melding options. Reads and writes the *ignore list*: the source locations
//! of spurious failures, that is, of failures of the melded program that the original program does not have. A branch
//! is not melded if one of its sides contains a listed location.
use crate::Error;
use crate::driver::cli::{CfmseArgs, CfmseBranches, CfmseMode};
use symtool_meld::{Branches, IgnoreList, MeldOptions, Mode};

/// Returns the melding options. `--cfmse` without a value selects the guarded mode, in which an instruction of a side
/// has an effect only if the branch takes this side.
pub fn options(args: &CfmseArgs, ignore: IgnoreList) -> MeldOptions {
    MeldOptions {
        mode: match args.cfmse {
            Some(CfmseMode::Speculative) => Mode::Speculative,
            Some(CfmseMode::Guarded) | None => Mode::Guarded,
        },
        branches: match args.cfmse_branches {
            CfmseBranches::Symbolic => Branches::Symbolic,
            CfmseBranches::All => Branches::All,
            CfmseBranches::Loops => Branches::Loops,
            CfmseBranches::SymbolicLoops => Branches::SymbolicLoops,
        },
        loads_symbolic: args.cfmse_loads_symbolic,
        ignore,
        forked: IgnoreList::default(),
        expensive: IgnoreList::default(),
        certify: args.cfmse_check,
        iterations: args.cfmse_trips.unwrap_or(args.cfmse_iterations),
        steps: false,
        unwind: None,
    }
}

/// Reads the ignore list of `--cfmse-ignore`, the source locations of spurious failures. A missing file is an
/// empty list.
pub fn ignore_list(args: &CfmseArgs) -> Result<IgnoreList, Error> {
    let Some(path) = &args.cfmse_ignore else {
        return Ok(IgnoreList::default());
    };
    if !path.exists() {
        return Ok(IgnoreList::default());
    }
    let text = std::fs::read_to_string(path).map_err(Error::file("cannot read", path))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::Input(format!("{} is not an ignore list: {error}", path.display())))
}

/// Writes the ignore list `list` to the file of `--cfmse-ignore`, if the option is given.
pub fn save_ignore_list(args: &CfmseArgs, list: &IgnoreList) -> Result<(), Error> {
    let Some(path) = &args.cfmse_ignore else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(list).unwrap_or_default() + "\n";
    std::fs::write(path, text).map_err(Error::file("cannot write", path))
}
