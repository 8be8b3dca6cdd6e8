//! Steps: decoded instructions, in which a value is a register number and a jump target is the index of an edge.
use crate::bug::BugKind;
use crate::entities::{Func, Signature};
use crate::intrinsic::Intrinsic;
use crate::ops::Op;
use crate::types::Type;

/// The number of a register among the registers of one active call.
pub type Reg = u32;

/// A pure operation.
#[derive(Debug)]
pub struct PureStep {
    /// The operator to apply.
    pub op: Op,
    /// The width of the first operand, in bits.
    pub from: u8,
    /// The width of the result, in bits.
    pub to: u8,
    /// The number of operands.
    pub arity: u8,
    /// The register for the result; 0 if there is no result.
    pub dst: Reg,
    /// The registers of the operands. Unused entries are register 0.
    pub args: [Reg; 3],
}

/// A load or a store.
#[derive(Debug)]
pub struct MemoryStep {
    /// Whether the access is a store; false for a load.
    pub write: bool,
    /// The register that receives the loaded value, or holds the value to store.
    pub value: Reg,
    /// The type of the value.
    pub ty: Type,
    /// The size of the access in bytes.
    pub bytes: u8,
    /// The register of the address.
    pub addr: Reg,
    /// The register of the guard, if there is one. The access happens only if the guard is 1.
    pub guard: Option<Reg>,
}

/// The target of a call.
#[derive(Debug)]
pub enum Callee {
    /// A known function.
    Direct(Func),
    /// The function at an address. If the function does not have the expected type, the call fails.
    Indirect {
        /// The register of the address.
        address: Reg,
        /// The expected function type.
        signature: Signature,
    },
}

/// A call.
#[derive(Debug)]
pub struct CallStep {
    /// The called function.
    pub callee: Callee,
    /// The registers and types of the arguments.
    pub args: Box<[(Reg, Type)]>,
    /// The register and type of the result, if there is one.
    pub dst: Option<(Reg, Type)>,
}

/// An intrinsic.
#[derive(Debug)]
pub struct IntrinsicStep {
    /// The intrinsic to execute.
    pub intrinsic: Intrinsic,
    /// The registers and types of the operands.
    pub args: Box<[(Reg, Type)]>,
    /// A name or message for the intrinsic, if it takes one.
    pub text: Option<Box<str>>,
    /// The register and type of the result, if there is one.
    pub dst: Option<(Reg, Type)>,
}

/// A check: an instruction that fails if a condition is 0.
#[derive(Debug)]
pub struct CheckStep {
    /// The kind of failure if the condition is 0.
    pub kind: BugKind,
    /// The register of the condition. If the condition is 0, the check fails.
    pub cond: Reg,
    /// The register of the guard, if there is one. The condition is checked only if the guard is 1.
    pub guard: Option<Reg>,
    /// The C expression that is checked, for reports; `None` if no text is known.
    pub text: Option<Box<str>>,
}

/// The terminator of a block. An edge is given as its index in [`Code::edges`](super::Code::edges).
#[derive(Debug)]
pub enum TerminatorStep {
    /// Follows the given edge.
    Jump(u32),
    /// Follows one of two edges, selected by a condition.
    Branch {
        /// The register of the condition.
        cond: Reg,
        /// The edge followed if the condition is 1.
        then_edge: u32,
        /// The edge followed if the condition is 0.
        else_edge: u32,
    },
    /// Follows one of several edges, selected by an integer.
    Switch(Box<SwitchStep>),
    /// Returns to the caller, with a value if the function has a result.
    Return(Option<(Reg, Type)>),
    /// A point that a correct program never reaches; execution of this instruction is a failure.
    Unreachable,
}

/// A switch: a branch with several targets.
#[derive(Debug)]
pub struct SwitchStep {
    /// The register of the integer that selects the case.
    pub value: Reg,
    /// The width in bits of the integer that selects the case.
    pub width: u32,
    /// The value and the edge of each case, sorted by value.
    pub cases: Box<[(u128, u32)]>,
    /// The edge followed if no case value matches.
    pub default: u32,
}

/// A decoded instruction.
#[derive(Debug)]
pub enum Step {
    /// A pure operation.
    Pure(PureStep),
    /// A load.
    Load(MemoryStep),
    /// A store.
    Store(MemoryStep),
    /// Computes the address of a stack slot of the current call.
    SlotAddr {
        /// The register for the address.
        dst: Reg,
        /// The number of the slot in the function.
        slot: u32,
    },
    /// Writes the address of a global or function to a register. The address is the same in every run.
    FixedAddr {
        /// The register for the address.
        dst: Reg,
        /// The address of the global or function.
        address: u64,
    },
    /// A call.
    Call(Box<CallStep>),
    /// An intrinsic.
    Intrinsic(Box<IntrinsicStep>),
    /// A check.
    Check(Box<CheckStep>),
    /// The terminator of a block.
    Terminator(TerminatorStep),
}

/// A control-flow edge. Its block arguments are given as moves between registers.
#[derive(Debug)]
pub struct Edge {
    /// The index of the first instruction of the target block in [`Code::steps`](super::Code::steps).
    pub target: u32,
    /// The moves of block arguments to block parameters, as `(from, to)`. The moves happen at once: all registers
    /// `from` are read before a register `to` is written.
    pub moves: Box<[(Reg, Reg)]>,
    /// Whether a move reads a register that an earlier move of the list writes. In this case, an engine needs a buffer
    /// for the values that it has read.
    pub overlaps: bool,
    /// Whether this is an edge of a branch or switch. Branch coverage counts the edges of branches and switches, but
    /// not those of jumps.
    pub is_side: bool,
}
