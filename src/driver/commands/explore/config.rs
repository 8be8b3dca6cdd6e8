//! Converts the command-line options to the plan of an exploration and the configuration of its engine.
use crate::Error;
use crate::concrete;
use crate::driver::cli::{Evict, ExploreArgs, NativePrefix};
use crate::driver::{cdse, cfmse, memory, merging};
use crate::job::Plan;
use std::num::NonZeroUsize;
use std::sync::Arc;
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, Eviction, Prefix, TestCases, Witnesses};
use symtool_expr::arrays::Form;
use symtool_solver::{QueryLog, SolverConfig};

/// Returns the techniques that the options select, such as melding and conflict-driven exploration.
pub(in crate::driver) fn plan(args: &ExploreArgs) -> Result<Plan, Error> {
    let meld = match args.cfmse.cfmse {
        Some(_) => Some(cfmse::options(
            &args.cfmse,
            cfmse::ignore_list(&args.cfmse)?,
        )),
        None => None,
    };
    Ok(Plan {
        passes: args.passes.clone(),
        meld,
        cdse: cdse::config(&args.cdse),
        local: false,
    })
}

/// Rejects `--count-paths` together with an option for a technique that does not follow every path of the program.
fn refuse_uncounted_paths(args: &ExploreArgs) -> Result<(), Error> {
    let text = if !args.merging.count_paths {
        return Ok(());
    } else if args.cfmse.cfmse.is_some() {
        "--count-paths cannot be combined with --cfmse, which removes branches before exploration"
    } else if args.cdse.cdse.is_some() {
        "--count-paths cannot be combined with --cdse, which explores only paths to possible failures"
    } else {
        return Ok(());
    };
    Err(Error::Option(text.to_owned()))
}

/// Returns the paths of the original program for which test cases are written.
pub(super) fn test_cases(args: &ExploreArgs) -> TestCases {
    match (
        args.input.program.verify,
        args.output.only_new || args.is_automatic(),
    ) {
        (true, _) => TestCases::None,
        (false, true) => TestCases::NewCoverage,
        (false, false) => TestCases::EveryPath,
    }
}

/// Returns the engine's configuration.
pub(in crate::driver) fn config(args: &ExploreArgs) -> Result<Config, Error> {
    refuse_uncounted_paths(args)?;
    let limits = &args.limits;
    // The engine can measure only the coverage of the program that it executes. After melding or passes, this is not
    // the original program. So the recorder selects the test cases: it replays each of them on the original program.
    let changed = args.cfmse.cfmse.is_some() || !args.passes.is_empty();
    let tests = match test_cases(args) {
        TestCases::NewCoverage if changed => TestCases::EveryPath,
        tests => tests,
    };
    let config = Config::default()
        .checks(args.input.program.checks()?)
        .stop_at_first_bug(args.stops_at_violation())
        .all_errors(args.all_errors)
        .test_cases(tests)
        .canonical_inputs(args.output.canonical_inputs)
        .witnesses(Witnesses::of_program(changed))
        .count_paths(args.merging.count_paths)
        .profile(args.output.html)
        .log_merges(args.explain_plan)
        .max_time(limits.max_time.map(|time| time.0))
        .max_memory(Some(memory_limit(limits.max_memory.0)))
        .eviction(match limits.evict {
            Evict::Newest => Eviction::Newest,
            Evict::Random => Eviction::Random,
        })
        .max_paths(limits.max_paths)
        .max_depth(limits.max_depth)
        .unwind(limits.unwind)
        .max_instructions(limits.max_instructions)
        .max_resolutions(args.memory.max_resolutions as usize)
        .arrays(args.memory.arrays.clone())
        .symbolic_sizes(args.memory.symbolic_sizes.map(|size| size.0))
        .solver_timeout(limits.solver_timeout.0)
        .solver(SolverConfig {
            solvers: crate::driver::commands::solve::solvers(&args.solver)?,
            log: query_log(args)?,
            links: if args.merging.no_quantified_solving {
                args.solver.links().without("quantified")
            } else {
                args.solver.links()
            },
            check: args.solver.solver_check,
            ..SolverConfig::default()
        })
        .merging(merging::merging(&args.merging, &args.search))
        .search(args.search.search.unwrap_or(&SEARCHERS[0]))
        .seed(args.search.seed)
        .threads(args.search.threads.unwrap_or(NonZeroUsize::MIN))
        .prefix(prefix(args.search.native_prefix));
    Ok(match args.memory.arrays.form {
        Form::Searched => config,
        // The published form of the transformations of array reads (`--arrays`) never represents a read by an `ite`
        // chain over the elements. With the limit of 1 candidate offset for such chains, every read with several
        // candidate offsets becomes an array access.
        Form::Published => config.max_ite_cells(1),
    })
}

/// Returns the memory limit in bytes: `wanted`, or 90 % of the available memory if that is less. The last 10 % give
/// the run time to drop states before the operating system kills it.
fn memory_limit(wanted: u64) -> u64 {
    let most = memory::available().map_or(u64::MAX, |bytes| bytes / 10 * 9);
    wanted.min(most)
}

/// Creates the query log of `--dump-queries`. Returns `None` if the option is not given.
fn query_log(args: &ExploreArgs) -> Result<Option<Arc<QueryLog>>, Error> {
    let Some(path) = &args.dump_queries else {
        return Ok(None);
    };
    let log = QueryLog::create(path).map_err(Error::file("cannot make the query log", path))?;
    Ok(Some(Arc::new(log)))
}

/// Returns the setting that executes the concrete prefix (the instructions before the program's first input) as
/// machine code. Returns `None` if the engine interprets the prefix.
fn prefix(when: NativePrefix) -> Option<Prefix> {
    match when {
        NativePrefix::Auto => concrete::delayed_prefix(),
        NativePrefix::Always => concrete::immediate_prefix(),
        NativePrefix::Off => None,
    }
}
