//! The tests check that limits stop runs that would not terminate otherwise, that the limits are reported, and that the
//! results found before a limit are preserved.
use symtool_engine::Config;
use symtool_engine::search::searcher;
use symtool_testkit::replay::{explored, explored_with, main_of};

/// Returns a program that forks forever: each iteration of its loop reads one more symbolic byte.
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
fn limits_preserve_the_results_so_far() {
    let config = Config::default().max_paths(Some(5));
    let run = explored_with(&endless(), &config.clone().search(searcher("bfs").unwrap()));
    assert_eq!(run.paths.len(), 5);
    assert_eq!(run.exploration.stats.paths.killed, 1);
    assert!(
        run.reasons()[0].contains("--max-paths"),
        "{:?}",
        run.reasons()
    );

    let config = Config::default().max_instructions(Some(100_000));
    let spin = main_of("entry:\n jump head\nhead:\n jump head");
    let run = explored_with(&spin, &config);
    assert!(
        run.reasons()[0].contains("--max-instructions"),
        "{:?}",
        run.reasons()
    );
    assert_eq!(run.exploration.stats.paths.killed, 1);

    let config = Config::default()
        .max_depth(Some(4))
        .search(searcher("bfs").unwrap());
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
    let config = Config::default().max_time(Some(std::time::Duration::ZERO));
    let run = explored_with(&endless(), &config);
    assert!(
        run.reasons()[0].contains("--max-time"),
        "{:?}",
        run.reasons()
    );

    let config = Config::default();
    config.solving.interrupt.interrupt();
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
