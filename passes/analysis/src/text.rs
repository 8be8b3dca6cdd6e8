//! Splits the printed text of a function into blocks and instructions, and labels the edges of its control-flow graph,
//! for code that annotates the text or draws the graph.
use symtool_ir::print::{Names, function_with_names};
use symtool_ir::{Block, Function, Inst, InstData, Module};

/// The printed lines of a function, split by block and instruction.
pub struct Listing {
    /// The lines before the first block: the header and the stack slots.
    pub head: Vec<String>,
    /// The blocks in layout order.
    pub blocks: Vec<BlockLines>,
}

/// The printed lines of a block.
pub struct BlockLines {
    /// The block.
    pub block: Block,
    /// The line of the block's label, with parameters and colon.
    pub label: String,
    /// The instructions of the block, each with its printed lines.
    pub insts: Vec<(Inst, Vec<String>)>,
}

impl Listing {
    /// Prints a function with the given names of its entities, with source locations if `locs` is set, and splits the
    /// text. For a function without a body, all lines are in `head`.
    pub fn with_names(module: &Module, function: &Function, names: &Names, locs: bool) -> Listing {
        let text = function_with_names(module, function, names, locs);
        let mut lines = text.lines().map(str::to_owned);
        if function.is_declaration() {
            return Listing {
                head: lines.collect(),
                blocks: Vec::new(),
            };
        }
        let head = lines.by_ref().take(1 + function.slots.len()).collect();
        let blocks = function.layout().iter().map(|&block| BlockLines {
            block,
            label: lines.next().unwrap_or_default(),
            insts: function
                .insts(block)
                .iter()
                .map(|&inst| {
                    let count = line_count(function.data(inst));
                    (inst, lines.by_ref().take(count).collect())
                })
                .collect(),
        });
        Listing {
            head,
            blocks: blocks.collect(),
        }
    }
}

/// Returns the number of lines of a printed instruction: 1, except for a switch. A switch takes one line for
/// each case, one for the default, and two for `switch … [` and `]`.
fn line_count(data: &InstData) -> usize {
    match data {
        InstData::Switch { cases, .. } => cases.len() + 3,
        _ => 1,
    }
}

/// Formats a number with a noun in singular or plural: `1 block`, `2 blocks`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns the edges of the control-flow graph, ordered by their source blocks in layout order: source block, target
/// block and label of each edge.
pub fn edges(function: &Function) -> impl Iterator<Item = (Block, Block, String)> + '_ {
    function.layout().iter().flat_map(|&from| {
        let data = function.data(function.terminator(from));
        let targets = data.targets().into_iter().enumerate();
        targets.map(move |(index, target)| (from, target.block, edge_label(data, index)))
    })
}

/// Returns the label of the edge to the target at `index` of a terminator: `T` or `F` for a branch, the case value or
/// `default` for a switch, otherwise empty.
fn edge_label(data: &InstData, index: usize) -> String {
    match data {
        InstData::Branch { .. } => ["T", "F"][index.min(1)].to_owned(),
        InstData::Switch { cases, .. } => cases
            .get(index)
            .map_or("default".to_owned(), |(bits, _)| bits.to_string()),
        _ => String::new(),
    }
}
