//! Differential tests against gcc. Each program of `tests/c/` is compiled by gcc and run, and compiled and interpreted
//! by symtool. The tests check that both runs print the same bytes and exit with the same status. The programs avoid
//! behavior that C leaves unspecified and in which gcc and symtool may differ: the evaluation order of arguments, and
//! out-of-range conversions.
use std::path::{Path, PathBuf};
use std::process::Command;
use symtool_frontend::{Options, compile, diagnostic};
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::outcome::Outcome;
use symtool_testkit::files::c_files;

/// The observable behavior of a program, in which gcc and symtool must agree.
#[derive(Debug, PartialEq, Eq)]
struct Behaviour {
    output: String,
    status: i32,
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    c_files(&[&root.join("tests/c")])
}

fn with_gcc(file: &Path, folder: &Path) -> Behaviour {
    let binary = folder.join("program");
    let built = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-O0", "-o"])
        .arg(&binary)
        .arg(file)
        .arg("-lm")
        .status()
        .expect("gcc starts");
    assert!(built.success(), "gcc does not compile {}", file.display());
    let run = Command::new(&binary).output().expect("the program starts");
    Behaviour {
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        status: run.status.code().unwrap_or(-1),
    }
}

fn with_symtool(file: &Path, options: &Options) -> Behaviour {
    let program = match compile(&[file.to_owned()], options) {
        Ok(program) => program,
        Err(error) => panic!(
            "{}",
            diagnostic::render(&error.diagnostics, &error.sources, false)
        ),
    };
    let config = RunConfig {
        max_instructions: 100_000_000,
        checks: options.checks,
        ..RunConfig::default()
    };
    let run = run(&program.module, program.entry, &config);
    let Outcome::Exit(status) = run.outcome else {
        panic!("{}: {:?}", file.display(), run.outcome);
    };
    assert!(run.notes.is_empty(), "{}: {:?}", file.display(), run.notes);
    Behaviour {
        output: String::from_utf8_lossy(&run.output).into_owned(),
        status: status & 0xff,
    }
}

#[test]
fn programs_behave_as_with_gcc() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = programs();
    assert!(files.len() >= 25, "only {} programs", files.len());
    for file in files {
        let theirs = with_gcc(&file, folder.path());
        let ours = with_symtool(&file, &Options::default());
        assert_eq!(ours, theirs, "{}", file.display());
    }
}

/// Checks that programs behave as with gcc if symtool compiles them with the headers of the host's C library. Some of
/// these headers declare functions under other linker names.
#[test]
fn programs_behave_as_with_gcc_using_host_headers() {
    let has_headers = Path::new("/usr/include/stdio.h").exists();
    if !has_headers || Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc or the host's headers are not installed");
        return;
    }
    let options = Options {
        system_headers: true,
        ..Options::default()
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in programs() {
        let text = std::fs::read(&file).expect("a readable program");
        if !String::from_utf8_lossy(&text).contains("#include <") {
            continue;
        }
        let theirs = with_gcc(&file, folder.path());
        let ours = with_symtool(&file, &options);
        assert_eq!(ours, theirs, "{}", file.display());
    }
}

/// Runs the programs with the check for uninitialized reads, for which variables are stored in memory. No program
/// reads an uninitialized variable, so all programs must behave as they do without the check.
#[test]
fn programs_read_no_uninitialized_variable() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let options = Options {
        checks: Checks::default().with(CheckKind::Uninit),
        ..Options::default()
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in programs() {
        let theirs = with_gcc(&file, folder.path());
        let ours = with_symtool(&file, &options);
        assert_eq!(ours, theirs, "{}", file.display());
    }
}

/// Checks that printing the module of a program and parsing the text gives the same module.
#[test]
fn modules_round_trip_through_the_text_format() {
    for file in programs() {
        let program =
            compile(std::slice::from_ref(&file), &Options::default()).expect("it compiles");
        let text = symtool_ir::print::module_to_string(&program.module);
        let parsed = symtool_ir::parse::parse_module(&text, "text")
            .unwrap_or_else(|e| panic!("{}: {e:?}", file.display()));
        let again = symtool_ir::print::module_to_string(&parsed);
        let difference = text.lines().zip(again.lines()).find(|(a, b)| a != b);
        assert_eq!(difference, None, "{}", file.display());
    }
}
