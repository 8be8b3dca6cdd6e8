//! The test compares the library models with the host's C library.
//!
//! Each driver in `tests/libc/` is a program that calls library functions on many inputs and prints their results.
//! The driver runs twice: compiled by gcc with the host's library, and in symtool with the models. The printed
//! bytes and the exit status must be equal. The test also fails if there is a model that no driver calls, so a new
//! row in `models!` needs a driver.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use symtool_frontend::{Compilation, Options, compile, diagnostic, library_models};
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::outcome::Outcome;

/// The observable behavior of a program.
#[derive(Debug, PartialEq, Eq)]
struct Behaviour {
    output: String,
    status: i32,
}

/// The results of running all drivers.
#[derive(Default)]
struct Findings {
    /// The library symbols that the drivers used.
    used: BTreeSet<String>,
    /// For each line of a model, whether it was executed.
    lines: BTreeMap<(String, u32), bool>,
    failures: Vec<String>,
}

fn drivers() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libc");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the drivers are there")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn with_gcc(file: &Path, binary: &Path) -> Result<Behaviour, String> {
    let built = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-O0", "-fno-builtin", "-D_GNU_SOURCE"])
        .arg("-o")
        .arg(binary)
        .arg(file)
        .arg("-lm")
        .output()
        .map_err(|e| format!("gcc does not start: {e}"))?;
    if !built.status.success() {
        let errors = String::from_utf8_lossy(&built.stderr).into_owned();
        return Err(format!("gcc does not compile the driver:\n{errors}"));
    }
    // Standard output and standard error go to one pipe, because the log of symtool's run also contains both. No
    // signal is ignored, even if the test itself runs under nohup.
    let run = Command::new("/usr/bin/env")
        .args(["--default-signal", "/bin/sh", "-c", "exec \"$0\" 2>&1"])
        .arg(binary)
        .env_clear()
        .env("TZ", "UTC0")
        .stdin(std::process::Stdio::null())
        .output()
        .map_err(|e| format!("the driver does not start: {e}"))?;
    Ok(Behaviour {
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        status: run.status.code().unwrap_or(-1),
    })
}

fn with_symtool(file: &Path) -> Result<(Compilation, Run), String> {
    let options = Options {
        defines: vec![("_GNU_SOURCE".to_owned(), None)],
        ..Options::default()
    };
    let program = compile(&[file.to_owned()], &options)
        .map_err(|e| diagnostic::render(&e.diagnostics, &e.sources, false))?;
    let config = RunConfig {
        max_instructions: 400_000_000,
        ..RunConfig::default()
    };
    let run = run(&program.module, program.entry, &config);
    // Notes about rounded `long double` results are ignored, because the comparison of the outputs shows lost
    // precision.
    let unexpected: Vec<_> = run.notes.iter().filter(|note| !note.inexact).collect();
    if !unexpected.is_empty() {
        return Err(format!("{unexpected:?}"));
    }
    Ok((program, run))
}

fn behaviour(run: &Run) -> Result<Behaviour, String> {
    let output = String::from_utf8_lossy(&run.output).into_owned();
    let status = match run.outcome {
        Outcome::Exit(status) => status & 0xff,
        Outcome::Abort => -1,
        ref other => return Err(format!("{other:?}\nafter printing:\n{output}")),
    };
    Ok(Behaviour { output, status })
}

/// Describes the first line in which gcc's output `theirs` and symtool's output `ours` differ; `None` if they
/// are equal.
fn difference(theirs: &Behaviour, ours: &Behaviour) -> Option<String> {
    if theirs == ours {
        return None;
    }
    let (mut a, mut b) = (theirs.output.lines(), ours.output.lines());
    for number in 1.. {
        match (a.next(), b.next()) {
            (None, None) => break,
            (x, y) if x == y => {}
            (x, y) => {
                return Some(format!(
                    "line {number}: gcc     {x:?}\n         symtool {y:?}"
                ));
            }
        }
    }
    let (x, y) = (theirs.status, ours.status);
    Some(format!("exit status: gcc {x}, symtool {y}"))
}

/// Records in `findings` the library functions that `run` used, and which lines of their models were executed.
fn note_use(program: &Compilation, run: &Run, findings: &mut Findings) {
    let module = &program.module;
    for function in module.functions.values() {
        let mut ran = false;
        for (_, inst) in function.all_insts() {
            for loc in function.locs(inst).iter() {
                let hit = run.coverage.reached(loc);
                ran |= hit;
                let place = module.source.get(loc);
                let name = module.source.file_name(place.file);
                if let Some(model) = name.strip_prefix("<symtool>/libc/") {
                    let key = (model.to_owned(), place.line);
                    *findings.lines.entry(key).or_default() |= hit;
                }
            }
        }
        if ran {
            findings.used.insert(function.name.clone());
        }
    }
    let globals = module.globals.values().map(|g| g.name.clone());
    findings.used.extend(globals);
}

fn drive(file: &Path, binary: &Path, findings: &Mutex<Findings>) {
    let result = with_gcc(file, binary).and_then(|theirs| {
        let (program, run) = with_symtool(file)?;
        if let Ok(mut findings) = findings.lock() {
            note_use(&program, &run, &mut findings);
        }
        Ok(difference(&theirs, &behaviour(&run)?))
    });
    let failure = match result {
        Ok(None) => return,
        Ok(Some(text)) | Err(text) => text,
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if let Ok(mut findings) = findings.lock() {
        findings.failures.push(format!("{name}: {failure}"));
    }
}

/// Runs all drivers, in parallel on all cores.
fn drive_all(files: &[PathBuf]) -> Findings {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let findings = Mutex::new(Findings::default());
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let binary = folder.path().join(format!("driver{worker}"));
            let (findings, next) = (&findings, &next);
            scope.spawn(move || {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    drive(file, &binary, findings);
                }
            });
        }
    });
    findings.into_inner().expect("no worker panicked")
}

/// Returns whether the drivers can compare the function `symbol` with the host's C library. The host lacks the
/// functions of KLEE and SV-COMP, which `tests/cli/input_functions.rs` tests. The functions that start other processes,
/// such as `system`, cannot be compared, because symtool does not run other processes.
fn is_of_the_c_library(symbol: &str) -> bool {
    !symbol.starts_with("klee_")
        && !symbol.starts_with("__VERIFIER_")
        && !["popen", "pclose", "system"].contains(&symbol)
}

#[test]
fn models_behave_as_the_host_library() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let chosen = std::env::var("SYMTOOL_LIBC_DRIVER").ok();
    let mut files = drivers();
    if let Some(chosen) = &chosen {
        files.retain(|file| file.file_stem().is_some_and(|stem| stem == chosen.as_str()));
        assert!(!files.is_empty(), "no driver is called `{chosen}.c`");
    }
    let mut findings = drive_all(&files);
    findings.failures.sort();
    let without: Vec<&str> = library_models()
        .filter(|(symbol, _)| is_of_the_c_library(symbol) && !findings.used.contains(*symbol))
        .map(|(symbol, _)| symbol)
        .collect();
    let missed: Vec<String> = findings
        .lines
        .iter()
        .filter(|(_, hit)| !**hit)
        .map(|((file, line), _)| format!("{file}:{line}"))
        .collect();
    println!(
        "{} drivers; {} of {} model lines reached; not reached: {}",
        files.len(),
        findings.lines.len() - missed.len(),
        findings.lines.len(),
        missed.join(" ")
    );
    assert!(
        findings.failures.is_empty(),
        "{}",
        findings.failures.join("\n")
    );
    if chosen.is_none() {
        assert!(
            without.is_empty(),
            "no program of tests/libc/ calls these models: {}",
            without.join(" ")
        );
    }
}
