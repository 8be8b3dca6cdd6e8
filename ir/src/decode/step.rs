//! Steps: instructions with registers for values and edge indexes for jump targets.
use crate::bug::BugKind;
use crate::entities::{Func, Signature};
use crate::intrinsic::Intrinsic;
use crate::ops::Op;
use crate::types::Type;

/// A register of a frame.
pub type Reg = u32;

/// A pure operation.
#[derive(Debug)]
pub struct PureStep {
    /// The operator.
    pub op: Op,
    /// Width of the first operand, in bits.
    pub from: u8,
    /// Width of the result, in bits.
    pub to: u8,
    /// Number of operands.
    pub arity: u8,
    /// The result, 0 if there is none.
    pub dst: Reg,
    /// The operands; unused ones repeat register 0.
    pub args: [Reg; 3],
}

/// A load or a store.
#[derive(Debug)]
pub struct MemoryStep {
    /// Is it a store?
    pub write: bool,
    /// The loaded or stored value.
    pub value: Reg,
    /// The type of the value.
    pub ty: Type,
    /// The size of the access.
    pub bytes: u8,
    /// The address.
    pub addr: Reg,
    /// The access happens only where this is 1.
    pub guard: Option<Reg>,
}

/// The target of a call.
#[derive(Debug)]
pub enum Callee {
    /// A function.
    Direct(Func),
    /// The function at an address, called with this type.
    Indirect {
        /// The address.
        address: Reg,
        /// The type.
        signature: Signature,
    },
}

/// A call.
#[derive(Debug)]
pub struct CallStep {
    /// The target.
    pub callee: Callee,
    /// The arguments.
    pub args: Box<[(Reg, Type)]>,
    /// The result.
    pub dst: Option<(Reg, Type)>,
}

/// An intrinsic.
#[derive(Debug)]
pub struct IntrinsicStep {
    /// The intrinsic.
    pub intrinsic: Intrinsic,
    /// The operands.
    pub args: Box<[(Reg, Type)]>,
    /// A name or message.
    pub text: Option<Box<str>>,
    /// The result.
    pub dst: Option<(Reg, Type)>,
}

/// A check.
#[derive(Debug)]
pub struct CheckStep {
    /// The failure if the condition is 0.
    pub kind: BugKind,
    /// Must be 1.
    pub cond: Reg,
    /// The check happens only where this is 1.
    pub guard: Option<Reg>,
    /// The C expression.
    pub text: Option<Box<str>>,
}

/// A terminator. Edges are indexes into [`Code::edges`](super::Code::edges).
#[derive(Debug)]
pub enum TerminatorStep {
    /// Follows an edge.
    Jump(u32),
    /// Two-way branch.
    Branch {
        /// The condition.
        cond: Reg,
        /// Followed when the condition is 1.
        then_edge: u32,
        /// Followed when the condition is 0.
        else_edge: u32,
    },
    /// Multi-way branch.
    Switch(Box<SwitchStep>),
    /// Returns to the caller.
    Return(Option<(Reg, Type)>),
    /// Never reached.
    Unreachable,
}

/// A switch.
#[derive(Debug)]
pub struct SwitchStep {
    /// The value.
    pub value: Reg,
    /// Its width, in bits.
    pub width: u32,
    /// Values and edges, sorted by value.
    pub cases: Box<[(u128, u32)]>,
    /// Followed when no case matches.
    pub default: u32,
}

/// One instruction.
#[derive(Debug)]
pub enum Step {
    /// A pure operation.
    Pure(PureStep),
    /// A load.
    Load(MemoryStep),
    /// A store.
    Store(MemoryStep),
    /// The address of a stack slot of this frame.
    SlotAddr {
        /// The result.
        dst: Reg,
        /// Its number.
        slot: u32,
    },
    /// An address that is the same in every run.
    FixedAddr {
        /// The result.
        dst: Reg,
        /// The address.
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
    /// The first step of the block.
    pub target: u32,
    /// `(from, to)`, in parallel.
    pub moves: Box<[(Reg, Reg)]>,
    /// Does a move read a register that an earlier one writes?
    pub overlaps: bool,
    /// Is it an edge of a branch or switch, which coverage counts?
    pub is_side: bool,
}
