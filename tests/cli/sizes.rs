//! The tests check the options `--symbolic-sizes` and `--max-resolutions`.
use crate::harness::Bench;

const FILL: &str = "\
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  char *block = malloc(n);
  memset(block, 7, n);
  if (n > 3 && block[3] != 7)
    return 1;
  int last = block[9];
  free(block);
  return last;
}
";

#[test]
fn a_block_of_symbolic_size_is_one_path_and_fails_for_the_right_sizes() {
    let bench = Bench::new();
    let file = bench.file("fill.c", FILL);
    let json = bench.json(&[&file, "--symbolic-sizes", "256", "--all-errors"]);
    assert_eq!(json["verdict"], "violation", "{json}");
    assert_eq!(json["incomplete_reasons"].as_array().map(Vec::len), Some(0));
    // The sizes 0 to 3 and 4 to 9 fail, and 10 to 255 pass. Each of these ranges is explored by one path. Without
    // `--symbolic-sizes`, each size would have a path.
    assert_eq!(json["paths"]["completed"], 1, "{json}");
    let errors = json["errors"].as_array().expect("a list");
    assert!(
        !errors.is_empty() && errors.iter().all(|e| e["line"] == 10),
        "{json}"
    );
    let json = bench.json(&[&file, "--max-resolutions", "256", "--all-errors"]);
    assert_eq!(json["incomplete_reasons"].as_array().map(Vec::len), Some(0));
    assert_eq!(json["paths"]["completed"], 246, "{json}");
}

#[test]
fn sizes_above_the_capacity_are_reported_as_unexplored() {
    let bench = Bench::new();
    let file = bench.file("fill.c", FILL.replace("last = block[9]", "last = 0"));
    let json = bench.json(&[&file, "--symbolic-sizes", "100"]);
    assert_eq!(json["verdict"], "incomplete", "{json}");
    let reason = json["incomplete_reasons"][0].as_str().expect("a text");
    assert!(reason.contains("more than 100 bytes"), "{reason}");
    assert!(reason.contains("--symbolic-sizes"), "{reason}");
    assert!(reason.contains("fill.c:6"), "{reason}");
    let json = bench.json(&[&file, "--symbolic-sizes", "255"]);
    assert_eq!(json["verdict"], "verified", "{json}");
}
