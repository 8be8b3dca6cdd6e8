//! Computes the symbols that a program can use.
//!
//! The search starts from its roots: the entry function, constructors and destructors, and the definitions in the
//! user's files that have external linkage and are not inline. The search then follows the uses of each reachable
//! symbol. So static functions, inline functions and library models (C code that replaces library functions) are
//! included only if they are used.
use crate::check::REGISTER;
use crate::environment;
use crate::program::{Definition, Program};
use crate::requests;
use crate::symbol_map::resolve_alias;
use crate::typed::SymbolId;
use crate::wide_names::decode;
use rustc_hash::FxHashSet;

/// The symbols that a program can use: its roots, and the symbols that reachable definitions use.
pub(crate) struct Reachable {
    /// The reachable symbols, in order of translation unit and source location. The location of a symbol is the
    /// location of its definition or, for a symbol without definition, of its first declaration.
    pub symbols: Vec<SymbolId>,
    /// The symbols that are used but have no definition: none in the program, and none that the engine or the
    /// environment provides.
    pub undefined: Vec<SymbolId>,
}

/// Computes the symbols that the program can use if execution starts in the function `entry`. The first `user_units`
/// translation units are the user's files; the others are library models.
pub(crate) fn reachable(program: &Program, user_units: u32, entry: &str) -> Reachable {
    let mut seen = vec![false; program.symbols.len()];
    let mut work = Vec::new();
    for id in program.symbol_ids() {
        let symbol = program.symbol(id);
        let is_user = symbol.origin.unit.0 < user_units;
        let root = match &symbol.definition {
            Definition::Function(_) => {
                let runs_itself = symbol.constructor.or(symbol.destructor).is_some();
                if symbol.destructor.is_some() {
                    work.extend(program.external_named(REGISTER));
                }
                (is_user && symbol.external && !symbol.inline)
                    || decode(&symbol.name) == entry
                    || runs_itself
            }
            Definition::Object(..) | Definition::Tentative => is_user && symbol.external,
            Definition::None | Definition::Broken => false,
        };
        if root {
            work.push(id);
        }
    }
    follow(program, work, &mut seen);
    let mut symbols: Vec<SymbolId> = program
        .symbol_ids()
        .filter(|id| seen[id.0 as usize])
        .collect();
    let undefined = symbols
        .iter()
        .copied()
        .filter(|&id| {
            matches!(program.symbol(id).definition, Definition::None)
                && requests::find(program, id).is_none()
                && !environment::provides(&program.symbol(id).name)
        })
        .collect();
    symbols.sort_by_key(|&id| {
        let origin = &program.symbol(id).origin;
        (origin.unit, origin.ast.start)
    });
    Reachable { symbols, undefined }
}

/// Returns, for each symbol id, whether a run can use the symbol. A run executes the entry function, constructors and
/// destructors.
pub(super) fn used_by_runs(program: &Program, entry: &str) -> Vec<bool> {
    let mut seen = vec![false; program.symbols.len()];
    let is_root = |id: &SymbolId| {
        let symbol = program.symbol(*id);
        let runs_itself = symbol.constructor.or(symbol.destructor).is_some();
        runs_itself || decode(&symbol.name) == entry
    };
    let roots = program.symbol_ids().filter(is_root).collect();
    follow(program, roots, &mut seen);
    seen
}

/// Returns the names of the undefined symbols that a run can use. A symbol is undefined if neither the program defines
/// it, nor the engine or the environment provides it.
pub(crate) fn undefined_in_runs(program: &Program, entry: &str) -> FxHashSet<String> {
    let used = used_by_runs(program, entry);
    let is_undefined = |id: &SymbolId| {
        let symbol = program.symbol(*id);
        used[id.0 as usize]
            && symbol.external
            && matches!(symbol.definition, Definition::None)
            && requests::find(program, *id).is_none()
            && !environment::provides(&symbol.name)
    };
    let undefined = program.symbol_ids().filter(is_undefined);
    undefined
        .map(|id| program.symbol(id).name.clone())
        .collect()
}

/// Sets `seen` for the symbols in `work` and for all symbols that their definitions use, directly or
/// indirectly.
fn follow(program: &Program, mut work: Vec<SymbolId>, seen: &mut [bool]) {
    while let Some(id) = work.pop() {
        let id = resolve_alias(program, id);
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match &program.symbol(id).definition {
            Definition::Function(body) => work.extend(&body.uses),
            Definition::Object(_, uses) => work.extend(uses),
            Definition::None | Definition::Tentative | Definition::Broken => {}
        }
    }
}
