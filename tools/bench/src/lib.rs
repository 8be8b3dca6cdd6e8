//! Repeats the published experiments. An experiment runs symtool on a grid of programs, sizes and modes, and compares
//! the measurements with published figures.
//!
//! An [`experiment::Experiment`] plans [`grid::Cell`]s: a cell is a program, a size and a mode. [`process::run`]
//! measures each cell, and the experiment reports the [`grid::Row`]s as a table, a CSV file and plots ([`report`]).
//! Each cell runs in a separate process, so that the memory and the caches of one run do not affect the next run.
//!
//! | module | contents |
//! | --- | --- |
//! | `experiment` | the type of an experiment, its plan and its run |
//! | `options` | the options of one run of an experiment |
//! | `grid` | cells, outcomes, rows |
//! | `subjects` | lines, branches and arrays of the programs |
//! | `programs`, `modes` | the programs of `examples/c`, built in, with their sizes and classes; the options of each mode |
//! | `folder` | programs of a user's folder, with expected verdicts |
//! | `process` | runs and measures one cell |
//! | `runs` | measures many cells, several at the same time, and continues an interrupted experiment |
//! | `published` | published figures, from `data/` |
//! | `compare`, `fit` | shared code of the reports |
//! | `melding` | measures melding on diamonds (branches with two straight-line sides), in the process of `bench` |
//! | `climb` | the choice of the parameters of query count estimation |
//! | `side_by_side` | modes that a user names, on a user's programs |
//! | `bugs` | known bugs in C libraries, each with a driver |
//! | `real` | real programs, each with a driver: coverage by mode, counted natively |
//! | `packages` | the folders of source packages |
//! | `papers` | the tables and figures of the papers, each with its command |
//! | `report` | text, CSV, plots |
//! | `table1`, `table3`, … | one experiment each; [`EXPERIMENTS`] lists them |
#![forbid(unsafe_code)]

mod ablation;
mod array_overhead;
mod array_published;
mod arrays;
mod auto;
pub mod bugs;
mod cdse;
pub mod climb;
mod compare;
mod coverage;
pub mod error;
pub mod experiment;
mod fig6;
mod fit;
mod folder;
pub mod grid;
mod links;
pub mod melding;
mod memory;
pub mod modes;
pub mod options;
mod packages;
pub mod papers;
mod paths;
mod pattern_settings;
mod patterns;
pub mod process;
pub mod programs;
pub mod published;
mod qce;
mod query_steps;
pub mod real;
pub mod report;
mod runs;
pub mod side_by_side;
mod subjects;
mod table1;
mod table3;
mod table4;
mod verify;

pub use error::Error;
pub use experiment::Experiment;

/// All experiments. To add one, write a file for it and a row here.
///
/// ```
/// let table3 = symtool_bench::EXPERIMENTS.iter().find(|row| row.name == "table3");
/// assert!(table3.is_some_and(|row| row.its_modes().iter().any(|mode| mode.name == "C")));
/// ```
pub const EXPERIMENTS: &[Experiment] = &[
    table1::EXPERIMENT,
    table3::EXPERIMENT,
    table4::EXPERIMENT,
    verify::EXPERIMENT,
    ablation::EXPERIMENT,
    links::EXPERIMENT,
    fig6::EXPERIMENT,
    memory::EXPERIMENT,
    arrays::EXPERIMENT,
    array_overhead::EXPERIMENT,
    array_published::EXPERIMENT,
    qce::EXPERIMENT,
    query_steps::EXPERIMENT,
    paths::EXPERIMENT,
    coverage::EXPERIMENT,
    patterns::EXPERIMENT,
    pattern_settings::SIZES,
    pattern_settings::EXPERIMENT,
    cdse::EXPERIMENT,
    cdse::search::EXPERIMENT,
    auto::EXPERIMENT,
];
