//! Reports for each branch on an input how an exploration treated it, with the estimated costs and the measured cost.
//! `--explain-plan` prints these reports.
use super::branches::{Branch, branches};
use super::estimate::{Estimate, gates_at};
use super::lines::CodeLine;
use super::measure::{Costs, Measured, PlaceCost, PlaceMerge, condition_of, owner, same_place};
use crate::facts::ProgramFacts;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use symtool_engine::coverage::CoveredBranch;
use symtool_engine::merging::decision::{Joining, Separation};
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
    /// Solver queries have shown that on each path only one side of the branch was feasible.
    Decided,
    /// The condition was combined with that of another branch, the other operand of `&&` or `||`, and one branch tests
    /// the combined condition.
    Joined,
    /// The branch is on one side of a melded branch, and became straight-line code together with it.
    MeldedWithin,
    /// The branch was executed, and its condition was known on each path without a solver query. If the engine was
    /// stopped, it is also possible that only other engines of the run executed the branch.
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
    /// The source lines at which states of the two sides were merged, by the way in which they were merged.
    pub merged_at: MergedAt,
    /// Those lines of `merged_at` that only one side executes. States of both sides can meet there only in a later
    /// iteration of a loop or in a later call of the function.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub merged_later: BTreeSet<CodeLine>,
    /// The reasons why states of the two sides were not merged at program points at which they met. The states can have
    /// been merged later.
    pub unmerged: Vec<Unmerged>,
    /// The estimated costs of all treatments.
    pub estimate: Estimate,
    /// The measured cost of the branch.
    pub measured: Measured,
}

/// The source lines at which states of the two sides of a branch were merged, by the way in which they were merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MergedAt {
    /// The states became one state with a quantifier over a number of repetitions.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub quantified: BTreeSet<CodeLine>,
    /// The states had equal values.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub equal: BTreeSet<CodeLine>,
    /// The merged state chooses between their values.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub choice: BTreeSet<CodeLine>,
}

impl MergedAt {
    fn of<'a>(merges: impl Iterator<Item = &'a PlaceMerge>) -> MergedAt {
        let mut at = MergedAt::default();
        for merge in merges {
            match merge.result {
                Ok(Joining::Quantified) => at.quantified.insert(merge.next),
                Ok(Joining::Equal) => at.equal.insert(merge.next),
                Ok(Joining::Choice) => at.choice.insert(merge.next),
                Err(_) => false,
            };
        }
        at
    }

    /// Returns all lines.
    pub fn lines(&self) -> BTreeSet<CodeLine> {
        let all = [&self.quantified, &self.equal, &self.choice];
        all.into_iter().flatten().copied().collect()
    }
}

/// The reason why states of the two sides of a branch were not merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unmerged {
    /// The reason.
    pub reason: String,
    /// The variable in which the states differ, if its name is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The source lines at which the states met.
    pub lines: BTreeSet<CodeLine>,
}

/// The reports on all branches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchReports {
    /// A report on each branch, in the order of their source locations.
    pub branches: Vec<BranchReport>,
    /// The number of merged states whose paths separated at no listed branch, or at an unknown fork, for each source
    /// line at which they were merged.
    pub elsewhere: BTreeMap<CodeLine, u64>,
    /// Whether the engine whose result is reported finished.
    pub is_complete: bool,
    /// The number of forks that belong to no listed branch, for each source line.
    pub forked_elsewhere: BTreeMap<CodeLine, u64>,
    /// The source lines of melded branches that are not in `branches`. The key is the line of a melded branch in
    /// `branches` that contains them. It is `None` for branches outside of these: their conditions depend on an input
    /// only after states were merged, and not on any single path.
    pub melded_as_well: BTreeMap<Option<u32>, BTreeSet<u32>>,
}

/// The data that explain the treatment of each branch: the data of the engine whose result is reported, and the
/// coverage of the run.
#[derive(Copy, Clone, Debug)]
pub struct Explained<'a> {
    /// The report of melding, if the engine melds.
    pub melded: Option<&'a MeldReport>,
    /// The costs of the exploration of the engine.
    pub costs: &'a [PlaceCost],
    /// The merge decisions of the engine.
    pub merges: &'a [PlaceMerge],
    /// The branches of the original program, with their coverage.
    pub covered: &'a [CoveredBranch],
    /// Whether the engine finished, so that it reached all code that can be reached.
    pub is_complete: bool,
}

/// Returns a report on each branch of `program`, the original program, whose condition may depend on an input.
pub fn explain(program: &ProgramFacts<'_>, run: Explained<'_>) -> BranchReports {
    let original = program.module;
    let branches = branches(program);
    let log = run.melded.map_or(&[][..], |report| &report.log);
    let decisions: Vec<Option<&Decision>> = branches
        .iter()
        .map(|branch| {
            let here = || log.iter().filter(|it| same_place(&branch.place, it));
            let of_loop = || {
                let at = branch.of_loop.as_ref()?;
                log.iter().find(|it| !it.melded && same_place(at, it))
            };
            // The decision about a condition with several operands is at the first operand. This operand has no branch
            // in `branches` if it does not depend on an input.
            let of_condition = || {
                let with = |cost: &&PlaceCost| cost.places.contains(&branch.place);
                let mut places = run.costs.iter().filter(with).flat_map(|it| &it.places);
                places.find_map(|place| log.iter().find(|it| !it.melded && same_place(place, it)))
            };
            let own = here().find(|it| it.melded).or_else(|| here().next());
            own.or_else(of_loop).or_else(of_condition)
        })
        .collect();
    let pairs = || branches.iter().zip(&decisions);
    let all_melded: Vec<&Branch> = pairs()
        .filter(|(_, decision)| is_melded(decision))
        .map(|(branch, _)| branch)
        .collect();
    let costs = Costs {
        costs: run.costs,
        merges: run.merges,
        all: &branches,
        melded: &all_melded,
    };
    let report = |(branch, decision)| run.report(original, (branch, decision), costs);
    let reports: Vec<BranchReport> = pairs().map(report).collect();
    BranchReports {
        elsewhere: merged_elsewhere(&branches, run.merges),
        is_complete: run.is_complete,
        forked_elsewhere: forked_elsewhere(&branches, run.costs),
        melded_as_well: melded_as_well(log, &branches, &all_melded),
        branches: reports,
    }
}

fn is_melded(decision: &Option<&Decision>) -> bool {
    decision.is_some_and(|it| it.melded)
}

impl Explained<'_> {
    /// Returns the report on one branch. `decision` is the melding decision about the branch, if there is one.
    fn report(
        self,
        original: &Module,
        (branch, decision): (&Branch, &Option<&Decision>),
        costs: Costs<'_>,
    ) -> BranchReport {
        let measured = costs.measured(branch);
        let joined = joined_with(branch, self.costs, costs.all);
        let around = || owner(std::slice::from_ref(&branch.place), costs.melded);
        let melded_with = around().map(|it| (it.place.line, it.place.column));
        let merged = measured.merged + measured.merged_without_fork;
        let merged_at = MergedAt::of(costs.merges_of(branch));
        let (treatment, with) = match measured {
            _ if is_melded(decision) => (Treatment::Melded, None),
            _ if merged > 0 && !merged_at.quantified.is_empty() => (Treatment::Pattern, None),
            _ if merged > 0 => (Treatment::Merged, None),
            Measured { forks: 1.., .. } => (Treatment::Forked, None),
            _ if joined.is_some() => (Treatment::Joined, joined),
            Measured { queries: 1.., .. } => (Treatment::Decided, None),
            _ if melded_with.is_some() => (Treatment::MeldedWithin, melded_with),
            _ if self.is_reached(original, branch) => (Treatment::Known, None),
            _ => (Treatment::NotReached, None),
        };
        let log = self.melded.map_or(&[][..], |report| &report.log);
        let gates = gates_at(log, &branch.place).or_else(|| decision.and_then(|it| it.gates));
        BranchReport {
            file: branch.place.file.clone(),
            line: branch.place.line,
            column: branch.place.column,
            function: branch.place.function.clone(),
            treatment,
            reason: decision.map(|it| it.reason.clone()),
            joined_with: with,
            join: branch.join.as_ref().map(|it| (it.line, it.column)),
            merged_later: later(branch, &merged_at.lines()),
            merged_at,
            unmerged: unmerged(costs, branch),
            estimate: Estimate::of(branch, gates),
            measured,
        }
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

/// Returns those of the lines that are on a side of the branch. The line of the branch itself and the line at which
/// both sides continue are not among them, because they can contain code after the branch.
///
/// The result is empty for a branch that leaves a loop: the states that stay in the loop reach the code after the loop
/// later, so this code does not belong to one side only. It is also empty if the sides do not meet in the function: all
/// code after the branch is then on a side.
fn later(branch: &Branch, lines: &BTreeSet<CodeLine>) -> BTreeSet<CodeLine> {
    let place = &branch.place;
    let Some(join) = branch.join.as_ref().filter(|_| !branch.leaves_loop) else {
        return BTreeSet::new();
    };
    let on_side = |line: u32| {
        let mut sides = branch.sides.iter();
        line != place.line
            && line != join.line
            && sides.any(|it| (it.line, &it.file) == (line, &place.file))
    };
    let lines = lines.iter().copied();
    let is_later = |line: &CodeLine| match line {
        CodeLine::Own(line) => on_side(*line),
        CodeLine::Library | CodeLine::End => false,
    };
    lines.filter(is_later).collect()
}

/// Returns the line and the column of the branch with which `branch` was joined; `None` if it was not joined. If
/// branches were joined, an instruction of the executed program has the locations of all of them, and `branch` was
/// joined with the branch at the first location, unless this is `branch` itself. An instruction can have the locations
/// of further branches, because equal conditions in different lines are computed once. The result is then the nearest
/// of these branches before `branch` in the source code.
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

/// Returns the reasons why states of the two sides of a branch were not merged where they met.
fn unmerged(costs: Costs<'_>, branch: &Branch) -> Vec<Unmerged> {
    let mut reasons: BTreeMap<(&str, Option<&str>), BTreeSet<CodeLine>> = BTreeMap::new();
    for merge in costs.merges_of(branch) {
        if let Err(refusal) = &merge.result {
            let key = (refusal.reason, refusal.variable.as_deref());
            reasons.entry(key).or_default().insert(merge.next);
        }
    }
    let reasons = reasons.into_iter();
    let all = reasons.map(|((reason, variable), lines)| Unmerged {
        reason: reason.to_owned(),
        variable: variable.map(str::to_owned),
        lines,
    });
    all.collect()
}

/// Returns the number of merged states whose paths separated at no branch of `branches`, or at an unknown fork, for
/// each source line at which they were merged.
fn merged_elsewhere(branches: &[Branch], merges: &[PlaceMerge]) -> BTreeMap<CodeLine, u64> {
    let mut sum = BTreeMap::new();
    let is_counted = |it: &&PlaceMerge| it.result.is_ok() && it.pairs > 0;
    for merge in merges.iter().filter(is_counted) {
        let is_listed = match &merge.separation {
            Separation::Fork(places) => condition_of(places, branches).is_some(),
            Separation::None(_) => true,
            Separation::Unknown => false,
        };
        if !is_listed {
            *sum.entry(merge.next).or_default() += merge.pairs;
        }
    }
    sum
}

/// Returns for each source line the number of forks at instructions that belong to no branch of `branches`. The key
/// [`CodeLine::Library`] stands for library functions and unknown locations.
fn forked_elsewhere(branches: &[Branch], costs: &[PlaceCost]) -> BTreeMap<CodeLine, u64> {
    let mut sum = BTreeMap::new();
    for cost in costs.iter().filter(|it| it.cost.forks > 0) {
        if !cost.is_branch || condition_of(&cost.places, branches).is_none() {
            *sum.entry(cost.line).or_default() += cost.cost.forks;
        }
    }
    sum
}

/// Returns the source lines, in the program's own files, of the melded branches that are not in `branches`. The key is
/// the line of the branch in `all_melded` that contains them, or `None` if there is no such branch.
fn melded_as_well(
    log: &[Decision],
    branches: &[Branch],
    all_melded: &[&Branch],
) -> BTreeMap<Option<u32>, BTreeSet<u32>> {
    let melded = log.iter().filter(|it| it.melded);
    let is_known = |meld: &&Decision| branches.iter().any(|it| same_place(&it.place, meld));
    let mut lines: BTreeMap<Option<u32>, BTreeSet<u32>> = BTreeMap::new();
    for meld in melded.filter(|meld| !is_known(meld)) {
        let (Some(file), Some(line), Some(column)) = (&meld.file, meld.line, meld.column) else {
            continue;
        };
        if file.starts_with('<') {
            continue;
        }
        let place = IgnoredLocation {
            file: file.clone(),
            line,
            column,
            function: meld.function.clone(),
        };
        let within = owner(&[place], all_melded).map(|it| it.place.line);
        lines.entry(within).or_default().insert(line);
    }
    lines
}
