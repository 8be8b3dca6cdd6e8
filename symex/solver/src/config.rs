//! The configuration of a solver chain. A *link* is one solving technique of the chain.
use crate::budget::Budget;
use crate::interrupt::InterruptHandle;
use crate::log::QueryLog;
use crate::pacer::Pacer;
use crate::smt::choice::SolverChoice;
use std::sync::Arc;
use std::time::Duration;
use symtool_expr::arrays::Reads;

/// A selection of links (solving techniques of the chain). It starts with the links that run by default according to
/// the table [`LINKS`](crate::LINKS), or with no links. Then it enables or disables links by name.
///
/// ```
/// use symtool_solver::{LINKS, LinkSet};
/// let set: LinkSet = "-ranks".parse()?;
/// let off: Vec<&str> = LINKS.iter().filter(|link| !link.is_in(&set)).map(|link| link.name).collect();
/// // The link `implied-values` is off by default.
/// assert_eq!(off, ["implied-values", "ranks"]);
/// # Ok::<(), symtool_solver::LinkError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkSet {
    starts_empty: bool,
    switched: Vec<(&'static str, bool)>,
}

impl LinkSet {
    /// Returns the selection that contains no links.
    pub fn none() -> LinkSet {
        LinkSet {
            starts_empty: true,
            switched: Vec::new(),
        }
    }

    /// Returns the selection without the named link.
    #[must_use]
    pub fn without(mut self, name: &'static str) -> LinkSet {
        self.switch(name, false);
        self
    }

    pub(crate) fn switch(&mut self, name: &'static str, on: bool) {
        self.switched.push((name, on));
    }

    /// Returns whether the selection names the link `name` explicitly, to enable or to disable it.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.switched.iter().any(|(other, _)| *other == name)
    }

    pub(crate) fn has(&self, name: &str, default: bool) -> bool {
        let switch = self.switched.iter().rev().find(|(other, _)| *other == name);
        switch.map_or(default && !self.starts_empty, |&(_, on)| on)
    }
}

/// The options of a solver chain.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// The SMT solvers, in the order in which they run. If the list is empty, Z3 runs.
    pub solvers: Vec<SolverChoice>,
    /// The selection of the links (solving techniques) that run.
    pub links: LinkSet,
    /// Budgets that replace the budgets of the table [`LINKS`](crate::LINKS). Each budget is stored with the name of
    /// its link.
    pub budgets: Vec<(&'static str, Budget)>,
    /// Whether Z3 checks each *unsat* answer of a link that is not an SMT solver (`--solver-check`).
    pub check: bool,
    /// The log of solver queries; `None` if queries are not logged.
    pub log: Option<Arc<QueryLog>>,
    /// The wall-clock time limit of one query.
    pub timeout: Duration,
    /// The memory limit of the process, in bytes; `None` for no limit. A query of Z3 that needs more memory than the
    /// process has left, or more than half of the limit, has no answer.
    pub memory: Option<u64>,
    /// The encoding in which array reads are passed to Z3.
    pub reads: Reads,
    /// The maximum number of input bytes that queries minimize for one independent group of constraints, when a
    /// canonical model is computed. A canonical model is the first of a path's models in a fixed order (see
    /// `canonical_models`). Bytes whose final value is 0 are not counted. When the maximum is reached, the remaining
    /// bytes of the group are minimized by evaluation, without queries.
    pub canonical_bytes: u32,
    /// A handle by which another thread stops the running query and all later queries.
    pub interrupt: InterruptHandle,
    /// Divides long queries into portions of work. Between two portions, automatic mode can run another engine
    /// (combination of techniques). The default does not divide queries.
    pub pacer: Pacer,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            solvers: Vec::new(),
            links: LinkSet::default(),
            budgets: Vec::new(),
            check: false,
            log: None,
            timeout: Duration::from_secs(30),
            memory: None,
            reads: Reads::default(),
            canonical_bytes: 64,
            interrupt: InterruptHandle::default(),
            pacer: Pacer::default(),
        }
    }
}
