//! Analyses of functions and programs. A result describes the IR at the time of the analysis and is invalid after a
//! change of the IR.
//! # Example
//! ```
//! use symtool_ir::parse::parse_module;
//! use symtool_analysis::cfg::Cfg;
//! use symtool_analysis::domtree::DomTree;
//! use symtool_analysis::loops::LoopForest;
//! use symtool_analysis::symbolic;
//!
//! let text = "func @main(%n: i32) -> i32 {
//! entry:
//!   jump head(0)
//! head(%i: i32):
//!   %more = slt %i, %n
//!   branch %more, body, end
//! body:
//!   %next = add %i, 1
//!   jump head(%next)
//! end:
//!   return %i
//! }
//! ";
//! let module = parse_module(text, "loop.sir").expect("valid syntax");
//! let main = module.function_named("main").expect("a function");
//! let function = &module.functions[main];
//! let cfg = Cfg::new(function);
//! let dom = DomTree::new(&cfg);
//! let loops = LoopForest::new(&cfg, &dom);
//! let (head, body, end) = (function.layout()[1], function.layout()[2], function.layout()[3]);
//! assert!(dom.dominates(head, end));
//! assert_eq!(loops.depth(body), 1);
//! let info = symbolic::analyse(&module, main);
//! assert!(info.is_symbolic_branch(main, head));
//! ```
#![deny(unsafe_code)]

pub mod alias;
pub mod callgraph;
pub mod cfg;
pub mod domtree;
pub mod effects;
pub mod liveness;
pub mod loops;
pub mod points_to;
pub mod postdom;
pub mod symbolic;
pub mod text;
pub mod uses;
pub mod wrappers;

mod dominance;
