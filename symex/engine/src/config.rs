//! What an exploration may do and for how long.
use crate::merging::Merging;
use crate::search::{SEARCHERS, SearcherInfo};
use std::num::NonZeroUsize;
use std::time::Duration;
use symtool_expr::arrays::ArrayOptions;
use symtool_ir::bug::Checks;
use symtool_ir::interp::RunConfig;
use symtool_ir::interp::snapshot::Snapshot;
use symtool_ir::{Func, Module};
use symtool_solver::{InterruptHandle, SolverConfig};

/// Runs the beginning of a program, in which nothing depends on inputs yet, faster than exploring it does.
///
/// What is found is the same with and without: exploration goes on from the snapshot.
#[derive(Copy, Clone, Debug)]
pub struct Prefix {
    /// Runs the program up to a step that only exploration can do; asks every now and then whether to go on. `None` if it
    /// cannot run this program.
    pub run: fn(&Module, Func, &RunConfig, &mut dyn FnMut() -> bool) -> Option<Snapshot>,
    /// Explore so many instructions first, in which nothing may depend on an input.
    pub warm_up: u64,
    /// And so many for each instruction of the program, because `run` takes the longer to begin the larger it is.
    pub patience: u64,
}

/// Settings of one exploration. `Default` is what the command line does without options.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which kinds of failure are looked for.
    pub checks: Checks,
    /// End the run at the first confirmed failure.
    pub stop_at_first_bug: bool,
    /// Report every failing path, not only the first of each kind and place.
    pub all_errors: bool,
    /// Make a test case for every completed path.
    pub tests: bool,
    /// Only those that cover a line or branch no earlier path covered.
    pub only_new: bool,
    /// Tell the observer an input for every path, also for one that makes no test case.
    pub witnesses: bool,
    /// Wall-clock limit of the whole run.
    pub max_time: Option<Duration>,
    /// Limit of the resident set, in bytes.
    pub max_memory: Option<u64>,
    /// Stop after this many completed paths.
    pub max_paths: Option<u64>,
    /// A path that forked this often is given up.
    pub max_depth: Option<u64>,
    /// Stop after this many IR instructions, summed over all paths.
    pub max_instructions: Option<u64>,
    /// Limit of nested calls on one path.
    pub max_stack: usize,
    /// How many values of a symbolic address, size, call target or string are followed before the path
    /// becomes incomplete.
    pub max_resolutions: usize,
    /// A heap block or array whose size depends on the input gets that size, up to so many bytes; inputs that ask for more make
    /// the run incomplete. `None`: one path for each size.
    pub symbolic_sizes: Option<u64>,
    /// A symbolic index with at most this many candidate places becomes a chain of `ite`; with more, an
    /// access of an array.
    pub max_ite_cells: usize,
    /// Which transformations take reads of arrays out of conditions.
    pub arrays: ArrayOptions,
    /// Tell what becomes of the reads of this line: the end of the file's name, and the line.
    pub explain: Option<(String, u32)>,
    /// Time limit of one solver query; counts instead of the one in [`solver`](Self::solver).
    pub solver_timeout: Duration,
    /// Which solving techniques are on.
    pub solver: SolverConfig,
    /// Who runs a long beginning that does not depend on inputs; `None`: exploration itself.
    pub prefix: Option<Prefix>,
    /// Which live state runs next.
    pub search: &'static SearcherInfo,
    /// How states are merged on the way, if they are.
    pub merging: Option<Merging>,
    /// Seed of every random choice.
    pub seed: u64,
    /// How many workers explore at the same time.
    pub threads: NonZeroUsize,
    /// The caller deals with failures that the replay does not confirm: they do not make the run incomplete.
    pub spurious_handled: bool,
    /// Stops running queries, and the run soon after; counts instead of the one in [`solver`](Self::solver).
    pub interrupt: InterruptHandle,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            checks: Checks::default(),
            stop_at_first_bug: false,
            all_errors: false,
            tests: true,
            only_new: false,
            witnesses: false,
            max_time: None,
            max_memory: None,
            max_paths: None,
            max_depth: None,
            max_instructions: None,
            max_stack: 10_000,
            max_resolutions: 32,
            symbolic_sizes: None,
            max_ite_cells: 32,
            arrays: ArrayOptions::default(),
            explain: None,
            solver_timeout: Duration::from_secs(30),
            solver: SolverConfig::default(),
            prefix: None,
            search: &SEARCHERS[0],
            merging: None,
            seed: 0,
            threads: NonZeroUsize::MIN,
            spurious_handled: false,
            interrupt: InterruptHandle::default(),
        }
    }
}
