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

/// A function or declaration.
pub(super) struct FunctionText {
    pub(super) name: String,
    pub(super) signature: SignatureData,
    pub(super) locs: LocSet,
    pub(super) slots: Vec<StackSlotData>,
    pub(super) slot_names: FxHashMap<Name, StackSlot>,
    pub(super) blocks: Vec<BlockText>,
}

/// `%name: type`.
pub(super) struct ParamText {
    pub(super) name: Name,
    pub(super) at: Position,
    pub(super) ty: Type,
}

/// A block.
pub(super) struct BlockText {
    pub(super) label: Option<Name>,
    pub(super) at: Position,
    pub(super) params: Vec<ParamText>,
    pub(super) insts: Vec<InstText>,
}

/// An instruction. `data` is complete except for three kinds of numbers: a value in it is an index of
/// `operands`, a block an index of `labels`, and the signature of an indirect call is in `signature`. The
/// case values of a switch are in `keys`.
pub(super) struct InstText {
    pub(super) at: Position,
    pub(super) result: Option<(Name, Position)>,
    /// The type after the result's name.
    pub(super) annotation: Option<Type>,
    pub(super) data: InstData,
    pub(super) operands: Vec<Operand>,
    pub(super) labels: Vec<(Name, Position)>,
    pub(super) keys: Vec<(String, Position)>,
    pub(super) signature: Option<SignatureData>,
    /// The type after the operator.
    pub(super) written: Option<Type>,
    pub(super) rule: ResultRule,
    pub(super) locs: LocSet,
}

/// An operand.
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

/// The expected type of an operand. Only literals depend on it.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Expect {
    /// Unknown from the syntax.
    Unknown,
    /// This type.
    Is(Type),
    /// The type that the instruction's operands share: explicit, or that of the first operand with a known
    /// type.
    Shared,
    /// The type of a parameter of a function, by position.
    FuncParam(Func, usize),
    /// The type of a parameter of the block with this label (an index of `labels`), by position.
    BlockParam(usize, usize),
}

/// The rule for the type of the result.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum ResultRule {
    /// There is no result.
    Nothing,
    /// This type.
    Is(Type),
    /// The shared type of the operands.
    Shared,
    /// The result type of a function.
    Callee(Func),
    /// The type of the first operand.
    FirstOperand,
}
