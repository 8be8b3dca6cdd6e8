//! Concrete runs: by machine code with the Cargo feature `native`, otherwise by the interpreter.
use symtool_engine::Prefix;
use symtool_ir::interp::{Run, RunConfig};
use symtool_ir::{Func, Module};

/// The way to execute a concrete run. Without the feature `native`, every variant selects the interpreter.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter first; a long run starts again from its beginning as machine code.
    #[default]
    Auto,
    /// The interpreter.
    Interpreter,
    /// Machine code from the start; the interpreter if the program cannot be compiled to machine code.
    Native,
}

/// Runs `entry` of a verified module to its end. The result does not depend on the engine.
#[cfg(feature = "native")]
pub fn run(module: &Module, entry: Func, config: &RunConfig, engine: Engine) -> Run {
    let engine = match engine {
        Engine::Auto => symtool_native::Engine::Auto,
        Engine::Interpreter => symtool_native::Engine::Interpreter,
        Engine::Native => symtool_native::Engine::Native,
    };
    symtool_native::run(module, entry, config, engine)
}

/// Runs `entry` of a verified module to its end, in the interpreter.
#[cfg(not(feature = "native"))]
pub fn run(module: &Module, entry: Func, config: &RunConfig, _: Engine) -> Run {
    symtool_ir::interp::run(module, entry, config)
}

/// Returns the setting that executes the prefix (the instructions before the program's first input) as machine
/// code from the start; `None` without the feature `native`.
pub fn immediate_prefix() -> Option<Prefix> {
    native_prefix(0, 0)
}

/// Returns the setting that executes a long prefix (the instructions before the program's first input) as
/// machine code. The engine interprets the prefix until interpretation has cost as much as a compilation, and then
/// restarts the prefix as machine code. Returns `None` without the feature `native`.
pub fn delayed_prefix() -> Option<Prefix> {
    let (warm_up, warm_up_per_instruction) = DELAY;
    native_prefix(warm_up, warm_up_per_instruction)
}

#[cfg(feature = "native")]
const DELAY: (u64, u64) = (symtool_native::WARM_UP, symtool_native::PATIENCE);
#[cfg(not(feature = "native"))]
const DELAY: (u64, u64) = (0, 0);

#[cfg(feature = "native")]
fn native_prefix(warm_up: u64, warm_up_per_instruction: u64) -> Option<Prefix> {
    Some(Prefix {
        run: |module, entry, config, go_on| {
            symtool_native::run_prefix(module, entry, config, go_on)
                .ok()
                .flatten()
        },
        warm_up,
        warm_up_per_instruction,
    })
}

#[cfg(not(feature = "native"))]
fn native_prefix(_: u64, _: u64) -> Option<Prefix> {
    None
}
