//! Pictures of control-flow graphs, as text for Graphviz ([`Picture::to_dot`]) or as a finished drawing ([`svg`]).
//!
//! A [`Picture`] contains the texts, nodes and edges of a drawing without positions. Each box is a basic block. The
//! picture of a difference marks changes by signs and line styles in addition to colors.
mod dot;
mod place;
pub mod svg;

use crate::diff::{Edit, FunctionDiff, ItemText, LineKind};
use rustc_hash::FxHashMap;
use symtool_analysis::symbolic::SymbolicInfo;
use symtool_analysis::text::{Listing, count, edges};
use symtool_ir::print::Names;
use symtool_ir::{Func, Inst, Module};

/// The maximum number of characters of a line that a picture shows; the rest is cut off.
const MAX_LINE: usize = 90;

/// The number of unchanged instructions that the picture of a difference shows before and after each change.
const CONTEXT: usize = 2;

/// The meaning of the style of a line, box or edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line, box or edge without a special meaning.
    Plain,
    /// A block that ends in a branch on a value that depends on a symbolic input, or an edge of this branch.
    Symbolic,
    /// A line, box or edge that is only in the form after the change.
    Added,
    /// A line, box or edge that is only in the form before the change.
    Removed,
    /// A line or box that is in both forms, with a difference.
    Changed,
}

/// A line of text in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The style of the line.
    pub mark: Mark,
    /// The text.
    pub text: String,
}

/// A box: a basic block with its label and instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The style of the box.
    pub mark: Mark,
    /// The lines, the label first.
    pub rows: Vec<Row>,
}

/// A jump from one block to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The source, as an index of [`Picture::nodes`].
    pub from: usize,
    /// The target, as an index of [`Picture::nodes`].
    pub to: usize,
    /// `T` or `F` for a branch, the case value or `default` for a switch, otherwise empty.
    pub label: String,
    /// The style of the edge.
    pub mark: Mark,
}

/// The control-flow graph of a function for drawing: the texts of its blocks, and its edges, each with a style
/// ([`Mark`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the function.
    pub title: String,
    /// The blocks; the entry block is first.
    pub nodes: Vec<Node>,
    /// The jumps.
    pub arrows: Vec<Arrow>,
    /// Whether the picture shows the difference between two forms of the function.
    pub is_diff: bool,
}

impl Picture {
    /// Returns the picture of a function, without source locations. If `marks` is given, the picture marks each block
    /// that ends in a symbolic branch (a branch on a value that depends on an input).
    pub fn of_function(module: &Module, func: Func, marks: Option<&SymbolicInfo>) -> Picture {
        Picture::with_notes(module, func, marks, &|_| None)
    }

    /// Returns the picture of a function with comments: each line of an instruction ends with the result of `note`.
    pub fn with_notes(
        module: &Module,
        func: Func,
        marks: Option<&SymbolicInfo>,
        note: &dyn Fn(Inst) -> Option<String>,
    ) -> Picture {
        let function = &module.functions[func];
        let mark = |block| match marks.is_some_and(|m| m.is_symbolic_branch(func, block)) {
            true => Mark::Symbolic,
            false => Mark::Plain,
        };
        let listing = Listing::with_names(module, function, &Names::of(function), false);
        let nodes = listing.blocks.into_iter().map(|lines| {
            let mut rows = vec![row(Mark::Plain, "", &lines.label)];
            for (inst, texts) in lines.insts {
                rows.extend(texts.iter().map(|text| row(Mark::Plain, "", text)));
                if let (Some(note), Some(last)) = (note(inst), rows.last_mut()) {
                    last.text += &format!("  ; {note}");
                }
            }
            Node {
                mark: mark(lines.block),
                rows,
            }
        });
        let places = function.layout().iter().enumerate();
        let places: FxHashMap<_, _> = places.map(|(place, &block)| (block, place)).collect();
        let arrows = edges(function).map(|(from, to, label)| Arrow {
            from: places[&from],
            to: places[&to],
            label,
            mark: mark(from),
        });
        Picture {
            title: function.name.clone(),
            nodes: nodes.collect(),
            arrows: arrows.collect(),
            is_diff: false,
        }
    }

    /// Returns the picture of a difference: the blocks and edges of both forms. An unchanged instruction that is more
    /// than `CONTEXT` lines away from every change is omitted. The last instruction of a block is always shown.
    pub fn of_diff(diff: &FunctionDiff) -> Picture {
        let nodes = (0..diff.blocks.len()).map(|block| diff_node(diff, block));
        let arrows = diff.edges.iter().map(|edge| Arrow {
            from: edge.from,
            to: edge.to,
            label: edge.label.newest().clone(),
            mark: mark(&edge.label),
        });
        Picture {
            title: diff.name.clone(),
            nodes: nodes.collect(),
            arrows: arrows.collect(),
            is_diff: true,
        }
    }

    /// Returns the number of lines in all boxes.
    pub fn line_count(&self) -> usize {
        self.nodes.iter().map(|node| node.rows.len()).sum()
    }
}

fn mark<T>(edit: &Edit<T>) -> Mark {
    match edit {
        Edit::Same(_) => Mark::Plain,
        Edit::Added(_) => Mark::Added,
        Edit::Removed(_) => Mark::Removed,
        Edit::Changed { .. } => Mark::Changed,
    }
}

/// Returns a line with `sign` in front of at most [`MAX_LINE`] characters of `text`.
fn row(mark: Mark, sign: &str, text: &str) -> Row {
    let text = text.trim_end();
    let text = match text.char_indices().nth(MAX_LINE) {
        Some((end, _)) => format!("{sign}{}…", &text[..end]),
        None => format!("{sign}{text}"),
    };
    Row { mark, text }
}

/// Returns the box of a block of a difference.
fn diff_node(diff: &FunctionDiff, block: usize) -> Node {
    let in_block = diff.lines.iter().filter(|line| line.block == Some(block));
    let lines: Vec<_> = in_block.collect();
    let changed: Vec<usize> = (0..lines.len())
        .filter(|&at| !lines[at].text.is_same())
        .collect();
    let is_near = |at: usize| {
        let next = changed.partition_point(|&other| other + CONTEXT < at);
        changed
            .get(next)
            .is_some_and(|&other| other <= at + CONTEXT)
    };
    let mut rows = Vec::new();
    let mut hidden = 0;
    for (at, line) in lines.iter().enumerate() {
        let is_end = at + 1 == lines.len();
        if line.kind == LineKind::Inst && !is_end && !is_near(at) {
            hidden += 1;
            continue;
        }
        rows.extend(folded(std::mem::take(&mut hidden)));
        rows.extend(diff_rows(&line.text));
    }
    let own = mark(&diff.blocks[block]);
    let mark = match own {
        Mark::Plain if !changed.is_empty() => Mark::Changed,
        _ => own,
    };
    Node { mark, rows }
}

fn folded(hidden: usize) -> Option<Row> {
    let text = format!("    … {}", count(hidden, "unchanged instruction"));
    (hidden > 0).then(|| row(Mark::Plain, "", &text))
}

/// Returns the lines of an item, with the signs of a unified diff.
fn diff_rows(edit: &Edit<ItemText>) -> Vec<Row> {
    let signed = |mark: Mark, sign: &str, text: &str| -> Vec<Row> {
        text.lines().map(|line| row(mark, sign, line)).collect()
    };
    match edit {
        Edit::Same(text) => signed(Mark::Plain, "  ", &text.plain),
        Edit::Added(text) => signed(Mark::Added, "+ ", &text.plain),
        Edit::Removed(text) => signed(Mark::Removed, "- ", &text.plain),
        Edit::Changed { before, after } => {
            let mut rows = signed(Mark::Changed, "- ", &before.plain);
            rows.extend(signed(Mark::Changed, "+ ", &after.plain));
            rows
        }
    }
}
