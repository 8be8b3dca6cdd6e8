//! Functions that run before `main` and after the program's end.
//!
//! As in a program for Linux, the lowest priority runs first, what has none comes last, and destructors run the other
//! way round, behind the functions that the program registers with `atexit`, because they are registered before those.
use crate::check::REGISTER;
use crate::lower::Links;
use crate::program::Program;
use crate::typed::SymbolId;
use symtool_ir::{Func, FunctionBuilder, Type};

/// Emits what runs before the entry.
pub(super) fn begin(b: &mut FunctionBuilder<'_>, program: &Program, links: &Links) {
    let destructors = ordered(program, links, |id| program.symbol(id).destructor);
    if let Some(register) = links.function(program, REGISTER) {
        for function in destructors {
            let address = b.func_addr(function);
            b.call(register, &[address], Some(Type::I32));
        }
    }
    for function in ordered(program, links, |id| program.symbol(id).constructor) {
        b.call(function, &[], None);
    }
}

fn ordered(
    program: &Program,
    links: &Links,
    priority: impl Fn(SymbolId) -> Option<u32>,
) -> Vec<Func> {
    let found = program.symbol_ids().filter_map(|id| {
        let origin = &program.symbol(id).origin;
        let function = links.funcs[id.0 as usize]?;
        Some((priority(id)?, origin.unit, origin.ast.start, function))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|&(priority, unit, start, _)| (priority, unit, start));
    found.into_iter().map(|(.., function)| function).collect()
}
