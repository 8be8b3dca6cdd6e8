//! Runs the file tests of the folder `snapshots`, as `symtool test` does. Without a filter, the test also checks that
//! each file states the behavior that it tests ([`behavior`]), and that the files use every part of symtool, such as
//! every pass and every searcher ([`coverage`]).
//!
//! ```text
//! cargo test --test filetests                        run them
//! cargo test --test filetests -- passes/gvn          run those whose path contains a text
//! cargo test --test filetests -- --bless             accept the current output; then read `git diff`
//! ```
mod behavior;
mod coverage;

use std::path::Path;
use std::process::ExitCode;
use symtool::driver::filetest::{Settings, run};

fn main() -> ExitCode {
    let settings = match settings(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(message) => {
            println!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let report = run(&[folder], &settings);
    println!("\n{}", report.text());
    let mut problems = Vec::new();
    if settings.filter.is_none() {
        let files: Vec<&Path> = report.results.iter().map(|result| &*result.path).collect();
        problems.extend(behavior::problems(&files));
        problems.extend(coverage::problems(&files));
    }
    for problem in &problems {
        println!("failed: {problem}");
    }
    // A filter of the whole test run (`cargo test NAME`) may select no file.
    let is_empty = report.results.is_empty() && settings.filter.is_none();
    let failed = report.failures() > 0 || !problems.is_empty() || is_empty;
    ExitCode::from(u8::from(failed))
}

/// Options of the standard test harness that have no effect on file tests. A run of all test targets passes them, as in
/// `cargo test -- --nocapture`.
const OF_OTHER_TARGETS: [&str; 6] = [
    "--nocapture",
    "--no-capture",
    "--show-output",
    "--include-ignored",
    "--quiet",
    "-q",
];

/// Returns the settings that the arguments select.
///
/// # Errors
/// An unknown option, or a second filter.
fn settings(args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings::default();
    for arg in args {
        match arg.as_str() {
            "--bless" => settings.bless = true,
            option if OF_OTHER_TARGETS.contains(&option) => {}
            option if option.starts_with('-') => {
                return Err(format!(
                    "unknown option `{option}`; file tests have `--bless` and a filter"
                ));
            }
            _ => match &settings.filter {
                None => settings.filter = Some(arg),
                Some(first) => {
                    return Err(format!("expected one filter, found `{first}` and `{arg}`"));
                }
            },
        }
    }
    Ok(settings)
}
