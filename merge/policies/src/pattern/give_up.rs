//! Regions that are given up, because they have too many forks or run for too long without a fork. A region is the set
//! of paths between a fork in a loop or function and the exit of this loop or function.
//!
//! In a region that is not given up, the path with the fewest forks runs first. The paths of a region that is given up
//! run in the order of the search, and are not merged by patterns. They still wait at the exit, until `MOST_WAITING`
//! paths wait, or until `MAX_IDLE` time slices have passed since paths last continued from the exit. Then the waiting
//! paths are joined by ordinary merging, and the joined states continue. (Only used-up time slices count: in these, a
//! state executes a fixed number of instructions and does not fork, end or wait.)
use super::Pattern;
use super::region::Region;
use symtool_engine::merging::MergeContext;
use symtool_engine::state::StateId;

/// A region is given up after more than this number of used-up time slices without a fork. In a region that is given
/// up, states wait at the exit for at most this number of used-up time slices. Then the waiting states are joined and
/// continue.
const MAX_IDLE: u32 = 256;
/// If this number of states waits at the exit of a region that is given up, the states are joined and continue.
const MOST_WAITING: usize = 64;

impl Pattern {
    /// Gives up the regions with too many forks, or too many time slices without a fork.
    pub(super) fn give_up_large(&mut self, context: &mut MergeContext<'_>) {
        let most = self.options.max_nodes;
        let is_large = |region: &Region| region.nodes() > most || region.idle > MAX_IDLE;
        for number in self.selected(|region| !region.is_given_up() && is_large(region)) {
            self.counts.given_up += 1;
            if let Some(region) = self.regions.get_mut(&number) {
                region.give_up();
            }
            self.release_waiting(context, number);
        }
    }

    /// For each region that is given up, joins the states that wait at its exit and lets the joined states continue.
    /// This happens in two cases. First, at least `MOST_WAITING` states wait there. Second, some states wait there,
    /// and more than `MAX_IDLE` time slices have been used up since states last continued from the exit.
    pub(super) fn release(&mut self, context: &mut MergeContext<'_>) {
        let is_due = |region: &Region| {
            region.waiting.len() >= MOST_WAITING
                || (region.idle > MAX_IDLE && !region.waiting.is_empty())
        };
        for number in self.selected(|region| region.is_given_up() && is_due(region)) {
            self.release_waiting(context, number);
        }
    }

    /// Returns the numbers of the regions for which `has` is true, in ascending order.
    fn selected(&self, has: impl Fn(&Region) -> bool) -> Vec<u32> {
        let regions = self.regions.iter().filter(|(_, region)| has(region));
        let mut numbers: Vec<u32> = regions.map(|(&number, _)| number).collect();
        numbers.sort_unstable();
        numbers
    }

    fn release_waiting(&mut self, context: &mut MergeContext<'_>, number: u32) {
        let Some(mut region) = self.regions.remove(&number) else {
            return;
        };
        region.idle = 0;
        let leaves: Vec<StateId> = region.waiting.iter().copied().collect();
        for &id in &leaves {
            region.remove(id, false);
        }
        self.leave(context, (number, &region), &leaves);
        self.regions.insert(number, region);
    }
}
