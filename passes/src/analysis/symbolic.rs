//! Which values and branches depend on symbolic input.
use symtool_ir::{Block, Func, Inst, Module, Value};

/// Which values, branches and objects of a program depend on symbolic input.
#[derive(Debug, Default)]
pub struct SymbolicInfo {
    _private: (),
}

impl SymbolicInfo {
    /// May the value depend on symbolic input, seen from where it is defined?
    pub fn is_symbolic(&self, _func: Func, _value: Value) -> bool {
        true
    }

    /// May the value depend on symbolic input, seen from a block that uses it? A loop counter is concrete inside its
    /// loop, but not behind a loop that is left at a symbolic moment.
    pub fn is_symbolic_at(&self, _func: Func, _block: Block, _value: Value) -> bool {
        true
    }

    /// Does the block end in a branch or switch on a symbolic value?
    pub fn is_symbolic_branch(&self, _func: Func, _block: Block) -> bool {
        true
    }

    /// The blocks that end in a branch or switch on a symbolic value, in layout order.
    pub fn symbolic_branches(&self, _func: Func) -> &[Block] {
        &[]
    }

    /// May the address of this load or store depend on symbolic input?
    pub fn is_symbolic_address(&self, _func: Func, _inst: Inst) -> bool {
        true
    }
}

/// Analyses a program that starts in `entry`.
pub fn analyse(_module: &Module, _entry: Func) -> SymbolicInfo {
    SymbolicInfo::default()
}
