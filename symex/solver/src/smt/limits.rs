//! Limits of a Z3 query: time, resource units, memory.
//!
//! The memory limit is that of the process ([`Limits::megabytes`]). A query may take the memory that is left, in
//! addition to the memory that Z3 used after the last query of any thread. Z3 counts the memory of all threads of the
//! process, and checks it at intervals. A query above the limit has the answer *unknown*. Z3 does not free allocated
//! memory but reuses it. Therefore a fixed limit on Z3's total memory is not used: after one query had reached it,
//! every later query would be stopped, too.
//!
//! Z3's option `memory_max_size` is not used, because it makes allocations fail at arbitrary points, and a failed
//! allocation leaves Z3's data structures inconsistent.
use crate::answer::Unknown;
use crate::memory::resident_set;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use z3::{Params, Solver, Statistics, StatisticsValue};

/// The limits of each query of a Z3 solver.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Limits {
    pub timeout: Duration,
    /// The maximum number of Z3's resource units (`rlimit`), a measure of work that does not depend on the machine;
    /// `None` for no limit.
    pub effort: Option<u32>,
    /// The memory limit of the process in bytes; `None` for no limit.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns limits with a time limit, and no limit of resource units or memory.
    pub fn time(timeout: Duration) -> Limits {
        Limits {
            timeout,
            effort: None,
            memory: None,
        }
    }

    /// Returns a new Z3 solver for all theories with these limits.
    pub fn solver(&self) -> Solver {
        let solver = Solver::new();
        self.apply(&solver);
        solver
    }

    /// Sets these limits on a solver.
    pub fn apply(&self, solver: &Solver) {
        let mut params = Params::new();
        let at_least_1 = |value: u128| u32::try_from(value).unwrap_or(u32::MAX).max(1);
        params.set_u32("timeout", at_least_1(self.timeout.as_millis()));
        // By default, Z3 handles SIGINT during a query, and the program would not receive the signal.
        params.set_bool("ctrl_c", false);
        if let Some(effort) = self.effort {
            params.set_u32("rlimit", effort);
        }
        if let Some(most) = self.megabytes() {
            params.set_u32("max_memory", at_least_1(u128::from(most)));
        }
        solver.set_params(&params);
    }

    /// Returns the maximum memory of Z3 in this process during the next query, in megabytes: the memory that Z3 already
    /// uses, and the memory that is left to the process. A query may take at most half of the limit of the process,
    /// because states need memory, too. It may take at least a sixteenth, so that small queries have an answer near the
    /// limit.
    pub fn megabytes(&self) -> Option<u64> {
        let limit = self.memory?;
        let left = limit.saturating_sub(resident_set().unwrap_or(0));
        let own = left.clamp(limit / 16, limit / 2);
        Some((own >> 20) + HELD.load(Ordering::Relaxed))
    }

    /// Returns the reason why the last query of a solver has no answer. The query took `time`. Some of Z3's
    /// solvers report the same reason for the limit of time and the limit of resource units, so `time`
    /// distinguishes them.
    pub fn reason(&self, solver: &Solver, time: Duration) -> Unknown {
        match solver.get_reason_unknown().as_deref() {
            Some("timeout" | "canceled") if self.effort.is_some() && time < self.timeout => {
                Unknown::Steps
            }
            Some("timeout" | "canceled") => Unknown::Timeout,
            Some(why) if why.contains("resource limit") => Unknown::Steps,
            Some(why) if why.contains("memory") => Unknown::Memory,
            Some(why) => Unknown::GaveUp(why.to_owned()),
            None => Unknown::GaveUp("no reason given".to_owned()),
        }
    }
}

/// The work of one resource unit of Z3. The unit is the work of one instruction in the symbolic interpreter: Z3 takes
/// about as long for a million resource units as the interpreter for 4 million instructions.
pub(crate) const RESOURCE_WORK: u64 = 4;

thread_local! {
    /// The number of resource units that Z3 had used in this thread after the last query, modulo 2^32.
    static USED: Cell<u32> = const { Cell::new(0) };
}

/// The memory that Z3 used in this process after the last query of any thread, in megabytes. The memory limit of a
/// query is set before the query. Z3's statistics are not read at that time: reading them makes a new solver
/// initialize itself, which takes 30 million instructions.
static HELD: AtomicU64 = AtomicU64::new(0);

/// Returns the work of Z3 in this thread since the last call, and records the memory that Z3 uses. The unit is the work
/// of one instruction in the symbolic interpreter. Must be called only after `solver` has run a query, because Z3 may
/// answer a query differently if its statistics were read before.
pub(crate) fn work_since_last(solver: &Solver) -> u64 {
    let statistics = solver.get_statistics();
    if let Some(StatisticsValue::Double(megabytes)) = statistics.value("memory") {
        HELD.store(megabytes as u64, Ordering::Relaxed);
    }
    let used = resources(&statistics);
    let units = used.wrapping_sub(USED.replace(used));
    u64::from(units) * RESOURCE_WORK
}

/// Returns the number of resource units that Z3 has used in this thread, modulo 2^32.
fn resources(statistics: &Statistics) -> u32 {
    match statistics.value("rlimit count") {
        Some(StatisticsValue::UInt(units)) => units,
        _ => 0,
    }
}
