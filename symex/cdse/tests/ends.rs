//! The tests check the conditions under which a search stops: a limit is reached, or no open goal is reachable. A goal
//! is a failure or an unsupported construct; it is open until the search for it has ended.
mod common;

use common::{run, run_limited, run_with};
use std::num::NonZeroUsize;
use symtool_cdse::CdseConfig;
use symtool_engine::Config;

/// A loop bounded by an input, and a check after the loop.
const LOOP: &str = r#"file @t "t"
func @main() -> i32 {
entry:
  %n = intrinsic symbolic i32 "n" @t:1:1
  jump head(0) @t:2:1
head(%i: i32):
  %more = slt %i, %n @t:3:1
  branch %more, body, out @t:4:1
body:
  %next = add %i, 1 @t:5:1
  jump head(%next) @t:6:1
out:
  %good = ne %i, 3 @t:7:1
  check assert, %good, "i" @t:8:1
  return 0 @t:9:1
}
"#;

/// Checks that the loop is not unrolled further after the only failure is found, because no goal of the search remains.
#[test]
fn a_loop_is_not_unrolled_once_its_goals_are_closed() {
    let run = run(LOOP);
    assert_eq!(run.found.len(), 1, "{:?}", run.found);
    assert_eq!(run.reasons(), Vec::<&str>::new());
    assert_eq!(run.result.report.bound, None);
    assert!(run.result.report.unrollings < 4);
}

/// A program with a check before a loop, and no check in or after the loop. The loop creates an input whose name
/// is passed as an argument.
const NOTHING: &str = r#"file @t "t"
global const @name, size 2, align 1, bytes "n\0"
func @number(%name: ptr) -> i32 {
  slot $value, size 4, align 4
entry:
  %value = stack_addr $value @t:1:1
  intrinsic make_symbolic(%value, 4, %name) @t:2:1
  %read = load i32 %value @t:3:1
  return %read @t:4:1
}
func @main() -> i32 {
entry:
  %name = global_addr @name @t:5:1
  %n = call @number(%name) @t:6:1
  %good = ne %n, 3 @t:7:1
  check assert, %good, "n" @t:8:1
  jump head @t:9:1
head:
  %name2 = global_addr @name @t:10:1
  %more = call @number(%name2) @t:11:1
  %go = ne %more, 0 @t:12:1
  branch %go, head, out @t:13:1
out:
  return 0 @t:14:1
}
"#;

#[test]
fn a_loop_without_goals_is_not_unrolled() {
    let run = run(NOTHING);
    assert_eq!(run.found.len(), 1, "{:?}", run.found);
    assert_eq!(run.reasons(), Vec::<&str>::new());
    assert_eq!(run.result.report.unrollings, 0);
}

/// A program with a path to a check, and with an endless loop from which no check is reachable.
const ASIDE: &str = r#"file @t "t"
func @main() -> i32 {
entry:
  %n = intrinsic symbolic i32 "n" @t:1:1
  %which = slt %n, 10 @t:2:1
  branch %which, spin(0), other @t:3:1
spin(%i: i32):
  %next = add %i, %n @t:4:1
  %more = ne %next, 7 @t:5:1
  branch %more, spin(%next), out @t:6:1
other:
  %good = sgt %n, 9 @t:7:1
  check assert, %good, "n" @t:8:1
  jump out @t:9:1
out:
  return 0 @t:10:1
}
"#;

#[test]
fn slicing_omits_irrelevant_code_and_keeps_the_verdict() {
    let nodes = |no_slice| {
        let options = CdseConfig {
            no_slice,
            ..CdseConfig::default()
        };
        run_with(ASIDE, &options)
            .expect_verified()
            .result
            .report
            .nodes
    };
    assert!(nodes(false) < nodes(true), "{} nodes", nodes(true));
}

/// Checks that a team of two engines (parallel searches) reports a failure once, although both engines find it. A limit
/// of the number of paths stops both engines.
#[test]
fn a_team_reports_a_failure_once_and_stops_at_a_limit() {
    let config = |max_paths| {
        Config::default()
            .threads(NonZeroUsize::new(2).unwrap())
            .max_paths(max_paths)
    };
    let run = run_limited(LOOP, &CdseConfig::default(), &config(None));
    assert_eq!(run.result.bugs.len(), 1);
    assert_eq!(run.reasons(), Vec::<&str>::new());
    let run = run_limited(LOOP, &CdseConfig::default(), &config(Some(1)));
    assert!(!run.reasons().is_empty());
}
