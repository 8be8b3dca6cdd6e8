//! Reports for each branch on an input how an exploration treated it, with the estimated costs and the measured cost.
//! `--explain-plan` prints these reports.
use super::branches::{Branch, branches};
use super::estimate::Estimate;
use super::measure::{Measured, PlaceCost, PlaceRefusal, condition_of, owner, same_place};
use crate::facts::ProgramFacts;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use symtool_engine::coverage::CoveredBranch;
use symtool_ir::Module;
use symtool_meld::{Decision, IgnoredLocation, MeldReport};

/// The treatment of a branch in a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    /// Both sides were melded into straight-line code.
    Melded,
    /// The states of both sides were merged.
    Merged,
    /// The paths with different numbers of loop iterations were merged into states with a quantifier.
    Pattern,
    /// States forked at the branch, and the states of its two sides were not merged where the sides meet.
    Forked,
    /// The branch was reached, but on each path only one side was feasible.
    Decided,
    /// The condition was combined with that of another branch, the other operand of `&&` or `||`, and one branch tests
    /// the combined condition.
    Joined,
    /// The branch is on one side of a melded branch, and became straight-line code together with it.
    MeldedWithin,
    /// The branch was executed, and its condition was known on each path without a solver query.
    Known,
    /// No path executed the branch.
    NotReached,
}

impl Treatment {
    /// Returns whether costs of the branch itself were estimated and measured, so that they can be compared.
    pub fn has_costs(self) -> bool {
        match self {
            Treatment::Melded | Treatment::Merged | Treatment::Pattern | Treatment::Forked => true,
            Treatment::Decided
            | Treatment::Joined
            | Treatment::MeldedWithin
            | Treatment::Known
            | Treatment::NotReached => false,
        }
    }
}

/// The report on one branch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BranchReport {
    /// The source file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The name of the function.
    pub function: String,
    /// The treatment of the branch in the run.
    pub treatment: Treatment,
    /// The shape of the melded code, or the reason why the branch was not melded. It is set if the engine whose result
    /// is reported melds branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The line and the column of another branch: the branch with which this one was joined ([`Treatment::Joined`]), or
    /// within which it was melded ([`Treatment::MeldedWithin`]). `None` for the other treatments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined_with: Option<(u32, u32)>,
    /// The line and the column at which both sides continue; `None` if they do not meet in the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<(u32, u32)>,
    /// The most frequent reason why states were not merged where the sides of the branch meet. It is set if the branch
    /// forked and states that met there remained unmerged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmerged: Option<String>,
    /// The estimated costs of all treatments.
    pub estimate: Estimate,
    /// The measured cost of the branch.
    pub measured: Measured,
}

/// The reports on all branches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchReports {
    /// A report on each branch, in the order of their source locations.
    pub branches: Vec<BranchReport>,
    /// The states that were merged where the sides of no branch with [`Treatment::Merged`] or [`Treatment::Pattern`]
    /// meet. The map gives their number for each source line; the key `None` stands for library functions and unknown
    /// locations.
    pub elsewhere: BTreeMap<Option<u32>, u64>,
    /// The number of forks that belong to no listed branch, for each source line. The key `None` stands for library
    /// functions, the creation of the program arguments and unknown locations.
    pub forked_elsewhere: BTreeMap<Option<u32>, u64>,
    /// The source lines of melded branches that are not in `branches`. The condition of such a branch does not depend
    /// on an input on any single path, but it does after states were merged or other branches were melded.
    pub melded_as_well: BTreeSet<u32>,
}

/// The data that explain the treatment of each branch: the data of the engine whose result is reported, and the
/// coverage of the run.
#[derive(Copy, Clone, Debug)]
pub struct Explained<'a> {
    /// The report of melding, if the engine melds.
    pub melded: Option<&'a MeldReport>,
    /// The costs of the exploration of the engine.
    pub costs: &'a [PlaceCost],
    /// The pairs of states that the engine did not merge.
    pub refusals: &'a [PlaceRefusal],
    /// The branches of the original program, with their coverage.
    pub covered: &'a [CoveredBranch],
    /// Whether the engine merges by patterns.
    pub by_pattern: bool,
}

/// Returns a report on each branch of the program `original` whose condition may depend on an input.
pub fn explain(program: &ProgramFacts<'_>, run: Explained<'_>) -> BranchReports {
    let original = program.module;
    let branches = branches(program);
    let costs = at_joins(run.costs, &branches);
    let run = Explained {
        costs: &costs,
        ..run
    };
    let log = run.melded.map_or(&[][..], |report| &report.log);
    let decisions: Vec<Option<&Decision>> = branches
        .iter()
        .map(|branch| {
            let here = || log.iter().filter(|it| same_place(&branch.place, it));
            let of_loop = || {
                let at = branch.of_loop.as_ref()?;
                log.iter().find(|it| !it.melded && same_place(at, it))
            };
            let own = here().find(|it| it.melded).or_else(|| here().next());
            own.or_else(of_loop)
        })
        .collect();
    let pairs = || branches.iter().zip(&decisions);
    let all_melded: Vec<&Branch> = pairs()
        .filter(|(_, decision)| is_melded(decision))
        .map(|(branch, _)| branch)
        .collect();
    let known = (&branches[..], &all_melded[..]);
    let report = |(branch, decision)| run.report(original, (branch, decision), known);
    let reports: Vec<BranchReport> = pairs().map(report).collect();
    let is_merged =
        |report: &BranchReport| matches!(report.treatment, Treatment::Merged | Treatment::Pattern);
    let merged = branches.iter().zip(&reports);
    let merged = merged.filter(|(_, report)| is_merged(report));
    let joins: Vec<_> = merged
        .filter_map(|(branch, _)| branch.join.as_ref())
        .collect();
    BranchReports {
        elsewhere: merged_elsewhere(&joins, run.costs),
        forked_elsewhere: forked_elsewhere(&branches, run.costs),
        melded_as_well: melded_as_well(log, &branches),
        branches: reports,
    }
}

/// Returns the costs, with the merge points on the way to a join replaced by this join. A merge point is on the way to the
/// join of a branch if it is on a side of the branch and only jumps to the join, as a `break` does. If there are several
/// such branches, the innermost one counts.
fn at_joins(costs: &[PlaceCost], branches: &[Branch]) -> Vec<PlaceCost> {
    let joins: BTreeSet<_> = branches.iter().filter_map(|it| it.join.as_ref()).collect();
    let moved = |cost: &PlaceCost| {
        let at = cost.next.as_ref().filter(|_| cost.cost.merged > 0)?;
        let is_on_way = |branch: &&Branch| branch.meets == cost.code && branch.sides.contains(at);
        let on_way = branches
            .iter()
            .filter(is_on_way)
            .filter(|_| !joins.contains(at));
        on_way.min_by_key(|it| it.sides.len())?.join.clone()
    };
    let costs = costs.iter().cloned();
    costs
        .map(|cost| PlaceCost {
            next: moved(&cost).or(cost.next),
            ..cost
        })
        .collect()
}

fn is_melded(decision: &Option<&Decision>) -> bool {
    decision.is_some_and(|it| it.melded)
}

impl Explained<'_> {
    /// Returns the report on one branch. `decision` is the melding decision about the branch, if there is one. `all`
    /// are all branches on inputs, and `all_melded` are those of them that were melded.
    fn report(
        self,
        original: &Module,
        (branch, decision): (&Branch, &Option<&Decision>),
        (all, all_melded): (&[Branch], &[&Branch]),
    ) -> BranchReport {
        let measured = Measured::of(branch, self.costs, (all, all_melded));
        let joined = joined_with(branch, self.costs, all);
        let around = || owner(std::slice::from_ref(&branch.place), all_melded);
        let melded_with = around().map(|it| (it.place.line, it.place.column));
        let (treatment, with) = match measured {
            _ if is_melded(decision) => (Treatment::Melded, None),
            Measured { forks: 0, .. } if joined.is_some() => (Treatment::Joined, joined),
            // If this branch did not fork, merged states at its join come from forks at other branches.
            Measured { forks: 1.., .. } => (self.of_fork(branch, measured.merged), None),
            Measured { queries: 1.., .. } => (Treatment::Decided, None),
            _ if melded_with.is_some() => (Treatment::MeldedWithin, melded_with),
            _ if self.is_reached(original, branch) => (Treatment::Known, None),
            _ => (Treatment::NotReached, None),
        };
        BranchReport {
            file: branch.place.file.clone(),
            line: branch.place.line,
            column: branch.place.column,
            function: branch.place.function.clone(),
            treatment,
            reason: decision.map(|it| it.reason.clone()),
            joined_with: with,
            join: branch.meets.as_ref().map(|it| (it.line, it.column)),
            unmerged: self.unmerged(branch).filter(|_| match treatment {
                Treatment::Forked => true,
                Treatment::Merged => measured.merged < measured.forks,
                _ => false,
            }),
            estimate: Estimate::of(branch, decision.and_then(|it| it.gates)),
            measured,
        }
    }

    /// Returns the treatment of a branch that forked; `merged` is the number of states that were merged where its sides
    /// meet.
    fn of_fork(self, branch: &Branch, merged: u64) -> Treatment {
        match merged {
            0 => Treatment::Forked,
            _ if self.by_pattern && branch.leaves_loop => Treatment::Pattern,
            _ => Treatment::Merged,
        }
    }

    /// Returns the most frequent reason why states were not merged where the sides of a branch meet, with the names of
    /// all variables whose values differed. Returns `None` if no two states remained unmerged there.
    fn unmerged(self, branch: &Branch) -> Option<String> {
        let join = branch.join.as_ref()?;
        let here = || {
            let all = self.refusals.iter();
            all.filter(|it| it.next.as_ref() == Some(join))
        };
        let reason = here().max_by_key(|it| it.pairs)?.reason;
        let same = here().filter(|it| it.reason == reason);
        let names: BTreeSet<&str> = same.filter_map(|it| it.variable.as_deref()).collect();
        if names.is_empty() {
            return Some(reason.to_owned());
        }
        let names: Vec<&str> = names.into_iter().collect();
        Some(format!("{reason} ({})", names.join(", ")))
    }

    /// Returns whether some path of the original program executed the branch.
    fn is_reached(self, original: &Module, branch: &Branch) -> bool {
        let is_here = |covered: &CoveredBranch| {
            covered.loc.is_some_and(|loc| {
                let at = original.source.get(loc);
                let place = &branch.place;
                (at.line, at.column) == (place.line, place.column)
                    && covered.function == place.function
                    && original.source.file_name(at.file) == place.file
            })
        };
        let mut reached = self.covered.iter().filter(|covered| covered.reached);
        reached.any(is_here)
    }
}

/// Returns the line and the column of the branch with which `branch` was joined; `None` if it was not joined. If two
/// branches were joined, an instruction in the executed program has the locations of both, and the location of `branch`
/// is not the first one. Of several such branches (equal conditions in different lines are computed once), it is the
/// nearest one before `branch` in the source code.
fn joined_with(branch: &Branch, costs: &[PlaceCost], all: &[Branch]) -> Option<(u32, u32)> {
    let is_other = |it: &&Branch| it.place != branch.place;
    let joined = costs
        .iter()
        .filter(|cost| cost.places.contains(&branch.place));
    let mut joined = joined.filter_map(|cost| {
        let first = condition_of(&cost.places, all).filter(is_other)?;
        Some((first, &cost.places))
    });
    let (first, places) = joined.next()?;
    let before = all
        .iter()
        .filter(|it| it.place < branch.place && places.contains(&it.place));
    let nearest = before.max_by_key(|it| &it.place).unwrap_or(first);
    Some((nearest.place.line, nearest.place.column))
}

/// Returns for each source line the number of states that were merged at a location that is not in `joins`. The key
/// `None` stands for library functions and unknown locations.
fn merged_elsewhere(joins: &[&IgnoredLocation], costs: &[PlaceCost]) -> BTreeMap<Option<u32>, u64> {
    let mut sum = BTreeMap::new();
    for cost in costs.iter().filter(|it| it.cost.merged > 0) {
        let at = cost.next.as_ref();
        if at.is_none_or(|at| !joins.contains(&at)) {
            let own = cost.code.as_ref().filter(|at| !at.file.starts_with('<'));
            *sum.entry(own.map(|at| at.line)).or_default() += cost.cost.merged;
        }
    }
    sum
}

/// Returns for each source line the number of forks at instructions that belong to no branch of `branches`. The key
/// `None` stands for library functions and unknown locations.
fn forked_elsewhere(branches: &[Branch], costs: &[PlaceCost]) -> BTreeMap<Option<u32>, u64> {
    let mut sum = BTreeMap::new();
    for cost in costs.iter().filter(|it| it.cost.forks > 0) {
        if condition_of(&cost.places, branches).is_none() {
            let own = cost.places.first().filter(|at| !at.file.starts_with('<'));
            *sum.entry(own.map(|at| at.line)).or_default() += cost.cost.forks;
        }
    }
    sum
}

/// Returns the source lines, in the program's own files, of the melded branches that are not in `branches`.
fn melded_as_well(log: &[Decision], branches: &[Branch]) -> BTreeSet<u32> {
    let melded = log.iter().filter(|it| it.melded);
    let is_known = |meld: &&Decision| branches.iter().any(|it| same_place(&it.place, meld));
    let is_own = |meld: &&Decision| meld.file.as_ref().is_some_and(|it| !it.starts_with('<'));
    let others = melded.filter(|meld| !is_known(meld) && is_own(meld));
    others.filter_map(|meld| meld.line).collect()
}
