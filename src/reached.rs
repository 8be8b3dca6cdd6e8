//! The conditions of a proof: whether some input meets each assumption, and whether some input reaches each assertion.
//!
//! A proof is vacuous if the program has an assumption that no input meets. A proof says nothing about an assertion
//! that no input reaches. The coverage of the original program shows which assumptions are met (a path continues after
//! them) and which assertions are reached. The exploration of a melded program and conflict-driven search may leave
//! this undecided for some assumptions and assertions. Then the original program is explored again within a small
//! budget.
use serde::Serialize;
use std::num::NonZeroUsize;
use symtool_engine::coverage::Conditions;
use symtool_engine::{AcceptAll, Config, Exploration, TestCases, Witnesses, search};
use symtool_ir::{BugKind, Func, Loc, Module};
use symtool_solver::Budget;

/// The maximum numbers of completed paths when the original program is explored again: in the first, the second and
/// the third further exploration. These limits and `MOST_INSTRUCTIONS` do not depend on the speed of the machine.
const PATHS: [u64; 3] = [1, 16, 256];
const MOST_INSTRUCTIONS: u64 = 1_000_000;

/// The solver budget for one query in a further exploration. The budget is a number of steps (about a second of Z3) and
/// not a time, so that equal runs reach the same assertions.
const EFFORT: Budget = Budget::steps(4_000_000);

/// A source location.
#[derive(Serialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The name of the source file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// The number of checks of one class, such as assertions, and the checks of this class that no input is known to
/// reach.
#[derive(Serialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The number of source locations with a check.
    pub total: usize,
    /// The number of checks that some input reaches.
    pub reached: usize,
    /// The locations of the checks that no known input reaches.
    pub never_reached: Vec<Location>,
    /// Whether all inputs were considered. If true, no input reaches the locations in `never_reached`; if
    /// false, some input may.
    pub complete: bool,
}

/// The assumptions and checks of the program, which determine the meaning of a proof. Assumptions and checks in
/// symtool's C code for library functions are not included.
#[derive(Serialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofConditions {
    /// The number of source locations with an assumption that some input reaches.
    pub assumptions: usize,
    /// The locations of the assumptions that no input meets. The idiom `assume(0)`, which ends a path on
    /// purpose, is listed only if no input reaches any check.
    pub never_met: Vec<Location>,
    /// The assertions of the program, and which of them some input reaches.
    pub assertions: Reached,
    /// The other checks of the program, such as checks of divisors, and which of them some input reaches.
    pub checks: Reached,
    /// Whether all inputs were considered. If true, no input meets the assumptions in `never_met`; if false,
    /// some input may.
    pub complete: bool,
}

impl ProofConditions {
    /// Returns the proof conditions of a program after its exploration. `is_exact` means that the exploration executed
    /// the original program path by path. Otherwise, if the run is a proof and leaves conditions undecided, the
    /// original program is explored again.
    pub fn of(
        original: &Module,
        entry: Func,
        config: &Config,
        exploration: &mut Exploration,
        is_exact: bool,
    ) -> ProofConditions {
        let is_proof = exploration.incomplete.is_empty() && exploration.bugs.is_empty();
        let stopped = config.failures.stop_at_first_bug && !exploration.bugs.is_empty();
        let is_whole = exploration.incomplete.is_empty() && exploration.cuts.is_empty();
        let mut complete = is_whole && is_exact && !stopped;
        let mut all = ProofConditions::default();
        all.checks.complete = complete;
        if is_proof && !is_exact {
            complete = explore_again(original, entry, config, exploration);
        }
        all.assertions.complete = complete;
        all.complete = complete;
        all.add(original, &exploration.coverage.conditions);
        all
    }

    /// Adds the checks and assumptions of a program. `found` contains for each check whether some input reaches it,
    /// and for each assumption whether some input meets it.
    fn add(&mut self, original: &Module, found: &Conditions) {
        for (&(loc, kind), &reached) in &found.checks {
            let Some(location) = location(original, loc) else {
                continue;
            };
            let group = match kind {
                BugKind::Assert => &mut self.assertions,
                // Calls of `reach_error` and code that is marked as unreachable are supposed not to be reached. A
                // proof therefore does not require that an input reaches them.
                BugKind::Reach | BugKind::Unreachable => continue,
                _ => &mut self.checks,
            };
            group.total += 1;
            match reached {
                true => group.reached += 1,
                false => group.never_reached.push(location),
            }
        }
        let none_is_reached = self.assertions.reached + self.checks.reached == 0;
        for (&loc, assumption) in &found.assumptions {
            let Some(location) = location(original, loc).filter(|_| assumption.reached) else {
                continue;
            };
            self.assumptions += 1;
            if !assumption.met && (!assumption.is_constant || none_is_reached) {
                self.never_met.push(location);
            }
        }
        for list in [
            &mut self.never_met,
            &mut self.assertions.never_reached,
            &mut self.checks.never_reached,
        ] {
            list.sort();
        }
    }

    /// Returns whether a proof under these conditions is vacuous: there is an assumption that no input meets, or
    /// `require_reached` is set and there is an assertion that no input is known to reach.
    pub fn is_vacuous(&self, require_reached: bool) -> bool {
        (self.complete && !self.never_met.is_empty())
            || (require_reached && !self.assertions.never_reached.is_empty())
    }
}

/// Returns the source location of `loc`; `None` if the location is not in the program's own files.
fn location(module: &Module, loc: Loc) -> Option<Location> {
    let at = module.source.get(loc);
    let file = module.source.file_name(at.file);
    (!file.starts_with('<')).then(|| Location {
        file: file.to_owned(),
        line: at.line,
        column: at.column,
    })
}

/// Returns whether the program has an assertion that no input is known to reach, or an assumption that no input is
/// known to meet.
fn has_open(module: &Module, found: &Conditions) -> bool {
    let is_own = |loc| location(module, loc).is_some();
    let mut checks = found.checks.iter();
    let mut assumptions = found.assumptions.iter();
    checks.any(|(&(loc, kind), reached)| kind == BugKind::Assert && !reached && is_own(loc))
        || assumptions.any(|(&loc, assumption)| !assumption.met && is_own(loc))
}

/// Explores the original program with growing limits, until every assertion is reached and every assumption is met, or
/// the exploration with the largest limit has ended. Adds the assertions that are reached and the assumptions that are
/// met to the coverage of `exploration`. Returns `true` if no input reaches the remaining assertions and no input
/// meets the remaining assumptions.
fn explore_again(
    original: &Module,
    entry: Func,
    config: &Config,
    exploration: &mut Exploration,
) -> bool {
    let within = |limit: Option<u64>, most: u64| Some(limit.unwrap_or(most).min(most));
    let mut config = config
        .clone()
        .test_cases(TestCases::None)
        .witnesses(Witnesses::None)
        .stop_at_first_bug(false)
        .all_errors(false)
        .merging(None)
        .unwind(None)
        .threads(NonZeroUsize::MIN)
        .max_instructions(within(config.limits.max_instructions, MOST_INSTRUCTIONS));
    let budgets = &mut config.solving.chain.budgets;
    budgets.extend(["incremental", "oneshot"].map(|link| (link, EFFORT)));
    if let Some(covnew) = search::searcher("covnew") {
        config = config.search(covnew);
    }
    let mut left = config.limits.max_time;
    left = left.map(|most| most.saturating_sub(exploration.stats.time));
    for paths in PATHS {
        if !has_open(original, &exploration.coverage.conditions) {
            return true;
        }
        if left.is_some_and(|left| left.is_zero()) {
            return false;
        }
        let limited = config
            .clone()
            .max_time(left)
            .max_paths(within(config.limits.max_paths, paths));
        let run = symtool_engine::explore(original, entry, &limited, &mut AcceptAll);
        exploration
            .coverage
            .conditions
            .add(&run.coverage.conditions);
        if run.incomplete.is_empty() {
            return true;
        }
        left = left.map(|left| left.saturating_sub(run.stats.time));
    }
    !has_open(original, &exploration.coverage.conditions)
}
