//! The options of one run of an experiment.
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The options of one run of an experiment.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The folder that contains the programs; `None` means the built-in programs.
    pub folder: Option<PathBuf>,
    /// The names of the programs to run; empty means all.
    pub programs: Vec<String>,
    /// The names of the modes to run; empty means all.
    pub modes: Vec<String>,
    /// The sizes at which programs run; empty means the default sizes.
    pub sizes: Vec<u32>,
    /// The unwinding bound of all programs; `None` means the default bound of the experiment. It replaces `sizes` in
    /// experiments in which the size of a program is its unwinding bound, and is an error in the other experiments.
    pub unwind: Option<u32>,
    /// The number of runs of each cell (a program, a size and a mode). The run with the median CPU time is reported.
    pub repeats: u32,
    /// The wall-clock time limit of each run.
    pub budget: Duration,
    /// Whether to write a test case for every path. If false, only paths with new coverage have test cases.
    pub all_tests: bool,
    /// Further options for each run of symtool.
    pub extra: Vec<String>,
    /// The number of programs that run at the same time.
    pub jobs: NonZeroUsize,
    /// The folder to which the report is written. If it contains measurements of an interrupted experiment with the
    /// same options, only the missing runs are measured.
    pub out: PathBuf,
}
