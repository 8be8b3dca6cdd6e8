//! Expressions over free input bytes: hash-consed, immutable, simplified while they are built.
//!
//! An expression is an [`ExprId`] of one [`Arena`]. All are bit-vectors of 1 to 128 bits; conditions have
//! width 1; floats are their IEEE bit patterns. [`Arena::op`] builds the application of any operator of the
//! IR, with exactly the meaning of [`symtool_ir::eval`](mod@symtool_ir::eval), and never builds the same node twice.
//!
//! | room | holds |
//! | --- | --- |
//! | [`node`] | ids, nodes, canonical form |
//! | [`arena`] | the interning table and what is cached per node |
//! | [`support`] [`domain`] `transfer` | free symbols; known bits and ranges |
//! | `build` | one function per operator, and the table from IR operators to them |
//! | `fit` | one expression over a number, of which given ones are instances |
//! | `quantifier` | conditions for all values of a variable, and their instances |
//! | `arith` `bitwise` `compare` `shape` `choice` `array_ops` | the rewrite rules, by operator family |
//! | [`rules`] | their names and laws, and which were used |
//! | [`eval`] [`visit`] | value under an assignment; traversal, substitution, size |
//! | [`arrays`] | reads at symbolic indexes taken out of conditions |
//! | [`parcel`] | expressions on their way to another arena |
//! | `print` `smtlib` | readable text; SMT-LIB 2 |
#![forbid(unsafe_code)]

pub mod arena;
mod arith;
mod array_ops;
pub mod arrays;
mod bitwise;
mod build;
mod choice;
mod compare;
pub mod domain;
pub mod eval;
mod fit;
pub mod node;
pub mod parcel;
pub mod print;
mod quantifier;
pub mod rules;
mod shape;
pub mod smtlib;
pub mod support;
pub mod transfer;
pub mod visit;

pub use arena::{Arena, ArrayNode};
pub use domain::Domain;
pub use eval::{Assignment, Evaluator};
pub use fit::Homes;
pub use node::{ArrayId, BinOp, ExprId, Node, SymArray, UnOp};
pub use quantifier::ForAll;
pub use rules::Rule;
pub use support::{SupportId, Symbol};
