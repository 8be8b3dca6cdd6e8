//! Random C programs with one or two bytes of input. The tests compare exploration with exhaustive concrete
//! execution.
//!
//! - Every test case and failure has the reported outcome in its replay.
//! - The outcomes of the paths (exit status, or kind and source location of the failure; the output) are the outcomes
//!   of the concrete runs on all inputs. Each distinct sequence of source locations that a concrete run executes
//!   belongs to a path, so no path is lost.
//! - All this holds in ten configurations. They differ in the search strategy and in the caches of the solver chain (on
//!   or off). Symbolic sizes of heap blocks are enumerated in some configurations, and represented symbolically in
//!   others.
//! - The program melded by CFM-SE (in the mode in which guards select the executed side) has failures of the same
//!   kinds at the same locations.
//!
//! `cargo test --test random_c -- --ignored --nocapture` tests 2,000 programs in all configurations and prints its
//! progress. `SYMTOOL_RANDOM_C=FROM..TO` selects the programs of other seeds, and `SYMTOOL_RANDOM_C_WAYS=N` tests each
//! program in N of the configurations; successive programs use successive configurations.
mod check;

use check::{Settings, Tally};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Checks the programs of the seeds `seeds` on two threads.
fn check_all(
    seeds: std::ops::Range<u64>,
    settings: Settings,
    check: fn(u64, Settings) -> Tally,
) -> Tally {
    let next = AtomicU64::new(seeds.start);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let start = Instant::now();
                    let found = check(seed, settings);
                    let mut tally = tally.lock().expect("no panics");
                    tally.add(&found);
                    if settings.long {
                        report(seed, &found, &tally, start.elapsed());
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no panics");
    let wrong = &tally.wrong;
    assert!(
        wrong.is_empty(),
        "{} programs: {}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n\n")
    );
    tally
}

/// Prints the errors that were found for the program of the seed `seed`, and the time of its check if that was long.
/// `all` has the sums of the counters over all programs so far.
fn report(seed: u64, found: &Tally, all: &Tally, time: Duration) {
    let mut out = std::io::stdout();
    let slow = time > Duration::from_secs(20);
    for wrong in &found.wrong {
        let _ = writeln!(out, "{wrong}");
    }
    if slow || all.programs.is_multiple_of(100) {
        let paths = found.paths;
        let _ = writeln!(
            out,
            "{} programs; seed {seed}: {paths} paths, {time:.1?}",
            all.programs
        );
    }
}

#[test]
fn all_paths_of_200_programs_match_all_inputs() {
    let settings = Settings {
        configurations: 2,
        long: false,
    };
    let tally = check_all(0..200, settings, check::check);
    assert_eq!(tally.programs, 200);
    // Most programs should have several outcomes, because a program with one outcome tests little.
    assert!(tally.outcomes > 400, "{tally:?}");
    assert!(tally.failures > 100, "{tally:?}");
    assert!(tally.melds > 200, "{tally:?}");
}

#[test]
fn guarded_melding_preserves_failures() {
    guarded_accesses(0..100, false);
}

#[test]
#[ignore = "takes minutes"]
fn guarded_melding_of_500_programs_preserves_failures() {
    guarded_accesses(1000..1500, true);
}

/// Checks that guarded melding neither adds failures to the generated programs nor hides any. Speculative melding adds
/// failures, and its driver must detect them as spurious. If `long` is set, the test also prints the counters.
fn guarded_accesses(seeds: std::ops::Range<u64>, long: bool) {
    let programs = seeds.end - seeds.start;
    let settings = Settings {
        configurations: 1,
        long,
    };
    let tally = check_all(seeds, settings, check::check_guarded);
    if long {
        let _ = writeln!(std::io::stdout(), "{tally:?}");
    }
    assert!(tally.melds > 3 * programs, "{tally:?}");
    assert!(tally.failures > programs / 2, "{tally:?}");
    assert!(tally.spurious > programs / 2, "{tally:?}");
}

#[test]
#[ignore = "takes many minutes"]
fn all_paths_of_2000_programs_match_all_inputs() {
    let range = std::env::var("SYMTOOL_RANDOM_C").unwrap_or_else(|_| "1000..3000".to_owned());
    let (from, to) = range.split_once("..").expect("FROM..TO");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let tally = check_all(
        number(from)..number(to),
        Settings {
            configurations: std::env::var("SYMTOOL_RANDOM_C_WAYS")
                .map_or(check::ALL, |text| number(&text) as usize),
            long: true,
        },
        check::check,
    );
    let _ = writeln!(std::io::stdout(), "{range}: {tally:?}");
}
