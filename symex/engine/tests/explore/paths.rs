//! The tests check forks, the order of paths, and the outcomes of paths.
use symtool_engine::Config;
use symtool_engine::search::searcher;
use symtool_testkit::replay::{explored, explored_with, main_of};

#[test]
fn a_concrete_program_has_one_path_and_no_query() {
    let run = explored(
        "func @main() -> i32 {
        entry:
          jump head(0, 0)
        head(%i: i32, %sum: i32):
          %more = slt %i, 1000
          branch %more, body, end
        body:
          %next = add %sum, %i
          %i.1 = add %i, 1
          jump head(%i.1, %next)
        end:
          %low = and %sum, 255
          return %low
        }",
    );
    assert_eq!(run.ends(), ["exit 44"]);
    let stats = &run.exploration.stats;
    assert_eq!((stats.paths.completed, stats.solver.issued), (1, 0));
    assert_eq!(stats.instructions, 1 + 1001 * 2 + 1000 * 3 + 2);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    assert_eq!(
        (
            stats.coverage.branches_covered,
            stats.coverage.branches_total
        ),
        (2, 2)
    );
}

#[test]
fn a_symbolic_branch_forks_and_each_side_gets_a_test() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 10
           branch %c, small, large
         small:
           return 1
         large:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1", "exit 2"]);
    assert_eq!(run.exploration.stats.paths.forks, 1);
    assert_eq!(run.exploration.inputs, [("x".to_owned(), 1)]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn depth_first_finishes_the_then_side_first() {
    let text = main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 10
           branch %c, small, large
         small:
           %d = ult %x, 5
           branch %d, tiny, middle
         tiny:
           return 0
         middle:
           return 1
         large:
           return 2",
    );
    let order = |name| {
        let config = Config::default().search(searcher(name).unwrap());
        let run = explored_with(&text, &config);
        run.paths
            .into_iter()
            .map(|(_, end)| end.what)
            .collect::<Vec<_>>()
    };
    assert_eq!(order("dfs"), ["exit 0", "exit 1", "exit 2"]);
    assert_eq!(order("bfs"), ["exit 2", "exit 0", "exit 1"]);
    let mut random = order("random-path");
    random.sort();
    assert_eq!(random, ["exit 0", "exit 1", "exit 2"]);
}

#[test]
fn a_switch_has_one_path_per_target() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           switch %x [
             1: a
             2: b
             3: a
             default: c
           ]
         a:
           return 1
         b:
           return 2
         c:
           return 3",
    ));
    assert_eq!(run.ends(), ["exit 1", "exit 2", "exit 3"]);
}

#[test]
fn a_false_assumption_ends_a_path_without_a_report() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 10
           intrinsic assume(%c)
           %d = ult %x, 20
           branch %d, yes, no
         yes:
           return 1
         no:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1"]);
    let run = explored(&main_of(
        "entry:
           intrinsic assume(0)
           return 1",
    ));
    assert!(run.ends().is_empty());
    assert_eq!(run.exploration.stats.paths.assumed_away, 1);
}

#[test]
fn recursion_and_calls_through_pointers_work() {
    let run = explored(
        "global @f, size 8, align 8, bytes zero 8, reloc 0: func @fact
         func @fact(%n: i32) -> i32 {
           slot $keep, size 4
         entry:
           %p = stack_addr $keep
           store %n, %p
           %z = sle %n, 1
           branch %z, one, more
         one:
           return 1
         more:
           %m = sub %n, 1
           %r = call @fact(%m)
           %k = load i32 %p
           %v = mul %k, %r
           return %v
         }
         func @main() -> i32 {
         entry:
           %g = global_addr @f
           %f = load ptr %g
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 4
           intrinsic assume(%c)
           %w = zext %x to i32
           %v = call_indirect (i32) -> i32 %f(%w)
           return %v
         }",
    );
    assert_eq!(run.ends(), ["exit 1", "exit 2", "exit 6"]);
}

#[test]
fn printf_writes_question_marks_for_symbolic_bytes() {
    let run = explored(
        "global const @format, bytes \"%d %s %d\\n\\0\"
         global const @s, bytes \"ab\\0\"
         func @main() -> i32 {
         entry:
           %f = global_addr @format
           %s = global_addr @s
           %x = intrinsic symbolic i32 \"x\"
           intrinsic printf(%f, i32 -5, %s, %x)
           return 0
         }",
    );
    assert_eq!(run.ends(), ["exit 0"]);
}

#[test]
fn an_exit_status_may_depend_on_the_input() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %c = ugt %x, 5
           intrinsic assume(%c)
           %w = zext %x to i32
           return %w",
    ));
    // The observer replays the test case and compares the exit status with that of the path.
    assert_eq!(run.paths.len(), 1);
}
