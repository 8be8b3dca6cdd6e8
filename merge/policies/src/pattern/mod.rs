//! Pattern-based state merging (Trabish et al., State Merging with Quantifiers in Symbolic Execution, ESEC/FSE 2023).
//!
//! A fork opens a *region* for each loop and each function around it: the paths from this fork (the *root*) to the exit
//! of the loop or function. At the exit, the paths wait for each other; their states there are the *leaves* of the
//! region.
//!
//! The conditions that a path gains between the root and its leaf form a word over an alphabet that ignores numeric
//! constants: `x < 5` and `x < 9` are the same letter. Several leaves become one state if their words have the form
//! `ω1 ω2^k ω3` with the same ω1, ω2 and ω3: each word begins with ω1, repeats ω2 a number k of times, and ends with
//! ω3. The merged state has a symbolic count k, a quantifier over the repeated conditions, and values that are
//! expressions over k. Leaves without a pattern are joined by ordinary merging.
//!
//! Inner regions are completed before outer regions. Each state that results from merging an inner region is then one
//! node in the execution tree of the outer region. The conditions of this state are letters in the words of the outer
//! region.
//!
//! *Incremental merging* joins paths during the exploration of a region. Two paths at the same program point with the
//! same live store (the registers and memory cells that are read later) are joined immediately. If one of the paths has
//! already continued, its continuations are dropped, and explored again for the joined path.
//!
//! | module | contents |
//! | --- | --- |
//! | `region` | the program points of a region, and the states in it |
//! | `tree` | the tree of the forks of a region, with the states at its nodes |
//! | `compress` | incremental merging: joins paths before the exit of their region |
//! | [`letters`] | hashes of conditions that ignore constants |
//! | [`regular`] | regular patterns in words |
//! | `finish` | merges the states at the exit of a region |
//! | `classes` | decides which states at an exit are joined with each other if they have no pattern |
//! | `formula` | merges states with words of one pattern, by a formula over the repetition count |
//! | `give_up` | large regions, which are merged without patterns |
//! | `check` | proves a merged state equivalent to the ordinary join |
mod check;
mod classes;
mod compress;
mod finish;
mod formula;
mod give_up;
pub mod letters;
mod region;
pub mod regular;
mod tree;

use letters::Letters;
use region::{Extent, Region, extents_around};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use symtool_engine::merging::{
    Arrival, MergeContext, PolicyRequirements, ProgramView, SchedulePolicy, SimilarityPolicy,
    Waiting,
};
use symtool_engine::state::{State, StateId};
use symtool_expr::ExprId;

/// A log with one text for each state that was merged with a quantifier; tests read this log.
pub type Journal = Arc<Mutex<Vec<String>>>;

/// The options of pattern-based merging.
#[derive(Clone, Debug)]
pub struct PatternOptions {
    /// Whether to search for patterns of repeated conditions. If false, all states at one program point of a region's
    /// exit are merged into one state without a quantifier.
    pub quantified: bool,
    /// Whether to join states within a region before they reach its exit (incremental merging).
    pub incremental: bool,
    /// The maximum number of merged states at one program point of a region's exit. If the patterns would give more,
    /// all states at this program point are merged into one state without a quantifier.
    pub max_patterns: usize,
    /// The maximum number of nodes in the execution tree of a region. A larger region is given up: from then on, paths
    /// that wait at its exit are joined without patterns.
    pub max_nodes: usize,
    /// Whether to prove, by a solver, that each state merged with a quantifier is equivalent to the ordinary join of
    /// the original states. If the proof fails, the ordinary join is used.
    pub check: bool,
    /// If set, receives a text for each state merged with a quantifier.
    pub journal: Option<Journal>,
}

impl Default for PatternOptions {
    fn default() -> PatternOptions {
        PatternOptions {
            quantified: true,
            incremental: true,
            max_patterns: 8,
            max_nodes: 20_000,
            check: false,
            journal: None,
        }
    }
}

/// Counters of regions and merges, for the statistics of a run.
#[derive(Debug, Default)]
struct Counts {
    /// The number of regions that ended, so that their leaves were merged.
    regions: u64,
    /// The number of regions that were given up, because they had too many forks or ran for too long without a fork.
    given_up: u64,
    /// The number of joins of two paths before the exit of their region.
    incremental: u64,
    /// The number of states that were dropped by joins before the exit of a region. The code after the join is explored
    /// again for the joined path.
    dropped: u64,
    /// The number of states that result from merging with a quantifier.
    patterns: u64,
    /// The number of paths that were merged with a quantifier.
    by_pattern: u64,
    /// The number of patterns for which no formula fits the conditions or values of the paths.
    failed: u64,
    /// The number of states that remain after ordinary merging, without a pattern.
    ordinary: u64,
    /// The number of merged states that the solver could not prove equivalent to the ordinary join.
    refuted: u64,
}

/// The schedule of pattern-based merging: lets the paths of a region wait at its exit, and merges them there.
#[derive(Debug)]
pub struct Pattern {
    options: PatternOptions,
    letters: Letters,
    /// The open regions by number. A region inside another region has the greater number.
    regions: FxHashMap<u32, Region>,
    /// The number of regions opened so far; it is also the number of the newest region.
    opened: u32,
    /// For each state, the numbers of the regions that it is in, outermost first.
    of: FxHashMap<StateId, Vec<u32>>,
    /// The states that have stopped running since the last call of [`SchedulePolicy::build`].
    seen: Vec<StateId>,
    /// Whether a state has forked since the last call of [`SchedulePolicy::build`].
    forked: bool,
    counts: Counts,
}

impl Pattern {
    /// Returns a schedule without open regions.
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

    /// Opens the regions of a fork: one region for each loop and function around the fork, unless this region is
    /// already open. `batch` are the states that the fork created.
    fn open(&mut self, context: &mut MergeContext<'_>, batch: &[StateId]) {
        let states: Vec<&State> = batch
            .iter()
            .filter_map(|id| Some(&**context.waiting.get(id)?))
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
        let open: Vec<Extent> = (lowest.merge.regions.iter())
            .filter_map(|number| Some(self.regions.get(number)?.extent))
            .collect();
        let mut extents = extents_around(lowest, context.topology);
        extents.retain(|extent| !open.contains(extent));
        for extent in extents {
            self.opened += 1;
            self.regions.insert(self.opened, Region::new(extent, root));
            for id in batch {
                if let Some(state) = context.waiting.get_mut(id) {
                    state.merge.regions.push_front_mut(self.opened);
                }
            }
        }
    }

    /// Adds the states that a fork created to the execution trees of their regions.
    fn grow(&mut self, context: &mut MergeContext<'_>, batch: &[StateId]) {
        for &id in batch {
            let Some(state) = context.waiting.get(&id) else {
                continue;
            };
            let state = Rc::new(State::clone(state));
            self.add_node(context, &state);
        }
    }

    fn add_node(&mut self, context: &mut MergeContext<'_>, state: &Rc<State>) {
        let mut numbers: Vec<u32> = state.merge.regions.iter().copied().collect();
        numbers.reverse();
        let key = if self.options.incremental {
            tree::key(context, state)
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

    /// Makes a state wait if it has reached the exit of the innermost region that contains it.
    fn settle(&mut self, context: &MergeContext<'_>, id: StateId) {
        let Some(state) = context.waiting.get(&id) else {
            return;
        };
        let innermost = state.merge.regions.first();
        if let Some(region) = innermost.and_then(|number| self.regions.get_mut(number))
            && !region.extent.holds(state, context.topology)
        {
            region.wait(id);
        }
    }

    /// Removes a state from all regions. `ended` is set if the path of the state has ended.
    fn forget(&mut self, id: StateId, ended: bool) {
        for number in self.of.remove(&id).unwrap_or_default() {
            if let Some(region) = self.regions.get_mut(&number) {
                region.remove(id, ended);
            }
        }
    }

    /// Ends each region in which no state runs any more, inner regions first, and merges the states that wait at its
    /// exit.
    fn finish(&mut self, context: &mut MergeContext<'_>) {
        loop {
            let over = |(_, region): &(&u32, &Region)| region.is_over();
            let Some(number) = self.regions.iter().filter(over).map(|(&n, _)| n).max() else {
                break;
            };
            let Some(region) = self.regions.remove(&number) else {
                break;
            };
            self.end(context, number, region);
        }
    }

    fn end(&mut self, context: &mut MergeContext<'_>, number: u32, region: Region) {
        self.counts.regions += 1;
        let leaves: Vec<StateId> = region.waiting.iter().copied().collect();
        self.leave(context, (number, &region), &leaves);
    }

    /// Merges the states `leaves`, which wait at the exit of a region. The states that remain after merging continue
    /// in the enclosing region.
    fn leave(
        &mut self,
        context: &mut MergeContext<'_>,
        (number, region): (u32, &Region),
        leaves: &[StateId],
    ) {
        let left = self.merge_leaves(context, region, leaves);
        for &id in leaves.iter().filter(|id| !left.contains(id)) {
            self.forget(id, false);
        }
        for &id in &left {
            let Some(state) = context.waiting.get_mut(&id) else {
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
            let Some(state) = context.waiting.get(&id) else {
                continue;
            };
            let state = Rc::new(State::clone(state));
            self.add_node(context, &state);
            self.settle(context, id);
            if self.options.incremental {
                self.compress(context, id);
            }
        }
    }
}

/// Removes the region `number` from the list of regions in a state.
fn without(state: &mut State, number: u32) {
    let mut kept: Vec<u32> = state.merge.regions.iter().copied().collect();
    kept.retain(|&other| other != number);
    state.merge.regions = Default::default();
    for number in kept.into_iter().rev() {
        state.merge.regions.push_front_mut(number);
    }
}

impl SchedulePolicy for Pattern {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &ProgramView<'_>) -> bool {
        if !matches!(at, Arrival::Leave | Arrival::Return) {
            return false;
        }
        let innermost = state.merge.regions.first();
        let region = innermost.and_then(|number| self.regions.get(number));
        region.is_some_and(|region| !region.extent.holds(state, scene.topology))
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, _: &ProgramView<'_>) {
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

    fn build(&mut self, context: &mut MergeContext<'_>) {
        let batch = std::mem::take(&mut self.seen);
        let forked = std::mem::take(&mut self.forked);
        if forked && batch.len() > 1 {
            self.open(context, &batch);
        }
        if forked {
            self.grow(context, &batch);
        }
        for &id in &batch {
            self.settle(context, id);
        }
        if forked && self.options.incremental {
            for &id in &batch {
                self.compress(context, id);
            }
        }
        self.give_up_large(context);
        self.release(context);
        self.finish(context);
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
        // The innermost region of `next` may prefer another of its states. This other state may be in a nested
        // region, so the step is repeated. The loop terminates because regions are nested.
        while let Some(&number) = self.of.get(&next).and_then(|of| of.last()) {
            let region = self.regions.get(&number);
            match region.and_then(|region| region.preferred(next)) {
                Some(preferred) if preferred != next => {
                    let same = self.of.get(&preferred).and_then(|of| of.last()) == Some(&number);
                    next = preferred;
                    if same {
                        break;
                    }
                }
                _ => break,
            }
        }
        next
    }

    /// Requires that the engine does not replace an array read at a symbolic index by an `ite` over the elements of the
    /// array. Conditions with array reads can have a repeated pattern; conditions with such an `ite` have none.
    fn requirements(&self) -> PolicyRequirements {
        PolicyRequirements {
            max_ite_cells: self.options.quantified.then_some(1),
        }
    }

    fn report(&self) -> Vec<(String, u64)> {
        let counts = &self.counts;
        [
            ("regions whose leaves were merged", counts.regions),
            ("regions given up", counts.given_up),
            (
                "paths joined during the exploration of a region",
                counts.incremental,
            ),
            (
                "paths dropped after a join within a region and explored again",
                counts.dropped,
            ),
            ("states merged by patterns", counts.patterns),
            ("paths merged by patterns", counts.by_pattern),
            ("patterns of conditions without a formula", counts.failed),
            ("states merged without patterns", counts.ordinary),
            ("patterns without a proof of equivalence", counts.refuted),
        ]
        .map(|(label, number)| (label.to_owned(), number))
        .to_vec()
    }
}

/// A similarity relation in which no two states are similar, so that the engine itself joins no pair of states.
/// [`Pattern`] joins states in [`SchedulePolicy::build`].
#[derive(Debug)]
pub struct NoPairs;

impl SimilarityPolicy for NoPairs {
    fn similar(&mut self, _: &State, _: &State, _: &ProgramView<'_>) -> bool {
        false
    }
}
