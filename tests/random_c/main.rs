//! Random C programs with one or two bytes of input: all paths together say what exhaustive concrete execution says.
//!
//! - Every test case and failure replays to the end it claims.
//! - The outcomes of the paths (exit status, or kind and place of the failure; what was printed) are the outcomes of all inputs, and
//!   the ways through the program (positions in order) that the paths take are those that the inputs take: nothing is lost.
//! - That holds for every search strategy, with the caches of the solver chain on and off, and with sizes of blocks that depend on
//!   the input followed value by value or kept as they are.
//! - Melded (CFM-SE, guarded), each program fails with the same kinds at the same places.
//!
//! `cargo test --test random_c -- --ignored --nocapture` looks at 2,000 programs in all ten configurations; it tells how far it is.
//! `SYMTOOL_RANDOM_C=FROM..TO` before it looks at the programs of other seeds, and `SYMTOOL_RANDOM_C_WAYS=N` at each in N of the
//! configurations, in turn.
mod check;
mod writer;

use check::{Settings, Tally};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Checks the programs of these seeds on both cores.
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
                        tell(seed, &found, &tally, start.elapsed());
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

/// Says what was found, and which programs take long.
fn tell(seed: u64, found: &Tally, all: &Tally, time: Duration) {
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
fn all_paths_of_200_programs_together_say_what_all_inputs_do() {
    let settings = Settings {
        configurations: 2,
        long: false,
    };
    let tally = check_all(0..200, settings, check::check);
    assert_eq!(tally.programs, 200);
    // Most programs have something to find.
    assert!(tally.outcomes > 400, "{tally:?}");
    assert!(tally.failures > 100, "{tally:?}");
    assert!(tally.melds > 200, "{tally:?}");
}

#[test]
fn guarded_accesses_fail_melded_where_they_fail_unmelded() {
    guarded_accesses(0..100, false);
}

#[test]
#[ignore = "takes minutes"]
fn guarded_accesses_of_500_programs_fail_melded_where_they_fail_unmelded() {
    guarded_accesses(1000..1500, true);
}

/// Guarded melding invents no failure and hides none; speculative melding invents some, and its driver finds them out.
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
fn all_paths_of_2000_programs_together_say_what_all_inputs_do() {
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
