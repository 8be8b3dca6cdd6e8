//! Reports for each branch on an input how an exploration treated it, with the estimated costs and the measured cost.
use super::branches::{Branch, branches};
use super::estimate::Estimate;
use super::measure::{Measured, PlaceCost, PlaceRefusal, owner, same_place};
use serde::Serialize;
use std::collections::BTreeSet;
use symtool_engine::coverage::CoveredBranch;
use symtool_ir::{Func, Module};
use symtool_meld::{Decision, MeldReport};

/// The treatment of a branch in a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    /// Both sides were melded into straight-line code.
    Melded,
    /// The states of both sides were merged.
    Merged,
    /// The paths with different numbers of iterations were merged into states with a quantifier.
    Pattern,
    /// The branch forked.
    Forked,
    /// The branch was reached, but on each path only one side was feasible.
    Decided,
    /// The branch was joined with another one, the other operand of `&&` or `||`, into one condition.
    Joined,
    /// The branch is on a side of a melded branch, and was melded together with it.
    MeldedWithin,
    /// The branch was executed, and its condition was known on each path without a solver query.
    Known,
    /// No path executed the branch.
    NotReached,
}

impl Treatment {
    /// Returns whether the branch has costs of its own to compare.
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
    /// The treatment.
    pub treatment: Treatment,
    /// The shape of the melded code, or the reason why the branch was not melded. It is set if the engine whose result
    /// is reported melds branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The line and the column of the branch with which this one was joined or melded; set if the treatment is
    /// [`Treatment::Joined`] or [`Treatment::MeldedWithin`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined_with: Option<(u32, u32)>,
    /// The line and the column at which both sides continue; `None` if they do not meet in the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<(u32, u32)>,
    /// The most frequent reason why states were not merged where the sides meet; set if the branch forked and such states
    /// met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmerged: Option<String>,
    /// The estimated costs of all treatments.
    pub estimate: Estimate,
    /// The measured cost.
    pub measured: Measured,
}

/// The reports on all branches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchReports {
    /// A report on each branch, in the order of their source locations.
    pub branches: Vec<BranchReport>,
    /// The states that were merged where the sides of no branch meet.
    pub elsewhere: Elsewhere,
}

/// States that were merged where the sides of no branch on an input meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elsewhere {
    /// The number of merged states.
    pub merged: u64,
    /// The source lines, in the program's own files.
    pub lines: BTreeSet<u32>,
}

/// The data from which the treatment of the branches is explained: those of the engine whose result is reported, and the
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
pub fn explain((original, entry): (&Module, Func), run: Explained<'_>) -> BranchReports {
    let branches = branches(original, entry);
    let log = run.melded.map_or(&[][..], |report| &report.log);
    let decisions: Vec<Option<&Decision>> = branches
        .iter()
        .map(|branch| {
            let here = || log.iter().filter(|it| same_place(&branch.place, it));
            here().find(|it| it.melded).or_else(|| here().next())
        })
        .collect();
    let pairs = || branches.iter().zip(&decisions);
    let all_melded: Vec<&Branch> = pairs()
        .filter(|(_, decision)| is_melded(decision))
        .map(|(branch, _)| branch)
        .collect();
    let report = |(branch, decision)| run.report(original, (branch, decision), &all_melded);
    BranchReports {
        branches: pairs().map(report).collect(),
        elsewhere: merged_elsewhere(&branches, run.costs),
    }
}

fn is_melded(decision: &Option<&Decision>) -> bool {
    decision.is_some_and(|it| it.melded)
}

impl Explained<'_> {
    /// Returns the report on one branch. `decision` is the decision about melding it, and `all_melded` are the melded
    /// branches.
    fn report(
        self,
        original: &Module,
        (branch, decision): (&Branch, &Option<&Decision>),
        all_melded: &[&Branch],
    ) -> BranchReport {
        let measured = Measured::of(branch, self.costs, all_melded);
        let joined = joined_with(branch, self.costs);
        let around = || owner(std::slice::from_ref(&branch.place), all_melded);
        let melded_with = around().map(|it| (it.place.line, it.place.column));
        let (treatment, with) = match measured {
            _ if is_melded(decision) => (Treatment::Melded, None),
            Measured { forks: 0, .. } if joined.is_some() => (Treatment::Joined, joined),
            // States that meet where the sides of a branch without a fork meet come from other branches.
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
            join: branch.join.as_ref().map(|it| (it.line, it.column)),
            unmerged: self
                .unmerged(branch)
                .filter(|_| treatment == Treatment::Forked),
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

    /// Returns the most frequent reason why states were not merged where the sides of a branch meet; `None` if no two
    /// states met there.
    fn unmerged(self, branch: &Branch) -> Option<String> {
        let join = branch.join.as_ref()?;
        let here = self.refusals.iter();
        let here = here.filter(|it| it.next.as_ref() == Some(join));
        here.max_by_key(|it| it.pairs).map(|it| it.reason.clone())
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

/// Returns the line and the column of the branch with which `branch` was joined: an instruction in the executed program
/// has the location of that branch first, and that of `branch` among its other locations.
fn joined_with(branch: &Branch, costs: &[PlaceCost]) -> Option<(u32, u32)> {
    let joined = costs.iter().filter_map(|cost| cost.places.split_first());
    let mut with = joined.filter(|(_, others)| others.contains(&branch.place));
    with.next().map(|(first, _)| (first.line, first.column))
}

/// Returns the states that were merged where the sides of no branch meet.
fn merged_elsewhere(branches: &[Branch], costs: &[PlaceCost]) -> Elsewhere {
    let belongs =
        |cost: &PlaceCost, branch: &Branch| branch.join.is_some() && cost.next == branch.join;
    let merges = costs.iter().filter(|it| it.cost.merged > 0);
    let elsewhere = merges.filter(|cost| !branches.iter().any(|it| belongs(cost, it)));
    let mut sum = Elsewhere::default();
    for cost in elsewhere {
        sum.merged += cost.cost.merged;
        let own = cost.next.iter().filter(|at| !at.file.starts_with('<'));
        sum.lines.extend(own.map(|at| at.line));
    }
    sum
}
