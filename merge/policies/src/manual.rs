//! Manual merging: joins states at the ends of the code regions that the program marks.
//!
//! The calls `klee_open_merge()` and `klee_close_merge()` mark the start and the end of a *region*. All states that
//! come from one execution of `klee_open_merge` wait at `klee_close_merge` until each of them has arrived or ended. The
//! waiting states at one program point are then joined. Regions may be nested. If the search selects a waiting state
//! while other states of its region can run, one of the other states runs.
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_engine::merging::{Arrival, ProgramView, SchedulePolicy, SimilarityPolicy, Waiting};
use symtool_engine::state::{State, StateId};

/// One execution of a marked region: the states that come from one execution of `klee_open_merge`.
#[derive(Debug, Default)]
struct Region {
    /// The states that have not reached the end of the region.
    inside: BTreeSet<StateId>,
    /// The states that wait at the end of the region.
    waiting: BTreeSet<StateId>,
}

/// The schedule of manual merging: states wait at the end of a marked region.
#[derive(Debug, Default)]
pub struct Manual {
    /// The executions of marked regions in which some state runs or waits, by number.
    regions: FxHashMap<u32, Region>,
    /// The number of executions of `klee_open_merge` so far; it is also the number of the newest region.
    opened: u32,
    /// For each state, the numbers of the open regions that it is in.
    of: FxHashMap<StateId, Vec<u32>>,
    /// For each waiting state, the number of the region at the end of which it waits.
    waits: FxHashMap<StateId, u32>,
    /// The number of the region at the end of which the running state has just arrived.
    reached: Option<u32>,
}

impl Manual {
    fn enter(&mut self, state: &State) {
        let regions: Vec<u32> = state.merge.regions.iter().copied().collect();
        for number in &regions {
            let region = self.regions.entry(*number).or_default();
            region.inside.insert(state.id);
        }
        if !regions.is_empty() {
            self.of.insert(state.id, regions);
        }
    }

    fn close(&mut self, number: u32) {
        let over = |r: &Region| r.inside.is_empty() && r.waiting.is_empty();
        if self.regions.get(&number).is_some_and(over) {
            self.regions.remove(&number);
        }
    }

    /// Lets the states that wait at the end of region `number` run again, and returns these states.
    fn release(&mut self, number: u32) -> Vec<StateId> {
        let Some(region) = self.regions.get_mut(&number) else {
            return Vec::new();
        };
        let waiting = std::mem::take(&mut region.waiting);
        for id in &waiting {
            self.waits.remove(id);
        }
        self.close(number);
        waiting.into_iter().collect()
    }
}

impl SchedulePolicy for Manual {
    fn stops(&mut self, state: &mut State, at: Arrival, _: &ProgramView<'_>) -> bool {
        match at {
            Arrival::Open => {
                self.opened += 1;
                state.merge.regions.push_front_mut(self.opened);
                self.enter(state);
                false
            }
            Arrival::Close => {
                // A `klee_close_merge` without a `klee_open_merge` has no effect.
                let Some(&number) = state.merge.regions.first() else {
                    return false;
                };
                state.merge.regions.drop_first_mut();
                if let Some(of) = self.of.get_mut(&state.id) {
                    of.retain(|&r| r != number);
                }
                let Some(region) = self.regions.get_mut(&number) else {
                    return false;
                };
                region.inside.remove(&state.id);
                let alone = region.inside.is_empty() && region.waiting.is_empty();
                if alone {
                    self.close(number);
                } else {
                    self.reached = Some(number);
                }
                !alone
            }
            Arrival::Block | Arrival::Return | Arrival::Leave => false,
        }
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, _: &ProgramView<'_>) {
        if at == Some(Arrival::Close)
            && let Some(number) = self.reached.take()
            && let Some(region) = self.regions.get_mut(&number)
        {
            region.waiting.insert(state.id);
            self.waits.insert(state.id, number);
        }
        self.enter(state);
    }

    fn gone(&mut self, state: StateId) {
        let waits = self.waits.remove(&state);
        for number in self
            .of
            .remove(&state)
            .unwrap_or_default()
            .into_iter()
            .chain(waits)
        {
            if let Some(region) = self.regions.get_mut(&number) {
                region.inside.remove(&state);
                region.waiting.remove(&state);
            }
            self.close(number);
        }
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        let mut next = wish;
        // If `next` waits at the end of a region, a state inside this region runs instead. That state may itself wait
        // at the end of an inner region, so this step is repeated. The loop terminates because regions are nested.
        while let Some(number) = self.waits.get(&next) {
            let inside = self.regions.get(number);
            match inside.and_then(|region| region.inside.first()) {
                Some(&other) => next = other,
                None => break,
            }
        }
        next
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        match self.waits.get(&next) {
            Some(&number) => self.release(number),
            None => Vec::new(),
        }
    }
}

/// The similarity relation of manual merging: two states are similar if they are in the same marked regions.
#[derive(Debug)]
pub struct SameRegions;

impl SimilarityPolicy for SameRegions {
    fn similar(&mut self, one: &State, two: &State, _: &ProgramView<'_>) -> bool {
        one.merge.regions.len() == two.merge.regions.len()
            && one.merge.regions.iter().eq(two.merge.regions.iter())
    }
}
