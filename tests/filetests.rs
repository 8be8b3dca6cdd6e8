//! Runs the file tests of the folder `snapshots`, as `symtool test` does.
//!
//! ```text
//! cargo test --test filetests                        run them
//! cargo test --test filetests -- passes/gvn          run those whose path contains a text
//! cargo test --test filetests -- --bless             accept the current output; then read `git diff`
//! ```
use std::path::Path;
use std::process::ExitCode;
use symtool::driver::filetest::{Settings, run};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let settings = Settings {
        bless: args.iter().any(|arg| arg == "--bless"),
        filter: args.iter().find(|arg| !arg.starts_with('-')).cloned(),
        ..Settings::default()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let report = run(&[folder], &settings);
    println!("\n{}", report.text());
    // A filter of the whole test run (`cargo test NAME`) may select no file.
    let is_empty = report.results.is_empty() && settings.filter.is_none();
    ExitCode::from(u8::from(report.failures() > 0 || is_empty))
}
