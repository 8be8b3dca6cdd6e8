//! Prints a function: its header, stack slots and blocks.
use super::ModulePrinter;
use super::literal::{block_name, literal, local_name};
use crate::entities::{Block, StackSlot, Value};
use crate::function::{Function, ValueDef};
use crate::module::SignatureData;
use crate::types::Type;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::hash::Hash;

/// The printer of one function. `values`, `blocks` and `slots` contain the entities that are printed by name; all
/// others are printed by number.
pub(super) struct FunctionPrinter<'p> {
    pub(super) printer: &'p ModulePrinter<'p>,
    pub(super) func: &'p Function,
    values: FxHashMap<Value, &'p str>,
    blocks: FxHashMap<Block, &'p str>,
    slots: FxHashMap<StackSlot, &'p str>,
}

impl<'p> FunctionPrinter<'p> {
    pub(super) fn new(printer: &'p ModulePrinter<'p>, func: &'p Function) -> FunctionPrinter<'p> {
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
        FunctionPrinter {
            printer,
            func,
            values: unique(values.map(|v| (v, func.value_name(v)))),
            blocks: unique(blocks.iter().map(|&b| (b, func.block_name(b)))),
            slots: unique(
                func.slots
                    .iter()
                    .map(|(slot, data)| (slot, Some(data.name.as_str()).filter(|n| !n.is_empty()))),
            ),
        }
    }

    /// Returns the text of the function, which ends with a line end.
    pub(super) fn function(&self) -> String {
        let func = self.func;
        let signature = self.printer.module.signatures.get(func.signature);
        let name = super::literal::name(&func.name);
        let Some(entry) = func.entry() else {
            let text = signature.map_or("(?)".to_owned(), ToString::to_string);
            let mut line = format!("declare @{name}{text}");
            self.printer.append_locs(&mut line, &func.locs);
            return line + "\n";
        };
        let in_header = signature.is_some_and(|s| self.entry_fits(s, entry));
        let types = match signature {
            Some(signature) if in_header => self.header(signature, entry),
            Some(signature) => signature.to_string(),
            None => "(?)".to_owned(),
        };
        let mut out = format!("func @{name}{types}");
        self.printer.append_locs(&mut out, &func.locs);
        out.push_str(" {\n");
        for (slot, data) in &func.slots {
            let name = self.slot(slot);
            let quoted = if self.slots.contains_key(&slot) || data.name.is_empty() {
                String::new()
            } else {
                format!(" {}", super::quote(&data.name))
            };
            let _ = writeln!(
                out,
                "  slot {name}{quoted}, size {}, align {}",
                data.size, data.align
            );
        }
        for &block in func.layout() {
            let params = !(block == entry && in_header);
            let _ = writeln!(out, "{}:", self.label(block, params));
            for &inst in func.insts(block) {
                let line = format!("  {}", self.inst(inst));
                let _ = writeln!(out, "{}", self.printer.with_locs(line, func.locs(inst)));
            }
        }
        out.push_str("}\n");
        out
    }

    /// Returns whether the header can contain the names of the entry block's parameters, as in every
    /// well-formed function.
    fn entry_fits(&self, signature: &SignatureData, entry: Block) -> bool {
        let types = self.func.params(entry).iter().map(|&v| self.func.ty(v));
        types.eq(signature.params.iter().copied())
    }

    fn header(&self, signature: &SignatureData, entry: Block) -> String {
        let mut params = self.param_list(entry);
        if signature.variadic {
            params.push("...".to_owned());
        }
        let result = signature
            .result
            .map_or(String::new(), |ty| format!(" -> {ty}"));
        format!("({}){result}", params.join(", "))
    }

    fn param_list(&self, block: Block) -> Vec<String> {
        let params = self.func.params(block).iter();
        params
            .map(|&v| format!("{}: {}", self.value(v), self.func.ty(v)))
            .collect()
    }

    fn label(&self, block: Block, params: bool) -> String {
        let mut label = self.block(block);
        if params && !self.func.params(block).is_empty() {
            let _ = write!(label, "({})", self.param_list(block).join(", "));
        }
        label
    }

    /// Returns the printed name of a value that is not a constant.
    pub(super) fn value(&self, value: Value) -> String {
        match self.values.get(&value) {
            Some(name) => format!("%{}", local_name(name)),
            None => value.to_string(),
        }
    }

    /// Returns the text of an operand. A constant is printed with its type if this is not the type `expected`.
    pub(super) fn operand(&self, value: Value, expected: Option<Type>) -> String {
        let Some(ty) = self.ty(value) else {
            return value.to_string();
        };
        match self.func.def(value) {
            ValueDef::Const(bits) if expected == Some(ty) => literal(ty, bits),
            ValueDef::Const(bits) => format!("{ty} {}", literal(ty, bits)),
            _ => self.value(value),
        }
    }

    /// Returns the type of a value, if the value exists.
    pub(super) fn ty(&self, value: Value) -> Option<Type> {
        (value.index() < self.func.num_values()).then(|| self.func.ty(value))
    }

    pub(super) fn block(&self, block: Block) -> String {
        match self.blocks.get(&block) {
            Some(name) => block_name(name),
            None => block.to_string(),
        }
    }

    pub(super) fn slot(&self, slot: StackSlot) -> String {
        match self.slots.get(&slot) {
            Some(name) => format!("${}", local_name(name)),
            None => format!("${}", slot.as_u32()),
        }
    }
}

/// Returns the names under which entities are printed. If several entities have the same name, the first one is printed
/// by this name and the others by number.
fn unique<'n, E: Copy + Eq + Hash>(
    named: impl Iterator<Item = (E, Option<&'n str>)>,
) -> FxHashMap<E, &'n str> {
    let mut taken: FxHashSet<&str> = FxHashSet::default();
    let mut names = FxHashMap::default();
    for (entity, name) in named {
        if let Some(name) = name.filter(|name| taken.insert(name)) {
            names.insert(entity, name);
        }
    }
    names
}
