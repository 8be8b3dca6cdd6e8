//! The results of an exploration: failures, test cases, reasons of incompleteness.
//!
//! | module | contents |
//! | --- | --- |
//! | [`testcase`] | the inputs of one path and its outcome |
//! | [`ktest`] | KLEE's binary test format |
//! | [`json`] | test cases as JSON |
pub mod json;
pub mod ktest;
pub mod testcase;

pub use testcase::{Bug, IncompleteReason, TestCase};
