//! Prints the textual form of the IR, `.sir`.
//!
//! The form is complete: for a [compact](Module::compact) module, which numbers its entities in textual order,
//! [`parse_module`](crate::parse::parse_module) of the printed text gives an equal module. Values, blocks and slots are
//! printed by their readable names. If several values have the same name, the first is printed by name and the others
//! by number (`%7`). Ill-formed IR is also printed, because messages of the verifier quote instructions; the parser may
//! reject the text of ill-formed IR.
//!
//! ```text
//! file @x.c "src/x.c"                                a source file and its short name
//! global const @.str.0, size 4, align 1, bytes "abc\0"
//! global @p, size 16, align 8, bytes zero 16, reloc 8: @.str.0 + 1
//! declare @puts(ptr) -> i32
//! func @f(%n: i32, ...) -> i32 @x.c:3:5 {            parameters of the function and of its first block
//!   slot $buf, size 10, align 1
//! entry:
//!   %p = stack_addr $buf
//!   %c = slt i32 %n, 5                               the type is that of the operands
//!   store.if %c, i8 65, %p                  @x.c:4:9 positions follow the instruction
//!   branch %c, loop(0), done
//! loop(%i: i32):
//!   …
//! ```
//! The grammar is in the documentation of [`parse`](crate::parse).
mod bytes;
mod function;
mod inst;
pub(crate) mod literal;
mod names;

use crate::entities::{Block, Func, Global, Inst, Value};
use crate::function::Function;
use crate::module::{GlobalData, Module, RelocTarget, SignatureData};
use crate::source::{LocSet, SourceLoc};
use function::FunctionPrinter;
pub use literal::{literal, quote};
pub use names::Names;
use std::fmt::{self, Write};

/// Returns the text of a module.
pub fn module_to_string(module: &Module) -> String {
    ModulePrinter::new(module, true).module()
}

/// Returns the text of a module without source locations. The text is shorter, and does not change when C code moves to
/// other lines.
pub fn module_without_locs(module: &Module) -> String {
    ModulePrinter::new(module, false).module()
}

/// Returns the text of one function.
pub fn function_to_string(module: &Module, function: &Function) -> String {
    let printer = ModulePrinter::new(module, true);
    FunctionPrinter::new(&printer, function).function()
}

/// Returns the text of one function in which entities have the names `names`, with source locations if `locs` is set.
/// By choosing the names, the caller can give corresponding entities of two versions of a function (for example,
/// before and after a pass) the same name. The parser may reject a text with such names.
pub fn function_with_names(
    module: &Module,
    function: &Function,
    names: &Names,
    locs: bool,
) -> String {
    let printer = ModulePrinter::new(module, locs);
    FunctionPrinter::with_names(&printer, function, names).function()
}

/// Returns the text of one global, without its source locations.
pub fn global_to_string(module: &Module, global: Global) -> String {
    ModulePrinter::new(module, false).global(&module.globals[global])
}

/// Returns the text of one instruction, without its source locations.
pub fn inst_to_string(module: &Module, function: &Function, inst: Inst) -> String {
    let printer = ModulePrinter::new(module, false);
    FunctionPrinter::new(&printer, function).inst(inst)
}

/// Returns the text of one instruction in which entities have the names `names`, without its source locations.
pub fn inst_with_names(module: &Module, function: &Function, names: &Names, inst: Inst) -> String {
    let printer = ModulePrinter::new(module, false);
    FunctionPrinter::with_names(&printer, function, names).inst(inst)
}

/// Returns the text of a value as an operand: the name of the value, or a literal with its type.
pub fn value_to_string(module: &Module, function: &Function, value: Value) -> String {
    let printer = ModulePrinter::new(module, false);
    FunctionPrinter::new(&printer, function).operand(value, None)
}

/// Returns the label of a block.
pub fn block_to_string(module: &Module, function: &Function, block: Block) -> String {
    let printer = ModulePrinter::new(module, false);
    FunctionPrinter::new(&printer, function).block(block)
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&module_to_string(self))
    }
}

impl fmt::Display for SignatureData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut params: Vec<&str> = self.params.iter().map(|t| t.name()).collect();
        if self.variadic {
            params.push("...");
        }
        write!(f, "({})", params.join(", "))?;
        match self.result {
            Some(ty) => write!(f, " -> {ty}"),
            None => Ok(()),
        }
    }
}

/// The width in characters to which a line is padded before its source locations are printed. If the line is longer,
/// its source locations follow the text directly.
const LOC_COLUMN: usize = 48;

/// The data for printing that is common to all functions of a module.
struct ModulePrinter<'m> {
    module: &'m Module,
    /// The short name of each file: its name without folders. If this name needs quotes, is a number, or is already the
    /// short name of an earlier file, the number of the file is used instead.
    files: Vec<String>,
    locs: bool,
}

impl<'m> ModulePrinter<'m> {
    fn new(module: &'m Module, locs: bool) -> ModulePrinter<'m> {
        let mut files: Vec<String> = Vec::new();
        for (id, name) in module.source.files() {
            let base = name.rsplit('/').next().unwrap_or_default();
            let usable = literal::is_bare(base)
                && !base.bytes().all(|b| b.is_ascii_digit())
                && !files.iter().any(|other| other == base);
            files.push(if usable {
                base.to_owned()
            } else {
                id.as_u32().to_string()
            });
        }
        ModulePrinter {
            module,
            files,
            locs,
        }
    }

    fn module(&self) -> String {
        let mut out = String::new();
        if self.locs {
            for ((_, name), alias) in self.module.source.files().zip(&self.files) {
                let _ = writeln!(out, "file @{alias} {}", quote(name));
            }
        }
        for (index, global) in self.module.globals.values().enumerate() {
            if index == 0 && !out.is_empty() {
                out.push('\n');
            }
            let _ = writeln!(out, "{}", self.with_locs(self.global(global), &global.locs));
        }
        let mut previous_was_declaration = false;
        for function in self.module.functions.values() {
            let declaration = function.is_declaration();
            let grouped = declaration && previous_was_declaration;
            if !out.is_empty() && !grouped {
                out.push('\n');
            }
            out.push_str(&FunctionPrinter::new(self, function).function());
            previous_was_declaration = declaration;
        }
        out
    }

    fn global(&self, global: &GlobalData) -> String {
        let constant = if global.constant { "const " } else { "" };
        let mut out = format!(
            "global {constant}@{}, size {}, align {}",
            literal::name(&global.name),
            global.size,
            global.align
        );
        if !global.bytes.is_empty() {
            let _ = write!(out, ", bytes {}", bytes::pieces(&global.bytes).join(" "));
        }
        for reloc in &global.relocs {
            let target = match reloc.target {
                RelocTarget::Global(id) => self.global_name(id),
                RelocTarget::Func(id) => format!("func {}", self.func_name(id)),
            };
            let _ = write!(out, ", reloc {}: {target}", reloc.offset);
            match reloc.addend {
                0 => {}
                1.. => {
                    let _ = write!(out, " + {}", reloc.addend);
                }
                _ => {
                    let _ = write!(out, " - {}", reloc.addend.unsigned_abs());
                }
            }
        }
        out
    }

    fn global_name(&self, id: Global) -> String {
        match self.module.globals.get(id) {
            Some(global) => format!("@{}", literal::name(&global.name)),
            None => format!("@\"no such {id}\""),
        }
    }

    fn func_name(&self, id: Func) -> String {
        match self.module.functions.get(id) {
            Some(function) => format!("@{}", literal::name(&function.name)),
            None => format!("@\"no such {id}\""),
        }
    }

    /// Appends source locations to a line: at column [`LOC_COLUMN`], or at the end of a longer line.
    fn with_locs(&self, mut line: String, locs: &LocSet) -> String {
        if !self.locs || locs.is_empty() {
            return line;
        }
        let width = line.rsplit('\n').next().map_or(0, |l| l.chars().count());
        line.extend(std::iter::repeat_n(' ', LOC_COLUMN.saturating_sub(width)));
        self.append_locs(&mut line, locs);
        line
    }

    /// Appends ` @file:line:column` for each location, in source order.
    fn append_locs(&self, line: &mut String, locs: &LocSet) {
        if !self.locs {
            return;
        }
        let source = &self.module.source;
        let mut places: Vec<SourceLoc> =
            locs.iter().filter_map(|loc| source.try_get(loc)).collect();
        places.sort();
        for place in places {
            let file = place.file.as_u32() as usize;
            let _ = write!(
                line,
                " @{}:{}:{}",
                self.files[file], place.line, place.column
            );
        }
    }
}
