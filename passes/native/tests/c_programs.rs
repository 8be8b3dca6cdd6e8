//! The tests run the C programs of the front end's tests as machine code and in the interpreter, before and
//! after the simplifying passes, and compare the results.
use std::path::{Path, PathBuf};
use symtool_frontend::{Options, compile};
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::{Func, Module};
use symtool_native::{Unfit, run_native};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};
use symtool_testkit::files::c_files;

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    c_files(&[&root.join("../../frontend/tests/c")])
}

/// Returns everything that a run reports, for comparison.
fn report(run: &Run) -> impl PartialEq + std::fmt::Debug {
    (
        run.outcome.clone(),
        String::from_utf8_lossy(&run.output).into_owned(),
        run.instructions,
        run.coverage.clone(),
        run.consumed.clone(),
        run.notes.clone(),
    )
}

fn compare(file: &Path, module: &Module, main: Func) {
    let config = RunConfig {
        max_instructions: 100_000_000,
        ..RunConfig::default()
    };
    let expected = run(module, main, &config);
    match run_native(module, main, &config) {
        Ok(found) => assert_eq!(report(&expected), report(&found), "{}", file.display()),
        Err(Unfit::Limit | Unfit::Jumps) => {}
        Err(why) => panic!("{}: {why}", file.display()),
    }
}

#[test]
fn programs_run_the_same() {
    let files = programs();
    assert!(files.len() >= 25, "only {} programs", files.len());
    for file in files {
        // A program that does not compile is skipped, because the tests of the front end cover its errors.
        let Ok(program) = compile(std::slice::from_ref(&file), &Options::default()) else {
            continue;
        };
        let mut module = program.module;
        compare(&file, &module, program.entry);
        let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
        run_pipeline(&mut module, &passes, &mut PassContext::new()).expect("the passes are known");
        compare(&file, &module, program.entry);
    }
}
