//! Prints a picture for Graphviz.
use super::{Arrow, Mark, Node, Picture, Row};
use std::fmt::Write;

impl Picture {
    /// Returns the picture as a Graphviz `digraph`.
    pub fn to_dot(&self) -> String {
        let name = escape(&self.title);
        let mut out = format!(
            "digraph \"{name}\" {{\n  label=\"{name}\";\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n"
        );
        for (index, node) in self.nodes.iter().enumerate() {
            let label = if self.is_diff {
                colored_label(&node.rows)
            } else {
                plain_label(&node.rows)
            };
            let _ = writeln!(out, "  block{index} [label={label}{}];", node_style(node));
            for arrow in self.arrows.iter().filter(|arrow| arrow.from == index) {
                let attributes = match arrow_attributes(arrow).as_slice() {
                    [] => String::new(),
                    some => format!(" [{}]", some.join(", ")),
                };
                let _ = writeln!(out, "  block{index} -> block{}{attributes};", arrow.to);
            }
        }
        out.push_str("}\n");
        out
    }
}

fn plain_label(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| escape(&row.text) + "\\l");
    format!("\"{}\"", lines.collect::<String>())
}

/// Returns the label of a box in Graphviz's HTML-like syntax, in which each line has its own color.
fn colored_label(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        // Graphviz removes spaces at the start of a line.
        let indent = row.text.len() - row.text.trim_start().len();
        let text = "&#160;".repeat(indent) + &escape_html(row.text.trim_start());
        let text = match line_style(row.mark) {
            Some((color, _)) => format!("<font color=\"{color}\">{text}</font>"),
            None => text,
        };
        text + "<br align=\"left\"/>"
    });
    format!("<{}>", lines.collect::<String>())
}

/// Returns the color and the line style of a line, box or edge that differs between two forms; `None` for a line, box
/// or edge without a difference. The colors are readable on white.
fn line_style(mark: Mark) -> Option<(&'static str, &'static str)> {
    match mark {
        Mark::Plain | Mark::Symbolic => None,
        Mark::Added => Some(("#1a7f37", "bold")),
        Mark::Removed => Some(("#b3261e", "dashed")),
        Mark::Changed => Some(("#9a6700", "solid")),
    }
}

fn node_style(node: &Node) -> String {
    match line_style(node.mark) {
        Some((color, style)) => format!(", style={style}, color=\"{color}\""),
        None if node.mark == Mark::Symbolic => {
            ", style=filled, fillcolor=\"lightsalmon\"".to_owned()
        }
        None => String::new(),
    }
}

fn arrow_attributes(arrow: &Arrow) -> Vec<String> {
    let mut attributes = Vec::new();
    if !arrow.label.is_empty() {
        attributes.push(format!("label=\"{}\"", escape(&arrow.label)));
    }
    match line_style(arrow.mark) {
        Some((color, style)) => attributes.push(format!("color=\"{color}\", style={style}")),
        None if arrow.mark == Mark::Symbolic => attributes.push("color=\"red\"".to_owned()),
        None => {}
    }
    attributes
}

/// Escapes text for a quoted Graphviz string.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Escapes text for an HTML-like label.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
