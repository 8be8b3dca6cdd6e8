//! Options of an exploration, grouped by topic.
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

/// A fast concrete engine that executes the start of a program: the steps before the first step that depends on an
/// input.
///
/// The engine returns a snapshot, from which exploration continues. The results are the same as without the engine.
#[derive(Copy, Clone, Debug)]
pub struct Prefix {
    /// Runs the program up to the first step that needs symbolic execution, and returns a snapshot, or `None` if the
    /// engine cannot run this program. The last argument is a callback, which the engine calls regularly. To stop the
    /// run, the callback sets the interrupt flag of the `RunConfig` and returns `false`.
    pub run: fn(&Module, Func, &RunConfig, &mut dyn FnMut() -> bool) -> Option<Snapshot>,
    /// The number of instructions that exploration executes in every program before it calls `run`, the fast concrete
    /// engine. If one of these first instructions depends on an input, `run` is not called. So a program with an early
    /// input does not pay the start-up cost of `run`.
    pub warm_up: u64,
    /// An additional number of instructions for each instruction of the program. For a program with `n` instructions,
    /// exploration executes `warm_up + warm_up_per_instruction * n` instructions before it calls `run`. The number
    /// depends on `n`, because the start-up cost of `run` grows with `n`.
    pub warm_up_per_instruction: u64,
}

/// The failures that are detected, and how they are reported.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FailureOptions {
    /// The kinds of failure to detect.
    pub checks: Checks,
    /// Whether the run stops at the first confirmed failure.
    pub stop_at_first_bug: bool,
    /// Whether every failing path is reported. If `false`, the first failing path for each failure kind and
    /// location is reported.
    pub all_errors: bool,
    /// Whether the caller handles failures that replay does not confirm. If `false`, such a failure makes the run
    /// incomplete.
    pub spurious_handled: bool,
}

/// The paths for which test cases are made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum TestCases {
    /// No path.
    None,
    /// Paths that cover a line or branch side that no earlier path covered.
    NewCoverage,
    /// Every completed path.
    #[default]
    EveryPath,
}

impl TestCases {
    /// Returns whether a completed path gets a test case. `covers_new` is `true` if the path covers new code.
    pub fn includes(self, covers_new: bool) -> bool {
        match self {
            TestCases::None => false,
            TestCases::NewCoverage => covers_new,
            TestCases::EveryPath => true,
        }
    }
}

/// The selection of the paths that get a *witness*: an input that the observer receives for a path that gets no test
/// case.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Witnesses {
    /// No path.
    #[default]
    None,
    /// Paths that cover a line or branch side that no earlier path covered.
    NewCoverage,
    /// Every path. If the program was changed, for example melded, the explored path does not show which code of the
    /// original program it covers. A replay of the witness on the original program shows this.
    EveryPath,
}

impl Witnesses {
    /// Returns the selection of paths that need a witness (an input that the observer receives for a path without a
    /// test case). Used for runs that make no test cases but measure the coverage of the original program. `is_changed`
    /// is `true` if exploration runs a changed program.
    pub fn of_program(is_changed: bool) -> Witnesses {
        match is_changed {
            true => Witnesses::EveryPath,
            false => Witnesses::None,
        }
    }

    /// Returns whether a path without a test case gets a witness (an input for the observer). `covers_new` is `true`
    /// if the path covers new code.
    pub(crate) fn includes(self, covers_new: bool) -> bool {
        match self {
            Witnesses::None => false,
            Witnesses::NewCoverage => covers_new,
            Witnesses::EveryPath => true,
        }
    }
}

/// The choice of the live states that are evicted (removed without being explored further) at the memory limit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Eviction {
    /// The states that were forked last.
    #[default]
    Newest,
    /// Random states, as in KLEE.
    Random,
}

/// The limits of a run and of its paths. A limit that is `None` does not apply.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The wall-clock limit of the whole run.
    pub max_time: Option<Duration>,
    /// The limit of the resident set (the memory of the process in RAM), in bytes.
    pub max_memory: Option<u64>,
    /// The choice of the states that are evicted when the resident set comes close to `max_memory`.
    pub eviction: Eviction,
    /// The number of completed or failed paths after which the run stops.
    pub max_paths: Option<u64>,
    /// The maximum number of forks on a path. A path with more forks is dropped, and the run becomes incomplete.
    pub max_depth: Option<u64>,
    /// The number of IR instructions, over all paths, after which the run stops.
    pub max_instructions: Option<u64>,
    /// The maximum number of iterations of each loop, and of recursive calls of each function (the first call is not
    /// counted). A path that exceeds the bound is cut, and the result names the loop or function.
    pub unwind: Option<u32>,
    /// The maximum number of nested calls on one path.
    pub max_stack: usize,
    /// The maximum number of values that are explored for one symbolic address, size, call target or string. If there
    /// are more values, the run becomes incomplete.
    pub max_resolutions: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_time: None,
            max_memory: None,
            eviction: Eviction::default(),
            max_paths: None,
            max_depth: None,
            max_instructions: None,
            unwind: None,
            max_stack: 10_000,
            max_resolutions: 32,
        }
    }
}

/// The minimum and the maximum time that a run may use after its time limit, to find inputs for the states that are
/// still live. After an interrupt of a run without automatic mode, this time is always the maximum.
const GRACE: [Duration; 2] = [Duration::from_millis(50), MOST_GRACE];
pub(crate) const MOST_GRACE: Duration = Duration::from_millis(500);

/// The minimum memory that a run keeps free, in bytes. If it exceeds a fifth of the memory limit, the run keeps a fifth
/// free.
const GROWTH: u64 = 40 << 20;

impl Limits {
    /// Returns whether a process with a resident set of `resident` bytes is close to the memory limit: at most an
    /// eighth of the limit is left. For a limit from 200 to 320 MB, the bound is 40 MB instead; for a smaller limit, it
    /// is a fifth of the limit. The memory is measured every few hundredths of a second, and can grow by 30 MB between
    /// two measurements. Therefore the run saves memory before it reaches the limit.
    ///
    /// ```
    /// let mut limits = symtool_engine::config::Limits::default();
    /// limits.max_memory = Some(800 << 20);
    /// assert!(limits.is_short_of_memory(700 << 20));
    /// assert!(!limits.is_short_of_memory(699 << 20));
    /// limits.max_memory = Some(200 << 20);
    /// assert!(limits.is_short_of_memory(160 << 20));
    /// assert!(!limits.is_short_of_memory(159 << 20));
    /// ```
    pub fn is_short_of_memory(&self, resident: u64) -> bool {
        let limit = self.max_memory;
        let free = |limit: u64| (limit / 8).max(GROWTH.min(limit / 5));
        limit.is_some_and(|limit| resident >= limit - free(limit))
    }

    /// Returns whether a process with a resident set of `resident` bytes has too little memory left for the queries of
    /// an SMT solver: at most a sixteenth of the limit. If the limit is below 384 MB, it is at most 24 MB or an eighth of
    /// the limit, whichever is less, because the memory of a query does not depend on the limit.
    ///
    /// ```
    /// let mut limits = symtool_engine::config::Limits::default();
    /// limits.max_memory = Some(800 << 20);
    /// assert!(limits.is_out_of_memory(750 << 20));
    /// assert!(!limits.is_out_of_memory(749 << 20));
    /// limits.max_memory = Some(200 << 20);
    /// assert!(limits.is_out_of_memory(176 << 20));
    /// assert!(!limits.is_out_of_memory(175 << 20));
    /// ```
    pub fn is_out_of_memory(&self, resident: u64) -> bool {
        /// The memory of a large query in bytes.
        const QUERY: u64 = 24 << 20;
        let free = |limit: u64| (limit / 16).max(QUERY.min(limit / 8));
        (self.max_memory).is_some_and(|limit| resident >= limit - free(limit))
    }

    /// Returns the time that a run may use after its time limit, to find inputs for the states that are still live and
    /// to replay these inputs. It is one twentieth of the time limit, at least 50 ms and at most 500 ms. Without a time
    /// limit, it is 500 ms. After an interrupt, automatic mode uses the same time, and a run without automatic mode
    /// uses 500 ms.
    pub fn grace(&self) -> Duration {
        let share = self.max_time.map_or(MOST_GRACE, |limit| limit / 20);
        share.clamp(GRACE[0], GRACE[1])
    }
}

/// The selection of array reads to observe. The transformations that eliminate an observed read from a condition are
/// recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedReads {
    /// All array reads.
    All,
    /// The array reads of one source line.
    Line {
        /// The end of the name of the file, such as `main.c` for `src/main.c`.
        file: String,
        /// The line, counted from 1.
        line: u32,
    },
}

impl ObservedReads {
    /// Returns whether the reads of the line `line` of the file `file` are observed.
    pub(crate) fn includes(&self, file: &str, line: u32) -> bool {
        match self {
            ObservedReads::All => true,
            ObservedReads::Line {
                file: suffix,
                line: wanted,
            } => line == *wanted && file.ends_with(suffix.as_str()),
        }
    }
}

/// The treatment of symbolic addresses and sizes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MemoryOptions {
    /// The capacity (the maximum size), in bytes, of heap blocks and arrays with a symbolic size. Inputs that request
    /// more bytes make the run incomplete. If `None`, a path is forked for each size.
    pub symbolic_sizes: Option<u64>,
    /// The maximum number of candidate offsets for which an access at a symbolic index becomes a chain of `ite`.
    /// With more candidate offsets the access becomes an array access. A merge policy may replace this number.
    pub max_ite_cells: usize,
    /// The transformations that eliminate array reads from conditions.
    pub arrays: ArrayOptions,
    /// The array reads for which transformations are recorded; `None` records nothing.
    pub explain: Option<ObservedReads>,
}

impl Default for MemoryOptions {
    fn default() -> MemoryOptions {
        MemoryOptions {
            symbolic_sizes: None,
            max_ite_cells: 32,
            arrays: ArrayOptions::default(),
            explain: None,
        }
    }
}

/// The solver chain, and the interruption of its queries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolvingOptions {
    /// The options of the solver chain.
    pub chain: SolverConfig,
    /// The time limit of one query. It replaces the limit in [`chain`](Self::chain).
    pub timeout: Duration,
    /// The handle by which another thread interrupts running queries and halts the run. It replaces the handle in
    /// [`chain`](Self::chain).
    pub interrupt: InterruptHandle,
}

impl Default for SolvingOptions {
    fn default() -> SolvingOptions {
        SolvingOptions {
            chain: SolverConfig::default(),
            timeout: Duration::from_secs(30),
            interrupt: InterruptHandle::default(),
        }
    }
}

/// The order in which states run, and the number of threads that run them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Schedule {
    /// The search strategy, which selects the next state to run.
    pub search: &'static SearcherInfo,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of workers that explore in parallel.
    pub threads: NonZeroUsize,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            search: &SEARCHERS[0],
            seed: 0,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Options of one exploration. `Default` is the configuration of the command line without options.
///
/// ```
/// use symtool_engine::Config;
///
/// let config = Config::default().max_paths(Some(100)).seed(7);
/// assert_eq!(config.limits.max_paths, Some(100));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// The failures to detect and to report.
    pub failures: FailureOptions,
    /// The paths for which test cases are made.
    pub test_cases: TestCases,
    /// Whether the input of each test case is canonical: the smallest input of the path in a fixed order. A canonical
    /// input does not depend on the solving technique that found it.
    pub canonical_inputs: bool,
    /// The paths without a test case for which the observer receives an input.
    pub witnesses: Witnesses,
    /// Whether to count the exact number of program paths that merged states represent.
    pub count_paths: bool,
    /// The limits of the run and of its paths.
    pub limits: Limits,
    /// The treatment of symbolic addresses and sizes.
    pub memory: MemoryOptions,
    /// The solver chain.
    pub solving: SolvingOptions,
    /// The search strategy and the number of threads.
    pub schedule: Schedule,
    /// A fast concrete engine for the start of the program, before the first input. If `None`, the symbolic executor
    /// executes the start like the rest of the program.
    pub prefix: Option<Prefix>,
    /// The state merging policy; `None` if states are not merged.
    pub merging: Option<Merging>,
    /// Whether to record the costs of source lines, the execution tree and the most expensive queries
    /// ([`Exploration::profile`](crate::Exploration::profile)).
    pub profile: bool,
    /// Whether to record the decisions of state merging: which pairs of states are merged, and why others are not.
    pub log_merges: bool,
    /// Whether to find the selects and merges on which the conditions of solver queries depend
    /// ([`PointCost`](crate::exec::PointCost)).
    pub count_ites: bool,
}

macro_rules! setters {
    ($($doc:literal $name:ident: $ty:ty => $($field:ident).+;)*) => {
        impl Config {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $name(mut self, $name: $ty) -> Config {
                    self.$($field).+ = $name;
                    self
                }
            )*
        }
    };
}

setters! {
    "Sets the kinds of failure to detect." checks: Checks => failures.checks;
    "Sets whether the run stops at the first confirmed failure." stop_at_first_bug: bool => failures.stop_at_first_bug;
    "Sets whether every failing path is reported." all_errors: bool => failures.all_errors;
    "Sets whether the caller handles unconfirmed failures." spurious_handled: bool => failures.spurious_handled;
    "Sets the paths for which test cases are made." test_cases: TestCases => test_cases;
    "Sets whether each test case has the smallest input of its path, in a fixed order." canonical_inputs: bool => canonical_inputs;
    "Sets for which paths without a test case an input is reported." witnesses: Witnesses => witnesses;
    "Sets whether the program paths of merged states are counted." count_paths: bool => count_paths;
    "Sets the wall-clock limit of the run." max_time: Option<Duration> => limits.max_time;
    "Sets the limit of the resident set, in bytes." max_memory: Option<u64> => limits.max_memory;
    "Sets the choice of the states that are evicted at the memory limit." eviction: Eviction => limits.eviction;
    "Sets the number of completed or failed paths after which the run stops." max_paths: Option<u64> => limits.max_paths;
    "Sets the maximum number of forks on a path." max_depth: Option<u64> => limits.max_depth;
    "Sets the number of IR instructions after which the run stops." max_instructions: Option<u64> => limits.max_instructions;
    "Sets the maximum number of iterations of each loop and of nested calls of each function." unwind: Option<u32> => limits.unwind;
    "Sets the maximum number of nested calls on a path." max_stack: usize => limits.max_stack;
    "Sets the maximum number of values that are explored for one symbolic address, size, call target or string." max_resolutions: usize => limits.max_resolutions;
    "Sets the capacity of objects with a symbolic size, in bytes." symbolic_sizes: Option<u64> => memory.symbolic_sizes;
    "Sets the maximum number of candidate offsets for which an access at a symbolic index becomes a chain of `ite`." max_ite_cells: usize => memory.max_ite_cells;
    "Sets the transformations of array reads." arrays: ArrayOptions => memory.arrays;
    "Sets the array reads whose transformations are recorded." explain: Option<ObservedReads> => memory.explain;
    "Sets the time limit of one query." solver_timeout: Duration => solving.timeout;
    "Sets the options of the solver chain." solver: SolverConfig => solving.chain;
    "Sets the handle that interrupts the run." interrupt: InterruptHandle => solving.interrupt;
    "Sets the search strategy." search: &'static SearcherInfo => schedule.search;
    "Sets the seed of every random choice." seed: u64 => schedule.seed;
    "Sets the number of workers." threads: NonZeroUsize => schedule.threads;
    "Sets the engine that runs the instructions before the first symbolic input." prefix: Option<Prefix> => prefix;
    "Sets the state merging policy." merging: Option<Merging> => merging;
    "Sets whether the costs of source lines and the execution tree are recorded." profile: bool => profile;
    "Sets whether the decisions of state merging are recorded." log_merges: bool => log_merges;
    "Sets whether to find the selects and merges on which solver queries depend." count_ites: bool => count_ites;
}
