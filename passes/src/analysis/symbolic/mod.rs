//! Which values, branches and objects of a program depend on symbolic input.
//!
//! The analysis of CFM-SE ("Taming the Hydra", OOPSLA 2026, §3.3): divergence analysis (Karrenberg and Hack, CC 2012)
//! made interprocedural by a context-insensitive work list. Sources are `make_symbolic` objects, `symbolic` and
//! `uninit` values, the entry function's parameters, and memory that is read but never written. It goes through
//!
//! - data: operands, block arguments, call arguments (variadic ones all or nothing), results, indirect calls by type;
//! - memory, by object: what may be loaded from an object that something symbolic may have been stored to, in whatever
//!   function; stores through a symbolic address, under a symbolic guard, or under a symbolic branch count as symbolic;
//! - control: a block parameter where disjoint paths from a symbolic branch meet, unless it gets the same value on all
//!   of them; and every value of a loop that is left at a symbolic moment, *seen from behind the loop*.
//!
//! So a counter stays concrete in its own loop whatever the loop's body decides.
//!
//! "Not symbolic" means: the same on all paths that differ in symbolic branches only. What it does not see: addresses
//! made from integers without a pointer, and single uninitialised bytes of objects that are written somewhere.
//!
//! | room | holds |
//! | --- | --- |
//! | `shape` | the control flow of one function, computed once |
//! | `divergence` | what a symbolic branch makes symbolic without touching its data |
//! | `sources` | where the work list starts |
//! | `solve` | the work list |
//! | `marks` | printing |
mod divergence;
mod marks;
mod shape;
mod solve;
mod sources;
#[cfg(test)]
mod tests;

pub use marks::marked;

use super::loops::LoopId;
use super::points_to::{Object, ObjectId, PointsTo};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashSet;
use shape::Shape;
use symtool_ir::{Block, Func, Inst, InstData, Module, Value};

/// Why a value counts as symbolic: the first reason that was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is an input.
    Input,
    /// It is computed from, or its address is, this symbolic value.
    Value(Value),
    /// It is loaded from an object that may hold symbolic data.
    Memory(ObjectId),
    /// It is loaded from an unknown place.
    Anywhere,
    /// Paths of the symbolic branch at the end of this block meet with different values.
    Join(Block),
    /// This operand comes from a loop that is left at a symbolic moment.
    Loop(Value),
    /// A caller passes a symbolic argument.
    Argument(Func),
    /// The called function may return a symbolic value.
    Result(Func),
}

/// What is known about one function.
#[derive(Debug, Default)]
struct FunctionFacts {
    reasons: SecondaryMap<Value, Option<Reason>>,
    divergent: FxHashSet<LoopId>,
    addresses: FxHashSet<Inst>,
    branches: Vec<Block>,
    is_branch: SecondaryMap<Block, bool>,
    controlled: SecondaryMap<Block, bool>,
    shape: Option<Shape>,
}

/// Which values, branches and objects of a program depend on symbolic input.
///
/// Functions that the entry cannot reach have no symbolic values. A value made after the analysis counts as symbolic.
#[derive(Debug)]
pub struct SymbolicInfo {
    functions: PrimaryMap<Func, Option<FunctionFacts>>,
    values: SecondaryMap<Func, usize>,
    objects: SecondaryMap<ObjectId, bool>,
    points_to: PointsTo,
}

/// Analyses a program that starts in `entry`.
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

    /// May the value depend on symbolic input, seen from where it is defined?
    pub fn is_symbolic(&self, func: Func, value: Value) -> bool {
        self.is_new(func, value) || self.reason(func, value).is_some()
    }

    /// May the value depend on symbolic input, seen from a block that uses it? A loop counter is concrete inside its
    /// loop, but not behind a loop that is left at a symbolic moment.
    pub fn is_symbolic_at(&self, func: Func, block: Block, value: Value) -> bool {
        let left = |facts: &FunctionFacts| {
            let shape = facts.shape.as_ref();
            shape.is_some_and(|s| s.leaves(value, block, |l| facts.divergent.contains(&l)))
        };
        self.is_symbolic(func, value) || self.facts(func).is_some_and(left)
    }

    /// Why the value counts as symbolic; none if it does not.
    pub fn reason(&self, func: Func, value: Value) -> Option<Reason> {
        let facts = self.facts(func)?;
        facts.reasons.get(value).copied().flatten()
    }

    /// Does the block end in a branch or switch on a symbolic value?
    pub fn is_symbolic_branch(&self, func: Func, block: Block) -> bool {
        self.facts(func).is_some_and(|f| f.is_branch[block])
    }

    /// The blocks that end in a branch or switch on a symbolic value, in layout order.
    pub fn symbolic_branches(&self, func: Func) -> &[Block] {
        self.facts(func).map_or(&[], |f| &f.branches)
    }

    /// May the address of this load or store depend on symbolic input?
    pub fn is_symbolic_address(&self, func: Func, inst: Inst) -> bool {
        self.facts(func)
            .is_some_and(|f| f.addresses.contains(&inst))
    }

    /// Does a symbolic branch of this function decide whether the block runs?
    pub fn is_controlled(&self, func: Func, block: Block) -> bool {
        self.facts(func).is_some_and(|f| f.controlled[block])
    }

    /// May the object hold symbolic data?
    pub fn holds_symbolic(&self, object: ObjectId) -> bool {
        self.objects[object]
    }

    /// The objects that may hold symbolic data.
    pub fn symbolic_objects(&self) -> impl Iterator<Item = (ObjectId, Object)> + '_ {
        self.points_to.objects().filter(|&(id, _)| self.objects[id])
    }

    /// What pointers point to: computed on the way.
    pub fn points_to(&self) -> &PointsTo {
        &self.points_to
    }
}

/// The address operand of a load or store.
fn address(data: &InstData) -> Option<Value> {
    match data {
        InstData::Load { addr, .. } | InstData::Store { addr, .. } => Some(*addr),
        _ => None,
    }
}
