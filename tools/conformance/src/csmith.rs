//! Random programs by csmith (Yang et al., "Finding and Understanding Bugs in C Compilers", PLDI 2011). The
//! programs are free of undefined behavior, and each prints a checksum of its global variables.
use crate::process;
use crate::program::Program;
use std::io;
use std::path::{Path, PathBuf};

/// The limit on the processor time of csmith for one program, in seconds. With some options, csmith does not
/// terminate.
const GENERATE_SECONDS: u64 = 20;

/// Returns the folder of `csmith.h`, which Debian installs below `/usr/include`.
pub fn include_dir() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = ["/usr/include", "/usr/local/include"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("csmith.h").is_file())
        .collect();
    folders.sort();
    folders.into_iter().next()
}

/// Returns whether csmith is installed. The function starts csmith in a temporary folder, because even `csmith
/// --version` writes a file (`platform.info`).
pub fn is_installed() -> bool {
    let version = tempfile::tempdir().and_then(|scratch| {
        std::process::Command::new("csmith")
            .arg("--version")
            .current_dir(scratch.path())
            .output()
    });
    version.is_ok_and(|output| output.status.success()) && include_dir().is_some()
}

/// Writes the program that csmith generates from `seed` to `folder/SEED.c`. Returns the program, or `None` if csmith
/// fails.
///
/// # Errors
/// csmith cannot be started, or the file cannot be written.
pub fn generate(
    seed: u64,
    options: &[String],
    include: &Path,
    folder: &Path,
) -> io::Result<Option<Program>> {
    let scratch = tempfile::tempdir()?;
    let seed_text = seed.to_string();
    let mut args = vec!["--seed", &seed_text];
    args.extend(options.iter().map(String::as_str));
    let made = process::run(Path::new("csmith"), &args, scratch.path(), GENERATE_SECONDS)?;
    if !made.succeeded() {
        return Ok(None);
    }
    let file = folder.join(format!("{seed}.c"));
    std::fs::write(&file, &made.output)?;
    Ok(Some(Program::new(file, &[include.to_owned()])))
}

/// Parses a range of seeds `1..1000` (inclusive) or one seed `7`.
///
/// # Errors
/// The text is not a range or a number.
pub fn parse_seeds(text: &str) -> Result<(u64, u64), String> {
    let number = |part: &str| {
        part.parse::<u64>()
            .map_err(|_| format!("`{part}` is not a number; write seeds as 1..1000 or 7"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last {
        return Err(format!("{first}..{last} is an empty range of seeds"));
    }
    Ok((first, last))
}

#[cfg(test)]
mod tests {
    use super::parse_seeds;

    #[test]
    fn seeds_are_a_range_or_a_number() {
        assert_eq!(parse_seeds("1..1000"), Ok((1, 1000)));
        assert_eq!(parse_seeds("7"), Ok((7, 7)));
        assert!(parse_seeds("9..1").is_err());
        assert!(parse_seeds("a").is_err());
    }
}
