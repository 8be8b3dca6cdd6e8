//! Limits of a Z3 query: time, resource units, memory.
//!
//! The memory limit counts from the memory that Z3 holds when a solver is made. Z3 checks its count, which is of all threads of
//! the process, now and then; a query above the limit ends with *unknown*. Z3 reuses memory that it has allocated, so a limit on
//! the total would end every later query, too. (Z3's other limit, `memory_max_size`, makes allocations fail anywhere, and its data
//! is then inconsistent.)
use crate::answer::Unknown;
use std::time::Duration;
use z3::{Params, Solver, StatisticsValue};

/// The limits of a solver's queries.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Limits {
    pub timeout: Duration,
    /// Z3's resource units.
    pub effort: Option<u32>,
    /// The maximum number of bytes that a query may allocate beyond those that Z3 holds already.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns limits that consist of a time limit only.
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
        // By default Z3 handles SIGINT while it checks a query, and hides it from the program.
        params.set_bool("ctrl_c", false);
        if let Some(effort) = self.effort {
            params.set_u32("rlimit", effort);
        }
        if let Some(bytes) = self.memory {
            let most = u128::from(bytes >> 20) + u128::from(held(solver));
            params.set_u32("max_memory", at_least_1(most));
        }
        solver.set_params(&params);
    }

    /// Returns the reason why the last query of a solver, which took `time`, has no answer. Some of Z3's solvers give the same
    /// reason for its limits of time and of resource units.
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

/// Returns the memory that Z3 holds in this process, in megabytes.
fn held(solver: &Solver) -> u64 {
    match solver.get_statistics().value("memory") {
        Some(StatisticsValue::Double(megabytes)) => megabytes as u64,
        _ => 0,
    }
}
