//! What an exploration tells: failures, test cases, reasons why it is not complete.
//!
//! | room | holds |
//! | --- | --- |
//! | [`testcase`] | the inputs of one path and how it ends |
//! | [`ktest`] | KLEE's binary test format, writing and reading |
//! | [`json`] | the same as JSON |
pub mod json;
pub mod ktest;
pub mod testcase;

pub use testcase::{Bug, IncompleteReason, TestCase};
