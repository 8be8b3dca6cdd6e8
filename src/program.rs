//! From the files on the command line to IR, stage by stage.
use crate::cli::{InputArgs, PreprocessArgs, ProgramArgs, Stage};
use crate::error::Error;
use std::path::Path;
use std::time::Duration;
use symtool_frontend as frontend;
use symtool_frontend::environment::Environment;
use symtool_ir::bug::Checks;
use symtool_ir::{
    CheckKind, Func, Function, FunctionBuilder, Intrinsic, Module, SignatureData, Type,
};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

/// The function that exploration starts in, made for every program.
pub const START: &str = "__symtool_start";

/// A program as it was read, with what is needed to talk about its source.
pub struct Program {
    /// The IR as lowered, before any pass.
    pub lowered: Module,
    /// Where execution starts; takes no parameters.
    pub entry: Func,
    /// The texts of the source files.
    pub sources: frontend::Sources,
    /// Rendered warnings of the front end.
    pub warnings: String,
    /// The pragmas that mean nothing here, each with its place.
    pub dropped_pragmas: Vec<String>,
    /// The failures to look for.
    pub checks: Checks,
    /// What the program finds when it starts.
    pub environment: Environment,
}

/// Reads the checks to look for.
pub fn checks(names: &[String]) -> Result<Checks, Error> {
    names.iter().try_fold(Checks::NONE, |checks, name| {
        match CheckKind::from_name(name.trim()) {
            Some(kind) => Ok(checks.with(kind)),
            None => {
                let known: Vec<&str> = CheckKind::ALL.iter().map(|kind| kind.name()).collect();
                Err(Error::Option(format!(
                    "unknown check `{name}` for --check; the checks are {}",
                    known.join(", ")
                )))
            }
        }
    })
}

/// Reads and compiles the input files.
pub fn load(input: &InputArgs) -> Result<Program, Error> {
    load_within(input, None)
}

/// The same; C that takes longer than the limit to compile is an error.
pub fn load_within(input: &InputArgs, limit: Option<Duration>) -> Result<Program, Error> {
    load_as(input, input.environment.environment()?, limit)
}

/// Reads and compiles the input files, to be run in these surroundings.
pub fn load_in(input: &InputArgs, environment: Environment) -> Result<Program, Error> {
    load_as(input, environment, None)
}

fn load_as(
    input: &InputArgs,
    environment: Environment,
    limit: Option<Duration>,
) -> Result<Program, Error> {
    if let Some(other) = input.files.iter().find(|file| !is_program(file)) {
        return Err(Error::Input(format!(
            "{} is no program: give .c, .i or .sir files",
            other.display()
        )));
    }
    let textual = |path: &Path| path.extension().is_some_and(|ext| ext == "sir");
    match input.files.as_slice() {
        [file] if textual(file) && environment != Environment::default() => Err(Error::Option(
            "a .sir file has its arguments and files in it already; give them with the C files"
                .into(),
        )),
        [file] if textual(file) => load_textual(file, &input.program),
        files if files.iter().any(|file| textual(file)) => Err(Error::Input(
            "a .sir file is a whole program; give it alone".into(),
        )),
        _ => load_c(input, environment, limit),
    }
}

/// Folders and missing files pass: what is wrong with them is said where they are read.
fn is_program(file: &Path) -> bool {
    let known = |ext: &std::ffi::OsStr| ["c", "i", "sir"].iter().any(|name| ext == *name);
    !file.is_file() || file.extension().is_some_and(known)
}

/// Has the file the name of a C file? Folders and missing files pass, too.
pub fn is_c(file: &Path) -> bool {
    let known = |ext: &std::ffi::OsStr| ["c", "h", "i"].iter().any(|name| ext == *name);
    !file.is_file() || file.extension().is_some_and(known)
}

/// What the front end is told of how C files are read; all else is the default.
pub fn preprocess_options(args: &PreprocessArgs) -> frontend::Options {
    frontend::Options {
        defines: args.define.iter().map(|text| split_define(text)).collect(),
        undefines: args.undefine.clone(),
        include_dirs: args.include.clone(),
        system_headers: args.system_headers,
        ..frontend::Options::default()
    }
}

/// What the front end is told.
fn frontend_options(args: &ProgramArgs) -> Result<frontend::Options, Error> {
    let mut options = preprocess_options(&args.preprocess);
    if args.verify {
        options.defines.push(("VERIFY".into(), None));
    }
    Ok(frontend::Options {
        entry: args.entry.clone(),
        checks: checks(&args.check)?,
        allow_missing: args.allow_missing,
        error_label: args.error_label.clone(),
        ..options
    })
}

fn load_c(
    input: &InputArgs,
    environment: Environment,
    limit: Option<Duration>,
) -> Result<Program, Error> {
    let options = frontend::Options {
        environment,
        max_time: limit,
        ..frontend_options(&input.program)?
    };
    match frontend::compile(&input.files, &options) {
        Ok(unit) => Ok(Program {
            warnings: frontend::diagnostic::render(&unit.warnings, &unit.sources, false),
            dropped_pragmas: (unit.dropped_pragmas.iter())
                .map(|(at, text)| format!("{text} ({}:{})", at.file, at.line))
                .collect(),
            lowered: unit.module,
            entry: unit.entry,
            sources: unit.sources,
            checks: options.checks,
            environment: options.environment,
        }),
        Err(error) => Err(Error::Program {
            text: frontend::diagnostic::render(&error.diagnostics, &error.sources, false),
            diagnostics: error.diagnostics,
        }),
    }
}

fn split_define(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.to_owned(), None),
    }
}

fn load_textual(file: &Path, args: &ProgramArgs) -> Result<Program, Error> {
    let bytes = std::fs::read(file).map_err(Error::file("cannot read", file))?;
    let name = file.display().to_string();
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::Input(format!("{name} is not text (UTF-8)")))?;
    let mut module = symtool_ir::parse::parse_module(&text, &name)
        .map_err(|error| Error::Input(error.to_string()))?;
    symtool_ir::verify::verify_module(&module)
        .map_err(|errors| Error::Input(format!("{name} is not well-formed:\n{errors}")))?;
    let wanted = args.entry.as_deref();
    let candidates = wanted.map_or(vec![START, "main"], |name| vec![name]);
    let found = candidates
        .iter()
        .find_map(|name| module.function_named(name));
    let Some(found) = found.filter(|&func| !module.functions[func].is_declaration()) else {
        return Err(Error::Input(format!(
            "{name} has no function `{}` to start in",
            candidates.last().unwrap_or(&"main")
        )));
    };
    let entry = if module.function_signature(found).params.is_empty() {
        found
    } else {
        start_with_inputs(&mut module, found)
    };
    Ok(Program {
        lowered: module,
        entry,
        sources: frontend::Sources::default(),
        warnings: String::new(),
        dropped_pragmas: Vec::new(),
        checks: checks(&args.check)?,
        environment: Environment::default(),
    })
}

/// A start function that calls `callee` with a free input for every parameter.
fn start_with_inputs(module: &mut Module, callee: Func) -> Func {
    let signature = module.function_signature(callee).clone();
    let names: Vec<Option<String>> = {
        let function = &module.functions[callee];
        let params = function
            .entry()
            .map(|block| function.params(block))
            .unwrap_or_default();
        params
            .iter()
            .map(|&value| function.value_name(value).map(str::to_owned))
            .collect()
    };
    let own = module.signature(SignatureData {
        params: Vec::new(),
        result: None,
        variadic: false,
    });
    let mut start = Function::new(START, own);
    let mut builder = FunctionBuilder::new(&mut start);
    let block = builder.block();
    builder.switch_to(block);
    let args: Vec<_> = signature
        .params
        .iter()
        .enumerate()
        .filter_map(|(index, &ty)| {
            let name = names
                .get(index)
                .cloned()
                .flatten()
                .unwrap_or_else(|| format!("arg{index}"));
            builder.intrinsic(Intrinsic::Symbolic, &[], Some(ty), Some(&name))
        })
        .collect();
    let result = builder.call(callee, &args, signature.result);
    let status = match result {
        Some(value) if signature.result == Some(Type::I32) => value,
        _ => builder.iconst(Type::I32, 0),
    };
    builder.intrinsic(Intrinsic::Exit, &[status], None, None);
    builder.unreachable();
    module.functions.push(start)
}

impl Program {
    /// The IR after the passes of a stage up to `simplify`; later stages build on that.
    pub fn after(&self, stage: Stage) -> Result<Module, Error> {
        let mut module = self.lowered.clone();
        if stage >= Stage::Ssa {
            passes(&mut module, SSA, self.checks)?;
        }
        if stage >= Stage::Simplify {
            passes(&mut module, SIMPLIFY, self.checks)?;
        }
        Ok(module)
    }
}

/// What passes need to know about the job: reads that a check looks at must stay.
pub fn pass_context(checks: Checks) -> PassContext {
    PassContext {
        keep_uninit_reads: checks.has(CheckKind::Uninit),
        ..PassContext::default()
    }
}

/// Runs named passes.
pub fn passes(module: &mut Module, names: &[&str], checks: Checks) -> Result<(), Error> {
    run_pipeline(module, names, &mut pass_context(checks))
        .map_err(|error| Error::Option(error.to_string()))
}
