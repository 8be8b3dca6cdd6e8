//! Eviction of live states at the memory limit, newest first.
//!
//! Evicted states make the run incomplete and are counted; the remaining states are explored as before. In a
//! depth-first search, the newest states are the deepest in the execution tree, so their subtrees are the smallest.
//! States share most of their data, so the memory that the eviction of one state frees is unknown. Therefore half
//! of the states are evicted, then the memory is measured again. If no state is left to evict, the run ends.
use super::{Executor, Halt};
use crate::report::IncompleteReason;
use crate::state::StateId;
use std::time::{Duration, Instant};
use symtool_ir::Limit;

/// The time to wait after an eviction, in which the allocator returns freed memory to the system.
const EVICTION_DELAY: Duration = Duration::from_millis(150);

impl Executor<'_> {
    /// Evicts live states if the process has reached the memory limit.
    pub(super) fn check_memory(&mut self, resident: u64, now: Instant) {
        let Some(limit) = self
            .config
            .limits
            .max_memory
            .filter(|&limit| resident >= limit)
        else {
            return;
        };
        // If the memory use is far above the limit, the next eviction follows immediately.
        let waiting = |last| now.duration_since(last) < EVICTION_DELAY;
        if self.clock.last_eviction.is_some_and(waiting)
            && resident < limit.saturating_add(limit / 4)
        {
            return;
        }
        self.clock.last_eviction = Some(now);
        let mut ids: Vec<StateId> = self.live.states.keys().copied().collect();
        if ids.is_empty() {
            // Other workers may have states to evict. The run ends if no worker has any.
            let team = self.membership.as_ref().map(|membership| membership.team);
            if team.is_none_or(|team| team.stats().live == 0) {
                self.stop_run(Halt::Limit(Limit::Memory));
            }
            return;
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(ids.len().div_ceil(2));
        for &id in &ids {
            self.live.states.remove(&id);
            self.gone(id);
        }
        self.stats.paths.killed += ids.len() as u64;
        self.stats.paths.dropped += ids.len() as u64;
    }
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
