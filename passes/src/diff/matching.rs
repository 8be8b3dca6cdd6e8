//! The correspondence of the values, blocks and instructions of a function before and after a change.
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use symtool_ir::{Block, Function, StackSlot, Value};

/// The correspondence of a function before and after a change. Values, blocks and slots correspond one to one. An
/// entity without a partner exists only before or only after the change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matching {
    /// The aligned items (header, stack slots, labels and instructions). Each pair is a position in the list of items
    /// before the change and a position in the list after the change. Both positions increase from pair to pair.
    pub pairs: Vec<(usize, usize)>,
    /// The corresponding values, except constants.
    pub values: Pairs<Value>,
    /// The corresponding blocks.
    pub blocks: Pairs<Block>,
    /// The corresponding stack slots.
    pub slots: Pairs<StackSlot>,
}

impl Matching {
    /// Returns the correspondence of a function with itself.
    pub fn identity(function: &Function) -> Matching {
        let blocks = function.layout();
        let items = 1 + function.slots.len() + blocks.len() + function.inst_count();
        let mut matching = Matching {
            pairs: (0..items).map(|at| (at, at)).collect(),
            ..Matching::default()
        };
        for slot in function.slots.keys() {
            matching.slots.add(slot, slot);
        }
        for &block in blocks {
            matching.blocks.add(block, block);
            for &param in function.params(block) {
                matching.values.add(param, param);
            }
        }
        for (_, inst) in function.all_insts() {
            if let Some(value) = function.result(inst) {
                matching.values.add(value, value);
            }
        }
        matching
    }
}

/// A one-to-one correspondence of the entities of one kind, such as blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs<E: Eq + Hash> {
    /// For each entity after the change that has a partner, its partner before the change.
    old_of_new: FxHashMap<E, E>,
    /// The entities before the change that have a partner.
    old: FxHashSet<E>,
}

impl<E: Eq + Hash> Default for Pairs<E> {
    fn default() -> Self {
        Pairs {
            old_of_new: FxHashMap::default(),
            old: FxHashSet::default(),
        }
    }
}

impl<E: Copy + Eq + Hash> Pairs<E> {
    /// Returns the partner, before the change, of an entity after the change; `None` if it has no partner.
    pub fn old(&self, new: E) -> Option<E> {
        self.old_of_new.get(&new).copied()
    }

    /// Returns whether an entity before the change has a partner.
    pub fn has(&self, old: E) -> bool {
        self.old.contains(&old)
    }

    /// Adds a pair, unless one of its entities has a partner already.
    pub fn add(&mut self, old: E, new: E) {
        if !self.old_of_new.contains_key(&new) && self.old.insert(old) {
            self.old_of_new.insert(new, old);
        }
    }
}
