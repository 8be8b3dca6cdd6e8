//! The tests check that machine code stops before the first input of a program, at the same instruction as the
//! interpreter and with the same state. The state consists of position, memory, live values, output, coverage and
//! counters.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use symtool_frontend::{Options, compile};
use symtool_ir::bug::Checks;
use symtool_ir::interp::snapshot::{ActiveCall, Object, Snapshot};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::print::module_to_string;
use symtool_ir::{CheckKind, Func, Module};
use symtool_native::{Unfit, run_prefix};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};
use symtool_testkit::files::c_files;

/// Returns the bytes of an object that differ from the object's initial contents, each with its offset and a flag:
/// whether the byte is initialized.
fn contents(object: &Object) -> Vec<(u64, u8, bool)> {
    let mut all = Vec::new();
    for (offset, bytes, marks) in object.pieces() {
        for (at, &byte) in bytes.iter().enumerate() {
            let is_init = marks.get(at).is_none_or(|&mark| mark != 0);
            let plain = object.untouched == symtool_ir::interp::snapshot::Untouched::Zero;
            // A byte that has its initial value is skipped, because a snapshot does not tell whether the program stored
            // this value.
            if is_init != plain || byte != 0 {
                all.push((offset + at as u64, byte, is_init));
            }
        }
    }
    all
}

fn call(call: &ActiveCall) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        call.func,
        call.pc,
        call.slots,
        call.variadic,
        call.allocas.clone(),
    )
}

/// Asserts that the snapshots of the interpreter and of machine code are equal, except that the snapshot of
/// machine code may contain fewer values.
fn assert_same(expected: &Snapshot, found: &Snapshot, what: &str) {
    let calls = |snapshot: &Snapshot| snapshot.calls.iter().map(call).collect::<Vec<_>>();
    assert_eq!(calls(expected), calls(found), "{what}");
    assert_eq!(expected.instructions, found.instructions, "{what}");
    assert_eq!(expected.checks, found.checks, "{what}");
    assert_eq!(
        String::from_utf8_lossy(&expected.output),
        String::from_utf8_lossy(&found.output),
        "{what}"
    );
    assert_eq!(
        (expected.next, &expected.freed),
        (found.next, &found.freed),
        "{what}"
    );
    assert_eq!(expected.covered, found.covered, "{what}");
    for (expected, found) in expected.calls.iter().zip(&found.calls) {
        for value in &found.values {
            assert!(
                expected.values.contains(value),
                "{value:?} in {:?}: {what}",
                found.func
            );
        }
    }
    let objects = |snapshot: &Snapshot| {
        let objects = snapshot.objects.iter();
        objects
            .map(|(region, o)| (*region, o.origin, o.size, o.constant, contents(o)))
            .collect::<Vec<_>>()
    };
    assert_eq!(objects(expected), objects(found), "{what}");
}

/// Runs a prefix by the interpreter and as machine code, and compares both; returns its length in instructions.
fn compare(module: &Module, entry: Func, config: &RunConfig, what: &dyn Fn() -> String) -> u64 {
    let expected = interp::run_prefix(module, entry, config);
    match run_prefix(module, entry, config, &mut || true) {
        Err(Unfit::Limit | Unfit::StrayCall | Unfit::Jumps) => 0,
        Err(why) => panic!("{why}: {}", what()),
        Ok(found) => match (expected, found) {
            (Some(expected), Some(found)) => {
                // The interpreter stops exactly at the instruction limit; machine code stops well before the
                // limit.
                if expected.instructions != config.max_instructions {
                    assert_same(&expected, &found, &what());
                }
                found.instructions
            }
            (expected, found) => {
                assert_eq!(expected.is_none(), found.is_none(), "{}", what());
                0
            }
        },
    }
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    c_files(&[&root.join("../../frontend/tests/c")])
}

#[test]
fn c_programs_stop_the_same() {
    let mut longest = 0;
    for file in programs() {
        // A program that does not compile is skipped, because the tests of the front end cover its errors.
        let Ok(program) = compile(std::slice::from_ref(&file), &Options::default()) else {
            continue;
        };
        let config = RunConfig {
            max_instructions: 20_000_000,
            ..RunConfig::default()
        };
        let mut module = program.module;
        let name = || file.display().to_string();
        compare(&module, program.entry, &config, &name);
        let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
        run_pipeline(&mut module, &passes, &mut PassContext::new()).expect("the passes are known");
        longest = longest.max(compare(&module, program.entry, &config, &name));
    }
    assert!(
        longest > 1000,
        "the longest beginning has {longest} instructions"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_stop_the_same(
        bytes in prop::collection::vec(any::<u8>(), 0..150),
        all: bool,
        ssa: bool,
    ) {
        let (mut module, main) = symtool_testkit::programs::program(&bytes);
        if ssa {
            run_pipeline(&mut module, SSA, &mut PassContext::new()).expect("the passes are known");
        }
        let mut config = RunConfig::default();
        if all {
            config.checks = CheckKind::ALL.iter().fold(Checks::NONE, |all, &kind| all.with(kind));
        }
        compare(&module, main, &config, &|| module_to_string(&module));
    }
}
