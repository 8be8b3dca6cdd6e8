//! Merging paths before a program is explored (CFM-SE). States that meet while it is explored are not merged.
//!
//! | room | holds |
//! | --- | --- |
//! | [`compile_time`] | melds both sides of a branch into straight-line code before the program is explored |
#![forbid(unsafe_code)]

pub mod compile_time;
