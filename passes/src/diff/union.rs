//! The lines, blocks and edges that occur in a function before or after a change, merged into one list each, in the
//! order of the alignment.
use super::matching::Matching;
use super::names::after_change;
use super::{Edge, Edit, Form, ItemText, Line, LineKind};
use rustc_hash::FxHashMap;
use symtool_analysis::text::Listing;
use symtool_ir::print::Names;
use symtool_ir::{Block, Function};

/// The merged lines, blocks and edges of a function before and after a change.
pub(super) struct Union {
    pub lines: Vec<Line>,
    pub blocks: Vec<Edit<String>>,
    pub edges: Vec<Edge>,
}

/// Returns the merged lines, blocks and edges of a function before and after a change. `before` or `after` is `None` if
/// the function does not exist in this form of the program.
pub(super) fn union(
    before: Option<Form<'_>>,
    after: Option<Form<'_>>,
    matching: &Matching,
) -> Union {
    let old_names = before.map_or(Names::default(), |form| Names::of(form.function));
    let new_names = match (before, after) {
        (Some(before), Some(after)) => after_change(before.function, after.function, matching),
        (None, Some(after)) => Names::of(after.function),
        _ => Names::default(),
    };
    let old = before.map_or(Vec::new(), |form| printed(form, &old_names));
    let new = after.map_or(Vec::new(), |form| printed(form, &new_names));
    let mut build = Build::default();
    let (mut i, mut j) = (0, 0);
    let ends = [(old.len(), new.len())];
    for &(next_old, next_new) in matching.pairs.iter().chain(&ends) {
        old[i..next_old].iter().for_each(|item| build.removed(item));
        new[j..next_new].iter().for_each(|item| build.added(item));
        if let (Some(old), Some(new)) = (old.get(next_old), new.get(next_new)) {
            build.aligned(old, new);
        }
        (i, j) = (next_old + 1, next_new + 1);
    }
    build.edges(
        before.map(|form| form.function),
        after.map(|form| form.function),
    )
}

/// The printed text of an item: a function header, stack slot, block label or instruction.
struct Printed {
    kind: LineKind,
    /// The block that contains the item.
    block: Option<Block>,
    /// The text of the item. Two items are equal if their texts without source locations are equal.
    text: ItemText,
}

fn printed(form: Form<'_>, names: &Names) -> Vec<Printed> {
    let lines = |locs: bool| -> Vec<(LineKind, Option<Block>, String)> {
        let listing = Listing::with_names(form.module, form.function, names, locs);
        let head = listing
            .head
            .into_iter()
            .map(|text| (LineKind::Head, None, text));
        let blocks = listing.blocks.into_iter().flat_map(|block| {
            let label = (LineKind::Label, Some(block.block), block.label);
            let insts = block.insts.into_iter();
            let insts =
                insts.map(move |(_, text)| (LineKind::Inst, Some(block.block), text.join("\n")));
            std::iter::once(label).chain(insts)
        });
        head.chain(blocks).collect()
    };
    let plain = lines(false).into_iter();
    plain
        .zip(lines(true))
        .map(|((kind, block, plain), (_, _, located))| Printed {
            kind,
            block,
            text: ItemText { plain, located },
        })
        .collect()
}

/// The lines and blocks that have been collected so far from both forms of the function.
#[derive(Default)]
struct Build {
    lines: Vec<Line>,
    blocks: Vec<Edit<String>>,
    /// For each block before the change, its index in `blocks`.
    old_blocks: FxHashMap<Block, usize>,
    /// For each block after the change, its index in `blocks`.
    new_blocks: FxHashMap<Block, usize>,
}

impl Build {
    /// Adds an item that occurs only before the change.
    fn removed(&mut self, item: &Printed) {
        if let (LineKind::Label, Some(block)) = (item.kind, item.block) {
            self.old_blocks.insert(block, self.blocks.len());
            self.blocks.push(Edit::Removed(label(item)));
        }
        let block = item.block.and_then(|block| self.old_blocks.get(&block));
        self.lines.push(Line {
            kind: item.kind,
            block: block.copied(),
            text: Edit::Removed(item.text.clone()),
        });
    }

    /// Adds an item that occurs only after the change.
    fn added(&mut self, item: &Printed) {
        if let (LineKind::Label, Some(block)) = (item.kind, item.block) {
            self.new_blocks.insert(block, self.blocks.len());
            self.blocks.push(Edit::Added(label(item)));
        }
        let text = Edit::Added(item.text.clone());
        self.line(item, text);
    }

    /// Adds two aligned items as one line.
    fn aligned(&mut self, old: &Printed, new: &Printed) {
        let is_same = old.text.plain == new.text.plain;
        if let (LineKind::Label, Some(before), Some(after)) = (new.kind, old.block, new.block) {
            self.old_blocks.insert(before, self.blocks.len());
            self.new_blocks.insert(after, self.blocks.len());
            self.blocks.push(edit(is_same, label(old), label(new)));
        }
        self.line(new, edit(is_same, old.text.clone(), new.text.clone()));
    }

    fn line(&mut self, item: &Printed, text: Edit<ItemText>) {
        let block = item.block.and_then(|block| self.new_blocks.get(&block));
        self.lines.push(Line {
            kind: item.kind,
            block: block.copied(),
            text,
        });
    }

    /// Adds the edges before and after the change. Two edges are the same if source, target and label are the same.
    fn edges(self, before: Option<&Function>, after: Option<&Function>) -> Union {
        let mut old = before.map_or(Vec::new(), |function| edges(function, &self.old_blocks));
        let new = after.map_or(Vec::new(), |function| edges(function, &self.new_blocks));
        let new = new.into_iter().map(|edge| {
            let same = old.iter().position(|old| *old == edge);
            let is_same = same.map(|at| old.remove(at)).is_some();
            wrapped(edge, if is_same { Edit::Same } else { Edit::Added })
        });
        let mut edges: Vec<Edge> = new.collect();
        edges.extend(old.into_iter().map(|edge| wrapped(edge, Edit::Removed)));
        Union {
            lines: self.lines,
            blocks: self.blocks,
            edges,
        }
    }
}

fn wrapped((from, to, label): PlainEdge, wrap: fn(String) -> Edit<String>) -> Edge {
    let label = wrap(label);
    Edge { from, to, label }
}

fn edit<T>(is_same: bool, before: T, after: T) -> Edit<T> {
    match is_same {
        true => Edit::Same(after),
        false => Edit::Changed { before, after },
    }
}

/// Returns the label of a block without the colon.
fn label(item: &Printed) -> String {
    item.text.plain.trim_end().trim_end_matches(':').to_owned()
}

/// Source, target and label of an edge.
type PlainEdge = (usize, usize, String);

fn edges(function: &Function, nodes: &FxHashMap<Block, usize>) -> Vec<PlainEdge> {
    let edges = symtool_analysis::text::edges(function);
    let edges = edges.map(|(from, to, label)| (nodes[&from], nodes[&to], label));
    edges.collect()
}
