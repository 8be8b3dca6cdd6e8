//! The tests check the source lines that are reported as covered.
use symtool_testkit::replay::explored;

/// Returns a program in which the source lines 4 and 6 share the instruction `%y`, as after global value numbering
/// (GVN). The check between the two lines fails unless `%y` is less than the number `fails`.
fn shared(fails: &str) -> String {
    format!(
        "file @p.c \"p.c\"

func @main() -> i32 {{
entry:
  %x = intrinsic symbolic i32 \"x\"  @p.c:3:1
  %small = ult %x, 10  @p.c:3:1
  intrinsic assume(%small)  @p.c:3:1
  %y = mul %x, 3  @p.c:4:1 @p.c:6:1
  %holds = ult %y, {fails}  @p.c:5:1
  check assert, %holds  @p.c:5:1
  %odd = and %y, 1  @p.c:6:1
  return %odd  @p.c:6:1
}}
"
    )
}

/// If a line shares an instruction with an earlier line, the shared instruction covers the earlier line only.
#[test]
fn a_line_after_a_failure_is_not_covered_by_a_shared_computation() {
    let lines = |fails: &str| {
        explored(&shared(fails))
            .exploration
            .coverage
            .counts
            .lines_covered
    };
    // Lines 3, 4 and 5 are always covered. Line 6 is covered only if some input passes the check. This is the case if
    // `fails` is 5.
    assert_eq!(lines("0"), 3);
    assert_eq!(lines("5"), 4);
}
