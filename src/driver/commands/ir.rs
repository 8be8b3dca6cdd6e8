//! `symtool ir`: prints the IR after one of the stages before exploration.
mod diff;

use crate::Error;
use crate::driver::cfmse;
use crate::driver::cli::{Emit, IrArgs, Stage};
use crate::meld;
use crate::program::{self, Program};
use std::process::ExitCode;
use symtool_ir::{Func, Module, print, verify};
use symtool_meld::{Decision, MeldOptions};
use symtool_passes::analysis::symbolic::SymbolicInfo;
use symtool_passes::{analysis::symbolic, dot};
use symtool_policies::qce::{self, Qce};

/// Runs the command `symtool ir`.
pub fn run(args: &IrArgs) -> Result<ExitCode, Error> {
    let program = args.input.load(None)?;
    if let Some(analysis) = args.analysis {
        let text = (analysis.run)(&stage(&program, args)?.compact());
        crate::driver::print(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let [before, after] = args.diff.as_slice() {
        diff::run(&program, args, before, after)?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = match args.emit {
        Emit::Melds => melds(&program, args)?,
        Emit::Text if args.stage() == Stage::Qce => {
            printed(&program, args, |module, functions, _| {
                let counts = Qce::new(module, crate::driver::merging::qce_options(&args.qce));
                let counted = |&func: &Func| qce::counted(module, func, &counts);
                functions.iter().map(counted).collect()
            })?
        }
        Emit::Text => printed(&program, args, |module, functions, marks| {
            text(module, functions, args.function.is_none(), marks)
        })?,
        Emit::Dot => printed(&program, args, |module, functions, marks| {
            let drawn = |&func: &Func| dot::function_to_dot(module, func, marks);
            functions.iter().map(drawn).collect()
        })?,
    };
    crate::driver::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the text that `form` prints for the selected functions after the requested stage.
fn printed(
    program: &Program,
    args: &IrArgs,
    form: impl FnOnce(&Module, &[Func], Option<&SymbolicInfo>) -> String,
) -> Result<String, Error> {
    // Values and blocks are renumbered in textual order, so that the printed text parses back to the same text.
    let module = stage(program, args)?.compact();
    let functions = selected(&module, args.function.as_deref())?;
    let marks =
        (args.stage() == Stage::Symbolic).then(|| symbolic::analyse(&module, program.entry));
    Ok(form(&module, &functions, marks.as_ref()))
}

/// Returns the form that the options `--after` and `--passes` select.
fn stage(program: &Program, args: &IrArgs) -> Result<Module, Error> {
    if args.passes.is_empty() {
        return form(program, args, args.stage(), &[]);
    }
    form(program, args, Stage::Lower, &args.passes)
}

/// Returns the IR after a stage and further passes. The stages `symbolic` and `qce` do not change the simplified IR.
fn form(
    program: &Program,
    args: &IrArgs,
    stage: Stage,
    passes: &[String],
) -> Result<Module, Error> {
    let mut module = match stage {
        Stage::Lower => program.lowered.clone(),
        Stage::Ssa => program.ssa()?,
        Stage::Simplify | Stage::Symbolic | Stage::Qce | Stage::Cfmse => program.simplified()?,
    };
    if stage == Stage::Cfmse {
        let options = cfmse::options(&args.cfmse, cfmse::ignore_list(&args.cfmse)?);
        meld::check_own_rules()?;
        meld::meld(&mut module, program.entry, &options, program.checks);
    }
    let names: Vec<&str> = passes.iter().map(|name| name.trim()).collect();
    program::passes(&mut module, &names, program.checks)?;
    verify::verify_module(&module).map_err(|errors| {
        Error::Input(format!(
            "the IR is invalid after a pass, please report this:\n{errors}"
        ))
    })?;
    Ok(module)
}

/// Lists the melding decision of every branch. Values are numbered as in the output of `--after simplify`;
/// values that melding adds have higher numbers.
fn melds(program: &Program, args: &IrArgs) -> Result<String, Error> {
    let mut module = program.simplified()?.compact();
    let options = MeldOptions {
        steps: true,
        ..cfmse::options(&args.cfmse, cfmse::ignore_list(&args.cfmse)?)
    };
    meld::check_own_rules()?;
    let report = meld::meld(&mut module, program.entry, &options, program.checks);
    let wanted = |d: &&Decision| {
        args.function
            .as_ref()
            .is_none_or(|name| *name == d.function)
    };
    Ok(report.log.iter().filter(wanted).map(meld_text).collect())
}

fn meld_text(decision: &Decision) -> String {
    let part = |n: Option<u32>| n.map(|n| format!(":{n}")).unwrap_or_default();
    let file = decision.file.as_deref().unwrap_or("?");
    let place = format!("{file}{}{}", part(decision.line), part(decision.column));
    let what = if decision.melded { "melded" } else { "left" };
    let steps = decision.steps.as_ref().map(ToString::to_string);
    let (function, reason) = (&decision.function, &decision.reason);
    format!(
        "{place} in {function}: {what}: {reason}\n{}",
        steps.unwrap_or_default()
    )
}

fn selected(module: &Module, name: Option<&str>) -> Result<Vec<Func>, Error> {
    match name {
        None => Ok(module
            .functions
            .keys()
            .filter(|&func| !module.functions[func].is_declaration())
            .collect()),
        Some(name) => match module.function_named(name) {
            Some(func) => Ok(vec![func]),
            None => Err(no_function(name)),
        },
    }
}

fn no_function(name: &str) -> Error {
    Error::Option(format!(
        "the program has no function `{name}` at this stage"
    ))
}

/// Returns the text of the module if `whole` is set, else of the functions `functions`. With `marks`, returns the text
/// of these functions with comments that mark symbolic values; the text can still be parsed.
fn text(module: &Module, functions: &[Func], whole: bool, marks: Option<&SymbolicInfo>) -> String {
    if let Some(marks) = marks {
        return functions
            .iter()
            .map(|&func| symbolic::marked(module, func, marks))
            .collect();
    }
    if whole {
        return print::module_to_string(module);
    }
    functions
        .iter()
        .map(|&func| print::function_to_string(module, &module.functions[func]))
        .collect()
}
