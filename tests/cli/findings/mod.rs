//! The tests check the result formats for other programs (SARIF and JUnit XML), and the baseline of known violations.
mod baseline;
mod junit;
mod sarif;

use crate::harness::{Bench, Run};
use serde_json::Value;

/// A program with two violations and an assertion that holds.
const TWO: &str = "\
#include <klee/klee.h>
static int ratio(int a, int b) {
  return a / b;
}
int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, \"a\");
  klee_make_symbolic(&b, sizeof b, \"b\");
  klee_assume((a > 0) & (a < 100) & (b > -10) & (b < 10));
  klee_assert(a < 100);
  int q = ratio(a, b);
  klee_assert(q != 33);
  return 0;
}
";

/// Modes of exploration, each given by the options that select it.
const MODES: &[&[&str]] = &[
    &["--auto"],
    &["--plain"],
    &["--plain", "--all-errors"],
    &["--cfmse"],
    &["--cdse"],
    &["--merge=static"],
    &["--plain", "--threads", "2"],
];

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Runs symtool without the environment variables that the test harness sets, such as `SYMTOOL_PLAIN`. So the options
/// of the run select the mode.
fn run(bench: &Bench, args: &[&[&str]]) -> Run {
    bench.run_as_user(&args.concat())
}
