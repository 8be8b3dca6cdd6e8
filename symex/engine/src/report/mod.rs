//! The results of an exploration: failures, test cases, reasons of incompleteness.
//!
//! | module | contents |
//! | --- | --- |
//! | [`cut`] | loops and functions that the unwinding bound cut |
//! | [`testcase`] | the inputs of one path and its outcome |
//! | [`ktest`] | KLEE's binary test format |
//! | [`json`] | test cases as JSON |
pub mod cut;
pub mod json;
pub mod ktest;
pub mod testcase;

pub use cut::Cut;
pub use testcase::{Bug, IncompleteReason, TestCase};
