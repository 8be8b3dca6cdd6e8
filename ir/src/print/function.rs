//! Prints a function: its header, stack slots and blocks.
use super::literal::{literal, local_name};
use super::{ModulePrinter, Names};
use crate::entities::{Block, StackSlot, Value};
use crate::function::{Function, ValueDef};
use crate::module::SignatureData;
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::borrow::Cow;
use std::fmt::Write;

/// The printer of one function.
pub(super) struct FunctionPrinter<'p> {
    pub(super) printer: &'p ModulePrinter<'p>,
    pub(super) func: &'p Function,
    names: Cow<'p, Names>,
}

impl<'p> FunctionPrinter<'p> {
    /// Returns a printer that prints an entity by its readable name, or by number if it has none.
    pub(super) fn new(printer: &'p ModulePrinter<'p>, func: &'p Function) -> FunctionPrinter<'p> {
        FunctionPrinter {
            printer,
            func,
            names: Cow::Owned(Names::of(func)),
        }
    }

    /// Returns a printer that prints entities by the names `names`.
    pub(super) fn with_names(
        printer: &'p ModulePrinter<'p>,
        func: &'p Function,
        names: &'p Names,
    ) -> FunctionPrinter<'p> {
        FunctionPrinter {
            printer,
            func,
            names: Cow::Borrowed(names),
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
            let is_own = data.name.is_empty() || name == format!("${}", local_name(&data.name));
            let quoted = match is_own {
                true => String::new(),
                false => format!(" {}", super::quote(&data.name)),
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

    /// Returns whether the types of the entry block's parameters are those of the signature, as in every well-formed
    /// function. In this case, the header of the function names these parameters.
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
        self.names.value(value)
    }

    /// Returns the text of an operand. A constant is printed without its type if the type is `expected`, which the
    /// parser infers from the instruction.
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

    /// Returns the type of a value; `None` if the function has no value with this number, as in ill-formed IR.
    pub(super) fn ty(&self, value: Value) -> Option<Type> {
        (value.index() < self.func.num_values()).then(|| self.func.ty(value))
    }

    pub(super) fn block(&self, block: Block) -> String {
        self.names.block(block)
    }

    pub(super) fn slot(&self, slot: StackSlot) -> String {
        self.names.slot(slot)
    }
}
