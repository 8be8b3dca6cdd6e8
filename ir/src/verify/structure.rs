//! Checks the rules for the structure of a function (ids, layout, terminators, definitions), and the rules for globals.
use super::error::{Place, Rule};
use super::{Found, has_function};
use crate::entities::{Block, Global, Inst, Value};
use crate::function::{Function, ValueDef};
use crate::inst::InstData;
use crate::layout::MAX_OBJECT_SIZE;
use crate::module::{GlobalData, Module, RelocTarget};
use cranelift_entity::{EntityRef, EntitySet};
use rustc_hash::FxHashSet;

/// The size in bytes of an address in memory.
const POINTER_BYTES: u64 = 8;

/// Checks the rules for names and globals, which are outside of functions; returns the violated rules.
pub(super) fn module(module: &Module) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut names = FxHashSet::default();
    for function in module.functions.values() {
        if !names.insert(function.name.as_str()) {
            rules.push(Rule::FunctionName(function.name.clone()));
        }
    }
    names.clear();
    for (id, global) in &module.globals {
        if !names.insert(global.name.as_str()) {
            rules.push(Rule::GlobalName(global.name.clone()));
        }
        self::global(module, id, global, &mut rules);
    }
    rules
}

fn global(module: &Module, id: Global, global: &GlobalData, rules: &mut Vec<Rule>) {
    if !global.align.is_power_of_two() {
        rules.push(Rule::GlobalAlign(id));
    }
    if global.size > MAX_OBJECT_SIZE || global.bytes.len() as u64 > global.size {
        rules.push(Rule::GlobalSize(id));
    }
    let mut free_from = 0;
    for (index, reloc) in global.relocs.iter().enumerate() {
        let end = reloc.offset.checked_add(POINTER_BYTES);
        if reloc.offset < free_from || end.is_none_or(|end| end > global.size) {
            rules.push(Rule::RelocPlace(id, index));
        }
        free_from = end.unwrap_or(u64::MAX);
        let exists = match reloc.target {
            RelocTarget::Global(target) => target.index() < module.globals.len(),
            RelocTarget::Func(target) => has_function(module, target),
        };
        if !exists {
            rules.push(Rule::RelocTarget(id, index));
        }
    }
}

/// Checks the structure of a function.
pub(super) fn function(module: &Module, func: &Function, found: &mut Found) {
    let Some(signature) = module.signatures.get(func.signature) else {
        found.add(Place::Function, Rule::NoSignature(func.signature));
        return;
    };
    for (slot, data) in &func.slots {
        if !data.align.is_power_of_two() || data.size > MAX_OBJECT_SIZE {
            found.add(Place::Function, Rule::SlotShape(slot));
        }
    }
    let Some(entry) = func.entry() else { return };
    let mut check = Structure {
        module,
        func,
        layout: EntitySet::new(),
        placed: EntitySet::new(),
        found,
    };
    if !check.layout() {
        return;
    }
    for &block in func.layout() {
        check.block(block);
    }
    let params = func.params(entry).iter();
    let params = params.filter(|v| v.index() < func.num_values());
    if !params
        .map(|&v| func.ty(v))
        .eq(signature.params.iter().copied())
    {
        found.add(Place::Block(entry), Rule::EntryParams);
    }
}

struct Structure<'f> {
    module: &'f Module,
    func: &'f Function,
    layout: EntitySet<Block>,
    placed: EntitySet<Inst>,
    found: &'f mut Found,
}

impl Structure<'_> {
    /// Checks the layout of the blocks. Returns whether the layout is valid; the other checks require a valid layout.
    fn layout(&mut self) -> bool {
        let before = self.found.errors.len();
        for &block in self.func.layout() {
            if block.index() >= self.func.num_blocks() {
                self.found.add(Place::Function, Rule::NoBlock(block));
            } else if !self.layout.insert(block) {
                self.found.add(Place::Function, Rule::BlockTwice(block));
            }
        }
        self.found.errors.len() == before
    }

    fn block(&mut self, block: Block) {
        for (position, &param) in self.func.params(block).iter().enumerate() {
            let def = ValueDef::Param(block, position as u32);
            self.definition(Place::Block(block), param, def);
        }
        let insts = self.func.insts(block);
        let mut terminated = false;
        for &inst in insts {
            let place = Place::Inst(block, inst);
            if inst.index() >= self.func.num_insts() {
                self.found.add(Place::Block(block), Rule::NoInst(inst));
                return;
            }
            if !self.placed.insert(inst) {
                self.found.add(place, Rule::InstTwice(inst));
            }
            if terminated {
                self.found.add(place, Rule::AfterTerminator);
            }
            terminated = self.func.data(inst).is_terminator();
            if let Some(result) = self.func.result(inst) {
                self.definition(place, result, ValueDef::Inst(inst));
            }
            self.ids(place, self.func.data(inst));
        }
        if !terminated {
            self.found.add(Place::Block(block), Rule::NoTerminator);
        }
    }

    fn definition(&mut self, place: Place, value: Value, def: ValueDef) {
        if value.index() >= self.func.num_values() {
            self.found.add(place, Rule::NoValue(value));
        } else if self.func.def(value) != def {
            self.found.add(place, Rule::Definition(value));
        }
    }

    /// Checks that every id in an instruction denotes an existing entity.
    fn ids(&mut self, place: Place, data: &InstData) {
        let (values, found) = (self.func.num_values(), &mut *self.found);
        data.for_each_arg(|value| {
            if value.index() >= values {
                found.add(place, Rule::NoValue(value));
            }
        });
        for target in data.targets() {
            if !self.layout.contains(target.block) {
                found.add(place, Rule::NoBlock(target.block));
            } else if self.func.entry() == Some(target.block) {
                found.add(place, Rule::EntryJump);
            }
        }
        let module = self.module;
        match *data {
            InstData::StackAddr { slot } if slot.index() >= self.func.slots.len() => {
                found.add(place, Rule::NoSlot(slot));
            }
            InstData::GlobalAddr { global } if global.index() >= module.globals.len() => {
                found.add(place, Rule::NoGlobal(global));
            }
            InstData::FuncAddr { func } | InstData::Call { func, .. } => {
                match module.functions.get(func).map(|f| f.signature) {
                    None => found.add(place, Rule::NoFunction(func)),
                    Some(id) if id.index() >= module.signatures.len() => {
                        found.add(place, Rule::NoSignature(id));
                    }
                    Some(_) => {}
                }
            }
            InstData::CallIndirect { signature, .. }
                if signature.index() >= module.signatures.len() =>
            {
                found.add(place, Rule::NoSignature(signature));
            }
            _ => {}
        }
    }
}
