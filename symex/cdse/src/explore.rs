//! The entry point of conflict-driven symbolic execution: runs one search, or a team of parallel searches.
use crate::report::{CdseConfig, CdseResult};
use crate::search::Search;
use crate::team;
use std::time::Instant;
use symtool_engine::exec::isolated;
use symtool_engine::{Config, Observer};
use symtool_ir::{Func, Module};

/// Proves all enabled checks of a module that passed the verifier, or finds failures.
///
/// `observer` confirms each failure by replay. [`CdseResult::bugs`] has the failures, and [`CdseResult::incomplete`]
/// has the reasons why the search did not cover all inputs. If both lists are empty, all checks hold. If
/// [`CdseReport::bound`](crate::CdseReport::bound) is set, the checks hold only for paths with at most this number of
/// iterations of each loop and of nested recursive calls.
///
/// ```
/// use symtool_cdse::{CdseConfig, explore};
/// use symtool_engine::{AcceptAll, Config};
/// use symtool_ir::parse;
///
/// let text = r#"
/// func @main() -> i32 {
/// entry:
///   %n = intrinsic symbolic i32 "n"
///   %low = and %n, 7
///   %good = ult %low, 8
///   check assert, %good, "n % 8 < 8"
///   return 0
/// }
/// "#;
/// let module = parse::parse_module(text, "masked.sir").unwrap();
/// let main = module.function_named("main").unwrap();
/// let result = explore(&module, main, &Config::default(), &CdseConfig::default(), &mut AcceptAll);
/// assert!(result.bugs.is_empty() && result.incomplete.is_empty());
/// ```
pub fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    options: &CdseConfig,
    observer: &mut dyn Observer,
) -> CdseResult {
    if let Some(limit) = config.limits.max_time {
        config
            .solving
            .interrupt
            .set_deadline(Instant::now() + limit);
    }
    if config.schedule.threads.get() > 1 {
        return team::explore(program, entry, config, options, observer);
    }
    isolated(observer, |observer| {
        let mut search = Search::new((program, entry), config, options, observer, None);
        search.run(u64::MAX);
        search.into_result()
    })
}
