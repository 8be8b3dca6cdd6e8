//! The entry point: one search, or a team of searches.
use crate::report::{CdseConfig, CdseResult};
use crate::search::Search;
use crate::{static_info, team};
use std::time::Instant;
use symtool_engine::{Config, IncompleteReason, Observer};
use symtool_ir::{Func, Module};

/// Proves all checks of a verified module, or finds failures.
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
