//! The SSA intermediate representation of symtool.
//!
//! Lowering translates C to this IR. The passes and melding rewrite it, and the engines execute it. The IR is typed SSA
//! over basic blocks, with block parameters instead of phi instructions. Structures and arrays live in memory only; a
//! value is an integer of 1 to 128 bits, a float, or a 64-bit pointer.
//!
//! | module | contents |
//! | --- | --- |
//! | [`entities`] [`types`] [`bits`] | newtyped indexes, value types, constant bit-vectors |
//! | [`ops`] [`eval`](mod@eval) | the operator table and the semantics of every pure operator |
//! | [`math`] | the functions of `math.h` that have no exact operator in the IR; the host's C library computes them |
//! | [`own`] | pure functions that a user of this Rust library adds, for C programs to call |
//! | [`long_double`] | detection of `long double` operations that are inexact in `double` |
//! | [`inst`] [`intrinsic`] [`bug`] | instructions, built-in procedures, the kinds of failure |
//! | [`origins`] | the original instructions that a melded instruction replaces (melding unites the two sides of a branch) |
//! | [`jump`] | the program points that a `longjmp` can return to |
//! | [`function`] [`module`] [`source`] | containers, and the map from IR to source lines |
//! | [`builder`] [`ssa`] | construction of functions; SSA construction during lowering |
//! | [`print`](mod@print) [`parse`] [`verify`] | printer and parser of the text format; check of well-formedness |
//! | [`decode`] | functions as flat lists of steps over numbered registers, the form that engines execute |
//! | [`layout`] [`input`] [`outcome`] | common to all engines: addresses, names of symbolic inputs, outcomes of paths |
//! | [`table`] | tables of components, such as the table of passes, to which a user of this Rust library can add rows |
//! | [`shape`] | the C types of inputs, for reports |
//! | [`reasons`](mod@reasons) | messages with the reason why a component refuses a construct, for example why a branch is not melded |
//! | [`random`] [`atomic`] | a pseudo-random generator for searches and tests; atomic replacement of a file |
//! | [`task`] | groups of threads that do one unit of work, such as a file test; a panic fails only its own unit of work |
//! | [`interp`] | the concrete interpreter, which also replays counterexamples |
//!
//! # Example
//! ```
//! use symtool_ir::interp::{RunConfig, run};
//! use symtool_ir::parse::parse_module;
//! use symtool_ir::print::module_to_string;
//! use symtool_ir::verify::verify_module;
//! use symtool_ir::{Bits, Outcome};
//!
//! let text = "func @double(%x: i32) -> i32 {\nentry:\n  %y = add %x, %x\n  return %y\n}\n";
//! let module = parse_module(text, "double.sir").expect("valid syntax");
//! verify_module(&module).expect("well-formed IR");
//! let entry = module.function_named("double").expect("a function");
//! let args = vec![Bits::new(32, 21)];
//! let config = RunConfig { args, ..RunConfig::default() };
//! assert_eq!(run(&module, entry, &config).outcome, Outcome::Exit(42));
//! assert!(module_to_string(&module).contains("%y = add i32 %x, %x"));
//! ```
#![deny(unsafe_code)]

pub mod atomic;
pub mod bits;
pub mod bug;
pub mod builder;
pub mod decode;
pub mod entities;
pub mod eval;
pub mod function;
pub mod input;
pub mod inst;
pub mod interp;
pub mod intrinsic;
pub mod jump;
pub mod layout;
pub mod long_double;
pub mod math;
pub mod module;
pub mod ops;
pub mod origins;
pub mod outcome;
pub mod own;
pub mod parse;
pub mod print;
pub mod random;
pub mod reasons;
pub mod shape;
pub mod source;
pub mod ssa;
pub mod table;
pub mod task;
pub mod types;
pub mod verify;

pub use bits::Bits;
pub use bug::{BugKind, CheckKind};
pub use builder::FunctionBuilder;
pub use entities::{Block, FileId, Func, Global, Inst, Loc, Signature, StackSlot, Value};
pub use eval::eval;
pub use function::{Function, StackSlotData, ValueDef, source_name};
pub use input::{InputNames, InputObject, Inputs};
pub use inst::{BlockCall, InstClass, InstData};
pub use intrinsic::Intrinsic;
pub use module::{GlobalData, Module, RelocTarget, Relocation, SignatureData};
pub use ops::{Op, OpClass};
pub use origins::Origins;
pub use outcome::{Failure, Frame, Limit, Outcome};
pub use source::{LocSet, SourceLoc, SourceMap};
pub use types::Type;
