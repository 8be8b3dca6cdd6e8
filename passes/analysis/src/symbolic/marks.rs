//! Prints the text of a function, with the results of the symbolic analysis as comments.
use super::{Reason, SymbolicInfo};
use crate::points_to::{Object, ObjectId};
use crate::text::Listing;
use std::fmt::Write;
use symtool_ir::print::Names;
use symtool_ir::{Func, InstData, Module};

/// Returns the text of a function as [`function_to_string`](symtool_ir::print::function_to_string) prints it, with a
/// comment for each symbolic value and the reason why it is symbolic. The text can be parsed, because comments are
/// ignored.
pub fn marked(module: &Module, func: Func, info: &SymbolicInfo) -> String {
    let function = &module.functions[func];
    let names = Names::of(function);
    let listing = Listing::with_names(module, function, &names, true);
    let describe = |reason: Reason| describe((module, &names), info, reason);
    let mut out = String::new();
    for line in listing.head {
        let _ = writeln!(out, "{line}");
    }
    for block in listing.blocks {
        let params = function.params(block.block).iter().copied();
        let reasons: Vec<String> = params
            .filter_map(|v| {
                let why = info.reason(func, v)?;
                Some(format!("{}: {}", names.value(v), describe(why)))
            })
            .collect();
        let comment = match reasons.as_slice() {
            [] => String::new(),
            _ => format!("  ; symbolic {}", reasons.join("; ")),
        };
        let _ = writeln!(out, "{}{comment}", block.label);
        for (inst, lines) in block.insts {
            let result = function.result(inst);
            let mut comment = result
                .and_then(|v| info.reason(func, v))
                .map(|why| format!("  ; symbolic: {}", describe(why)))
                .unwrap_or_default();
            match function.data(inst) {
                InstData::Branch { .. } | InstData::Switch { .. }
                    if info.is_symbolic_branch(func, block.block) =>
                {
                    comment = "  ; symbolic branch".to_owned();
                }
                InstData::Store { .. } if info.is_symbolic_address(func, inst) => {
                    comment = "  ; symbolic address".to_owned();
                }
                _ => {}
            }
            for (index, line) in lines.iter().enumerate() {
                let comment = if index == 0 { comment.as_str() } else { "" };
                let _ = writeln!(out, "{line}{comment}");
            }
        }
    }
    out.push_str("}\n");
    out
}

/// Describes the reason why a value of a function is symbolic. `names` are the printed names of the function's values.
/// A symbolic value is not a constant, so it is printed by its name.
fn describe((module, names): (&Module, &Names), info: &SymbolicInfo, reason: Reason) -> String {
    match reason {
        Reason::Input => "input".to_owned(),
        Reason::Value(value) => format!("from {}", names.value(value)),
        Reason::Memory(object) => format!("memory of {}", object_name(module, info, object)),
        Reason::Anywhere => "memory at an unknown address".to_owned(),
        Reason::Join(block) => format!("paths from the branch of {} join", names.block(block)),
        Reason::Loop(value) => format!("{} is used after a divergent loop", names.value(value)),
        Reason::Argument(caller) => format!("argument from @{}", module.functions[caller].name),
        Reason::Result(callee) => format!("result of @{}", module.functions[callee].name),
    }
}

fn object_name(module: &Module, info: &SymbolicInfo, object: ObjectId) -> String {
    match info.points_to().object(object) {
        Object::Global(global) => format!("@{}", module.globals[global].name),
        Object::Slot(func, slot) => {
            let function = &module.functions[func];
            format!("${} of @{}", function.slots[slot].name, function.name)
        }
        Object::Allocation(func, _) => format!("the heap from @{}", module.functions[func].name),
        Object::VaArea(func) => {
            format!("the variadic arguments of @{}", module.functions[func].name)
        }
        Object::Function(func) => format!("@{}", module.functions[func].name),
    }
}
