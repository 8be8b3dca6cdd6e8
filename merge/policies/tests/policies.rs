//! The tests check that state merging gives fewer paths and the same outcomes, and that the test cases it writes
//! replay.

use std::collections::BTreeSet;
use symtool_engine::Config;
use symtool_engine::merging::Merging;
use symtool_engine::search::{SEARCHERS, searcher};
use symtool_ir::Inputs;
use symtool_policies::Options;
use symtool_testkit::replay::{End, Explored, explored_with, program, replay};

fn merging(policy: &str, all_paths: bool) -> Config {
    let policy = symtool_policies::policy(policy).expect("the policy exists");
    Config::default().merging(Some(Merging {
        plan: symtool_policies::plan(policy, Options::default()),
        all_paths,
    }))
}

/// Asserts that the explored paths have the outcomes of the concrete runs on all values of the input byte `x`, with
/// every searcher.
fn same_ends(text: &str, policy: &str) -> Explored {
    let (module, entry) = program(text);
    let mut expected: BTreeSet<End> = BTreeSet::new();
    for x in 0..=255 {
        let mut inputs = Inputs::default();
        inputs.push("x", vec![x]);
        let run = replay(&module, entry, &Config::default(), &inputs);
        expected.insert(symtool_testkit::replay::end_of(&run.outcome));
    }
    let mut last = None;
    for search in SEARCHERS.iter().rev() {
        let config = merging(policy, true).search(search);
        // The observer of the test kit asserts that every test case replays.
        let run = explored_with(text, &config);
        assert!(run.reasons().is_empty(), "{:?}", run.reasons());
        assert!(run.spurious.is_empty(), "{:?}", run.spurious);
        let found: BTreeSet<End> = run.paths.iter().map(|(_, end)| end.clone()).collect();
        assert_eq!(found, expected, "{} {text}", search.name);
        last = Some(run);
    }
    last.expect("there are searchers")
}

/// A program with a loop over three input bits, each of which updates a variable in memory. The body of the loop is a
/// region that `merge_open` and `merge_close` mark.
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
fn a_marked_region_ends_in_one_state() {
    let run = same_ends(THREE_BITS, "manual");
    let paths = &run.exploration.stats.paths;
    assert_eq!((paths.completed, paths.merged, paths.forks), (1, 3, 3));
    assert_eq!(paths.multiplicity, 8);
    // Each of the eight paths has a test.
    assert_eq!(run.exploration.stats.tests, 8);
}

#[test]
fn without_all_paths_there_is_a_test_for_new_coverage() {
    let run = explored_with(THREE_BITS, &merging("manual", false));
    assert_eq!(run.exploration.stats.paths.completed, 1);
    // There are fewer tests than paths. A merged state gets tests for the lines and branch sides that were newly
    // covered before its merges, but not one test for each of its paths.
    let tests = run.exploration.stats.tests;
    assert!((1..=3).contains(&tests), "{tests}");
}

#[test]
fn states_do_not_wait_for_a_path_that_ended_in_the_region() {
    let text = THREE_BITS.replace(
        "  %new = add %twice, 1\n",
        "  %new = add %twice, 1\n  %ok = ne %new, 3\n  check assert, %ok\n",
    );
    let run = same_ends(&text, "manual");
    assert_eq!(run.exploration.bugs.len(), 1);
}

#[test]
fn states_with_different_live_objects_are_not_joined() {
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

/// The program [`THREE_BITS`] without the marks of regions, for policies that merge at all merge points.
fn three_bits() -> String {
    THREE_BITS
        .replace("  intrinsic merge_open()\n", "")
        .replace("  intrinsic merge_close()\n", "")
}

#[test]
fn states_wait_for_each_other_at_merge_points() {
    let run = same_ends(&three_bits(), "static");
    let paths = &run.exploration.stats.paths;
    assert_eq!((paths.completed, paths.merged, paths.forks), (1, 3, 3));
    assert_eq!(run.exploration.stats.tests, 8);
}

#[test]
fn dynamic_merging_works_with_every_search() {
    for search in &SEARCHERS {
        let config = merging("dynamic", false).search(search);
        let run = explored_with(&three_bits(), &config);
        let paths = &run.exploration.stats.paths;
        assert_eq!((paths.completed, paths.merged), (1, 3), "{}", search.name);
    }
    same_ends(&three_bits(), "dynamic");
}

#[test]
fn an_infinite_loop_does_not_starve_other_paths() {
    // One side of the branch is an infinite loop, the other side fails. The failure must be found although the state in
    // the loop stays behind the other state.
    let text = "func @main() -> i32 {
entry:
  %x = intrinsic symbolic i8 \"x\"
  %c = ult %x, 9
  branch %c, circle, no
circle:
  jump circle
no:
  check assert, 0
  return 0
}
";
    for policy in ["static", "dynamic"] {
        let config = merging(policy, false)
            .max_instructions(Some(10_000_000))
            .stop_at_first_bug(true)
            // Breadth-first search, because depth-first search would stay in the loop even without merging.
            .search(searcher("bfs").expect("a searcher"));
        let run = explored_with(text, &config);
        assert_eq!(run.exploration.bugs.len(), 1, "{policy}");
    }
}

#[test]
fn states_with_different_hot_constants_are_not_joined() {
    // The first branch of the program sets n to 2 or 3. The branches of the loop depend on n, so n is hot, and the two
    // states must not be joined before the loop unless α is infinite. After the loop, they are joined in both cases.
    // Only states that are joined before the loop fork in the loop.
    let text = "func @main() -> i32 {
entry:
  %x = intrinsic symbolic i8 \"x\"
  %c = ult %x, 9
  branch %c, yes, no
yes:
  %y = add %x, 1
  jump join(i32 2)
no:
  jump join(i32 3)
join(%n: i32):
  jump head(i32 0)
head(%i: i32):
  %more = ult %i, %n
  branch %more, body, done
body:
  %i1 = add %i, 1
  jump head(%i1)
done:
  return %i
}
";
    for (alpha, joins_before_loop) in [(1e-12, false), (f64::INFINITY, true)] {
        let mut options = Options::default();
        options.qce.alpha = alpha;
        let policy = symtool_policies::policy("static").expect("the policy exists");
        let config = Config::default().merging(Some(Merging {
            plan: symtool_policies::plan(policy, options),
            all_paths: true,
        }));
        let run = explored_with(text, &config);
        let paths = &run.exploration.stats.paths;
        assert!(paths.merged >= 1, "{alpha}");
        assert_eq!(paths.forks > 1, joins_before_loop, "{alpha}");
        assert_eq!(run.ends(), ["exit 2", "exit 3"]);
    }
}

/// A program in which both sides of each branch jump directly to a merge point, so that static and dynamic merging can
/// join the two states of a branch immediately, without a fork.
const CLAMPED: &str = "func @main() -> i32 {
entry:
  %x = intrinsic symbolic i8 \"x\"
  %high = ugt %x, 200
  branch %high, much, within(%x)
much:
  jump within(i8 200)
within(%a: i8):
  %low = ult %a, 10
  branch %low, little, done(%a)
little:
  jump done(i8 10)
done(%b: i8):
  %ok = ule %b, 200
  check assert, %ok
  %is = eq %b, 77
  branch %is, end(i32 1), end(i32 2)
end(%r: i32):
  return %r
}
";

#[test]
fn sides_that_meet_immediately_do_not_fork() {
    for policy in ["static", "dynamic"] {
        let run = same_ends(CLAMPED, policy);
        let paths = &run.exploration.stats.paths;
        assert_eq!((paths.completed, paths.forks), (1, 0), "{policy}");
        assert_eq!(
            paths.multiplicity, 8,
            "an upper bound of the number of paths"
        );
        assert_eq!(run.exploration.stats.tests, 4, "{policy}");
        // The program has at least three blocks that only one side of a branch executes; the tests must cover each of
        // them.
        let run = explored_with(CLAMPED, &merging(policy, false));
        let inputs = run.paths.iter().map(|(inputs, _)| format!("{inputs:?}"));
        assert!(inputs.collect::<BTreeSet<_>>().len() >= 3, "{policy}");
    }
    // The manual policy merges at marks in the program, not at branches.
    assert_eq!(
        same_ends(CLAMPED, "manual").exploration.stats.paths.forks,
        3
    );
}

/// Returns a program with a function that counts the 1 bits of the input below its lowest 0 bit. `rest` is
/// the code of the caller after the call.
fn counted_in_a_function(rest: &str) -> String {
    format!(
        "func @ones(%x: i8) -> i32 {{
entry:
  jump loop(i32 0, %x)
loop(%n: i32, %left: i8):
  %bit = trunc %left to i1
  %few = ult %n, 3
  %more = and i1 %bit, %few
  branch %more, next, done
next:
  %n1 = add %n, 1
  %half = lshr i8 %left, 1
  jump loop(%n1, %half)
done:
  return %n
}}
func @main() -> i32 {{
entry:
  %x = intrinsic symbolic i8 \"x\"
  %n = call @ones(%x)
{rest}}}
"
    )
}

#[test]
fn a_returned_value_is_hot_if_the_caller_branches_on_it() {
    let branching = counted_in_a_function(
        "  %m = mul %n, %n
  %c = eq %m, 4
  branch %c, yes, no
yes:
  return 1
no:
  return %n
",
    );
    for policy in ["static", "dynamic"] {
        let run = same_ends(&branching, policy);
        // The returned value is hot, so states with different constants are not merged. The branch of the caller then
        // needs no query, because its condition is constant in each state.
        assert_eq!(run.exploration.stats.paths.forks, 3, "{policy}");
        let run = same_ends(&counted_in_a_function("  return %n\n"), policy);
        assert_eq!(run.exploration.stats.paths.completed, 1, "{policy}");
    }
}

/// Checks that the policy `history` joins states of the loop in [`THREE_BITS`]. The history of a state contains its
/// last δ = 8 merge points and forks, which is more than one iteration of the loop. Therefore, if one of two states is
/// an iteration ahead, the history of this state contains a state that is similar to the other state.
#[test]
fn merging_by_histories_joins_states() {
    let merged = SEARCHERS.iter().map(|search| {
        let run = explored_with(&three_bits(), &merging("history", false).search(search));
        run.exploration.stats.paths.merged
    });
    assert!(merged.sum::<u64>() > 0);
}

#[test]
fn every_policy_preserves_outcomes() {
    for policy in &symtool_policies::POLICIES {
        for text in [
            &three_bits(),
            CLAMPED,
            &counted_in_a_function("  return %n\n"),
        ] {
            same_ends(text, policy.name);
        }
    }
}
