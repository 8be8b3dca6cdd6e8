//! The decisions of state merging: the pairs of states at one program point that were merged, and the reasons why other
//! pairs were not.
use symtool_ir::{Func, Global, Inst, Loc, Module, StackSlot, Value, source_name};

/// The way in which two states became one state.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joining {
    /// The paths differ in how often a sequence of branch conditions is repeated. The merged state has a quantified
    /// condition in place of the repeated conditions.
    Quantified,
    /// The variables and memory cells that are read later had equal values.
    Equal,
    /// The merged state chooses between the values of the two states.
    Choice,
}

/// The reason why two states at one program point are not merged.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// The states are at different steps, in different calls, or have their stack slots in different regions.
    Point,
    /// The states are in different iterations of a loop. With an unwinding bound, such states are not merged.
    Iteration,
    /// The merge policy keeps the states apart.
    Policy {
        /// The reason as the merge policy describes it.
        reason: &'static str,
        /// The variable in which the states differ, if the reason is one variable.
        variable: Option<DifferingVariable>,
    },
    /// One of the states has an exit status that depends on the input, follows a given input (concolic execution), or
    /// may jump back to a program point that `setjmp` has saved.
    Continuation,
    /// The states have created different symbolic inputs.
    Inputs,
    /// The states have different objects, such as heap blocks.
    Objects,
    /// The path condition of one state implies that of the other state, or one of the path conditions is false.
    Paths,
    /// Some byte is initialized in one state and not in the other.
    Initialization,
}

impl Refusal {
    /// Returns the text of the reason.
    pub fn text(self) -> &'static str {
        match self {
            Refusal::Point => "they are at different places of the call stack",
            Refusal::Iteration => "they are in different loop iterations, which --unwind bounds",
            Refusal::Policy { reason, .. } => reason,
            Refusal::Continuation => "one of them exits or may continue at a setjmp",
            Refusal::Inputs => {
                "they have created different symbolic inputs (inputs of the program, or results of library functions such as printf)"
            }
            Refusal::Objects => {
                "they have different objects: heap blocks or local variables in memory that only one of them has created or freed"
            }
            Refusal::Paths => "one path condition implies the other",
            Refusal::Initialization => "a byte is initialized in only one of them",
        }
    }

    /// Returns the variable in which the states differ, if the reason is one variable.
    pub fn variable(self) -> Option<DifferingVariable> {
        match self {
            Refusal::Policy { variable, .. } => variable,
            Refusal::Point
            | Refusal::Iteration
            | Refusal::Continuation
            | Refusal::Inputs
            | Refusal::Objects
            | Refusal::Paths
            | Refusal::Initialization => None,
        }
    }

    /// Returns the text of the reason, with the name of the differing variable if it is known.
    pub fn describe(self, module: &Module) -> String {
        let text = self.text();
        match self.variable().and_then(|it| it.name(module)) {
            Some(name) => format!("{text} (`{name}`)"),
            None => text.to_owned(),
        }
    }
}

/// A variable of the program because of which two states are not merged: their values of the variable differ.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DifferingVariable {
    /// The function of the variable.
    pub func: Func,
    /// The variable in this function.
    pub storage: Storage,
}

/// The location of a variable's value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Storage {
    /// The variable is an SSA value.
    Value(Value),
    /// The variable is in this stack slot, or behind a pointer in it.
    Slot(StackSlot),
    /// The variable is in this global, or behind a pointer in it.
    Global(Global),
    /// The variable is in memory to which this SSA value points.
    Pointee(Value),
}

impl DifferingVariable {
    /// Returns the name of the variable in the source code, such as `at` or `*text`; `None` if the variable has no
    /// name.
    pub fn name(self, module: &Module) -> Option<String> {
        let function = module.functions.get(self.func)?;
        let of = |value: Value| source_name(function.value_name(value)?);
        match self.storage {
            Storage::Value(value) => of(value).map(str::to_owned),
            Storage::Slot(slot) => Some(source_name(&function.slots.get(slot)?.name)?.to_owned()),
            Storage::Global(global) => Some(module.globals.get(global)?.name.clone()),
            Storage::Pointee(value) => of(value).map(|name| format!("*{name}")),
        }
    }
}

/// The place at which the paths of two states separated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Separation<T> {
    /// The fork is unknown: a state moved to another worker, or the paths separated many forks ago.
    Unknown,
    /// At a fork of this step or instruction.
    Fork(T),
    /// The paths did not separate: both sides of this branch were merged without a fork.
    None(T),
}

impl<T> Separation<T> {
    /// Returns the same kind of separation, with the result of `change` in place of the step or instruction.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Separation<U> {
        match self {
            Separation::Unknown => Separation::Unknown,
            Separation::Fork(at) => Separation::Fork(change(at)),
            Separation::None(at) => Separation::None(change(at)),
        }
    }
}

/// All merge decisions at one program point that have the same result and the same separation. Each decision is about a
/// pair of states: they were merged, or they were not merged for the reason given here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeDecision {
    /// The function that contains the instruction.
    pub func: Func,
    /// The instruction at which the states wait.
    pub inst: Inst,
    /// The source location of the instruction; `None` if it is unknown.
    pub loc: Option<Loc>,
    /// The place at which the paths of the two states separated.
    pub separation: Separation<(Func, Inst)>,
    /// The way in which the states became one state, or the reason why they were not merged.
    pub result: Result<Joining, Refusal>,
    /// The number of pairs of states with this result at the instruction. A pair that several forks separated counts
    /// only for the newest of these forks, so the number can be 0.
    pub pairs: u64,
}
