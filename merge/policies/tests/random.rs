//! The tests check on random small programs that no merge policy changes the outcomes.
//!
//! The reference is concrete execution of all 256 inputs. For exploration with merging, the tests check that
//!
//! - every test case that exploration writes has the same outcome when it is replayed;
//! - the failures are those of the reference, by kind and source location;
//! - the exact number of program paths is that of exploration without merging;
//! - if exploration writes one test for each path of a merged state, the tests execute exactly the sequences of lines
//!   that the inputs without a failure execute.

use std::collections::BTreeSet;
use symtool_engine::merging::Merging;
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, explore};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Func, Inputs, Loc, Module, Outcome};
use symtool_policies::pattern::PatternOptions;
use symtool_policies::qce::QceOptions;
use symtool_policies::{Options, POLICIES, PolicyInfo};
use symtool_testkit::replay::{End, Replayer, end_of, program};
use symtool_testkit::writer::{Constructs, Writer};

const ALPHAS: [f64; 4] = [0.0, 1e-12, 0.5, f64::INFINITY];

/// Runs a program on an input. Returns the executed lines and the outcome.
fn trace(module: &Module, entry: Func, config: &Config, inputs: &Inputs) -> (Vec<Loc>, Outcome) {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: config.failures.checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    let mut lines = Vec::new();
    let run = interp::run_traced(module, entry, &config, &mut |_, loc| lines.push(loc));
    (lines, run.outcome)
}

fn compare(seed: u64, policy: usize, alpha: f64) -> u64 {
    let text = Writer::program(seed, Constructs::exploration()).text;
    let (module, entry) = program(&text);
    let options = Options {
        qce: QceOptions {
            alpha,
            // Every third seed uses the full variant of QCE (query count estimation), which also counts the cost of
            // `ite` expressions.
            zeta: if seed.is_multiple_of(3) { 2.0 } else { 1.0 },
            ..QceOptions::default()
        },
        // Prove that each state merged by a pattern is equivalent to the ordinary join.
        pattern: PatternOptions {
            check: true,
            incremental: !seed.is_multiple_of(4),
            ..PatternOptions::default()
        },
        ..Options::default()
    };
    let config = Config::default()
        .max_resolutions(16)
        .search(&SEARCHERS[seed as usize % SEARCHERS.len()])
        .seed(seed)
        // The seed decides whether reads at symbolic indices become `ite` chains or remain array reads.
        .max_ite_cells([32, 4][seed as usize / 3 % 2])
        .count_paths(true)
        .merging(Some(Merging {
            plan: symtool_policies::plan(&POLICIES[policy], options),
            all_paths: true,
        }));
    let mut well: BTreeSet<Vec<Loc>> = BTreeSet::new();
    let mut failures: BTreeSet<End> = BTreeSet::new();
    for byte in 0..=255u8 {
        let mut inputs = Inputs::default();
        inputs.push("a", vec![byte & 15]);
        inputs.push("b", vec![byte >> 4]);
        let (lines, outcome) = trace(&module, entry, &config, &inputs);
        match outcome {
            Outcome::Bug(_) => drop(failures.insert(end_of(&outcome))),
            Outcome::AssumeFailed => {}
            _ => drop(well.insert(lines)),
        }
    }
    let mut replayer = Replayer::new(&module, entry, &config);
    let exploration = explore(&module, entry, &config, &mut replayer);
    let name = POLICIES[policy].name;
    let context = || {
        format!(
            "seed {seed}, {name}, alpha {alpha}, {}:\n{text}",
            config.schedule.search.name
        )
    };
    let refuted =
        |(label, number): &(String, u64)| label.contains("without a proof") && *number > 0;
    assert!(!exploration.merging.iter().any(refuted), "{}", context());
    let incomplete = &exploration.incomplete;
    assert!(incomplete.is_empty(), "{incomplete:?} {}", context());
    assert!(
        replayer.spurious.is_empty(),
        "{:?} {}",
        replayer.spurious,
        context()
    );
    let (mut found_well, mut found_failures) = (BTreeSet::new(), BTreeSet::new());
    for (inputs, end) in &replayer.paths {
        let (lines, outcome) = trace(&module, entry, &config, inputs);
        match outcome {
            Outcome::Bug(_) => drop(found_failures.insert(end.clone())),
            _ => drop(found_well.insert(lines)),
        }
    }
    assert_eq!(found_failures, failures, "{}", context());
    assert!(
        found_well == well,
        "{} paths instead of {}: {}",
        found_well.len(),
        well.len(),
        context()
    );
    let plain = config.clone().merging(None);
    let plain = explore(
        &module,
        entry,
        &plain,
        &mut Replayer::new(&module, entry, &plain),
    );
    let paths = exploration.stats.paths;
    assert_eq!(paths.uncounted, 0, "{}", context());
    assert_eq!(
        paths.exact,
        u128::from(plain.stats.paths.completed),
        "{}",
        context()
    );
    paths.merged
}

/// Returns the lines that some input executes but no test covers, if exploration does not write a test for each path
/// but only for new coverage. `None` if an input fails.
fn lines_without_a_test(seed: u64, policy: &'static PolicyInfo) -> Option<BTreeSet<Loc>> {
    let text = Writer::program(seed, Constructs::exploration()).text;
    let (module, entry) = program(&text);
    let config = Config::default()
        .search(&SEARCHERS[seed as usize % SEARCHERS.len()])
        .seed(seed)
        .merging(Some(Merging {
            plan: symtool_policies::plan(policy, Options::default()),
            all_paths: false,
        }));
    let mut lines: BTreeSet<Loc> = BTreeSet::new();
    for byte in 0..=255u8 {
        let mut inputs = Inputs::default();
        inputs.push("a", vec![byte & 15]);
        inputs.push("b", vec![byte >> 4]);
        let (trace, outcome) = trace(&module, entry, &config, &inputs);
        if matches!(outcome, Outcome::Bug(_) | Outcome::AssumeFailed) {
            return None;
        }
        lines.extend(trace);
    }
    let mut replayer = Replayer::new(&module, entry, &config);
    explore(&module, entry, &config, &mut replayer);
    for (inputs, _) in &replayer.paths {
        let (trace, _) = trace(&module, entry, &config, inputs);
        lines.retain(|loc| !trace.contains(loc));
    }
    Some(lines)
}

#[test]
fn tests_of_merged_paths_cover_every_executable_line() {
    let mut programs = 0;
    for seed in 0..300 {
        for policy in automatic_policies().iter().map(|&index| &POLICIES[index]) {
            let left = lines_without_a_test(seed, policy);
            programs += u32::from(left.is_some());
            let left = left.unwrap_or_default();
            assert!(left.is_empty(), "seed {seed}, {}: {left:?}", policy.name);
        }
    }
    assert!(programs > 100, "only {programs} runs without failure");
}

/// Returns the indices of the policies that need no marked regions in the program.
fn automatic_policies() -> Vec<usize> {
    let named = POLICIES.iter().enumerate();
    named
        .filter(|(_, policy)| policy.name != "manual")
        .map(|(index, _)| index)
        .collect()
}

/// Checks that merging changes no outcome of random programs. Each program is explored with one policy and one value of
/// alpha (a parameter of QCE); successive programs use the policies and values in turn.
#[test]
fn merging_preserves_outcomes() {
    let mut merged = 0;
    for seed in 0..240 {
        let automatic = automatic_policies();
        let policy = automatic[seed as usize % automatic.len()];
        merged += compare(seed, policy, ALPHAS[seed as usize / 2 % ALPHAS.len()]);
    }
    assert!(merged > 20, "only {merged} states were joined");
}

/// Checks each random program with all policies and all values of alpha: merging must not change the outcomes. The
/// environment variable `SYMTOOL_MERGE_SEEDS=1000..1100` selects the seeds of the programs.
#[test]
#[ignore = "takes ten minutes"]
fn merging_preserves_outcomes_2000_times() {
    let range = std::env::var("SYMTOOL_MERGE_SEEDS");
    let range = range.unwrap_or_else(|_| "1000..3000".to_owned());
    let (from, to) = range.split_once("..").expect("as in 1000..1100");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    for seed in number(from)..number(to) {
        for policy in 0..POLICIES.len() {
            for alpha in ALPHAS {
                compare(seed, policy, alpha);
            }
        }
    }
}
