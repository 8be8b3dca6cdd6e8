//! Declares functions and globals in the module: linker names, sizes and locations, without contents.
use crate::Options;
use crate::ctypes::Quals;
use crate::diagnostic::Diagnostic;
use crate::environment;
use crate::lower;
use crate::parse::ParsedUnit;
use crate::program::{Definition, Program, Symbol};
use crate::requests;
use crate::symbol_map::SymbolMap;
use crate::typed::SymbolId;
use rustc_hash::FxHashMap;
use symtool_ir::layout::MAX_OBJECT_SIZE;
use symtool_ir::source::LocSet;
use symtool_ir::{Function, GlobalData, Module};

/// Returns the symbols that have external linkage, followed by all others. Linker names are assigned in this order, and
/// a symbol is renamed if an earlier symbol has its name. Therefore external symbols keep their C names.
fn by_linkage<'a>(
    program: &'a Program,
    symbols: &'a [SymbolId],
) -> impl Iterator<Item = SymbolId> + 'a {
    let external = symbols.iter().filter(|id| program.symbol(**id).external);
    let internal = symbols.iter().filter(|id| !program.symbol(**id).external);
    external.chain(internal).copied()
}

fn locs_of(symbol: &Symbol, units: &[ParsedUnit], module: &mut Module) -> LocSet {
    match units.get(symbol.origin.unit.0 as usize) {
        Some(unit) => lower::source_loc(module, &unit.locations, symbol.origin.ast).into(),
        None => LocSet::none(),
    }
}

pub(super) fn declare_functions(
    program: &Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    symbol_map: &mut SymbolMap,
) {
    let is_function = |id: &SymbolId| {
        let symbol = program.symbol(*id);
        let is_known = requests::find(program, *id).is_some();
        let wrapped = matches!(symbol.definition, Definition::None)
            && (is_known && address_taken(program, *id)
                || !is_known && is_missing_pointer(program, *id));
        matches!(symbol.definition, Definition::Function(_)) || wrapped
    };
    let mut linker_names: FxHashMap<SymbolId, String> = FxHashMap::default();
    for id in by_linkage(program, symbols) {
        if is_function(&id) {
            linker_names.insert(id, symbol_map.names.unique(&program.symbol(id).name));
        }
    }
    for &id in symbols {
        let Some(name) = linker_names.remove(&id) else {
            continue;
        };
        let symbol = program.symbol(id);
        let Some(function) = program.types.as_function(symbol.ty) else {
            continue;
        };
        let old_style = symbol.old_style.as_deref();
        let signature = module.signature(lower::signature(&program.types, function, old_style));
        let mut func = Function::new(name, signature);
        func.locs = locs_of(symbol, units, module);
        let func = module.functions.push(func);
        symbol_map.funcs[id.0 as usize] = Some(func);
    }
}

/// Returns whether the function `id`, which the engine implements, needs a wrapper function in the module. The engine's
/// implementation has no address. Therefore a wrapper is needed if the program uses the function other than as the
/// callee of a direct call. Only a function with a prototype and a fixed number of parameters gets a wrapper.
fn address_taken(program: &Program, id: SymbolId) -> bool {
    program.address_taken.get(&id).is_some_and(|&n| n > 0)
        && program
            .types
            .as_function(program.symbol(id).ty)
            .is_some_and(|f| !f.variadic && f.prototype)
}

/// Returns whether the function `id`, which has neither a body nor a library model (C code that replaces a library
/// function), gets a generated function in the module. Two conditions must be met: the program takes the address of the
/// function, and the options permit missing functions. A weak function gets none, because its address is null. A call
/// through the address of the generated function makes a run incomplete, like a direct call of `id`.
fn is_missing_pointer(program: &Program, id: SymbolId) -> bool {
    program.allows_missing
        && program.address_taken.get(&id).is_some_and(|&n| n > 0)
        && program.types.is_function(program.symbol(id).ty)
        && !program.is_weak_reference(id)
}

pub(super) fn declare_globals(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    symbol_map: &mut SymbolMap,
) {
    let mut linker_names: FxHashMap<SymbolId, String> = FxHashMap::default();
    for id in by_linkage(program, symbols) {
        if is_object(program, id) {
            linker_names.insert(id, symbol_map.names.unique(&program.symbol(id).name));
        }
    }
    for &id in symbols {
        let Some(name) = linker_names.remove(&id) else {
            continue;
        };
        let Some(size) = object_size(program, id) else {
            continue;
        };
        let symbol = program.symbol(id);
        let types = &program.types;
        let quals = types.effective_quals(symbol.qty);
        let constant = quals.has(Quals::CONST) && !quals.has(Quals::VOLATILE);
        let align = types.align_of(symbol.qty).max(symbol.align.unwrap_or(1));
        let locs = locs_of(symbol, units, module);
        let global = module.globals.push(GlobalData {
            name,
            size,
            align,
            bytes: Vec::new(),
            relocs: Vec::new(),
            constant,
            locs,
        });
        symbol_map.globals[id.0 as usize] = Some(global);
    }
}

/// Returns the size of a variable, which includes an initialized flexible array member. Reports an error and
/// returns `None` if the size is unknown.
fn object_size(program: &mut Program, id: SymbolId) -> Option<u64> {
    let symbol = program.symbol(id);
    let types = &program.types;
    let size = match &symbol.definition {
        Definition::Object(init, _) => Some(init.size),
        // A tentative definition `int a[];` defines one element (C11 6.9.2).
        Definition::None | Definition::Tentative | Definition::Function(_) | Definition::Broken => {
            types.size(symbol.ty).or_else(|| {
                let (elem, _) = types.as_array(symbol.ty)?;
                types.size(elem.ty)
            })
        }
    };
    let what = match size {
        Some(size) if size <= MAX_OBJECT_SIZE => return Some(size),
        Some(_) => "is too large",
        None => "has an incomplete type",
    };
    let message = format!("variable `{}` {what}", symbol.name);
    let mut diagnostic = Diagnostic::error("type", message);
    if let Some(shown) = symbol.origin.shown.clone() {
        diagnostic = diagnostic.at(shown);
    }
    program.report(diagnostic);
    None
}

/// Creates the globals of the program's environment (arguments, files, variables) that library models read.
pub(super) fn define_environment(
    program: &Program,
    symbols: &[SymbolId],
    module: &mut Module,
    symbol_map: &mut SymbolMap,
    options: &Options,
) {
    for &id in symbols {
        let symbol = program.symbol(id);
        if matches!(symbol.definition, Definition::None) && environment::provides(&symbol.name) {
            let global = environment::define(module, &options.environment, &symbol.name);
            symbol_map.globals[id.0 as usize] = Some(global);
        }
    }
}

fn is_object(program: &Program, id: SymbolId) -> bool {
    let symbol = program.symbol(id);
    let is_defined = matches!(
        symbol.definition,
        Definition::Object(..) | Definition::Tentative
    );
    !program.types.is_function(symbol.ty) && (is_defined || lower::is_missing_variable(program, id))
}
