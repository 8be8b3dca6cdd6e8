//! The rules, one variant each, and their messages.
use crate::entities::{Block, Func, Global, Inst, Signature, StackSlot, Value};
use crate::function::Function;
use crate::intrinsic::Intrinsic;
use crate::module::Module;
use crate::ops::Op;
use crate::print;
use crate::types::Type;

/// Where a rule is broken.
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

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    // ---- module
    /// Two functions have this name.
    FunctionName(String),
    /// Two globals have this name.
    GlobalName(String),
    /// An alignment is no power of two.
    GlobalAlign(Global),
    /// There are more bytes than the size, or the size is more than an object can have.
    GlobalSize(Global),
    /// A relocation (by position) is not sorted, overlaps the one before, or lies outside the
    /// global.
    RelocPlace(Global, usize),
    /// A relocation (by position) points to nothing.
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
    /// The block stands in the layout twice.
    BlockTwice(Block),
    /// A block does not end in a terminator.
    NoTerminator,
    /// There is an instruction after a terminator.
    AfterTerminator,
    /// The instruction stands in two places.
    InstTwice(Inst),
    /// The value does not say that it is defined here.
    Definition(Value),
    /// The parameters of the entry block are not those of the signature.
    EntryParams,
    /// Something jumps to the entry block.
    EntryJump,
    /// A slot's size or alignment is not possible.
    SlotShape(StackSlot),

    // ---- types
    /// The operator takes another number of operands.
    Arity(Op, usize),
    /// The operator does not take operands of these types.
    OperandTypes(Op, Vec<Type>),
    /// The result has another type than it should (`None`: no result).
    ResultType {
        /// The type it should have.
        expected: Option<Type>,
        /// The type it has.
        found: Option<Type>,
    },
    /// The instruction should have a result.
    NoResult,
    /// An operand has the wrong type.
    OperandType {
        /// The operand.
        value: Value,
        /// What it is for, such as "the address".
        role: &'static str,
        /// The type it should have.
        expected: Type,
    },
    /// The guard is no `i1`.
    GuardType(Value),
    /// A call passes too few or too many arguments.
    CallArity {
        /// Parameters.
        expected: usize,
        /// Arguments.
        found: usize,
    },
    /// An intrinsic has too few or too many operands.
    IntrinsicArity(Intrinsic, usize),
    /// A jump passes too few or too many arguments.
    BlockArity {
        /// The target.
        block: Block,
        /// Parameters.
        expected: usize,
        /// Arguments.
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
    /// A switch is not on an integer.
    SwitchType(Value),
    /// The value of a case (by position) has another width than the scrutinee.
    CaseWidth(usize),
    /// The value of a case (by position) occurs before.
    CaseTwice(usize),
    /// The function returns a value, but should not, or the other way round.
    ReturnArity {
        /// The signature's result.
        expected: Option<Type>,
    },

    // ---- dominance
    /// A value is used where its definition need not have been executed.
    NotDominated(Value),
}

impl Rule {
    /// The broken rule in words.
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
                format!("two functions are called @{}", print::literal::name(name))
            }
            Rule::GlobalName(name) => {
                format!("two globals are called @{}", print::literal::name(name))
            }
            Rule::GlobalAlign(global) => {
                format!("the alignment of @{} is no power of two", name(global))
            }
            Rule::GlobalSize(global) => format!(
                "the size of @{} is too large, or smaller than its bytes",
                name(global)
            ),
            Rule::RelocPlace(global, index) => format!(
                "relocation {index} of @{} is not in order, overlaps another, or lies outside",
                name(global)
            ),
            Rule::RelocTarget(global, index) => {
                format!("relocation {index} of @{} points to nothing", name(global))
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
            Rule::NoSignature(id) => format!("there is no {id}"),
            Rule::NoFunction(id) => format!("there is no {id}"),
            Rule::NoGlobal(id) => format!("there is no {id}"),
            Rule::NoSlot(id) => format!("there is no {id}"),
            Rule::NoValue(id) => format!("there is no value {id}"),
            Rule::NoInst(id) => format!("there is no {id}"),
            Rule::NoBlock(block) => format!("{} is not in the function", block_text(block)),
            Rule::BlockTwice(block) => format!("{} stands in the layout twice", block_text(block)),
            Rule::NoTerminator => "the block does not end in a terminator".to_owned(),
            Rule::AfterTerminator => "an instruction follows the terminator".to_owned(),
            Rule::InstTwice(inst) => format!("{inst} stands in two places"),
            Rule::Definition(value) => format!(
                "{} is defined here, but its record says otherwise",
                print::value_to_string(module, function, *value)
            ),
            Rule::EntryParams => {
                "the parameters of the entry block are not those of the signature".to_owned()
            }
            Rule::EntryJump => "a jump to the entry block".to_owned(),
            Rule::SlotShape(slot) => {
                format!("size or alignment of {slot} is not possible")
            }
            Rule::NotDominated(value) => format!(
                "{} is used where its definition need not have been executed",
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
                format!("{} takes {expected}, not {found}", op.name())
            }
            Rule::OperandTypes(op, types) => {
                let types: Vec<&str> = types.iter().map(|t| t.name()).collect();
                format!("{} does not take ({})", op.name(), types.join(", "))
            }
            Rule::ResultType { expected, found } => format!(
                "the result should be {}, not {}",
                type_text(*expected),
                type_text(*found)
            ),
            Rule::OperandType {
                value,
                role,
                expected,
            } => format!("{role} should be {expected}, not {}", value_text(value)),
            Rule::NoResult => "there should be a result".to_owned(),
            Rule::GuardType(value) => format!("the guard should be i1, not {}", value_text(value)),
            Rule::SwitchType(value) => {
                format!("a switch needs an integer, not {}", value_text(value))
            }
            Rule::CaseWidth(index) => format!("case {index} has another width than the value"),
            Rule::CaseTwice(index) => format!("the value of case {index} occurs before"),
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
                    "the callee takes {}, not {found}",
                    count(*expected, "argument")
                )
            }
            Rule::IntrinsicArity(intrinsic, found) => format!(
                "{} takes {}, not {found}",
                intrinsic.name(),
                count(intrinsic.info().params.len(), "operand")
            ),
            Rule::BlockArity {
                block,
                expected,
                found,
            } => format!(
                "{} takes {}, not {found}",
                block_text(block),
                count(*expected, "argument")
            ),
            Rule::BlockArg {
                block,
                value,
                expected,
            } => format!(
                "{} takes {expected}, not {}",
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
