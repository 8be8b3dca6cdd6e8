//! Splits the printed text of a function into blocks and instructions, for tools that annotate it.
use symtool_ir::print::function_to_string;
use symtool_ir::{Block, Function, Inst, InstData, Module};

/// The lines of a function.
pub(crate) struct Listing {
    /// Header and slots.
    pub head: Vec<String>,
    /// The blocks in layout order.
    pub blocks: Vec<BlockLines>,
}

/// The lines of a block.
pub(crate) struct BlockLines {
    /// The block.
    pub block: Block,
    /// Its label with parameters and colon.
    pub label: String,
    /// Its instructions, each with its lines.
    pub insts: Vec<(Inst, Vec<String>)>,
}

impl Listing {
    /// Prints the function once and splits it. A declaration has a head only.
    pub fn new(module: &Module, function: &Function) -> Listing {
        let text = function_to_string(module, function);
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

/// A switch takes a line for each case, the default, its head and its end; every other instruction takes one
/// line.
fn line_count(data: &InstData) -> usize {
    match data {
        InstData::Switch { cases, .. } => cases.len() + 3,
        _ => 1,
    }
}
