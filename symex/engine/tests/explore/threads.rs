//! The tests check that exploration with several workers finds the same paths and failures and has the same counters as
//! exploration with one worker. They also check that limits and panics end all workers.
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use symtool_engine::search::{SEARCHERS, searcher};
use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase, explore};
use symtool_ir::{Failure, Inputs};
use symtool_testkit::replay::{End, Explored, Replayer, explored_with, main_of, program};

fn with_threads(threads: usize, config: Config) -> Config {
    config.threads(NonZeroUsize::new(threads).unwrap())
}

/// Returns a program that counts the set bits of a byte with one branch per bit, so that it has 256 paths. The count
/// is an index of an array and of a heap block. The path on which all eight bits are set fails.
fn bits() -> String {
    main_of(
        "slot $table \"table\", size 80
         entry:
           %x = intrinsic symbolic i8 \"x\"
           %y = intrinsic symbolic i8 \"y\"
           %wide = zext %y to i64
           %low = and %wide, 63
           %table = stack_addr $table
           intrinsic fill(%table, 7, 80)
           %place = ptr_add %table, %low
           store i8 1, %place
           %block = intrinsic malloc(16)
           intrinsic fill(%block, 3, 16)
           jump head(0, 0, %x)
         head(%i: i32, %n: i64, %rest: i8):
           %more = slt %i, 8
           branch %more, body, end
         body:
           %bit = and %rest, 1
           %set = ne %bit, 0
           %next = lshr %rest, 1
           %j = add %i, 1
           branch %set, one, zero
         one:
           %m = add %n, 1
           %at = ptr_add %block, %n
           store i8 %x, %at
           jump head(%j, %m, %next)
         zero:
           jump head(%j, %n, %next)
         end:
           %few = ult %n, 8
           check assert, %few, \"n < 8\"
           %from = ptr_add %table, %n
           %byte = load i8 %from
           %first = load i8 %block
           %both = add %byte, %first
           %status = zext %both to i32
           return %status",
    )
}

fn numbers(run: &Explored) -> String {
    let stats = &run.exploration.stats;
    let mut paths = stats.paths.clone();
    paths.max_live = 0;
    format!(
        "{paths:?} {} {} {} {:?} {:?} {:?}",
        stats.instructions,
        stats.tests,
        stats.checks,
        stats.explored,
        run.exploration.inputs,
        run.exploration.coverage,
    )
}

fn sorted_ends(run: &Explored) -> Vec<&End> {
    let mut ends: Vec<_> = run.paths.iter().map(|(_, end)| end).collect();
    ends.sort();
    ends
}

#[test]
fn every_searcher_finds_the_same_paths_with_several_threads() {
    for search in &SEARCHERS {
        let config = Config::default().search(search);
        let alone = explored_with(&bits(), &config);
        assert_eq!(alone.exploration.stats.paths.completed, 255);
        for threads in [2, 4] {
            let run = explored_with(&bits(), &with_threads(threads, config.clone()));
            let context = format!("{} with {threads} threads", search.name);
            assert_eq!(numbers(&run), numbers(&alone), "{context}");
            assert!(run.reasons().is_empty(), "{context}: {:?}", run.reasons());
            // The observer has replayed each test case and the failure. Each value of `x` has a separate path.
            let mut values: Vec<_> = run.paths.iter().map(|(i, _)| i.get("x")).collect();
            values.sort();
            values.dedup();
            assert_eq!(values.len(), 256, "{context}");
            assert_eq!(run.exploration.bugs.len(), 1, "{context}");
        }
    }
}

/// One program location fails on every second path, another location on a few paths. Each failure is reported once,
/// in program order.
#[test]
fn a_failure_found_by_several_workers_is_reported_once() {
    let text = "file @t \"t\"\n".to_owned()
        + &main_of(
            "entry:
               %x = intrinsic symbolic i8 \"x\"
               jump head(0, %x)
             head(%i: i32, %rest: i8):
               %more = slt %i, 8
               branch %more, body, end
             body:
               %bit = and %rest, 1
               %set = ne %bit, 0
               %next = lshr %rest, 1
               %j = add %i, 1
               branch %set, one, zero
             one:
               jump head(%j, %next)
             zero:
               jump head(%j, %next)
             end:
               %small = ult %x, 250
               check assert, %small, \"small\" @t:1:1
               %last = and %x, 1
               %even = eq %last, 0
               check assert, %even, \"even\" @t:2:1
               return 0",
        );
    let alone = explored_with(&text, &Config::default());
    for threads in [2, 4] {
        let run = explored_with(&text, &with_threads(threads, Config::default()));
        assert_eq!(numbers(&run), numbers(&alone));
        let bugs = |run: &Explored| {
            let mut bugs: Vec<_> = run.exploration.bugs.iter().collect();
            bugs.sort_by_key(|bug| bug.failure.loc());
            let bugs = bugs.into_iter();
            bugs.map(|bug| (bug.failure.message.clone(), bug.duplicates))
                .collect::<Vec<_>>()
        };
        assert_eq!(bugs(&run), bugs(&alone));
        let messages = run.exploration.bugs.iter().map(|b| b.failure.loc());
        assert!(messages.is_sorted());
        assert_eq!(sorted_ends(&run).len(), sorted_ends(&alone).len());
    }
    let first = with_threads(4, Config::default().stop_at_first_bug(true));
    assert_eq!(explored_with(&text, &first).exploration.bugs.len(), 1);
}

/// Returns a program that forks forever: each iteration of its loop reads one more symbolic byte.
fn endless() -> String {
    main_of(
        "entry:
           jump head(0)
         head(%n: i32):
           %x = intrinsic symbolic i8 \"x\"
           %c = ult %x, 100
           branch %c, more, less
         more:
           %m = add %n, 1
           jump head(%m)
         less:
           %d = ult %x, 200
           branch %d, more, stop
         stop:
           return 0",
    )
}

#[test]
fn limits_stop_all_workers() {
    let bfs = Config::default().search(searcher("bfs").unwrap());
    let limited = [
        ("--max-paths", bfs.clone().max_paths(Some(50))),
        (
            "--max-instructions",
            bfs.clone().max_instructions(Some(20_000)),
        ),
        (
            "--max-time",
            Config::default().max_time(Some(std::time::Duration::from_millis(100))),
        ),
        ("an interrupt", {
            let config = Config::default();
            config.solving.interrupt.interrupt();
            config
        }),
    ];
    for (name, config) in limited {
        for threads in [2, 4] {
            let run = explored_with(&endless(), &with_threads(threads, config.clone()));
            let reasons = run.reasons();
            assert_eq!(reasons.len(), 1, "{name}: {reasons:?}");
            assert!(reasons[0].contains(name), "{reasons:?}");
            let paths = &run.exploration.stats.paths;
            assert!(paths.killed > 0, "{name}: {paths:?}");
            assert_eq!(run.paths.len() as u64, paths.completed, "{name}");
            if name == "--max-paths" {
                assert_eq!(paths.completed, 50);
            }
        }
    }
}

#[test]
fn an_observer_can_stop_all_workers() {
    let config = with_threads(3, Config::default());
    let text = endless();
    let (module, entry) = program(&text);
    let mut replayer = Replayer {
        ticks: 2,
        ..Replayer::new(&module, entry, &config)
    };
    let exploration = explore(&module, entry, &config, &mut replayer);
    assert!(exploration.incomplete[0].what.contains("an interrupt"));
}

#[test]
fn the_depth_limit_is_the_same_with_several_threads() {
    let config = Config::default().max_depth(Some(7));
    let alone = explored_with(&endless(), &config);
    for threads in [2, 4] {
        let run = explored_with(&endless(), &with_threads(threads, config.clone()));
        assert_eq!(numbers(&run), numbers(&alone));
        assert_eq!(run.reasons(), alone.reasons());
    }
}

/// An observer that panics at the first test case.
struct Fragile<'a>(&'a AtomicU64);

impl Observer for Fragile<'_> {
    fn test(&mut self, _: &TestCase) {
        self.0.fetch_add(1, Ordering::Relaxed);
        panic!("fragile");
    }

    fn bug(&mut self, _: &Failure, _: &Inputs) -> Confirmation {
        Confirmation::Spurious
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

#[test]
fn a_panic_of_the_observer_ends_the_workers_and_propagates() {
    let (module, entry) = program(&endless());
    let called = AtomicU64::new(0);
    // Breadth-first search is used, because depth-first search may complete no path. The instruction limit ends
    // the run on machines on which printing the panic's backtrace takes minutes.
    let limited = Config::default()
        .search(searcher("bfs").unwrap())
        .max_instructions(Some(3_000_000));
    let config = with_threads(3, limited);
    let run = || explore(&module, entry, &config, &mut Fragile(&called));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    assert!(result.is_err());
    assert_eq!(called.load(Ordering::Relaxed), 1);
}
