//! The size of a function or module in instructions, blocks, branches and selects, as shown in the reports about
//! passes.
use std::fmt;
use std::ops::AddAssign;
use symtool_ir::{Function, InstData, Module, Op};

/// The size of a function or of all functions of a module.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct IrSize {
    /// The number of instructions, terminators included.
    pub instructions: usize,
    /// The number of basic blocks.
    pub blocks: usize,
    /// The number of branches and switches.
    pub branches: usize,
    /// The number of selects.
    pub selects: usize,
}

impl IrSize {
    /// Returns the size of a function; zero for a declaration.
    pub fn of_function(function: &Function) -> IrSize {
        let count = |wanted: fn(&InstData) -> bool| {
            let insts = function.all_insts();
            insts
                .filter(|&(_, inst)| wanted(function.data(inst)))
                .count()
        };
        IrSize {
            instructions: function.inst_count(),
            blocks: function.layout().len(),
            branches: count(|data| {
                matches!(data, InstData::Branch { .. } | InstData::Switch { .. })
            }),
            selects: count(|data| matches!(data, InstData::Pure { op: Op::Select, .. })),
        }
    }

    /// Returns the sum of the sizes of all functions.
    pub fn of_module(module: &Module) -> IrSize {
        let mut total = IrSize::default();
        for function in module.functions.values() {
            total += IrSize::of_function(function);
        }
        total
    }

    /// Returns the change from this size to the size `after`.
    pub fn change_to(self, after: IrSize) -> SizeChange {
        SizeChange {
            before: self,
            after,
        }
    }
}

impl AddAssign for IrSize {
    fn add_assign(&mut self, other: IrSize) {
        self.instructions += other.instructions;
        self.blocks += other.blocks;
        self.branches += other.branches;
        self.selects += other.selects;
    }
}

/// The sizes before and after a change. Prints as `instructions 31 -> 14, blocks 6 -> 3, branches 2, selects 0 -> 1`. A
/// number that does not change is printed once, as `branches 2` here.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SizeChange {
    /// The size before the change.
    pub before: IrSize,
    /// The size after the change.
    pub after: IrSize,
}

impl fmt::Display for SizeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (self.before, self.after);
        let rows = [
            ("instructions", before.instructions, after.instructions),
            ("blocks", before.blocks, after.blocks),
            ("branches", before.branches, after.branches),
            ("selects", before.selects, after.selects),
        ];
        for (index, (name, old, new)) in rows.into_iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            match old == new {
                true => write!(f, "{comma}{name} {old}")?,
                false => write!(f, "{comma}{name} {old} -> {new}")?,
            }
        }
        Ok(())
    }
}
