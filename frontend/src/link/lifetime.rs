//! Emits the calls of constructors and registers the destructors.
//!
//! As on Linux, constructors run in order of ascending priority, and constructors without a priority run last.
//! Destructors run in the reverse order. They run after all functions that the program registers with `atexit`. The
//! reason is that registered functions run in reverse order of registration, and destructors are registered first.
use crate::check::REGISTER;
use crate::program::Program;
use crate::symbol_map::SymbolMap;
use crate::typed::SymbolId;
use symtool_ir::{Func, FunctionBuilder, Module, Type, Value};

/// Returns whether any constructor has parameters.
pub(super) fn constructors_have_parameters(
    program: &Program,
    module: &Module,
    symbol_map: &SymbolMap,
) -> bool {
    constructors(program, symbol_map).any(|func| !module.function_signature(func).params.is_empty())
}

/// Emits the registration of destructors, and then the calls of constructors, which run before the entry function.
/// `arguments` returns the arguments for a constructor with parameters of the given types.
pub(super) fn run_constructors(
    b: &mut FunctionBuilder<'_>,
    program: &Program,
    module: &Module,
    symbol_map: &SymbolMap,
    arguments: impl Fn(&mut FunctionBuilder<'_>, &[Type]) -> Vec<Value>,
) {
    let destructors = ordered(program, symbol_map, |id| program.symbol(id).destructor);
    if let Some(register) = symbol_map.function(program, REGISTER) {
        for function in destructors {
            let address = b.func_addr(function);
            b.call(register, &[address], Some(Type::I32));
        }
    }
    for function in constructors(program, symbol_map) {
        let arguments = arguments(b, &module.function_signature(function).params);
        b.call(function, &arguments, None);
    }
}

fn constructors(program: &Program, symbol_map: &SymbolMap) -> impl Iterator<Item = Func> {
    ordered(program, symbol_map, |id| program.symbol(id).constructor).into_iter()
}

fn ordered(
    program: &Program,
    symbol_map: &SymbolMap,
    priority: impl Fn(SymbolId) -> Option<u32>,
) -> Vec<Func> {
    let found = program.symbol_ids().filter_map(|id| {
        let origin = &program.symbol(id).origin;
        let function = symbol_map.funcs[id.0 as usize]?;
        Some((priority(id)?, origin.unit, origin.ast.start, function))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|&(priority, unit, start, _)| (priority, unit, start));
    found.into_iter().map(|(.., function)| function).collect()
}
