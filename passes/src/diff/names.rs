//! Names of the values, blocks and slots of a changed function: corresponding entities before and after the change
//! have equal names.
use super::matching::Matching;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use symtool_ir::print::Names;
use symtool_ir::{Block, Function, Value, ValueDef};

/// Returns the names of all values, blocks and slots of the form after the change. Corresponding entities have the
/// names of the form before the change. Another entity keeps its readable name if this name is free; otherwise it gets
/// a number that the form before the change does not use.
pub(super) fn after_change(before: &Function, after: &Function, matching: &Matching) -> Names {
    let (old, new) = (Names::of(before), Names::of(after));
    let old_values = values(before);
    let new_values = values(after);
    let old_blocks = before.layout().iter().copied();
    let numbers = printed_numbers(before);
    Names {
        values: renamed(
            new_values.map(|value| (value, matching.values.old(value))),
            |value| old.value(value),
            |value| new.values.get(&value).cloned(),
            old_values.map(|value| old.value(value)).collect(),
            |index| Value::new(numbers + index).to_string(),
        ),
        blocks: renamed(
            after
                .layout()
                .iter()
                .map(|&block| (block, matching.blocks.old(block))),
            |block| old.block(block),
            |block| new.blocks.get(&block).cloned(),
            old_blocks.map(|block| old.block(block)).collect(),
            |index| Block::new(before.num_blocks() + index).to_string(),
        ),
        slots: renamed(
            after
                .slots
                .keys()
                .map(|slot| (slot, matching.slots.old(slot))),
            |slot| old.slot(slot),
            |slot| new.slots.get(&slot).cloned(),
            before.slots.keys().map(|slot| old.slot(slot)).collect(),
            |index| format!("${}", before.slots.len() + index),
        ),
    }
}

/// Returns the values of a function that are not constants, in textual order.
fn values(function: &Function) -> impl Iterator<Item = Value> + '_ {
    function.layout().iter().flat_map(|&block| {
        let insts = function.insts(block).iter();
        let results = insts.filter_map(|&inst| function.result(inst));
        function.params(block).iter().copied().chain(results)
    })
}

/// Returns the first number that exceeds the numbers of all values except constants, whose numbers are not printed.
fn printed_numbers(function: &Function) -> usize {
    let is_printed = |&at: &usize| !matches!(function.def(Value::new(at)), ValueDef::Const(_));
    let last = (0..function.num_values()).rev().find(is_printed);
    last.map_or(0, |last| last + 1)
}

/// Returns the name of each entity after the change. An entity with a partner gets the old name of the partner.
/// Another entity keeps its own name if `taken` does not contain it; otherwise it gets the next number that is not
/// taken. `taken` initially contains all names before the change.
fn renamed<E: Copy + Eq + Hash>(
    entities: impl Iterator<Item = (E, Option<E>)>,
    old_name: impl Fn(E) -> String,
    own_name: impl Fn(E) -> Option<String>,
    mut taken: FxHashSet<String>,
    number: impl Fn(usize) -> String,
) -> FxHashMap<E, String> {
    let mut next = 0;
    let mut fresh = |taken: &mut FxHashSet<String>| loop {
        let name = number(next);
        next += 1;
        if taken.insert(name.clone()) {
            return name;
        }
    };
    let mut names = FxHashMap::default();
    for (entity, partner) in entities {
        let name = match partner {
            Some(partner) => old_name(partner),
            None => match own_name(entity) {
                Some(name) if taken.insert(name.clone()) => name,
                _ => fresh(&mut taken),
            },
        };
        names.insert(entity, name);
    }
    names
}
