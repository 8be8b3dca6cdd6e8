//! The values, branches and objects of a program that depend on symbolic input. Melding uses this analysis to select
//! the branches to meld.
//!
//! This is the analysis of CFM-SE ("Taming the Hydra", OOPSLA 2026, §3.3): divergence analysis (Karrenberg and Hack, CC
//! 2012), extended to calls by a context-insensitive worklist algorithm. Symbolic values come from the intrinsics
//! `make_symbolic` (an object), `symbolic` and `uninit` (a value), and from the parameters of the entry function. They
//! also come from objects with indeterminate initial contents (stack slots, heap blocks) that no instruction writes.
//! Dependence propagates through
//!
//! - data: operands, block arguments, call arguments (all variadic arguments together), results; a call through a
//!   pointer may reach every function of its type;
//! - memory, by object: a load is symbolic if some function may store a symbolic value to the object. A store through a
//!   symbolic address, under a symbolic guard, or under a symbolic branch counts as a store of a symbolic value;
//! - control: a block parameter is symbolic if disjoint paths from a symbolic branch join at its block, unless its
//!   value is the same on all these paths. A value of a divergent loop (a loop that different paths leave in different
//!   iterations) is symbolic *as seen after the loop* (temporal divergence).
//!
//! So a loop counter stays concrete inside its loop, even if the body contains symbolic branches.
//!
//! A value that the analysis does not report as symbolic is the same on all paths that differ only in the sides of
//! symbolic branches. There are three exceptions: addresses made from integers without a pointer, uninitialized bytes
//! of an object if some instruction writes other bytes of this object, and values in code after which the program has
//! no observable effect. In the entry function, this is the code from which no call, check or memory access is
//! reachable; in a function that returns to a caller, the code from which no return is reachable.
//!
//! | module | contents |
//! | --- | --- |
//! | `shape` | the control flow of one function, computed once |
//! | `divergence` | the effect of a symbolic branch on block parameters and loops |
//! | `sources` | the initial worklist: the reachable functions, and the inputs |
//! | `solve` | the worklist algorithm |
//! | `marks` | prints a function with its symbolic values |
mod divergence;
mod marks;
mod shape;
mod solve;
mod sources;
#[cfg(test)]
mod tests;

pub use marks::marked;

use super::loops::LoopId;
use super::points_to::{ObjectId, PointsTo};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashSet;
use shape::Shape;
use symtool_ir::{Block, Func, Inst, InstData, Module, Value};

/// The reason why a value is symbolic. If there are several reasons, the analysis keeps the first that it finds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The value is a symbolic input.
    Input,
    /// The value is computed from the symbolic value in this field, or loaded from memory with this symbolic value as
    /// the address.
    Value(Value),
    /// The value is loaded from an object that may hold symbolic data.
    Memory(ObjectId),
    /// The value is loaded from an unknown address.
    Anywhere,
    /// The value is a block parameter. It receives different values on paths that take different sides of a symbolic
    /// branch. The field is the block that ends in this branch.
    Join(Block),
    /// The value is computed, after a divergent loop, from the value in this field, which is defined in the loop.
    /// Different paths leave a divergent loop in different iterations.
    Loop(Value),
    /// The value is a parameter of its function, and the caller in this field passes a symbolic argument for it.
    Argument(Func),
    /// The value is the result of a call of the function in this field, which may return a symbolic value.
    Result(Func),
}

/// The result of the analysis for one function.
#[derive(Debug, Default)]
struct FunctionFacts {
    /// For each value, the reason why it is symbolic; `None` if it is not symbolic.
    reasons: SecondaryMap<Value, Option<Reason>>,
    /// The divergent loops, which different paths leave in different iterations.
    divergent: FxHashSet<LoopId>,
    /// The loads and stores with a symbolic address.
    addresses: FxHashSet<Inst>,
    /// The blocks that end in a symbolic branch, in layout order.
    branches: Vec<Block>,
    is_branch: SecondaryMap<Block, bool>,
    /// The blocks whose execution depends on a symbolic branch.
    controlled: SecondaryMap<Block, bool>,
    shape: Option<Shape>,
}

/// The values and branches of a program that may depend on symbolic input.
///
/// Unreachable functions have no symbolic values. A value that was created after the analysis counts as symbolic.
#[derive(Debug)]
pub struct SymbolicInfo {
    functions: PrimaryMap<Func, Option<FunctionFacts>>,
    /// The number of values that each function had when it was analyzed.
    values: SecondaryMap<Func, usize>,
    points_to: PointsTo,
}

/// Analyzes a program that starts in the function `entry`.
pub fn analyse(module: &Module, entry: Func) -> SymbolicInfo {
    solve::Solver::run(module, entry)
}

impl SymbolicInfo {
    fn facts(&self, func: Func) -> Option<&FunctionFacts> {
        self.functions.get(func)?.as_ref()
    }

    fn is_new(&self, func: Func, value: Value) -> bool {
        value.index() >= self.values[func]
    }

    /// Returns whether a value may depend on symbolic input at its definition.
    pub fn is_symbolic(&self, func: Func, value: Value) -> bool {
        self.is_new(func, value) || self.reason(func, value).is_some()
    }

    /// Returns whether a value may depend on symbolic input at a use in block `block`. For example, a loop
    /// counter is concrete in the loop and symbolic after it, if paths leave the loop in different
    /// iterations.
    pub fn is_symbolic_at(&self, func: Func, block: Block, value: Value) -> bool {
        let left = |facts: &FunctionFacts| {
            let shape = facts.shape.as_ref();
            shape.is_some_and(|s| s.leaves(value, block, |l| facts.divergent.contains(&l)))
        };
        self.is_symbolic(func, value) || self.facts(func).is_some_and(left)
    }

    /// Returns the reason why a value is symbolic; `None` if the value is not symbolic or was created after the
    /// analysis.
    pub fn reason(&self, func: Func, value: Value) -> Option<Reason> {
        let facts = self.facts(func)?;
        facts.reasons.get(value).copied().flatten()
    }

    /// Returns whether a block ends in a branch or switch on a symbolic value, which is a candidate for melding.
    pub fn is_symbolic_branch(&self, func: Func, block: Block) -> bool {
        self.facts(func).is_some_and(|f| f.is_branch[block])
    }

    /// Returns the blocks that end in a branch or switch on a symbolic value, in layout order.
    pub fn symbolic_branches(&self, func: Func) -> &[Block] {
        self.facts(func).map_or(&[], |f| &f.branches)
    }

    /// Returns whether the address of a load or store may depend on symbolic input.
    pub fn is_symbolic_address(&self, func: Func, inst: Inst) -> bool {
        self.facts(func)
            .is_some_and(|f| f.addresses.contains(&inst))
    }

    /// Returns whether the execution of the block depends on a symbolic branch of the function.
    pub fn is_controlled(&self, func: Func, block: Block) -> bool {
        self.facts(func).is_some_and(|f| f.controlled[block])
    }

    /// Returns the points-to sets (the objects to which each value may point) on which the analysis is based.
    pub fn points_to(&self) -> &PointsTo {
        &self.points_to
    }
}

/// Returns the address operand of a load or store; `None` for another instruction.
fn address(data: &InstData) -> Option<Value> {
    match data {
        InstData::Load { addr, .. } | InstData::Store { addr, .. } => Some(*addr),
        _ => None,
    }
}
