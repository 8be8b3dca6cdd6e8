//! The tests check that speculative melding reports all failures of the original program, and no failure that the
//! original does not have (a spurious failure).
mod support;

use support::{options, parse};
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::{Bits, Failure, Func, Inputs, Module};
use symtool_meld::spurious::{Explored, drive};
use symtool_meld::{IgnoredLocation, Mode};

/// A program that contains `if (p) x = *p` with a null p. Speculative melding performs the load for the null pointer as
/// well, so the melded program fails where the original does not. In the original program, only the check fails, for %a
/// = 9.
const PROGRAM: &str = "
global @p, size 8, align 8
func @f(%a: i32) -> i32 {
entry:
  %at = global_addr @p
  %p = load ptr %at
  %has = ne ptr %p, null
  branch %has, then, join(%a)
then:
  %x = load i32 %p @test.c:4:9
  jump join(%x)
join(%r: i32):
  %nine = ne i32 %r, 9
  check assert, %nine, \"a != 9\" @test.c:5:3
  intrinsic exit(%r)
  unreachable
}
";

fn failure(module: &Module, entry: Func, a: i128) -> Option<Failure> {
    let config = RunConfig {
        args: vec![Bits::signed(32, a)],
        ..RunConfig::default()
    };
    run(module, entry, &config).outcome.failure().cloned()
}

#[test]
fn a_spurious_failure_is_undone_and_the_real_one_reported() {
    let (original, entry) = parse(PROGRAM);
    let mut options = options(Mode::Speculative);
    options.branches = symtool_meld::Branches::All;
    let mut runs = 0;
    let driven = drive(&original, entry, &options, |module, seeds| {
        runs += 1;
        assert_eq!(seeds.len(), runs - 1, "inputs found so far are handed on");
        let mut bugs = Vec::new();
        let mut spurious = Vec::new();
        for a in 0..16 {
            let Some(found) = failure(module, entry, a) else {
                continue;
            };
            if failure(&original, entry, a).is_some() {
                bugs.push(a);
            } else if let Some(loc) = found.loc() {
                let at = original.source.get(loc);
                spurious.push(IgnoredLocation {
                    file: original.source.file_name(at.file).to_owned(),
                    line: at.line,
                    column: at.column,
                    function: "f".to_owned(),
                });
            }
        }
        let mut seed = Inputs::default();
        seed.push(format!("run {runs}"), vec![0]);
        Explored {
            result: bugs,
            inputs: vec![seed],
            spurious,
            confirmed: Vec::new(),
        }
    });
    assert_eq!(driven.result, vec![9]);
    assert_eq!((runs, driven.report.reruns), (2, 1));
    assert_eq!(driven.ignore.len(), 1);
    for a in 0..16 {
        let before = failure(&original, entry, a).is_some();
        assert_eq!(failure(&driven.module, entry, a).is_some(), before);
    }
}
