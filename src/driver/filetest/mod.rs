//! File tests: run each test file, and compare its output with the snapshot beside it.
//!
//! A test file is a C file or a file of textual IR with a line `run: WORDS` in its first comment lines. The words are
//! separated by commas and run in order; a word may have options. `FILE.snap` contains the expected output. The table
//! of words is in [`words`]; the name of a pass or of an analysis is a word, too.
//!
//! ```text
//! // run: explore --verify, melds
//! // A branch with two stores to one variable is melded.
//! ```
//!
//! | header line | meaning |
//! | --- | --- |
//! | `run: WORD, …` | the words; each `run:` line starts from the program of the file, and its output follows that of the earlier lines |
//! | `options: …` | options of the command line for the compilation and for all words |
//! | `entry: NAME` | the function to start at (default: `main`; in IR `__symtool_start`, `main` or the first function with a body) |
//! | `args: 1, -2` | the arguments of this function for `interp` |
//! | `input: NAME = 01 02` | the bytes of a symbolic input for `interp`, hexadecimal |
//! | `check: overflow, shift` | checks in addition to the default ones |
//! | `define: N=3` | a macro for C files |
//!
//! [`run`] runs the tests in the current process. `symtool test` runs them in a second process, so that a test that
//! terminates its process does not stop the other tests (`processes`). `cargo test --test filetests` runs `symtool
//! test`.
//!
//! | module | contents |
//! | --- | --- |
//! | `discover` | the test files of folders |
//! | `header` | the header of a test file |
//! | `options` | options of the command line in the header |
//! | `words` | the table of words |
//! | `stages` | the program of a run line, and the words that change it |
//! | `show` | the words that add text to the output, one file for each family |
//! | `render` | the results as text |
//! | `snapshot` | comparison with the snapshot |
//! | `suite` | runs many files |
//! | `workers` | runs jobs in parallel, and abandons jobs that exceed the time limit |
//! | `processes` | runs the files in a second process, and finds a test that terminates the second process |
//! | `worker` | the second process, and the files through which it reports |
mod discover;
mod header;
mod options;
pub(in crate::driver) mod processes;
pub(in crate::driver) mod render;
mod show;
mod snapshot;
mod stages;
mod suite;
pub mod words;
pub(in crate::driver) mod worker;
mod workers;

pub(in crate::driver) use header::directives;
pub(in crate::driver) use show::samples::Samples;
pub use snapshot::{DiffLine, Mismatch};
pub use suite::{Outcome, Report, Settings, TestResult, run};
