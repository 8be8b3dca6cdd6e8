//! A program, from its source files to its IR after each stage of simplification.
use crate::build::{self, Built};
use crate::error::Error;
use std::path::{Path, PathBuf};
use symtool_frontend as frontend;
use symtool_frontend::environment::Environment;
use symtool_ir::bug::Checks;
use symtool_ir::{
    CheckKind, Func, Function, FunctionBuilder, Intrinsic, Module, Op, SignatureData, Type, Value,
};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

/// The name of the function in which execution starts; the front end generates it for every program.
pub const START: &str = "__symtool_start";

/// A compiled program, with the data needed to report on its source.
#[derive(Debug)]
pub struct Program {
    /// The IR that the front end produced, before any pass.
    pub lowered: Module,
    /// The function in which execution starts. It takes no parameters.
    pub entry: Func,
    /// The texts of the source files.
    pub sources: frontend::Sources,
    /// The warnings of the front end, rendered as text.
    pub warnings: String,
    /// The pragmas that have no effect in symtool, each with its source location.
    pub dropped_pragmas: Vec<String>,
    /// The checks that are enabled.
    pub checks: Checks,
    /// The environment in which the program starts: arguments, files, variables.
    pub environment: Environment,
}

impl Program {
    /// Compiles C files, linked into one program, or reads one file of textual IR (`.sir`). Instead of C files, `files`
    /// can name a program that was built with `symtool cc`, its record, an object file, an archive or a
    /// `compile_commands.json`. Such a build is replaced by the C files from which it was built, and functions that it
    /// calls may lack a body (`allow_missing`).
    ///
    /// # Errors
    /// A file is missing or has another ending, the program has errors, or `options` has an
    /// environment although the program is textual IR, which contains its own environment.
    pub fn load(files: &[PathBuf], options: frontend::Options) -> Result<Program, Error> {
        if let Some(built) = build::resolve(files, options.folder.as_deref())? {
            return load_built(built, options);
        }
        if let Some(other) = files.iter().find(|file| !is_program(file)) {
            return Err(Error::Input(format!(
                "{} is not a C or IR file: expected .c, .i, .sir, or a program built with `symtool cc`",
                other.display()
            )));
        }
        let is_textual = |path: &Path| path.extension().is_some_and(|ext| ext == "sir");
        match files {
            [] => Err(Error::Input("no program is given: expected .c, .i or .sir files".into())),
            [file] if is_textual(file) && options.environment != Environment::default() => {
                Err(Error::Option(
                    "options of the environment need C files: a .sir file already contains its environment"
                        .into(),
                ))
            }
            [file] if is_textual(file) => load_textual(file, &options),
            files if files.iter().any(|file| is_textual(file)) => Err(Error::Input(
                "a .sir file is a whole program and cannot be combined with other files".into(),
            )),
            files => load_c(files, options),
        }
    }

    /// Returns a program that starts in the function `callee` of a module, with a symbolic input for every parameter.
    pub(crate) fn starting_at(mut module: Module, callee: Func, checks: Checks) -> Program {
        let signature = module.function_signature(callee);
        let is_start = signature.params.is_empty()
            && signature.result.is_none_or(|result| result == Type::I32);
        let entry = match is_start {
            true => callee,
            false => start_with_inputs(&mut module, callee),
        };
        Program {
            lowered: module,
            entry,
            sources: frontend::Sources::default(),
            warnings: String::new(),
            dropped_pragmas: Vec::new(),
            checks,
            environment: Environment::default(),
        }
    }

    /// Returns the IR in SSA form.
    ///
    /// # Errors
    /// The table of passes lacks a pass of this stage, which is a bug of symtool.
    pub fn ssa(&self) -> Result<Module, Error> {
        let mut module = self.lowered.clone();
        passes(&mut module, SSA, self.checks)?;
        Ok(module)
    }

    /// Returns the simplified IR. Replays execute this form, and exploration without melding uses it.
    ///
    /// # Errors
    /// The table of passes lacks a pass of this stage or of the SSA stage, which is a bug of symtool.
    pub fn simplified(&self) -> Result<Module, Error> {
        let mut module = self.ssa()?;
        passes(&mut module, SIMPLIFY, self.checks)?;
        Ok(module)
    }
}

/// Returns the C text that calls the entry function with its arguments ([`frontend::Options::harness`]), and the file
/// that defines the entry function; `None` if the function needs no such text.
///
/// # Errors
/// As for [`Program::load`].
pub fn harness_text(
    files: &[PathBuf],
    mut options: frontend::Options,
) -> Result<Option<(frontend::SourceFile, String)>, Error> {
    let files = match build::resolve(files, options.folder.as_deref())? {
        Some(built) => {
            options.allow_missing = true;
            options.system_headers |= !options.bundled_headers;
            options.spare = built.spare;
            built.files
        }
        None => files.iter().cloned().map(Into::into).collect(),
    };
    frontend::harness_text(&files, &options).map_err(rejected)
}

/// Returns whether a file name has an ending of C or IR files. Also returns true for folders and missing files,
/// because reading them gives a more precise error.
fn is_program(file: &Path) -> bool {
    let known = |ext: &std::ffi::OsStr| ["c", "i", "sir"].iter().any(|name| ext == *name);
    !file.is_file() || file.extension().is_some_and(known)
}

/// Compiles the C files of a build. A function may lack a body: the linker has accepted the program, so this function
/// is defined in a library.
fn load_built(built: Built, mut options: frontend::Options) -> Result<Program, Error> {
    if options.include_root.is_some() {
        let text = "--include-root is for C files: a build names files anywhere";
        return Err(Error::Option(text.to_owned()));
    }
    options.allow_missing = true;
    options.system_headers |= !options.bundled_headers;
    options.spare = built.spare;
    options.environment.program.get_or_insert(built.name);
    let mut program = load_c(&built.files, options)?;
    for file in &built.opaque {
        program.warnings += &format!(
            "warning: {} is no C file: its functions have no body\n",
            file.display()
        );
    }
    Ok(program)
}

fn load_c<F>(files: &[F], options: frontend::Options) -> Result<Program, Error>
where
    F: Clone + Into<frontend::SourceFile>,
{
    match frontend::compile(files, &options) {
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
        Err(error) => Err(rejected(error)),
    }
}

fn rejected(error: frontend::CompileError) -> Error {
    Error::Program {
        text: frontend::diagnostic::render(&error.diagnostics, &error.sources, false),
        diagnostics: error.diagnostics,
    }
}

fn load_textual(file: &Path, options: &frontend::Options) -> Result<Program, Error> {
    let bytes = std::fs::read(file).map_err(Error::file("cannot read", file))?;
    let name = file.display().to_string();
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::Input(format!("{name} is not text (UTF-8)")))?;
    let module = symtool_ir::parse::parse_module(&text, &name)
        .map_err(|error| Error::Input(error.to_string()))?;
    symtool_ir::verify::verify_module(&module)
        .map_err(|errors| Error::Input(format!("{name} is not valid IR:\n{errors}")))?;
    let wanted = options.entry.as_deref();
    let candidates = wanted.map_or(vec![START, "main"], |name| vec![name]);
    let found = candidates
        .iter()
        .find_map(|name| module.function_named(name));
    let Some(found) = found.filter(|&func| !module.functions[func].is_declaration()) else {
        return Err(Error::Input(format!(
            "{name} does not define the entry function `{}`",
            candidates.last().unwrap_or(&"main")
        )));
    };
    Ok(Program::starting_at(module, found, options.checks))
}

/// Adds a start function to a program in textual IR. The start function calls `callee` with a symbolic input for every
/// parameter.
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
    let status = match (result, signature.result) {
        (Some(value), Some(ty)) => exit_status(&mut builder, value, ty),
        _ => builder.iconst(Type::I32, 0),
    };
    builder.intrinsic(Intrinsic::Exit, &[status], None, None);
    builder.unreachable();
    module.functions.push(start)
}

/// Adds instructions that convert the return value `value` of an entry function to an exit status. So a comparison of
/// two forms of a program by their outcomes also compares their return values. A wide integer is folded to 32 bits by
/// exclusive or, so that each bit affects the status. A float is converted by its bits. The status for an address is
/// 0, because a pass may move objects.
fn exit_status(builder: &mut FunctionBuilder<'_>, value: Value, ty: Type) -> Value {
    let (value, ty) = match ty {
        Type::F32 => (builder.cast(Op::Bitcast, value, Type::I32), Type::I32),
        Type::F64 => (builder.cast(Op::Bitcast, value, Type::I64), Type::I64),
        ty => (value, ty),
    };
    match ty {
        Type::Ptr => builder.iconst(Type::I32, 0),
        Type::I32 => value,
        ty if ty.bits() < 32 => builder.cast(Op::Zext, value, Type::I32),
        ty => {
            let half = builder.iconst(ty, i128::from(ty.bits() / 2));
            let high = builder.pure(Op::LShr, &[value, half]);
            let both = builder.pure(Op::Xor, &[value, high]);
            let narrow = Type::int(ty.bits() / 2).unwrap_or(Type::I32);
            let low = builder.cast(Op::Trunc, both, narrow);
            exit_status(builder, low, narrow)
        }
    }
}

/// Returns the context in which passes run. With `--check uninit`, passes must preserve every memory read,
/// because the read may fail on uninitialized memory.
pub fn pass_context(checks: Checks) -> PassContext {
    PassContext {
        keep_uninit_reads: checks.has(CheckKind::Uninit),
        ..PassContext::default()
    }
}

/// Runs the passes with the names `names` on a program.
///
/// # Errors
/// A name that the table of passes does not contain.
pub fn passes(module: &mut Module, names: &[&str], checks: Checks) -> Result<(), Error> {
    passes_in(module, names, &mut pass_context(checks))
}

/// Runs the passes with the names `names` on a program. The context `ctx` counts and records their effects.
///
/// # Errors
/// A name that the table of passes does not contain.
pub fn passes_in(module: &mut Module, names: &[&str], ctx: &mut PassContext) -> Result<(), Error> {
    run_pipeline(module, names, ctx).map_err(|error| Error::Option(error.to_string()))
}
