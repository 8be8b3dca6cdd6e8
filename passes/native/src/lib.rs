//! Compiles a module to machine code with Cranelift, for long concrete runs.
//!
//! The machine code works on the [`Process`](symtool_ir::interp::process) of the interpreter. It computes values and
//! control flow, and accesses memory through the object table, a list of the live objects. For everything else, machine
//! code calls a *callback*, a Rust function of the interpreter. Callbacks perform accesses that the table does not
//! allow, intrinsics, calls of functions with local variables in memory, and failures. So a run has the outcome,
//! output, notes, inputs, instruction count and coverage of an interpreted run.
//!
//! | module | contents |
//! | --- | --- |
//! | `context` | the state that machine code and callbacks share |
//! | `machine` | entering and leaving machine code |
//! | `runtime` | callbacks; only `runtime`, `machine` and `zeroed` contain unsafe code |
//! | `zeroed` | large blocks of zeros for the tables of a run |
//! | `plan` | the set of compiled functions, and the addresses embedded in the code |
//! | `compile` | compilation of a module |
//! | `function` | compilation of a function: blocks, terminators, fuel (the remaining instructions), coverage marks |
//! | `memory` `call` `ops` | compilation of loads and stores, of calls, and of pure operators |
//! | `roots` | the object-table entry that each access uses |
//! | `records` | stopping before the first step that depends on an input, where symbolic execution continues |
//! | `coverage` | conversion of coverage marks to the report of the interpreter |
//!
//! Invariants: machine code accesses a byte of the program only if the object table allows it. Before each call,
//! machine code writes the number of the call instruction into [`Call`](symtool_ir::interp::process::Call), so that a
//! failure shows the same call stack as in the interpreter. If machine code cannot run a program exactly (see
//! [`Unfit`]), the interpreter runs the program from the start.
//!
//! # Example
//! ```
//! use symtool_ir::Outcome;
//! use symtool_ir::interp::RunConfig;
//! use symtool_ir::parse::parse_module;
//! use symtool_native::{Engine, run};
//!
//! let text = "func @main() -> i32 {\nentry:\n  return 42\n}\n";
//! let module = parse_module(text, "main.sir").expect("valid syntax");
//! let entry = module.function_named("main").expect("a function");
//! // Uses the interpreter if machine code cannot run the program.
//! let run = run(&module, entry, &RunConfig::default(), Engine::Native);
//! assert_eq!(run.outcome, Outcome::Exit(42));
//! ```
#![deny(unsafe_code)]

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
mod zeroed;

use std::fmt;
use symtool_ir::interp::snapshot::Snapshot;
use symtool_ir::interp::{self, Run, RunConfig};
use symtool_ir::{Func, Function, Limit, Module, Outcome};

/// The maximum number of instructions in a program that is compiled. A larger program is interpreted.
const MAX_SIZE: usize = 400_000;
/// With [`Engine::Auto`], a program of n instructions is compiled after `WARM_UP + PATIENCE * n` instructions have
/// been interpreted. Compiling one instruction takes about as long as interpreting `PATIENCE` instructions.
pub const PATIENCE: u64 = 200;
/// With [`Engine::Auto`], the minimum number of interpreted instructions before a program is compiled.
pub const WARM_UP: u64 = 2_000_000;

/// The reason why a program did not run as machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The program is too large for compilation, or its limits are too high; the text gives the reason.
    Program(String),
    /// The run reached an instruction or memory limit, or calls nest too deep for the stack of the host. The program is
    /// then interpreted, because only the interpreter stops exactly at the instruction that reaches a limit.
    Limit,
    /// The program calls `longjmp`, which would leave several calls at once. Machine code can leave a call
    /// only by a return.
    Jumps,
    /// A call through a pointer reached a function that was not compiled, because the program neither calls this
    /// function directly nor takes its address.
    StrayCall,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Program(why) => f.write_str(why),
            Unfit::Limit => f.write_str("a limit is reached"),
            Unfit::Jumps => f.write_str("it jumps out of functions"),
            Unfit::StrayCall => {
                f.write_str("a call reached a function whose address is never taken")
            }
        }
    }
}

impl std::error::Error for Unfit {}

/// The way to execute a concrete run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Starts in the interpreter. If the run is long, restarts it as machine code.
    #[default]
    Auto,
    /// Always uses the interpreter.
    Interpreter,
    /// Runs machine code from the start, or the interpreter if machine code cannot run the program.
    Native,
}

/// Runs `entry` of a verified module to its end, in the way that `engine` selects. The result does not depend on
/// `engine`.
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
/// The reason why only the interpreter can run the program.
pub fn run_native(module: &Module, entry: Func, config: &RunConfig) -> Result<Run, Unfit> {
    fits(module)?;
    machine::run(module, entry, config)
}

/// Runs a prefix of a verified module as machine code, and returns a snapshot of the state at its end. The prefix ends
/// before the first instruction that depends on an input, fails, ends the run, may reach a limit, or cannot be executed
/// exactly by machine code. The snapshot equals that of [`interp::run_prefix`], but omits values that are not used
/// later. Returns `None` if the run stops before `entry` is called.
///
/// `go_on` is called periodically. It may set the interrupt flag of `config`, which ends the run; the value that
/// `go_on` returns is ignored.
///
/// # Errors
/// The reason why machine code cannot run the program.
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
