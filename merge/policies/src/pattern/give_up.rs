//! Regions that are given up, because they have too many forks or run for too long without a fork. A region is the set
//! of paths between a fork in a loop or function and the exit of this loop or function.
//!
//! In other regions, the path with the fewest forks runs first. The paths of a region that is given up run in the order
//! of the search, and are not merged by patterns. They still wait at the exit, until `MOST_WAITING` paths wait or
//! `MAX_IDLE` time slices have passed since paths were last released from the exit. Then the waiting paths are joined
//! by ordinary merging and released. (Only used-up time slices count: in these, a state executes a fixed number of
//! instructions and does not fork, end or wait.)
use super::Pattern;
use super::region::Region;
use symtool_engine::merging::MergeContext;
use symtool_engine::state::StateId;

/// The maximum number of time slices without a fork in a region. After more, the region is given up. In a region that
/// is given up, the maximum number of time slices between two releases of the states at its exit.
const MAX_IDLE: u32 = 256;
/// If this number of states waits at the exit of a region that is given up, the states are joined and released.
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

    /// Joins and releases the states at the exit of each region that is given up. This happens if at least
    /// `MOST_WAITING` states wait there, or if states wait and the last release was more than `MAX_IDLE` time slices
    /// ago.
    pub(super) fn release(&mut self, context: &mut MergeContext<'_>) {
        let is_due = |region: &Region| {
            region.waiting.len() >= MOST_WAITING
                || (region.idle > MAX_IDLE && !region.waiting.is_empty())
        };
        for number in self.selected(|region| region.is_given_up() && is_due(region)) {
            self.release_waiting(context, number);
        }
    }

    /// Returns the numbers of the regions with a property, in ascending order.
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
