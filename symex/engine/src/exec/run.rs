//! The main loop: state selection, time slices, and limits.
use super::{Executor, Flow, Grant, Halt, Part, Progress, Stepped, Stop};
use crate::code::Step;
use crate::merging::Arrival;
use crate::state::State;
use crate::state::frame::Frame;
use crate::value::Val;
use std::rc::Rc;
use std::time::Duration;
use symtool_ir::layout::Region;
use symtool_ir::{Func, Limit, Outcome};

/// The number of steps of a time slice. After a time slice the searcher selects a state again.
pub(super) const TIME_SLICE: u32 = 1 << 16;
/// The number of steps between two checks of the clock and the limits.
const LIMIT_INTERVAL: u32 = 1 << 12;
/// The number of bytes that a block operation moves between two checks of the limits.
const BLOCK_INTERVAL: u64 = 1 << 16;
/// The time between two calls of [`Observer::tick`](super::Observer::tick).
const TICK: Duration = Duration::from_millis(50);

/// The result of running a state for one time slice.
enum SliceEnd {
    /// The state is live. The time slice ended because the state has forked, the slice is used up, the state waits at a
    /// merge point, or the run halts.
    Live,
    /// The path of the state is over.
    Over(Stop),
}

impl Executor<'_> {
    /// Explores all paths from the function `entry`. In a parallel exploration, only the first worker begins at
    /// `entry`. The other workers explore the states that they receive.
    pub(super) fn run(&mut self, entry: Func) {
        self.begin_merging(entry);
        self.begin_profile();
        if self.is_first() {
            self.start(entry);
        } else {
            self.prefix_tried = true;
        }
        self.explore_states();
        while self.halt.is_none() && self.receive() {
            self.explore_states();
        }
        self.fulfill_remaining();
        if let Some(halt) = self.halt {
            self.drop_live(halt);
        }
    }

    /// Runs live states until none is left, or until the run halts at a limit.
    fn explore_states(&mut self) {
        while self.halt.is_none() {
            let Some(wish) = self.live.searcher.next() else {
                break;
            };
            let id = self.chosen(wish);
            let Some(mut state) = self.live.states.remove(&id) else {
                self.gone(id);
                continue;
            };
            if self.is_past_goals(&state) {
                self.drop_past_goals(&state);
                continue;
            }
            state.merge.arrival = None;
            state.merge.forked = false;
            let (covered, work) = (self.coverage.reached(), self.work());
            let mut end = self.run_slice(&mut state);
            // While there is a single state, the searcher has no choice. Therefore it is not called between
            // time slices.
            while matches!(end, SliceEnd::Live) && self.has_one_path() {
                self.run_prefix(&mut state);
                if self.halt.is_none() {
                    end = self.run_slice(&mut state);
                }
            }
            let covered_new = self.coverage.reached() > covered;
            if matches!(end, SliceEnd::Live) {
                self.live.searcher.ran(id, covered_new);
            }
            if let Some(merger) = &mut self.merger {
                merger.policy.schedule.ran(id, covered_new);
            }
            let work = self.work() - work;
            self.live.searcher.spent(work);
            self.finish_slice(state, end);
            self.check_limits();
            self.share_states();
        }
    }

    /// Returns whether the run continues and no state has forked yet, so that there is a single state.
    fn has_one_path(&self) -> bool {
        self.stats.paths.forks == 0 && self.live.forked.is_empty() && self.halt.is_none()
    }

    fn start(&mut self, entry: Func) {
        let id = self.new_id();
        let memory = self.fresh_memory();
        let frame = Frame {
            func: entry,
            ..Frame::nothing()
        };
        let mut state = Box::new(State {
            guide: self.first_guide(),
            ..State::new(id, frame, memory)
        });
        let params = self.program.function_signature(entry).params.len();
        let zeros: Vec<Val> = vec![Val::ZERO; params];
        match self.enter(&mut state, entry, &zeros, &[]) {
            Ok(frame) => {
                state.frame = frame;
                self.run_prefix(&mut state);
                self.live.searcher.added(None, &[id]);
                self.live.states.insert(id, state);
                self.stats.paths.max_live = 1;
            }
            Err(stop) => self.end(&mut state, stop),
        }
    }

    /// Runs one state until it forks, ends, waits at a merge point, or has used up its time slice.
    fn run_slice(&mut self, state: &mut State) -> SliceEnd {
        self.profile_next(state.id);
        let code = Rc::clone(&self.code);
        let mut slice = std::mem::replace(&mut self.clock.slice, TIME_SLICE);
        'frames: loop {
            let func = state.frame.func;
            let body = code.of(func);
            loop {
                let pc = state.frame.pc as usize;
                let step = &body.steps[pc];
                self.stats.executed(func, pc);
                state.steps += 1;
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
                        let met = self.count_iteration(state, edge);
                        self.move_arguments(state, edge_data);
                        state.frame.pc = edge_data.target;
                        if self.exceeds_bound(met.iteration) {
                            return SliceEnd::Over(self.cut_loop(state));
                        }
                        if self.live.forked.is_empty() {
                            if met.is_merge_point && self.stops(state, Arrival::Block) {
                                return SliceEnd::Live;
                            }
                            if met.leaves_loop
                                && !state.merge.regions.is_empty()
                                && self.stops(state, Arrival::Leave)
                            {
                                return SliceEnd::Live;
                            }
                        }
                        if !self.live.forked.is_empty() {
                            state.merge.arrival = Some(Arrival::Block);
                            state.merge.forked = true;
                        }
                        false
                    }
                    Ok(Flow::Switched) => true,
                    Ok(Flow::Returned) => {
                        if self.merger.is_some() && self.stops(state, Arrival::Return) {
                            return SliceEnd::Live;
                        }
                        true
                    }
                    Ok(Flow::EdgeTarget) => {
                        if self.is_cut(state) {
                            return SliceEnd::Over(self.cut_loop(state));
                        }
                        if self.stops(state, Arrival::Block) {
                            return SliceEnd::Live;
                        }
                        false
                    }
                    Ok(Flow::Stopped) => {
                        state.frame.pc += 1;
                        return SliceEnd::Live;
                    }
                    Err(stop) => return SliceEnd::Over(stop),
                };
                slice -= 1;
                if slice.is_multiple_of(LIMIT_INTERVAL) || self.clock.is_check_due {
                    self.check_limits();
                    if slice == 0 || self.halt.is_some() {
                        return SliceEnd::Live;
                    }
                }
                if !self.live.forked.is_empty() || self.halt.is_some() {
                    return SliceEnd::Live;
                }
                if next {
                    continue 'frames;
                }
            }
        }
    }

    #[inline]
    pub(super) fn step(&mut self, state: &mut State, step: &Step) -> Stepped {
        match step {
            Step::Pure(step) => {
                self.pure(state, step);
                Ok(Flow::Next)
            }
            Step::Load(step) | Step::Store(step) => {
                let flow = self.memory(state, step);
                self.profile_built(state);
                flow
            }
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
            Step::Intrinsic(step) => super::models::run(self, state, step),
            Step::Check(step) => self.check(state, step),
            Step::Terminator(step) => self.terminator(state, step),
        }
    }

    /// Puts a state that has run, and the states that it forked, into the set of live states. If the path of the state
    /// is over, the state is removed instead, and the outcome of its path is recorded.
    fn finish_slice(&mut self, mut state: Box<State>, end: SliceEnd) {
        let id = state.id;
        let mut forked = std::mem::take(&mut self.live.forked);
        self.profile_slice(&state, &forked);
        // For each address and size, concolic execution follows only the value that its concrete input determines. A
        // state in which the address or size has another value is dropped.
        let strays = !forked.is_empty() && !self.follows_guide(&state);
        forked.retain(|fork| self.follows_guide(fork));
        self.cut_forked(&mut forked);
        if let Some(limit) = self.config.limits.max_depth {
            let before = forked.len();
            forked.retain(|s| s.depth <= limit);
            for _ in forked.len()..before {
                self.finish(&mut state, Outcome::Limit(Limit::Depth));
            }
        }
        if !forked.is_empty() {
            let ids: Vec<_> = forked.iter().map(|s| s.id).collect();
            self.live.searcher.added(Some(id), &ids);
            forked.iter_mut().for_each(|fork| self.waits(fork));
            self.live
                .states
                .extend(forked.into_iter().map(|s| (s.id, Box::new(s))));
        }
        let too_deep = self
            .config
            .limits
            .max_depth
            .is_some_and(|limit| state.depth > limit);
        match end {
            SliceEnd::Live if strays => self.gone(id),
            SliceEnd::Live if too_deep => {
                self.gone(id);
                self.finish(&mut state, Outcome::Limit(Limit::Depth));
            }
            SliceEnd::Live => {
                self.waits(&mut state);
                self.live.states.insert(id, state);
            }
            SliceEnd::Over(stop) => {
                self.gone(id);
                let live = self.live.states.len() as u64 + 1;
                self.stats.paths.max_live = self.stats.paths.max_live.max(live);
                if self.was_interrupted() {
                    // The path ended because an interrupt ended one of the queries of the path. The state stays live,
                    // so that `drop_live` makes an input for the code that it has covered.
                    self.live.states.insert(id, state);
                } else {
                    self.stats.explored.add_path(state.depth);
                    self.end(&mut state, stop);
                    self.profile_gone(id);
                }
            }
        }
        let live = self.live.states.len() as u64;
        self.stats.paths.max_live = self.stats.paths.max_live.max(live);
    }

    fn end(&mut self, state: &mut State, stop: Stop) {
        if let Stop::Outcome(outcome) = stop {
            self.finish(state, *outcome);
        }
    }

    /// Counts the bytes that a block operation moves within one step, or the elements of a symbolic array that an
    /// access builds. Checks the limits regularly, because a block may be as large as the memory. Returns `false` if a
    /// limit has ended the run; then the caller can stop the block operation, because the state is dropped.
    #[inline]
    pub(crate) fn count_moved_bytes(&mut self, bytes: u64) -> bool {
        self.clock.moved += bytes;
        if self.clock.moved >= BLOCK_INTERVAL {
            self.clock.moved = 0;
            self.check_limits();
        }
        self.halt.is_none()
    }

    /// Halts the run if a limit is reached. Calls the observer regularly.
    pub(super) fn check_limits(&mut self) {
        self.clock.is_check_due = false;
        self.check_team();
        if self.halt.is_some() {
            return;
        }
        let (ended, instructions) = self.spent();
        let exceeded = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if exceeded(self.config.limits.max_paths, ended) && !self.live.states.is_empty() {
            return self.stop_run(Halt::Limit(Limit::Paths));
        }
        if exceeded(self.config.limits.max_instructions, instructions) {
            return self.stop_run(Halt::Limit(Limit::Instructions));
        }
        self.ask_for_grant();
        let time = self.clock.started.elapsed();
        if self
            .config
            .limits
            .max_time
            .is_some_and(|limit| time >= limit)
        {
            return self.stop_run(Halt::Limit(Limit::Time));
        }
        if time - self.clock.last_tick >= TICK {
            self.clock.last_tick = time;
            self.tick(time);
        }
    }

    /// Returns the work so far, in the unit of [`Observer::grant`](super::Observer::grant).
    fn work(&self) -> u64 {
        self.stats.instructions + self.solving.chain.work() + self.arena.work() + self.clock.merging
    }

    /// Calls [`Observer::grant`](super::Observer::grant) if the exploration has done the work that the observer has
    /// granted so far. The observer then grants more work, or stops the exploration. Workers of a parallel exploration
    /// do not need grants.
    fn ask_for_grant(&mut self) {
        if self.membership.is_some() || self.clock.granted == u64::MAX {
            return;
        }
        let work = self.work();
        if work < self.clock.granted {
            return;
        }
        if self.config.count_ites && self.clock.granted > 0 {
            let costs = self.hotspots.points(&self.code);
            self.observer.costs(work, costs);
        }
        let explored = Some(self.stats.explored.fraction());
        match self.observer.grant(Progress {
            work,
            explored,
            live: self.live.states.len() as u64,
        }) {
            Grant::Until(more) => self.clock.granted = more,
            Grant::Stop => {
                self.check_interrupt();
                if self.halt.is_none() {
                    self.stop_run(Halt::Limit(Limit::Interrupt));
                }
            }
        }
    }

    fn tick(&mut self, time: Duration) {
        let memory = symtool_solver::resident_set().unwrap_or(0);
        self.stats.memory = memory;
        self.stats.peak_memory = self.stats.peak_memory.max(memory);
        self.check_memory(memory, self.clock.started + time);
        if self.halt.is_some() {
            return;
        }
        self.refresh_stats(time);
        let (program, now) = (self.program, self.clock.started + time);
        self.coverage_counted.refresh(
            &self.coverage,
            &mut self.stats.coverage,
            program,
            &self.code,
            now,
        );
        let go_on = self.observer.tick(&self.stats);
        self.check_interrupt();
        if !go_on && self.halt.is_none() {
            self.stop_run(Halt::Limit(Limit::Interrupt));
        }
    }

    fn refresh_stats(&mut self, time: Duration) {
        self.stats.time = time;
        self.stats.live = self.live.states.len() as u64;
        self.stats.expressions = self.arena.len() as u64;
        self.stats.solver = self.solving.chain.stats();
        self.stats.arrays = self.solving.arrays.applications;
    }

    /// Ends the worker and returns its results.
    pub(super) fn conclude(mut self) -> Part {
        self.refresh_stats(self.clock.started.elapsed());
        let memory = symtool_solver::resident_set().unwrap_or(0);
        self.stats.memory = memory;
        self.stats.peak_memory = self.stats.peak_memory.max(memory);
        let merging = self.merge_report();
        let merges = self.merge_decisions();
        let profile = self.end_profile();
        Part {
            stats: self.stats,
            incomplete: self.notes.incomplete,
            cuts: self.unwinding.map(|it| it.cuts).unwrap_or_default(),
            merging,
            merges,
            inputs: self.inputs.seen,
            hotspots: self.hotspots,
            profile,
            explained: self.solving.explained.notes,
        }
    }
}
