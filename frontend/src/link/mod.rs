//! Links checked translation units into one module and generates the start function.
//!
//! Only reachable symbols are emitted (`reach`); a symbol that is used but not defined is an error (`missing`).
//! Functions and variables are first declared (`declare`), so that they can refer to each other. Then variables get
//! their contents (`data`) and functions their bodies ([`crate::lower`]). The start function comes last (`start`).
mod data;
mod declare;
mod lifetime;
mod missing;
mod reach;
mod start;

pub(crate) use missing::report_undefined;
pub(crate) use reach::{reachable, undefined_in_runs};
pub(crate) use start::entry_symbol;

use crate::Options;
use crate::diagnostic::Diagnostic;
use crate::lower::{self, Context};
use crate::parse::ParsedUnit;
use crate::program::{Definition, Program};
use crate::symbol_map::{LinkerNames, SymbolMap};
use crate::typed::SymbolId;
use rustc_hash::FxHashMap;
use symtool_ir::{Func, Module};

/// Builds the module; returns the module and the start function. Errors of semantic analysis have been reported
/// already. Returns `None` if linking or lowering reports an error.
pub(crate) fn build(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    options: &Options,
) -> Option<(Module, Func)> {
    let mut module = Module::new();
    let mut symbol_map = SymbolMap {
        funcs: vec![None; program.symbols.len()],
        globals: vec![None; program.symbols.len()],
        strings: vec![None; program.strings.len()],
        string_count: 0,
        names: LinkerNames::default(),
        redirections: FxHashMap::default(),
        rounded: Vec::new(),
        problems: Vec::new(),
    };
    declare::declare_functions(program, units, symbols, &mut module, &mut symbol_map);
    declare::declare_globals(program, units, symbols, &mut module, &mut symbol_map);
    declare::define_environment(program, symbols, &mut module, &mut symbol_map, options);
    data::fill_globals(program, symbols, &mut module, &mut symbol_map);
    let before = program.error_count();
    lower_all(
        program,
        units,
        symbols,
        &mut module,
        &mut symbol_map,
        options,
    );
    if !options.allow_missing {
        let entry = options.entry.as_deref().unwrap_or("main");
        missing::report_missing(program, &module, symbols, (&symbol_map, entry));
    }
    let entry = start::start_function(program, &mut module, &symbol_map, options)?;
    (program.error_count() == before).then_some((module, entry))
}

fn lower_all(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    symbol_map: &mut SymbolMap,
    options: &Options,
) {
    for &id in symbols {
        let Some(func) = symbol_map.funcs[id.0 as usize] else {
            continue;
        };
        let symbol = program.symbol(id);
        let Some(unit) = units.get(symbol.origin.unit.0 as usize) else {
            continue;
        };
        let mut function = module.functions[func].clone();
        let cx = Context {
            program,
            module,
            symbol_map,
            options,
            locations: &unit.locations,
        };
        match &symbol.definition {
            Definition::Function(body) => lower::lower_function(cx, symbol, body, &mut function),
            Definition::None
            | Definition::Tentative
            | Definition::Object(..)
            | Definition::Broken => lower::lower_wrapper(cx, id, &mut function),
        }
        module.functions[func] = function;
        for (code, span, message) in std::mem::take(&mut symbol_map.problems) {
            let at = unit.locations.span(span);
            program.report(Diagnostic::error(code, message).at(at));
        }
    }
}
