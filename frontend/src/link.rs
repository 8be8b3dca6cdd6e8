//! From checked translation units to one module: symbols are resolved, functions lowered, the start function
//! is made.
//!
//! Only what the program can use is kept: everything external of the user's own files, and what that mentions.
//! Static and inline functions and library models come in only when used.
use crate::Options;
use crate::consteval::Base;
use crate::diagnostic::{Diagnostic, Span};
use crate::environment;
use crate::init::{StaticBytes, static_bytes};
use crate::library;
use crate::lower::{self, Context, Links};
use crate::parse::ParsedUnit;
use crate::program::{Definition, Program, Symbol};
use crate::suggest::nearest;
use crate::typed::{StringId, SymbolId};
use rustc_hash::FxHashMap;
use symtool_ir::entities::Loc;
use symtool_ir::layout::MAX_OBJECT_SIZE;
use symtool_ir::source::LocSet;
use symtool_ir::{
    Func, Function, FunctionBuilder, Global, GlobalData, InstData, Intrinsic, Module, Op,
    RelocTarget, Relocation, SignatureData, Type,
};

/// The name of the generated function that a run starts in.
pub(crate) const START: &str = "__symtool_start";

/// No more names and no more places than this are listed in an error about missing functions.
const MAX_SHOWN: usize = 20;

/// What the program's entry needs, found by following every mention.
pub(crate) struct Needed {
    /// In order: definitions by unit and place, then the rest by number.
    pub symbols: Vec<SymbolId>,
    /// Mentioned, but neither defined nor built in.
    pub undefined: Vec<SymbolId>,
}

/// The symbol behind an alias (or the symbol itself).
pub(crate) fn resolve_alias(program: &Program, mut id: SymbolId) -> SymbolId {
    for _ in 0..8 {
        let symbol = program.symbol(id);
        match &symbol.alias {
            Some(name) => match find_named(program, name, symbol) {
                Some(next) if next != id => id = next,
                _ => break,
            },
            None => break,
        }
    }
    id
}

/// An alias may name a static symbol of its own unit.
fn find_named(program: &Program, name: &str, of: &Symbol) -> Option<SymbolId> {
    program.external_named(name).or_else(|| {
        program.symbol_ids().find(|&id| {
            let symbol = program.symbol(id);
            symbol.name == name && symbol.origin.unit == of.origin.unit
        })
    })
}

/// Follows all mentions from the user's own definitions. The first `user_units` units are the user's.
pub(crate) fn needed(program: &Program, user_units: u32, entry: &str) -> Needed {
    let mut seen = vec![false; program.symbols.len()];
    let mut work = Vec::new();
    for id in program.symbol_ids() {
        let symbol = program.symbol(id);
        let mine = symbol.origin.unit.0 < user_units;
        let root = match &symbol.definition {
            Definition::Function(_) => {
                (mine && symbol.external && !symbol.inline) || symbol.name == entry
            }
            Definition::Object(..) | Definition::Tentative => mine && symbol.external,
            _ => false,
        };
        if root {
            work.push(id);
        }
    }
    while let Some(id) = work.pop() {
        let id = resolve_alias(program, id);
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match &program.symbol(id).definition {
            Definition::Function(body) => work.extend(&body.uses),
            Definition::Object(_, uses) => work.extend(uses),
            _ => {}
        }
    }
    let mut symbols: Vec<SymbolId> = program
        .symbol_ids()
        .filter(|id| seen[id.0 as usize])
        .collect();
    let undefined = symbols
        .iter()
        .copied()
        .filter(|&id| {
            matches!(program.symbol(id).definition, Definition::None)
                && lower::builtin::find(program, id).is_none()
                && !environment::provides(&program.symbol(id).name)
        })
        .collect();
    symbols.sort_by_key(|&id| {
        let origin = &program.symbol(id).origin;
        (origin.unit, origin.ast.start)
    });
    Needed { symbols, undefined }
}

/// Reports variables that are used but nowhere to be found. Functions are looked at after lowering
/// ([`report_missing`]): a call that cannot be reached does no harm.
pub(crate) fn report_undefined(program: &mut Program, undefined: &[SymbolId]) {
    for &id in undefined {
        if !program.types.is_function(program.symbol(id).ty) {
            report_variable(program, id);
        }
    }
}

/// Reports the functions without body, model and built-in whose calls are still there after lowering: all in one error,
/// with the places of the calls.
fn report_missing(program: &mut Program, module: &Module, symbols: &[SymbolId]) {
    let mut calls: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
    for function in module.functions.values() {
        for (_, inst) in function.all_insts() {
            if let InstData::Intrinsic {
                intrinsic: Intrinsic::Missing,
                text: Some(name),
                ..
            } = function.data(inst)
            {
                let places = function
                    .locs(inst)
                    .iter()
                    .map(|loc| place_of(module, loc, name));
                calls.entry(name).or_default().extend(places);
            }
        }
    }
    let mut missing = Vec::new();
    for &id in symbols {
        let symbol = program.symbol(id);
        let is_missing = matches!(symbol.definition, Definition::None)
            && program.types.is_function(symbol.ty)
            && lower::builtin::find(program, id).is_none();
        if is_missing && let Some(places) = calls.get(symbol.name.as_str()) {
            let declared = symbol.first_use.as_ref().unwrap_or(&symbol.origin);
            let places = match places.is_empty() {
                true => declared.shown.iter().cloned().collect(),
                false => places.clone(),
            };
            missing.push((symbol.name.clone(), places));
        }
    }
    if !missing.is_empty() {
        let near = match missing.as_slice() {
            [(name, _)] => nearest(name, known_functions(program)),
            _ => None,
        };
        let mut diagnostic = missing_functions(missing);
        if let (Some(near), Some(help)) = (near, &mut diagnostic.help) {
            *help = format!("did you mean `{near}`? Otherwise {help}");
        }
        program.report(diagnostic);
    }
}

/// The functions of the program, and those of the library.
fn known_functions(program: &Program) -> impl Iterator<Item = &str> {
    let is_defined = |symbol: &&Symbol| matches!(symbol.definition, Definition::Function(_));
    let own = program.symbols.iter().filter(is_defined);
    let library = library::library_models().map(|(name, _)| name);
    own.map(|symbol| symbol.name.as_str()).chain(library)
}

/// The error about functions that have no definition, each with the places where it is called.
fn missing_functions(mut missing: Vec<(String, Vec<Span>)>) -> Diagnostic {
    for (_, places) in &mut missing {
        places.sort();
        places.dedup();
    }
    missing.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
    let message = match missing.as_slice() {
        [(name, _)] => {
            format!("the function `{name}` is used, but it has no definition and no model")
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
                "{} functions are used, but have no definition and no model: {list}{more}",
                names.len()
            )
        }
    };
    let help = "add the C file that defines it, or use --allow-missing to let it return any value";
    let help = match missing.len() {
        1 => help.to_owned(),
        _ => help
            .replace("file that defines it", "files that define them")
            .replace("let it", "let them"),
    };
    let mut diagnostic = Diagnostic::error("undefined", message).help(help);
    let all: Vec<(&str, &Span)> = missing
        .iter()
        .flat_map(|(name, places)| places.iter().map(move |place| (name.as_str(), place)))
        .collect();
    for (nth, &(name, place)) in all.iter().take(MAX_SHOWN).enumerate() {
        diagnostic = match nth {
            0 => diagnostic.at(place.clone()),
            _ => diagnostic.also(place.clone(), format!("`{name}` is used here")),
        };
    }
    match all.len().saturating_sub(MAX_SHOWN) {
        0 => diagnostic,
        more => diagnostic.note(format!("there are {more} more places")),
    }
}

fn place_of(module: &Module, loc: Loc, name: &str) -> Span {
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
    let message = format!(
        "the variable `{}` is used, but it has no definition and no model",
        symbol.name
    );
    let mut diagnostic = Diagnostic::error("undefined", message);
    let place = symbol.first_use.as_ref().unwrap_or(&symbol.origin);
    if let Some(shown) = &place.shown {
        diagnostic = diagnostic.at(shown.clone());
    }
    program.report(diagnostic);
}

/// Makes the module. All errors of checking have been reported; lowering may add some.
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
        problems: Vec::new(),
    };
    declare_functions(program, units, symbols, &mut module, &mut links);
    declare_globals(program, units, symbols, &mut module, &mut links);
    define_environment(program, symbols, &mut module, &mut links, options);
    fill_globals(program, symbols, &mut module, &mut links);
    let before = program.error_count();
    lower_all(program, units, symbols, &mut module, &mut links, options);
    if !options.allow_missing {
        report_missing(program, &module, symbols);
    }
    let entry = start_function(program, &mut module, &links, options)?;
    (program.error_count() == before).then_some((module, entry))
}

/// Hands out linker names: `x`, then `x.1`.
#[derive(Default)]
pub(crate) struct Names(FxHashMap<String, u32>);

impl Names {
    fn unique(&mut self, name: &str) -> String {
        let count = self.0.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}.{}", *count - 1)
        }
    }
}

/// External symbols first, so that they keep their names.
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

fn declare_functions(
    program: &Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
) {
    let is_function = |id: &SymbolId| {
        let symbol = program.symbol(*id);
        let wrapped = matches!(symbol.definition, Definition::None)
            && address_taken(program, *id)
            && lower::builtin::find(program, *id).is_some();
        matches!(symbol.definition, Definition::Function(_)) || wrapped
    };
    let mut linker_names: FxHashMap<SymbolId, String> = FxHashMap::default();
    for id in by_linkage(program, symbols) {
        if is_function(&id) {
            linker_names.insert(id, links.names.unique(&program.symbol(id).name));
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
        links.funcs[id.0 as usize] = Some(func);
        if matches!(symbol.definition, Definition::None) {
            links.wrappers.push(id);
        }
    }
}

/// Is a function without a body mentioned other than by calling it?
fn address_taken(program: &Program, id: SymbolId) -> bool {
    program.address_taken.get(&id).is_some_and(|&n| n > 0)
        && program
            .types
            .as_function(program.symbol(id).ty)
            .is_some_and(|f| !f.variadic && f.prototype)
}

fn declare_globals(
    program: &mut Program,
    units: &[ParsedUnit],
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
) {
    let mut linker_names: FxHashMap<SymbolId, String> = FxHashMap::default();
    for id in by_linkage(program, symbols) {
        if is_object(program, id) {
            linker_names.insert(id, links.names.unique(&program.symbol(id).name));
        }
    }
    for &id in symbols {
        let Some(name) = linker_names.remove(&id) else {
            continue;
        };
        let symbol = program.symbol(id);
        let types = &program.types;
        let size = match &symbol.definition {
            Definition::Object(init, _) => Some(init.size),
            // `int a[];` at the end of a file has one element.
            _ => types.size(symbol.ty).or_else(|| {
                let (elem, _) = types.as_array(symbol.ty)?;
                types.size(elem.ty)
            }),
        };
        let Some(size) = size.filter(|&size| size <= MAX_OBJECT_SIZE) else {
            let what = match size {
                Some(_) => "is too large",
                None => "has an incomplete type",
            };
            let message = format!("the variable `{}` {what}", symbol.name);
            let mut diagnostic = Diagnostic::error("type", message);
            if let Some(shown) = symbol.origin.shown.clone() {
                diagnostic = diagnostic.at(shown);
            }
            program.report(diagnostic);
            continue;
        };
        let quals = types.effective_quals(symbol.qty);
        let constant =
            quals.has(crate::ctypes::Quals::CONST) && !quals.has(crate::ctypes::Quals::VOLATILE);
        let align = types.align(symbol.ty).max(symbol.align);
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
        links.globals[id.0 as usize] = Some(global);
    }
}

/// The objects that the library models expect from the environment.
fn define_environment(
    program: &Program,
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
    options: &Options,
) {
    for &id in symbols {
        let symbol = program.symbol(id);
        if matches!(symbol.definition, Definition::None) && environment::provides(&symbol.name) {
            let global = environment::define(module, &options.environment, &symbol.name);
            links.globals[id.0 as usize] = Some(global);
        }
    }
}

fn is_object(program: &Program, id: SymbolId) -> bool {
    let symbol = program.symbol(id);
    !program.types.is_function(symbol.ty)
        && matches!(
            symbol.definition,
            Definition::Object(..) | Definition::Tentative
        )
}

fn fill_globals(
    program: &mut Program,
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
) {
    for &id in symbols {
        let Some(global) = links.globals[id.0 as usize] else {
            continue;
        };
        let Definition::Object(init, _) = &program.symbol(id).definition else {
            continue;
        };
        let contents = static_bytes(program, init).unwrap_or_default();
        match relocations(program, module, links, &contents) {
            Ok(relocs) => {
                let data = &mut module.globals[global];
                data.bytes = contents.bytes;
                data.relocs = relocs;
            }
            Err(target) => {
                let message = format!(
                    "the address of `{}` is not available: it is built in, or not defined",
                    program.symbol(target).name
                );
                let mut diagnostic = Diagnostic::error("undefined", message);
                if let Some(shown) = program.symbol(id).origin.shown.clone() {
                    diagnostic = diagnostic.at(shown);
                }
                program.report(diagnostic);
            }
        }
    }
}

fn relocations(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    contents: &StaticBytes,
) -> Result<Vec<Relocation>, SymbolId> {
    let mut relocs = Vec::new();
    for &(offset, base, addend) in &contents.addresses {
        let target = match base {
            Base::String(id) => RelocTarget::Global(string_global(program, module, links, id)),
            Base::Symbol(id) => {
                let id = resolve_alias(program, id);
                match (links.funcs[id.0 as usize], links.globals[id.0 as usize]) {
                    (Some(func), _) => RelocTarget::Func(func),
                    (None, Some(global)) => RelocTarget::Global(global),
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

/// The constant global of a string literal, made when first needed.
pub(crate) fn string_global(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    id: StringId,
) -> Global {
    if let Some(global) = links.strings[id.0 as usize] {
        return global;
    }
    let data = &program.strings[id.0 as usize];
    let number = links.string_count;
    links.string_count += 1;
    let global = module.globals.push(GlobalData {
        name: format!(".str.{number}"),
        size: data.bytes.len() as u64,
        align: data.unit,
        bytes: data.bytes.clone(),
        relocs: Vec::new(),
        constant: true,
        locs: LocSet::none(),
    });
    links.strings[id.0 as usize] = Some(global);
    global
}

/// A nameless constant: what a local aggregate starts as.
pub(crate) fn constant_global(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    name: &str,
    size: u64,
    contents: &StaticBytes,
) -> Option<Global> {
    let relocs = relocations(program, module, links, contents).ok()?;
    Some(module.globals.push(GlobalData {
        name: links.names.unique(name),
        size,
        align: 16,
        bytes: contents.bytes.clone(),
        relocs,
        constant: true,
        locs: LocSet::none(),
    }))
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

/// The function without parameters that calls the entry and exits with its result.
fn start_function(
    program: &mut Program,
    module: &mut Module,
    links: &Links,
    options: &Options,
) -> Option<Func> {
    let name = options.entry.as_deref().unwrap_or("main");
    let symbol = entry_symbol(program, name);
    let Some((id, func)) = symbol.and_then(|id| Some((id, links.funcs[id.0 as usize]?))) else {
        let message = format!("there is no function `{name}` to start in");
        let mut diagnostic = Diagnostic::error("entry", message);
        let defined = |symbol: &&Symbol| matches!(symbol.definition, Definition::Function(_));
        let functions = program.symbols.iter().filter(defined);
        let near = nearest(name, functions.map(|symbol| symbol.name.as_str()));
        let meant = near.map(|near| format!("did you mean `{near}`?"));
        let other = (options.entry.is_none()).then(|| "name another one with --entry".to_owned());
        diagnostic.help = match (meant, other) {
            (Some(meant), Some(other)) => Some(format!("{meant} Otherwise {other}")),
            (meant, other) => meant.or(other),
        };
        program.report(diagnostic);
        return None;
    };
    let data = module.function_signature(func).clone();
    let signature = module.signature(SignatureData {
        params: Vec::new(),
        result: None,
        variadic: false,
    });
    let mut start = Function::new(START, signature);
    let main = (options.entry.is_none() && !data.params.is_empty())
        .then(|| environment::main_arguments(module, &options.environment));
    let mut b = FunctionBuilder::new(&mut start);
    let entry = b.named_block("entry");
    b.switch_to(entry);
    let mut args = Vec::new();
    let symbol = program.symbol(id);
    let types = &program.types;
    let space = |ty| {
        types
            .as_record(ty)
            .and(types.size(ty))
            .map(|size| (size, types.align(ty)))
    };
    let function = types.as_function(symbol.ty)?;
    let result_space = space(function.result.ty);
    let params = symbol.old_style.as_ref().unwrap_or(&function.params);
    let made = main.map(|main| {
        let (argc, argv) = main.emit(&mut b, data.params[0]);
        (argc, argv, main.envp)
    });
    for (index, &ty) in data.params.iter().enumerate() {
        let value = match made {
            Some((argc, argv, envp)) => match index {
                0 => Some(argc),
                1 if ty == Type::Ptr => Some(argv),
                2 if ty == Type::Ptr => Some(b.global_addr(envp)),
                _ => Some(b.iconst(ty, 0)),
            },
            None => match (index, result_space) {
                (0, Some((size, align))) => {
                    let slot = b.slot("result", size, align);
                    Some(b.stack_addr(slot))
                }
                _ => {
                    let at = index - usize::from(result_space.is_some());
                    let name = symbol.param_names.get(at).filter(|n| !n.is_empty());
                    let name = name.cloned().unwrap_or_else(|| format!("arg{at}"));
                    match params.get(at).and_then(|&ty| space(ty)) {
                        Some(space) => {
                            Some(environment::record_input(module, &mut b, &name, space))
                        }
                        None => b.intrinsic(Intrinsic::Symbolic, &[], Some(ty), Some(&name)),
                    }
                }
            },
        };
        args.extend(value);
    }
    let result = b.call(func, &args, data.result);
    let status = match result {
        Some(value) if b.func.ty(value).is_int() => {
            let from = b.func.ty(value);
            let op = if from.bits() > 32 {
                Op::Trunc
            } else {
                Op::Sext
            };
            b.cast(op, value, Type::I32)
        }
        _ => b.iconst(Type::I32, 0),
    };
    if let Some(hook) = links.function(program, lower::builtin::AT_EXIT) {
        b.call(hook, &[status], None);
    }
    b.intrinsic(Intrinsic::Exit, &[status], None, None);
    b.unreachable();
    Some(module.functions.push(start))
}

/// The external function of this name, or a static one of the user's.
fn entry_symbol(program: &Program, name: &str) -> Option<SymbolId> {
    let is_defined =
        |id: &SymbolId| matches!(program.symbol(*id).definition, Definition::Function(_));
    program.external_named(name).filter(is_defined).or_else(|| {
        program
            .symbol_ids()
            .find(|id| program.symbol(*id).name == name && is_defined(id))
    })
}
