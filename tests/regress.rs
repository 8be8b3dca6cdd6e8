//! The regression tests, one file per fixed bug: `tests/regress/NNN-slug.c` (or `.sir`) is the smallest program
//! that showed the bug.
//!
//! The first comment line of a file describes the bug. The comment lines after it are directives:
//!
//! | directive | meaning |
//! | --- | --- |
//! | `run: OPTIONS` | run `symtool FILE OPTIONS`; the directives that follow judge this run |
//! | `exit: N` | the exit code (0 if absent) |
//! | `has: TEXT`, `lacks: TEXT` | the output contains the text, or does not |
//! | `gcc: same` | in a concrete run, the program has the same output and exit status as when gcc compiles it |
//!
//! `SYMTOOL_REGRESS=WORD cargo test --test regress` runs the files whose names contain the word.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use symtool::Program;
use symtool_ir::Outcome;
use symtool_ir::interp::{self, RunConfig};

/// One run of the command line, and the expectations of its result.
#[derive(Debug, Default)]
struct Run {
    options: Vec<String>,
    exit: i32,
    has: Vec<String>,
    lacks: Vec<String>,
}

/// The directives in the comments of a file: its runs, and whether to compare it with gcc.
#[derive(Debug, Default)]
struct Directives {
    runs: Vec<Run>,
    same_as_gcc: bool,
}

/// Reads the directives of a file. An unknown or misplaced directive is an error.
fn directives(text: &str) -> Result<Directives, String> {
    let mut found = Directives::default();
    let comments = text.lines().map_while(|line| {
        let rest = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
        rest.map(str::trim)
    });
    for line in comments.skip(1) {
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| format!("no directive: {line}"))?;
        let value = value.trim();
        match (key, found.runs.last_mut()) {
            ("gcc", _) if value == "same" => found.same_as_gcc = true,
            ("run", _) => found.runs.push(Run {
                options: value.split_whitespace().map(str::to_owned).collect(),
                ..Run::default()
            }),
            ("exit", Some(run)) => {
                run.exit = value.parse().map_err(|_| format!("no number: {line}"))?;
            }
            ("has", Some(run)) => run.has.push(value.to_owned()),
            ("lacks", Some(run)) => run.lacks.push(value.to_owned()),
            _ => return Err(format!("unknown directive, or one before `run`: {line}")),
        }
    }
    if found.runs.is_empty() && !found.same_as_gcc {
        return Err("no `run` and no `gcc` directive".to_owned());
    }
    Ok(found)
}

/// Runs symtool on a file with the options of `run`, and with `--plain` if they select no mode. Returns an error that
/// describes the first difference from the expected result.
fn check_run(file: &Path, run: &Run) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_symtool"))
        .env("SYMTOOL_PLAIN", "1")
        .arg(file)
        .args(&run.options)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let wrong = |what: String| {
        Err(format!(
            "`symtool {}`: {what}\n{text}",
            run.options.join(" ")
        ))
    };
    if output.status.code() != Some(run.exit) {
        return wrong(format!(
            "exit {:?}, expected {}",
            output.status.code(),
            run.exit
        ));
    }
    if let Some(missing) = run.has.iter().find(|part| !text.contains(*part)) {
        return wrong(format!("lacks `{missing}`"));
    }
    if let Some(there) = run.lacks.iter().find(|part| text.contains(*part)) {
        return wrong(format!("has `{there}`"));
    }
    Ok(())
}

/// Compares a concrete run of a file with a run of the program that gcc compiles from it. Returns an error that
/// describes the difference.
fn check_gcc(file: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let binary = folder.path().join("program");
    let compiled = Command::new("gcc")
        .args(["-w", "-o"])
        .args([&binary, file])
        .output()
        .map_err(|e| format!("gcc: {e}"))?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let native = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let program =
        Program::load(&[file.to_owned()], Default::default()).map_err(|e| e.to_string())?;
    let run = interp::run(&program.lowered, program.entry, &RunConfig::default());
    let Outcome::Exit(status) = run.outcome else {
        return Err(format!("ends as {:?}", run.outcome));
    };
    let ours = (Some(i32::from(status as u8)), run.output);
    let theirs = (native.status.code(), native.stdout);
    if ours == theirs {
        return Ok(());
    }
    Err(format!("differs from gcc: {ours:?}, gcc {theirs:?}"))
}

/// Runs a file according to its directives. Returns an error that describes the first difference from the expected
/// results.
fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let found = directives(&text)?;
    for run in &found.runs {
        check_run(file, run)?;
    }
    if found.same_as_gcc {
        check_gcc(file)?;
    }
    Ok(())
}

/// Returns the files of `tests/regress`, sorted by name.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regress");
    let entries = std::fs::read_dir(folder).expect("tests/regress");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn name(file: &Path) -> &str {
    file.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("")
}

#[test]
fn no_bug_has_come_back() {
    let wanted = std::env::var("SYMTOOL_REGRESS").unwrap_or_default();
    let files: Vec<PathBuf> = files()
        .into_iter()
        .filter(|f| name(f).contains(&wanted))
        .collect();
    assert!(!files.is_empty(), "no file is named like `{wanted}`");
    let (left, right) = files.split_at(files.len() / 2);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let halves = [left, right].map(|half| {
            scope.spawn(move || {
                let failed = half.iter().filter_map(|f| check(f).err().map(|e| (f, e)));
                failed
                    .map(|(f, e)| format!("{}: {e}", name(f)))
                    .collect::<Vec<String>>()
            })
        });
        halves
            .into_iter()
            .flat_map(|half| half.join().expect("no panic"))
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn files_are_numbered_one_after_the_other() {
    for (index, file) in files().iter().enumerate() {
        let number = name(file).split('-').next().and_then(|n| n.parse().ok());
        assert_eq!(number, Some(index + 1), "{}", name(file));
    }
}

#[test]
fn bad_directives_are_errors() {
    for text in [
        "// a bug\nint x;",
        "// a bug\n// exit: 1",
        "// a bug\n// runs: --cdse",
        "// a bug\n// no colon",
    ] {
        assert!(directives(text).is_err(), "{text}");
    }
}
