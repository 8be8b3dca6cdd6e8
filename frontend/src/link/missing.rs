//! Reports symbols that are used but not defined.
use super::reach::used_by_runs;
use crate::diagnostic::{Diagnostic, Span};
use crate::headers::header_defining;
use crate::library;
use crate::program::{Definition, Program, Symbol};
use crate::requests;
use crate::suggest::nearest;
use crate::symbol_map::SymbolMap;
use crate::typed::SymbolId;
use rustc_hash::FxHashMap;
use symtool_ir::entities::Loc;
use symtool_ir::{InstData, Intrinsic, Module};

/// The maximum number of function names, and of source locations, that the message about undefined functions shows.
const MAX_SHOWN: usize = 20;

/// Functions that start or await threads. A program that contains a call of such a function is accepted; a run
/// that reaches the call is incomplete.
const STARTS_THREADS: &[&str] = &[
    "pthread_create",
    "pthread_join",
    "pthread_detach",
    "pthread_cond_wait",
    "thrd_create",
    "thrd_join",
];

/// Reports undefined variables. Undefined functions are reported after lowering ([`report_missing`]), because an
/// unreachable call is not an error.
pub(crate) fn report_undefined(program: &mut Program, undefined: &[SymbolId]) {
    for &id in undefined {
        if !program.types.is_function(program.symbol(id).ty) && !program.is_weak_reference(id) {
            report_variable(program, id);
        }
    }
}

/// Reports, in one error, all calls in the module whose callee is missing: it has no body, is not a built-in, and has
/// no library model (C code that replaces a library function).
///
/// A call in a function that no run can reach is no error, because it is never executed. Runs start in the entry
/// function, in constructors and in destructors. A call that starts a thread is no error either: a run that reaches the
/// call becomes incomplete.
pub(super) fn report_missing(
    program: &mut Program,
    module: &Module,
    symbols: &[SymbolId],
    (symbol_map, entry): (&SymbolMap, &str),
) {
    let used = used_by_runs(program, entry);
    let mut calls: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
    let functions = symbols.iter().filter(|id| used[id.0 as usize]);
    let functions = functions.filter_map(|id| symbol_map.funcs[id.0 as usize]);
    for function in functions.map(|func| &module.functions[func]) {
        for (_, inst) in function.all_insts() {
            if let InstData::Intrinsic {
                intrinsic: Intrinsic::Missing,
                text: Some(name),
                ..
            } = function.data(inst)
            {
                let uses = function
                    .locs(inst)
                    .iter()
                    .map(|loc| span_of(module, loc, name));
                calls.entry(name).or_default().extend(uses);
            }
        }
    }
    let mut missing = Vec::new();
    for &id in symbols {
        let symbol = program.symbol(id);
        let is_missing = matches!(symbol.definition, Definition::None)
            && program.types.is_function(symbol.ty)
            && requests::find(program, id).is_none()
            && !STARTS_THREADS.contains(&symbol.name.as_str());
        if is_missing && let Some(uses) = calls.get(symbol.name.as_str()) {
            let declared = symbol.first_use.as_ref().unwrap_or(&symbol.origin);
            let uses = match uses.is_empty() {
                true => declared.shown.iter().cloned().collect(),
                false => uses.clone(),
            };
            missing.push((symbol.name.clone(), uses));
        }
    }
    if !missing.is_empty() {
        let hint = match missing.as_slice() {
            [(name, _)] => hint(name, program),
            _ => None,
        };
        let mut diagnostic = missing_functions(missing);
        if let (Some(hint), Some(help)) = (hint, &mut diagnostic.help) {
            *help = format!("{hint} Otherwise {help}");
        }
        program.report(diagnostic);
    }
}

/// Returns a sentence with the probable cause of the missing function `name`. Either a header that defines `name` as a
/// macro is not included, or `name` is similar to the name of a known function.
fn hint(name: &str, program: &Program) -> Option<String> {
    if let Some(header) = header_defining(name) {
        return Some(format!(
            "include `<{header}>`, which defines the macro `{name}`."
        ));
    }
    let near = nearest(name, known_functions(program))?;
    Some(format!("did you mean `{near}`?"))
}

/// Iterates over the names of the functions of the program and of the library.
fn known_functions(program: &Program) -> impl Iterator<Item = &str> {
    let is_defined = |symbol: &&Symbol| matches!(symbol.definition, Definition::Function(_));
    let own = program.symbols.iter().filter(is_defined);
    let library = library::library_models().map(|(name, _)| name);
    own.map(|symbol| symbol.name.as_str()).chain(library)
}

/// Returns the error about undefined functions, each with the source locations of its calls.
fn missing_functions(mut missing: Vec<(String, Vec<Span>)>) -> Diagnostic {
    for (_, uses) in &mut missing {
        uses.sort();
        uses.dedup();
    }
    missing.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
    let message = match missing.as_slice() {
        [(name, _)] => {
            format!("undefined reference to function `{name}`")
        }
        _ => {
            let names: Vec<String> = missing
                .iter()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            let shown = names.len().min(MAX_SHOWN);
            let more = match names.len() - shown {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let list = names[..shown].join(", ");
            format!(
                "undefined references to {} functions: {list}{more}",
                names.len()
            )
        }
    };
    let help = match missing.len() {
        1 => {
            "add the C file that defines it, or use --allow-missing, so that the function returns any value"
        }
        _ => {
            "add the C files that define them, or use --allow-missing, so that the functions return any value"
        }
    };
    let mut diagnostic = Diagnostic::error("undefined", message).help(help);
    let all: Vec<(&str, &Span)> = missing
        .iter()
        .flat_map(|(name, uses)| uses.iter().map(move |at| (name.as_str(), at)))
        .collect();
    for (nth, &(name, at)) in all.iter().take(MAX_SHOWN).enumerate() {
        diagnostic = match nth {
            0 => diagnostic.at(at.clone()),
            _ => diagnostic.also(at.clone(), format!("`{name}` is used here")),
        };
    }
    match all.len().saturating_sub(MAX_SHOWN) {
        0 => diagnostic,
        more => diagnostic.note(format!("{more} more uses are not shown")),
    }
}

fn span_of(module: &Module, loc: Loc, name: &str) -> Span {
    let at = module.source.get(loc);
    Span {
        file: module.source.file_name(at.file).into(),
        line: at.line,
        column: at.column,
        len: name.chars().count() as u32,
    }
}

fn report_variable(program: &mut Program, id: SymbolId) {
    let symbol = program.symbol(id);
    let message = format!("undefined reference to variable `{}`", symbol.name);
    let mut diagnostic = match program.allows_missing {
        true => Diagnostic::warning("undefined", message),
        false => Diagnostic::error("undefined", message),
    };
    let at = symbol.first_use.as_ref().unwrap_or(&symbol.origin);
    if let Some(shown) = &at.shown {
        diagnostic = diagnostic.at(shown.clone());
    }
    program.report(diagnostic);
}
