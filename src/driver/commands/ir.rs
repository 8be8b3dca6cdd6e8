//! `symtool ir`: prints the IR after one of the stages before exploration.
mod diff;
mod form;
mod trace;

use crate::Error;
use crate::driver::cfmse;
use crate::driver::cli::{Emit, IrArgs, Stage};
use crate::meld;
use crate::program::Program;
use std::process::ExitCode;
use symtool_analysis::symbolic::{self, SymbolicInfo};
use symtool_ir::{Func, Module, print};
use symtool_meld::{Decision, MeldOptions};
use symtool_passes::picture::Picture;
use symtool_passes::picture::svg::{self, DrawError};
use symtool_policies::qce::{self, Qce};

/// Runs the command `symtool ir`.
pub fn run(args: &IrArgs) -> Result<ExitCode, Error> {
    let program = args.input.load(None)?;
    if let Some(analysis) = args.analysis {
        let module = form::selected(&program, args)?.module;
        crate::driver::print(&(analysis.run)(&module.compact()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = match (args.diff.as_slice(), args.trace_passes, args.stats_json) {
        ([before, after], _, _) => diff::text(&program, args, before, after)?,
        (_, true, _) => trace::text(&form::selected(&program, args)?),
        (_, _, true) => trace::json(&form::selected(&program, args)?),
        _ => emitted(&program, args)?,
    };
    crate::driver::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the text in the output form that `--emit` selects.
fn emitted(program: &Program, args: &IrArgs) -> Result<String, Error> {
    match args.emit {
        Emit::Melds => melds(program, args),
        Emit::Text if args.stage() == Stage::Qce => {
            printed(program, args, |module, functions, _| {
                let counts = Qce::new(module, crate::driver::merging::qce_options(&args.qce));
                let counted = |&func: &Func| qce::counted(module, func, &counts);
                Ok(functions.iter().map(counted).collect())
            })
        }
        Emit::Text => printed(program, args, |module, functions, marks| {
            Ok(text(module, functions, args.function.is_none(), marks))
        }),
        Emit::Dot => printed(program, args, |module, functions, marks| {
            let pictures = pictures(module, functions, marks);
            Ok(pictures.iter().map(Picture::to_dot).collect())
        }),
        Emit::Svg => printed(program, args, |module, functions, marks| {
            drawn(&pictures(module, functions, marks), args, &[])
        }),
    }
}

fn pictures(module: &Module, functions: &[Func], marks: Option<&SymbolicInfo>) -> Vec<Picture> {
    let bodies = functions
        .iter()
        .filter(|&&func| !module.functions[func].is_declaration());
    bodies
        .map(|&func| Picture::of_function(module, func, marks))
        .collect()
}

/// Returns an SVG document with the lines of `caption` at the top and the pictures of functions below them.
fn drawn(pictures: &[Picture], args: &IrArgs, caption: &[String]) -> Result<String, Error> {
    let help = match &args.function {
        None => "select one function with --function, or use --emit text or dot",
        Some(_) => "use --emit text or dot",
    };
    svg::draw(pictures, caption).map_err(|error| match error {
        DrawError::TooLarge { .. } => Error::Option(format!("{error}\nhelp: {help}")),
        DrawError::Layout(_) => Error::Input(error.to_string()),
    })
}

/// Returns the text that the closure `form` makes of the selected functions after the stage that `--after` selects. The
/// arguments of the closure are the program, these functions, and the marks of symbolic values (`None` unless the stage
/// is `symbolic`).
fn printed(
    program: &Program,
    args: &IrArgs,
    form: impl FnOnce(&Module, &[Func], Option<&SymbolicInfo>) -> Result<String, Error>,
) -> Result<String, Error> {
    // Values and blocks are renumbered in textual order, so that the printed text parses back to the same text.
    let module = form::selected(program, args)?.module.compact();
    let functions = selected(&module, args.function.as_deref())?;
    let marks =
        (args.stage() == Stage::Symbolic).then(|| symbolic::analyse(&module, program.entry));
    form(&module, &functions, marks.as_ref())
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
