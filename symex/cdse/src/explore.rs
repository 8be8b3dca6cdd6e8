//! The entry point: runs one search, or a team of searches.
use crate::report::{CdseConfig, CdseResult};
use crate::search::Search;
use crate::{static_info, team};
use std::time::Instant;
use symtool_engine::{Config, IncompleteReason, Observer};
use symtool_ir::{Func, Module};

/// Proves all enabled checks of a module that passed the verifier, or finds failures.
///
/// `observer` confirms each failure by replay. The verdict follows from the result: failures in
/// [`CdseResult::bugs`], reasons for incompleteness in [`CdseResult::incomplete`], and otherwise all checks
/// hold, up to [`CdseReport::bound`](crate::CdseReport::bound) loop iterations if that is set.
pub fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    options: &CdseConfig,
    observer: &mut dyn Observer,
) -> CdseResult {
    let mut result = CdseResult::default();
    if let Some(what) = static_info::refused(config.checks) {
        let what = what.to_owned();
        result.incomplete.push(IncompleteReason { what, loc: None });
        return result;
    }
    if let Some(limit) = config.max_time {
        config.interrupt.set_deadline(Instant::now() + limit);
    }
    if config.threads.get() > 1 {
        return team::explore(program, entry, config, options, observer);
    }
    let mut search = Search::new((program, entry), config, options, observer, None);
    search.run(u64::MAX);
    search.into_result()
}
