//! Incremental merging (§4 of the paper): a path that comes to a place with what another path of its region held there is joined
//! to it at once. If that one has gone on, what followed is dropped, and explored again for both.
use super::Pattern;
use std::rc::Rc;
use symtool_engine::merging::{Bench, join};
use symtool_engine::state::{State, StateId};

impl Pattern {
    /// Joins a state within its region to a node with the same store, as long as there is one.
    pub(super) fn compress(&mut self, bench: &mut Bench<'_>, id: StateId) {
        while self.compress_once(bench, id) {}
    }

    fn compress_once(&mut self, bench: &mut Bench<'_>, id: StateId) -> bool {
        let Some(number) = self.of.get(&id).and_then(|of| of.last().copied()) else {
            return false;
        };
        let Some(region) = self.regions.get(&number).filter(|r| !r.waits(id)) else {
            return false;
        };
        let Some(state) = bench.waiting.get(&id).map(|state| State::clone(state)) else {
            return false;
        };
        for node in region.twins(id) {
            let Some(other) = region.tree.state(node).cloned() else {
                continue;
            };
            if !state.merge.regions.iter().eq(other.merge.regions.iter())
                || !join::same_store(bench.arena, (bench.code, bench.live), &state, &other)
            {
                continue;
            }
            let Some(joined) = bench.join(&state, &other) else {
                continue;
            };
            self.counts.incremental += 1;
            self.replace(bench, (id, number, node), joined);
            return true;
        }
        false
    }

    /// Puts a joined state in the place of a state and of the subtree of a node.
    fn replace(
        &mut self,
        bench: &mut Bench<'_>,
        (id, number, node): (StateId, u32, usize),
        mut joined: State,
    ) {
        let below = match self.regions.get_mut(&number) {
            Some(region) => region.cut(node, id),
            None => return,
        };
        for lower in below {
            if lower != id {
                if let Some(dropped) = bench.take(lower) {
                    bench.inherit(&mut joined, &dropped);
                }
                self.forget(lower, false);
                self.counts.dropped += 1;
            }
        }
        let joined = Rc::new(joined);
        self.add_node(bench, &joined);
        bench.put(State::clone(&joined));
    }
}
