//! Exploring small programs: paths, failures of every kind, limits.
mod support;

use support::{explored, explored_with};
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;
use symtool_symex::Config;
use symtool_symex::search::searcher;

/// The body of `@main` after `slot`s and before the closing brace.
fn main_of(body: &str) -> String {
    format!("func @main() -> i32 {{\n{body}\n}}\n")
}

fn checking(kind: CheckKind) -> Config {
    Config {
        checks: Checks::default().with(kind),
        ..Config::default()
    }
}

#[test]
fn a_concrete_program_has_one_path_and_asks_nothing() {
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
    assert_eq!((stats.paths.completed, stats.solver.asked), (1, 0));
    assert_eq!(stats.instructions, 1 + 1001 * 2 + 1000 * 3 + 2);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    assert_eq!((stats.branches_covered, stats.branches_total), (2, 2));
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
        let config = Config {
            search: searcher(name).unwrap(),
            ..Config::default()
        };
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
fn an_assumption_cuts_paths_silently() {
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
fn a_store_at_a_symbolic_index_is_read_back_without_forking() {
    let body = |size: u32| {
        main_of(&format!(
            "  slot $a, size {size}
             entry:
               %p = stack_addr $a
               intrinsic fill(%p, 7, {size})
               %x = intrinsic symbolic i8 \"x\"
               %i = zext %x to i64
               %m = urem %i, {size}
               %q = ptr_add %p, %m
               store i8 9, %q
               %y = intrinsic symbolic i8 \"y\"
               %j = zext %y to i64
               %n = urem %j, {size}
               %r = ptr_add %p, %n
               %v = load i8 %r
               %is = eq %v, 9
               %same = eq %m, %n
               %agree = eq %is, %same
               check assert, %agree, \"v == 9 exactly where it was stored\"
               %w = zext %v to i32
               return 0"
        ))
    };
    // As a chain of `ite`, and as an array.
    for size in [5, 200] {
        let run = explored(&body(size));
        assert_eq!(run.ends(), ["exit 0"], "size {size}: {:?}", run.reasons());
        assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    }
}

#[test]
fn an_int_is_reloaded_as_the_same_expression() {
    let run = explored(&main_of(
        "  slot $a, size 16
         entry:
           %p = stack_addr $a
           %x = intrinsic symbolic i32 \"x\"
           %s = mul %x, 12345
           store %s, %p
           %q = ptr_add %p, 8
           intrinsic copy(%q, %p, 4)
           %y = load i32 %q
           %c = eq %y, %s
           branch %c, yes, no
         yes:
           return 1
         no:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1"]);
    assert_eq!(run.exploration.stats.solver.solver, 0);
}

#[test]
fn a_short_block_is_copied_and_filled_at_a_symbolic_place_without_forking() {
    let run = explored(&main_of(
        "  slot $a, size 32
           slot $b, size 32
         entry:
           %p = stack_addr $a
           %q = stack_addr $b
           intrinsic fill(%p, 1, 32)
           intrinsic fill(%q, 2, 32)
           %x = intrinsic symbolic i8 \"x\"
           %m = and %x, 3
           %i = zext %m to i64
           %o = mul %i, 8
           %to = ptr_add %p, %o
           %back = sub 24, %o
           %from = ptr_add %q, %back
           store i64 77, %from
           intrinsic copy(%to, %from, 8)
           %v = load i64 %to
           %ok = eq %v, 77
           check assert, %ok, \"copied\"
           %half = ptr_add %to, 4
           intrinsic fill(%half, 0, 4)
           %w = load i64 %to
           %ok2 = eq %w, 77
           check assert, %ok2, \"high half cleared\"
           %first = load i64 %p
           %untouched = eq %first, 0x0101010101010101
           %elsewhere = ne %m, 0
           %same = eq %untouched, %elsewhere
           check assert, %same, \"only there\"
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0"], "{:?}", run.reasons());
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn a_choice_of_pointers_does_not_fork() {
    let run = explored(&main_of(
        "  slot $a, size 4
           slot $b, size 4
         entry:
           %p = stack_addr $a
           %q = stack_addr $b
           store i32 1, %p
           store i32 2, %q
           %c = intrinsic symbolic i1 \"c\"
           %r = select ptr %c, %p, %q
           store i32 5, %r
           %v = load i32 %p
           %w = load i32 %q
           %s = add %v, %w
           %want = select i32 %c, 7, 6
           %ok = eq %s, %want
           check assert, %ok, \"s\"
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0"]);
}

#[test]
fn a_symbolic_pointer_goes_to_every_object_and_to_none() {
    // The table holds two addresses and a null pointer.
    let run = explored(
        "global @x, size 1, bytes i8 10
         global @y, size 1, bytes i8 20
         global @t, size 24, align 8, bytes zero 24, reloc 0: @x, reloc 8: @y
         func @main() -> i32 {
         entry:
           %i = intrinsic symbolic i8 \"i\"
           %c = ult %i, 3
           intrinsic assume(%c)
           %w = zext %i to i64
           %o = mul %w, 8
           %t = global_addr @t
           %a = ptr_add %t, %o
           %p = load ptr %a
           %v = load i8 %p
           %is10 = eq %v, 10
           branch %is10, ten, other
         ten:
           return 10
         other:
           return 20
         }",
    );
    assert_eq!(run.ends(), ["exit 10", "exit 20", "null"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn a_guarded_access_is_checked_only_where_its_guard_holds() {
    let run = explored(&main_of(
        "entry:
           %g = intrinsic symbolic i1 \"g\"
           %v = load.if %g, i32 null
           return %v",
    ));
    assert_eq!(run.ends(), ["exit 0", "null"]);
    let run = explored(&main_of(
        "  slot $a, size 4
         entry:
           %p = stack_addr $a
           store i32 3, %p
           %g = intrinsic symbolic i1 \"g\"
           store.if %g, i32 4, %p
           check.if %g, assert, 0, \"never\"
           %v = load i32 %p
           return %v",
    ));
    assert_eq!(run.ends(), ["assert", "exit 3"]);
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
fn printf_shows_what_is_known_and_a_mark_for_the_rest() {
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
fn a_symbolic_size_is_followed_value_by_value() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %m = and %x, 3
           %n = zext %m to i64
           %p = intrinsic malloc(%n)
           store i8 1, %p
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0", "exit 0", "exit 0", "out-of-bounds"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    // Too many values: the rest is given up, and that is said.
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %n = zext %x to i64
           %p = intrinsic malloc(%n)
           return 0",
    ));
    assert_eq!(run.ends().len(), Config::default().max_resolutions);
    assert!(
        run.reasons()[0].contains("concretised"),
        "{:?}",
        run.reasons()
    );
}

/// One program per kind of failure; the second number is how many inputs of `x` fail.
#[test]
fn every_kind_of_failure_is_found_and_replays() {
    let cases: &[(&str, Checks, &str)] = &[
        (
            "assert",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i8 \"x\"
               %c = ne %x, 77
               check assert, %c, \"x != 77\"
               return 0",
        ),
        (
            "div",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i32 \"x\"
               %c = ne %x, 0
               check div, %c, \"1 / x\"
               %q = sdiv 100, %x
               return 0",
        ),
        (
            "out-of-bounds",
            Checks::default(),
            "  slot $a, size 10
             entry:
               %x = intrinsic symbolic i8 \"x\"
               %i = sext %x to i64
               %p = stack_addr $a
               %q = ptr_add %p, %i
               store i8 1, %q
               return 0",
        ),
        (
            "null",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i64 \"x\"
               %c = ult %x, 100
               intrinsic assume(%c)
               %q = inttoptr %x to ptr
               store i8 1, %q
               return 0",
        ),
        (
            "use-after-free",
            Checks::default(),
            "entry:
               %p = intrinsic malloc(4)
               intrinsic free(%p)
               %v = load i8 %p
               return 0",
        ),
        (
            "double-free",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i1 \"x\"
               %p = intrinsic malloc(4)
               intrinsic free(%p)
               branch %x, again, end
             again:
               intrinsic free(%p)
               jump end
             end:
               return 0",
        ),
        (
            "invalid-free",
            Checks::default(),
            "entry:
               %p = intrinsic malloc(4)
               %q = ptr_add %p, 1
               intrinsic free(%q)
               return 0",
        ),
        (
            "alloc-size",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i8 \"x\"
               %y = and %x, 1
               %n = zext %y to i64
               %p = intrinsic alloca(%n, 1)
               return 0",
        ),
        (
            "bad-call",
            Checks::default(),
            "entry:
               call_indirect () -> i32 null()
               return 0",
        ),
        (
            "unreachable",
            Checks::default(),
            "entry:
               %x = intrinsic symbolic i1 \"x\"
               branch %x, a, b
             a:
               unreachable
             b:
               return 0",
        ),
        (
            "uninit",
            Checks::default().with(CheckKind::Uninit),
            "  slot $a, size 4
             entry:
               %x = intrinsic symbolic i8 \"x\"
               %y = and %x, 3
               %i = zext %y to i64
               %p = stack_addr $a
               store i16 7, %p
               %q = ptr_add %p, %i
               %v = load i8 %q
               return 0",
        ),
        (
            "leak",
            Checks::default().with(CheckKind::Leak),
            "entry:
               %p = intrinsic malloc(4)
               return 0",
        ),
    ];
    for (kind, checks, body) in cases {
        let config = Config {
            checks: *checks,
            ..Config::default()
        };
        let run = explored_with(&main_of(body), &config);
        let bugs: Vec<_> = run
            .exploration
            .bugs
            .iter()
            .map(|b| b.failure.kind.name())
            .collect();
        assert_eq!(bugs, [*kind], "{:?} {:?}", run.reasons(), run.spurious);
        assert!(run.reasons().is_empty(), "{kind}: {:?}", run.reasons());
    }
}

#[test]
fn read_only_memory_and_dead_locals_are_guarded() {
    let run = explored(
        "global const @c, bytes \"abc\\0\"
         func @main() -> i32 {
         entry:
           %p = global_addr @c
           store i8 1, %p
           return 0
         }",
    );
    assert_eq!(run.ends(), ["read-only"]);
    let run = explored(
        "func @f() -> ptr {
           slot $local, size 4
         entry:
           %p = stack_addr $local
           return %p
         }
         func @main() -> i32 {
         entry:
           %p = call @f()
           %v = load i32 %p
           return 0
         }",
    );
    assert_eq!(run.ends(), ["use-after-return"]);
}

#[test]
fn an_ignored_check_makes_the_run_incomplete() {
    let config = Config {
        checks: Checks::NONE,
        ..Config::default()
    };
    let run = explored_with(
        &main_of(
            "  slot $a, size 4
             entry:
               %p = stack_addr $a
               store i32 3, %p
               %x = intrinsic symbolic i8 \"x\"
               %i = zext %x to i64
               %q = ptr_add %p, %i
               %v = load i8 %q
               %z = eq %v, 3
               branch %z, a, b
             a:
               return 1
             b:
               return 2",
        ),
        &config,
    );
    assert_eq!(run.ends(), ["exit 1", "exit 2"]);
    assert!(
        run.reasons()[0].contains("check is off"),
        "{:?}",
        run.reasons()
    );
}

#[test]
fn indeterminate_memory_is_any_value() {
    let run = explored(&main_of(
        "  slot $a, size 8
         entry:
           %p = stack_addr $a
           %q = ptr_add %p, 4
           store i32 1, %q
           %v = load i32 %p
           %c = eq %v, 1234
           branch %c, yes, no
         yes:
           %w = load i32 %q
           return %w
         no:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1", "exit 2"]);
}

#[test]
fn a_failure_is_reported_once_and_further_paths_to_it_are_counted() {
    let text = main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 100
           branch %c, a, b
         a:
           jump end
         b:
           jump end
         end:
           %d = ne %x, 7
           %e = ne %x, 200
           %f = and %d, %e
           check assert, %f, \"f\"
           return 0",
    );
    let run = explored(&text);
    assert_eq!(run.exploration.bugs.len(), 1);
    assert_eq!(run.exploration.bugs[0].duplicates, 1);
    assert_eq!(run.exploration.stats.paths.errors, 2);
    let all = Config {
        all_errors: true,
        ..Config::default()
    };
    assert_eq!(explored_with(&text, &all).exploration.bugs.len(), 2);
    let first = Config {
        stop_at_first_bug: true,
        ..Config::default()
    };
    let run = explored_with(&text, &first);
    assert_eq!(run.ends(), ["assert"]);
    assert_eq!(run.exploration.stats.paths.completed, 0);
}

/// Forks forever: one more byte per round.
fn endless() -> String {
    main_of(
        "entry:
           jump head(0)
         head(%n: i32):
           %x = intrinsic symbolic i8 \"x\"
           %c = eq %x, 0
           branch %c, stop, more
         more:
           %m = add %n, 1
           jump head(%m)
         stop:
           return 0",
    )
}

#[test]
fn limits_keep_what_was_found() {
    let config = Config {
        max_paths: Some(5),
        ..Config::default()
    };
    let run = explored_with(
        &endless(),
        &Config {
            search: searcher("bfs").unwrap(),
            ..config.clone()
        },
    );
    assert_eq!(run.paths.len(), 5);
    assert_eq!(run.exploration.stats.paths.killed, 1);
    assert!(
        run.reasons()[0].contains("--max-paths"),
        "{:?}",
        run.reasons()
    );

    let config = Config {
        max_instructions: Some(100_000),
        ..Config::default()
    };
    let spin = main_of("entry:\n jump head\nhead:\n jump head");
    let run = explored_with(&spin, &config);
    assert!(
        run.reasons()[0].contains("--max-instructions"),
        "{:?}",
        run.reasons()
    );
    assert_eq!(run.exploration.stats.paths.killed, 1);

    let config = Config {
        max_depth: Some(4),
        search: searcher("bfs").unwrap(),
        ..Config::default()
    };
    let run = explored_with(&endless(), &config);
    assert_eq!(run.paths.len(), 4);
    assert!(
        run.reasons()[0].contains("--max-depth"),
        "{:?}",
        run.reasons()
    );
}

#[test]
fn time_and_interrupts_stop_a_run_that_would_not_end() {
    let config = Config {
        max_time: Some(std::time::Duration::ZERO),
        ..Config::default()
    };
    let run = explored_with(&endless(), &config);
    assert!(
        run.reasons()[0].contains("--max-time"),
        "{:?}",
        run.reasons()
    );

    let config = Config::default();
    config.interrupt.interrupt();
    let run = explored_with(&main_of("entry:\n jump head\nhead:\n jump head"), &config);
    assert!(
        run.reasons()[0].contains("an interrupt"),
        "{:?}",
        run.reasons()
    );
    assert_eq!(run.exploration.stats.paths.killed, 1);
}

#[test]
fn endless_recursion_ends_at_the_limit_of_nested_calls() {
    let run = explored(
        "func @f(%n: i32) -> i32 {
         entry:
           %v = call @f(%n)
           return %v
         }
         func @main() -> i32 {
         entry:
           %v = call @f(1)
           return %v
         }",
    );
    assert!(
        run.reasons()[0].contains("nested calls"),
        "{:?}",
        run.reasons()
    );
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
    // The replay in the observer compares the status.
    assert_eq!(run.paths.len(), 1);
}

#[test]
fn leaks_are_counted_only_when_asked_for() {
    let text = main_of(
        "entry:
           %x = intrinsic symbolic i1 \"x\"
           %p = intrinsic malloc(4)
           branch %x, a, b
         a:
           intrinsic free(%p)
           jump b
         b:
           return 0",
    );
    assert_eq!(explored(&text).ends(), ["exit 0", "exit 0"]);
    let run = explored_with(&text, &checking(CheckKind::Leak));
    assert_eq!(run.ends(), ["exit 0", "leak"]);
}
