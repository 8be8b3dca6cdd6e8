//! The texts under which the values, blocks and slots of a function are printed.
use super::literal::{block_name, literal, local_name};
use crate::entities::{Block, Inst, StackSlot, Value};
use crate::function::Function;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// The texts under which the values, blocks and slots of a function are printed, including the `%` of a value and the
/// `$` of a slot. An entity without an entry is printed by number.
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
        Names::filtered(func, |_| true)
    }

    /// Returns the texts of the results, operands and target blocks of the instructions `insts`, and of all slots. The
    /// texts are those of [`of`](Names::of). For a few instructions of a large function, this function is much faster
    /// than `of`.
    pub fn in_insts(func: &Function, insts: &[Inst]) -> Names {
        let mut names: FxHashSet<&str> = FxHashSet::default();
        for &inst in insts {
            let data = func.data(inst);
            names.extend(func.result(inst).and_then(|value| func.value_name(value)));
            data.for_each_arg(|value| names.extend(func.value_name(value)));
            let targets = data.targets();
            names.extend(
                targets
                    .iter()
                    .filter_map(|target| func.block_name(target.block)),
            );
        }
        Names::filtered(func, |name| names.contains(name))
    }

    /// Returns the texts of those values and blocks whose readable name `is_wanted` accepts, and of all slots with a
    /// name. All slots are included because a function has few.
    fn filtered(func: &Function, is_wanted: impl Fn(&str) -> bool) -> Names {
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
        let values = values.map(|v| (v, func.value_name(v)));
        let labels = blocks.iter().map(|&b| (b, func.block_name(b)));
        let slots = slots.map(|(slot, name)| (slot, name.filter(|n| !n.is_empty())));
        Names {
            values: unique(values, &is_wanted, |name| format!("%{}", local_name(name))),
            blocks: unique(labels, &is_wanted, block_name),
            slots: unique(slots, |_| true, |name| format!("${}", local_name(name))),
        }
    }

    /// Returns the text of a value.
    pub fn value(&self, value: Value) -> String {
        let name = self.values.get(&value);
        name.map_or_else(|| value.to_string(), Clone::clone)
    }

    /// Returns the text of a value as an operand: the name of the value, or a literal with its type.
    pub fn operand(&self, func: &Function, value: Value) -> String {
        match func.as_const(value) {
            Some(bits) => {
                let ty = func.ty(value);
                format!("{ty} {}", literal(ty, bits))
            }
            None => self.value(value),
        }
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

/// Returns the printed name of each entity whose name `is_wanted` accepts. If several entities have the same name, only
/// the first of them has an entry.
fn unique<'n, E: Copy + Eq + Hash>(
    named: impl Iterator<Item = (E, Option<&'n str>)>,
    is_wanted: impl Fn(&str) -> bool,
    printed: impl Fn(&str) -> String,
) -> FxHashMap<E, String> {
    let mut taken: FxHashSet<&str> = FxHashSet::default();
    let mut names = FxHashMap::default();
    for (entity, name) in named {
        if let Some(name) = name.filter(|name| is_wanted(name) && taken.insert(name)) {
            names.insert(entity, printed(name));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;
    use crate::print::{inst_to_string, inst_with_names};

    #[test]
    fn the_names_of_a_few_instructions_are_those_of_the_function() {
        let text = "func @f(%a: i32, %b: i32) -> i32 {\n  slot $s, size 4, align 4\nentry:\n  %p = stack_addr $s\n  \
            %c = slt %a, %b\n  branch %c, side, end(%a)\nside:\n  %d = add i32 %a, 1\n  jump end(%d)\n\
            end(%r: i32):\n  store i32 %r, %p\n  return %r\n}\n";
        let mut module = parse_module(text, "f.sir").expect("valid IR");
        let func = module.function_named("f").expect("a function");
        let function = &mut module.functions[func];
        // A second value with the name of the first parameter is printed by its number.
        let last = function.layout()[2];
        let again = function.params(last)[0];
        function.set_value_name(again, Some("a"));
        let function = &module.functions[func];
        for (_, inst) in function.all_insts() {
            let names = Names::in_insts(function, &[inst]);
            assert_eq!(
                inst_with_names(&module, function, &names, inst),
                inst_to_string(&module, function, inst)
            );
        }
    }
}
