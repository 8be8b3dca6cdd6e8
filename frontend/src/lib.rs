//! C text to symtool IR.
//!
//! `cc -E` → token normaliser → parser (lang-c) → checking (names, types, conversions: the typed tree) →
//! lowering to IR → linking of several files and of the library models they use. [`compile`] does it all.
//!
//! | room | holds |
//! | --- | --- |
//! | `compile` `options` | the way from files to a module, and what a caller can choose about it |
//! | `preprocess` `sources` `raw_bytes` | calling `cc -E`; the bundled headers; the texts of files, also those that are no UTF-8 |
//! | `normalise` | rewriting preprocessed text into the C that the parser takes, pragmas and attributes among it |
//! | `parse` | the parser, places in the user's files, syntax errors in words |
//! | `attribute` `prototypes` | tables: attributes, types of functions that need no declaration |
//! | `check` | names, types and conversions: from the syntax tree to the typed tree; built-ins in `check/builtin/` |
//! | `typed` `program` `scope` | the typed tree, what all units share (and who may say that an error was reported), names in blocks |
//! | `ctypes` `layout` | C types; sizes and places of members |
//! | `convert` `consteval` `init` | what a conversion is made of, constant expressions, bytes of static objects |
//! | `lint` | warnings of `symtool check`, one file each |
//! | `lower` | from the typed tree to IR; functions that are requests to the engine in `lower/requests` |
//! | `library` | the table of the C models in `libc/` |
//! | `environment` | what a program finds when it starts |
//! | `link` | symbols of several units, functions that are missing, the start function |
//! | [`diagnostic`] `suggest` | what is said about a program, how it is shown, what may have been meant |
#![forbid(unsafe_code)]

mod attribute;
mod check;
mod compile;
mod consteval;
mod convert;
mod ctypes;
pub mod diagnostic;
pub mod environment;
mod init;
mod layout;
mod library;
mod link;
mod lint;
mod lower;
mod normalise;
mod options;
mod parse;
mod preprocess;
mod program;
mod prototypes;
mod raw_bytes;
mod scope;
mod sources;
mod suggest;
mod typed;
mod wide_names;

pub use compile::{CheckReport, Compilation, CompileError, check, compile};
pub use library::library_models;
pub use options::Options;
pub use sources::Sources;
