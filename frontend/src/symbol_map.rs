//! Maps the program's symbols to functions and globals of the module.
//!
//! The linker ([`crate::link`]) declares these functions and globals before bodies and initial values refer to
//! them ([`crate::lower`]).
use crate::consteval::Base;
use crate::ids::{StringId, SymbolId};
use crate::init::StaticBytes;
use crate::program::{Definition, Program, Symbol};
use crate::wide_names::decode;
use lang_c::span::Span;
use rustc_hash::FxHashMap;
use symtool_ir::source::LocSet;
use symtool_ir::{Func, Global, GlobalData, Module, RelocTarget, Relocation};

/// For each symbol of the program, its function or global in the module.
pub(crate) struct SymbolMap {
    /// For each symbol, its function in the module; `None` if it has no body. A function that the engine implements has
    /// a generated body (a wrapper) if the program uses its address.
    pub funcs: Vec<Option<Func>>,
    /// For each symbol, its global in the module; `None` for a function, and for an object that is not emitted.
    pub globals: Vec<Option<Global>>,
    /// For each string literal, its global, which is created on first use.
    pub strings: Vec<Option<Global>>,
    /// The number of string literals in `strings` that have a global.
    pub string_count: usize,
    /// The linker names that are in use.
    pub names: LinkerNames,
    /// For each function that `klee_alias_function` may redirect, the variable that holds its current replacement.
    pub redirections: FxHashMap<SymbolId, Global>,
    /// The objects with a rounded `long double` in their initializer.
    pub rounded: Vec<SymbolId>,
    /// The errors found during lowering: code, location and text. The linker reports them after each function.
    pub problems: Vec<(&'static str, Span, String)>,
}

impl SymbolMap {
    /// Returns the function with the external name `name`, if the program defines it.
    pub(crate) fn function(&self, program: &Program, name: &str) -> Option<Func> {
        let id = program.external_named(name)?;
        self.funcs.get(id.0 as usize).copied().flatten()
    }
}

/// Assigns unique linker names: `x` to the first symbol with the name `x`, `x.1` to the second one.
#[derive(Default)]
pub(crate) struct LinkerNames(FxHashMap<String, u32>);

impl LinkerNames {
    pub(crate) fn unique(&mut self, name: &str) -> String {
        let count = self.0.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}.{}", *count - 1)
        }
    }
}

/// Returns the symbol at the end of a chain of aliases that starts at `id`; `id` itself if it is no alias. Follows at
/// most 8 aliases, because the aliases of a faulty program may form a cycle.
pub(crate) fn resolve_alias(program: &Program, mut id: SymbolId) -> SymbolId {
    for _ in 0..8 {
        let symbol = program.symbol(id);
        let has_own = matches!(
            symbol.definition,
            Definition::Function(_) | Definition::Object(..)
        );
        match &symbol.alias {
            // A strong definition in another translation unit takes precedence over a weak alias.
            Some(_) if has_own => break,
            Some(name) => match find_named(program, name, symbol) {
                Some(next) if next != id => id = next,
                _ => break,
            },
            None => break,
        }
    }
    id
}

/// Returns the symbol called `name`, which is the target of the alias `of`. Returns `None` if there is no such symbol.
/// The target may be a static symbol of the same translation unit.
fn find_named(program: &Program, name: &str, of: &Symbol) -> Option<SymbolId> {
    program.external_named(name).or_else(|| {
        program.symbol_ids().find(|&id| {
            let symbol = program.symbol(id);
            decode(&symbol.name) == name && symbol.origin.unit == of.origin.unit
        })
    })
}

/// Returns the relocations for the addresses in an initial value. Returns, as an error, the first symbol in the initial
/// value that has no address: a symbol that is built in or undefined.
pub(crate) fn relocations(
    program: &Program,
    module: &mut Module,
    symbol_map: &mut SymbolMap,
    contents: &StaticBytes,
) -> Result<Vec<Relocation>, SymbolId> {
    let mut relocs = Vec::new();
    for &(offset, base, addend) in &contents.addresses {
        let target = match base {
            Base::String(id) => RelocTarget::Global(string_global(program, module, symbol_map, id)),
            Base::Symbol(id) => {
                let id = resolve_alias(program, id);
                match (
                    symbol_map.funcs[id.0 as usize],
                    symbol_map.globals[id.0 as usize],
                ) {
                    (Some(func), _) => RelocTarget::Func(func),
                    (None, Some(global)) => RelocTarget::Global(global),
                    (None, None) if addend == 0 && program.is_weak_reference(id) => continue,
                    (None, None) => return Err(id),
                }
            }
        };
        relocs.push(Relocation {
            offset,
            target,
            addend,
        });
    }
    Ok(relocs)
}

/// Returns the global of a string literal; creates it on first use.
pub(crate) fn string_global(
    program: &Program,
    module: &mut Module,
    symbol_map: &mut SymbolMap,
    id: StringId,
) -> Global {
    if let Some(global) = symbol_map.strings[id.0 as usize] {
        return global;
    }
    let data = &program.strings[id.0 as usize];
    let number = symbol_map.string_count;
    symbol_map.string_count += 1;
    let global = module.globals.push(GlobalData {
        name: format!(".str.{number}"),
        size: data.bytes.len() as u64,
        align: data.unit,
        bytes: data.bytes.clone(),
        relocs: Vec::new(),
        constant: true,
        locs: LocSet::none(),
    });
    symbol_map.strings[id.0 as usize] = Some(global);
    global
}

/// Creates a constant global with the given contents. The contents are later copied to an object in memory, in order
/// to initialize it. Returns `None` if the contents refer to a symbol without an address.
pub(crate) fn constant_global(
    program: &Program,
    module: &mut Module,
    symbol_map: &mut SymbolMap,
    name: &str,
    size: u64,
    contents: &StaticBytes,
) -> Option<Global> {
    let relocs = relocations(program, module, symbol_map, contents).ok()?;
    Some(module.globals.push(GlobalData {
        name: symbol_map.names.unique(name),
        size,
        align: 16,
        bytes: contents.bytes.clone(),
        relocs,
        constant: true,
        locs: LocSet::none(),
    }))
}
