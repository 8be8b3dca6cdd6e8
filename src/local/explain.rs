//! Reports for each branch on an input how an exploration treated it, with the estimated costs and the measured cost.
use super::branches::{Branch, branches};
use super::estimate::Estimate;
use super::measure::{Measured, PlaceCost, same_place};
use serde::Serialize;
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
    /// No path executed the branch, or no execution of its condition needed a solver query.
    NotReached,
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
    /// The line and the column of the branch with which this one was joined; set if the treatment is
    /// [`Treatment::Joined`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined_with: Option<(u32, u32)>,
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
    /// The number of merged states that belong to no branch.
    pub at_ends: u64,
}

/// Returns a report on each branch of the program `original` whose condition may depend on an input. The other
/// parameters describe the engine whose result is reported: `melded` is its report of melding, `costs` are the costs
/// of its exploration, and `by_pattern` is set if it merges by patterns.
pub fn explain(
    (original, entry): (&Module, Func),
    melded: Option<&MeldReport>,
    costs: &[PlaceCost],
    by_pattern: bool,
) -> BranchReports {
    let branches = branches(original, entry);
    let log = melded.map_or(&[][..], |report| &report.log);
    let decisions: Vec<Option<&Decision>> = branches
        .iter()
        .map(|branch| {
            let here = || log.iter().filter(|it| same_place(&branch.place, it));
            here().find(|it| it.melded).or_else(|| here().next())
        })
        .collect();
    let pairs = || branches.iter().zip(&decisions);
    let is_melded = |decision: &Option<&Decision>| decision.is_some_and(|it| it.melded);
    let all_melded: Vec<&Branch> = pairs()
        .filter(|(_, decision)| is_melded(decision))
        .map(|(branch, _)| branch)
        .collect();
    let report = |(branch, decision): (&Branch, &Option<&Decision>)| {
        let measured = Measured::of(branch, costs, &all_melded);
        let joined_with = joined_with(branch, costs);
        let treatment = match measured {
            _ if is_melded(decision) => Treatment::Melded,
            Measured { merged: 1.., .. } if by_pattern && branch.leaves_loop => Treatment::Pattern,
            Measured { merged: 1.., .. } => Treatment::Merged,
            Measured { forks: 1.., .. } => Treatment::Forked,
            Measured { queries: 1.., .. } => Treatment::Decided,
            _ if joined_with.is_some() => Treatment::Joined,
            _ => Treatment::NotReached,
        };
        BranchReport {
            file: branch.place.file.clone(),
            line: branch.place.line,
            column: branch.place.column,
            function: branch.place.function.clone(),
            treatment,
            reason: decision.map(|it| it.reason.clone()),
            joined_with: joined_with.filter(|_| treatment == Treatment::Joined),
            estimate: Estimate::of(branch, decision.and_then(|it| it.gates)),
            measured,
        }
    };
    BranchReports {
        branches: pairs().map(report).collect(),
        at_ends: merged_elsewhere(&branches, costs),
    }
}

/// Returns the line and the column of the branch with which `branch` was joined: an instruction in the executed program
/// has the location of that branch first, and that of `branch` among its other locations.
fn joined_with(branch: &Branch, costs: &[PlaceCost]) -> Option<(u32, u32)> {
    let joined = costs.iter().filter_map(|cost| cost.places.split_first());
    let mut with = joined.filter(|(_, others)| others.contains(&branch.place));
    with.next().map(|(first, _)| (first.line, first.column))
}

/// Returns the number of states that were merged neither at a branch nor where its sides meet.
fn merged_elsewhere(branches: &[Branch], costs: &[PlaceCost]) -> u64 {
    let belongs = |cost: &PlaceCost, branch: &Branch| {
        cost.places.first() == Some(&branch.place)
            || (branch.join.is_some() && cost.next == branch.join)
    };
    let merges = costs.iter().filter(|it| it.cost.merged > 0);
    let elsewhere = merges.filter(|cost| !branches.iter().any(|it| belongs(cost, it)));
    elsewhere.map(|cost| cost.cost.merged).sum()
}
