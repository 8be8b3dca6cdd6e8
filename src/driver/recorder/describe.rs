//! Describes failures that a replay has shown, for the summary and the error files.
use crate::Program;
use crate::driver::environment;
use crate::driver::findings::fingerprint;
use crate::driver::summary::ErrorReport;
use crate::report::stack;
use std::collections::BTreeMap;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_ir::interp::{self, Note};
use symtool_ir::shape::Shape;
use symtool_ir::{Failure, Inputs, Module, Type};

/// Returns the report of the failure with which the replay `run` on the inputs `inputs` ended.
pub fn describe(
    (module, wrappers): (&Module, &CheckWrappers),
    program: &Program,
    failure: &Failure,
    (inputs, run): (&Inputs, &interp::Run),
    test: String,
) -> ErrorReport {
    let place = crate::meld::location(module, failure);
    ErrorReport {
        kind: failure.kind.name().to_owned(),
        message: failure.message.clone(),
        file: place.file,
        line: place.line,
        column: place.column,
        function: place.function,
        stack: stack(module, failure),
        command_line: environment::command_line(&program.environment, inputs),
        inputs: inputs
            .objects
            .iter()
            .map(|o| (o.name.clone(), hex(&o.bytes)))
            .collect::<BTreeMap<_, _>>(),
        numbers: values(inputs, run, |shape| shape.floating().is_some()),
        values: values(inputs, run, |_| true),
        shapes: (run.consumed.iter())
            .filter_map(|input| Some((input.name.clone(), typed(input)?)))
            .collect(),
        read_at: read_at(module, run),
        fingerprint: fingerprint((module, wrappers), &program.sources, failure),
        known: false,
        test,
        confirmed: true,
        notes: Vec::new(),
    }
}

/// Returns the inputs whose C type is known and accepted by `is_wanted`, as names and values in C syntax.
fn values(
    inputs: &Inputs,
    run: &interp::Run,
    is_wanted: impl Fn(&Shape) -> bool,
) -> BTreeMap<String, String> {
    let value = |input: &interp::ConsumedInput| {
        let bytes = inputs.get(&input.name)?;
        let shape = typed(input).filter(&is_wanted)?;
        Some((input.name.clone(), shape.value(bytes)?))
    };
    run.consumed.iter().filter_map(value).collect()
}

/// Returns the C type of a whole input; `None` if it is unknown or does not fit to the size of the input.
fn typed(input: &interp::ConsumedInput) -> Option<Shape> {
    match input.ty {
        Some(Type::F32) => return Some(Shape::Float),
        Some(Type::F64) => return Some(Shape::Double),
        _ => {}
    }
    let shape = input.shape.clone()?;
    let length = input.size.checked_div(shape.size())?;
    match length {
        _ if !input.size.is_multiple_of(shape.size()) => None,
        0 => None,
        1 => Some(shape),
        _ => Some(Shape::Array(Box::new(shape), length)),
    }
}

/// Returns the source lines at which the program's own code reads its inputs, by the names of the inputs.
fn read_at(module: &Module, run: &interp::Run) -> BTreeMap<String, (String, u32)> {
    let place = |input: &interp::ConsumedInput| {
        let at = module.source.get(input.loc?);
        let file = module.source.file_name(at.file);
        let is_own = !file.starts_with('<') && at.line > 0;
        is_own.then(|| (input.name.clone(), (file.to_owned(), at.line)))
    };
    run.consumed.iter().filter_map(place).collect()
}

/// Formats a note with its source location.
pub(super) fn note_text(note: &Note, module: &Module) -> String {
    match note.loc {
        Some(loc) => format!("{} ({})", note.what, module.source.describe(loc)),
        None => note.what.clone(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(size: u64, shape: &str) -> interp::ConsumedInput {
        interp::ConsumedInput {
            name: "x".to_owned(),
            size,
            given: true,
            ty: None,
            shape: Shape::parse(shape),
            loc: None,
        }
    }

    #[test]
    fn an_input_of_several_values_is_an_array() {
        let whole = |size, shape| typed(&read(size, shape)).map(|shape| shape.to_string());
        assert_eq!(whole(4, "u32").as_deref(), Some("u32"));
        assert_eq!(whole(12, "u32").as_deref(), Some("[3 u32]"));
        assert_eq!(whole(6, "u32"), None, "the size does not fit");
        assert_eq!(whole(2, "u32"), None, "the input is a part of the variable");
        assert_eq!(
            whole(8, "{8: a@0 i32, b@4 u8}").as_deref(),
            Some("{8: a@0 i32, b@4 u8}")
        );
    }
}
