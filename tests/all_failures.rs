//! The tests check that every mode (a combination of techniques and options) finds every failure. The modes run with
//! `--all-errors`. The kinds and source locations of the reported failures must be those of concrete execution on all
//! inputs.
//!
//! The random programs have failures of one kind on several sides of nested branches and switches. Melding unites the
//! two sides of a branch, and one instruction then replaces a failing instruction on each side. So melding could lose
//! a failure. A complete exploration must list each failure. An incomplete exploration must report that it is
//! incomplete, and may list fewer failures.
//!
//! `SYMTOOL_FAILURE_SEEDS=FROM..TO cargo test --test all_failures -- --nocapture` compares more programs and
//! prints, for each mode, the number of incomplete runs.
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use symtool::{Session, Technique};
use symtool_cdse::Strategy;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{BugKind, Inputs, Outcome, parse};
use symtool_policies::POLICIES;
use symtool_testkit::writer::{Constructs, Writer};

/// A failure in a random program, identified by its kind and its source line.
type Found = (BugKind, u32);

/// A mode: its name, its techniques and its number of threads.
struct Mode {
    name: String,
    techniques: Vec<Technique>,
    threads: usize,
}

fn modes() -> Vec<Mode> {
    let mode = |name: &str, techniques: Vec<Technique>| Mode {
        name: name.to_owned(),
        techniques,
        threads: 1,
    };
    let conflicts = || Technique::Conflicts(Strategy::default());
    let mut all = vec![
        mode("plain", vec![]),
        mode("cfmse", vec![Technique::Meld]),
        mode("cfmse=speculative", vec![Technique::MeldSpeculatively]),
        mode("cdse", vec![conflicts()]),
        mode("cfmse cdse", vec![Technique::Meld, conflicts()]),
    ];
    for policy in &POLICIES {
        let merge = || Technique::Merge(policy);
        all.push(mode(&format!("merge={}", policy.name), vec![merge()]));
        let name = format!("cfmse merge={}", policy.name);
        all.push(mode(&name, vec![Technique::Meld, merge()]));
    }
    all.push(Mode {
        threads: 2,
        ..mode("threads", vec![Technique::Meld])
    });
    all.push(Mode {
        threads: 2,
        ..mode("cdse threads", vec![Technique::Meld, conflicts()])
    });
    all
}

/// Runs the random program `text` concretely on every input, and returns the failures.
fn enumerated(text: &str, options: &Constructs) -> BTreeSet<Found> {
    let module = parse::parse_module(text, "t.sir").expect("the program parses");
    let entry = module.function_named("main").expect("there is a main");
    let mut all = BTreeSet::new();
    for a in 0..1 << options.input_bits {
        for b in 0..1 << options.input_bits {
            let mut inputs = Inputs::default();
            inputs.push("a", vec![a]);
            inputs.push("b", vec![b]);
            let config = RunConfig {
                inputs,
                ..RunConfig::default()
            };
            if let Outcome::Bug(failure) = interp::run(&module, entry, &config).outcome {
                let line = failure.loc().map_or(0, |loc| module.source.get(loc).line);
                all.insert((failure.kind, line));
            }
        }
    }
    all
}

/// Explores the random program `text` in a mode. Returns the failures, and the reasons for an incomplete exploration.
fn listed(text: &str, mode: &Mode) -> (BTreeSet<Found>, Vec<String>) {
    let mut session = Session::new().source("t.sir", text).config(|config| {
        config.failures.all_errors = true;
        config.schedule.threads = NonZeroUsize::new(mode.threads).expect("at least one");
    });
    for technique in &mode.techniques {
        session = session.technique(technique.clone());
    }
    let report = session.run().expect("the program runs");
    let found = report.violations.iter().map(|v| (v.kind, v.line)).collect();
    (found, report.incomplete)
}

/// Compares all modes with concrete execution on the random programs of the seeds `seeds`. Returns descriptions
/// of the differences, and the number of incomplete runs of each mode.
fn compare(seeds: Range<u64>) -> (Vec<String>, BTreeMap<String, u32>) {
    let (mut wrong, mut incomplete) = (Vec::new(), BTreeMap::new());
    let modes = modes();
    for seed in seeds {
        let options = Constructs::failures();
        let text = Writer::program(seed, options.clone()).text;
        let expected = enumerated(&text, &options);
        for mode in &modes {
            let (found, reasons) = listed(&text, mode);
            *incomplete.entry(mode.name.clone()).or_default() += u32::from(!reasons.is_empty());
            let is_right = match reasons.is_empty() {
                true => found == expected,
                false => found.is_subset(&expected),
            };
            if !is_right {
                let name = &mode.name;
                wrong.push(format!(
                    "seed {seed}, {name}: {found:?}, expected {expected:?}"
                ));
            }
        }
    }
    (wrong, incomplete)
}

#[test]
fn every_mode_lists_the_failures_of_all_inputs() {
    let (wrong, _) = compare(0..12);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn more_programs_by_environment_variable() {
    let Ok(seeds) = std::env::var("SYMTOOL_FAILURE_SEEDS") else {
        return;
    };
    let (from, to) = seeds.split_once("..").expect("FROM..TO");
    let seeds = from.parse().expect("a number")..to.parse().expect("a number");
    let (wrong, incomplete) = compare(seeds);
    println!("incomplete runs: {incomplete:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
