//! The engines of automatic mode: combinations of techniques, as rows of a table. Each engine runs one *job*: an
//! exploration of the program with the techniques in a [`Plan`] and in the configuration of the symbolic engine.
use super::features::Features;
use crate::job::Plan;
use crate::local::Revision;
use symtool_cdse::{CdseConfig, Strategy};
use symtool_engine::merging::Merging;
use symtool_engine::{Config, TestCases, Witnesses, search};
use symtool_ir::table::{Row, Table};
use symtool_meld::MeldOptions;
use symtool_policies::{Options, SourcePlace};

/// A combination of techniques with which automatic mode explores a program. Each engine is a row of [`ENGINES`].
#[derive(Debug)]
pub struct Engine {
    /// The name of the engine.
    pub name: &'static str,
    /// Returns the equivalent options of the command line, with which a user can repeat the exploration of this engine
    /// alone.
    pub options: fn(&Config) -> &'static str,
    /// One line of text for `--help`.
    pub help: &'static str,
    /// The weight of the engine for a program: its share of the work of the first round, relative to the other engines.
    /// The engine with the greatest weight begins. An engine with the weight 0 does not run, unless all
    /// weights are 0.
    pub weight: fn(&Features) -> u64,
    /// Sets the techniques of the engine in the plan and the configuration of its job.
    pub select: fn(&mut Plan, &mut Config),
    /// The time at which the engine begins to explore.
    pub start: Start,
}

/// The time at which an engine of automatic mode begins to explore.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the first round.
    FirstRound,
    /// When some melds or merges of another engine, whose name is given, have turned out to be expensive. The engine
    /// with this start avoids them. It begins in the first round if no engine with the given name runs.
    Revises(&'static str),
    /// When a run that makes test cases has become long (`schedule::is_long`). An engine with this start covers code,
    /// and is seldom the first that finishes. It begins in the first round if no other engine does.
    LongRun,
}

impl Row for Engine {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The engines of automatic mode.
pub static ENGINES: Table<Engine> = Table::new("engine", BUILTIN);

/// Returns all engines, in the order of the table.
pub fn all() -> Vec<&'static Engine> {
    ENGINES.iter().collect()
}

const BUILTIN: &[Engine] = &[
    Engine {
        name: "melding",
        options: |_| "--cfmse --merge=static",
        help: "melds symbolic branches, and merges states in which no hot variable (see --qce-alpha) differs",
        weight: |_| 4,
        select: |plan, config| {
            plan.meld = Some(MeldOptions::default());
            plan.local = true;
            merge(config, "static", Vec::new());
        },
        start: Start::FirstRound,
    },
    Engine {
        name: "paths",
        options: |config| match wants_coverage(config) {
            true => "--search=fair-covnew",
            false => "--search=fair",
        },
        help: "explores path by path: starts depth first, and then mostly uses the searcher covnew, which prefers states that reached new code; with --verify, stays mostly depth first (--search=fair)",
        weight: |features| 1 + weight_of_preparation(features),
        select: |_, config| {
            let name = match wants_coverage(config) {
                true => "fair-covnew",
                false => "fair",
            };
            if let Some(fair) = search::searcher(name) {
                config.schedule.search = fair;
            }
        },
        start: Start::FirstRound,
    },
    Engine {
        name: "conflicts",
        options: |_| "--cdse",
        help: "searches for paths to failures, and learns a conflict clause from each infeasible path",
        weight: |_| 1,
        select: |plan, _| {
            plan.cdse = Some(CdseConfig {
                strategy: Strategy::default(),
                ..CdseConfig::default()
            });
        },
        start: Start::FirstRound,
    },
    Engine {
        name: "patterns",
        options: |_| "--merge=pattern",
        help: "merges the paths of a loop that differ in a repetition count into states with a quantifier",
        weight: |features| if features.symbolic_loops > 0 { 2 } else { 0 },
        select: |_, config| merge(config, "pattern", Vec::new()),
        start: Start::FirstRound,
    },
    Engine {
        name: "melded-coverage",
        options: |_| "--cfmse --search=interleaved",
        help: "like the engine `coverage`, with half of its work, but melds symbolic branches: the code after a loop with melded branches is reached by fewer paths",
        weight: |features| u64::from(features.symbolic_loops > 0),
        select: |plan, config| {
            plan.meld = Some(MeldOptions::default());
            plan.local = true;
            if let Some(interleaved) = search::searcher("interleaved") {
                config.schedule.search = interleaved;
            }
        },
        start: Start::LongRun,
    },
    Engine {
        name: "coverage",
        options: |_| "--search=interleaved",
        help: "explores path by path to cover code: alternates between random paths and states that reached new code; runs only in a long run that writes test cases",
        weight: |_| 1,
        select: |_, config| {
            if let Some(interleaved) = search::searcher("interleaved") {
                config.schedule.search = interleaved;
            }
        },
        start: Start::LongRun,
    },
    Engine {
        name: "revised",
        options: |_| "--cfmse --merge=static",
        help: "like the engine `melding`, but without its expensive melds and merges",
        weight: |_| 1,
        select: |plan, config| {
            plan.meld = Some(MeldOptions::default());
            plan.local = true;
            merge(config, "static", Vec::new());
        },
        start: Start::Revises("melding"),
    },
];

/// Returns an additional weight for the engine that explores path by path; 0 unless the program is large. This engine
/// can begin at once. The other engines first analyze and change the whole program, which is not counted as work: on a
/// program with 29,000 instructions, this preparation takes 4 s. There, the additional weight makes the first turn of
/// the engine 1.5 s longer, so that the first test cases do not wait for the preparation of the other engines.
fn weight_of_preparation(features: &Features) -> u64 {
    // A smaller program needs no additional weight: with 7,000 instructions (cJSON), the preparation of the other
    // engines takes less time than the longer first turn would.
    const LARGE: usize = 10_000;
    const INSTRUCTIONS: usize = 250;
    match features.instructions {
        0..LARGE => 0,
        instructions => (instructions / INSTRUCTIONS) as u64,
    }
}

/// Returns whether the run should make test cases that cover the program. A run that stops at the first violation
/// should only give a verdict.
pub(super) fn wants_coverage(config: &Config) -> bool {
    config.test_cases != TestCases::None && !config.failures.stop_at_first_bug
}

/// Selects a merge policy by its name in the table of policies. The policy never merges states at the source locations
/// `apart`.
fn merge(config: &mut Config, policy: &str, apart: Vec<SourcePlace>) {
    let options = Options {
        apart,
        ..Options::default()
    };
    config.merging = symtool_policies::policy(policy).map(|row| Merging {
        plan: symtool_policies::plan(row, options),
        all_paths: false,
    });
}

/// Changes the plan and the configuration of an engine that melds and merges, so that the engine avoids the melds and
/// merges in `revision`.
pub(super) fn revise(plan: &mut Plan, config: &mut Config, revision: &Revision) {
    let options = plan.meld.get_or_insert_default();
    for place in &revision.forked {
        options.expensive.insert(place.clone());
    }
    let apart = revision.apart.iter().map(|place| SourcePlace {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
    });
    merge(config, "static", apart.collect());
}

impl Engine {
    /// Returns the plan and the configuration of this engine. `plan` and `config` contain the options that are the same
    /// for all engines.
    pub(super) fn configure(&self, plan: &Plan, config: &Config) -> (Plan, Config) {
        let (mut plan, mut config) = (plan.clone(), config.clone());
        (self.select)(&mut plan, &mut config);
        let changes_program = plan.changes_program();
        config.count_ites = true;
        // Automatic mode writes a test case only if it has new coverage of the original program. An engine that
        // explores a changed program cannot measure this coverage. Such an engine reports an input of every path; the
        // recorder (`driver::recorder`) replays each input and keeps those with new coverage. An engine that explores
        // the original program measures the coverage itself, and reports no inputs of paths without new coverage. The
        // replays of such inputs would be expensive: they took half the time of a run on the program `elevator_true`.
        config.witnesses = match changes_program {
            true => Witnesses::EveryPath,
            false => Witnesses::NewCoverage,
        };
        config.test_cases = match config.test_cases {
            TestCases::None => TestCases::None,
            TestCases::NewCoverage | TestCases::EveryPath if changes_program => {
                TestCases::EveryPath
            }
            TestCases::NewCoverage | TestCases::EveryPath => TestCases::NewCoverage,
        };
        (plan, config)
    }
}
