//! `symtool ir`: prints what flows between two stages.
use crate::cfmse;
use crate::cli::{Emit, IrArgs, Stage};
use crate::error::Error;
use crate::program::{self, Program};
use std::process::ExitCode;
use symtool_ir::{Func, Module, print, verify};
use symtool_passes::analysis::symbolic::SymbolicInfo;
use symtool_passes::{analysis::symbolic, dot};

/// Runs the command.
pub fn run(args: &IrArgs) -> Result<ExitCode, Error> {
    let program = program::load(&args.input)?;
    // Compact: numbered in textual order, so that what is printed reads back to the same text.
    let module = stage(&program, args)?.compact();
    let functions = selected(&module, args.function.as_deref())?;
    let marks =
        (args.stage() == Stage::Symbolic).then(|| symbolic::analyse(&module, program.entry));
    let text = match args.emit {
        Emit::Text => text(&module, &functions, args.function.is_none(), marks.as_ref()),
        Emit::Dot => functions
            .iter()
            .map(|&func| dot::function_to_dot(&module, func, marks.as_ref()))
            .collect(),
    };
    crate::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn stage(program: &Program, args: &IrArgs) -> Result<Module, Error> {
    if !args.passes.is_empty() {
        let mut module = program.lowered.clone();
        let names: Vec<&str> = args.passes.iter().map(|name| name.trim()).collect();
        program::passes(&mut module, &names, program.checks)?;
        return Ok(module);
    }
    let mut module = program.after(args.stage())?;
    if args.stage() == Stage::Cfmse {
        let options = cfmse::options(&args.cfmse, cfmse::ignore_list(&args.cfmse)?);
        cfmse::meld(&mut module, program.entry, &options, program.checks);
    }
    verify::verify_module(&module).map_err(|errors| {
        Error::Input(format!(
            "a pass broke the IR, please report this:\n{errors}"
        ))
    })?;
    Ok(module)
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
            None => Err(Error::Option(format!(
                "the program has no function `{name}` at this stage"
            ))),
        },
    }
}

/// The whole module, or some functions of it; marks are comments, so the text can still be read back.
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
