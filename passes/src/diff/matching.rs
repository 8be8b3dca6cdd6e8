//! The correspondence of the values, blocks and instructions of two forms of a function.
use super::Form;
use super::align::align;
use super::items::{Entity, Interner, Item, Operand, UNNAMED};
use super::score::{agreement, score};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use symtool_ir::print::Names;
use symtool_ir::{Block, Function, Inst, StackSlot, Value};

/// The maximum number of rounds. The operands of most instructions are aligned after the second round.
const MAX_ROUNDS: usize = 4;

/// The correspondence of two forms of a function. Values and blocks correspond one to one; an entity without a partner
/// is only in one form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matching {
    /// The aligned positions in the two lists of items, both increasing.
    pub pairs: Vec<(usize, usize)>,
    /// The values other than constants.
    pub values: Pairs<Value>,
    /// The blocks.
    pub blocks: Pairs<Block>,
    /// The stack slots.
    pub slots: Pairs<StackSlot>,
    labels_before: FxHashSet<u32>,
    labels_after: FxHashSet<u32>,
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

    /// Returns whether the form before the change has a label of this shape.
    pub fn in_before(&self, label: u32) -> bool {
        self.labels_before.contains(&label)
    }

    /// Returns whether the form after the change has a label of this shape.
    pub fn in_after(&self, label: u32) -> bool {
        self.labels_after.contains(&label)
    }
}

/// A one-to-one correspondence of entities of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs<E: Eq + Hash> {
    old_of_new: FxHashMap<E, E>,
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
    /// Returns the entity before the change that corresponds to an entity after it.
    pub fn old(&self, new: E) -> Option<E> {
        self.old_of_new.get(&new).copied()
    }

    /// Returns whether an entity before the change has a partner.
    pub fn has(&self, old: E) -> bool {
        self.old.contains(&old)
    }

    /// Adds a pair, unless one of its entities has a partner already.
    fn add(&mut self, old: E, new: E) {
        if !self.old_of_new.contains_key(&new) && self.old.insert(old) {
            self.old_of_new.insert(new, old);
        }
    }
}

/// Returns the correspondence of two forms of a function.
pub(super) fn matching(before: Form<'_>, after: Form<'_>) -> Matching {
    let mut interner = Interner::default();
    let old = interner.items(before, &Names::of(before.function));
    let new = interner.items(after, &Names::of(after.function));
    let search = Search {
        before,
        after,
        incoming_before: incoming(before.function),
        incoming_after: incoming(after.function),
        old,
        new,
    };
    let mut known = search.start();
    for _ in 0..MAX_ROUNDS {
        let next = search.round(&known);
        if next == known {
            break;
        }
        known = next;
    }
    known
}

/// The arguments that a jump passes to a block.
struct Incoming {
    from: Inst,
    /// The position of the jump target in the terminator.
    index: usize,
    args: Vec<Operand>,
}

fn incoming(function: &Function) -> FxHashMap<Block, Vec<Incoming>> {
    let mut incoming: FxHashMap<Block, Vec<Incoming>> = FxHashMap::default();
    let operand = |&value: &Value| match function.as_const(value) {
        Some(bits) => Operand::Const(function.ty(value), bits),
        None => Operand::Value(value),
    };
    for &block in function.layout() {
        let from = function.terminator(block);
        for (index, target) in function.data(from).targets().into_iter().enumerate() {
            let args = target.args.iter().map(operand).collect();
            let jump = Incoming { from, index, args };
            incoming.entry(target.block).or_default().push(jump);
        }
    }
    incoming
}

/// The data of the search for a correspondence.
struct Search<'m> {
    before: Form<'m>,
    after: Form<'m>,
    old: Vec<Item>,
    new: Vec<Item>,
    incoming_before: FxHashMap<Block, Vec<Incoming>>,
    incoming_after: FxHashMap<Block, Vec<Incoming>>,
}

impl Search<'_> {
    /// Returns the correspondence before the first alignment: entry blocks and their parameters.
    fn start(&self) -> Matching {
        let labels = |items: &[Item]| {
            let labels = items.iter().filter(|item| item.is_label());
            let shapes = labels.map(|item| item.shape);
            shapes.filter(|&shape| shape != UNNAMED).collect()
        };
        let mut known = Matching {
            labels_before: labels(&self.old),
            labels_after: labels(&self.new),
            ..Matching::default()
        };
        let entries = (self.before.function.entry(), self.after.function.entry());
        if let (Some(old), Some(new)) = entries {
            known.blocks.add(old, new);
            let old = self.before.function.params(old);
            let new = self.after.function.params(new);
            for (&old, &new) in old.iter().zip(new) {
                known.values.add(old, new);
            }
        }
        known
    }

    /// Aligns the items with the correspondence of the previous round.
    fn round(&self, known: &Matching) -> Matching {
        let keys = |items: &[Item]| -> Vec<(u32, u32)> {
            items
                .iter()
                .map(|item| (item.shape, item.loc_set))
                .collect()
        };
        let (old_keys, new_keys) = (keys(&self.old), keys(&self.new));
        let pairs = align(&old_keys, &new_keys, &|i, j| {
            score(known, &self.old[i], &self.new[j])
        });
        let mut next = self.start();
        let mut partner = FxHashMap::default();
        for &(i, j) in &pairs {
            match (self.old[i].entity, self.new[j].entity) {
                (Entity::Slot(old), Entity::Slot(new)) => next.slots.add(old, new),
                (Entity::Label(old), Entity::Label(new)) => next.blocks.add(old, new),
                (Entity::Inst(old), Entity::Inst(new)) => {
                    let old_value = self.before.function.result(old);
                    let new_value = self.after.function.result(new);
                    if let (Some(old), Some(new)) = (old_value, new_value) {
                        next.values.add(old, new);
                    }
                    partner.insert(new, old);
                }
                _ => {}
            }
        }
        for &block in self.after.function.layout() {
            if let Some(old) = next.blocks.old(block) {
                self.params(known, &partner, (old, block), &mut next);
            }
        }
        next.pairs = pairs;
        self.moved(known, &mut next);
        next
    }

    /// Aligns the parameters of two corresponding blocks: by type, name, and the arguments of corresponding jumps.
    fn params(
        &self,
        known: &Matching,
        partner: &FxHashMap<Inst, Inst>,
        (old, new): (Block, Block),
        next: &mut Matching,
    ) {
        let (before, after) = (self.before.function, self.after.function);
        let (old_params, new_params) = (before.params(old), after.params(new));
        let old_jumps = self
            .incoming_before
            .get(&old)
            .map_or(&[][..], Vec::as_slice);
        let new_jumps = self.incoming_after.get(&new).map_or(&[][..], Vec::as_slice);
        let score = |i: usize, j: usize| {
            let (a, b) = (old_params[i], new_params[j]);
            if before.ty(a) != after.ty(b) {
                return None;
            }
            let name = before.value_name(a);
            let mut points = 1;
            if name.is_some() && name == after.value_name(b) {
                points += 20;
            }
            for from in old_jumps {
                for to in new_jumps {
                    let same = partner.get(&to.from) == Some(&from.from) && to.index == from.index;
                    if same && agreement(known, from.args[i], to.args[j]) == Some(true) {
                        points += 4;
                    }
                }
            }
            Some(points)
        };
        let keys = |count: usize| (0..count).collect::<Vec<_>>();
        let (old_keys, new_keys) = (keys(old_params.len()), keys(new_params.len()));
        for (i, j) in align(&old_keys, &new_keys, &score) {
            next.values.add(old_params[i], new_params[j]);
        }
    }

    /// Aligns the values of instructions that moved: both instructions are unaligned and equal in shape, operands and
    /// source locations.
    fn moved(&self, known: &Matching, next: &mut Matching) {
        let old_paired: FxHashSet<usize> = next.pairs.iter().map(|&(i, _)| i).collect();
        let new_paired: FxHashSet<usize> = next.pairs.iter().map(|&(_, j)| j).collect();
        let mut waiting: FxHashMap<(u32, u32), Vec<usize>> = FxHashMap::default();
        for (i, item) in self.old.iter().enumerate().rev() {
            if !old_paired.contains(&i) && item.result.is_some() {
                let key = (item.shape, item.loc_set);
                waiting.entry(key).or_default().push(i);
            }
        }
        for (j, item) in self.new.iter().enumerate() {
            let Some(list) = waiting.get_mut(&(item.shape, item.loc_set)) else {
                continue;
            };
            let equal = |i: usize| {
                let operands = self.old[i].operands.iter().zip(&item.operands);
                operands
                    .clone()
                    .all(|(&old, &new)| agreement(known, old, new) != Some(false))
            };
            let Some(&i) = list
                .last()
                .filter(|&&i| !new_paired.contains(&j) && equal(i))
            else {
                continue;
            };
            list.pop();
            if let (Entity::Inst(old), Entity::Inst(new)) = (self.old[i].entity, item.entity) {
                let old = self.before.function.result(old);
                let new = self.after.function.result(new);
                if let (Some(old), Some(new)) = (old, new) {
                    next.values.add(old, new);
                }
            }
        }
    }
}
