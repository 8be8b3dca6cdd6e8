//! Which states are merged while a program is explored.
//!
//! Joining itself is done by exploration ([`symtool_symex::merging`]); a policy says who waits for whom and what is worth joining.
//!
//! | room | holds |
//! | --- | --- |
//! | [`manual`] | regions that the program marks |
mod manual;

use std::sync::Arc;
use symtool_ir::{Func, Module};
use symtool_symex::merging::{MergePlan, MergePolicy};

/// One row of the table.
#[derive(Debug)]
pub struct PolicyInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Makes one for a program that starts in a function.
    pub make: fn(&Module, Func, &Options) -> Box<dyn MergePolicy>,
}

/// The policies.
pub static POLICIES: &[PolicyInfo] = &[PolicyInfo {
    name: "manual",
    help: "at klee_close_merge, with all states that come from the same klee_open_merge",
    make: |_, _, _| Box::new(manual::Manual::default()),
}];

/// The row with this name.
pub fn policy(name: &str) -> Option<&'static PolicyInfo> {
    POLICIES.iter().find(|row| row.name == name)
}

/// What policies may be told.
#[derive(Clone, Debug, Default)]
pub struct Options {}

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
