//! Merging paths: before a program is explored (CFM-SE), and states that meet while it is.
//!
//! | room | holds |
//! | --- | --- |
//! | [`compile_time`] | melds both sides of a branch into straight-line code before the program is explored |
//! | [`run_time`] | decides which states are joined while the program is explored |
#![forbid(unsafe_code)]

pub mod compile_time;
pub mod run_time;
