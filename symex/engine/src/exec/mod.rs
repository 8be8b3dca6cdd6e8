//! Runs states: one step of one path at a time, forking where both ways are possible.
//!
//! A step dispatches on the instruction's class, and each class has its file. While registers hold
//! constants a step touches neither the expression arena nor the solver.
//!
//! Two ways to fork. A branch makes a second state that goes along the other edge. A step in the middle of a
//! block (a load through a pointer that may point to several objects, a symbolic size) makes copies of the
//! state *before* the step, each with one more condition or one more register known, which execute the step
//! again. So whatever forks must come before the step's first effect.
//!
//! | room | does |
//! | --- | --- |
//! | [`decode`] | functions as flat lists of steps over numbered registers |
//! | `run` | the main loop: searcher, limits, ticks |
//! | `threads` `team` | several workers with an engine each; what they share |
//! | `ask` | the only place that questions the solver chain; unknown answers become reasons of incompleteness |
//! | `fail` | failures: deduplication, inputs, confirmation |
//! | `finish` | what the end of a path leaves: counters, test cases |
//! | `pure` `memory` `resolve` `call` `check` `terminator` | one instruction class each (`resolve`: which objects an address names) |
//! | `merging` | joining states where a policy wants it |
//! | `news` | test cases for what parts of joined states were the first to reach |
//! | `jump` | jumps out of functions |
//! | `describe` | failures in words |
//! | `shed` | dropping states where memory runs out |
//! | `spots` | where it is slow |
//! | `prefix` | taking over a beginning that ran elsewhere |
//! | `scout` | following known inputs, and turning aside where nobody has been |
//! | [`coverage`] | executed instructions and branch sides |
mod ask;
mod call;
mod check;
pub mod coverage;
pub mod decode;
mod describe;
mod explained;
mod fail;
mod finish;
mod jump;
mod meet;
mod memory;
mod merging;
mod news;
mod prefix;
mod pure;
pub(crate) mod resolve;
mod run;
mod scout;
mod shed;
mod spots;
mod team;
mod terminator;
mod threads;

use crate::config::Config;
use crate::memory::Memory;
use crate::report::{Bug, IncompleteReason, TestCase};
use crate::search::Searcher;
use crate::state::{State, StateId, Val};
use crate::stats::Stats;
pub use scout::scout;
use symtool_expr::arrays::Rewriter;
use symtool_expr::{Arena, SymArray};
use symtool_solver::{Chain, SolverConfig};

use coverage::{Coverage, CoverageReport, Freshness};
use decode::{Code, Reg};
pub use explained::ReadNote;
use rustc_hash::{FxHashMap, FxHashSet};
pub use spots::{DearQuery, Hotspots};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use symtool_ir::{Bits, BugKind, Failure, Func, Inputs, Loc, Module, Outcome, Type};

/// What a replay on the original program says of a failure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The input makes the program fail.
    Confirmed,
    /// It does, but the replay has computed something else than a real run would.
    Doubtful,
    /// It does not.
    Spurious,
}

/// Listens to an exploration while it goes on.
pub trait Observer {
    /// A path has completed; only called if [`Config::tests`] is on.
    fn test(&mut self, test: &TestCase);

    /// These inputs lead along a path that makes no test case: to its end or, if it was given up before, as far as it was followed,
    /// which takes about `steps` instructions. Only called if [`Config::witnesses`] is on.
    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let _ = (inputs, steps);
    }

    /// A path fails on these inputs. Does the original program?
    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation;

    /// Called every 50 ms or so; `false` stops the run.
    fn tick(&mut self, stats: &Stats) -> bool;
}

/// What an exploration found.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The numbers.
    pub stats: Stats,
    /// Why it does not speak for all inputs; empty if it does. In order of first occurrence.
    pub incomplete: Vec<IncompleteReason>,
    /// Confirmed failures, in the order in which they were found.
    pub bugs: Vec<Bug>,
    /// Failures that the replay did not confirm, one per kind and place.
    pub spurious: Vec<Failure>,
    /// What was reached.
    pub coverage: CoverageReport,
    /// Where it was slow.
    pub hotspots: Hotspots,
    /// What merging states on the way has to tell, a line each.
    pub merging: Vec<(String, u64)>,
    /// What became of the reads of [`Config::explain`].
    pub explained: Vec<ReadNote>,
    /// Every input that some path made: name and bytes, in order of first occurrence.
    pub inputs: Vec<(String, u64)>,
}

impl Exploration {
    /// Makes this what was reached, in the statistics, too.
    pub fn count_coverage(&mut self, coverage: CoverageReport) {
        self.stats.count_coverage(&coverage);
        self.coverage = coverage;
    }
}

/// Explores `entry` (whose parameters, if it has any, are zero) of a verified module for all inputs.
pub fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    observer: &mut dyn Observer,
) -> Exploration {
    if config.threads.get() > 1 {
        return threads::explore(program, entry, config, observer);
    }
    let mut engine = Engine::new(program, config, observer, None);
    engine.run(Some(entry));
    let coverage = engine.coverage.report(program, &engine.code);
    let findings = std::mem::take(&mut *team::locked(&engine.findings));
    let code = Rc::clone(&engine.code);
    let part = engine.conclude();
    part.conclude(findings, coverage, (program, &code))
}

/// Where execution goes after a step.
pub(crate) enum Flow {
    /// To the next step.
    Next,
    /// Along an edge of the current function.
    Edge(u32),
    /// To where the top frame says.
    Switched,
    /// The same, which is behind a call.
    Returned,
    /// To a block where states may meet; the state stands there.
    Met,
    /// To the next step, when the state has its next turn.
    Stopped,
}

/// Why a path is over.
pub(crate) enum Stop {
    /// It ended like this; nobody has noted it yet.
    Outcome(Box<Outcome>),
    /// It ended in a failure that was reported, or cannot be followed further; all is noted.
    Noted,
}

/// What a step gives.
pub(crate) type Stepped = Result<Flow, Stop>;

/// Why the whole run ends before all paths have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Limit(symtool_ir::Limit),
    FirstBug,
}

/// Kind and place of a failure.
type BugKey = (BugKind, Func, u32);

/// What failed.
#[derive(Default)]
struct Findings {
    bugs: Vec<Bug>,
    /// By kind and place: the confirmed bug's index.
    confirmed: FxHashMap<BugKey, usize>,
    spurious: Vec<Failure>,
}

/// An input that some path made.
#[derive(Copy, Clone, Debug)]
struct SeenInput {
    /// How many inputs were made before it, on the path with the fewest.
    place: usize,
    /// How many were seen before it.
    order: usize,
    len: u64,
}

/// What one worker has to tell in the end.
#[derive(Default)]
struct Part {
    stats: Stats,
    incomplete: Vec<IncompleteReason>,
    inputs: BTreeMap<String, SeenInput>,
    spots: spots::Spots,
    merging: Vec<(String, u64)>,
    explained: Vec<ReadNote>,
}

impl Part {
    /// The whole result, if this is all there is.
    fn conclude(
        mut self,
        findings: Findings,
        coverage: CoverageReport,
        (program, code): (&Module, &Code),
    ) -> Exploration {
        self.incomplete
            .extend(shed::reason(self.stats.paths.dropped));
        let mut inputs: Vec<_> = self.inputs.into_iter().collect();
        inputs.sort_by_key(|(_, input)| input.order);
        let mut exploration = Exploration {
            stats: self.stats,
            incomplete: self.incomplete,
            bugs: findings.bugs,
            spurious: findings.spurious,
            coverage: CoverageReport::default(),
            hotspots: self.spots.report(program, code),
            merging: self.merging,
            explained: self.explained,
            inputs: inputs.into_iter().map(|(name, i)| (name, i.len)).collect(),
        };
        exploration.count_coverage(coverage);
        exploration
    }
}

/// Everything one worker of an exploration works with.
pub(crate) struct Engine<'a> {
    pub program: &'a Module,
    pub config: &'a Config,
    observer: &'a mut dyn Observer,
    pub code: Rc<Code>,
    pub arena: Arena,
    chain: Chain,
    arrays: Rewriter,
    explained: explained::Explained,
    states: FxHashMap<StateId, Box<State>>,
    searcher: Box<dyn Searcher>,
    next_id: u64,
    /// States that the running one forked off in the present step.
    forked: Vec<State>,
    pub stats: Stats,
    coverage: Coverage,
    coverage_counted: Freshness,
    incomplete: Vec<IncompleteReason>,
    noted: FxHashSet<IncompleteReason>,
    findings: Arc<Mutex<Findings>>,
    /// Inputs by name and size: siblings that make the same input share its symbol.
    symbols: FxHashMap<(String, u32), SymArray>,
    seen_inputs: BTreeMap<String, SeenInput>,
    halt: Option<Halt>,
    /// Was it another worker that halted the run?
    halted_by_other: bool,
    /// Among the other workers, if there are some.
    place: Option<threads::Place<'a>>,
    started: Instant,
    last_tick: Instant,
    /// Bytes moved since the limits were looked at in a block.
    moved: u64,
    spots: spots::Spots,
    /// When states were dropped.
    last_shed: Option<Instant>,
    /// Steps that the next turn may take.
    share: u32,
    /// Where known inputs are followed.
    guidance: Option<scout::Guidance>,
    /// Has a faster engine been asked to run the beginning?
    prefix_tried: bool,
    scratch: Vec<Val>,
    /// Joins states, where that is wanted.
    merger: Option<Box<merging::Merger>>,
    /// What joined states were the first to reach.
    news: news::Book,
}

impl<'a> Engine<'a> {
    fn new(
        program: &'a Module,
        config: &'a Config,
        observer: &'a mut dyn Observer,
        place: Option<threads::Place<'a>>,
    ) -> Engine<'a> {
        let mut arena = Arena::new();
        let code = Rc::new(Code::new(program, &mut arena));
        let solver = SolverConfig {
            timeout: config.solver_timeout,
            // A single query must not take what the run may have; states get the other half.
            memory: config.solver.memory.or(config.max_memory.map(|m| m / 2)),
            interrupt: config.interrupt.clone(),
            reads: config.arrays.reads(),
            ..config.solver.clone()
        };
        let place = place.map(|place| place.with_memory(Memory::new(program, &mut arena)));
        let now = Instant::now();
        if let Some(limit) = config.max_time {
            config.interrupt.set_deadline(now + limit);
        }
        Engine {
            program,
            config,
            observer,
            coverage: Coverage::new(&code, place.as_ref().map(|p| Arc::clone(&p.reached))),
            coverage_counted: Freshness::default(),
            code,
            arena,
            chain: Chain::new(solver),
            arrays: Rewriter::new(config.arrays.clone()),
            explained: explained::Explained::default(),
            states: FxHashMap::default(),
            searcher: (config.search.make)(config.seed),
            next_id: 0,
            forked: Vec::new(),
            stats: Stats::default(),
            incomplete: Vec::new(),
            noted: FxHashSet::default(),
            findings: place
                .as_ref()
                .map(|p| Arc::clone(&p.team.findings))
                .unwrap_or_default(),
            symbols: FxHashMap::default(),
            seen_inputs: BTreeMap::new(),
            halt: None,
            halted_by_other: false,
            place,
            started: now,
            last_tick: now,
            moved: 0,
            spots: spots::Spots::default(),
            last_shed: None,
            share: run::SHARE,
            guidance: None,
            prefix_tried: false,
            scratch: Vec::new(),
            merger: None,
            news: news::Book::default(),
        }
    }

    /// A new name for a state.
    fn new_id(&mut self) -> StateId {
        next_id(&mut self.next_id)
    }

    // ---- places

    /// The position being executed.
    pub fn loc(&self, state: &State) -> Option<Loc> {
        let frame = &state.frame;
        let locs = &self.code.of(frame.func).locs;
        locs.get(frame.pc as usize).copied().flatten()
    }

    /// The same, seen from the program's own files: a place in a library model is that of its call.
    pub fn user_loc(&self, state: &State) -> Option<Loc> {
        let source = &self.program.source;
        let of_user = |&loc: &Loc| !source.file_name(source.get(loc).file).starts_with('<');
        let mut places = self.stack(state).into_iter().filter_map(|frame| frame.loc);
        places.find(of_user).or_else(|| self.loc(state))
    }

    /// Was this reason noted already for this place?
    pub fn is_noted(&self, what: &str, loc: Option<Loc>) -> bool {
        let what = what.to_owned();
        self.noted.contains(&IncompleteReason { what, loc })
    }

    /// Active calls, innermost first.
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

    /// Notes why the run will not speak for all inputs, once a reason and place.
    pub fn incomplete(&mut self, what: impl Into<String>, loc: Option<Loc>) {
        // What an answer that was cut short seems to say is no reason of its own.
        if !self.cut_short() {
            self.note(what.into(), loc);
        }
    }

    /// Notes why the run does not speak for all inputs.
    fn note(&mut self, what: String, loc: Option<Loc>) {
        let reason = IncompleteReason { what, loc };
        if self.noted.insert(reason.clone()) {
            self.incomplete.push(reason);
        }
    }

    /// The same at the place where a state is.
    pub fn incomplete_here(&mut self, state: &State, what: impl Into<String>) {
        let (what, loc) = self.told_to_the_user(state, what.into());
        self.incomplete(what, loc);
    }

    /// What happens here as the user sees it: in a library model the place is that of the call, and the model's own
    /// stands behind what is said.
    fn told_to_the_user(&self, state: &State, what: String) -> (String, Option<Loc>) {
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

    /// Ends a path at something the engine cannot do.
    pub fn unsupported(&self, state: &State, what: impl Into<String>) -> Stop {
        let (what, loc) = self.told_to_the_user(state, what.into());
        let outcome = Outcome::Unsupported { what, loc };
        Stop::Outcome(Box::new(outcome))
    }

    // ---- registers

    /// Sets a result if there is one.
    pub fn set_result(&mut self, state: &mut State, dst: Option<(Reg, Type)>, value: Val) {
        if let Some((reg, _)) = dst {
            state.frame.regs[reg as usize] = value;
        }
    }

    /// Sets a result from a constant, cut to its type.
    pub fn set_constant(&mut self, state: &mut State, dst: Option<(Reg, Type)>, value: u128) {
        if let Some((_, ty)) = dst {
            let value = Val::from_bits(&mut self.arena, Bits::new(ty.bits(), value));
            self.set_result(state, dst, value);
        }
    }

    // ---- inputs

    /// A new input of this path under its final name.
    pub fn make_input(&mut self, state: &mut State, name: String, len: u32) -> SymArray {
        let symbol = self.symbol(&name, len);
        self.guide_input(state, &name, symbol);
        let (place, order) = (state.inputs.len(), self.seen_inputs.len());
        match self.seen_inputs.get_mut(&name) {
            Some(input) => input.place = input.place.min(place),
            None => {
                let len = u64::from(len);
                let input = SeenInput { place, order, len };
                self.seen_inputs.insert(name.clone(), input);
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

    /// The symbol of a name and size, the same on every path.
    pub fn symbol(&mut self, name: &str, len: u32) -> SymArray {
        symbol_in(&mut self.symbols, &mut self.arena, name, len)
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
