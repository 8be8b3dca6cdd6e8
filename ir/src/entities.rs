//! The index types of the entities of the IR: functions, blocks, values and so on.
//!
//! An index is printed as in the textual form of the IR, for example `%7` for a value and `block3` for a block.
//! Entities are numbered in the order of their creation. This order is independent of dominance and of the order of the
//! blocks in their function.
use cranelift_entity::entity_impl;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    };
}

entity!(
    /// A function of a [`Module`](crate::Module), with or without a body.
    Func, "fn"
);
entity!(
    /// A basic block of one function.
    Block, "block"
);
entity!(
    /// An instruction of one function.
    Inst, "inst"
);
entity!(
    /// An SSA value of one function: an instruction's result, a block parameter, or a constant.
    Value, "%"
);
entity!(
    /// A global variable of a module.
    Global, "global"
);
entity!(
    /// A local variable of one function that lives in memory. Each call has its own instance.
    StackSlot, "slot"
);
entity!(
    /// A function type of a module. Equal types have the same index.
    Signature, "sig"
);
entity!(
    /// A source location of a module; see [`SourceMap`](crate::SourceMap). Equal locations have the same index.
    Loc, "loc"
);
entity!(
    /// A source file of a module.
    FileId, "file"
);
