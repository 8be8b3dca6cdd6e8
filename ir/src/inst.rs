//! Instructions: their operations, operands and jump targets.
//!
//! Instructions are grouped into classes ([`InstClass`]). [`decode`](crate::decode) handles an instruction by its
//! class, and engines execute the decoded form.
//!
//! Melding unites the two sides of a branch. A *melded* load, store or check replaces one instruction on each
//! side; the replaced instructions are its *origins*.
use crate::bits::Bits;
use crate::bug::BugKind;
use crate::entities::{Block, Func, Global, Signature, StackSlot, Value};
use crate::intrinsic::{Intrinsic, Unused};
use crate::ops::Op;
use crate::origins::Origins;
use smallvec::SmallVec;

/// The operands of a pure operation; three is the maximum arity.
pub type Args = SmallVec<[Value; 3]>;

/// A jump target with the values for its block parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockCall {
    /// The block to jump to.
    pub block: Block,
    /// The values for the block's parameters, in order.
    pub args: Args,
}

impl BlockCall {
    /// Returns a jump target with arguments.
    pub fn new(block: Block, args: &[Value]) -> BlockCall {
        BlockCall {
            block,
            args: SmallVec::from_slice(args),
        }
    }
}

/// The guard of a load, store or check; `None` if the instruction always has its effect. If the guard is `Some(g)` and
/// g is 0, the instruction has no effect: the result of a load is 0, the address is not checked, and a check does not
/// fail.
pub type Guard = Option<Value>;

/// The operation of an instruction with its operands. The type of the result, if there is one, is stored with the
/// result value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstData {
    /// A pure operation.
    Pure {
        /// The operator to apply.
        op: Op,
        /// The operands, as many as the operator's arity.
        args: Args,
    },
    /// Reads a value of the result's type from memory, little endian.
    Load {
        /// The address, of type `ptr`.
        addr: Value,
        /// The guard, of type `i1`.
        guard: Guard,
        /// Whether C declares the object volatile; a volatile load is never removed, moved or melded.
        volatile: bool,
        /// The original loads that a melded load replaces, with their conditions; `None` if the load is not melded.
        origins: Option<Box<Origins>>,
    },
    /// Writes a value to memory, little endian.
    Store {
        /// The value to write.
        value: Value,
        /// The address, of type `ptr`.
        addr: Value,
        /// The guard, of type `i1`.
        guard: Guard,
        /// Whether C declares the object volatile; a volatile store is never removed, moved or melded.
        volatile: bool,
        /// The original stores that a melded store replaces, with their conditions; `None` if the store is not melded.
        origins: Option<Box<Origins>>,
    },
    /// Computes the address of a stack slot of the current call.
    StackAddr {
        /// The stack slot.
        slot: StackSlot,
    },
    /// Computes the address of a global.
    GlobalAddr {
        /// The global variable.
        global: Global,
    },
    /// Computes the address of a function.
    FuncAddr {
        /// The function with this address.
        func: Func,
    },
    /// Calls a function directly. For a variadic callee, the variadic arguments follow the fixed ones.
    Call {
        /// The called function.
        func: Func,
        /// The arguments in order.
        args: SmallVec<[Value; 3]>,
    },
    /// Calls the function at an address.
    CallIndirect {
        /// The function type that the call expects.
        signature: Signature,
        /// The address of the function, of type `ptr`.
        callee: Value,
        /// The arguments in order.
        args: SmallVec<[Value; 3]>,
    },
    /// Executes a built-in procedure.
    Intrinsic {
        /// The built-in procedure.
        intrinsic: Intrinsic,
        /// The operands in order.
        args: SmallVec<[Value; 3]>,
        /// A name or message, for intrinsics that take one.
        text: Option<Box<str>>,
    },
    /// Fails with `kind` if `cond` is 0 and the guard is absent or 1. In all other cases, the check does nothing.
    Check {
        /// The kind of failure if the condition is 0.
        kind: BugKind,
        /// The condition, of type `i1`.
        cond: Value,
        /// The guard, of type `i1`; if it is 0, the condition is not checked.
        guard: Guard,
        /// The text of the C expression, for reports.
        text: Option<Box<str>>,
        /// The original checks that a melded check replaces, with their conditions; `None` if the check is not melded.
        origins: Option<Box<Origins>>,
    },
    /// Jumps to a block.
    Jump {
        /// The block to jump to, with arguments.
        dest: BlockCall,
    },
    /// Branches to one of two blocks.
    Branch {
        /// The condition, of type `i1`.
        cond: Value,
        /// The target if `cond` is 1.
        then_dest: BlockCall,
        /// The target if `cond` is 0.
        else_dest: BlockCall,
    },
    /// Branches to one of several blocks, which an integer selects. The case values are distinct and have the width of
    /// this integer.
    Switch {
        /// The integer that selects the case.
        value: Value,
        /// The value and the target of each case.
        cases: Vec<(Bits, BlockCall)>,
        /// The target if no case value matches.
        default: BlockCall,
    },
    /// Returns from the function.
    Return {
        /// The returned value, if the signature has a result.
        value: Option<Value>,
    },
    /// Marks a point that control never reaches, such as the one after a call that does not return.
    Unreachable,
}

/// The class of an instruction: a group of instructions that engines execute in a similar way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstClass {
    /// Pure operations ([`InstData::Pure`]).
    Pure,
    /// Loads and stores.
    Memory,
    /// Addresses of slots, globals and functions.
    Address,
    /// Direct and indirect calls.
    Call,
    /// Intrinsics.
    Intrinsic,
    /// Checks.
    Check,
    /// The instructions that end a block.
    Terminator,
}

impl InstData {
    /// Returns a pure operation.
    pub fn pure(op: Op, args: &[Value]) -> InstData {
        InstData::Pure {
            op,
            args: SmallVec::from_slice(args),
        }
    }

    /// Returns the class of the instruction.
    pub fn class(&self) -> InstClass {
        match self {
            InstData::Pure { .. } => InstClass::Pure,
            InstData::Load { .. } | InstData::Store { .. } => InstClass::Memory,
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => InstClass::Address,
            InstData::Call { .. } | InstData::CallIndirect { .. } => InstClass::Call,
            InstData::Intrinsic { .. } => InstClass::Intrinsic,
            InstData::Check { .. } => InstClass::Check,
            InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => InstClass::Terminator,
        }
    }

    /// Returns whether the instruction ends a block.
    pub fn is_terminator(&self) -> bool {
        self.class() == InstClass::Terminator
    }

    /// Returns the original instructions that a melded instruction replaces; `None` for an instruction that is not
    /// melded.
    pub fn origins(&self) -> Option<&Origins> {
        match self {
            InstData::Load { origins, .. }
            | InstData::Store { origins, .. }
            | InstData::Check { origins, .. } => origins.as_deref(),
            _ => None,
        }
    }

    /// Returns a mutable reference to the field `origins` of a load, store or check; `None` for other instructions.
    pub fn origins_mut(&mut self) -> Option<&mut Option<Box<Origins>>> {
        match self {
            InstData::Load { origins, .. }
            | InstData::Store { origins, .. }
            | InstData::Check { origins, .. } => Some(origins),
            _ => None,
        }
    }

    /// Calls `visit` on every value that the instruction uses, block arguments included, in textual order.
    pub fn for_each_arg(&self, mut visit: impl FnMut(Value)) {
        // `for_each_arg` is implemented by `map_args` on a copy, so that the two functions visit the values in the same
        // order. A copy is cheap.
        let mut copy = self.clone();
        copy.map_args(|v| {
            visit(v);
            v
        });
    }

    /// Replaces every value that the instruction uses by the result of `map`.
    pub fn map_args(&mut self, mut map: impl FnMut(Value) -> Value) {
        let mut each = |v: &mut Value| *v = map(*v);
        match self {
            InstData::Pure { args, .. }
            | InstData::Call { args, .. }
            | InstData::Intrinsic { args, .. } => {
                args.iter_mut().for_each(each);
            }
            InstData::Load { addr, guard, .. } => {
                guard.iter_mut().for_each(&mut each);
                each(addr);
            }
            InstData::Store {
                value, addr, guard, ..
            } => {
                guard.iter_mut().for_each(&mut each);
                each(value);
                each(addr);
            }
            InstData::CallIndirect { callee, args, .. } => {
                each(callee);
                args.iter_mut().for_each(each);
            }
            InstData::Check { cond, guard, .. } => {
                guard.iter_mut().for_each(&mut each);
                each(cond);
            }
            InstData::Branch { cond, .. } => each(cond),
            InstData::Switch { value, .. } => each(value),
            InstData::Return { value } => value.iter_mut().for_each(each),
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. }
            | InstData::Jump { .. }
            | InstData::Unreachable => {}
        }
        if let Some(Some(origins)) = self.origins_mut() {
            origins.map_conditions(|v| *v = map(*v));
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(|v| *v = map(*v));
        }
    }

    /// Returns the values that the instruction uses, in textual order.
    pub fn args(&self) -> SmallVec<[Value; 4]> {
        let mut all = SmallVec::new();
        self.for_each_arg(|v| all.push(v));
        all
    }

    /// Returns the jump targets of a terminator, in textual order (`then` before `else`, cases before default).
    pub fn targets(&self) -> SmallVec<[&BlockCall; 2]> {
        match self {
            InstData::Jump { dest } => SmallVec::from_slice(&[dest]),
            InstData::Branch {
                then_dest,
                else_dest,
                ..
            } => SmallVec::from_slice(&[then_dest, else_dest]),
            InstData::Switch { cases, default, .. } => cases
                .iter()
                .map(|(_, target)| target)
                .chain([default])
                .collect(),
            _ => SmallVec::new(),
        }
    }

    /// Returns mutable references to the jump targets of a terminator, in textual order.
    pub fn targets_mut(&mut self) -> SmallVec<[&mut BlockCall; 2]> {
        match self {
            InstData::Jump { dest } => [dest].into_iter().collect(),
            InstData::Branch {
                then_dest,
                else_dest,
                ..
            } => [then_dest, else_dest].into_iter().collect(),
            InstData::Switch { cases, default, .. } => cases
                .iter_mut()
                .map(|(_, target)| target)
                .chain([default])
                .collect(),
            _ => SmallVec::new(),
        }
    }

    /// Returns whether the instruction may be removed if its result is not used. The answer for a load is false,
    /// because this function does not know whether the access can fail.
    pub fn is_removable(&self) -> bool {
        match self {
            InstData::Pure { .. }
            | InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => true,
            InstData::Intrinsic { intrinsic, .. } => intrinsic.info().unused == Unused::Removable,
            InstData::Load { .. }
            | InstData::Store { .. }
            | InstData::Call { .. }
            | InstData::CallIndirect { .. }
            | InstData::Check { .. }
            | InstData::Jump { .. }
            | InstData::Branch { .. }
            | InstData::Switch { .. }
            | InstData::Return { .. }
            | InstData::Unreachable => false,
        }
    }
}
