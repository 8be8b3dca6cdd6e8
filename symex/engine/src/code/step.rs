//! The steps of a decoded function.
use crate::value::Val;
use std::rc::Rc;
use symtool_ir::{BugKind, Func, Inst, Intrinsic, Loc, Op, Signature, Type};

/// A register of a frame.
pub type Reg = u32;

/// A pure operation.
#[derive(Debug)]
pub struct PureStep {
    /// The operator.
    pub op: Op,
    /// Width of the first operand (for `select`, of the condition).
    pub from: u8,
    /// Width of the result.
    pub to: u8,
    /// Number of operands.
    pub arity: u8,
    /// The result.
    pub dst: Reg,
    /// The operands; unused ones repeat register 0.
    pub args: [Reg; 3],
}

/// A load or a store.
#[derive(Debug)]
pub struct MemoryStep {
    /// Whether this is a store.
    pub write: bool,
    /// The loaded or stored value.
    pub value: Reg,
    /// Its type.
    pub ty: Type,
    /// The address.
    pub addr: Reg,
    /// The step has no effect when this register is 0.
    pub guard: Option<Reg>,
}

/// The target of a call.
#[derive(Debug)]
pub enum Callee {
    /// A function.
    Direct(Func),
    /// A function with this address and type.
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
    /// The kind of failure.
    pub kind: BugKind,
    /// The condition, which must be 1.
    pub cond: Reg,
    /// The check is skipped when this register is 0.
    pub guard: Option<Reg>,
    /// The C expression, for messages.
    pub text: Option<Box<str>>,
}

/// The terminator of a block. Edges are indices into [`FnCode::edges`].
#[derive(Debug)]
pub enum TerminatorStep {
    /// An unconditional jump along an edge.
    Jump(u32),
    /// Two-way branch.
    Branch {
        /// The condition.
        cond: Reg,
        /// The edge when it is 1.
        then_edge: u32,
        /// The edge when it is 0.
        else_edge: u32,
    },
    /// Multi-way branch.
    Switch(Box<SwitchStep>),
    /// Return to the caller, with the result.
    Return(Option<(Reg, Type)>),
    /// An unreachable location.
    Unreachable,
}

/// A switch.
#[derive(Debug)]
pub struct SwitchStep {
    /// The value.
    pub value: Reg,
    /// Its width.
    pub width: u32,
    /// Case values and edges, sorted by value.
    pub cases: Box<[(u128, u32)]>,
    /// The edge when no case matches.
    pub default: u32,
}

/// One decoded instruction, by class.
#[derive(Debug)]
pub enum Step {
    /// A pure operation.
    Pure(PureStep),
    /// A load or store.
    Memory(MemoryStep),
    /// The address of a stack slot of this frame.
    SlotAddr {
        /// The result.
        dst: Reg,
        /// The number of the slot.
        slot: u32,
    },
    /// An address that is constant in every run.
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

/// A control-flow edge: its target, and the moves into the block's parameters.
#[derive(Debug)]
pub struct Edge {
    /// The first step of the target block.
    pub target: u32,
    /// Parallel moves `(from, to)`.
    pub moves: Box<[(Reg, Reg)]>,
    /// Whether a move reads a register that an earlier one writes.
    pub overlaps: bool,
    /// Whether it is a side of a branch or switch, for coverage.
    pub is_side: bool,
}

/// A decoded function; empty for declarations.
#[derive(Debug, Default)]
pub struct FnCode {
    /// The instructions in layout order.
    pub steps: Vec<Step>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// The instruction of each step.
    pub insts: Vec<Inst>,
    /// The source location of each step, as reports show it.
    pub locs: Vec<Option<Loc>>,
    /// The register values at function entry.
    pub initial: Vec<Val>,
    /// The registers of the parameters, with their widths.
    pub params: Vec<(Reg, u32)>,
    /// Name and size of each stack slot.
    pub slots: Vec<(Rc<str>, u64)>,
    /// By value: its register; 0 for values without a reachable definition.
    pub regs: Vec<Reg>,
    /// By register: its width in bits.
    pub widths: Vec<u32>,
    /// By register: whether it is set at function entry and defined by no step.
    pub constants: Vec<bool>,
    /// The first step of each block, in layout order.
    pub starts: Vec<u32>,
}

impl FnCode {
    /// Returns the edge of a side of the branch or switch at a step. Side 0 is `then` or the first case in
    /// source order; the last side is `else` or the default.
    pub fn edge_of_side(&self, pc: usize, side: usize) -> Option<u32> {
        match self.steps.get(pc)? {
            Step::Terminator(TerminatorStep::Branch {
                then_edge,
                else_edge,
                ..
            }) => [*then_edge, *else_edge].get(side).copied(),
            // Edges are numbered in source order of the cases, then the default.
            Step::Terminator(TerminatorStep::Switch(switch)) => {
                let first = switch.default as usize - switch.cases.len();
                (side <= switch.cases.len()).then_some((first + side) as u32)
            }
            _ => None,
        }
    }

    /// Returns every side of every branch and switch: step, number of the side, edge.
    pub fn sides(&self) -> Vec<(usize, u32, u32)> {
        let mut sides = Vec::new();
        for (pc, step) in self.steps.iter().enumerate() {
            match step {
                Step::Terminator(TerminatorStep::Branch {
                    then_edge,
                    else_edge,
                    ..
                }) => sides.extend([(pc, 0, *then_edge), (pc, 1, *else_edge)]),
                Step::Terminator(TerminatorStep::Switch(switch)) => {
                    let edges = switch.cases.iter().map(|&(_, edge)| edge);
                    let edges = edges.chain([switch.default]);
                    sides.extend(
                        edges
                            .enumerate()
                            .map(|(side, edge)| (pc, side as u32, edge)),
                    );
                }
                _ => {}
            }
        }
        sides
    }
}
