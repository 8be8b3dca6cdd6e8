//! Merging while exploring: fewer paths, the same answers, and tests that replay.
#[path = "../../symex/tests/support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use support::{End, Explored, explored_with, program, replay};
use symtool_ir::Inputs;
use symtool_merge::run_time::{self, Options};
use symtool_symex::Config;
use symtool_symex::merging::Merging;
use symtool_symex::search::SEARCHERS;

fn merging(policy: &str, all_paths: bool) -> Config {
    let policy = run_time::policy(policy).expect("the policy exists");
    Config {
        merging: Some(Merging {
            plan: run_time::plan(policy, Options::default()),
            all_paths,
        }),
        ..Config::default()
    }
}

/// The ends of all runs on every value of the one input, a byte called `x`, must be those of the paths, with every search.
fn same_ends(text: &str, policy: &str) -> Explored {
    let (module, entry) = program(text);
    let mut expected: BTreeSet<End> = BTreeSet::new();
    for x in 0..=255 {
        let mut inputs = Inputs::default();
        inputs.push("x", vec![x]);
        let run = replay(&module, entry, &Config::default(), &inputs);
        expected.insert(support::end_of(&run.outcome));
    }
    let mut last = None;
    for search in SEARCHERS.iter().rev() {
        let config = Config {
            search,
            ..merging(policy, true)
        };
        // Every test case replays: the observer asserts that.
        let run = explored_with(text, &config);
        assert!(run.reasons().is_empty(), "{:?}", run.reasons());
        assert!(run.spurious.is_empty(), "{:?}", run.spurious);
        let found: BTreeSet<End> = run.paths.iter().map(|(_, end)| end.clone()).collect();
        assert_eq!(found, expected, "{} {text}", search.name);
        last = Some(run);
    }
    last.expect("there are searchers")
}

/// Three bits of the input each add something to a variable in memory, in a region of its own.
const THREE_BITS: &str = "func @main() -> i32 {
  slot $sum \"sum\", size 4, align 4
entry:
  %x = intrinsic symbolic i8 \"x\"
  %sum = stack_addr $sum
  store i32 0, %sum
  jump loop(i32 0)
loop(%i: i32):
  %more = ult %i, 3
  branch %more, body, done
body:
  intrinsic merge_open()
  %n = trunc %i to i8
  %bits = lshr i8 %x, %n
  %bit = trunc %bits to i1
  branch %bit, set, next
set:
  %old = load i32 %sum
  %twice = add %old, %old
  %new = add %twice, 1
  store %new, %sum
  jump next
next:
  intrinsic merge_close()
  %i1 = add %i, 1
  jump loop(%i1)
done:
  %r = load i32 %sum
  return %r
}
";

#[test]
fn a_marked_region_is_left_by_one_state() {
    let run = same_ends(THREE_BITS, "manual");
    let paths = &run.exploration.stats.paths;
    assert_eq!((paths.completed, paths.merged, paths.forks), (1, 3, 3));
    assert_eq!(paths.multiplicity, 8);
    // All paths were asked for.
    assert_eq!(run.exploration.stats.tests, 8);
}

#[test]
fn without_a_wish_for_all_there_is_a_test_for_what_is_new() {
    let run = explored_with(THREE_BITS, &merging("manual", false));
    assert_eq!(run.exploration.stats.paths.completed, 1);
    // Fewer than paths: what was new to a path before it was merged.
    let tests = run.exploration.stats.tests;
    assert!((1..=3).contains(&tests), "{tests}");
}

#[test]
fn a_path_that_ends_in_a_region_is_not_waited_for() {
    let text = THREE_BITS.replace(
        "  %new = add %twice, 1\n",
        "  %new = add %twice, 1\n  %ok = ne %new, 3\n  check assert, %ok\n",
    );
    let run = same_ends(&text, "manual");
    assert_eq!(run.exploration.bugs.len(), 1);
}

#[test]
fn a_path_that_frees_what_others_keep_stays_apart() {
    let text = "func @main() -> i32 {
entry:
  %x = intrinsic symbolic i8 \"x\"
  %p = intrinsic malloc(4)
  store i32 7, %p
  intrinsic merge_open()
  %c = ult %x, 9
  branch %c, yes, no
yes:
  intrinsic free(%p)
  jump join(i32 1)
no:
  jump join(i32 2)
join(%r: i32):
  intrinsic merge_close()
  branch %c, over, last
last:
  intrinsic free(%p)
  jump over
over:
  return %r
}
";
    let run = same_ends(text, "manual");
    assert_eq!(run.exploration.stats.paths.merged, 0);
    assert_eq!(run.exploration.stats.paths.completed, 2);
}

#[test]
fn regions_may_be_nested() {
    let text = "func @main() -> i32 {
entry:
  %x = intrinsic symbolic i8 \"x\"
  intrinsic merge_open()
  %c = ult %x, 9
  branch %c, yes, no
yes:
  intrinsic merge_open()
  %d = ult %x, 5
  branch %d, small, large
small:
  jump inner(i32 1)
large:
  jump inner(i32 2)
inner(%s: i32):
  intrinsic merge_close()
  %t = add %s, 10
  jump outer(%t)
no:
  jump outer(i32 3)
outer(%r: i32):
  intrinsic merge_close()
  return %r
}
";
    let run = same_ends(text, "manual");
    assert_eq!(run.exploration.stats.paths.merged, 2);
    assert_eq!(run.exploration.stats.paths.multiplicity, 3);
}
