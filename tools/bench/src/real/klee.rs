//! Runs of KLEE beside those of symtool, if the commands `klee`, `clang` and `llvm-link` are installed.
use super::entry::Program;
use super::native::{checked, first_error};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The name of the column.
pub(super) const NAME: &str = "klee";

/// The additional time after the time limit of a run, in which KLEE writes its last test cases.
const GRACE: Duration = Duration::from_secs(10);

/// The options of clang for the bitcode that KLEE explores. clang does not optimize, and does not set its attribute
/// `optnone`, which would exclude all functions from later optimization.
const CLANG: [&str; 7] = [
    "-emit-llvm",
    "-c",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-w",
];

/// Returns whether a folder of `PATH` contains the command `klee`.
pub(super) fn is_installed() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("klee").is_file())
}

/// Runs KLEE on a program for at most `budget`; returns the folder of its test cases. `folder` is the folder of the
/// run, and `include` the folder with the header `klee/klee.h`.
///
/// # Errors
/// A command cannot be started, or reports an error. The error is the message.
pub(super) fn run(
    program: &Program,
    files: &[PathBuf],
    (package, include): (&Path, &Path),
    folder: &Path,
    budget: Duration,
) -> Result<PathBuf, String> {
    let mut parts = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let part = folder.join(format!("{index}.bc"));
        let mut clang = Command::new("clang");
        clang
            .args(CLANG)
            .args(&program.options)
            .arg("-I")
            .arg(include);
        checked(clang.arg(file).arg("-o").arg(&part).current_dir(package))?;
        parts.push(part);
    }
    let linked = folder.join("program.bc");
    checked(
        Command::new("llvm-link")
            .args(&parts)
            .arg("-o")
            .arg(&linked),
    )?;
    let out = folder.join("out");
    let output = Command::new("timeout")
        .arg((budget + GRACE).as_secs().to_string())
        .arg("klee")
        .arg(format!("--output-dir={}", out.display()))
        .arg(format!("--max-time={}s", budget.as_secs().max(1)))
        .args([
            "--only-output-states-covering-new",
            // A call of a function without a model gets a value of each symbolic argument; by default, the path ends.
            "--external-calls=all",
            "--libc=uclibc",
            "--posix-runtime",
        ])
        .arg(&linked)
        .args(&program.run)
        .stdin(Stdio::null())
        .output()
        .map_err(|why| format!("cannot start timeout: {why}"))?;
    match out.is_dir() {
        true => Ok(out),
        false => Err(format!(
            "klee: {}",
            first_error(&String::from_utf8_lossy(&output.stderr))
        )),
    }
}
