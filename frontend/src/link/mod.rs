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

pub(crate) use data::{constant_global, string_global};
pub(crate) use declare::Names;
pub(crate) use missing::report_undefined;
pub(crate) use reach::{needed, resolve_alias};

use crate::Options;
use crate::diagnostic::Diagnostic;
use crate::lower::{self, Context, Links};
use crate::parse::ParsedUnit;
use crate::program::{Definition, Program};
use crate::typed::SymbolId;
use rustc_hash::FxHashMap;
use symtool_ir::{Func, Module};

/// Builds the module. Errors of checking have been reported already; lowering may report more.
pub(crate) fn build(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    options: &Options,
) -> Option<(Module, Func)> {
    let mut module = Module::new();
    let mut links = Links {
        funcs: vec![None; program.symbols.len()],
        globals: vec![None; program.symbols.len()],
        strings: vec![None; program.strings.len()],
        string_count: 0,
        names: Names::default(),
        wrappers: Vec::new(),
        redirections: FxHashMap::default(),
        rounded: Vec::new(),
        problems: Vec::new(),
    };
    declare::declare_functions(program, units, symbols, &mut module, &mut links);
    declare::declare_globals(program, units, symbols, &mut module, &mut links);
    declare::define_environment(program, symbols, &mut module, &mut links, options);
    data::fill_globals(program, symbols, &mut module, &mut links);
    let before = program.error_count();
    lower_all(program, units, symbols, &mut module, &mut links, options);
    if !options.allow_missing {
        missing::report_missing(program, &module, symbols);
    }
    let entry = start::start_function(program, &mut module, &links, options)?;
    (program.error_count() == before).then_some((module, entry))
}

fn lower_all(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
    options: &Options,
) {
    for &id in symbols {
        let Some(func) = links.funcs[id.0 as usize] else {
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
            links,
            options,
            locations: &unit.locations,
        };
        match &symbol.definition {
            Definition::Function(body) => lower::lower_function(cx, symbol, body, &mut function),
            _ => lower::lower_wrapper(cx, id, &mut function),
        }
        module.functions[func] = function;
        for (span, message) in std::mem::take(&mut links.problems) {
            let at = unit.locations.span(span);
            program.report(Diagnostic::error("unsupported", message).at(at));
        }
    }
}
