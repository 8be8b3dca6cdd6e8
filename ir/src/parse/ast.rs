//! Syntax trees of functions before names and types are resolved.
use super::Position;
use super::lexer::Name;
use crate::entities::{Func, StackSlot};
use crate::function::StackSlotData;
use crate::inst::InstData;
use crate::module::SignatureData;
use crate::source::LocSet;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// A parsed function or declaration.
pub(super) struct FunctionText {
    pub(super) name: String,
    pub(super) signature: SignatureData,
    pub(super) locs: LocSet,
    pub(super) slots: Vec<StackSlotData>,
    pub(super) slot_names: FxHashMap<Name, StackSlot>,
    pub(super) blocks: Vec<BlockText>,
}

/// A parsed parameter: `%name: type`.
pub(super) struct ParamText {
    pub(super) name: Name,
    pub(super) at: Position,
    pub(super) ty: Type,
}

/// A parsed block.
pub(super) struct BlockText {
    pub(super) label: Option<Name>,
    pub(super) at: Position,
    pub(super) params: Vec<ParamText>,
    pub(super) insts: Vec<InstText>,
}

/// A parsed instruction. Its `data` is complete except for three kinds of numbers: a value in it is an index of
/// `operands`, a block is an index of `labels`, and the signature of an indirect call is in `signature`. The case
/// values of a switch are in `keys`.
pub(super) struct InstText {
    pub(super) at: Position,
    pub(super) result: Option<(Name, Position)>,
    /// The type written after the result's name, if there is one.
    pub(super) annotation: Option<Type>,
    pub(super) data: InstData,
    pub(super) operands: Vec<Operand>,
    pub(super) labels: Vec<(Name, Position)>,
    pub(super) keys: Vec<(String, Position)>,
    pub(super) signature: Option<SignatureData>,
    /// The type written after the operator, if there is one.
    pub(super) written: Option<Type>,
    pub(super) rule: ResultRule,
    pub(super) locs: LocSet,
}

/// A parsed operand.
pub(super) struct Operand {
    pub(super) at: Position,
    pub(super) ty: Option<Type>,
    pub(super) kind: OperandKind,
    pub(super) expect: Expect,
}

pub(super) enum OperandKind {
    Value(Name),
    Literal(String),
}

/// The type that an operand is expected to have. Only literals depend on it.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Expect {
    /// The syntax does not determine the type.
    Unknown,
    /// The given type.
    Is(Type),
    /// The type that all operands of the instruction share. It is written, or it is that of the first operand with
    /// a known type.
    Shared,
    /// The type of a parameter of this function, by position.
    FuncParam(Func, usize),
    /// The type of a parameter of the block with this label (an index of `labels`), by position.
    BlockParam(usize, usize),
}

/// The rule for the type of the result.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum ResultRule {
    /// There is no result.
    Nothing,
    /// The result has the given type.
    Is(Type),
    /// The result has the type that the operands share.
    Shared,
    /// The result has the result type of this function.
    Callee(Func),
    /// The result has the type of the first operand.
    FirstOperand,
}
