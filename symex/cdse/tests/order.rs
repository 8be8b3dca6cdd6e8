//! The tests check the order in which the search takes paths, and the number of executed steps.
mod common;

use common::run_with;
use symtool_cdse::{CdseConfig, Strategy};

fn with(strategy: &str) -> CdseConfig {
    CdseConfig {
        strategy: strategy.parse::<Strategy>().expect("a strategy"),
        ..CdseConfig::default()
    }
}

/// A program with two failures. The `then` side of the branch leads to the failure that is more steps away.
const TWO_FAILURES: &str = r#"file @t "t"
func @main() -> i32 {
entry:
  %n = intrinsic symbolic i32 "n" @t:1:1
  %side = slt %n, 0 @t:2:1
  branch %side, far, near @t:2:1
far:
  %f = intrinsic symbolic i32 "f" @t:3:1
  %a = mul %f, 3 @t:3:1
  %b = xor %a, 1029 @t:3:2
  %c = mul %b, 7 @t:3:3
  %d = ne %c, 21 @t:3:4
  check assert, %d, "far" @t:4:1
  return 0 @t:5:1
near:
  %m = intrinsic symbolic i32 "m" @t:6:1
  %e = ne %m, 5 @t:6:1
  check assert, %e, "near" @t:7:1
  return 1 @t:8:1
}
"#;

#[test]
fn the_failure_at_the_fewest_steps_is_found_first() {
    for strategy in ["guide", "maximize"] {
        let run = run_with(TWO_FAILURES, &with(strategy));
        let bugs = run.result.bugs.iter();
        let messages: Vec<&str> = bugs.map(|bug| bug.failure.message.as_str()).collect();
        assert_eq!(
            messages,
            ["assertion `near`", "assertion `far`"],
            "{strategy}"
        );
    }
}

/// A program with a check that is reachable only by the branch side `%m == 3`. On every path, `%m` is the constant 1
/// or 2, which contradicts this side. The test replaces the line `WORK` before the check by instructions.
const CONTRADICTION: &str = r#"file @t "t"
func @main() -> i32 {
entry:
  %n = intrinsic symbolic i32 "n" @t:1:1
  %side = slt %n, 0 @t:2:1
  branch %side, one, other @t:2:1
one:
  %k = intrinsic symbolic i32 "k" @t:3:1
  jump mode(1) @t:3:1
other:
  jump mode(2) @t:4:1
mode(%m: i32):
  %three = eq %m, 3 @t:5:1
  branch %three, wrong, out @t:5:1
wrong:
  %l = intrinsic symbolic i32 "l" @t:6:1
WORK
  %g = ne %n, 5 @t:7:1
  check assert, %g, "wrong mode" @t:8:1
  return 1 @t:9:1
out:
  return 0 @t:10:1
}
"#;

#[test]
fn the_steps_behind_a_contradiction_of_constants_are_not_executed() {
    let steps = |work: usize| {
        let line = |at: usize| format!("  %w{at} = add %n, {at} @t:6:1\n");
        let lines: String = (0..work).map(line).collect();
        let text = CONTRADICTION.replace("WORK\n", &lines);
        let run = run_with(&text, &with("guide"));
        run.expect_verified().result.report.steps
    };
    assert!(steps(0) > 0);
    assert_eq!(steps(0), steps(40));
}
