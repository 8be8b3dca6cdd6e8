//! The difference between two forms of a program, such as the program before and after a pass. Instructions with the
//! same meaning are aligned even if their values have different numbers.
//!
//! A pass renumbers values and merges blocks, so a comparison of the printed texts shows changes everywhere. Here, each
//! function is a list of *items*: its header, stack slots, block labels and instructions in textual order. The lists of
//! the two forms are compared in four steps:
//!
//! 1. `items` extracts the items.
//! 2. `align` pairs items, in the order of both lists, so that the total score of the pairs is as large as possible.
//! 3. `search` repeats the alignment, because operands can be compared only if the instructions that define them are
//!    aligned. Its result is a correspondence of values and blocks (`matching`).
//! 4. `names` gives corresponding values and blocks the same printed names.
//!
//! Two aligned items are equal if their texts, printed with these names, are equal. Differences in source locations
//! are ignored.
//!
//! ```
//! use symtool_ir::parse::parse_module;
//! use symtool_passes::diff::diff;
//!
//! let form = |sum: &str| {
//!     let text = format!("func @f(%a: i32) -> i32 {{\nentry:\n{sum}  %s = add %a, 1\n  return %s\n}}\n");
//!     parse_module(&text, "f.sir").expect("valid syntax")
//! };
//! let changes = diff(&form("  %0 = mul %a, 3\n"), &form(""));
//! assert!(changes.to_text(false).contains("-  %1 = mul i32 %a, 3\n"));
//! assert_eq!(changes.after.instructions, 2);
//! ```
mod align;
mod items;
mod matching;
mod names;
mod score;
mod search;
mod text;
mod union;

use crate::size::IrSize;
use matching::Matching;
use rustc_hash::FxHashMap;
use symtool_ir::print::{Names, function_with_names, global_to_string};
use symtool_ir::{Function, Module};

/// A line of text, or a node or edge of a graph, that occurs in one or both of two compared forms of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit<T> {
    /// The line, node or edge is in both forms.
    Same(T),
    /// The line, node or edge is only in the form after the change.
    Added(T),
    /// The line, node or edge is only in the form before the change.
    Removed(T),
    /// The line, node or edge is in both forms, with a difference.
    Changed {
        /// The form before the change.
        before: T,
        /// The form after the change.
        after: T,
    },
}

impl<T> Edit<T> {
    /// Returns whether the line, node or edge is equal in both forms.
    pub fn is_same(&self) -> bool {
        matches!(self, Edit::Same(_))
    }

    /// Returns the line, node or edge of the form after the change. If it was removed, returns the line, node or edge
    /// of the form before the change.
    pub fn newest(&self) -> &T {
        match self {
            Edit::Same(text) | Edit::Added(text) | Edit::Removed(text) => text,
            Edit::Changed { after, .. } => after,
        }
    }
}

/// The kind of a line of a function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The header, a declaration, or a stack slot.
    Head,
    /// The label of a block.
    Label,
    /// An instruction.
    Inst,
}

/// The printed text of an item: a function header, stack slot, block label or instruction. A switch has several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemText {
    /// The text without source locations.
    pub plain: String,
    /// The text with source locations.
    pub located: String,
}

/// A printed item of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The kind of the item.
    pub kind: LineKind,
    /// The block that contains the item, as an index of [`FunctionDiff::blocks`]. It is the block of the form after the
    /// change, except for a removed item. `None` for the header and the stack slots.
    pub block: Option<usize>,
    /// The text of the item, in one or both forms.
    pub text: Edit<ItemText>,
}

/// An edge of the control-flow graph of one or both forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The source, as an index of [`FunctionDiff::blocks`].
    pub from: usize,
    /// The target, as an index of [`FunctionDiff::blocks`].
    pub to: usize,
    /// `T` or `F` for a branch, the case value or `default` for a switch, otherwise empty. An edge is never `Changed`.
    pub label: Edit<String>,
}

/// The difference between two forms of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDiff {
    /// The name of the function.
    pub name: String,
    /// The size before the change; zero if there is no body.
    pub before: IrSize,
    /// The size after the change; zero if there is no body.
    pub after: IrSize,
    /// The printed items (header, stack slots, labels, instructions) of both forms; two corresponding items form one
    /// line. Without the added items, the lines are the form before the change; without the removed items, they are the
    /// form after it.
    pub lines: Vec<Line>,
    /// The labels of the blocks of both forms. Two aligned blocks have one entry.
    pub blocks: Vec<Edit<String>>,
    /// The edges of the control-flow graphs of both forms.
    pub edges: Vec<Edge>,
}

impl FunctionDiff {
    /// Returns whether both forms of the function are equal, except for source locations and numbers of values.
    pub fn is_unchanged(&self) -> bool {
        self.lines.iter().all(|line| line.text.is_same())
    }
}

/// The difference between two forms of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleDiff {
    /// The size before the change.
    pub before: IrSize,
    /// The size after the change.
    pub after: IrSize,
    /// The printed texts of the globals that differ.
    pub globals: Vec<Edit<String>>,
    /// All functions with a body, and the declarations that differ.
    pub functions: Vec<FunctionDiff>,
}

impl ModuleDiff {
    /// Keeps only the function `name`, and removes the globals; the sizes become those of this function. Returns
    /// `false`, without a change, if the difference does not list this function.
    pub fn retain_function(&mut self, name: &str) -> bool {
        let is_present = self.functions.iter().any(|f| f.name == name);
        if is_present {
            self.retain_functions(|other| other == name);
        }
        is_present
    }

    /// Keeps only the functions for whose names `is_kept` returns true, and removes the globals. The sizes become the
    /// sums of the sizes of the kept functions.
    pub fn retain_functions(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.functions.retain(|function| is_kept(&function.name));
        self.globals.clear();
        (self.before, self.after) = (IrSize::default(), IrSize::default());
        for function in &self.functions {
            self.before += function.before;
            self.after += function.after;
        }
    }
}

/// Returns the difference between two forms of a program. Functions, globals and stack slots correspond by name.
///
/// # Panics
/// If a module is ill-formed (see [`verify`](symtool_ir::verify)).
pub fn diff(before: &Module, after: &Module) -> ModuleDiff {
    // Printed modules number their values in textual order (compact form), so the compared modules must have the same
    // numbers.
    let (before, after) = (&before.compact(), &after.compact());
    ModuleDiff {
        before: IrSize::of_module(before),
        after: IrSize::of_module(after),
        globals: globals(before, after),
        functions: functions(before, after),
    }
}

/// A function together with its module: one of the two forms to compare.
#[derive(Copy, Clone)]
struct Form<'m> {
    module: &'m Module,
    function: &'m Function,
}

fn functions(before: &Module, after: &Module) -> Vec<FunctionDiff> {
    fn by_name(module: &Module) -> FxHashMap<&str, Form<'_>> {
        let functions = module.functions.values();
        let forms = functions.map(|function| (&*function.name, Form { module, function }));
        forms.collect()
    }
    let (old, new) = (by_name(before), by_name(after));
    let only_after = after.functions.values().map(|f| f.name.as_str());
    let names = before.functions.values().map(|f| f.name.as_str());
    names
        .chain(only_after.filter(|name| !old.contains_key(name)))
        .map(|name| function(name, old.get(name).copied(), new.get(name).copied()))
        .filter(|f| f.before.blocks + f.after.blocks > 0 || !f.is_unchanged())
        .collect()
}

fn function(name: &str, before: Option<Form<'_>>, after: Option<Form<'_>>) -> FunctionDiff {
    let matching = match (before, after) {
        (Some(before), Some(after)) if plain(before) == plain(after) => {
            Matching::identity(before.function)
        }
        (Some(before), Some(after)) => search::search(before, after),
        _ => Matching::default(),
    };
    let size = |form: Option<Form<'_>>| {
        form.map_or(IrSize::default(), |form| IrSize::of_function(form.function))
    };
    let union = union::union(before, after, &matching);
    FunctionDiff {
        name: name.to_owned(),
        before: size(before),
        after: size(after),
        lines: union.lines,
        blocks: union.blocks,
        edges: union.edges,
    }
}

/// Returns the text of a function without source locations.
fn plain(form: Form<'_>) -> String {
    function_with_names(form.module, form.function, &Names::of(form.function), false)
}

fn globals(before: &Module, after: &Module) -> Vec<Edit<String>> {
    fn by_name(module: &Module) -> FxHashMap<&str, String> {
        let globals = module.globals.iter();
        globals
            .map(|(id, data)| (data.name.as_str(), global_to_string(module, id)))
            .collect()
    }
    let (old, new) = (by_name(before), by_name(after));
    let edit = |name: &str| match (old.get(name).cloned(), new.get(name).cloned()) {
        (Some(before), Some(after)) if before == after => None,
        (Some(before), Some(after)) => Some(Edit::Changed { before, after }),
        (Some(before), None) => Some(Edit::Removed(before)),
        (None, after) => after.map(Edit::Added),
    };
    let names = before.globals.values().map(|data| data.name.as_str());
    let only_after = after.globals.values().map(|data| data.name.as_str());
    names
        .chain(only_after.filter(|name| !old.contains_key(name)))
        .filter_map(edit)
        .collect()
}
