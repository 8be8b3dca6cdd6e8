//! Command-line options of the program and of its compilation.
use crate::driver::environment::EnvironmentArgs;
use crate::{Error, Program};
use clap::Args;
use clap::builder::FalseyValueParser;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use symtool_frontend as frontend;
use symtool_frontend::Harness;
use symtool_frontend::environment::Environment;
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;

/// The default value of `--check`.
const DEFAULT_CHECKS: &str = "memory,div,assert,unreachable";

/// The files of the program, and the options that define its compilation and its environment.
#[derive(Args, Debug, Clone)]
pub struct InputArgs {
    /// C files (`.c`), preprocessed C (`.i`) or textual IR (`.sir`); several C files are linked into one
    /// program. A program built with symtool cc, its record (`.symtool.json`), an object file, an archive and a
    /// compile_commands.json stand for their C files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// The folder to which the names of files are relative; `None` means the working folder.
    #[arg(skip)]
    pub folder: Option<PathBuf>,
}

/// Options of the preprocessor.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct PreprocessArgs {
    /// Define a preprocessor macro (NAME means NAME=1).
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Undefine a preprocessor macro.
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Add DIR to the front of the include search path.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Pass WORD to the preprocessor (repeatable). The options -include, -imacros, -isystem, -iquote, -idirafter, -std=
    /// and -ansi of gcc may also be given directly, without --cpp.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    pub cpp: Vec<OsString>,
    /// Use the host's headers instead of the headers bundled with symtool.
    #[arg(long, env = "SYMTOOL_SYSTEM_HEADERS", value_parser = FalseyValueParser::new())]
    pub system_headers: bool,
    /// Use symtool's bundled headers also for a program that is given by its build, such as a compile_commands.json
    /// (default: the host's headers, for which the program was configured).
    #[arg(
        long,
        conflicts_with = "system_headers",
        env = "SYMTOOL_BUNDLED_HEADERS",
        value_parser = FalseyValueParser::new()
    )]
    pub bundled_headers: bool,
    /// Let the C files include only files below DIR, after symbolic links are followed, and the bundled headers. Use
    /// this option for programs that you do not trust.
    #[arg(long, value_name = "DIR", env = "SYMTOOL_INCLUDE_ROOT")]
    pub include_root: Option<PathBuf>,
}

/// Options of the compilation to a program.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct ProgramArgs {
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Start in function NAME instead of in main. Its arguments are symbolic: a char pointer points to a string of up
    /// to 8 bytes, another pointer is null or points to one object, and a number has any value. NAME(PARAMETER: SHAPE,
    /// ...) describes the arguments. A SHAPE is `any`, `null`, a constant such as `4`, `bytes[N]`, `string[N]`,
    /// `object`, `object[N]` or `size of PARAMETER`. A shape of a pointer may be followed by `or null`.
    #[arg(long, value_name = "NAME", env = "SYMTOOL_ENTRY")]
    pub entry: Option<String>,
    /// Accept functions without a body. A call of such a function returns an arbitrary value, and makes the verdict
    /// incomplete.
    #[arg(long, env = "SYMTOOL_ALLOW_MISSING", value_parser = FalseyValueParser::new())]
    pub allow_missing: bool,
    /// Report a failure when control reaches the label NAME, as for a call of reach_error (older verification
    /// tasks use the label ERROR).
    #[arg(
        long,
        value_name = "NAME",
        env = "SYMTOOL_ERROR_LABEL",
        help_heading = "Goal"
    )]
    pub error_label: Option<String>,
    /// Define the macro VERIFY, stop at the first confirmed violation, and write no test cases for paths without a
    /// failure.
    #[arg(long, env = "SYMTOOL_VERIFY", value_parser = FalseyValueParser::new(), help_heading = "Goal")]
    pub verify: bool,
    /// Enable these checks only (names separated by commas): memory (accesses, frees and calls through invalid
    /// pointers), div (division by zero, and signed division that overflows), overflow (signed overflow), shift
    /// (invalid shift amounts, and left shifts of negative numbers or with an overflow), uninit (reads of uninitialized
    /// memory), leak (heap blocks never freed), assert (assertions), unreachable (calls of reach_error and
    /// __builtin_unreachable).
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = DEFAULT_CHECKS,
        env = "SYMTOOL_CHECK",
        help_heading = "Goal"
    )]
    pub check: Vec<String>,
}

impl PreprocessArgs {
    /// Returns the front end's options for preprocessing. The options of later stages, such as checks, have
    /// their default values.
    pub fn options(&self) -> frontend::Options {
        frontend::Options {
            defines: self.define.iter().map(|text| split_define(text)).collect(),
            undefines: self.undefine.clone(),
            include_dirs: self.include.clone(),
            preprocessor_words: self.cpp.clone(),
            system_headers: self.system_headers,
            bundled_headers: self.bundled_headers,
            include_root: self.include_root.clone(),
            ..frontend::Options::default()
        }
    }
}

impl PreprocessArgs {
    /// Checks that the named files are below the folder of `--include-root`, if the option is given. The front end
    /// itself checks only the files that these files include.
    pub fn check_root(&self, files: &[PathBuf]) -> Result<(), Error> {
        let Some(root) = &self.include_root else {
            return Ok(());
        };
        let real = root.canonicalize();
        let real = real.map_err(Error::file("cannot read", root))?;
        let is_outside = |file: &&PathBuf| {
            let found = file.canonicalize();
            found.is_ok_and(|found| !found.starts_with(&real))
        };
        match files.iter().find(is_outside) {
            Some(file) => Err(Error::Input(format!(
                "{} is not below the include root {}",
                file.display(),
                root.display()
            ))),
            None => Ok(()),
        }
    }
}

impl ProgramArgs {
    /// Returns the front end's options for compiling the program.
    pub fn options(&self) -> Result<frontend::Options, Error> {
        let mut options = self.preprocess.options();
        if self.verify {
            options.defines.push(("VERIFY".into(), None));
        }
        let harness = self.entry.as_deref().map(Harness::parse).transpose();
        let harness = harness.map_err(|why| Error::Option(format!("--entry: {why}")))?;
        Ok(frontend::Options {
            entry: harness.as_ref().map(|harness| harness.function.clone()),
            harness,
            checks: self.checks()?,
            allow_missing: self.allow_missing,
            error_label: self.error_label.clone(),
            ..options
        })
    }

    /// Returns the enabled checks.
    pub fn checks(&self) -> Result<Checks, Error> {
        self.check.iter().try_fold(Checks::NONE, |checks, name| {
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
}

/// Splits a macro definition `NAME=VALUE` into name and value. The value of a definition `NAME` is `None`.
fn split_define(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.to_owned(), None),
    }
}

impl InputArgs {
    /// Compiles the program. Returns an error if the compilation takes longer than `limit`.
    pub fn load(&self, limit: Option<Duration>) -> Result<Program, Error> {
        self.load_in(self.environment.environment()?, limit)
    }

    /// Compiles the program for `environment`, which replaces the environment that the options define.
    pub fn load_in(
        &self,
        environment: Environment,
        limit: Option<Duration>,
    ) -> Result<Program, Error> {
        self.program.preprocess.check_root(&self.files)?;
        let options = frontend::Options {
            environment,
            max_time: limit,
            folder: self.folder.clone(),
            ..self.program.options()?
        };
        Program::load(&self.files, options)
    }

    /// Returns the command that replays a test case on this program.
    pub fn replay_command(&self, test: &str) -> String {
        let mut words = vec!["symtool".to_owned(), "replay".to_owned(), test.to_owned()];
        words.extend(self.words());
        let needs_quotes = |word: &str| {
            !word
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_./=,+".contains(&b))
        };
        let quote = |word: String| {
            if needs_quotes(&word) {
                format!("'{}'", word.replace('\'', r"'\''"))
            } else {
                word
            }
        };
        words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
    }

    /// Returns the command-line words that describe this program: the names of its files, and the options of their
    /// compilation.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.files.iter().map(|file| file.display().to_string()));
        let args = &self.program;
        let read = &args.preprocess;
        words.extend(read.define.iter().map(|text| format!("-D{text}")));
        words.extend(read.undefine.iter().map(|text| format!("-U{text}")));
        words.extend(
            read.include
                .iter()
                .map(|dir| format!("-I{}", dir.display())),
        );
        words.extend((read.cpp.iter()).map(|word| format!("--cpp={}", word.display())));
        words.extend(args.entry.iter().map(|name| format!("--entry={name}")));
        words.extend(
            args.error_label
                .iter()
                .map(|name| format!("--error-label={name}")),
        );
        words.extend(
            read.include_root
                .iter()
                .map(|dir| format!("--include-root={}", dir.display())),
        );
        words.extend(read.system_headers.then(|| "--system-headers".to_owned()));
        words.extend(read.bundled_headers.then(|| "--bundled-headers".to_owned()));
        words.extend(args.allow_missing.then(|| "--allow-missing".to_owned()));
        words.extend(args.verify.then(|| "--verify".to_owned()));
        if args.check.join(",") != DEFAULT_CHECKS {
            words.push(format!("--check={}", args.check.join(",")));
        }
        words
    }
}
