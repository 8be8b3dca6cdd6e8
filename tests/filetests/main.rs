//! Runs the file tests of the folder `snapshots`, as `symtool test` does. Without a filter, the test also checks that
//! each file states the behavior that it tests ([`behavior`]), and that the files use every part of symtool, such as
//! every pass and every searcher ([`coverage`]).
//!
//! ```text
//! cargo test --test filetests                        run them
//! cargo test --test filetests -- passes/gvn          run those whose path contains a text
//! cargo test --test filetests -- --bless             accept the current output; then read `git diff`
//! ```
mod arguments;
mod behavior;
mod coverage;

use std::path::Path;
use std::process::ExitCode;
use symtool::driver::filetest::run;

fn main() -> ExitCode {
    let settings = match arguments::settings(std::env::args().skip(1)) {
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
