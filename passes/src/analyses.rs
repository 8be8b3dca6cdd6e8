//! The table of the analyses with a text result, which `symtool ir --analysis` prints.
//!
//! ```
//! let module = symtool_ir::parse::parse_module(
//!     "func @f(%c: i1) {\nentry:\n  jump head\nhead:\n  branch %c, head, end\nend:\n  return\n}\n",
//!     "f.sir",
//! ).expect("valid syntax");
//! let loops = symtool_passes::ANALYSES.find("loops").expect("a row");
//! assert_eq!((loops.run)(&module), "@f: 1 loop\n  head: depth 1, 1 block, 1 exit\n");
//! ```
use std::fmt::Write;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::text::count;
use symtool_ir::table::{Row, Table};
use symtool_ir::{Block, Function, Module};

/// A row of [`ANALYSES`]: an analysis with a text result.
#[derive(Debug)]
pub struct AnalysisInfo {
    /// The name of the analysis for `--analysis`.
    pub name: &'static str,
    /// One line about the analysis for `--help`.
    pub help: &'static str,
    /// Returns the result for a module as lines of text.
    pub run: fn(&Module) -> String,
}

impl Row for AnalysisInfo {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The table of the analyses with a text result.
pub static ANALYSES: Table<AnalysisInfo> = Table::new(
    "analysis",
    &[AnalysisInfo {
        name: "loops",
        help: "the natural loops of each function: header, nesting depth, number of blocks and exits",
        run: loops,
    }],
);

fn loops(module: &Module) -> String {
    let functions = module.functions.values();
    let defined = functions.filter(|function| !function.is_declaration());
    defined.map(loops_of).collect()
}

fn loops_of(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let forest = LoopForest::new(&cfg, &DomTree::new(&cfg));
    let is_header = |&block: &Block| {
        let innermost = forest.innermost(block)?;
        (forest.get(innermost).header == block).then_some(forest.get(innermost))
    };
    let loops: Vec<_> = function.layout().iter().filter_map(is_header).collect();
    let mut text = format!("@{}: {}\n", function.name, count(loops.len(), "loop"));
    for found in loops {
        let header = function.block_name(found.header);
        let header = header.map_or_else(|| found.header.to_string(), str::to_owned);
        let (blocks, exits) = (found.blocks.len(), found.exits.len());
        let (blocks, exits) = (count(blocks, "block"), count(exits, "exit"));
        let _ = writeln!(text, "  {header}: depth {}, {blocks}, {exits}", found.depth);
    }
    text
}
