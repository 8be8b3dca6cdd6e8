//! The test checks that static merging does little additional work in programs in which it saves no work. In the random
//! programs, paths differ in constants that reach only checks, array indexes and heap memory.
use std::time::Instant;
use symtool_engine::merging::Merging;
use symtool_engine::{Config, Exploration};
use symtool_policies::Options;
use symtool_testkit::differences::{self, Differences};
use symtool_testkit::replay::explored_with;

/// Returns how the paths of the random program with this seed differ. The paths differ in constants, and `seed % 4`
/// selects the operations that these constants reach. 0: checks; 1: checks and indexes; 2: checks and heap memory; 3:
/// all three.
fn kinds(seed: u64) -> Differences {
    let all = Differences::all();
    let alone = Differences {
        checks: false,
        indexes: false,
        heap: false,
        ..all.clone()
    };
    match seed % 4 {
        0 => Differences {
            checks: true,
            ..alone
        },
        1 => Differences {
            indexes: true,
            checks: true,
            ..alone
        },
        2 => Differences {
            heap: true,
            checks: true,
            ..alone
        },
        _ => all,
    }
}

fn explored(text: &str, policy: Option<&str>) -> Exploration {
    let merging = policy.map(|name| Merging {
        plan: symtool_policies::plan(
            symtool_policies::policy(name).expect("a row of POLICIES"),
            Options::default(),
        ),
        all_paths: false,
    });
    let run = explored_with(text, &Config::default().merging(merging));
    assert!(run.reasons().is_empty(), "{:?}\n{text}", run.reasons());
    run.exploration
}

#[test]
fn static_merging_issues_few_more_queries_than_plain_exploration() {
    for seed in 0..40 {
        let text = differences::program(seed, kinds(seed));
        let (plain, merged) = (explored(&text, None), explored(&text, Some("static")));
        let work = |run: &Exploration| (run.stats.instructions, run.stats.solver.solver);
        let (base, other) = (work(&plain), work(&merged));
        assert!(
            other.0 <= 2 * base.0 && other.1 <= 2 * base.1 + 20,
            "seed {seed}: {base:?} and {other:?} instructions and queries\n{text}"
        );
    }
}

/// Explores a program up to `runs` times and returns the shortest time in seconds. Stops after the first exploration
/// that takes at most `limit` seconds.
fn seconds(text: &str, policy: Option<&str>, (runs, limit): (u32, f64)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        explored(text, policy);
        least = least.min(start.elapsed().as_secs_f64());
        if least <= limit {
            break;
        }
    }
    least
}

/// Measures the time of each random program with and without merging. The environment variable
/// `SYMTOOL_MERGE_SEEDS=0..500` selects the seeds of the programs. If it selects a single seed, the program of the seed
/// is printed.
#[test]
#[ignore = "measures time"]
fn static_merging_takes_at_most_twice_the_time_of_plain_exploration() {
    let range = std::env::var("SYMTOOL_MERGE_SEEDS").unwrap_or_else(|_| "0..500".to_owned());
    let (from, to) = range.split_once("..").expect("as in 0..500");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (mut sums, mut worst, mut slow) = ([0.0; 2], 0.0, Vec::new());
    for seed in number(from)..number(to) {
        let text = differences::program(seed, kinds(seed));
        let plain = seconds(&text, None, (2, 0.0));
        let limit = 2.0 * plain + 0.1;
        let merged = seconds(&text, Some("static"), (5, limit));
        sums = [sums[0] + plain, sums[1] + merged];
        worst = f64::max(worst, merged / plain);
        if number(to) - number(from) == 1 {
            println!("{text}");
        }
        if merged > limit {
            slow.push((seed, plain, merged));
        }
    }
    println!(
        "plain {:.2} s, static {:.2} s, greatest ratio {worst:.2}",
        sums[0], sums[1]
    );
    assert!(slow.is_empty(), "{slow:?}");
}
