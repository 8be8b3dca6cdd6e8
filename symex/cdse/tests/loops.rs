//! The tests compare static unrolling, which unrolls all loops up to the bound before the search, with dynamic
//! unrolling, which unrolls them when the search needs them.
mod common;

use common::{Run, run_limited};
use symtool_cdse::{CdseConfig, Loops};
use symtool_engine::{Config, Cut};
use symtool_testkit::writer::{Constructs, Writer};

fn bounded(text: &str, loops: Loops, unwind: u32) -> Run {
    let options = CdseConfig {
        loops,
        ..CdseConfig::default()
    };
    run_limited(text, &options, &Config::default().unwind(Some(unwind)))
}

/// Returns a program that fails if its loop has exactly `iterations` iterations.
fn loop_program(iterations: u32) -> String {
    format!(
        r#"file @t "t"
func @main() -> i32 {{
entry:
  %n = intrinsic symbolic i32 "n" @t:1:1
  jump head(0) @t:2:1
head(%i: i32):
  %more = ult %i, %n @t:3:1
  branch %more, body, out @t:3:1
body:
  %next = add %i, 1 @t:4:1
  jump head(%next) @t:4:1
out:
  %good = ne %i, {iterations} @t:5:1
  check assert, %good, "count" @t:5:1
  return 0 @t:6:1
}}
"#
    )
}

#[test]
fn static_unrolling_ends_at_the_bound() {
    let inside = bounded(&loop_program(5), Loops::Static, 5);
    assert_eq!(inside.found.len(), 1, "{:?}", inside.found);
    let beyond = bounded(&loop_program(6), Loops::Static, 5);
    assert_eq!(beyond.found.len(), 0, "{:?}", beyond.found);
    assert_eq!(beyond.result.report.bound, Some(5));
    let is_loop = |cut: &Cut| matches!(cut, Cut::Loop { .. });
    assert!(beyond.result.report.cuts.iter().all(is_loop));
    assert_eq!(beyond.result.report.cuts.len(), 1);
}

/// Checks that static unrolling adds nothing on demand, because the graph contains all iterations from the start. Both
/// ways of unrolling must find the same failures.
#[test]
fn only_dynamic_unrolling_depends_on_the_search() {
    let text = loop_program(1);
    let (fixed, dynamic) = (
        bounded(&text, Loops::Static, 30),
        bounded(&text, Loops::Dynamic, 30),
    );
    assert_eq!(fixed.found, dynamic.found);
    assert_eq!(fixed.result.report.unrollings, 0);
    assert!(fixed.result.report.nodes > 30);
    let nested = r#"file @t "t"
func @down(%n: i32) -> i32 {
entry:
  %zero = eq %n, 0 @t:1:1
  branch %zero, end, more @t:1:1
end:
  return 0 @t:2:1
more:
  %less = sub %n, 1 @t:3:1
  %depth = call @down(%less) @t:3:1
  %sum = add %depth, 1 @t:3:1
  return %sum @t:3:1
}
func @main() -> i32 {
entry:
  %n = intrinsic symbolic i32 "n" @t:5:1
  %depth = call @down(%n) @t:6:1
  %good = ne %depth, 4 @t:7:1
  check assert, %good, "depth" @t:7:1
  return 0 @t:8:1
}
"#;
    for unwind in [3, 4] {
        let (fixed, dynamic) = (
            bounded(nested, Loops::Static, unwind),
            bounded(nested, Loops::Dynamic, unwind),
        );
        assert_eq!(fixed.found, dynamic.found, "{unwind}");
        assert_eq!(fixed.found.is_empty(), unwind == 3);
        assert_eq!(fixed.result.report.bound, dynamic.result.report.bound);
        assert_eq!(fixed.result.report.unrollings, 0);
        assert!(dynamic.result.report.unrollings > 0);
    }
}

/// Checks that random programs have the same failures, reasons of incompleteness and bound with both ways of unrolling.
#[test]
fn random_programs_have_the_same_verdict() {
    let mut bounded_runs = 0;
    for seed in 2000..2100 {
        let text = Writer::program(seed, Constructs::conflicts(true)).text;
        for unwind in [1, 2, 6] {
            let fixed = bounded(&text, Loops::Static, unwind);
            let dynamic = bounded(&text, Loops::Dynamic, unwind);
            assert_eq!(fixed.found, dynamic.found, "seed {seed}\n{text}");
            assert_eq!(fixed.reasons(), dynamic.reasons(), "seed {seed}\n{text}");
            let bound = fixed.result.report.bound;
            assert_eq!(
                bound, dynamic.result.report.bound,
                "seed {seed}, {unwind}\n{text}"
            );
            bounded_runs += u32::from(bound.is_some());
        }
    }
    assert!(
        bounded_runs > 0,
        "no bound cut a loop: the bound was not compared"
    );
}
