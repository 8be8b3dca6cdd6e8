//! Compiles a program with gcc and runs it. The result is the reference with which the result of symtool is compared.
use crate::process::{self, End, Ended};
use crate::program::Program;
use std::io;
use std::path::{Path, PathBuf};

/// The limit on the processor time of gcc for compiling a file, in seconds.
const COMPILE_SECONDS: u64 = 60;
/// The options of gcc that enable its sanitizers, which stop a program at undefined behavior.
const SANITIZE: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=leak",
];

/// The result of the reference run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The program ran to its end.
    Ran {
        /// The standard output and standard error of the program, in the order of writing.
        output: Vec<u8>,
        /// The exit status of the program, or the signal after `abort` or a memory fault.
        end: End,
    },
    /// There is no reference, because gcc rejects the program or the program does not terminate. The text states the
    /// reason.
    None(&'static str),
}

/// Compiles `program` without optimization and runs it in `folder` for at most `seconds`.
///
/// # Errors
/// gcc cannot be started.
pub fn reference(program: &Program, folder: &Path, seconds: u64) -> io::Result<Reference> {
    let Some(binary) = build(program, &[], folder)? else {
        return Ok(Reference::None("gcc rejects it"));
    };
    let ran = process::run_transcript(&binary, folder, seconds)?;
    Ok(match ran.end {
        End::Time => Reference::None("it does not terminate when compiled by gcc"),
        end => Reference::Ran {
            output: ran.output,
            end,
        },
    })
}

/// Returns whether the sanitizers of gcc report undefined behavior in the program. The sanitizers are
/// incomplete, so `false` does not exclude undefined behavior.
///
/// # Errors
/// gcc cannot be started.
pub fn sanitizers_report(program: &Program, folder: &Path, seconds: u64) -> io::Result<bool> {
    let Some(ran) = sanitized(program, folder, seconds)? else {
        return Ok(false);
    };
    let text = String::from_utf8_lossy(&ran.errors).into_owned();
    Ok(text.contains("runtime error:") || text.contains("ERROR: AddressSanitizer"))
}

/// Runs the program under the sanitizers of gcc; returns `None` if gcc cannot compile the program with sanitizers.
///
/// # Errors
/// gcc cannot be started.
pub fn sanitized(program: &Program, folder: &Path, seconds: u64) -> io::Result<Option<Ended>> {
    let Some(binary) = build(program, SANITIZE, folder)? else {
        return Ok(None);
    };
    process::run_sanitized(&binary, &[], folder, seconds).map(Some)
}

/// Compiles the program with gcc; returns the path of the executable, or `None` if gcc rejects the program.
///
/// # Errors
/// gcc cannot be started.
pub fn build(program: &Program, options: &[&str], folder: &Path) -> io::Result<Option<PathBuf>> {
    let binary = folder.join("program");
    let mut args: Vec<String> = ["-w", "-O0", "-o"].map(str::to_owned).into();
    args.push(binary.display().to_string());
    args.extend(options.iter().map(|&option| option.to_owned()));
    for include in &program.include_dirs {
        args.push(format!("-I{}", include.display()));
    }
    args.push(program.file.display().to_string());
    args.push("-lm".to_owned());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let built = process::run(Path::new("gcc"), &args, folder, COMPILE_SECONDS)?;
    Ok(built.succeeded().then_some(binary))
}

/// Returns whether gcc is installed.
pub fn is_installed() -> bool {
    let version = std::process::Command::new("gcc").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
