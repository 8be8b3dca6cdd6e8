//! The SSA intermediate representation of symtool.
//!
//! Everything that flows between C text and a verdict is this IR: typed SSA over basic blocks with block
//! parameters instead of phi instructions. Aggregates live in memory only; a value is an integer of 1 to
//! 128 bits, a float, or a 64-bit pointer.
//!
//! | room | holds |
//! | --- | --- |
//! | [`entities`] [`types`] [`bits`] | newtyped indexes, value types, constant bit-vectors |
//! | [`ops`] [`eval`](mod@eval) | the operator table and the one meaning of every pure operator |
//! | [`math`] | the functions of `math.h` that are not exact, computed by the host |
//! | [`long_double`] | which steps on `long double` lose something in `double` |
//! | [`inst`] [`intrinsic`] [`bug`] | instructions, built-in procedures, the kinds of failure |
//! | [`jump`] | where a `longjmp` can go back to |
//! | [`function`] [`module`] [`source`] | containers, and the map from IR to source lines |
//! | [`builder`] [`ssa`] | making functions; SSA construction while lowering |
//! | [`print`](mod@print) [`parse`] [`verify`] | the text format, both ways; what every module must fulfil |
//! | [`layout`] [`input`] [`outcome`] | what all engines share: addresses, names of free inputs, how a path can end |
//! | [`random`] | numbers that look random, for searches and tests |
//! | [`interp`] | the concrete interpreter, which also replays what exploration found |
#![deny(unsafe_code)]

pub mod atomic;
pub mod bits;
pub mod bug;
pub mod builder;
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
pub mod outcome;
pub mod parse;
pub mod print;
pub mod random;
pub mod source;
pub mod ssa;
pub mod types;
pub mod verify;

pub use bits::Bits;
pub use bug::{BugKind, CheckKind};
pub use builder::FunctionBuilder;
pub use entities::{Block, FileId, Func, Global, Inst, Loc, Signature, StackSlot, Value};
pub use eval::eval;
pub use function::{Function, StackSlotData, ValueDef};
pub use input::{InputNames, InputObject, Inputs};
pub use inst::{BlockCall, InstClass, InstData};
pub use intrinsic::Intrinsic;
pub use module::{GlobalData, Module, RelocTarget, Relocation, SignatureData};
pub use ops::{Op, OpClass};
pub use outcome::{Failure, Frame, Limit, Outcome};
pub use source::{LocSet, SourceLoc, SourceMap};
pub use types::Type;
