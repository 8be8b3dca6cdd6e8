//! The word `interp`: runs the program concretely.
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use std::fmt::Write;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::source::SourceMap;
use symtool_ir::{Bits, Loc, Module, Outcome};

/// The maximum number of executed instructions.
const MOST_INSTRUCTIONS: u64 = 1_000_000;

/// Runs the function to start at with the arguments and inputs of the header, and returns outcome, inputs, notes and
/// output.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let (module, entry) = (&stages.module, stages.entry()?);
    let params = &module.function_signature(entry).params;
    let args = params.iter().zip(&stages.header.args);
    let mut config = RunConfig {
        args: args
            .map(|(ty, &arg)| Bits::signed(ty.bits(), arg))
            .collect(),
        checks: stages.checks,
        max_instructions: MOST_INSTRUCTIONS,
        ..RunConfig::default()
    };
    for (name, bytes) in &stages.header.inputs {
        config.inputs.push(name.clone(), bytes.clone());
    }
    let run = interp::run(module, entry, &config);
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
