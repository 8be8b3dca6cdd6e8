//! Steps: instructions with registers for values and edge indexes for jump targets.
use crate::bug::BugKind;
use crate::entities::{Func, Signature};
use crate::intrinsic::Intrinsic;
use crate::ops::Op;
use crate::types::Type;

/// The number of a register in a frame.
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
    /// The register for the result; 0 if there is none.
    pub dst: Reg,
    /// The registers of the operands, followed by register 0.
    pub args: [Reg; 3],
}

/// A load or a store.
#[derive(Debug)]
pub struct MemoryStep {
    /// Whether the access is a store.
    pub write: bool,
    /// The register for the loaded value, or of the stored one.
    pub value: Reg,
    /// The type of the value.
    pub ty: Type,
    /// The size of the access in bytes.
    pub bytes: u8,
    /// The register of the address.
    pub addr: Reg,
    /// The register of the guard; the access happens only if its value is 1.
    pub guard: Option<Reg>,
}

/// The target of a call.
#[derive(Debug)]
pub enum Callee {
    /// The given function.
    Direct(Func),
    /// The function at an address, which is expected to have the given type.
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
    /// A name or message, if the intrinsic takes one.
    pub text: Option<Box<str>>,
    /// The register and type of the result, if there is one.
    pub dst: Option<(Reg, Type)>,
}

/// A check.
#[derive(Debug)]
pub struct CheckStep {
    /// The failure if the condition is 0.
    pub kind: BugKind,
    /// The register of the condition, which must be 1.
    pub cond: Reg,
    /// The register of the guard; the condition is checked only if its value is 1.
    pub guard: Option<Reg>,
    /// The text of the C expression, for reports.
    pub text: Option<Box<str>>,
}

/// The terminator of a block. Edges are given as indices into [`Code::edges`](super::Code::edges).
#[derive(Debug)]
pub enum TerminatorStep {
    /// Follows the given edge.
    Jump(u32),
    /// Follows one of two edges.
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
    /// Returns a value, if the function has a result, to the caller.
    Return(Option<(Reg, Type)>),
    /// Is never reached.
    Unreachable,
}

/// A switch: a branch with several targets.
#[derive(Debug)]
pub struct SwitchStep {
    /// The register of the integer that selects the case.
    pub value: Reg,
    /// The width of this integer in bits.
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
    /// Yields the address of a stack slot of this frame.
    SlotAddr {
        /// The register for the address.
        dst: Reg,
        /// The number of the slot in the function.
        slot: u32,
    },
    /// Yields an address that is the same in every run: that of a global or function.
    FixedAddr {
        /// The register for the address.
        dst: Reg,
        /// The address that it yields.
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

/// A control-flow edge with the moves of its block arguments.
#[derive(Debug)]
pub struct Edge {
    /// The first step of the target block.
    pub target: u32,
    /// The moves of block arguments to parameters, as `(from, to)`; they happen in parallel.
    pub moves: Box<[(Reg, Reg)]>,
    /// Whether a move reads a register that an earlier move writes.
    pub overlaps: bool,
    /// Whether this is an edge of a branch or switch; coverage counts these.
    pub is_side: bool,
}
