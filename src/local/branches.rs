//! Finds the branches of a program whose conditions may depend on an input, and estimates the number of solver queries
//! after each branch.
use crate::facts::ProgramFacts;
use std::collections::BTreeSet;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::postdom::PostDomTree;
use symtool_ir::{Block, Func, Function, Inst, InstData, Loc, Module, Value};
use symtool_meld::IgnoredLocation;
use symtool_policies::qce::{Qce, Variable};

/// A branch or switch whose condition may depend on an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The source location of the branch.
    pub place: IgnoredLocation,
    /// The source locations of the code on the sides of the branch.
    pub sides: BTreeSet<IgnoredLocation>,
    /// The source location of the code at which both sides continue; `None` if they do not meet in the function, or the
    /// location is unknown. If the sides meet at a jump, it is the location of the code after the jump: the sides of an
    /// `else if`, for example, meet at a jump to the end of the whole `if` statement.
    pub join: Option<IgnoredLocation>,
    /// Whether one side leaves a loop around the branch, so that the paths differ in the number of iterations.
    pub leaves_loop: bool,
    /// The source location of the branch in the header of the innermost loop that the branch can leave; `None` if it
    /// leaves no loop. A loop is melded as a whole, so the decision about melding is at this location.
    pub of_loop: Option<IgnoredLocation>,
    /// The estimated number of times that one path executes the branch.
    pub executions: f64,
    /// The estimated number of later solver queries in the function, counted from the program point `join` on.
    pub ahead: f64,
    /// The values in which the two paths through the sides differ at the join.
    pub sides_differ: Differing,
    /// The values in which states that are merged at the join differ: the values of `sides_differ` and, at a branch
    /// that leaves a loop, the variables of the loop, because the states have executed different numbers of iterations.
    pub states_differ: Differing,
}

/// Values in which two paths differ.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Differing {
    /// The number of later queries that depend on these values: the greatest estimate among the values. The estimate
    /// counts the queries in the function; a return of the value counts as one query, which stands for the queries in
    /// the caller.
    pub dependent: f64,
    /// The number of bits of these values together.
    pub bits: u64,
}

/// Returns those branches and switches of the program whose conditions may depend on an input, in the order of their
/// source locations. Branches without a source location are omitted.
pub fn branches(program: &ProgramFacts<'_>) -> Vec<Branch> {
    branches_in(program, &|_| true)
}

/// Returns those branches of [`branches`] that are in functions whose names `is_wanted` accepts. The later queries of
/// the other functions are not estimated, which saves time.
pub(super) fn branches_in(
    program: &ProgramFacts<'_>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Branch> {
    let (module, marks) = (program.module, program.symbolic());
    let qce = program.queries();
    let mut found = Vec::new();
    for (func, function) in &module.functions {
        let is_skipped = function.is_declaration() || !is_wanted(&function.name);
        if is_skipped || marks.symbolic_branches(func).is_empty() {
            continue;
        }
        let code = FunctionCode::new(module, function);
        for &block in marks.symbolic_branches(func) {
            found.extend(code.branch(func, block, qce));
        }
    }
    found.sort_by(|a: &Branch, b: &Branch| a.place.cmp(&b.place));
    found.dedup_by(|next, first| next.place == first.place);
    found
}

/// Returns the source location `loc` in a function. The result has the type that the ignore list of melding (the
/// locations whose branches are not melded) uses.
pub(super) fn place(module: &Module, function: &Function, loc: Loc) -> IgnoredLocation {
    let at = module.source.get(loc);
    IgnoredLocation {
        file: module.source.file_name(at.file).to_owned(),
        line: at.line,
        column: at.column,
        function: function.name.clone(),
    }
}

/// Returns the source location of the first instruction in `insts` that has one.
pub(super) fn first_place(
    module: &Module,
    function: &Function,
    insts: &[Inst],
) -> Option<IgnoredLocation> {
    let loc = insts.iter().find_map(|&inst| function.locs(inst).first())?;
    Some(place(module, function, loc))
}

/// Returns the last source location of an instruction. The earlier locations of a melded instruction can be those of
/// jumps before it, which melding has removed.
pub(super) fn last_place(
    module: &Module,
    function: &Function,
    inst: Inst,
) -> Option<IgnoredLocation> {
    let loc = function.locs(inst).iter().last()?;
    Some(place(module, function, loc))
}

/// Returns the source location of the code that runs from the instruction with the index `at` in `block` on. If this
/// instruction is a jump, it is the location of the code after the jump. Returns `None` if no such code has a location,
/// or if the jumps form a cycle.
pub(super) fn code_place(
    module: &Module,
    function: &Function,
    mut block: Block,
    mut at: usize,
) -> Option<IgnoredLocation> {
    for _ in function.layout() {
        let insts = function.insts(block).get(at..)?;
        match function.data(*insts.first()?) {
            InstData::Jump { dest } => (block, at) = (dest.block, 0),
            _ => {
                return insts
                    .iter()
                    .find_map(|&inst| last_place(module, function, inst));
            }
        }
    }
    None
}

/// A function with the analyses of its control flow, from which its branches are described.
struct FunctionCode<'m> {
    module: &'m Module,
    function: &'m Function,
    cfg: Cfg,
    loops: LoopForest,
    postdom: PostDomTree,
}

impl FunctionCode<'_> {
    fn new<'m>(module: &'m Module, function: &'m Function) -> FunctionCode<'m> {
        let cfg = Cfg::new(function);
        FunctionCode {
            module,
            function,
            loops: LoopForest::new(&cfg, &DomTree::new(&cfg)),
            postdom: PostDomTree::new(&cfg),
            cfg,
        }
    }

    fn branch(&self, func: Func, block: Block, qce: &Qce) -> Option<Branch> {
        let function = self.function;
        let terminator = function.terminator(block);
        let loc = function.locs(terminator).first()?;
        let join = self.postdom.ipdom(block);
        let params = join.map_or(&[][..], |join| function.params(join));
        let left = self.left_loops(block).collect::<Vec<_>>();
        let of_loops = left.iter().flat_map(|&header| function.params(header));
        let all: Vec<Value> = params.iter().chain(of_loops).copied().collect();
        let counts = join.and_then(|join| qce.of_values(func, join, &all));
        let counts = counts.as_ref();
        let differing = |values: &[Value]| Differing {
            dependent: counts.map_or(0.0, |counts| {
                // If the function returns the value, the return counts as one query. It stands for the queries in the
                // caller that depend on the value.
                let of = |&value| {
                    let variable = Variable::Value(value);
                    counts.of(variable) + counts.returned(variable)
                };
                values.iter().map(of).fold(0.0, f64::max)
            }),
            bits: values.iter().map(|&value| bits(function, value)).sum(),
        };
        let sides = self.postdom.controlled_by(&self.cfg, block);
        let insts = sides.iter().filter(|&&side| side != block);
        let insts = insts.flat_map(|&side| function.insts(side));
        let locs = insts.flat_map(|&inst| function.locs(inst).iter());
        Some(Branch {
            place: place(self.module, function, loc),
            sides: locs.map(|loc| place(self.module, function, loc)).collect(),
            join: join.and_then(|join| code_place(self.module, function, join, 0)),
            leaves_loop: !left.is_empty(),
            of_loop: left.first().and_then(|&header| {
                let loc = function.locs(function.terminator(header)).first()?;
                Some(place(self.module, function, loc))
            }),
            executions: f64::from(qce.options().kappa).powi(self.loops.depth(block) as i32),
            ahead: counts.map_or(0.0, |counts| counts.total),
            sides_differ: differing(params),
            states_differ: differing(&all),
        })
    }

    /// Returns the headers of the loops that a branch at the end of `block` can leave.
    fn left_loops(&self, block: Block) -> impl Iterator<Item = Block> {
        let around = self.loops.around(block).map(|id| self.loops.get(id));
        let left = around.filter(move |it| it.exits.iter().any(|&(from, _)| from == block));
        left.map(|it| it.header)
    }
}

fn bits(function: &Function, value: Value) -> u64 {
    u64::from(function.ty(value).bits())
}
