//! Generates arguments for an entry function with pointer parameters: strings, buffers, objects or
//! null.
//!
//! A harness is the C text of a function that creates the arguments and calls the entry function.
//! The frontend appends this text to the file that defines the entry function, because the text
//! uses the types of that file. Execution then starts in the harness. `symtool harness` prints the
//! text.
//!
//! | file | contents |
//! | --- | --- |
//! | `shape` | descriptions of arguments, as the user writes them |
//! | `signature` | the parameters of the function, from the text of its file |
//! | `targets` | the kinds of objects that the parameters point to, from their types |
//! | `text` | the C text of the harness |
mod shape;
mod signature;
mod targets;
mod text;

pub use shape::{Harness, Shape};
pub(crate) use text::NAME;

use crate::program::{Program, UnitId};
use crate::typed::SymbolId;
use targets::{inner_pointers, target};
use text::Argument;

/// The name of the file in source locations that refer to the text of a harness.
pub(crate) const FILE: &str = "<symtool>/harness.c";

/// The C text of a harness, and the file of the program to which the text is appended.
#[derive(Clone, Debug)]
pub(crate) struct Appended {
    /// The index of the file among the files of the program.
    pub(crate) unit: UnitId,
    /// The C text.
    pub(crate) text: String,
}

/// Returns the harness of the function `id`. `source` is the preprocessed text of the file that
/// defines the function. Returns `None` if the user describes no argument, and one of these
/// conditions holds: no parameter is a pointer, or `source` does not show the parameters, because
/// the definition is in the old style or expands a macro.
///
/// # Errors
/// A shape (the user's description of an argument) does not fit the function. The error is a
/// message for the user.
pub(crate) fn of_function(
    program: &Program,
    id: SymbolId,
    source: &str,
    harness: &Harness,
) -> Result<Option<Appended>, String> {
    let symbol = program.symbol(id);
    let types = &program.types;
    let Some(function) = types.as_function(symbol.ty) else {
        return Ok(None);
    };
    let has_pointer = function.params.iter().any(|&ty| types.is_pointer(ty));
    if harness.arguments.is_empty() && !has_pointer {
        return Ok(None);
    }
    let names = &symbol.param_names;
    if let Some((name, _)) = harness
        .arguments
        .iter()
        .find(|(name, _)| !names.contains(name))
    {
        let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        return Err(format!(
            "`{}` has no parameter `{name}`; it has {}",
            harness.function,
            known.join(", ")
        ));
    }
    let Some(parameters) = signature::parameters(source, &symbol.name, names) else {
        return match harness.arguments.is_empty() {
            true => Ok(None),
            false => Err(format!(
                "the parameters of `{}` cannot be described, because its definition is in the old style or expands a macro",
                harness.function
            )),
        };
    };
    let described = |name: &str| {
        let found = harness
            .arguments
            .iter()
            .find(|(described, _)| described == name);
        found.map(|(_, shape)| shape.clone())
    };
    let arguments: Vec<Argument<'_>> = (parameters.iter().zip(&function.params))
        .map(|(parameter, &ty)| Argument {
            parameter,
            is_pointer: types.is_pointer(ty),
            target: target(types, ty),
            pointers: inner_pointers(types, ty),
            shape: described(&parameter.name),
        })
        .collect();
    let returns_number = types.is_integer(function.result.ty);
    let text = text::text(&symbol.name, &arguments, returns_number)?;
    Ok(Some(Appended {
        unit: symbol.origin.unit,
        text,
    }))
}
