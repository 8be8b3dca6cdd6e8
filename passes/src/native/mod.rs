//! Native replay: a module as machine code, for long concrete runs.
//!
//! The machine code runs on the interpreter's own [`Process`](symtool_ir::interp::process): it computes values and
//! control flow itself and reaches memory through the object table; whatever is not plain (an access that the table does
//! not allow at once, intrinsics, calls of functions with locals in memory, failures) is done by the same Rust code that
//! the interpreter uses, through the callbacks of `runtime`. So a run has the same outcome, output, notes, inputs,
//! instruction count and coverage.
//!
//! | room | holds |
//! | --- | --- |
//! | `context` | what machine code and callbacks share |
//! | `machine` | the way into machine code and out of it |
//! | `runtime` | callbacks: with `machine` the only unsafe code |
//! | `plan` | what is compiled, and the addresses that are compiled in |
//! | `compile` | a module as machine code |
//! | `function` | a function: blocks, terminators, fuel, coverage marks |
//! | `memory` `call` `ops` | one instruction class each |
//! | `roots` | which object-table entry an access looks at |
//! | `records` | stopping in the middle, for another engine to go on |
//! | `coverage` | from marks to what the interpreter reports |
//!
//! Invariants: machine code never touches a byte of the program that the object table did not allow; every function call
//! writes its place into [`Call`](symtool_ir::interp::process::Call) so that a failure shows the interpreter's stack; what
//! machine code cannot do exactly (see [`Unfit`]) is left to the interpreter, from the start.
mod call;
mod compile;
mod context;
mod coverage;
mod function;
mod machine;
mod memory;
mod ops;
mod plan;
mod records;
mod roots;
mod runtime;

use std::fmt;
use symtool_ir::interp::snapshot::Snapshot;
use symtool_ir::interp::{self, Run, RunConfig};
use symtool_ir::{Func, Function, Limit, Module, Outcome};

/// The most instructions of a program that is compiled.
const MAX_SIZE: usize = 400_000;
/// The interpreter runs so many instructions for each instruction of the program before it is compiled, because
/// compiling one takes about as long.
pub const PATIENCE: u64 = 200;
/// The interpreter runs at least so many instructions first.
pub const WARM_UP: u64 = 2_000_000;

/// Why a run was not native.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The program or its limits are beyond what is compiled.
    Program(String),
    /// Only the interpreter can tell exactly what happens: an instruction or memory limit is reached, or calls nest
    /// too deep for the host's stack.
    Limit,
    /// The program has a `longjmp`: frames of machine code end by returns only.
    Jumps,
    /// A call reached a function that no address in the program leads to.
    StrayCall,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Program(why) => f.write_str(why),
            Unfit::Limit => f.write_str("a limit is reached"),
            Unfit::Jumps => f.write_str("it jumps out of functions"),
            Unfit::StrayCall => f.write_str("a call reached a function that no address leads to"),
        }
    }
}

impl std::error::Error for Unfit {}

/// How a program is run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Interpreted; long runs start again as machine code.
    #[default]
    Auto,
    /// Interpreted.
    Interpreter,
    /// As machine code from the start, if it can be.
    Native,
}

/// Runs `entry` of a verified module to its end; the result does not depend on the engine.
pub fn run(module: &Module, entry: Func, config: &RunConfig, engine: Engine) -> Run {
    let native = match engine {
        Engine::Interpreter => None,
        Engine::Native => run_native(module, entry, config).ok(),
        Engine::Auto => {
            let size: usize = module.functions.values().map(Function::inst_count).sum();
            let patience = WARM_UP + PATIENCE * size as u64;
            let first = RunConfig {
                max_instructions: config.max_instructions.min(patience),
                ..config.clone()
            };
            let run = interp::run(module, entry, &first);
            let cut = run.outcome == Outcome::Limit(Limit::Instructions);
            if !cut || first.max_instructions == config.max_instructions {
                return run;
            }
            run_native(module, entry, config).ok()
        }
    };
    native.unwrap_or_else(|| interp::run(module, entry, config))
}

/// Runs `entry` of a verified module as machine code.
///
/// # Errors
/// Why only the interpreter can run it.
pub fn run_native(module: &Module, entry: Func, config: &RunConfig) -> Result<Run, Unfit> {
    fits(module)?;
    machine::run(module, entry, config)
}

/// Runs the beginning of a verified module as machine code: up to the first step that depends on an input, fails, is not
/// exact, ends the run or may reach a limit. `go_on` is called every now and then; to end the run it sets the interrupt
/// flag of `config`. The snapshot is the one of [`interp::run_prefix`], with the live values only.
///
/// # Errors
/// Why machine code cannot run it.
pub fn run_prefix(
    module: &Module,
    entry: Func,
    config: &RunConfig,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Snapshot>, Unfit> {
    fits(module)?;
    machine::run_prefix(module, entry, config, go_on)
}

fn fits(module: &Module) -> Result<(), Unfit> {
    let size: usize = module.functions.values().map(Function::inst_count).sum();
    if size > MAX_SIZE {
        return Err(Unfit::Program(format!("it has {size} instructions")));
    }
    Ok(())
}
