//! `symtool ir --diff A B`: the difference between two forms of the program.
use super::form;
use crate::Error;
use crate::driver::cli::{Emit, Form, IrArgs};
use crate::program::Program;
use std::io::IsTerminal;
use symtool_passes::diff::{ModuleDiff, diff};
use symtool_passes::picture::Picture;

/// Returns the difference between the forms `before` and `after` in the requested output form.
pub fn text(
    program: &Program,
    args: &IrArgs,
    before: &Form,
    after: &Form,
) -> Result<String, Error> {
    let module = |form: &Form| -> Result<_, Error> {
        Ok(form::form(program, args, form.stage, &form.passes)?.module)
    };
    let mut changes = diff(&module(before)?, &module(after)?);
    if let Some(name) = &args.function
        && !changes.retain_function(name)
    {
        return Err(super::no_function(name));
    }
    match args.emit {
        Emit::Text => Ok(changes.to_text(color())),
        Emit::Dot => Ok(pictures(&changes).iter().map(Picture::to_dot).collect()),
        Emit::Svg => super::drawn(&pictures(&changes), args, &[changes.summary()]),
        Emit::Melds => Err(Error::Option(
            "--diff cannot be combined with --emit melds; expected text, dot or svg".into(),
        )),
    }
}

/// Returns the pictures of the functions that differ; of all functions if none differs.
fn pictures(changes: &ModuleDiff) -> Vec<Picture> {
    let functions = changes.functions.iter();
    let changed = functions
        .clone()
        .filter(|function| !function.is_unchanged());
    let drawn: Vec<Picture> = changed.map(Picture::of_diff).collect();
    if drawn.is_empty() {
        return functions.map(Picture::of_diff).collect();
    }
    drawn
}

/// Returns whether to print colors: standard output is a terminal, and the variable `NO_COLOR` is unset or empty.
fn color() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stdout().is_terminal()
}
