//! The reference: what gcc makes of a program.
use crate::process::{self, End, Ended};
use crate::program::Program;
use std::io;
use std::path::{Path, PathBuf};

/// Seconds of processor time that gcc may take for one file.
const COMPILE_SECONDS: u64 = 60;
/// Programs that do not stop at undefined behaviour do not count; these options make them stop.
const SANITIZE: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=leak",
];

/// How the reference run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// It ran to its end.
    Ran {
        /// What it printed.
        output: Vec<u8>,
        /// Its exit status, or `Signal` after `abort` or a fault.
        end: End,
    },
    /// gcc does not take the program, or it does not end: nothing to compare with.
    None(&'static str),
}

/// Compiles `program` without optimisation and runs it in `folder` for at most `seconds`.
///
/// # Errors
/// If gcc cannot be started.
pub fn reference(program: &Program, folder: &Path, seconds: u64) -> io::Result<Reference> {
    let Some(binary) = build(program, &[], folder)? else {
        return Ok(Reference::None("gcc does not compile it"));
    };
    let ran = process::run(&binary, &[], folder, seconds)?;
    Ok(match ran.end {
        End::Time => Reference::None("it does not end when compiled by gcc"),
        end => Reference::Ran {
            output: ran.output,
            end,
        },
    })
}

/// Do gcc's sanitizers object to a run of the program? They miss things, so `false` proves nothing.
///
/// # Errors
/// If gcc cannot be started.
pub fn sanitizers_object(program: &Program, folder: &Path, seconds: u64) -> io::Result<bool> {
    let Some(ran) = sanitized(program, folder, seconds)? else {
        return Ok(false);
    };
    let text = String::from_utf8_lossy(&ran.errors).into_owned();
    Ok(text.contains("runtime error:") || text.contains("ERROR: AddressSanitizer"))
}

/// The run of the program under the sanitizers; none where gcc does not compile it so.
///
/// # Errors
/// If gcc cannot be started.
pub fn sanitized(program: &Program, folder: &Path, seconds: u64) -> io::Result<Option<Ended>> {
    let Some(binary) = build(program, SANITIZE, folder)? else {
        return Ok(None);
    };
    process::run_sanitized(&binary, &[], folder, seconds).map(Some)
}

/// Compiles; none if gcc refuses.
///
/// # Errors
/// If gcc cannot be started.
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

/// Is gcc there?
pub fn is_installed() -> bool {
    let version = std::process::Command::new("gcc").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
