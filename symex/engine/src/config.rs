//! Options of an exploration.
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

/// A faster engine for the beginning of a program, in which nothing depends on inputs yet.
///
/// Exploration continues from the snapshot that it returns. The results are the same as without it.
#[derive(Copy, Clone, Debug)]
pub struct Prefix {
    /// Runs the program up to the first step that needs symbolic execution. The callback is called regularly,
    /// and `false` stops the run. Returns `None` if the engine cannot run this program.
    pub run: fn(&Module, Func, &RunConfig, &mut dyn FnMut() -> bool) -> Option<Snapshot>,
    /// The number of instructions that exploration executes first. No instruction among them may depend on an
    /// input.
    pub warm_up: u64,
    /// Further instructions to execute first, per instruction of the program: the start-up cost of `run`
    /// grows with the program.
    pub patience: u64,
}

/// Options of one exploration. `Default` is the configuration of the command line without options.
#[derive(Clone, Debug)]
pub struct Config {
    /// The kinds of failure to detect.
    pub checks: Checks,
    /// Stop the run at the first confirmed failure.
    pub stop_at_first_bug: bool,
    /// Report every failing path, not only the first one for each kind and location.
    pub all_errors: bool,
    /// Make a test case for every completed path.
    pub tests: bool,
    /// Make test cases only for paths that cover a line or branch that no earlier path covered.
    pub only_new: bool,
    /// Report an input to the observer for every path, also for a path without a test case.
    pub witnesses: bool,
    /// Wall-clock limit of the whole run.
    pub max_time: Option<Duration>,
    /// Limit of the resident set, in bytes.
    pub max_memory: Option<u64>,
    /// Stop after this many completed paths.
    pub max_paths: Option<u64>,
    /// Terminate a path after this many forks.
    pub max_depth: Option<u64>,
    /// Stop after this many IR instructions, summed over all paths.
    pub max_instructions: Option<u64>,
    /// The limit of nested calls on one path.
    pub max_stack: usize,
    /// The most values of a symbolic address, size, call target or string that are explored before the path
    /// becomes incomplete.
    pub max_resolutions: usize,
    /// The capacity, in bytes, of heap blocks and arrays with a symbolic size. Inputs that request more make
    /// the run incomplete. `None`: fork a path for each size.
    pub symbolic_sizes: Option<u64>,
    /// The most candidate offsets for which a symbolic index becomes a chain of `ite`. Beyond, the access
    /// becomes an array access.
    pub max_ite_cells: usize,
    /// The transformations that eliminate array reads from conditions.
    pub arrays: ArrayOptions,
    /// Record how the reads of this source line are transformed: a suffix of the file name, and the line.
    pub explain: Option<(String, u32)>,
    /// Time limit of one solver query. Takes precedence over the limit in [`solver`](Self::solver).
    pub solver_timeout: Duration,
    /// The options of the solver chain.
    pub solver: SolverConfig,
    /// The engine that runs a long input-independent beginning; `None`: exploration itself.
    pub prefix: Option<Prefix>,
    /// The search strategy, which selects the next state to run.
    pub search: &'static SearcherInfo,
    /// The state merging policy, if states are merged.
    pub merging: Option<Merging>,
    /// Seed of every random choice.
    pub seed: u64,
    /// The number of workers that explore in parallel.
    pub threads: NonZeroUsize,
    /// The caller handles failures that the replay does not confirm: such failures do not make the run
    /// incomplete.
    pub spurious_handled: bool,
    /// Stops running queries, and the run soon after. Takes precedence over the handle in
    /// [`solver`](Self::solver).
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
