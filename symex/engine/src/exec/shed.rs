//! Staying within the memory limit: live states are dropped, the newest first.
//!
//! What is dropped makes the run incomplete, and is counted; what stays is explored as before. The newest states are those
//! furthest from the root of the execution tree in a depth-first search, so the least is lost with each of them. States
//! share most of what they hold, so no state tells what dropping it would free: half of them go, then the memory is looked
//! at again. If there is none left to drop, the run ends.
use super::{Engine, Halt};
use crate::report::IncompleteReason;
use crate::state::StateId;
use std::time::{Duration, Instant};
use symtool_ir::Limit;

/// How long the allocator gets to give freed memory back to the system.
const PATIENCE: Duration = Duration::from_millis(150);

impl Engine<'_> {
    /// Drops states if the process has grown to the limit.
    pub(super) fn heed_memory(&mut self, resident: u64, now: Instant) {
        let Some(limit) = self.config.max_memory.filter(|&limit| resident >= limit) else {
            return;
        };
        // Far above the limit there is no time to wait.
        let waiting = |last| now.duration_since(last) < PATIENCE;
        if self.last_shed.is_some_and(waiting) && resident < limit.saturating_add(limit / 4) {
            return;
        }
        self.last_shed = Some(now);
        let mut ids: Vec<StateId> = self.states.keys().copied().collect();
        if ids.is_empty() {
            // Other workers may still have some.
            let team = self.place.as_ref().map(|place| place.team);
            if team.is_none_or(|team| team.stats().live == 0) {
                self.stop_run(Halt::Limit(Limit::Memory));
            }
            return;
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(ids.len().div_ceil(2));
        for &id in &ids {
            self.states.remove(&id);
            self.gone(id);
        }
        self.stats.paths.killed += ids.len() as u64;
        self.stats.paths.dropped += ids.len() as u64;
    }
}

/// Why a run that dropped states is incomplete.
pub(super) fn reason(dropped: u64) -> Option<IncompleteReason> {
    let text = match dropped {
        0 => return None,
        1 => "1 state was dropped".to_owned(),
        n => format!("{n} states were dropped"),
    };
    let what = format!("{text} to stay below the memory limit (--max-memory)");
    Some(IncompleteReason { what, loc: None })
}
