//! The source lines that a failing run executes.
use crate::original::Original;
use std::collections::VecDeque;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Func, Inputs, Module, Outcome};

/// The maximum number of steps in a path. If a path is longer, its last steps are kept, because they lead to the
/// failure.
const MOST_STEPS: usize = 250;

/// The maximum number of instructions of a run whose path is recorded; recording them takes about a second. The path
/// of a longer run is not reported.
const MOST_INSTRUCTIONS: u64 = 20_000_000;

/// A line that a run executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The function that contains the line.
    pub function: &'a str,
    /// The source file of the line.
    pub file: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// The column of the first instruction that the run executes in the line, from 1.
    pub column: u32,
}

/// Returns the lines of the program's own files that a failing run executes, in order. Consecutive instructions of one
/// line are one step. Returns `None` if the run executes more than `MOST_INSTRUCTIONS` instructions, or does not fail.
pub fn path<'a>(original: &Original<'a>, inputs: Inputs) -> Option<Vec<Step<'a>>> {
    let module = original.module;
    let config = RunConfig {
        inputs,
        checks: original.checks,
        max_instructions: MOST_INSTRUCTIONS,
        ..RunConfig::default()
    };
    let mut steps = VecDeque::new();
    let mut last = None;
    let run = interp::run_traced(module, original.entry, &config, &mut |func, loc| {
        let at = module.source.get(loc);
        if last.replace((func, at.file, at.line)) == Some((func, at.file, at.line)) {
            return;
        }
        if let Some(step) = own_step(module, func, loc) {
            steps.push_back(step);
        }
        if steps.len() > MOST_STEPS {
            steps.pop_front();
        }
    });
    match run.outcome {
        Outcome::Bug(_) => Some(steps.into()),
        Outcome::Exit(_)
        | Outcome::Abort
        | Outcome::Silent(_)
        | Outcome::AssumeFailed
        | Outcome::Unsupported { .. }
        | Outcome::Limit(_) => None,
    }
}

/// Returns the step for an instruction of `func` at the location `loc`; `None` for an instruction of a library model
/// (symtool's C code for a library function).
fn own_step(module: &Module, func: Func, loc: symtool_ir::Loc) -> Option<Step<'_>> {
    let at = module.source.get(loc);
    let file = module.source.file_name(at.file);
    (!file.starts_with('<')).then(|| Step {
        function: &module.functions[func].name,
        file,
        line: at.line,
        column: at.column,
    })
}
