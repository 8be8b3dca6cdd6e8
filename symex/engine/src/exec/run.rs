//! The main loop: state selection, time slices, and limits.
use super::decode::Step;
use super::{Engine, Flow, Halt, Part, Stepped, Stop};
use crate::merging::Arrival;
use crate::merging::parts::Parts;
use crate::state::frame::{CallStack, Frame};
use crate::state::inputs::MadeInputs;
use crate::state::path::Path;
use crate::state::{State, Val};
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_ir::jump::SavedPlaces;
use symtool_ir::layout::Region;
use symtool_ir::{Func, Limit, Outcome};

/// Steps of a time slice, after which the searcher selects a state again.
pub(super) const SHARE: u32 = 1 << 16;
/// Steps between two checks of the clock and the limits.
const PAUSE: u32 = 1 << 12;
/// Bytes that a block operation moves between two checks of the limits.
const BLOCK_PAUSE: u64 = 1 << 16;
/// Time between two ticks.
const TICK: Duration = Duration::from_millis(50);

/// The result of a time slice.
enum Turn {
    /// The state is live: the time slice is used up, or the state has forked.
    Live,
    /// Its path is over.
    Over(Stop),
}

impl Engine<'_> {
    /// Explores from `entry`, if given, and explores states received from other workers.
    pub(super) fn run(&mut self, entry: Option<Func>) {
        if let Some(entry) = entry {
            self.begin_merging(entry);
            self.start(entry);
        } else {
            self.prefix_tried = true;
        }
        self.explore_states();
        while self.halt.is_none() && self.receive() {
            self.explore_states();
        }
        self.tell_what_is_owed();
        if let Some(halt) = self.halt {
            self.drop_live(halt);
        }
    }

    /// Runs live states until none is left.
    fn explore_states(&mut self) {
        while self.halt.is_none() {
            let Some(wish) = self.searcher.next() else {
                break;
            };
            let id = self.chosen(wish);
            let Some(mut state) = self.states.remove(&id) else {
                self.gone(id);
                continue;
            };
            state.at = None;
            state.forked = false;
            let covered = self.coverage.reached();
            let mut turn = self.turn(&mut state);
            // Before the first fork there is no choice, so the searcher does not observe the time slices.
            while matches!(turn, Turn::Live) && self.has_one_path() {
                self.begin_elsewhere(&mut state);
                if self.halt.is_none() {
                    turn = self.turn(&mut state);
                }
            }
            let covered_new = self.coverage.reached() > covered;
            if matches!(turn, Turn::Live) {
                self.searcher.ran(id, covered_new);
            }
            if let Some(merger) = &mut self.merger {
                merger.policy.ran(id, covered_new);
            }
            self.settle(state, turn);
            self.look_at_limits();
            self.share();
        }
    }

    /// Returns whether nothing has forked so far and the run is not halted.
    fn has_one_path(&self) -> bool {
        self.stats.paths.forks == 0 && self.forked.is_empty() && self.halt.is_none()
    }

    fn start(&mut self, entry: Func) {
        let id = self.new_id();
        let memory = self.fresh_memory();
        let mut state = Box::new(State {
            id,
            frame: Frame {
                func: entry,
                pc: 0,
                regs: Vec::new(),
                slots: Region::NULL,
                slot_count: 0,
                extra: Vec::new(),
                va_area: 0,
                trips: Vec::new(),
            },
            callers: CallStack::default(),
            saved: SavedPlaces::default(),
            memory,
            path: Path::default(),
            inputs: MadeInputs::default(),
            output: rpds::List::new(),
            wishes: rpds::List::new(),
            depth: 0,
            multiplicity: 1,
            exit_status: None,
            guide: self.first_guide(),
            covers_new: false,
            parts: Rc::new(Parts::Path),
            news: rpds::List::new(),
            witness: None,
            regions: rpds::List::new(),
            at: None,
            forked: false,
            forked_at: 0,
        });
        let params = self.program.function_signature(entry).params.len();
        let zeros: Vec<Val> = vec![Val::ZERO; params];
        match self.enter(&mut state, entry, &zeros, &[]) {
            Ok(frame) => {
                state.frame = frame;
                self.begin_elsewhere(&mut state);
                self.searcher.added(None, &[id]);
                self.states.insert(id, state);
                self.stats.paths.max_live = 1;
            }
            Err(stop) => self.end(&mut state, stop),
        }
    }

    /// Runs one state until it forks, ends, or has used up its time slice.
    fn turn(&mut self, state: &mut State) -> Turn {
        let code = Rc::clone(&self.code);
        let mut share = std::mem::replace(&mut self.share, SHARE);
        'frames: loop {
            let func = state.frame.func;
            let body = code.of(func);
            loop {
                let pc = state.frame.pc as usize;
                let step = &body.steps[pc];
                self.stats.instructions += 1;
                if self.coverage.step(func, pc) {
                    state.covers_new = true;
                }
                let next = match self.step(state, step) {
                    Ok(Flow::Next) => {
                        state.frame.pc += 1;
                        false
                    }
                    Ok(Flow::Edge(edge)) => {
                        let edge_data = &body.edges[edge as usize];
                        if edge_data.is_side && self.coverage.edge(func, edge) {
                            state.covers_new = true;
                        }
                        let met = self.trip(state, edge);
                        self.move_arguments(state, edge_data);
                        state.frame.pc = edge_data.target;
                        if self.forked.is_empty() {
                            if met.meets && self.stops(state, Arrival::Block) {
                                return Turn::Live;
                            }
                            if met.leaves
                                && !state.regions.is_empty()
                                && self.stops(state, Arrival::Leave)
                            {
                                return Turn::Live;
                            }
                        }
                        if !self.forked.is_empty() {
                            state.at = Some(Arrival::Block);
                            state.forked = true;
                        }
                        false
                    }
                    Ok(Flow::Switched) => true,
                    Ok(Flow::Returned) => {
                        if self.merger.is_some() && self.stops(state, Arrival::Return) {
                            return Turn::Live;
                        }
                        true
                    }
                    Ok(Flow::Met) => {
                        if self.stops(state, Arrival::Block) {
                            return Turn::Live;
                        }
                        false
                    }
                    Ok(Flow::Stopped) => {
                        state.frame.pc += 1;
                        return Turn::Live;
                    }
                    Err(stop) => return Turn::Over(stop),
                };
                share -= 1;
                if share.is_multiple_of(PAUSE) {
                    self.look_at_limits();
                    if share == 0 || self.halt.is_some() {
                        return Turn::Live;
                    }
                }
                if !self.forked.is_empty() || self.halt.is_some() {
                    return Turn::Live;
                }
                if next {
                    continue 'frames;
                }
            }
        }
    }

    #[inline]
    fn step(&mut self, state: &mut State, step: &Step) -> Stepped {
        match step {
            Step::Pure(step) => {
                self.pure(state, step);
                Ok(Flow::Next)
            }
            Step::Memory(step) => self.memory(state, step),
            Step::SlotAddr { dst, slot } => {
                let region = Region(state.frame.slots.0 + u64::from(*slot));
                state.frame.regs[*dst as usize] = Val::Const(region.base());
                Ok(Flow::Next)
            }
            Step::FixedAddr { dst, address } => {
                state.frame.regs[*dst as usize] = Val::Const(*address);
                Ok(Flow::Next)
            }
            Step::Call(step) => self.call(state, step),
            Step::Intrinsic(step) => crate::models::run(self, state, step),
            Step::Check(step) => self.check(state, step),
            Step::Terminator(step) => self.terminator(state, step),
        }
    }

    /// Returns a state to the set of live states, together with the states it forked.
    fn settle(&mut self, mut state: Box<State>, turn: Turn) {
        let id = state.id;
        let mut forked = std::mem::take(&mut self.forked);
        // Concolic execution does not follow other values of an address or a size.
        let strays = !forked.is_empty() && !self.is_on_its_way(&state);
        forked.retain(|fork| self.is_on_its_way(fork));
        if let Some(limit) = self.config.max_depth {
            let before = forked.len();
            forked.retain(|s| s.depth <= limit);
            for _ in forked.len()..before {
                self.finish(&mut state, Outcome::Limit(Limit::Depth));
            }
        }
        if !forked.is_empty() {
            let ids: Vec<_> = forked.iter().map(|s| s.id).collect();
            self.searcher.added(Some(id), &ids);
            forked.iter_mut().for_each(|fork| self.waits(fork));
            self.states
                .extend(forked.into_iter().map(|s| (s.id, Box::new(s))));
        }
        let too_deep = self
            .config
            .max_depth
            .is_some_and(|limit| state.depth > limit);
        match turn {
            Turn::Live if strays => self.gone(id),
            Turn::Live if too_deep => {
                self.gone(id);
                self.finish(&mut state, Outcome::Limit(Limit::Depth));
            }
            Turn::Live => {
                self.waits(&mut state);
                self.states.insert(id, state);
            }
            Turn::Over(stop) => {
                self.gone(id);
                let live = self.states.len() as u64 + 1;
                self.stats.paths.max_live = self.stats.paths.max_live.max(live);
                if self.cut_short() {
                    // The path ended because a query was interrupted.
                    self.stats.paths.killed += 1;
                } else {
                    self.stats.explored.add_path(state.depth);
                    self.end(&mut state, stop);
                }
            }
        }
        let live = self.states.len() as u64;
        self.stats.paths.max_live = self.stats.paths.max_live.max(live);
    }

    fn end(&mut self, state: &mut State, stop: Stop) {
        if let Stop::Outcome(outcome) = stop {
            self.finish(state, *outcome);
        }
    }

    /// Counts the bytes that one step moves and checks the limits regularly, because a block may be as large
    /// as the memory. Returns `false` if a limit has ended the run; the state is dropped then, so the block
    /// need not be completed.
    #[inline]
    pub(crate) fn moves(&mut self, bytes: u64) -> bool {
        self.moved += bytes;
        if self.moved >= BLOCK_PAUSE {
            self.moved = 0;
            self.look_at_limits();
        }
        self.halt.is_none()
    }

    /// Halts the run if a limit is reached; calls the observer regularly.
    pub(super) fn look_at_limits(&mut self) {
        self.heed_team();
        if self.halt.is_some() {
            return;
        }
        let (ended, instructions) = self.spent();
        let exceeded = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if exceeded(self.config.max_paths, ended) && !self.states.is_empty() {
            return self.stop_run(Halt::Limit(Limit::Paths));
        }
        if exceeded(self.config.max_instructions, instructions) {
            return self.stop_run(Halt::Limit(Limit::Instructions));
        }
        let now = Instant::now();
        let time = now.duration_since(self.started);
        if self.config.max_time.is_some_and(|limit| time >= limit) {
            return self.stop_run(Halt::Limit(Limit::Time));
        }
        if now.duration_since(self.last_tick) >= TICK {
            self.last_tick = now;
            self.tick(time);
        }
    }

    fn tick(&mut self, time: Duration) {
        let memory = resident_set().unwrap_or(0);
        self.stats.memory = memory;
        self.stats.peak_memory = self.stats.peak_memory.max(memory);
        self.heed_memory(memory, self.started + time);
        if self.halt.is_some() {
            return;
        }
        self.refresh_stats(time);
        let (program, now) = (self.program, self.started + time);
        self.coverage_counted
            .refresh(&self.coverage, &mut self.stats, program, &self.code, now);
        let go_on = self.observer.tick(&self.stats);
        self.heed_interrupt();
        if !go_on && self.halt.is_none() {
            self.stop_run(Halt::Limit(Limit::Interrupt));
        }
    }

    fn refresh_stats(&mut self, time: Duration) {
        self.stats.time = time;
        self.stats.live = self.states.len() as u64;
        self.stats.expressions = self.arena.len() as u64;
        self.stats.solver = self.chain.stats();
        self.stats.arrays = self.arrays.applications;
    }

    /// Returns the result of this worker.
    pub(super) fn conclude(mut self) -> Part {
        self.refresh_stats(self.started.elapsed());
        let memory = resident_set().unwrap_or(0);
        self.stats.memory = memory;
        self.stats.peak_memory = self.stats.peak_memory.max(memory);
        let merging = self.merge_report();
        Part {
            stats: self.stats,
            incomplete: self.incomplete,
            merging,
            inputs: self.seen_inputs,
            spots: self.spots,
            explained: self.explained.notes,
        }
    }
}

/// Returns the resident memory of this process in bytes, if the system reports it.
fn resident_set() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
