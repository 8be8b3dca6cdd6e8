//! The word `interp` in a `run:` line of a file test: runs the program concretely.
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use crate::driver::render::count;
use std::fmt::Write;
use symtool_ir::interp::{self, ConsumedInput, RunConfig};
use symtool_ir::source::SourceMap;
use symtool_ir::{Bits, InputObject, Loc, Module, Outcome, Type};

/// The maximum number of executed instructions.
const MOST_INSTRUCTIONS: u64 = 1_000_000;

/// Runs the entry function on the arguments and inputs that the header gives. Returns a text with the outcome, the
/// inputs that the run read, its notes (such as a failure of a disabled check) and the output.
///
/// # Errors
/// The header has too many arguments, an argument too large for its parameter, or bytes that the run does not read.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let (module, entry) = (&stages.module, stages.entry()?);
    let mut config = RunConfig {
        args: arguments(
            &stages.header.args,
            &module.function_signature(entry).params,
        )?,
        checks: stages.checks,
        max_instructions: MOST_INSTRUCTIONS,
        ..RunConfig::default()
    };
    for (name, bytes) in &stages.header.inputs {
        config.inputs.push(name.clone(), bytes.clone());
    }
    let run = interp::run(module, entry, &config);
    for input in &config.inputs.objects {
        check_input(input, &run.consumed)?;
    }
    let mut out = format!("outcome: {}\n", outcome(module, &run.outcome));
    for input in &run.consumed {
        let given = if input.given { "" } else { ", not given" };
        let _ = writeln!(out, "input: {} ({} bytes{given})", input.name, input.size);
    }
    for note in &run.notes {
        let _ = writeln!(
            out,
            "note: {}{}",
            note.what,
            place(&module.source, note.loc)
        );
    }
    if !run.output.is_empty() {
        let _ = writeln!(out, "output:\n{}", String::from_utf8_lossy(&run.output));
    }
    Ok(out)
}

/// Returns the values of the line `args:` converted to the types of the parameters, `params`.
fn arguments(values: &[i128], params: &[Type]) -> Result<Vec<Bits>, String> {
    if values.len() > params.len() {
        return Err(format!(
            "`args:` has {}, but the function to start at has {}",
            count(values.len() as u64, "value"),
            count(params.len() as u64, "parameter")
        ));
    }
    let pairs = values.iter().zip(params);
    let bits = pairs.map(|(&value, &ty)| {
        let bits = Bits::signed(ty.bits(), value);
        let fits = bits.to_signed() == value || bits.unsigned() == value as u128;
        fits.then_some(bits)
            .ok_or_else(|| format!("`args: {value}`: the parameter has the type {ty}"))
    });
    bits.collect()
}

/// Checks that a run has read all bytes of the input `input`, which the header gives.
fn check_input(input: &InputObject, consumed: &[ConsumedInput]) -> Result<(), String> {
    let name = &input.name;
    let Some(read) = consumed.iter().find(|read| read.name == *name) else {
        let read: Vec<&str> = consumed.iter().map(|read| &*read.name).collect();
        let read = match read.as_slice() {
            [] => "none".to_owned(),
            names => names.join(", "),
        };
        return Err(format!(
            "`input: {name}`: the run reads no input of this name (inputs: {read})"
        ));
    };
    let given = input.bytes.len() as u64;
    if given > read.size {
        let (given, size) = (count(given, "byte"), read.size);
        return Err(format!(
            "`input: {name}` has {given}, but the run reads {size}"
        ));
    }
    Ok(())
}

/// Describes an outcome, with the call stack of a failure.
pub(super) fn outcome(module: &Module, outcome: &Outcome) -> String {
    let place = |loc| place(&module.source, loc);
    match outcome {
        Outcome::Bug(failure) => {
            let mut text = format!("bug {}: {}", failure.kind, failure.message);
            for frame in &failure.stack {
                let name = &module.functions[frame.func].name;
                let _ = write!(text, "\n  in {name}{}", place(frame.loc));
            }
            text
        }
        Outcome::Unsupported { what, loc } => format!("unsupported: {what}{}", place(*loc)),
        Outcome::Limit(limit) => format!("stopped by {}", limit.describe()),
        other => format!("{other:?}"),
    }
}

fn place(source: &SourceMap, loc: Option<Loc>) -> String {
    loc.map_or(String::new(), |loc| format!(" at {}", source.describe(loc)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_must_fit_their_parameters() {
        let of = |values: &[i128]| arguments(values, &[Type::I8, Type::I1]);
        assert_eq!(
            of(&[-128, 1]),
            Ok(vec![Bits::new(8, 0x80), Bits::new(1, 1)])
        );
        assert_eq!(
            of(&[255, -1]),
            Ok(vec![Bits::new(8, 0xff), Bits::new(1, 1)])
        );
        assert_eq!(of(&[7]), Ok(vec![Bits::new(8, 7)]));
        for values in [[256, 0], [-129, 0]] {
            let expected = format!("`args: {}`: the parameter has the type i8", values[0]);
            assert_eq!(of(&values), Err(expected));
        }
        let surplus = "`args:` has 3 values, but the function to start at has 2 parameters";
        assert_eq!(
            of(&[1, 1, 1]).as_ref().map_err(|text| &**text),
            Err(surplus)
        );
    }

    #[test]
    fn all_bytes_of_an_input_must_be_read() {
        let read = |name: &str, size| ConsumedInput {
            name: name.to_owned(),
            size,
            given: true,
            ty: None,
            shape: None,
            loc: None,
        };
        let input = InputObject {
            name: "x".to_owned(),
            bytes: vec![1, 2],
        };
        assert_eq!(check_input(&input, &[read("y", 1), read("x", 4)]), Ok(()));
        let error = |consumed: &[ConsumedInput]| check_input(&input, consumed).unwrap_err();
        assert_eq!(
            error(&[read("x", 1)]),
            "`input: x` has 2 bytes, but the run reads 1"
        );
        assert_eq!(
            error(&[read("y", 4), read("z", 1)]),
            "`input: x`: the run reads no input of this name (inputs: y, z)"
        );
        assert!(error(&[]).ends_with("(inputs: none)"));
    }
}
