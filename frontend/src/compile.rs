//! The compilation pipeline from C files to an IR module.
use crate::check::check_unit;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::harness::{self, Appended, Harness};
use crate::library;
use crate::link;
use crate::lint::lint_unit;
use crate::parse::{ParsedUnit, on_big_stack, parse_file, parse_library, within};
use crate::program::{Definition, Program, UnitId};
use crate::sources::{Sources, is_system_file};
use crate::{Options, SourceFile};
use lang_c::ast::TranslationUnit;
use std::path::PathBuf;
use symtool_ir::{Func, Module};

/// A program that was compiled and linked into one IR module.
#[derive(Debug)]
pub struct Compilation {
    /// The IR module, which the IR verifier has accepted.
    pub module: Module,
    /// The generated function in which execution starts; it has no parameters.
    pub entry: Func,
    /// The warnings of all phases.
    pub warnings: Vec<Diagnostic>,
    /// The pragmas in the user's own files that have no effect, such as `#pragma omp parallel`, with their source
    /// locations.
    pub dropped_pragmas: Vec<(Span, String)>,
    /// The texts of all source files.
    pub sources: Sources,
}

/// A program that could not be compiled.
#[derive(Debug, thiserror::Error)]
#[error("{}", first_error(diagnostics))]
pub struct CompileError {
    /// The errors (at least one) and all warnings. At most 20 syntax errors of each file are listed, and at most 20
    /// other errors of the whole program.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts of all source files.
    pub sources: Sources,
}

fn first_error(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().find(|d| d.is_error()).map_or_else(
        || "the program cannot be compiled".to_owned(),
        ToString::to_string,
    )
}

/// Compiles and links C files: paths, or [`SourceFile`]s with options of their own. A file whose name ends in `.i` is
/// already preprocessed.
///
/// # Errors
/// Returns an error in these cases:
///
/// - A file cannot be read.
/// - The time limit ([`Options::max_time`]) is reached.
/// - The program is not valid C, or uses an unsupported construct.
/// - The program uses a variable or function that no file and no library model (C code that replaces a library
///   function) defines.
pub fn compile<F>(files: &[F], options: &Options) -> Result<Compilation, CompileError>
where
    F: Clone + Into<SourceFile>,
{
    let files: Vec<SourceFile> = files.iter().cloned().map(Into::into).collect();
    let Some(limit) = options.max_time else {
        return on_big_stack(|| compile_here(&files, options));
    };
    let options = options.clone();
    within(limit, move || compile_here(&files, &options)).unwrap_or_else(|| {
        let message = "compilation exceeded the time limit";
        let help = "raise the limit with --max-time";
        Err(CompileError {
            diagnostics: vec![Diagnostic::error("limit", message).help(help)],
            sources: Sources::default(),
        })
    })
}

/// Returns the C text of the harness, and the file that defines the entry function. The harness is a C function that
/// calls the entry function with the arguments that [`Options::harness`] describes. Returns `None` if no argument is
/// described, and one of these conditions holds: the entry function has no pointer parameter, or its text does not show
/// the parameters, because its definition is in the old style or expands a macro.
///
/// # Errors
/// Returns an error if the files contain errors, or if a description in [`Options::harness`] does not fit the entry
/// function. If the entry function needs no harness, the program is also linked, and the errors of linking are
/// returned.
pub fn harness_text(
    files: &[SourceFile],
    options: &Options,
) -> Result<Option<(SourceFile, String)>, CompileError> {
    on_big_stack(|| {
        let (result, found) = compile_once(files, options, None);
        match (result, found) {
            (_, Some(found)) => Ok(Some((files[found.unit.0 as usize].clone(), found.text))),
            (Err(error), None) => Err(error),
            (Ok(_), None) => Ok(None),
        }
    })
}

fn compile_here(files: &[SourceFile], options: &Options) -> Result<Compilation, CompileError> {
    match compile_once(files, options, None) {
        (result, None) => result,
        (_, Some(harness)) => {
            let options = Options {
                entry: Some(harness::NAME.to_owned()),
                harness: None,
                ..options.clone()
            };
            compile_once(files, &options, Some(&harness)).0
        }
    }
}

/// Compiles and links files in one pass. Returns the result, and the harness that the entry function needs. A harness
/// is the C text of a function that calls the entry function with generated arguments. The harness `appended` is
/// appended to the text of one of the files.
///
/// If a harness is returned, the result is not usable. The caller then calls this function again, with the returned
/// harness as `appended` and without [`Options::harness`].
fn compile_once(
    files: &[SourceFile],
    options: &Options,
    appended: Option<&Appended>,
) -> (Result<Compilation, CompileError>, Option<Appended>) {
    let mut sources = Sources::in_folder(options.folder.clone());
    let mut diagnostics = Vec::new();
    let mut dropped_pragmas = Vec::new();
    let mut harness = None;
    let result = Pipeline {
        program: Program::new(),
        units: Vec::new(),
        sources: &mut sources,
        options,
        dropped_pragmas: &mut dropped_pragmas,
        appended,
        harness: &mut harness,
    }
    .run(files, &mut diagnostics);
    diagnostics.sort_by_key(|d: &Diagnostic| d.severity == Severity::Warning);
    let result = match result {
        Some((module, entry)) => Ok(Compilation {
            module,
            entry,
            warnings: diagnostics,
            dropped_pragmas,
            sources,
        }),
        None => Err(CompileError {
            diagnostics,
            sources,
        }),
    };
    (result, harness)
}

/// The diagnostics that [`check`] found, and the texts of the checked files.
#[derive(Debug)]
pub struct CheckReport {
    /// Errors and warnings, file by file in the given order, sorted by source location within each file.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts of all source files.
    pub sources: Sources,
}

/// Parses and checks each C file by itself, and runs the lints. The files are neither linked nor lowered. A
/// file needs no `main`, and functions that it calls may be defined elsewhere.
pub fn check(files: &[PathBuf], options: &Options) -> CheckReport {
    on_big_stack(|| {
        let mut sources = Sources::in_folder(options.folder.clone());
        let mut diagnostics = Vec::new();
        for file in files {
            let mut found = check_file(&file.clone().into(), options, &mut sources);
            // Several files may include the same faulty header. Each of its errors is reported only once.
            found.retain(|diagnostic| !diagnostics.contains(diagnostic));
            diagnostics.extend(found);
        }
        CheckReport {
            diagnostics,
            sources,
        }
    })
}

fn check_file(file: &SourceFile, options: &Options, sources: &mut Sources) -> Vec<Diagnostic> {
    let mut unit = match parse_file(file, options, sources, None) {
        Ok(unit) => unit,
        Err(errors) => return errors,
    };
    let mut program = Program::new();
    program.types.char_is_unsigned = file.char_is_unsigned(options);
    check_unit(&mut program, UnitId(0), &unit, sources);
    lint_unit(&mut program, UnitId(0), &unit.locations);
    for diagnostic in &mut program.diagnostics {
        unit.locations.note_includes(diagnostic);
    }
    let mut found = std::mem::take(&mut unit.warnings);
    found.append(&mut program.diagnostics);
    let place = |diagnostic: &Diagnostic| {
        let at = diagnostic.primary.as_ref();
        at.map(|at| (at.file.to_string(), at.line, at.column))
    };
    found.sort_by_cached_key(place);
    found
}

struct Pipeline<'a> {
    program: Program,
    units: Vec<ParsedUnit>,
    sources: &'a mut Sources,
    options: &'a Options,
    dropped_pragmas: &'a mut Vec<(Span, String)>,
    /// The harness whose text is appended to one of the files. `None` in the first compilation of a program, which
    /// finds out whether the entry function needs a harness.
    appended: Option<&'a Appended>,
    /// An output of the pipeline: the harness that the entry function needs. Only the first compilation of a program
    /// sets it.
    harness: &'a mut Option<Appended>,
}

impl Pipeline<'_> {
    fn run(mut self, files: &[SourceFile], out: &mut Vec<Diagnostic>) -> Option<(Module, Func)> {
        let result = self.steps(files, out);
        out.append(&mut self.program.diagnostics);
        let result = result.filter(|_| !out.iter().any(Diagnostic::is_error));
        if result.is_none() && !out.iter().any(Diagnostic::is_error) {
            out.push(Diagnostic::error("input", "the program cannot be compiled"));
        }
        result
    }

    fn steps(&mut self, files: &[SourceFile], out: &mut Vec<Diagnostic>) -> Option<(Module, Func)> {
        self.program.types.char_is_unsigned = self.char_is_unsigned(files, out)?;
        self.program.allows_missing = self.options.allow_missing;
        let mut parsed_all = true;
        self.program
            .error_label
            .clone_from(&self.options.error_label);
        for file in files {
            let next = UnitId(self.units.len() as u32);
            let appended = self.appended.filter(|appended| appended.unit == next);
            match parse_file(file, self.options, self.sources, appended) {
                Ok(unit) => self.check(unit, out),
                Err(mut errors) => {
                    parsed_all = false;
                    out.append(&mut errors);
                }
            }
        }
        if !parsed_all || self.program.error_count() > 0 {
            return None;
        }
        if let Some(wanted) = &self.options.harness {
            match self.find_harness(wanted) {
                Ok(None) => {}
                Ok(found) => {
                    *self.harness = found;
                    return None;
                }
                Err(message) => {
                    out.push(Diagnostic::error("entry", message));
                    return None;
                }
            }
        }
        let entry = self.options.entry.as_deref().unwrap_or("main");
        self.pull_spare(entry, out)?;
        let user_units = self.units.len() as u32;
        self.program.error_label = None; // `--error-label` selects a label of the program, never of a library model
        let symbols = self.pull_models(user_units, entry, out)?;
        self.program.decode_names();
        let built = link::build(&mut self.program, &self.units, &symbols, self.options)?;
        if let Err(errors) = symtool_ir::verify::verify_module(&built.0) {
            let message = format!("internal error: the lowered program is malformed: {errors}");
            out.push(Diagnostic::error("internal", message));
            return None;
        }
        Some(built)
    }

    /// Returns whether plain `char` is unsigned in the files `files`. Reports an error and returns `None` if it is
    /// unsigned in one file and signed in another.
    fn char_is_unsigned(&self, files: &[SourceFile], out: &mut Vec<Diagnostic>) -> Option<bool> {
        let find = |wanted: bool| {
            let has = |file: &&SourceFile| file.char_is_unsigned(self.options) == wanted;
            files.iter().find(has)
        };
        let (Some(unsigned), Some(signed)) = (find(true), find(false)) else {
            return Some(find(true).is_some());
        };
        let message = format!(
            "plain `char` is unsigned in `{}` (-funsigned-char) and signed in `{}`",
            unsigned.path.display(),
            signed.path.display()
        );
        let help = "compile all files of the program with -funsigned-char, or none";
        out.push(Diagnostic::error("option", message).help(help));
        None
    }

    /// Returns the harness that the entry function needs. Returns `None` if the function needs no
    /// harness or is not defined.
    fn find_harness(&self, wanted: &Harness) -> Result<Option<Appended>, String> {
        let Some(id) = link::entry_symbol(&self.program, &wanted.function) else {
            return Ok(None);
        };
        let unit = self.program.symbol(id).origin.unit;
        let Some(unit) = self.units.get(unit.0 as usize) else {
            return Ok(None);
        };
        harness::of_function(&self.program, id, unit.locations.preprocessed(), wanted)
    }

    fn check(&mut self, mut unit: ParsedUnit, out: &mut Vec<Diagnostic>) {
        out.append(&mut unit.warnings);
        let dropped = std::mem::take(&mut unit.dropped_pragmas).into_iter();
        (self.dropped_pragmas).extend(dropped.filter(|(at, _)| !is_system_file(&at.file)));
        let id = UnitId(self.units.len() as u32);
        let before = self.program.diagnostics.len();
        check_unit(&mut self.program, id, &unit, self.sources);
        unit.ast = TranslationUnit(Vec::new()); // frees memory before the IR is built
        for diagnostic in &mut self.program.diagnostics[before..] {
            unit.locations.note_includes(diagnostic);
        }
        self.units.push(unit);
    }

    /// Returns the library model in which allocation functions may return null. Returns `None` unless the options let
    /// `malloc` fail and the program calls an allocation function that it does not define itself.
    fn failing_allocation(&self, symbols: &[crate::typed::SymbolId]) -> Option<&'static str> {
        let is_used = |&id: &crate::typed::SymbolId| {
            let symbol = self.program.symbol(id);
            let is_undefined = matches!(symbol.definition, Definition::None);
            is_undefined && library::ALLOCATION.contains(&symbol.name.as_str())
        };
        let wanted = self.options.environment.malloc_may_fail && symbols.iter().any(is_used);
        wanted.then_some(library::MALLOC_MAY_FAIL)
    }

    /// Adds spare files ([`Options::spare`], such as the members of an archive) to the program. A spare file is added
    /// if it defines a symbol that a run can use and that the program does not define, and if plain `char` has the same
    /// signedness in the file and in the program. The loop repeats because an added file may use further undefined
    /// symbols. Returns `None` if an added file has an error.
    fn pull_spare(&mut self, entry: &str, out: &mut Vec<Diagnostic>) -> Option<()> {
        let options = self.options;
        let mut pulled = vec![false; options.spare.len()];
        while !options.spare.is_empty() {
            let needed = link::undefined_in_runs(&self.program, entry);
            let fits = |(n, (file, symbols)): &(usize, &(SourceFile, Vec<String>))| {
                !pulled[*n]
                    && file.char_is_unsigned(options) == self.program.types.char_is_unsigned
                    && symbols.iter().any(|name| needed.contains(name))
            };
            let Some((n, (file, _))) = options.spare.iter().enumerate().find(fits) else {
                break;
            };
            pulled[n] = true;
            match parse_file(file, options, self.sources, None) {
                Ok(unit) => self.check(unit, out),
                Err(mut errors) => out.append(&mut errors),
            }
            if self.program.error_count() > 0 || out.iter().any(Diagnostic::is_error) {
                return None;
            }
        }
        Some(())
    }

    /// Adds library models (C implementations of library functions) to the program until every undefined symbol that
    /// has a model is defined. The loop repeats because a model may call functions of other models. Returns the symbols
    /// that the program needs (see [`link::reachable`]); `None` if an error was found.
    fn pull_models(
        &mut self,
        user_units: u32,
        entry: &str,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Vec<crate::typed::SymbolId>> {
        let mut pulled: Vec<&'static str> = Vec::new();
        loop {
            let reachable = link::reachable(&self.program, user_units, entry);
            let mut news: Vec<&'static str> = reachable
                .undefined
                .iter()
                .filter_map(|&id| library::model_for(&self.program.symbol(id).name))
                .chain(self.failing_allocation(&reachable.symbols))
                .filter(|file| !pulled.contains(file))
                .collect();
            news.sort_unstable();
            news.dedup();
            if news.is_empty() {
                link::report_undefined(&mut self.program, &reachable.undefined);
                return (self.program.error_count() == 0).then_some(reachable.symbols);
            }
            for file in news {
                pulled.push(file);
                match parse_library(file, self.sources) {
                    Ok(unit) => self.check(unit, out),
                    Err(mut errors) => {
                        out.append(&mut errors);
                        return None;
                    }
                }
            }
            if self.program.error_count() > 0 {
                return None;
            }
        }
    }
}
