//! The tests compile random C programs from a grammar, many of them wrong on purpose.
//!
//! The answer of the frontend must be a verified module or a list of errors with locations, never a panic or an
//! internal error. The interpreter runs each module up to a step limit. By default the tests compile a small
//! sample; `SYMTOOL_GRAMMAR=20000 cargo test --release -p symtool-frontend --test grammar` compiles more.
mod writer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use symtool_frontend::{Options, check, compile};
use symtool_ir::interp::{RunConfig, run};

/// Compiles a program, runs it, and returns whether it is correct C.
fn compiles(file: &Path) -> bool {
    let files = [file.to_owned()];
    let report = check(&files, &Options::default());
    let internal = report.diagnostics.iter().find(|d| d.code == "internal");
    assert!(internal.is_none(), "{internal:?}");
    match compile(&files, &Options::default()) {
        Ok(program) => {
            let config = RunConfig {
                max_instructions: 20_000,
                ..RunConfig::default()
            };
            run(&program.module, program.entry, &config);
            true
        }
        Err(error) => {
            let errors: Vec<_> = error.diagnostics.iter().filter(|d| d.is_error()).collect();
            assert!(
                !errors.is_empty() && errors.len() <= 20,
                "{} errors",
                errors.len()
            );
            let odd = errors
                .iter()
                .find(|d| d.code == "internal" || d.primary.is_none());
            assert!(odd.is_none(), "{odd:?}");
            false
        }
    }
}

#[test]
fn programs_of_a_grammar_compile_or_have_errors() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count: u64 = number("SYMTOOL_GRAMMAR").unwrap_or(300);
    let first: u64 = number("SYMTOOL_GRAMMAR_FROM").unwrap_or(1);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.i");
    let (mut correct, mut failures) = (0, Vec::new());
    for seed in first..first + count {
        std::fs::write(&file, writer::Writer::program(seed)).expect("the folder is writable");
        match catch_unwind(AssertUnwindSafe(|| compiles(&file))) {
            Ok(is_correct) => correct += u64::from(is_correct),
            Err(_) => {
                let stored = std::env::temp_dir().join(format!("symtool-grammar-{seed}.i"));
                let _ = std::fs::copy(&file, &stored);
                failures.push(stored);
            }
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
    println!("{correct} of {count} programs are correct");
    assert!(
        correct * 4 > count && correct < count,
        "{correct} of {count} programs are correct"
    );
}
