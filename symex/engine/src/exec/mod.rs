//! The interpreter: executes states step by step and forks at feasible alternatives.
//!
//! A step is a decoded instruction. Its execution depends on the class of the instruction, and each class has a file of
//! its own. If all operands are constants of at most 64 bits, neither the arena (the container of all symbolic
//! expressions) nor the solver is used.
//!
//! There are two kinds of fork. A branch forks a second state that follows the other edge. A step in the middle of a
//! block (a load through a pointer that may point to several objects, a symbolic size) forks copies of the state
//! *before* the step. Each copy differs from this state in one more condition or one more constant register, and
//! executes the step again. Therefore every fork must precede the first effect of the step.
//!
//! | module | contents |
//! | --- | --- |
//! | `run` | the main loop: selection of states, limits, regular calls of the observer |
//! | `remote` | observers in another thread; isolation of explorations from each other |
//! | `threads` `team` | parallel exploration: one executor per worker, and their shared state |
//! | `queries` | the only interface to the solver chain; unknown answers become reasons of incompleteness |
//! | `fail` | failures: removal of duplicates, failing inputs, confirmation by replay |
//! | `exploration` | the public interface: the function `explore`, its observer and its result |
//! | `finish` | counters and test cases when a path ends |
//! | `unfinished` | inputs of the states that are live when the run halts |
//! | `pure` `memory` `resolve` `call` `check` `terminator` | one instruction class each (`resolve`: address resolution) |
//! | `models` | the models of the intrinsics |
//! | `merging` `branch_merge` | state merging at merge points, and at branches |
//! | `obligations` | test cases for the coverage obligations of merged states |
//! | `jump` | `setjmp` and `longjmp` |
//! | `describe` | messages of failures |
//! | `evict` | evicting states at the memory limit |
//! | `hotspots` | the costs of program points; the most expensive lines and queries |
//! | `ites` | the selects and merges on which conditions depend |
//! | `profiling` | recording of the profile |
//! | `playback` | the run of one input, step by step |
//! | `prefix` | concrete execution of the start of the program, and continuation from the resulting state |
//! | `concolic` | concolic execution toward uncovered branches |
//! | `directed` | exploration of the paths that can reach uncovered branch sides |
//! | `explain` | a record of how array transformations eliminate the array reads that the user selects |
//! | `count` | exact numbers of the program paths of merged states |
//! | `unwinding` | the bound of loop iterations and nested calls |
mod branch_merge;
mod call;
mod check;
mod concolic;
mod count;
mod describe;
mod directed;
mod evict;
mod explain;
mod exploration;
mod fail;
mod finish;
mod hotspots;
mod ites;
mod jump;
mod memory;
mod merging;
mod models;
mod obligations;
mod playback;
mod prefix;
mod profiling;
mod pure;
mod queries;
mod remote;
mod resolve;
mod run;
mod team;
mod terminator;
mod threads;
mod unfinished;
mod unwinding;

use crate::config::Config;
use crate::memory::Memory;
use crate::report::{Bug, IncompleteReason};
use crate::search::Searcher;
use crate::state::{State, StateId};
use crate::stats::Stats;
use crate::value::Val;
pub use concolic::run_concolic;
pub use directed::run_directed;
use symtool_expr::arrays::Rewriter;
use symtool_expr::{Arena, SymArray};
use symtool_solver::{Chain, SolverConfig};

use crate::code::{Code, Reg};
use crate::coverage::{Coverage, CoverageCounter};
pub use explain::ReadNote;
pub use exploration::{AcceptAll, Confirmation, Exploration, Grant, Observer, Progress, explore};
use exploration::{Part, SeenInput};
pub use hotspots::{Hotspots, PointCost, SlowQuery};
pub use playback::{
    EventKind, Playback, PlayedCall, PlayedChange, PlayedEvent, PlayedObject, PlayedStep, play,
};
pub use remote::STACK;
pub use remote::isolated;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use symtool_analysis::wrappers::CheckWrappers;
use symtool_ir::{Bits, BugKind, Failure, Func, Loc, Module, Outcome, Type};
pub use symtool_solver::resident_set;

/// The control flow after a step.
pub(crate) enum Flow {
    /// Execution continues with the next step.
    Next,
    /// Execution follows this edge of the current function's control-flow graph.
    Edge(u32),
    /// The step has changed the top frame of the call stack. Execution continues at the program counter of the new
    /// top frame.
    Switched,
    /// Execution continues in the top frame after a return from a call.
    Returned,
    /// Both sides of a branch were merged at a merge point. The state is at the beginning of the block at this merge
    /// point.
    EdgeTarget,
    /// The state waits at its current program point. It continues with the next step when it is selected again.
    Stopped,
}

/// The reason why a path is over.
pub(crate) enum Stop {
    /// The path ended with this outcome. The statistics do not include the path yet.
    Outcome(Box<Outcome>),
    /// The path ended in a reported failure, or cannot be followed further. The statistics include the path
    /// already.
    Noted,
}

/// The result of a step.
pub(crate) type Stepped = Result<Flow, Stop>;

/// The reason why the whole run stops before all paths are explored.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Limit(symtool_ir::Limit),
    FirstBug,
}

/// The kind and program point of a failure. Failing paths with equal keys are reported as one failure, unless the
/// option `all_errors` is set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BugKey {
    kind: BugKind,
    func: Func,
    pc: u32,
    /// The source location of the original instruction that fails, if the step is melded (represents several
    /// instructions).
    loc: Option<Loc>,
    /// The calls that distinguish a failure in a check wrapper (a function that only checks a condition on its
    /// arguments) from other failures at the same location: the function and the step of each call, innermost first.
    calls: SmallVec<[(Func, u32); 2]>,
}

/// The failures found so far, shared by all workers.
#[derive(Default)]
struct Findings {
    bugs: Vec<Bug>,
    /// For each confirmed failure, its index in `bugs`.
    confirmed: FxHashMap<BugKey, usize>,
    spurious: Vec<Failure>,
}

/// The solver chain, and the array transformations that are applied to conditions before queries.
struct Solving {
    chain: Chain,
    arrays: Rewriter,
    explained: explain::Explained,
}

/// The live states of a worker.
struct LiveStates {
    states: FxHashMap<StateId, Box<State>>,
    searcher: Box<dyn Searcher>,
    next_id: u64,
    /// The states that the running state has forked in the current step. The searcher does not know them yet.
    forked: Vec<State>,
}

/// The failures and the reasons of incompleteness found so far.
#[derive(Default)]
struct Notes {
    incomplete: Vec<IncompleteReason>,
    /// The reasons of incompleteness as a set, to detect duplicates.
    seen: FxHashSet<IncompleteReason>,
    findings: Arc<Mutex<Findings>>,
    /// The check wrappers of the program (functions that only check a condition on their arguments), computed when the
    /// first failure is found.
    wrappers: OnceCell<CheckWrappers>,
}

/// The symbolic inputs of all paths.
#[derive(Default)]
struct InputTable {
    /// The symbolic array of each input, by name and size. All paths that read the same input share it.
    symbols: FxHashMap<(String, u32), SymArray>,
    seen: BTreeMap<String, SeenInput>,
}

/// The progress of a run toward its limits.
struct Clock {
    started: Instant,
    /// The time from `started` to the last tick. A tick calls [`Observer::tick`] and checks the memory limit.
    last_tick: Duration,
    /// The maximum number of steps of the next time slice, after which the searcher selects a state again. Usually it
    /// is [`run::TIME_SLICE`]. After the start of the program was executed concretely ([`prefix`]), the first slice is
    /// shorter: it ends at the step at which a slice would end if the symbolic executor had executed the start. So the
    /// limits are checked at the same steps in both cases.
    slice: u32,
    /// The number of bytes that block operations, such as `memcpy`, have moved since the limits were last checked,
    /// plus the number of elements of symbolic arrays that accesses at symbolic offsets have built since then.
    moved: u64,
    /// The time of the latest eviction of states.
    last_eviction: Option<Instant>,
    /// The time since which the process has been close to the memory limit; `None` if it is not.
    short_since: Option<Instant>,
    /// The total work since the start of the exploration that the observer permits. When the exploration reaches it,
    /// the executor asks the observer for a larger total ([`Observer::grant`]).
    granted: u64,
    /// The total work of the solver chain at the time when the limits were last checked after a query.
    solved: u64,
    /// The work of the merge policy so far, in instructions of the symbolic interpreter.
    merging: u64,
    /// The part of the work of the solver chain that has been added to the costs of steps so far.
    attributed: u64,
    /// Whether the limits must be checked before the next step, because queries have done much work.
    is_check_due: bool,
}

/// The symbolic executor of one worker.
pub(crate) struct Executor<'a> {
    pub program: &'a Module,
    pub config: &'a Config,
    observer: &'a mut dyn Observer,
    pub code: Rc<Code>,
    pub arena: Arena,
    solving: Solving,
    live: LiveStates,
    inputs: InputTable,
    notes: Notes,
    clock: Clock,
    pub stats: Stats,
    coverage: Coverage,
    coverage_counted: CoverageCounter,
    hotspots: hotspots::CostTable,
    ites: ites::Ites,
    /// The recorded profile; `None` if the configuration does not ask for one.
    profiler: Option<Box<profiling::Profiler>>,
    halt: Option<Halt>,
    /// Whether this worker stopped because another worker halted the run.
    halted_by_other: bool,
    /// The connection to the other workers; `None` if there is one worker.
    membership: Option<threads::Membership<'a>>,
    /// The state of concolic execution; `None` if the run is not concolic.
    guidance: Option<concolic::Guidance>,
    /// The goals of an exploration that is directed at uncovered branch sides; `None` otherwise.
    goals: Option<directed::Goals>,
    /// Whether the run has already tried to execute the start of the program concretely. There is at most one attempt.
    prefix_tried: bool,
    scratch: Vec<Val>,
    /// The unwinding bound; `None` if loops are not bounded.
    unwinding: Option<unwinding::Unwinding>,
    /// The data for state merging; `None` if no merge policy is set.
    merger: Option<Box<merging::Merger>>,
    /// The coverage obligations of merged states.
    obligations: obligations::ObligationTable,
}

impl<'a> Executor<'a> {
    fn new(
        program: &'a Module,
        config: &'a Config,
        observer: &'a mut dyn Observer,
        membership: Option<threads::Membership<'a>>,
    ) -> Executor<'a> {
        let mut arena = Arena::new();
        let code = Rc::new(Code::new(program, &mut arena));
        let solver = SolverConfig {
            timeout: config.solving.timeout,
            memory: config.solving.chain.memory.or(config.limits.max_memory),
            interrupt: config.solving.interrupt.clone(),
            reads: config.memory.arrays.reads(),
            ..config.solving.chain.clone()
        };
        let membership = membership.map(|own| own.with_memory(Memory::new(program, &mut arena)));
        let now = Instant::now();
        if let Some(limit) = config.limits.max_time {
            config.solving.interrupt.set_deadline(now + limit);
        }
        let findings = membership
            .as_ref()
            .map(|own| Arc::clone(&own.team.findings))
            .unwrap_or_default();
        let unwind = config.limits.unwind;
        let unwinding = unwind.map(|most| unwinding::Unwinding::new(most, program, &code));
        Executor {
            program,
            config,
            observer,
            coverage: Coverage::new(
                &code,
                membership.as_ref().map(|own| Arc::clone(&own.reached)),
            ),
            coverage_counted: CoverageCounter::default(),
            code,
            arena,
            solving: Solving {
                chain: Chain::new(solver),
                arrays: Rewriter::new(config.memory.arrays.clone()),
                explained: explain::Explained::default(),
            },
            live: LiveStates {
                states: FxHashMap::default(),
                searcher: (config.schedule.search.make)(config.schedule.seed),
                next_id: 0,
                forked: Vec::new(),
            },
            inputs: InputTable::default(),
            notes: Notes {
                findings,
                ..Notes::default()
            },
            clock: Clock {
                started: now,
                last_tick: Duration::ZERO,
                slice: run::TIME_SLICE,
                moved: 0,
                last_eviction: None,
                short_since: None,
                granted: 0,
                solved: 0,
                merging: 0,
                attributed: 0,
                is_check_due: false,
            },
            stats: Stats::default(),
            hotspots: hotspots::CostTable::default(),
            ites: ites::Ites::default(),
            profiler: None,
            halt: None,
            halted_by_other: false,
            membership,
            guidance: None,
            goals: None,
            prefix_tried: false,
            scratch: Vec::new(),
            unwinding,
            merger: None,
            obligations: obligations::ObligationTable::default(),
        }
    }

    /// Returns a fresh state id.
    fn new_id(&mut self) -> StateId {
        next_id(&mut self.live.next_id)
    }

    // ---- locations

    /// Returns the source location of the step that a state executes; `None` if the step has none.
    pub fn loc(&self, state: &State) -> Option<Loc> {
        let frame = &state.frame;
        let locs = &self.code.of(frame.func).locs;
        locs.get(frame.pc as usize).copied().flatten()
    }

    /// Returns the source location of the step that a state executes, in the program's own files. For a step of a
    /// library model, it is the location of the call of the model.
    pub fn user_loc(&self, state: &State) -> Option<Loc> {
        let source = &self.program.source;
        let of_user = |&loc: &Loc| !source.file_name(source.get(loc).file).starts_with('<');
        let mut locations = self.stack(state).into_iter().filter_map(|frame| frame.loc);
        locations.find(of_user).or_else(|| self.loc(state))
    }

    /// Returns whether the reason of incompleteness `what` was recorded before for the location `loc`.
    pub fn is_noted(&self, what: &str, loc: Option<Loc>) -> bool {
        let what = what.to_owned();
        self.notes.seen.contains(&IncompleteReason { what, loc })
    }

    /// Returns the call stack of a state, innermost call first.
    fn stack(&self, state: &State) -> Vec<symtool_ir::Frame> {
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        frames
            .map(|frame| symtool_ir::Frame {
                func: frame.func,
                loc: self
                    .code
                    .of(frame.func)
                    .locs
                    .get(frame.pc as usize)
                    .copied()
                    .flatten(),
            })
            .collect()
    }

    /// Records a reason why the result does not hold for all inputs, once per reason and location.
    pub fn incomplete(&mut self, what: impl Into<String>, loc: Option<Loc>) {
        // After an interrupt, all queries return *unknown*. The interrupt itself is the reason of
        // incompleteness, so these answers are not recorded.
        if !self.was_interrupted() {
            self.note(what.into(), loc);
        }
    }

    /// Records a reason of incompleteness, even after an interrupt.
    fn note(&mut self, what: String, loc: Option<Loc>) {
        let reason = IncompleteReason { what, loc };
        if self.notes.seen.insert(reason.clone()) {
            self.notes.incomplete.push(reason);
        }
    }

    /// Records a reason of incompleteness at the location of a state. Does nothing after an interrupt.
    pub fn incomplete_here(&mut self, state: &State, what: impl Into<String>) {
        let (what, loc) = self.user_message(state, what.into());
        self.incomplete(what, loc);
    }

    /// Returns the message and the source location to report for `what`. Inside a library model, the location
    /// is that of the model's call, and the message also names the location in the model.
    fn user_message(&self, state: &State, what: String) -> (String, Option<Loc>) {
        let (here, seen) = (self.loc(state), self.user_loc(state));
        let source = &self.program.source;
        match here.filter(|_| here != seen).map(|loc| source.get(loc)) {
            Some(at) => {
                let (file, line) = (source.file_name(at.file), at.line);
                (format!("{what} (in the library, {file}:{line})"), seen)
            }
            None => (what, here),
        }
    }

    /// Ends a path at an operation that the engine does not support.
    pub fn unsupported(&self, state: &State, what: impl Into<String>) -> Stop {
        let (what, loc) = self.user_message(state, what.into());
        let outcome = Outcome::Unsupported { what, loc };
        Stop::Outcome(Box::new(outcome))
    }

    // ---- registers

    /// Sets the result register of a step, if it has one.
    pub fn set_result(&mut self, state: &mut State, dst: Option<(Reg, Type)>, value: Val) {
        if let Some((reg, _)) = dst {
            state.frame.regs[reg as usize] = value;
        }
    }

    /// Sets the result register of a step, if it has one, to a constant truncated to its type.
    pub fn set_constant(&mut self, state: &mut State, dst: Option<(Reg, Type)>, value: u128) {
        if let Some((_, ty)) = dst {
            let value = Val::from_bits(&mut self.arena, Bits::new(ty.bits(), value));
            self.set_result(state, dst, value);
        }
    }

    // ---- inputs

    /// Creates a symbolic input of `len` bytes on this path. `name` must be unique on the path.
    pub fn make_input(&mut self, state: &mut State, name: String, len: u32) -> SymArray {
        let symbol = self.symbol(&name, len);
        self.guide_input(state, &name, symbol);
        let (position, order) = (state.inputs.len(), self.inputs.seen.len());
        match self.inputs.seen.get_mut(&name) {
            Some(input) => input.position = input.position.min(position),
            None => {
                let len = u64::from(len);
                let input = SeenInput {
                    position,
                    order,
                    len,
                };
                self.inputs.seen.insert(name.clone(), input);
            }
        }
        state.inputs.push(crate::state::inputs::MadeInput {
            name: Rc::from(name),
            symbol,
            len,
            when: Arena::TRUE,
        });
        symbol
    }

    /// Returns the symbolic array of the input with this name and size, which all paths share.
    pub fn symbol(&mut self, name: &str, len: u32) -> SymArray {
        symbol_in(&mut self.inputs.symbols, &mut self.arena, name, len)
    }
}

fn next_id(next: &mut u64) -> StateId {
    *next += 1;
    StateId(*next - 1)
}

fn symbol_in(
    symbols: &mut FxHashMap<(String, u32), SymArray>,
    arena: &mut Arena,
    name: &str,
    len: u32,
) -> SymArray {
    let key = (name.to_owned(), len);
    if let Some(&symbol) = symbols.get(&key) {
        return symbol;
    }
    let symbol = arena.symbol(name, len);
    symbols.insert(key, symbol);
    symbol
}
