//! The interface of an exploration: its observer, its result, and its entry point.
use super::explain::ReadNote;
use super::hotspots::{CostTable, Hotspots, PointCost};
use super::{Executor, Findings, evict, remote, team, threads};
use crate::code::Code;
use crate::config::Config;
use crate::coverage::CoverageReport;
use crate::merging::decision::MergeDecision;
use crate::profile::Profile;
use crate::report::{Bug, Cut, IncompleteReason, TestCase};
use crate::stats::Stats;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use symtool_ir::{Failure, Func, Inputs, Module};

/// The result of replaying a failure on the original program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The input makes the original program fail.
    Confirmed,
    /// The input makes the original program fail in the replay, but a run on the real machine may succeed. The replay
    /// has computed a value that may differ from that of the real machine, such as a rounded `long double` or the
    /// result of a function without a model.
    Doubtful,
    /// The input does not make the original program fail.
    Spurious,
}

/// The permission of an observer to continue an exploration.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    /// The exploration continues until its total work so far, in the unit of [`Progress::work`], reaches this amount.
    Until(u64),
    /// The exploration stops, as after an interrupt.
    Stop,
}

/// The progress of an exploration. It is passed to [`Observer::grant`], in which the observer decides whether the
/// exploration continues.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The work so far: an estimate in instructions, which depends only on the program and the configuration.
    pub work: u64,
    /// The explored share of the execution tree, from 0 to 1. Each fork halves the share of a path. `None` for
    /// conflict-driven exploration, which builds no execution tree.
    pub explored: Option<f64>,
    /// The number of live states.
    pub live: u64,
}

/// Receives the results of an exploration while it runs.
pub trait Observer {
    /// Called for each completed path that [`Config::test_cases`] selects.
    fn test(&mut self, test: &TestCase);

    /// Called with an input of a path that gets no test case, if [`Config::witnesses`] selects the path. If the path
    /// was explored to its end, `steps` is `u64::MAX`. If the path was dropped before its end, the input leads to the
    /// program point at which the path was dropped, and a replay of the input may stop after `steps` instructions.
    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let _ = (inputs, steps);
    }

    /// Called with an input for which a path fails. Returns the result of replaying the input on the original
    /// program.
    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation;

    /// Called about every 50 ms. If it returns `false`, the run stops.
    fn tick(&mut self, stats: &Stats) -> bool;

    /// Lets the observer divide the time between several explorations that take turns. Called at the start, and when
    /// the work of the exploration has reached the amount that the last call granted. The call may block until it is
    /// the turn of this exploration. Explorations with several threads do not call this function.
    fn grant(&mut self, progress: Progress) -> Grant {
        let _ = progress;
        Grant::Until(u64::MAX)
    }

    /// Called before each call of [`grant`](Self::grant) except the first one, if [`Config::count_ites`] is on. `work`
    /// is the work so far, and `costs` are the forks, merges and queries of each instruction so far.
    fn costs(&mut self, work: u64, costs: Vec<PointCost>) {
        let _ = (work, costs);
    }
}

/// An observer that ignores the test cases and confirms every failure without a replay. It suits explorations whose
/// caller reads only the result.
#[derive(Copy, Clone, Debug)]
pub struct AcceptAll;

impl Observer for AcceptAll {
    fn test(&mut self, _: &TestCase) {}

    fn bug(&mut self, _: &Failure, _: &Inputs) -> Confirmation {
        Confirmation::Confirmed
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

/// The result of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The statistics of the exploration.
    pub stats: Stats,
    /// The reasons why the result is not valid for all inputs: in order of first occurrence, or by source location if
    /// there were several workers (threads). Empty if the result is valid for all inputs.
    pub incomplete: Vec<IncompleteReason>,
    /// The loops and functions that the unwinding bound cut, in source order.
    pub cuts: Vec<Cut>,
    /// The failures that replay confirmed: in the order in which they were found, or by source location if there were
    /// several workers.
    pub bugs: Vec<Bug>,
    /// The failures that replay did not confirm, one per kind and location.
    pub spurious: Vec<Failure>,
    /// The coverage of the explored paths.
    pub coverage: CoverageReport,
    /// The most expensive source lines and queries.
    pub hotspots: Hotspots,
    /// The costs of all instructions that forked, merged or issued solver queries, in the order of functions and
    /// instructions.
    pub costs: Vec<PointCost>,
    /// The costs of source lines and the execution tree, if [`Config::profile`] is on.
    pub profile: Option<Profile>,
    /// The statistics of state merging, as pairs of label and value.
    pub merging: Vec<(String, u64)>,
    /// The decisions to merge or not to merge two states, if [`Config::log_merges`](crate::Config::log_merges) is
    /// set.
    pub merges: Vec<MergeDecision>,
    /// The recorded transformations of the reads selected by
    /// [`MemoryOptions::explain`](crate::config::MemoryOptions::explain).
    pub explained: Vec<ReadNote>,
    /// The inputs of all paths in order of first occurrence, as pairs of name and size in bytes.
    pub inputs: Vec<(String, u64)>,
}

impl Exploration {
    /// Returns the unwinding bound `unwind` if a path was cut at this bound, else `None`.
    pub fn bound(&self, unwind: Option<u32>) -> Option<u32> {
        unwind.filter(|_| !self.cuts.is_empty())
    }

    /// Replaces the coverage of the result, and the coverage counters of its statistics.
    pub fn count_coverage(&mut self, coverage: CoverageReport) {
        self.stats.count_coverage(&coverage);
        self.coverage = coverage;
    }
}

/// Explores a module that has passed the verifier, from the function `entry`, for all inputs. The parameters of
/// `entry` have the value zero.
///
/// The result does not depend on earlier explorations on the same thread.
///
/// ```
/// use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase, explore};
/// use symtool_ir::{Failure, Inputs, Outcome, parse};
///
/// /// Collects the test cases.
/// struct Tests(Vec<TestCase>);
///
/// impl Observer for Tests {
///     fn test(&mut self, test: &TestCase) {
///         self.0.push(test.clone());
///     }
///     fn bug(&mut self, _: &Failure, _: &Inputs) -> Confirmation {
///         Confirmation::Confirmed
///     }
///     fn tick(&mut self, _: &Stats) -> bool {
///         true
///     }
/// }
///
/// let text = "
/// func @main() -> i32 {
/// entry:
///   %x = intrinsic symbolic i8 \"x\"
///   %digit = ult %x, 10
///   branch %digit, yes, no
/// yes:
///   return 1
/// no:
///   return 0
/// }
/// ";
/// let module = parse::parse_module(text, "example.sir").expect("the text is correct");
/// let main = module.function_named("main").expect("there is a main");
/// let mut tests = Tests(Vec::new());
/// let result = explore(&module, main, &Config::default(), &mut tests);
/// assert!(result.incomplete.is_empty() && result.bugs.is_empty());
/// assert_eq!(tests.0.len(), 2);
/// for test in &tests.0 {
///     let x = test.inputs.get("x").expect("the path reads x")[0];
///     assert_eq!(test.outcome, Outcome::Exit(i32::from(x < 10)));
/// }
/// ```
pub fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    observer: &mut dyn Observer,
) -> Exploration {
    if config.schedule.threads.get() > 1 {
        return threads::explore(program, entry, config, observer);
    }
    remote::isolated(observer, |observer| {
        let mut executor = Executor::new(program, config, observer, None);
        executor.run(entry);
        let coverage = executor.coverage.report(program, &executor.code);
        let findings = std::mem::take(&mut *team::locked(&executor.notes.findings));
        let code = Rc::clone(&executor.code);
        let part = executor.conclude();
        part.conclude(findings, coverage, (program, &code))
    })
}

/// A symbolic input that at least one path creates.
#[derive(Copy, Clone, Debug)]
pub(super) struct SeenInput {
    /// The smallest index that the input has in any path's list of inputs.
    pub(super) position: usize,
    /// The number of different inputs that the exploration had seen before this input.
    pub(super) order: usize,
    pub(super) len: u64,
}

/// The result of one worker of an exploration.
#[derive(Default)]
pub(super) struct Part {
    pub(super) stats: Stats,
    pub(super) incomplete: Vec<IncompleteReason>,
    pub(super) cuts: BTreeSet<Cut>,
    pub(super) inputs: BTreeMap<String, SeenInput>,
    pub(super) hotspots: CostTable,
    pub(super) profile: Option<Profile>,
    pub(super) merging: Vec<(String, u64)>,
    pub(super) merges: Vec<MergeDecision>,
    pub(super) explained: Vec<ReadNote>,
}

impl Part {
    /// Converts the combined results of all workers to the result of the exploration.
    pub(super) fn conclude(
        mut self,
        findings: Findings,
        coverage: CoverageReport,
        (program, code): (&Module, &Code),
    ) -> Exploration {
        if !self.incomplete.is_empty() {
            self.incomplete
                .extend(IncompleteReason::of_memory(&self.stats.solver));
        }
        self.incomplete
            .extend(evict::reason(self.stats.paths.dropped));
        let mut inputs: Vec<_> = self.inputs.into_iter().collect();
        inputs.sort_by_key(|(_, input)| input.order);
        let mut exploration = Exploration {
            stats: self.stats,
            incomplete: self.incomplete,
            cuts: self.cuts.into_iter().collect(),
            bugs: findings.bugs,
            spurious: findings.spurious,
            coverage: CoverageReport::default(),
            costs: self.hotspots.points(code),
            hotspots: self.hotspots.report(program, code),
            profile: self.profile,
            merging: self.merging,
            merges: self.merges,
            explained: self.explained,
            inputs: inputs.into_iter().map(|(name, i)| (name, i.len)).collect(),
        };
        exploration.count_coverage(coverage);
        exploration
    }
}
