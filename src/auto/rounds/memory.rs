//! Ends engines of automatic mode when the memory of the process comes close to the memory limit.
//!
//! The engines keep their states, expressions and solvers while they wait for their turns. Near the memory limit, an
//! engine drops live states, but this does not free the memory of the other engines. Therefore engines that wait end
//! first, one after the other. The results that they have found remain. The last engine continues alone, and drops live
//! states at the limit.
//!
//! The process has one memory, so the memory of an engine is an estimate: the growth of the process during the turns of
//! the engine.
use super::{Rounds, Stage, Worker};
use crate::job::Listener;
use std::time::{Duration, Instant};
use symtool_engine::{Grant, resident_set};

/// The time between two measurements of the memory. It is long enough for the allocator to return the memory of an
/// ended engine to the system.
const INTERVAL: Duration = Duration::from_millis(50);

/// The last measurements of the memory of the process.
pub(super) struct Memory {
    /// The resident set in bytes when the growth of the process was last attributed to an engine.
    resident: u64,
    checked: Instant,
}

impl Memory {
    /// Measures the memory of the process.
    pub fn new() -> Memory {
        Memory {
            resident: resident_set().unwrap_or(0),
            checked: Instant::now(),
        }
    }
}

impl Rounds<'_> {
    /// Adds the growth of the process since the last call to the memory of an engine whose turn has ended.
    pub(super) fn attribute_memory(&mut self, at: usize) {
        let now = resident_set().unwrap_or(0);
        let growth = now.saturating_sub(self.memory.resident);
        self.memory.resident = now;
        self.workers[at].memory += growth;
    }

    /// If the process comes close to the memory limit ([`Rounds::is_memory_tight`]), ends the engine with the most
    /// memory among those that wait. If no engine waits and the process is so close to the limit that an engine would
    /// drop live states, ends the engine with the most memory among those that work. The engine with the index `at`,
    /// whose events are being delivered, is never ended, so one engine always remains.
    pub(super) fn relieve_memory(&mut self, at: usize, listener: &mut impl Listener) {
        if self.is_over() || self.memory.checked.elapsed() < INTERVAL {
            return;
        }
        self.memory.checked = Instant::now();
        let remains = |it: &Worker| it.is_live() && it.share.turns > 0 && !it.gives_up;
        if !self.is_memory_tight() || !remains(&self.workers[at]) {
            return;
        }
        let largest = |stage| {
            let others = self.workers.iter().enumerate();
            let others =
                others.filter(|&(other, it)| other != at && remains(it) && it.stage == stage);
            others.max_by_key(|(_, it)| it.memory).map(|(at, _)| at)
        };
        if let Some(waiting) = largest(Stage::Waiting) {
            self.end_for_memory(waiting, listener);
        } else if let Some(working) = largest(Stage::Working)
            && self
                .config
                .limits
                .is_short_of_memory(resident_set().unwrap_or(0))
        {
            let worker = &mut self.workers[working];
            worker.gives_up = true;
            worker.interrupt.interrupt();
        }
    }

    /// Returns whether the process uses at least five eighths of the memory limit. In this case, engines must end, and
    /// no engine may begin. Engines drop live states only when the process is closer to the limit.
    pub(super) fn is_memory_tight(&self) -> bool {
        let limit = self.config.limits.max_memory;
        limit.is_some_and(|limit| resident_set().unwrap_or(0) >= limit / 8 * 5)
    }

    /// Ends a waiting engine to free its memory, and delivers the tests and failures that it has found.
    fn end_for_memory(&mut self, at: usize, listener: &mut impl Listener) {
        self.workers[at].gives_up = true;
        let _ = self.workers[at].grants.send(Grant::Stop);
        while !self.workers[at].has_ended {
            self.workers[at].stage = Stage::Working;
            self.receive(at, &[], listener);
        }
    }
}
