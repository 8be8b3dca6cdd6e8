//! `symtool ir --diff A B`: prints the difference between two forms of the program.
use crate::Error;
use crate::driver::cli::{Emit, Form, IrArgs};
use crate::program::Program;
use std::io::IsTerminal;
use symtool_passes::diff;

/// Prints the difference between the forms `before` and `after` in the requested output form.
pub fn run(program: &Program, args: &IrArgs, before: &Form, after: &Form) -> Result<(), Error> {
    let form = |form: &Form| super::form(program, args, form.stage, &form.passes);
    let mut changes = diff::diff(&form(before)?, &form(after)?);
    if let Some(name) = &args.function
        && !changes.retain_function(name)
    {
        return Err(super::no_function(name));
    }
    let text = match args.emit {
        Emit::Text => changes.to_text(color()),
        Emit::Dot | Emit::Melds => {
            return Err(Error::Option(
                "--diff cannot be combined with this --emit form: expected text".into(),
            ));
        }
    };
    crate::driver::print(&text)
}

/// Returns whether to print colors: standard output is a terminal, and the variable `NO_COLOR` is unset or empty.
fn color() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stdout().is_terminal()
}
