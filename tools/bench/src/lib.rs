//! The published experiments as commands: a grid of programs, sizes and modes is run, one process a cell, and compared with
//! what its authors and other tools report.
//!
//! The flow is one way: an [`experiment::Experiment`] makes a plan of [`grid::Cell`]s, [`process::run`] measures each, and
//! the experiment turns the [`grid::Row`]s into a table, a CSV file and pictures ([`report`]). Each cell is a process of its
//! own, so that neither memory nor caches of one cell help or hurt the next.
//!
//! | folder or file | is |
//! | --- | --- |
//! | `experiment` | the table of experiments and what each says of itself |
//! | `grid` | cells, how a run ended, rows |
//! | `programs`, `modes` | the programs (those of `examples/c`, built in) with their sizes, the options of a mode |
//! | `folder` | programs of a folder of one's own, with the verdicts that are expected |
//! | `process` | one cell: a process, its time, what it left behind |
//! | `published` | figures of others, from `data/` |
//! | `compare` | what experiments share in setting rows beside figures |
//! | `melding` | forms of diamonds side by side: no process, no grid |
//! | `report` | text, CSV, pictures |
#![forbid(unsafe_code)]

mod ablation;
mod arrays;
mod cdse;
mod compare;
pub mod error;
pub mod experiment;
mod fig6;
mod folder;
pub mod grid;
pub mod melding;
pub mod modes;
mod patterns;
pub mod process;
pub mod programs;
pub mod published;
mod qce;
pub mod report;
mod table1;
mod table3;
mod table4;
mod verify;

pub use error::Error;
pub use experiment::{EXPERIMENTS, Experiment};
