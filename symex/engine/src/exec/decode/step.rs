//! The steps a function consists of, as the engine runs it.
use crate::state::Val;
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
    /// Is it a store?
    pub write: bool,
    /// The loaded or stored value.
    pub value: Reg,
    /// Its type.
    pub ty: Type,
    /// The address.
    pub addr: Reg,
    /// Nothing happens when it is 0.
    pub guard: Option<Reg>,
}

/// Whom a call goes to.
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
    /// Whom.
    pub callee: Callee,
    /// The arguments.
    pub args: Box<[(Reg, Type)]>,
    /// The result.
    pub dst: Option<(Reg, Type)>,
}

/// An intrinsic.
#[derive(Debug)]
pub struct IntrinsicStep {
    /// Which.
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
    /// What failing means.
    pub kind: BugKind,
    /// Must be 1.
    pub cond: Reg,
    /// Nothing happens when it is 0.
    pub guard: Option<Reg>,
    /// The C expression.
    pub text: Option<Box<str>>,
}

/// The end of a block. Edges are numbers into [`FnCode::edges`].
#[derive(Debug)]
pub enum TerminatorStep {
    /// Along an edge.
    Jump(u32),
    /// Two-way branch.
    Branch {
        /// The condition.
        cond: Reg,
        /// When it is 1.
        then_edge: u32,
        /// When it is 0.
        else_edge: u32,
    },
    /// Multi-way branch.
    Switch(Box<SwitchStep>),
    /// Back to the caller.
    Return(Option<(Reg, Type)>),
    /// Never reached.
    Unreachable,
}

/// A switch.
#[derive(Debug)]
pub struct SwitchStep {
    /// The value.
    pub value: Reg,
    /// Its width.
    pub width: u32,
    /// Values and edges, sorted by value.
    pub cases: Box<[(u128, u32)]>,
    /// When no case matches.
    pub default: u32,
}

/// One instruction, by class.
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
    /// The end of a block.
    Terminator(TerminatorStep),
}

/// A jump: where to, and what the block's parameters get.
#[derive(Debug)]
pub struct Edge {
    /// The first step of the block.
    pub target: u32,
    /// `(from, to)`, all at once.
    pub moves: Box<[(Reg, Reg)]>,
    /// Does a move read what an earlier one wrote?
    pub overlaps: bool,
    /// Is it a side of a branch or switch, for coverage?
    pub is_side: bool,
}

/// A decoded function; empty for declarations.
#[derive(Debug, Default)]
pub struct FnCode {
    /// The instructions in layout order.
    pub steps: Vec<Step>,
    /// All jumps.
    pub edges: Vec<Edge>,
    /// The instruction of each step.
    pub insts: Vec<Inst>,
    /// The position of each step that reports show.
    pub locs: Vec<Option<Loc>>,
    /// Registers at the start of a frame.
    pub initial: Vec<Val>,
    /// The registers of the parameters, with their widths.
    pub params: Vec<(Reg, u32)>,
    /// Name and size of each stack slot.
    pub slots: Vec<(Rc<str>, u64)>,
    /// By value: its register, 0 for values that no reachable step has.
    pub regs: Vec<Reg>,
    /// By register: its bits.
    pub widths: Vec<u32>,
    /// By register: is it set before the function starts, and by no step?
    pub constants: Vec<bool>,
    /// The first step of each block, in layout order.
    pub starts: Vec<u32>,
}

impl FnCode {
    /// The edge of a side of the branch or switch at a step: 0 is `then` or the first case as written, the last is
    /// `else` or the default.
    pub fn edge_of_side(&self, pc: usize, side: usize) -> Option<u32> {
        match self.steps.get(pc)? {
            Step::Terminator(TerminatorStep::Branch {
                then_edge,
                else_edge,
                ..
            }) => [*then_edge, *else_edge].get(side).copied(),
            // Edges are numbered as the cases are written, the default behind them.
            Step::Terminator(TerminatorStep::Switch(switch)) => {
                let first = switch.default as usize - switch.cases.len();
                (side <= switch.cases.len()).then_some((first + side) as u32)
            }
            _ => None,
        }
    }

    /// Every side of every branch and switch: step, number of the side, edge.
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
