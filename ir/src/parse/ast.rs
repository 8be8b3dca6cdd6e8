//! Syntax trees of functions in the textual IR, before names and types are resolved.
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

/// A parsed instruction. In the field `data`, a value is an index into `operands` and a block is an index into
/// `labels`. The signature of an indirect call is in `signature`, and the case values of a switch are in `keys`.
pub(super) struct InstText {
    pub(super) at: Position,
    pub(super) result: Option<(Name, Position)>,
    /// The type that is written after the name of the result, if there is one.
    pub(super) annotation: Option<Type>,
    pub(super) data: InstData,
    pub(super) operands: Vec<Operand>,
    pub(super) labels: Vec<(Name, Position)>,
    pub(super) keys: Vec<(String, Position)>,
    pub(super) signature: Option<SignatureData>,
    /// The type that is written after the operator, if there is one.
    pub(super) written: Option<Type>,
    /// The rule for the type of the result.
    pub(super) rule: ResultRule,
    pub(super) locs: LocSet,
}

/// A parsed operand.
pub(super) struct Operand {
    pub(super) at: Position,
    /// The type that is written before the operand, if there is one.
    pub(super) ty: Option<Type>,
    pub(super) kind: OperandKind,
    /// The type that the syntax of the instruction expects.
    pub(super) expect: Expect,
}

pub(super) enum OperandKind {
    Value(Name),
    Literal(String),
}

/// The type that an operand is expected to have. A literal gets the expected type.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Expect {
    /// The syntax does not determine the type of the operand.
    Unknown,
    /// The given type.
    Is(Type),
    /// The type that several operands of the instruction share. If this type is not written, the first such operand
    /// with a known type determines it.
    Shared,
    /// The type of a parameter of the given function. The number is the index of the parameter.
    FuncParam(Func, usize),
    /// The type of a block parameter. The numbers are the index of the block in `labels` and the position of the
    /// parameter.
    BlockParam(usize, usize),
}

/// The rule for the type of an instruction's result.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum ResultRule {
    /// There is no result.
    Nothing,
    /// The result has the given type.
    Is(Type),
    /// The result has the type that the operands of the instruction share.
    Shared,
    /// The result has the result type of the given function.
    Callee(Func),
    /// The result has the type of the first operand.
    FirstOperand,
}
