//! The program of a run line, the line `run: WORD, …` of a test file: loads the program from the test file, and runs
//! the words that change the program.
use super::discover::is_c;
use super::header::Header;
use super::options;
use crate::program::{self, Program};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symtool_frontend as frontend;
use symtool_frontend::Headers;
use symtool_frontend::environment::Environment;
use symtool_ir::bug::Checks;
use symtool_ir::parse::parse_module;
use symtool_ir::print::{function_to_string, module_to_string, module_without_locs};
use symtool_ir::verify::verify_module;
use symtool_ir::{Func, Function, LocSet, Module};

/// The text of a test file with its parsed header.
#[derive(Copy, Clone)]
pub(super) struct TestFile<'a> {
    pub path: &'a Path,
    pub text: &'a str,
    pub header: &'a Header,
    /// The bundled headers of C, shared by all tests.
    pub headers: Option<&'a Arc<Headers>>,
    /// If set, C files below this folder include only files below it and the bundled headers.
    pub include_root: Option<&'a Path>,
}

/// The component that refuses a test file because it is not a valid program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The C front end.
    Frontend,
    /// The parser of textual IR.
    Parser,
    /// The IR verifier.
    Verifier,
}

/// The result of loading a file.
#[derive(Clone)]
pub(super) enum Loaded<'a> {
    /// The program that was loaded.
    Program(Box<Stages<'a>>),
    /// The message of the component that refused the file. The run line expects this refusal.
    Refused(String),
}

/// The program of a run line, before and after those of its words that have run so far.
#[derive(Clone)]
pub(super) struct Stages<'a> {
    /// The header of the file.
    pub header: &'a Header,
    /// The program before the first word of the run line.
    pub loaded: Module,
    /// The function at which the program starts; `None` if the file defines no function.
    pub entry: Option<Func>,
    /// The enabled checks.
    pub checks: Checks,
    /// The environment in which the program starts.
    environment: Environment,
    /// The program before the last word that changed it, among the words that have run so far.
    pub before: Module,
    /// The program after the words that have run so far.
    pub module: Module,
    /// Whether the printed text of the program shows source locations.
    pub shows_locations: bool,
    /// The file name of the test; for a C file, only functions of this file are printed.
    pub file: String,
    test: TestFile<'a>,
}

impl<'a> Stages<'a> {
    /// Loads the program of a test file. `expected` is the component that the run line expects to refuse the file.
    ///
    /// # Errors
    /// A component other than `expected` refuses the file, or the file is accepted although `expected` is set.
    pub fn load(file: TestFile<'a>, expected: Option<Refusal>) -> Result<Loaded<'a>, String> {
        let TestFile {
            path, text, header, ..
        } = file;
        let name = path.file_name();
        let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let program = if is_c(path) {
            compile(file, &name)
        } else {
            read(text, &name, header)
        };
        match (program, expected) {
            (Err((refusal, message)), Some(expected)) if refusal == expected => {
                Ok(Loaded::Refused(message.trim_end().to_owned() + "\n"))
            }
            (Err((_, message)), _) => Err(message.trim_end().to_owned()),
            (Ok(_), Some(_)) => {
                Err("the file is accepted, but the run line expects an error".to_owned())
            }
            (Ok(read), None) => Ok(Loaded::Program(Box::new(Stages {
                header,
                before: read.module.clone(),
                module: read.module.clone(),
                loaded: read.module,
                entry: read.entry,
                checks: read.checks,
                environment: read.environment,
                shows_locations: false,
                file: name,
                test: file,
            }))),
        }
    }

    /// Returns the options with which the C file was compiled; `None` for textual IR.
    pub fn frontend_options(&self) -> Option<Result<frontend::Options, String>> {
        let options = frontend_options(self.test).map_err(|error| error.to_string());
        is_c(self.test.path).then_some(options)
    }

    /// Changes the program, and verifies the result.
    ///
    /// # Errors
    /// The error of `change`, or the result is not valid IR.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut Stages<'a>) -> Result<(), String>,
    ) -> Result<(), String> {
        let before = self.module.clone();
        change(self)?;
        self.before = before;
        verify_module(&self.module)
            .map_err(|errors| format!("the IR is invalid after this word:\n{errors}"))
    }

    /// Runs the passes with the names `names` on the program.
    ///
    /// # Errors
    /// A pass makes the IR invalid.
    pub fn passes(&mut self, names: &[&str]) -> Result<(), String> {
        program::passes(&mut self.module, names, self.checks).map_err(|error| error.to_string())
    }

    /// Returns the function at which the program starts.
    ///
    /// # Errors
    /// The file defines no function.
    pub fn entry(&self) -> Result<Func, String> {
        self.entry
            .ok_or_else(|| "the program has no function".to_owned())
    }

    /// Returns `module`, a form of the loaded program, as a program to explore or to run. The parameters of the
    /// function at which the program starts become symbolic inputs.
    ///
    /// # Errors
    /// The file defines no function.
    pub fn program(&self, module: &Module) -> Result<Program, String> {
        Ok(Program {
            environment: self.environment.clone(),
            ..Program::starting_at(module.clone(), self.entry()?, self.checks)
        })
    }

    /// Returns the current program with values and blocks in textual order, and the functions to print: those that the
    /// test file defines. The start function and symtool's C code for library functions are left out.
    pub fn shown(&self) -> (Module, Vec<Func>) {
        let module = self.module.compact();
        let functions = module.functions.keys();
        let shown = functions
            .filter(|&func| self.is_shown(&module, func))
            .collect();
        let module = self.as_printed(module);
        (module, shown)
    }

    /// Returns `module` without its source locations, unless the run line has the word `locs`. The snapshot is then
    /// independent of line numbers.
    pub fn as_printed(&self, mut module: Module) -> Module {
        if !self.shows_locations {
            module.functions.values_mut().for_each(remove_locations);
        }
        module
    }

    /// Returns the names of the functions of `module` that the test file defines.
    pub fn own_functions(&self, module: &Module) -> Vec<String> {
        let functions = module.functions.iter();
        let own = functions.filter(|&(func, _)| self.is_shown(module, func));
        own.map(|(_, function)| function.name.clone()).collect()
    }

    fn is_shown(&self, module: &Module, func: Func) -> bool {
        let function = &module.functions[func];
        let is_own = |loc| module.source.file_name(module.source.get(loc).file) == self.file;
        let mut insts = function
            .layout()
            .iter()
            .flat_map(|&block| function.insts(block));
        let own = !self.is_c() || insts.any(|&inst| function.locs(inst).iter().any(is_own));
        own && !function.is_declaration() && function.name != program::START
    }

    /// Returns whether the test file is a C file.
    pub fn is_c(&self) -> bool {
        is_c(Path::new(&self.file))
    }

    /// Returns the text of the program: the whole module for textual IR, the functions of the file for C.
    pub fn text(&self) -> String {
        let (module, functions) = self.shown();
        match (self.is_c(), self.shows_locations) {
            (false, true) => module_to_string(&module),
            (false, false) => module_without_locs(&module),
            (true, _) => {
                let texts = functions
                    .iter()
                    .map(|&func| function_to_string(&module, &module.functions[func]));
                texts.collect()
            }
        }
    }
}

/// Removes the source locations of a function.
fn remove_locations(function: &mut Function) {
    function.locs = LocSet::none();
    for block in function.layout().to_vec() {
        for inst in function.insts(block).to_vec() {
            *function.locs_mut(inst) = LocSet::none();
        }
    }
}

/// A program as it is read from a test file, before any word of a run line.
struct Read {
    module: Module,
    entry: Option<Func>,
    checks: Checks,
    environment: Environment,
}

/// Compiles a C file. In errors and source locations, the name of the file stands without its folder.
fn compile(file: TestFile<'_>, name: &str) -> Result<Read, (Refusal, String)> {
    let refuse = |error: crate::Error| (Refusal::Frontend, error.to_string());
    let options = frontend_options(file).map_err(refuse)?;
    let program = Program::load(&[PathBuf::from(name)], options).map_err(refuse)?;
    Ok(Read {
        module: program.lowered,
        entry: Some(program.entry),
        checks: program.checks,
        environment: program.environment,
    })
}

/// Returns the options of the front end for a C test file, from the directives in the header of the test file:
/// `options`, `define`, `check` and `entry`.
fn frontend_options(file: TestFile<'_>) -> Result<frontend::Options, crate::Error> {
    let TestFile { path, header, .. } = file;
    let args = options::of_header(header).map_err(crate::Error::Input)?;
    let environment = args.input.environment.environment()?;
    let own = args.input.program.options()?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    Ok(frontend::Options {
        folder: folder.map(Path::to_owned),
        headers: file.headers.cloned(),
        include_root: file.include_root.map(Path::to_owned),
        defines: header.defines.iter().cloned().chain(own.defines).collect(),
        checks: header.checks(own.checks),
        entry: header.entry.clone().or(own.entry),
        environment,
        ..own
    })
}

/// Reads textual IR, and verifies it.
fn read(text: &str, name: &str, header: &Header) -> Result<Read, (Refusal, String)> {
    options::of_header(header).map_err(|text| (Refusal::Parser, text))?;
    if !header.defines.is_empty() {
        let message = "`define:` needs a C file".to_owned();
        return Err((Refusal::Parser, message));
    }
    let module = parse_module(text, name).map_err(|error| (Refusal::Parser, error.to_string()))?;
    verify_module(&module).map_err(|errors| (Refusal::Verifier, errors.to_string()))?;
    let entry = match header.entry.as_deref() {
        Some(name) => {
            let unknown = || {
                (
                    Refusal::Parser,
                    format!("the program has no function `{name}`"),
                )
            };
            Some(module.function_named(name).ok_or_else(unknown)?)
        }
        None => {
            let named = module
                .function_named(program::START)
                .or_else(|| module.function_named("main"));
            let mut functions = module.functions.iter();
            named.or_else(|| {
                Some(
                    functions
                        .find(|(_, function)| !function.is_declaration())?
                        .0,
                )
            })
        }
    };
    Ok(Read {
        module,
        entry,
        checks: header.checks(Checks::default()),
        environment: Environment::default(),
    })
}
