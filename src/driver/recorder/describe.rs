//! Describes confirmed failures for the summary and the error files.
use crate::Program;
use crate::driver::environment;
use crate::driver::findings::fingerprint;
use crate::driver::summary::ErrorReport;
use crate::report::stack;
use std::collections::BTreeMap;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_ir::interp::{self, Note};
use symtool_ir::{Failure, Inputs, Module, Type};

/// Returns the report of a confirmed failure.
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
        numbers: numbers(inputs, run),
        fingerprint: fingerprint((module, wrappers), &program.sources, failure),
        known: false,
        test,
        confirmed: true,
        notes: Vec::new(),
    }
}

/// Returns the inputs that the program read as floating-point numbers, as names and values in C syntax.
fn numbers(inputs: &Inputs, run: &interp::Run) -> BTreeMap<String, String> {
    let number = |input: &interp::ConsumedInput| {
        let bytes = inputs.get(&input.name)?;
        let text = floating(input.ty?, bytes)?;
        Some((input.name.clone(), text))
    };
    run.consumed.iter().filter_map(number).collect()
}

/// Formats a floating-point value in C syntax: with the fewest digits that C reads back as the same value, and
/// the suffix `f` for `float`.
fn floating(ty: Type, bytes: &[u8]) -> Option<String> {
    match ty {
        Type::F32 => {
            let value = f32::from_le_bytes(bytes.try_into().ok()?);
            Some(match value.is_finite() {
                true => format!("{value:?}f"),
                false => special(value.into(), format!("{:#010x}", value.to_bits())),
            })
        }
        Type::F64 => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            Some(match value.is_finite() {
                true => format!("{value:?}"),
                false => special(value, format!("{:#018x}", value.to_bits())),
            })
        }
        _ => None,
    }
}

fn special(value: f64, bits: String) -> String {
    match value.is_nan() {
        true => format!("NaN ({bits})"),
        false if value < 0.0 => "-INFINITY".to_owned(),
        false => "INFINITY".to_owned(),
    }
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

    #[test]
    fn floating_numbers_are_shown_as_c_reads_them() {
        let single = |value: f32| floating(Type::F32, &value.to_le_bytes());
        let double = |value: f64| floating(Type::F64, &value.to_le_bytes());
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(single(0.1), text("0.1f"));
        assert_eq!(single(-0.0), text("-0.0f"));
        assert_eq!(double(1e300), text("1e300"));
        assert_eq!(double(f64::from_bits(1)), text("5e-324"));
        assert_eq!(double(f64::NEG_INFINITY), text("-INFINITY"));
        let nan = f32::from_bits(0xffff_0000);
        assert_eq!(single(nan), text("NaN (0xffff0000)"));
        assert_eq!(floating(Type::I32, &[0; 4]), None);
        assert_eq!(floating(Type::F64, &[0; 4]), None);
    }
}
