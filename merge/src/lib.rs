//! Two ways to merge paths: before execution (CFM-SE) and during it.
//!
//! | room | holds |
//! | --- | --- |
//! | [`compile_time`] | melds both sides of a branch into straight-line code before the program is explored |
#![forbid(unsafe_code)]

pub mod compile_time;
