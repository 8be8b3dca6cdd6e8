//! State merging policies: the rules by which states wait for each other and are merged during exploration.
//!
//! The engine computes the join of two states ([`symtool_engine::merging`]). A policy consists of a schedule, which
//! lets states wait for each other at merge points, and a similarity relation, which decides whether two waiting states
//! are joined. [`POLICIES`] lists the policies.
//!
//! | module | contents |
//! | --- | --- |
//! | `dynamic` | dynamic merging: states that may soon be joined run before the state that the search selects |
//! | `history` | dynamic merging as published: a state that is similar to an earlier state of another path runs first |
//! | [`Topological`] | static merging: states wait for each other at merge points |
//! | `positions` | for `static`, `dynamic` and `history`: the waiting states in topological order |
//! | `manual` | joins states in code regions that the program marks by `klee_open_merge` and `klee_close_merge` |
//! | [`pattern`] | merges the paths of a loop or function into states with a quantifier over the iterations |
//! | [`qce`] | query count estimation: the expected number of later queries, in total and for each variable |
//! | `apart` | forbids the merging of states on source lines that the options list |
//! | `similarity` | the similarity relation of query count estimation |
//!
//! ```
//! use symtool_engine::Config;
//! use symtool_engine::merging::Merging;
//! use symtool_policies::{Options, plan, policy};
//!
//! let row = policy("static").expect("a row of POLICIES");
//! let merging = Merging { plan: plan(row, Options::default()), all_paths: false };
//! let config = Config::default().merging(Some(merging));
//! # assert!(config.merging.is_some());
//! ```
#![forbid(unsafe_code)]

mod apart;
mod dynamic;
mod history;
mod manual;
mod options;
pub mod pattern;
mod positions;
pub mod qce;
mod similarity;
mod topological;

use apart::Apart;
pub use dynamic::Dynamic;
use history::History;
use manual::{Manual, SameRegions};
pub use options::{Driver, Options, SourcePlace};
use pattern::{NoPairs, Pattern, PatternOptions};
use qce::Qce;
use similarity::QceSimilarity;
use std::sync::Arc;
use symtool_engine::merging::{MergePlan, MergePolicy, SchedulePolicy};
use symtool_ir::table::{Row, Table};
use symtool_ir::{Func, Module};
pub use topological::Topological;

/// A row of [`POLICIES`]: one merge policy.
#[derive(Debug)]
pub struct PolicyInfo {
    /// The policy's name on the command line.
    pub name: &'static str,
    /// The description of the policy in the help text of the command line.
    pub help: &'static str,
    /// Creates the policy for exploring a program, with the given options.
    pub make: fn(&Module, &Options) -> MergePolicy,
}

impl Row for PolicyInfo {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// All merge policies.
pub static POLICIES: Table<PolicyInfo> = Table::new(
    "merge policy",
    &[
        PolicyInfo {
            name: "manual",
            help: "merges the states that fork after a klee_open_merge when they reach its klee_close_merge",
            make: |_, _| MergePolicy {
                schedule: Box::new(Manual::default()),
                similarity: Box::new(SameRegions),
            },
        },
        PolicyInfo {
            name: "static",
            help: "merges at every merge point: a state waits there for the states that can still reach this merge point; --search has no effect",
            make: |module, options| by_query_count(module, options, Topological::default()),
        },
        PolicyInfo {
            name: "dynamic",
            help: "runs states in the order of --search, but states that can soon merge with another state run first; without --search, the same as static",
            make: |module, options| match options.driver {
                Driver::None => by_query_count(module, options, Topological::default()),
                driver @ (Driver::Paths | Driver::NewCode) => {
                    by_query_count(module, options, Dynamic::new(driver, options.delta))
                }
            },
        },
        PolicyInfo {
            name: "history",
            help: "dynamic merging by the algorithm of Kuznetsov et al. (2012): a state that is similar to a recent earlier state of another path runs first",
            make: |module, options| {
                let similarity = QceSimilarity::new(module, Qce::new(module, options.qce));
                by_query_count(module, options, History::new(similarity, options.delta))
            },
        },
        PolicyInfo {
            name: "pattern",
            help: "merges at the exit of a loop or function that forks: paths with conditions that differ only in the number of repetitions of one part become one state with a quantifier",
            make: |_, options| by_regions(options.pattern.clone()),
        },
        PolicyInfo {
            name: "cfg",
            help: "merges all paths at the exit of a loop or function that forks, without quantifiers",
            make: |_, options| {
                by_regions(PatternOptions {
                    quantified: false,
                    incremental: false,
                    ..options.pattern.clone()
                })
            },
        },
    ],
);

fn by_query_count(
    module: &Module,
    options: &Options,
    schedule: impl SchedulePolicy + 'static,
) -> MergePolicy {
    let similarity = QceSimilarity::new(module, Qce::new(module, options.qce));
    MergePolicy {
        schedule: Box::new(schedule),
        similarity: match options.apart.as_slice() {
            [] => Box::new(similarity),
            places => Box::new(Apart::new(module, places, similarity)),
        },
    }
}

fn by_regions(options: PatternOptions) -> MergePolicy {
    MergePolicy {
        schedule: Box::new(Pattern::new(options)),
        similarity: Box::new(NoPairs),
    }
}

/// Returns the merge policy with the command-line name `name`; `None` if there is none.
pub fn policy(name: &str) -> Option<&'static PolicyInfo> {
    POLICIES.find(name)
}

#[derive(Debug)]
struct Plan {
    policy: &'static PolicyInfo,
    options: Options,
}

impl MergePlan for Plan {
    fn policy(&self, module: &Module, _: Func) -> MergePolicy {
        (self.policy.make)(module, &self.options)
    }
}

/// Returns a merge plan: a factory from which each exploration creates its own instance of the policy.
pub fn plan(policy: &'static PolicyInfo, options: Options) -> Arc<dyn MergePlan> {
    Arc::new(Plan { policy, options })
}
