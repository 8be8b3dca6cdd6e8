//! Eviction of live states at the memory limit, newest first or at random ([`Eviction`]).
//!
//! An evicted state is not explored further, so the run becomes incomplete. The other states are explored as before. In
//! a depth-first search, the newest states are the deepest in the execution tree, so the unexplored subtrees below them
//! are the smallest.
//!
//! States share most of their data, so the memory that the eviction of one state frees is unknown. Therefore half of
//! the states are evicted, and then the memory is measured again. Eviction begins when the memory comes close to the
//! limit ([`Limits::is_short_of_memory`](crate::config::Limits::is_short_of_memory)).
//!
//! The run ends if no state is left to evict. It also ends if, some time after the memory came close to the limit, too
//! little is left for queries ([`Limits::is_out_of_memory`](crate::config::Limits::is_out_of_memory)): then most of the
//! memory belongs to expressions and solvers, which eviction does not free.
use super::{Executor, Halt};
use crate::config::Eviction;
use crate::profile::NodeEnd;
use crate::report::IncompleteReason;
use crate::state::StateId;
use std::time::{Duration, Instant};
use symtool_ir::Limit;
use symtool_ir::random::SplitMix;

/// The time to wait after an eviction, in which the allocator returns freed memory to the system.
const EVICTION_DELAY: Duration = Duration::from_millis(150);

impl Executor<'_> {
    /// Evicts live states if the memory of the process comes close to the memory limit.
    pub(super) fn check_memory(&mut self, resident: u64, now: Instant) {
        let limits = &self.config.limits;
        if !limits.is_short_of_memory(resident) {
            self.clock.short_since = None;
            return;
        }
        let is_recent = |at| now.duration_since(at) < EVICTION_DELAY;
        let is_over = limits.is_out_of_memory(resident);
        let since = *self.clock.short_since.get_or_insert(now);
        if is_over && !is_recent(since) {
            return self.stop_run(Halt::Limit(Limit::Memory));
        }
        // If too little memory is left for queries, the next eviction does not wait for the delay.
        if self.clock.last_eviction.is_some_and(is_recent) && !is_over {
            return;
        }
        self.clock.last_eviction = Some(now);
        let mut ids: Vec<StateId> = self.live.states.keys().copied().collect();
        if ids.is_empty() {
            // Other workers may have states to evict. The run ends if no worker has a live state.
            let team = self.membership.as_ref().map(|membership| membership.team);
            if team.is_none_or(|team| team.stats().live == 0) {
                self.stop_run(Halt::Limit(Limit::Memory));
            }
            return;
        }
        // The seed depends on the number of states evicted so far, so that each eviction draws other random numbers.
        let seed = self.config.schedule.seed ^ self.stats.paths.dropped;
        victims(self.config.limits.eviction, &mut ids, seed);
        for &id in &ids {
            self.live.states.remove(&id);
            self.gone(id);
            self.profile_node_end(id, NodeEnd::Dropped);
            self.profile_gone(id);
        }
        self.stats.paths.killed += ids.len() as u64;
        self.stats.paths.dropped += ids.len() as u64;
    }
}

/// Reduces `ids`, the live states, to the states that are evicted: half of them, rounded up.
fn victims(eviction: Eviction, ids: &mut Vec<StateId>, seed: u64) {
    ids.sort_unstable_by(|a, b| b.cmp(a));
    let wanted = ids.len().div_ceil(2);
    if eviction == Eviction::Random {
        let mut random = SplitMix::new(seed);
        for at in 0..wanted {
            let others = (ids.len() - at) as u64;
            ids.swap(at, at + random.below(others) as usize);
        }
    }
    ids.truncate(wanted);
}

/// Returns the reason of incompleteness of a run that evicted `dropped` states; `None` if `dropped` is 0.
pub(super) fn reason(dropped: u64) -> Option<IncompleteReason> {
    let text = match dropped {
        0 => return None,
        1 => "1 state was dropped".to_owned(),
        n => format!("{n} states were dropped"),
    };
    let what = format!("{text} to stay below the memory limit (--max-memory)");
    Some(IncompleteReason { what, loc: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn victims_of(eviction: Eviction, states: u64, seed: u64) -> Vec<StateId> {
        let mut ids: Vec<StateId> = (0..states).map(StateId).collect();
        victims(eviction, &mut ids, seed);
        ids
    }

    #[test]
    fn half_of_the_states_are_evicted() {
        let newest = victims_of(Eviction::Newest, 5, 0);
        assert_eq!(newest, [4, 3, 2].map(StateId));
        for seed in 0..20 {
            let mut random = victims_of(Eviction::Random, 5, seed);
            assert_eq!(random, victims_of(Eviction::Random, 5, seed));
            random.sort_unstable();
            random.dedup();
            assert_eq!(random.len(), 3);
        }
        let oldest = |seed| victims_of(Eviction::Random, 5, seed).contains(&StateId(0));
        assert!((0..20).any(oldest) && !(0..20).all(oldest));
        assert_eq!(victims_of(Eviction::Random, 1, 7), [StateId(0)]);
    }
}
