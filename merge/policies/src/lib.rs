//! Which states are merged while a program is explored.
//!
//! Joining itself is done by exploration ([`symtool_engine::merging`]); a policy says who waits for whom and what is worth joining.
//!
//! | room | holds |
//! | --- | --- |
//! | `dynamic` | states that are about to meet are brought together, over any search |
//! | `manual` | regions that the program marks |
//! | [`pattern`] | the paths of a loop or function as one state with a quantifier |
//! | [`qce`] | how many branches lie ahead, and how many depend on a variable |
//! | `similar` | which states are worth joining, by these counts |
//! | `topological` | states wait for each other where paths meet |
mod dynamic;
mod manual;
pub mod pattern;
pub mod qce;
mod similar;
mod topological;

use pattern::{Pattern, PatternOptions};
use qce::{Qce, QceOptions};
use similar::Similarity;
use std::sync::Arc;
use symtool_engine::merging::{MergePlan, MergePolicy};
use symtool_ir::{Func, Module};

/// One row of the table.
#[derive(Debug)]
pub struct PolicyInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Does it look for patterns in conditions, so that reads should stay reads however few cells there are?
    pub keeps_reads: bool,
    /// Makes one for a program that starts in a function.
    pub make: fn(&Module, Func, &Options) -> Box<dyn MergePolicy>,
}

/// The policies.
pub static POLICIES: &[PolicyInfo] = &[
    PolicyInfo {
        name: "manual",
        help: "at klee_close_merge, with all states that come from the same klee_open_merge",
        keeps_reads: false,
        make: |_, _, _| Box::new(manual::Manual::default()),
    },
    PolicyInfo {
        name: "static",
        help: "wherever paths meet: each waits there for those behind it, whatever --search says",
        keeps_reads: false,
        make: |module, _, options| {
            Box::new(topological::Topological::new(similarity(module, options)))
        },
    },
    PolicyInfo {
        name: "dynamic",
        help: "--search chooses, but paths that are about to meet another one go first; as static where no --search is given",
        keeps_reads: false,
        make: |module, _, options| {
            let similarity = similarity(module, options);
            match options.driver {
                Driver::None => Box::new(topological::Topological::new(similarity)),
                driver => Box::new(dynamic::Dynamic::new(similarity, driver, options.delta)),
            }
        },
    },
    PolicyInfo {
        name: "pattern",
        help: "where a loop or function that forks is left: paths that differ in how often something repeats become one, with a quantifier",
        keeps_reads: true,
        make: |_, _, options| Box::new(Pattern::new(options.pattern.clone())),
    },
    PolicyInfo {
        name: "cfg",
        help: "at the same places, without patterns",
        keeps_reads: false,
        make: |_, _, options| {
            Box::new(Pattern::new(PatternOptions {
                quantified: false,
                incremental: false,
                ..options.pattern.clone()
            }))
        },
    },
];

fn similarity(module: &Module, options: &Options) -> Similarity {
    Similarity::new(module, Qce::new(module, options.qce))
}

/// The row with this name.
pub fn policy(name: &str) -> Option<&'static PolicyInfo> {
    POLICIES.iter().find(|row| row.name == name)
}

/// What the search under dynamic merging is after.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// None has been asked for: states run in the order in which most meet.
    None,
    /// An order of paths.
    Paths,
    /// New code.
    NewCode,
}

/// What policies may be told.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is worth joining.
    pub qce: QceOptions,
    /// What drives dynamic merging.
    pub driver: Driver,
    /// A sixteenth of the turns for which dynamic merging lets a state catch up before a path ends.
    pub delta: usize,
    /// How merging by patterns goes about it.
    pub pattern: PatternOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            qce: QceOptions::default(),
            delta: 8,
            driver: Driver::Paths,
            pattern: PatternOptions::default(),
        }
    }
}

#[derive(Debug)]
struct Plan {
    policy: &'static PolicyInfo,
    options: Options,
}

impl MergePlan for Plan {
    fn policy(&self, module: &Module, entry: Func) -> Box<dyn MergePolicy> {
        (self.policy.make)(module, entry, &self.options)
    }
}

/// The plan to merge by a policy.
pub fn plan(policy: &'static PolicyInfo, options: Options) -> Arc<dyn MergePlan> {
    Arc::new(Plan { policy, options })
}
