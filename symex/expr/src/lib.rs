//! Bit-vector expressions over free input bytes: hash-consed, immutable, simplified on construction.
//!
//! An expression is an [`ExprId`] of one [`Arena`]. All expressions are bit-vectors of 1 to 128 bits. A
//! condition has width 1; a float is its IEEE bit pattern. [`Arena::op`] applies any operator of the IR, with
//! the semantics of [`symtool_ir::eval`](mod@symtool_ir::eval). Equal nodes are built once.
//!
//! | module | contents |
//! | --- | --- |
//! | [`node`] | ids, nodes, canonical form |
//! | [`arena`] | the interning table and the cached attributes of nodes |
//! | [`support`] | for each expression, the set of the input bytes on which it can depend |
//! | [`domain`] `transfer` | known bits and intervals |
//! | `build` | construction of expressions from IR operators, and derived operators such as `!=` and `<=` |
//! | `fit` | generalization: from several expressions, such as `s[0] == 0` and `s[1] == 0`, to one expression over a variable |
//! | `quantifier` | bounded quantifiers and their instances |
//! | `arith` `bitwise` `compare` `shape` `choice` `truth` `array_ops` | the rewrite rules, by operator family |
//! | [`rules`] | names and laws of the rules, and counters of their use |
//! | [`eval`] | evaluation under an assignment |
//! | [`visit`] | traversal, substitution, size |
//! | [`arrays`] | elimination of reads at symbolic indices from conditions |
//! | [`own`] | pure functions that a user of the Rust library adds |
//! | [`parcel`] | transfer of expressions to another arena |
//! | `print` | readable text |
//! | `c_text` | text in the syntax of C |
//! | `smtlib` | SMT-LIB 2 text |
//!
//! ```
//! use symtool_expr::{Arena, Evaluator, SymArray};
//! use symtool_ir::Op;
//!
//! let mut arena = Arena::new();
//! let input = arena.symbol("x", 4);
//! let x = arena.scalar(input, 32);
//! let one = arena.int(32, 1);
//! let sum = arena.op(Op::Add, 32, &[x, one]);
//! // Expressions are simplified on construction and hash-consed.
//! assert_eq!(arena.op(Op::Sub, 32, &[sum, x]), one);
//! let bytes = |_: SymArray, index: u32| if index == 0 { 41 } else { 0 };
//! assert_eq!(Evaluator::new(&arena, &bytes).eval(sum).unsigned(), 42);
//! ```
#![forbid(unsafe_code)]

pub mod arena;
mod arith;
mod array_ops;
pub mod arrays;
mod bitwise;
mod build;
mod c_text;
mod choice;
mod compare;
pub mod domain;
pub mod eval;
mod fit;
pub mod node;
pub mod own;
pub mod parcel;
pub mod print;
mod quantifier;
pub mod rules;
mod shape;
pub mod smtlib;
pub mod support;
pub mod transfer;
mod truth;
pub mod visit;

pub use arena::{Arena, ArrayNode};
pub use domain::Domain;
pub use eval::{Assignment, Evaluator};
pub use fit::InputArrays;
pub use node::{ArrayId, BinOp, ExprId, Node, SymArray, UnOp};
pub use quantifier::ForAll;
pub use rules::Rule;
pub use support::{SupportId, Symbol};
