//! Generates the start function, in which execution of the linked program begins.
use crate::Options;
use crate::ctypes::{Kind, Ty, Types};
use crate::diagnostic::Diagnostic;
use crate::environment::{self, Count};
use crate::program::{Definition, Program, Symbol};
use crate::requests;
use crate::suggest::nearest;
use crate::symbol_map::SymbolMap;
use crate::typed::SymbolId;
use symtool_ir::{
    Func, Function, FunctionBuilder, Global, Intrinsic, Module, Op, SignatureData, Type, Value,
};

/// The name of the start function.
const START: &str = "__symtool_start";

/// Generates a function without parameters that calls the entry function and exits with its result. Reports an
/// error and returns `None` if the program has no entry function.
pub(super) fn start_function(
    program: &mut Program,
    module: &mut Module,
    symbol_map: &SymbolMap,
    options: &Options,
) -> Option<Func> {
    let name = options.entry.as_deref().unwrap_or("main");
    let symbol = entry_symbol(program, name);
    let Some((id, func)) = symbol.and_then(|id| Some((id, symbol_map.funcs[id.0 as usize]?)))
    else {
        report_no_entry(program, name, options.entry.is_none());
        return None;
    };
    let data = module.function_signature(func).clone();
    let signature = module.signature(SignatureData {
        params: Vec::new(),
        result: None,
        variadic: false,
    });
    let mut start = Function::new(START, signature);
    let is_main = options.entry.is_none();
    let takes_arguments = is_main && !data.params.is_empty();
    let main = (takes_arguments
        || super::lifetime::constructors_have_parameters(program, module, symbol_map))
    .then(|| environment::main_arguments(module, &options.environment));
    let mut b = FunctionBuilder::new(&mut start);
    let entry = b.named_block("entry");
    b.switch_to(entry);
    let main = main.map(|main| {
        let (argc, argv) = main.emit(&mut b);
        StartArguments {
            argc,
            argv,
            envp: main.envp,
        }
    });
    let values = |b: &mut FunctionBuilder<'_>, params: &[Type]| match &main {
        Some(main) => main.values(b, params),
        None => Vec::new(),
    };
    let free = match is_main {
        true => None,
        false => Some(symbolic_arguments(
            &mut b,
            module,
            program,
            id,
            &data.params,
        )?),
    };
    note_rounded(&mut b, module, symbol_map, program);
    super::lifetime::run_constructors(&mut b, program, module, symbol_map, values);
    let args = free.unwrap_or_else(|| values(&mut b, &data.params));
    let result = b.call(func, &args, data.result);
    let status = exit_status(&mut b, result);
    if let Some(hook) = symbol_map.function(program, requests::AT_EXIT) {
        b.call(hook, &[status], None);
    }
    b.intrinsic(Intrinsic::Exit, &[status], None, None);
    b.unreachable();
    Some(module.functions.push(start))
}

fn report_no_entry(program: &mut Program, name: &str, is_default: bool) {
    let message = format!("entry function `{name}` is not defined");
    let mut diagnostic = Diagnostic::error("entry", message);
    let defined = |symbol: &&Symbol| matches!(symbol.definition, Definition::Function(_));
    let functions = program.symbols.iter().filter(defined);
    let near = nearest(name, functions.map(|symbol| symbol.name.as_str()));
    let meant = near.map(|near| format!("did you mean `{near}`?"));
    let other = is_default.then(|| "choose another entry function with --entry".to_owned());
    diagnostic.help = match (meant, other) {
        (Some(meant), Some(other)) => Some(format!("{meant} Otherwise {other}")),
        (meant, other) => meant.or(other),
    };
    program.report(diagnostic);
}

/// The values that the start function passes to `main` and constructors: command line and environment.
struct StartArguments {
    argc: Count,
    argv: Value,
    envp: Global,
}

impl StartArguments {
    /// Returns the arguments for a call of `main` or of a constructor; `params` are the types of its parameters. The
    /// first three arguments are `argc`, `argv` and `envp`. Any further argument is zero.
    fn values(&self, b: &mut FunctionBuilder<'_>, params: &[Type]) -> Vec<Value> {
        let wants_envp = params.get(2) == Some(&Type::Ptr);
        let envp = wants_envp.then(|| b.global_addr(self.envp));
        let value = |(index, &ty): (usize, &Type)| match (index, envp) {
            (0, _) => self.argc.as_type(b, ty),
            (1, _) if ty == Type::Ptr => self.argv,
            (2, Some(envp)) => envp,
            _ => b.iconst(ty, 0),
        };
        params.iter().enumerate().map(value).collect()
    }
}

/// Returns the arguments of an entry function other than `main`: a symbolic input for each parameter. If the function
/// returns a record, these arguments follow a hidden first argument: the address of memory for the result.
fn symbolic_arguments(
    b: &mut FunctionBuilder<'_>,
    module: &mut Module,
    program: &Program,
    id: SymbolId,
    params: &[Type],
) -> Option<Vec<Value>> {
    let symbol = program.symbol(id);
    let types = &program.types;
    let function = types.as_function(symbol.ty)?;
    let result_layout = record_layout(types, function.result.ty);
    let declared = symbol.old_style.as_ref().unwrap_or(&function.params);
    let value = |(index, &ty): (usize, &Type)| {
        if let (0, Some((size, align))) = (index, result_layout) {
            let slot = b.slot("result", size, align);
            return Some(b.stack_addr(slot));
        }
        let at = index - usize::from(result_layout.is_some());
        let name = symbol.param_names.get(at).filter(|n| !n.is_empty());
        let name = name.cloned().unwrap_or_else(|| format!("arg{at}"));
        let is_long = |&ty: &Ty| matches!(types.kind(ty), Kind::LongDouble);
        if declared.get(at).is_some_and(is_long) {
            let what = format!("every value of `{name}`");
            b.intrinsic(Intrinsic::Rounded, &[], None, Some(&what));
        }
        match declared.get(at).and_then(|&ty| record_layout(types, ty)) {
            Some(space) => Some(environment::record_input(module, b, &name, space)),
            None => b.intrinsic(Intrinsic::Symbolic, &[], Some(ty), Some(&name)),
        }
    };
    Some(params.iter().enumerate().filter_map(value).collect())
}

/// Emits an [`Intrinsic::Rounded`] for each object whose initial value contains a rounded `long double`. This
/// intrinsic records that the object may have a different value in the compiled program.
fn note_rounded(
    b: &mut FunctionBuilder<'_>,
    module: &Module,
    symbol_map: &SymbolMap,
    program: &Program,
) {
    for &id in &symbol_map.rounded {
        let what = format!("the initial value of `{}`", program.symbol(id).name);
        let global = symbol_map.globals[id.0 as usize];
        let place = global.and_then(|global| module.globals[global].locs.iter().next());
        b.set_loc(place);
        b.intrinsic(Intrinsic::Rounded, &[], None, Some(&what));
    }
    b.set_loc(None);
}

/// Returns the size and alignment, in bytes, of a record, which is passed by address. Returns `None` for other types.
fn record_layout(types: &Types, ty: Ty) -> Option<(u64, u64)> {
    types.as_record(ty)?;
    Some((types.size(ty)?, types.align(ty)))
}

/// Returns the exit status: the low 32 bits of an integer result of the entry function, or 0 for a result of
/// another type.
fn exit_status(b: &mut FunctionBuilder<'_>, result: Option<Value>) -> Value {
    match result {
        Some(value) if b.func.ty(value).is_int() => {
            let wide = b.func.ty(value).bits() > 32;
            b.cast(if wide { Op::Trunc } else { Op::Sext }, value, Type::I32)
        }
        _ => b.iconst(Type::I32, 0),
    }
}

/// Returns the entry function `name`, which may have external or internal linkage; `None` if the program does
/// not have it.
pub(crate) fn entry_symbol(program: &Program, name: &str) -> Option<SymbolId> {
    let is_defined =
        |id: &SymbolId| matches!(program.symbol(*id).definition, Definition::Function(_));
    program.external_named(name).filter(is_defined).or_else(|| {
        program
            .symbol_ids()
            .find(|id| program.symbol(*id).name == name && is_defined(id))
    })
}
