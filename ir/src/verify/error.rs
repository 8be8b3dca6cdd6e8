//! The rules of well-formed IR, one variant each, and their error messages. A *melded* instruction replaces one
//! instruction on each side of a branch.
use crate::entities::{Block, Func, Global, Inst, Signature, StackSlot, Value};
use crate::function::Function;
use crate::intrinsic::Intrinsic;
use crate::module::Module;
use crate::ops::Op;
use crate::print;
use crate::types::Type;

/// The location of a violated rule in a module.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The module as a whole.
    Module,
    /// A function as a whole.
    Function,
    /// A block of the function.
    Block(Block),
    /// An instruction in a block of the function.
    Inst(Block, Inst),
}

/// A violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    // ---- Module.
    /// Two functions have this name.
    FunctionName(String),
    /// Two globals have this name.
    GlobalName(String),
    /// The alignment of a global is not a power of two.
    GlobalAlign(Global),
    /// A global has more initial bytes than its size, or its size exceeds the maximum size of an object.
    GlobalSize(Global),
    /// A relocation is not in order, overlaps the previous relocation, or is outside the global. The number is the
    /// index of the relocation.
    RelocPlace(Global, usize),
    /// The global or function to which a relocation refers does not exist. The number is the index of the relocation.
    RelocTarget(Global, usize),

    // ---- Ids.
    /// The module has no signature with this id.
    NoSignature(Signature),
    /// The module has no function with this id.
    NoFunction(Func),
    /// The module has no global with this id.
    NoGlobal(Global),
    /// The function has no stack slot with this id.
    NoSlot(StackSlot),
    /// The function has no value with this id.
    NoValue(Value),
    /// The function has no instruction with this id.
    NoInst(Inst),
    /// The function has no block with this id, or the block is not in the layout.
    NoBlock(Block),

    // ---- Structure.
    /// The block occurs twice in the layout.
    BlockTwice(Block),
    /// A block does not end in a terminator.
    NoTerminator,
    /// There is an instruction after a terminator.
    AfterTerminator,
    /// The instruction occurs twice in the layout.
    InstTwice(Inst),
    /// The recorded definition of the value differs from the instruction or block that defines the value.
    Definition(Value),
    /// The parameters of the entry block do not match the signature.
    EntryParams,
    /// The entry block is a jump target.
    EntryJump,
    /// A slot's size or alignment is invalid.
    SlotShape(StackSlot),

    // ---- Types.
    /// The number of operands, which is the second field, differs from the operator's arity.
    Arity(Op, usize),
    /// The operator is not defined for operands of these types. For a cast, the list ends with the result type.
    OperandTypes(Op, Vec<Type>),
    /// The result does not have the expected type. `None` means that there is no result.
    ResultType {
        /// The type that the result should have.
        expected: Option<Type>,
        /// The type that the result has.
        found: Option<Type>,
    },
    /// The instruction has no result value, although its operation produces a result.
    NoResult,
    /// An operand has the wrong type.
    OperandType {
        /// The operand with the wrong type.
        value: Value,
        /// The role of the operand, such as "the address".
        role: &'static str,
        /// The type that the operand should have.
        expected: Type,
    },
    /// The guard is not an `i1`.
    GuardType(Value),
    /// The location of an origin is not among the locations of the melded instruction. An origin is an original
    /// instruction that the melded instruction replaces.
    OriginLoc,
    /// A call passes too few or too many arguments to the called function.
    CallArity {
        /// The number of parameters of the called function.
        expected: usize,
        /// The number of arguments of the call.
        found: usize,
    },
    /// An intrinsic has too few or too many operands. The second field is the number of its operands.
    IntrinsicArity(Intrinsic, usize),
    /// A jump passes too few or too many arguments to its target block.
    BlockArity {
        /// The target block.
        block: Block,
        /// The number of parameters of the block.
        expected: usize,
        /// The number of arguments of the jump.
        found: usize,
    },
    /// A jump passes an argument of the wrong type.
    BlockArg {
        /// The target block.
        block: Block,
        /// The argument with the wrong type.
        value: Value,
        /// The type of the block's parameter.
        expected: Type,
    },
    /// The operand of a switch is not an integer.
    SwitchType(Value),
    /// A case value differs in width from the operand of the switch. The number is the index of the case.
    CaseWidth(usize),
    /// A case value is equal to that of an earlier case. The number is the index of the later case.
    CaseTwice(usize),
    /// A return has a value although the signature has no result, or has no value although the signature has a result.
    ReturnArity {
        /// The result type of the signature; `None` if it has no result.
        expected: Option<Type>,
    },

    // ---- Dominance.
    /// An instruction uses a value whose definition does not dominate the instruction.
    NotDominated(Value),
}

impl Rule {
    /// Returns a description of the violated rule, with the names of entities. `function` is the function that violates
    /// the rule; `None` for a rule about the module.
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
            | Rule::OriginLoc
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
                "{} is defined here, but its recorded definition is a different instruction or block",
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
            Rule::OriginLoc => {
                "the location of an original instruction is not among the locations of the melded instruction".to_owned()
            }
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

/// Returns the text of a value with its type.
fn typed_text(module: &Module, function: &Function, value: Value) -> String {
    let text = print::value_to_string(module, function, value);
    match function.as_const(value) {
        // A constant is printed with its type already.
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
