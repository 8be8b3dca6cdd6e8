//! Fuzz target for the front end: given any bytes as preprocessed C, the front end must return errors or a module that
//! the IR verifier accepts.
#![no_main]
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use symtool_frontend::diagnostic::render;
use symtool_frontend::{Options, check, compile};
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> =
    LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    let file = FOLDER.path().join("input.i");
    std::fs::write(&file, bytes).expect("the folder is writable");
    let files = [file];
    if let Err(error) = compile(&files, &Options::default()) {
        assert!(error.diagnostics.iter().any(|found| found.is_error()));
        assert!(
            error
                .diagnostics
                .iter()
                .all(|found| found.code != "internal")
        );
        render(&error.diagnostics, &error.sources, false);
    }
    let report = check(&files, &Options::default());
    render(&report.diagnostics, &report.sources, false);
});
