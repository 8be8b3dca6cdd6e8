//! The C frontend: translates C source files to symtool IR.
//!
//! [`compile()`] runs the pipeline: `cc -E` → token normalizer → parser (lang-c) → semantic analysis (name lookup,
//! types, conversions: the typed tree) → lowering to IR → linking of the translation units and library models.
//!
//! In this crate, a *record* is a structure or union. The *checker* performs the semantic analysis. A *hidden* local
//! variable is one that symtool adds to a function of the program. *The engine* executes the IR, symbolically or
//! concretely, and implements some functions itself (those in the table of `requests`).
//!
//! | module | contents |
//! | --- | --- |
//! | `compile` `options` | the pipeline from files to a module, and its options |
//! | `preprocess` `headers` `sources` `raw_bytes` | running `cc -E`; bundled headers; source texts, also those that are not UTF-8 |
//! | `normalise` | rewriting preprocessed text, with its pragmas and attributes, into C that the parser accepts |
//! | `parse` | the parser, source locations in the user's files, syntax errors |
//! | `attribute` `prototypes` | tables: attributes, types of functions that need no declaration |
//! | `check` | semantic analysis from the syntax tree to the typed tree; built-ins in `check/builtin/` |
//! | `typed` `ids` `program` `scope` | the typed tree, ids of its entities, data shared by all translation units, block scopes |
//! | `ctypes` `layout` | C types; sizes, alignments and member offsets |
//! | `convert` `consteval` `init` `x87` | IR operators of C's conversions, constant expressions, bytes of static objects, format of `long double` |
//! | `lint` | warnings of `symtool check`, one file for each kind of warning |
//! | `requests` | the table of functions that the engine implements |
//! | `lower` | from the typed tree to IR; calls of the functions that the engine implements in `lower/requests` |
//! | `symbol_map` | the map from each C symbol to its function or global in the module |
//! | `library` | the table of the library models, which are C files in `libc/` |
//! | `harness` | generated C code that calls an entry function with pointer parameters |
//! | `environment` | arguments, files and variables of the program's environment |
//! | `link` | symbol resolution across units, undefined functions, the start function |
//! | [`diagnostic`] `suggest` | diagnostics and their rendering, spelling suggestions |
#![forbid(unsafe_code)]

mod attribute;
mod check;
mod compile;
mod consteval;
mod convert;
mod ctypes;
pub mod diagnostic;
pub mod environment;
mod harness;
mod headers;
mod ids;
mod init;
mod layout;
mod library;
mod link;
mod lint;
mod lower;
mod normalise;
mod options;
mod parse;
mod paths;
mod preprocess;
mod program;
mod prototypes;
mod raw_bytes;
mod requests;
mod scope;
mod sources;
mod suggest;
mod symbol_map;
mod typed;
mod wide_names;
mod x87;

pub use compile::{CheckReport, Compilation, CompileError, check, compile, harness_text};
pub use harness::{Harness, Shape};
pub use headers::Headers;
pub use library::{built_in_functions, known_functions, library_models};
pub use options::{FileCommand, Options, SourceFile};
pub use prototypes::known_input_type;
pub use sources::Sources;
