//! The texts under which the values, blocks and slots of a function are printed.
use super::literal::{block_name, local_name};
use crate::entities::{Block, StackSlot, Value};
use crate::function::Function;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// The texts under which the values, blocks and slots of a function are printed, with `%` or `$`. An entity without an
/// entry is printed by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The texts of values, such as `%i`.
    pub values: FxHashMap<Value, String>,
    /// The labels of blocks, such as `for.head`.
    pub blocks: FxHashMap<Block, String>,
    /// The texts of stack slots, such as `$buffer`.
    pub slots: FxHashMap<StackSlot, String>,
}

impl Names {
    /// Returns the texts of all entities with a readable name. If several entities have the same name, only the first
    /// of them has an entry.
    pub fn of(func: &Function) -> Names {
        // Numbers of entities may be invalid, because messages of the verifier quote ill-formed functions.
        let layout = func.layout().iter().copied();
        let blocks: Vec<Block> = layout.filter(|b| b.index() < func.num_blocks()).collect();
        let values = blocks.iter().flat_map(|&block| {
            let insts = func.insts(block).iter();
            let results = insts
                .filter(|inst| inst.index() < func.num_insts())
                .filter_map(|&inst| func.result(inst));
            func.params(block).iter().copied().chain(results)
        });
        let slots = func.slots.iter();
        let slots = slots.map(|(slot, data)| (slot, Some(data.name.as_str())));
        Names {
            values: unique(values.map(|v| (v, func.value_name(v))), |name| {
                format!("%{}", local_name(name))
            }),
            blocks: unique(blocks.iter().map(|&b| (b, func.block_name(b))), block_name),
            slots: unique(
                slots.map(|(slot, name)| (slot, name.filter(|n| !n.is_empty()))),
                |name| format!("${}", local_name(name)),
            ),
        }
    }

    /// Returns the text of a value.
    pub fn value(&self, value: Value) -> String {
        let name = self.values.get(&value);
        name.map_or_else(|| value.to_string(), Clone::clone)
    }

    /// Returns the label of a block.
    pub fn block(&self, block: Block) -> String {
        let name = self.blocks.get(&block);
        name.map_or_else(|| block.to_string(), Clone::clone)
    }

    /// Returns the text of a stack slot.
    pub fn slot(&self, slot: StackSlot) -> String {
        let name = self.slots.get(&slot);
        name.map_or_else(|| format!("${}", slot.as_u32()), Clone::clone)
    }
}

/// Returns the printed names of entities. If several entities have the same name, only the first one has an entry.
fn unique<'n, E: Copy + Eq + Hash>(
    named: impl Iterator<Item = (E, Option<&'n str>)>,
    printed: impl Fn(&str) -> String,
) -> FxHashMap<E, String> {
    let mut taken: FxHashSet<&str> = FxHashSet::default();
    let mut names = FxHashMap::default();
    for (entity, name) in named {
        if let Some(name) = name.filter(|name| taken.insert(name)) {
            names.insert(entity, printed(name));
        }
    }
    names
}
