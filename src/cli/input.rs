//! Which program, and how its files are read.
use crate::environment::EnvironmentArgs;
use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;

/// What `--check` is when it is not given.
const DEFAULT_CHECKS: &str = "memory,div,assert,unreachable";

/// Where the program comes from.
#[derive(Args, Debug, Clone)]
pub struct InputArgs {
    /// C files (`.c`), preprocessed C (`.i`) or textual IR (`.sir`); several C files are linked into one program.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
}

/// How C files are read.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct PreprocessArgs {
    /// Define a preprocessor macro (NAME means NAME=1).
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Undefine a preprocessor macro.
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Look for include files in DIR first.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Use the host's headers instead of the bundled ones.
    #[arg(long, env = "SYMTOOL_SYSTEM_HEADERS", value_parser = FalseyValueParser::new())]
    pub system_headers: bool,
}

/// How C files become a program that runs.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct ProgramArgs {
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Start in function NAME, with every parameter symbolic, instead of in main.
    #[arg(long, value_name = "NAME", env = "SYMTOOL_ENTRY")]
    pub entry: Option<String>,
    /// Let calls of functions without a body return any value; the verdict becomes incomplete.
    #[arg(long, env = "SYMTOOL_ALLOW_MISSING", value_parser = FalseyValueParser::new())]
    pub allow_missing: bool,
    /// Coming to a label of this NAME is a failure, as calling reach_error is (how older verification tasks name it: ERROR).
    #[arg(
        long,
        value_name = "NAME",
        env = "SYMTOOL_ERROR_LABEL",
        help_heading = "Goal"
    )]
    pub error_label: Option<String>,
    /// Define VERIFY; exploration then stops at the first confirmed violation and writes no tests for passing paths.
    #[arg(long, env = "SYMTOOL_VERIFY", value_parser = FalseyValueParser::new(), help_heading = "Goal")]
    pub verify: bool,
    /// Failures to look for: memory, div, overflow, shift, uninit, leak, assert, unreachable.
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

impl InputArgs {
    /// The command that replays a test case on this program.
    pub fn replay_command(&self, test: &str) -> String {
        let mut words = vec!["symtool".to_owned(), "replay".to_owned(), test.to_owned()];
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
        words.extend(args.entry.iter().map(|name| format!("--entry={name}")));
        words.extend(
            args.error_label
                .iter()
                .map(|name| format!("--error-label={name}")),
        );
        words.extend(read.system_headers.then(|| "--system-headers".to_owned()));
        words.extend(args.allow_missing.then(|| "--allow-missing".to_owned()));
        words.extend(args.verify.then(|| "--verify".to_owned()));
        if args.check.join(",") != DEFAULT_CHECKS {
            words.push(format!("--check={}", args.check.join(",")));
        }
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
}
