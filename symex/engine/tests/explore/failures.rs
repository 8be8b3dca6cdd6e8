//! The tests check that failures of every kind are detected, can be replayed, and are reported once.
use symtool_engine::Config;
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;
use symtool_testkit::replay::{explored, explored_with, main_of};

/// Checks that each kind of failure is found and replayed. Each case has the checks that detect the failure, and a
/// program that fails.
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
        let config = Config::default().checks(*checks);
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

/// An access to a block-scope variable after the end of its block fails for exactly those inputs for which the
/// accessed address is that of the variable. A block that is entered again has a new variable, whose contents are
/// indeterminate.
#[test]
fn variables_of_blocks_that_have_ended_are_guarded() {
    let run = explored(
        "func @main() -> i32 {
           slot $x, size 4
           slot $y, size 4
         entry:
           %x = stack_addr $x
           %y = stack_addr $y
           store i32 1, %x
           store i32 2, %y
           intrinsic scope_leave(%x)
           %in = intrinsic symbolic i8 \"in\"
           %c = ult %in, 100
           %p = select %c, %x, %y
           %v = load i32 %p
           return %v
         }",
    );
    assert_eq!(run.ends(), ["exit 2", "use-after-scope"]);
    let run = explored(
        "func @main() -> i32 {
           slot $x, size 4
         entry:
           %x = stack_addr $x
           %before = load i32 %x
           intrinsic scope_leave(%x)
           intrinsic scope_enter(%x)
           %after = load i32 %x
           %same = eq %before, %after
           check assert, %same
           return 0
         }",
    );
    assert_eq!(run.ends(), ["assert", "exit 0"]);
}

fn checking(kind: CheckKind) -> Config {
    Config::default().checks(Checks::default().with(kind))
}

#[test]
fn leaks_are_reported_only_if_checked() {
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

#[test]
fn an_ignored_check_makes_the_run_incomplete() {
    let config = Config::default().checks(Checks::NONE);
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
    let all = Config::default().all_errors(true);
    assert_eq!(explored_with(&text, &all).exploration.bugs.len(), 2);
    let first = Config::default().stop_at_first_bug(true);
    let run = explored_with(&text, &first);
    assert_eq!(run.ends(), ["assert"]);
    assert_eq!(run.exploration.stats.paths.completed, 0);
}
