//! Def-use chains: for each value, the instructions that use it. Analyses and melding follow them from a value to the
//! code that depends on it.
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use symtool_ir::{Block, Function, Inst, Value};

/// The instructions that use each value, in layout order. An instruction that uses a value twice is listed once.
#[derive(Debug, Default)]
pub struct Uses {
    of: SecondaryMap<Value, SmallVec<[(Block, Inst); 2]>>,
}

impl Uses {
    /// Finds the uses of all values in a function, except constants, whose uses are not recorded. The result is invalid
    /// after a change of the function.
    pub fn new(func: &Function) -> Uses {
        let mut uses = Uses::default();
        for (block, inst) in func.all_insts() {
            func.data(inst).for_each_arg(|value| {
                if func.as_const(value).is_none() && uses.of[value].last() != Some(&(block, inst)) {
                    uses.of[value].push((block, inst));
                }
            });
        }
        uses
    }

    /// Returns the uses of a value.
    pub fn of(&self, value: Value) -> &[(Block, Inst)] {
        &self.of[value]
    }
}
