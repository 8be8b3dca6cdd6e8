//! Incremental merging (Trabish et al., ESEC/FSE 2023, §4): joins two paths within one region (the paths between a fork
//! in a loop or function and the exit of this loop or function). The two paths reach the same program point with the
//! same *live store*: the registers and memory cells that are read later. If one path reached this point earlier and
//! has already continued, the states that came from it are dropped. The code after the point is explored again for the
//! joined path.
use super::Pattern;
use std::rc::Rc;
use symtool_engine::merging::MergeContext;
use symtool_engine::merging::decision::Joining;
use symtool_engine::state::{State, StateId};

impl Pattern {
    /// Joins the state `id` with a state in the execution tree of its region: an earlier state of another path that has
    /// the same program point and the same live store. Repeats this with the joined state until no such state is left.
    pub(super) fn compress(&mut self, context: &mut MergeContext<'_>, id: StateId) {
        while self.compress_once(context, id) {}
    }

    fn compress_once(&mut self, context: &mut MergeContext<'_>, id: StateId) -> bool {
        let Some(number) = self.of.get(&id).and_then(|of| of.last().copied()) else {
            return false;
        };
        let Some(region) = self.regions.get(&number).filter(|r| !r.waits(id)) else {
            return false;
        };
        let Some(state) = context.waiting.get(&id).map(|state| State::clone(state)) else {
            return false;
        };
        for node in region.twins(id) {
            let Some(other) = region.node_state(node).cloned() else {
                continue;
            };
            if !state.merge.regions.iter().eq(other.merge.regions.iter())
                || !context.has_same_store(&state, &other)
            {
                continue;
            }
            let Some(joined) = context.join(Joining::Equal, &state, &other) else {
                continue;
            };
            self.counts.incremental += 1;
            self.replace(context, (id, number, node), joined);
            return true;
        }
        false
    }

    /// Replaces the state `id`, and the subtree below `node` in the execution tree of the region `number`, by the state
    /// `joined`.
    fn replace(
        &mut self,
        context: &mut MergeContext<'_>,
        (id, number, node): (StateId, u32, usize),
        mut joined: State,
    ) {
        let below = match self.regions.get_mut(&number) {
            Some(region) => region.cut(node, id),
            None => return,
        };
        let below = below.into_iter().filter(|&lower| lower != id);
        for lower in below {
            if let Some(dropped) = context.take(lower) {
                context.record_drop(&joined, &dropped);
                context.inherit(&mut joined, &dropped);
            }
            self.forget(lower, false);
            self.counts.dropped += 1;
        }
        let joined = Rc::new(joined);
        self.add_node(context, &joined);
        context.put(State::clone(&joined));
    }
}
