//! Merging by patterns (Trabish et al., State Merging with Quantifiers in Symbolic Execution, ESEC/FSE 2023).
//!
//! Where a path forks within a loop that holds no other loop, or a function without loops, a *region* begins that ends where
//! its paths leave it. They wait there for each other, and the conditions between the region's root and its leaves are words
//! over an alphabet that ignores numeric constants. Words of one form `ω1 ω2^k ω3` become one state: with a free number k, a quantifier
//! over the conditions that repeat, and values that are expressions over k. What has no pattern is joined as the other policies
//! do it.
//!
//! While a region is explored, a path that comes to a place with what another one held there is joined to it at once, even if
//! that one has gone on; what has followed from it is dropped and explored again for both.
//!
//! | room | holds |
//! | --- | --- |
//! | `region` | which places belong to a region, and who is in it |
//! | `tree` | the execution tree of a region, with what states held at its nodes |
//! | `compress` | paths joined while their region is explored |
//! | [`letters`] | numbers for conditions that ignore constants |
//! | [`regular`] | regular patterns in words |
//! | `finish` | the leaves of a region as few states |
//! | `formula` | a partition as one state |
//! | `check` | a solver's word that this state is the joined one |
mod check;
mod compress;
mod finish;
mod formula;
pub mod letters;
mod region;
pub mod regular;
mod tree;

use letters::Letters;
use region::{Place, Region, places_around};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use symtool_engine::merging::{Arrival, Bench, MergePolicy, Scene, Waiting};
use symtool_engine::state::{State, StateId};
use symtool_expr::ExprId;

/// A region of more nodes is given up: its paths go on by themselves.
const MAX_NODES: usize = 20_000;
/// So are those whose paths run for so many turns without a fork.
const MAX_IDLE: u32 = 256;

/// What was done, a text for each merged state, for tests and people.
pub type Journal = Arc<Mutex<Vec<String>>>;

/// How regions are merged.
#[derive(Clone, Debug)]
pub struct PatternOptions {
    /// Look for patterns; else all leaves of a region that are at one place become one state.
    pub quantified: bool,
    /// Join paths within regions while they are explored.
    pub incremental: bool,
    /// More states than these are joined to one without patterns.
    pub max_patterns: usize,
    /// Let a solver prove each merged state the same as the one that ordinary merging gives; where it does not, take the latter.
    pub check: bool,
    /// Is told what was done.
    pub journal: Option<Journal>,
}

impl Default for PatternOptions {
    fn default() -> PatternOptions {
        PatternOptions {
            quantified: true,
            incremental: true,
            max_patterns: 8,
            check: false,
            journal: None,
        }
    }
}

/// What was counted.
#[derive(Debug, Default)]
struct Counts {
    regions: u64,
    given_up: u64,
    incremental: u64,
    dropped: u64,
    patterns: u64,
    by_pattern: u64,
    failed: u64,
    ordinary: u64,
    refuted: u64,
}

/// Merges the leaves of regions.
#[derive(Debug)]
pub struct Pattern {
    options: PatternOptions,
    letters: Letters,
    /// Those that are not finished, by number; inner ones have greater numbers.
    regions: FxHashMap<u32, Region>,
    opened: u32,
    /// The regions that a state is in, outermost first.
    of: FxHashMap<StateId, Vec<u32>>,
    /// Who has come to wait since the states were last worked on.
    seen: Vec<StateId>,
    forked: bool,
    counts: Counts,
}

impl Pattern {
    /// A policy that has seen nothing.
    pub fn new(options: PatternOptions) -> Pattern {
        Pattern {
            options,
            letters: Letters::default(),
            regions: FxHashMap::default(),
            opened: 0,
            of: FxHashMap::default(),
            seen: Vec::new(),
            forked: false,
            counts: Counts::default(),
        }
    }

    /// Opens the regions around a fork that are not open yet.
    fn open(&mut self, bench: &mut Bench<'_>, batch: &[StateId]) {
        let states: Vec<&State> = batch
            .iter()
            .filter_map(|id| Some(&**bench.waiting.get(id)?))
            .collect();
        let Some((first, others)) = states.split_first() else {
            return;
        };
        let mut root = first.path.conditions().len().saturating_sub(1);
        for other in others {
            let pairs = first.path.conditions().iter().zip(other.path.conditions());
            root = root.min(pairs.take_while(|(a, b)| a == b).count());
        }
        let lowest = states.iter().min_by_key(|state| state.callers.depth());
        let Some(lowest) = lowest else { return };
        let open: Vec<Place> = (lowest.merge.regions.iter())
            .filter_map(|number| Some(self.regions.get(number)?.place))
            .collect();
        let mut places = places_around(lowest, bench.topology);
        places.retain(|place| !open.contains(place));
        for place in places {
            self.opened += 1;
            self.regions.insert(self.opened, Region::new(place, root));
            for id in batch {
                if let Some(state) = bench.waiting.get_mut(id) {
                    state.merge.regions.push_front_mut(self.opened);
                }
            }
        }
    }

    /// Adds the states of a fork to the trees of their regions.
    fn grow(&mut self, bench: &mut Bench<'_>, batch: &[StateId]) {
        for &id in batch {
            let Some(state) = bench.waiting.get(&id) else {
                continue;
            };
            let state = Rc::new(State::clone(state));
            self.add_node(bench, &state);
        }
    }

    fn add_node(&mut self, bench: &mut Bench<'_>, state: &Rc<State>) {
        let mut numbers: Vec<u32> = state.merge.regions.iter().copied().collect();
        numbers.reverse();
        let key = if self.options.incremental {
            tree::key(bench, state)
        } else {
            0
        };
        for number in &numbers {
            if let Some(region) = self.regions.get_mut(number) {
                region.add(state, key);
            }
        }
        self.of.insert(state.id, numbers);
    }

    /// A state that has left its innermost region waits there.
    fn settle(&mut self, bench: &Bench<'_>, id: StateId) {
        let Some(state) = bench.waiting.get(&id) else {
            return;
        };
        let innermost = state.merge.regions.first();
        if let Some(region) = innermost.and_then(|number| self.regions.get_mut(number))
            && !region.place.holds(state, bench.topology)
        {
            region.wait(id);
        }
    }

    /// Takes a state out of all regions; `ended` if its path is over.
    fn forget(&mut self, id: StateId, ended: bool) {
        for number in self.of.remove(&id).unwrap_or_default() {
            if let Some(region) = self.regions.get_mut(&number) {
                region.remove(id, ended);
            }
        }
    }

    /// Ends the regions that nobody is in any more, inner ones first.
    fn finish(&mut self, bench: &mut Bench<'_>) {
        loop {
            let over = |(_, region): &(&u32, &Region)| region.is_over();
            let Some(number) = self.regions.iter().filter(over).map(|(&n, _)| n).max() else {
                break;
            };
            let Some(region) = self.regions.remove(&number) else {
                break;
            };
            self.end(bench, number, region);
        }
    }

    fn end(&mut self, bench: &mut Bench<'_>, number: u32, region: Region) {
        self.counts.regions += 1;
        let leaves: Vec<StateId> = region.waiting.iter().copied().collect();
        let left = self.merge_leaves(bench, &region, &leaves);
        for &id in leaves.iter().filter(|id| !left.contains(id)) {
            self.forget(id, false);
        }
        for &id in &left {
            let Some(state) = bench.waiting.get_mut(&id) else {
                continue;
            };
            without(state, number);
            let state = Rc::new(State::clone(state));
            let outer: Vec<u32> = state.merge.regions.iter().copied().collect();
            for number in outer {
                if let Some(outer) = self.regions.get_mut(&number) {
                    outer.cut_below(&state, region.root);
                }
            }
        }
        for id in left {
            let Some(state) = bench.waiting.get(&id) else {
                continue;
            };
            let state = Rc::new(State::clone(state));
            self.add_node(bench, &state);
            self.settle(bench, id);
            if self.options.incremental {
                self.compress(bench, id);
            }
        }
    }

    /// Lets all paths of a region go on by themselves.
    fn give_up(&mut self, bench: &mut Bench<'_>, number: u32) {
        let Some(region) = self.regions.remove(&number) else {
            return;
        };
        self.counts.given_up += 1;
        for id in region.members() {
            if let Some(of) = self.of.get_mut(&id) {
                of.retain(|&other| other != number);
            }
            if let Some(state) = bench.waiting.get_mut(&id) {
                without(state, number);
                self.settle(bench, id);
            }
        }
    }

    fn give_up_large(&mut self, bench: &mut Bench<'_>) {
        let too_large = |region: &Region| region.tree.len() > MAX_NODES || region.idle > MAX_IDLE;
        let mut large: Vec<u32> = (self.regions.iter())
            .filter(|(_, region)| too_large(region))
            .map(|(&number, _)| number)
            .collect();
        large.sort_unstable();
        for number in large {
            self.give_up(bench, number);
        }
    }
}

/// A state that is in a region no more.
fn without(state: &mut State, number: u32) {
    let mut kept: Vec<u32> = state.merge.regions.iter().copied().collect();
    kept.retain(|&other| other != number);
    state.merge.regions = Default::default();
    for number in kept.into_iter().rev() {
        state.merge.regions.push_front_mut(number);
    }
}

impl MergePolicy for Pattern {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool {
        if !matches!(at, Arrival::Leave | Arrival::Return) {
            return false;
        }
        let innermost = state.merge.regions.first();
        let region = innermost.and_then(|number| self.regions.get(number));
        region.is_some_and(|region| !region.place.holds(state, scene.topology))
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, _: &Scene<'_>) {
        self.seen.push(state.id);
        self.forked |= state.merge.forked;
        if at.is_none() {
            for number in &state.merge.regions {
                if let Some(region) = self.regions.get_mut(number) {
                    region.idle += 1;
                }
            }
        }
    }

    fn gone(&mut self, state: StateId) {
        self.forget(state, true);
    }

    fn build(&mut self, bench: &mut Bench<'_>) {
        let batch = std::mem::take(&mut self.seen);
        let forked = std::mem::take(&mut self.forked);
        if forked && batch.len() > 1 {
            self.open(bench, &batch);
        }
        if forked {
            self.grow(bench, &batch);
        }
        for &id in &batch {
            self.settle(bench, id);
        }
        if forked && self.options.incremental {
            for &id in &batch {
                self.compress(bench, id);
            }
        }
        self.give_up_large(bench);
        self.finish(bench);
    }

    fn keeps_implied(&self, state: &State, condition: ExprId) -> bool {
        let innermost = state.merge.regions.first();
        let region = innermost.and_then(|number| self.regions.get(number));
        region.is_some_and(|region| !region.tail(state).contains(&condition))
    }

    fn next(&mut self, wish: StateId, waiting: &Waiting) -> StateId {
        let mut next = wish;
        if !waiting.contains_key(&next) {
            next = waiting.keys().copied().min().unwrap_or(wish);
        }
        // Regions are nested, so this goes inwards and ends.
        while let Some(&number) = self.of.get(&next).and_then(|of| of.last()) {
            let first = self.regions.get(&number).and_then(Region::first);
            match first {
                Some(first) if first != next => {
                    let same = self.of.get(&first).and_then(|of| of.last()) == Some(&number);
                    next = first;
                    if same {
                        break;
                    }
                }
                _ => break,
            }
        }
        next
    }

    fn partners(&mut self, _: StateId, _: &Waiting) -> Vec<StateId> {
        Vec::new()
    }

    fn similar(&mut self, _: &State, _: &State, _: &Scene<'_>) -> bool {
        false
    }

    fn joined(&mut self, _: &State, _: StateId, _: &Scene<'_>) {}

    fn report(&self) -> Vec<(String, u64)> {
        let counts = &self.counts;
        [
            ("regions whose leaves were merged", counts.regions),
            ("regions given up", counts.given_up),
            (
                "paths joined while their region was explored",
                counts.incremental,
            ),
            (
                "paths dropped for that, to be explored again",
                counts.dropped,
            ),
            ("states made by patterns", counts.patterns),
            ("paths that these stand for", counts.by_pattern),
            ("regular partitions without a formula", counts.failed),
            ("states made without patterns", counts.ordinary),
            ("patterns that a solver did not prove", counts.refuted),
        ]
        .map(|(what, number)| (what.to_owned(), number))
        .to_vec()
    }
}
