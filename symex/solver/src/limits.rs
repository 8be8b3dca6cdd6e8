//! What one query may cost Z3: time, resource units, memory.
//!
//! The memory is what Z3 may take beyond what it holds when a solver starts: it looks at its own count, which is of all
//! threads of the process, now and then, and a query that finds it above the limit ends with *unknown*. What Z3 has taken
//! it keeps for what comes, so a limit on all that it holds would end every later query, too. (Z3's other limit,
//! `memory_max_size`, makes allocations fail anywhere, after which its data cannot be trusted.)
use super::Unknown;
use std::time::Duration;
use z3::{Params, Solver, StatisticsValue};

/// The limits of a solver's queries.
#[derive(Copy, Clone, Debug)]
pub(super) struct Limits {
    pub timeout: Duration,
    /// In Z3's resource units.
    pub effort: Option<u32>,
    /// In bytes, beyond what Z3 holds already.
    pub memory: Option<u64>,
}

impl Limits {
    /// Only a limit in time.
    pub fn time(timeout: Duration) -> Limits {
        Limits {
            timeout,
            effort: None,
            memory: None,
        }
    }

    /// A solver of any theory.
    pub fn solver(&self) -> Solver {
        let solver = Solver::new();
        self.apply(&solver);
        solver
    }

    /// Sets them.
    pub fn apply(&self, solver: &Solver) {
        let mut params = Params::new();
        let at_least_1 = |value: u128| u32::try_from(value).unwrap_or(u32::MAX).max(1);
        params.set_u32("timeout", at_least_1(self.timeout.as_millis()));
        // By default Z3 takes SIGINT for itself while it checks, and the program never hears of it.
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
}

/// What Z3 holds in this process, in megabytes.
fn held(solver: &Solver) -> u64 {
    match solver.get_statistics().value("memory") {
        Some(StatisticsValue::Double(megabytes)) => megabytes as u64,
        _ => 0,
    }
}

/// Why the last query has no answer.
pub(super) fn reason(solver: &Solver) -> Unknown {
    match solver.get_reason_unknown() {
        Some(why) if why == "timeout" || why == "canceled" => Unknown::Timeout,
        Some(why) if why.contains("memory") => Unknown::Memory,
        Some(why) => Unknown::GaveUp(why),
        None => Unknown::GaveUp("no reason given".to_owned()),
    }
}
