//! The measured costs of an exploration at source locations, and of the branches at these locations.
use super::branches::{Branch, code_place, first_place, last_place, place};
use super::lines::CodeLine;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use symtool_engine::exec::PointCost;
use symtool_engine::merging::decision::{
    DifferingVariable, Joining, MergeDecision, Separation, Storage,
};
use symtool_ir::{Block, Func, Inst, InstClass, InstData, Module};
use symtool_meld::{Decision, IgnoredLocation};

/// The cost of an exploration at one instruction (its queries, forks and merges), with the source locations of the
/// instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceCost {
    /// The source locations of the instruction. A melded instruction has several.
    pub places: Vec<IgnoredLocation>,
    /// The source location that identifies the merge point, if states were merged at this instruction: the location of
    /// this instruction, or, if it has none, of the next instruction of the block that has one.
    pub merge: Option<IgnoredLocation>,
    /// Whether the instruction is a branch or a switch.
    pub is_branch: bool,
    /// The source line of the instruction.
    pub line: CodeLine,
    /// The source line of the code that runs next, or, if the instruction follows a call, of this call. It is not the
    /// line of a jump.
    pub next: CodeLine,
    /// The queries, forks and merges at the instruction, and their work.
    pub cost: PointCost,
}

/// The measured cost of a branch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// The number of forks at the branch.
    pub forks: u64,
    /// The number of these forks after which states of both sides were merged.
    pub merged: u64,
    /// The number of these forks of which one state was dropped, because a merged state explored its paths again.
    pub dropped: u64,
    /// The number of times that both sides were merged without a fork, because they lead to one program point
    /// immediately.
    pub merged_without_fork: u64,
    /// The number of solver queries on the condition of the branch. If the branch was melded or its sides were merged,
    /// also the number of later queries that depend on the meld or merge. One query can depend on several instructions
    /// of a meld, so the greatest number among these instructions counts, not their sum.
    pub queries: u64,
    /// The solver work of the queries that `queries` counts, in the unit of `Observer::grant`. The work of a query that
    /// depends on several melds and merges is divided equally among them.
    pub work: u64,
}

/// Pairs of states that the same fork had separated, that met at the same program point, and that had the same result
/// there: they were merged in one way, or not merged for one reason.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceMerge {
    /// The function and the instruction at which the states met.
    pub at: (Func, Inst),
    /// The source line of the code that runs next, as in [`PlaceCost::next`].
    pub next: CodeLine,
    /// The source locations of the branch or switch at which the paths of the two states separated. The list is empty
    /// if they separated at another instruction.
    pub separation: Separation<Vec<IgnoredLocation>>,
    /// The way in which the states became one state, or the reason why they were not merged.
    pub result: Result<Joining, PlaceRefusal>,
    /// The number of pairs.
    pub pairs: u64,
}

/// The reason why a pair of states was not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceRefusal {
    /// The reason.
    pub reason: &'static str,
    /// The variable in which the states differ, if its name is known: the quoted name, with the name of its function if
    /// this is not the function of the program point, such as `` `used` of main``. If the states differ in the value of
    /// an expression, a phrase such as `the value of a condition`.
    pub variable: Option<String>,
}

/// Returns the merge decisions of an exploration of `module`, with their source locations.
pub fn merges(module: &Module, decisions: &[MergeDecision]) -> Vec<PlaceMerge> {
    let mut blocks = Positions::default();
    let located = decisions.iter().map(|decision| PlaceMerge {
        at: (decision.func, decision.inst),
        next: blocks.next_line(module, decision.func, decision.inst),
        separation: (decision.separation).map(|at| branch_places(module, at)),
        result: decision.result.map_err(|refusal| PlaceRefusal {
            reason: refusal.text(),
            variable: (refusal.variable()).and_then(|it| described(module, it, decision.func)),
        }),
        pairs: decision.pairs,
    });
    located.collect()
}

/// Returns the source locations of a branch or switch; none for another instruction.
fn branch_places(module: &Module, (func, inst): (Func, Inst)) -> Vec<IgnoredLocation> {
    match is_branch(module, func, inst) {
        true => places(module, func, inst),
        false => Vec::new(),
    }
}

fn is_branch(module: &Module, func: Func, inst: Inst) -> bool {
    let data = module.functions[func].data(inst);
    matches!(data, InstData::Branch { .. } | InstData::Switch { .. })
}

/// Returns the source line of an instruction.
fn line(module: &Module, func: Func, inst: Inst) -> CodeLine {
    let function = &module.functions[func];
    CodeLine::of(last_place(module, function, inst).as_ref(), function)
}

/// Returns the source locations of an instruction. A melded instruction has several.
fn places(module: &Module, func: Func, inst: Inst) -> Vec<IgnoredLocation> {
    let function = &module.functions[func];
    let locs = function.locs(inst).iter();
    locs.map(|loc| place(module, function, loc)).collect()
}

/// Returns the text for [`PlaceRefusal::variable`]. The states wait in the function `here`.
fn described(module: &Module, variable: DifferingVariable, here: Func) -> Option<String> {
    let Some(name) = variable.name(module) else {
        return temporary(module, variable).map(str::to_owned);
    };
    let is_local = !matches!(variable.storage, Storage::Global(_));
    Some(match is_local && variable.func != here {
        true => format!("`{name}` of {}", module.functions[variable.func].name),
        false => format!("`{name}`"),
    })
}

/// Returns a phrase for the value of an expression that is no variable of the program. The front end gives the names
/// `__cond`, `__and` and `__or` to the values of `?:`, `&&` and `||`.
fn temporary(module: &Module, variable: DifferingVariable) -> Option<&'static str> {
    let Storage::Value(value) = variable.storage else {
        return None;
    };
    let name = module.functions[variable.func].value_name(value)?;
    match name.split('.').next()? {
        "__cond" => Some("the value of a conditional expression"),
        "__and" | "__or" => Some("the value of a condition"),
        _ => None,
    }
}

/// Returns the costs of an exploration of `module`, each with the source locations of its instruction.
pub fn located(module: &Module, costs: &[PointCost]) -> Vec<PlaceCost> {
    let mut blocks = Positions::default();
    let mut result = Vec::new();
    for cost in costs {
        let merge = (cost.merged > 0).then(|| blocks.next_place(module, cost.func, cost.inst));
        result.push(PlaceCost {
            places: places(module, cost.func, cost.inst),
            is_branch: is_branch(module, cost.func, cost.inst),
            merge: merge.flatten(),
            line: line(module, cost.func, cost.inst),
            next: blocks.next_line(module, cost.func, cost.inst),
            cost: cost.clone(),
        });
    }
    result
}

/// For each function that was needed: the block of each instruction, and the index of the instruction in this block.
#[derive(Default)]
struct Positions {
    of: BTreeMap<u32, BTreeMap<Inst, (Block, usize)>>,
}

impl Positions {
    /// Returns the source location of the instruction `inst`; if it has none, the location of the next instruction in
    /// its block that has one. Returns `None` if no such instruction has a location.
    fn next_place(&mut self, module: &Module, func: Func, inst: Inst) -> Option<IgnoredLocation> {
        let (block, at) = self.position(module, func, inst)?;
        let function = &module.functions[func];
        first_place(module, function, &function.insts(block)[at..])
    }

    /// Returns the line for [`PlaceCost::next`].
    fn next_line(&mut self, module: &Module, func: Func, inst: Inst) -> CodeLine {
        let function = &module.functions[func];
        let Some((block, at)) = self.position(module, func, inst) else {
            return CodeLine::of(None, function);
        };
        let before = at
            .checked_sub(1)
            .map(|before| function.insts(block)[before]);
        let call = before.filter(|&inst| function.data(inst).class() == InstClass::Call);
        let place = match call {
            Some(call) => last_place(module, function, call),
            None => code_place(module, function, block, at),
        };
        CodeLine::of(place.as_ref(), function)
    }

    /// Returns the block of an instruction, and its index in this block.
    fn position(&mut self, module: &Module, func: Func, inst: Inst) -> Option<(Block, usize)> {
        let of = self.of.entry(func.as_u32());
        let positions = of.or_insert_with(|| positions(module, func));
        positions.get(&inst).copied()
    }
}

/// Returns the block of each instruction of a function, and the index of the instruction in this block.
fn positions(module: &Module, func: Func) -> BTreeMap<Inst, (Block, usize)> {
    let function = &module.functions[func];
    let blocks = function.layout().iter();
    let all = blocks.flat_map(|&block| {
        let insts = function.insts(block).iter().enumerate();
        insts.map(move |(at, &inst)| (inst, (block, at)))
    });
    all.collect()
}

/// Returns whether the melding decision `decision` is about the branch at the source location `place`.
pub(super) fn same_place(place: &IgnoredLocation, decision: &Decision) -> bool {
    decision.function == place.function
        && decision.file.as_deref() == Some(&place.file)
        && (decision.line, decision.column) == (Some(place.line), Some(place.column))
}

/// The data of one exploration from which the costs of branches are measured.
#[derive(Copy, Clone, Debug)]
pub struct Costs<'a> {
    /// The costs of all instructions.
    pub costs: &'a [PlaceCost],
    /// The merge decisions.
    pub merges: &'a [PlaceMerge],
    /// All branches on inputs.
    pub all: &'a [Branch],
    /// The branches that were melded.
    pub melded: &'a [&'a Branch],
}

impl<'a> Costs<'a> {
    /// Returns whether an instruction with the source locations `places` tests the condition of `branch`.
    fn tests(self, places: &[IgnoredLocation], branch: &Branch) -> bool {
        condition_of(places, self.all).is_some_and(|it| it.place == branch.place)
    }

    /// Returns the merge decisions about states whose paths separated at a branch, and the merges of both sides of this
    /// branch without a fork.
    pub fn merges_of(self, branch: &Branch) -> impl Iterator<Item = &'a PlaceMerge> {
        let is_here = move |merge: &&PlaceMerge| match &merge.separation {
            Separation::Unknown => false,
            Separation::Fork(places) | Separation::None(places) => self.tests(places, branch),
        };
        self.merges.iter().filter(is_here)
    }

    /// Returns the measured cost of a branch. The cost of a select or guarded access from a side of the branch counts
    /// for the branch, unless the instruction belongs to another melded branch that is nested in this branch.
    pub fn measured(self, branch: &Branch) -> Measured {
        let mut sum = Measured::default();
        let mut merge_points = BTreeSet::new();
        for merge in self.merges_of(branch).filter(|it| it.result.is_ok()) {
            merge_points.insert(merge.at);
            if let Separation::None(_) = merge.separation {
                sum.merged_without_fork += merge.pairs;
            }
        }
        // One query can depend on several instructions of the meld, so their numbers of queries are not added.
        let mut dependent = 0;
        for at in self.costs {
            let PlaceCost { places, cost, .. } = at;
            if at.is_branch && self.tests(places, branch) {
                sum.forks += cost.forks;
                sum.merged += cost.forks_merged;
                sum.dropped += cost.forks_dropped;
                sum.queries += cost.queries;
                sum.work += cost.work;
            }
            let is_meld = owner(places, self.melded).is_some_and(|it| it.place == branch.place);
            if is_meld || merge_points.contains(&(cost.func, cost.inst)) {
                dependent = dependent.max(cost.ite_queries);
                sum.work += cost.ite_work;
            }
        }
        sum.queries += dependent;
        sum
    }
}

/// Returns the branch whose condition an instruction tests; `places` are the source locations of the instruction. A
/// condition that combines the operands of `&&` or `||` has the locations of all operands. The result is then the
/// branch of the first operand that has one: an operand that does not depend on an input has no branch in `all`.
pub(super) fn condition_of<'b>(
    places: &[IgnoredLocation],
    all: &'b [Branch],
) -> Option<&'b Branch> {
    let mut branches = places
        .iter()
        .map(|place| all.iter().find(|it| it.place == *place));
    branches.find_map(|it| it)
}

/// Returns the melded branch to which an instruction with the source locations `places` belongs. It is the branch
/// whose own location is in `places`; otherwise the innermost branch that has one of these locations on a side.
pub(super) fn owner<'b>(places: &[IgnoredLocation], melded: &[&'b Branch]) -> Option<&'b Branch> {
    let at = melded.iter().filter(|it| places.contains(&it.place));
    let around = melded
        .iter()
        .filter(|it| places.iter().any(|place| it.sides.contains(place)));
    let innermost = |branch: &&&'b Branch| branch.sides.len();
    let found = at.min_by_key(innermost);
    found.or_else(|| around.min_by_key(innermost)).copied()
}
