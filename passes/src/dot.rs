//! Prints a function's control-flow graph for Graphviz.
use crate::analysis::symbolic::SymbolicInfo;
use crate::text::Listing;
use std::fmt::Write;
use symtool_ir::{Block, Func, Function, InstData, LocSet, Module};

/// Returns the Graphviz `digraph` of a function. Each block is a box with its instructions; each jump is an edge. The
/// edges of a branch are labelled `T` and `F`, and the edges of a switch with the case values. With `marks`, the
/// blocks that end in a symbolic branch (on a value that depends on an input) are filled with a color.
pub fn function_to_dot(module: &Module, func: Func, marks: Option<&SymbolicInfo>) -> String {
    let mut function = module.functions[func].clone();
    for block in function.layout().to_vec() {
        for inst in function.insts(block).to_vec() {
            *function.locs_mut(inst) = LocSet::none();
            if let Some(origins) = function.data_mut(inst).origins_mut() {
                *origins = None;
            }
        }
    }
    let name = escape(&function.name);
    let mut out = format!(
        "digraph \"{name}\" {{\n  label=\"{name}\";\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n"
    );
    for lines in Listing::new(module, &function).blocks {
        let symbolic = marks.is_some_and(|m| m.is_symbolic_branch(func, lines.block));
        let style = if symbolic {
            ", style=filled, fillcolor=\"lightsalmon\""
        } else {
            ""
        };
        let mut label = escape(&lines.label) + "\\l";
        for line in lines.insts.iter().flat_map(|(_, text)| text) {
            label += &escape(line.trim_end());
            label += "\\l";
        }
        let _ = writeln!(out, "  {} [label=\"{label}\"{style}];", lines.block);
        edges(&function, lines.block, symbolic, &mut out);
    }
    out.push_str("}\n");
    out
}

fn edges(function: &Function, block: Block, symbolic: bool, out: &mut String) {
    let data = function.data(function.terminator(block));
    for (index, target) in data.targets().iter().enumerate() {
        let label = match data {
            InstData::Branch { .. } => ["T", "F"][index.min(1)].to_owned(),
            InstData::Switch { cases, .. } => cases
                .get(index)
                .map_or("default".to_owned(), |(bits, _)| bits.to_string()),
            _ => String::new(),
        };
        let mut attributes = Vec::new();
        if !label.is_empty() {
            attributes.push(format!("label=\"{label}\""));
        }
        if symbolic {
            attributes.push("color=\"red\"".to_owned());
        }
        let attributes = match attributes.as_slice() {
            [] => String::new(),
            some => format!(" [{}]", some.join(", ")),
        };
        let _ = writeln!(out, "  {block} -> {}{attributes};", target.block);
    }
}

/// Escapes text for a quoted Graphviz string.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
