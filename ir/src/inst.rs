//! Instructions.
//!
//! An engine dispatches on the [`InstClass`] and implements each class in its own file. Only printer, parser
//! and the operand visitors here match all variants at once.
use crate::bits::Bits;
use crate::bug::BugKind;
use crate::entities::{Block, Func, Global, Signature, StackSlot, Value};
use crate::intrinsic::{Intrinsic, Unused};
use crate::ops::Op;
use smallvec::SmallVec;

/// Operands; three is the maximum arity of a pure operator.
pub type Args = SmallVec<[Value; 3]>;

/// A jump target with the values for its block parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockCall {
    /// The block.
    pub block: Block,
    /// One value per parameter of the block.
    pub args: Args,
}

impl BlockCall {
    /// A target with arguments.
    pub fn new(block: Block, args: &[Value]) -> BlockCall {
        BlockCall {
            block,
            args: SmallVec::from_slice(args),
        }
    }
}

/// The guard of a load or store: with `Some(g)` nothing happens when g is 0 (a load yields 0), and the
/// address is not checked.
pub type Guard = Option<Value>;

/// The operation of an instruction. Its result type, if any, is the type of the result value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstData {
    /// A pure operation.
    Pure {
        /// The operator.
        op: Op,
        /// The operands, as many as its arity.
        args: Args,
    },
    /// Reads the result type's bytes, little endian.
    Load {
        /// `ptr`.
        addr: Value,
        /// `i1`.
        guard: Guard,
        /// Declared volatile in C: never removed, moved or melded.
        volatile: bool,
    },
    /// Writes a value, little endian.
    Store {
        /// The value to write.
        value: Value,
        /// `ptr`.
        addr: Value,
        /// `i1`.
        guard: Guard,
        /// Declared volatile in C.
        volatile: bool,
    },
    /// The address of a stack slot of this frame.
    StackAddr {
        /// The slot.
        slot: StackSlot,
    },
    /// The address of a global.
    GlobalAddr {
        /// The global.
        global: Global,
    },
    /// The address of a function.
    FuncAddr {
        /// The function.
        func: Func,
    },
    /// A direct call. Extra arguments of a variadic callee follow the fixed ones.
    Call {
        /// The callee.
        func: Func,
        /// The arguments.
        args: SmallVec<[Value; 3]>,
    },
    /// A call through a pointer.
    CallIndirect {
        /// The function type that the call expects.
        signature: Signature,
        /// `ptr`.
        callee: Value,
        /// The arguments.
        args: SmallVec<[Value; 3]>,
    },
    /// A built-in procedure.
    Intrinsic {
        /// The intrinsic.
        intrinsic: Intrinsic,
        /// Its operands.
        args: SmallVec<[Value; 3]>,
        /// A name or message where the intrinsic takes one.
        text: Option<Box<str>>,
    },
    /// Fails with `kind` when `cond` is 0 (and the guard, if any, is 1); else does nothing.
    Check {
        /// The failure if the condition is 0.
        kind: BugKind,
        /// `i1`.
        cond: Value,
        /// `i1`.
        guard: Guard,
        /// The C expression, for the report.
        text: Option<Box<str>>,
    },
    /// Unconditional jump.
    Jump {
        /// The target.
        dest: BlockCall,
    },
    /// Two-way branch.
    Branch {
        /// `i1`.
        cond: Value,
        /// Taken when `cond` is 1.
        then_dest: BlockCall,
        /// Taken when `cond` is 0.
        else_dest: BlockCall,
    },
    /// Multi-way branch; case values are distinct and of the scrutinee's width.
    Switch {
        /// An integer.
        value: Value,
        /// Value and target of each case.
        cases: Vec<(Bits, BlockCall)>,
        /// Taken when no case matches.
        default: BlockCall,
    },
    /// Return from the function.
    Return {
        /// The result, if the signature has one.
        value: Option<Value>,
    },
    /// Control never reaches this point (after a call that does not return).
    Unreachable,
}

/// The class an engine dispatches on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstClass {
    /// [`InstData::Pure`].
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
    /// Every instruction that ends a block.
    Terminator,
}

impl InstData {
    /// A pure operation.
    pub fn pure(op: Op, args: &[Value]) -> InstData {
        InstData::Pure {
            op,
            args: SmallVec::from_slice(args),
        }
    }

    /// The class.
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

    /// Does it end a block?
    pub fn is_terminator(&self) -> bool {
        self.class() == InstClass::Terminator
    }

    /// Visits every value the instruction uses, block arguments included, in textual order.
    pub fn for_each_arg(&self, mut visit: impl FnMut(Value)) {
        // One visitor implements both, so the order of visits cannot differ; a clone is small.
        let mut copy = self.clone();
        copy.map_args(|v| {
            visit(v);
            v
        });
    }

    /// Replaces every value the instruction uses.
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
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(|v| *v = map(*v));
        }
    }

    /// The values that the instruction uses, in textual order.
    pub fn args(&self) -> SmallVec<[Value; 4]> {
        let mut all = SmallVec::new();
        self.for_each_arg(|v| all.push(v));
        all
    }

    /// The jump targets of a terminator, in textual order (`then` before `else`, cases before default).
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

    /// The jump targets of a terminator, mutable.
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

    /// May it be removed when its result is not used?
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
