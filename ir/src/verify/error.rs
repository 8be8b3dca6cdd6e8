//! The rules, one variant each, and their error messages.
use crate::entities::{Block, Func, Global, Inst, Signature, StackSlot, Value};
use crate::function::Function;
use crate::intrinsic::Intrinsic;
use crate::module::Module;
use crate::ops::Op;
use crate::print;
use crate::types::Type;

/// The location of a violated rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the module.
    Module,
    /// In a function as a whole.
    Function,
    /// In a block.
    Block(Block),
    /// At an instruction.
    Inst(Block, Inst),
}

/// A violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    // ---- module
    /// Two functions have this name.
    FunctionName(String),
    /// Two globals have this name.
    GlobalName(String),
    /// An alignment is not a power of two.
    GlobalAlign(Global),
    /// There are more initial bytes than the size, or the size exceeds the maximum of an object.
    GlobalSize(Global),
    /// A relocation (by index) is out of order, overlaps the one before, or lies outside the global.
    RelocPlace(Global, usize),
    /// A relocation (by index) has an undefined target.
    RelocTarget(Global, usize),

    // ---- ids
    /// There is no such signature.
    NoSignature(Signature),
    /// There is no such function.
    NoFunction(Func),
    /// There is no such global.
    NoGlobal(Global),
    /// There is no such stack slot.
    NoSlot(StackSlot),
    /// There is no such value.
    NoValue(Value),
    /// There is no such instruction.
    NoInst(Inst),
    /// The block is not in the layout.
    NoBlock(Block),

    // ---- structure
    /// The block occurs twice in the layout.
    BlockTwice(Block),
    /// A block does not end in a terminator.
    NoTerminator,
    /// There is an instruction after a terminator.
    AfterTerminator,
    /// The instruction occurs twice in the layout.
    InstTwice(Inst),
    /// The value's record names another definition.
    Definition(Value),
    /// The parameters of the entry block do not match the signature.
    EntryParams,
    /// The entry block is a jump target.
    EntryJump,
    /// A slot's size or alignment is invalid.
    SlotShape(StackSlot),

    // ---- types
    /// The number of operands differs from the operator's arity.
    Arity(Op, usize),
    /// The operator is not defined for operands of these types.
    OperandTypes(Op, Vec<Type>),
    /// The result has the wrong type (`None`: no result).
    ResultType {
        /// The expected type.
        expected: Option<Type>,
        /// The actual type.
        found: Option<Type>,
    },
    /// The instruction lacks a result.
    NoResult,
    /// An operand has the wrong type.
    OperandType {
        /// The operand.
        value: Value,
        /// The role of the operand, such as "the address".
        role: &'static str,
        /// The expected type.
        expected: Type,
    },
    /// The guard is not an `i1`.
    GuardType(Value),
    /// A call passes too few or too many arguments.
    CallArity {
        /// Number of parameters.
        expected: usize,
        /// Number of arguments.
        found: usize,
    },
    /// An intrinsic has too few or too many operands.
    IntrinsicArity(Intrinsic, usize),
    /// A jump passes too few or too many arguments.
    BlockArity {
        /// The target.
        block: Block,
        /// Number of parameters.
        expected: usize,
        /// Number of arguments.
        found: usize,
    },
    /// A jump passes an argument of the wrong type.
    BlockArg {
        /// The target.
        block: Block,
        /// The argument.
        value: Value,
        /// The parameter's type.
        expected: Type,
    },
    /// The operand of a switch is not an integer.
    SwitchType(Value),
    /// A case value (by index) differs in width from the scrutinee.
    CaseWidth(usize),
    /// A case value (by index) is a duplicate.
    CaseTwice(usize),
    /// A return has a value and the signature no result, or the reverse.
    ReturnArity {
        /// The signature's result.
        expected: Option<Type>,
    },

    // ---- dominance
    /// A use is not dominated by its definition.
    NotDominated(Value),
}

impl Rule {
    /// Describes the violated rule, with names.
    pub fn describe(&self, module: &Module, function: Option<&Function>) -> String {
        match self {
            Rule::FunctionName(_)
            | Rule::GlobalName(_)
            | Rule::GlobalAlign(_)
            | Rule::GlobalSize(_)
            | Rule::RelocPlace(..)
            | Rule::RelocTarget(..) => self.describe_module(module),
            _ => match function {
                Some(function) => self.describe_in(module, function),
                None => format!("{self:?}"),
            },
        }
    }

    fn describe_module(&self, module: &Module) -> String {
        let name = |global: &Global| print::literal::name(&module.globals[*global].name);
        match self {
            Rule::FunctionName(name) => {
                format!("redefinition of function @{}", print::literal::name(name))
            }
            Rule::GlobalName(name) => {
                format!("redefinition of global @{}", print::literal::name(name))
            }
            Rule::GlobalAlign(global) => {
                format!("the alignment of @{} is not a power of two", name(global))
            }
            Rule::GlobalSize(global) => format!(
                "the size of @{} is too large, or smaller than its initial bytes",
                name(global)
            ),
            Rule::RelocPlace(global, index) => format!(
                "relocation {index} of @{} is out of order, overlaps another, or lies outside the global",
                name(global)
            ),
            Rule::RelocTarget(global, index) => {
                format!(
                    "relocation {index} of @{} has an undefined target",
                    name(global)
                )
            }
            _ => format!("{self:?}"),
        }
    }

    fn describe_in(&self, module: &Module, function: &Function) -> String {
        match self {
            Rule::Arity(..)
            | Rule::OperandTypes(..)
            | Rule::ResultType { .. }
            | Rule::NoResult
            | Rule::OperandType { .. }
            | Rule::GuardType(_)
            | Rule::SwitchType(_)
            | Rule::CaseWidth(_)
            | Rule::CaseTwice(_)
            | Rule::ReturnArity { .. } => self.describe_types(module, function),
            Rule::CallArity { .. }
            | Rule::IntrinsicArity(..)
            | Rule::BlockArity { .. }
            | Rule::BlockArg { .. } => self.describe_passing(module, function),
            _ => self.describe_structure(module, function),
        }
    }

    fn describe_structure(&self, module: &Module, function: &Function) -> String {
        let block_text = |block: &Block| print::block_to_string(module, function, *block);
        match self {
            Rule::NoSignature(id) => format!("undefined {id}"),
            Rule::NoFunction(id) => format!("undefined {id}"),
            Rule::NoGlobal(id) => format!("undefined {id}"),
            Rule::NoSlot(id) => format!("undefined {id}"),
            Rule::NoValue(id) => format!("undefined value {id}"),
            Rule::NoInst(id) => format!("undefined {id}"),
            Rule::NoBlock(block) => format!("{} is not in the layout", block_text(block)),
            Rule::BlockTwice(block) => format!("{} occurs twice in the layout", block_text(block)),
            Rule::NoTerminator => "the block has no terminator".to_owned(),
            Rule::AfterTerminator => "an instruction follows the terminator".to_owned(),
            Rule::InstTwice(inst) => format!("{inst} occurs twice in the layout"),
            Rule::Definition(value) => format!(
                "{} is defined here, but its definition record disagrees",
                print::value_to_string(module, function, *value)
            ),
            Rule::EntryParams => {
                "the parameters of the entry block do not match the signature".to_owned()
            }
            Rule::EntryJump => "the entry block is a jump target".to_owned(),
            Rule::SlotShape(slot) => {
                format!("invalid size or alignment of {slot}")
            }
            Rule::NotDominated(value) => format!(
                "the definition of {} does not dominate this use",
                print::value_to_string(module, function, *value)
            ),
            other => format!("{other:?}"),
        }
    }

    fn describe_types(&self, module: &Module, function: &Function) -> String {
        let value_text = |value: &Value| typed_text(module, function, *value);
        match self {
            Rule::Arity(op, found) => {
                let expected = count(op.arity(), "operand");
                format!("{} expects {expected}, found {found}", op.name())
            }
            Rule::OperandTypes(op, types) => {
                let types: Vec<&str> = types.iter().map(|t| t.name()).collect();
                format!(
                    "{} is not defined for operand types ({})",
                    op.name(),
                    types.join(", ")
                )
            }
            Rule::ResultType {
                expected: None,
                found,
            } => format!("expected no result, found {}", type_text(*found)),
            Rule::ResultType { expected, found } => format!(
                "expected result {}, found {}",
                type_text(*expected),
                type_text(*found)
            ),
            Rule::OperandType {
                value,
                role,
                expected,
            } => format!("expected {expected} as {role}, found {}", value_text(value)),
            Rule::NoResult => "missing result".to_owned(),
            Rule::GuardType(value) => {
                format!("expected i1 as the guard, found {}", value_text(value))
            }
            Rule::SwitchType(value) => {
                format!(
                    "expected an integer to switch on, found {}",
                    value_text(value)
                )
            }
            Rule::CaseWidth(index) => {
                format!("case {index} differs in width from the switched value")
            }
            Rule::CaseTwice(index) => format!("duplicate case value in case {index}"),
            Rule::ReturnArity { expected } => {
                format!("the function returns {}", type_text(*expected))
            }
            other => format!("{other:?}"),
        }
    }

    fn describe_passing(&self, module: &Module, function: &Function) -> String {
        let block_text = |block: &Block| print::block_to_string(module, function, *block);
        match self {
            Rule::CallArity { expected, found } => {
                format!(
                    "the callee expects {}, found {found}",
                    count(*expected, "argument")
                )
            }
            Rule::IntrinsicArity(intrinsic, found) => format!(
                "{} expects {}, found {found}",
                intrinsic.name(),
                count(intrinsic.info().params.len(), "operand")
            ),
            Rule::BlockArity {
                block,
                expected,
                found,
            } => format!(
                "{} expects {}, found {found}",
                block_text(block),
                count(*expected, "argument")
            ),
            Rule::BlockArg {
                block,
                value,
                expected,
            } => format!(
                "{} expects {expected}, found {}",
                block_text(block),
                typed_text(module, function, *value)
            ),
            other => format!("{other:?}"),
        }
    }
}

/// A value with its type.
fn typed_text(module: &Module, function: &Function, value: Value) -> String {
    let text = print::value_to_string(module, function, value);
    match function.as_const(value) {
        // A constant prints with its type.
        Some(_) => text,
        None => format!("{} {text}", function.ty(value)),
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

fn type_text(ty: Option<Type>) -> &'static str {
    ty.map_or("nothing", Type::name)
}
