//! Measurements of other tools, with which symtool's measurements are compared. Some of them were published by the
//! authors of the papers; the others were made with these tools for this project. The folder `data/` contains these
//! files:
//!
//! - `cfmse_authors.csv`: the measurements of the CFM-SE authors for Table 3 of their paper ("Taming the Hydra",
//!   OOPSLA 2026): wall-clock seconds on their machine with their build of KLEE, at most 60 s for each run (one hour
//!   in the paper).
//! - `cfmse_table1.csv`, `cfmse_table4.csv`: the CFM-SE authors' figures of the melding pass (Tables 1 and 4).
//! - `cfmse_applications.csv`: the results of running the CFM-SE authors' tool on each kernel.
//! - `peers.csv`: measurements with KLEE 3.2 (STP) and CBMC 6.6 on two cores, in CPU seconds. Runs that were stopped
//!   after about 60 s of wall-clock time are marked. `V` in a mode means that the assertions of the program are
//!   checked.
//! - `arrays_table4.csv`: Table 4 of "Accelerating Array Constraints in Symbolic Execution" (Perry et al., ISSTA 2017):
//!   seconds, speed-ups and the number of applied transformations, measured in KLEE with the solver STP.
//! - `patterns_table2.csv`, `patterns_authors.csv`: Tables 2 to 7 of "State Merging with Quantifiers in Symbolic
//!   Execution" (Trabish et al., ESEC/FSE 2023): KLEE with Z3, at most one hour for each run.
//! - `cdse_thesis.csv`: Tables 5.1 to 5.5 and A.3 to A.6 of "Conflict-driven symbolic execution" (do Val, 2014).
//! - `cdse_peers.csv`: measurements of the same programs with KLEE 3.2 and CBMC 6.6 (50 or 20 unwindings) on two
//!   cores.
use serde::Deserialize;

/// The measurements of one run of KLEE, CBMC or the CFM-SE authors' tool.
#[derive(Deserialize, Clone, Debug)]
pub struct Figure {
    /// The name of the program.
    pub program: String,
    /// The value of the macro `SIZE` of the program.
    pub size: u32,
    /// The configuration: the name of one of symtool's modes ([`crate::modes::MODES`]), or the name of the other tool.
    pub mode: String,
    /// The time in seconds; `None` after a timeout.
    pub seconds: Option<f64>,
    /// Number of queries that reached the solver.
    pub queries: Option<u64>,
    /// The mean number of expression nodes of a query, if it is known.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Number of explored paths, completed or not.
    pub explored: Option<u64>,
    /// Number of completed paths.
    pub completed: Option<u64>,
    /// `no` if the run did not finish. The file with the measurements of the CFM-SE authors has no column `finished`;
    /// for an unfinished run, its column `seconds` is empty.
    finished: Option<String>,
}

impl Figure {
    /// Returns whether the run finished, so that its measurements cover the whole exploration.
    pub fn is_whole(&self) -> bool {
        self.seconds.is_some() && self.finished.as_deref() != Some("no")
    }
}

/// A line of Table 1 of the CFM-SE paper: a kernel before and after melding, in LLVM IR.
#[derive(Deserialize, Clone, Debug)]
pub struct Structure {
    /// The name of the kernel.
    pub program: String,
    /// Number of conditional branches before melding.
    pub branches_before: u64,
    /// Number of conditional branches after melding.
    pub branches_after: u64,
    /// Number of instructions before melding.
    pub instructions_before: u64,
    /// Number of instructions after melding.
    pub instructions_after: u64,
    /// The nesting depth of the most deeply nested melded branch: 1 plus the number of branches around it.
    pub branch_nesting: u64,
    /// The nesting depth of the melded branch that is most deeply nested in branches, loops and switches: 1 plus the
    /// number of these around it.
    pub control_nesting: u64,
}

/// The result of running the CFM-SE authors' tool on one kernel.
#[derive(Deserialize, Clone, Debug)]
pub struct Application {
    /// The name of the kernel.
    pub program: String,
    /// Number of branches removed.
    pub branches_removed: u64,
    /// Number of selects added.
    pub selects_added: u64,
}

/// A line of Table 4 of the CFM-SE paper: a larger program, and the cost of melding it.
#[derive(Deserialize, Clone, Debug)]
pub struct Overhead {
    /// The name of the program.
    pub program: String,
    /// The time of the melding pass in milliseconds.
    pub time_ms: f64,
    /// Number of source lines.
    pub source_lines: u64,
    /// Number of LLVM IR instructions.
    pub instructions: u64,
    /// Number of branches melded.
    pub applications: u64,
    /// The added selects, in percent of the instructions.
    pub selects_percent: f64,
    /// The nesting depth of the most deeply nested branch of the program.
    pub branch_nesting: u64,
    /// The nesting depth of the melded branch that is most deeply nested in branches, loops and switches: 1 plus the
    /// number of these around it.
    pub control_nesting: u64,
}

/// The measurements in the thesis on conflict-driven symbolic execution for one program of SV-COMP 2013. A field is
/// `None` if the run reached the time limit.
#[derive(Deserialize, Clone, Debug)]
pub struct CdseFigure {
    /// The name of the program in the thesis, such as `safe_01`.
    pub instance: String,
    /// The name of the program in SV-COMP.
    pub program: String,
    cbmc_s: Option<f64>,
    klee_s: Option<f64>,
    klee_latest_s: Option<f64>,
    kb_s: Option<f64>,
    kg_s: Option<f64>,
    km5_s: Option<f64>,
    km10_s: Option<f64>,
    km15_s: Option<f64>,
    klee_instructions: Option<u64>,
    klee_latest_instructions: Option<u64>,
    kb_instructions: Option<u64>,
    kg_instructions: Option<u64>,
    km5_instructions: Option<u64>,
    km10_instructions: Option<u64>,
    km15_instructions: Option<u64>,
}

impl CdseFigure {
    /// Returns whether the program is safe.
    pub fn is_safe(&self) -> bool {
        self.instance.starts_with("safe")
    }

    /// Returns the seconds of CBMC, of two versions of KLEE, and of the strategies blackbox, guide, and maximize with
    /// 5, 10 and 15 %; `None` after a time-out.
    pub fn seconds(&self) -> [Option<f64>; 8] {
        [
            self.cbmc_s,
            self.klee_s,
            self.klee_latest_s,
            self.kb_s,
            self.kg_s,
            self.km5_s,
            self.km10_s,
            self.km15_s,
        ]
    }

    /// Returns the numbers of instructions that KLEE and the strategies executed, in the order of [`Self::seconds`]
    /// without CBMC.
    pub fn instructions(&self) -> [Option<u64>; 7] {
        [
            self.klee_instructions,
            self.klee_latest_instructions,
            self.kb_instructions,
            self.kg_instructions,
            self.km5_instructions,
            self.km10_instructions,
            self.km15_instructions,
        ]
    }
}

/// The measurement of CBMC or KLEE on one program of SV-COMP 2013.
#[derive(Deserialize, Clone, Debug)]
pub struct CdsePeer {
    /// The name of the program with its expected verdict, such as `s3_srvr_1_true`.
    pub program: String,
    /// The tool: `CBMC-uN` with N unwindings (`CBMC-u50`), or `K` for KLEE.
    pub tool: String,
    /// The outcome; `OOT` after a time-out.
    pub status: String,
    /// CPU seconds.
    pub cpu_s: f64,
    /// Number of executed instructions, for KLEE.
    pub instructions: Option<u64>,
}

/// Returns the measurements in the thesis on conflict-driven symbolic execution, one element for each program.
pub fn cdse_figures() -> Vec<CdseFigure> {
    rows(include_str!("../data/cdse_thesis.csv"))
}

/// Returns the measurements of CBMC and KLEE on the programs of the thesis.
pub fn cdse_peers() -> Vec<CdsePeer> {
    rows(include_str!("../data/cdse_peers.csv"))
}

/// A line of Table 4 of "Accelerating Array Constraints in Symbolic Execution" (ISSTA 2017). It contains the time of a
/// program without transformations, the speed-up by each transformation alone, and the speed-up by all transformations.
/// The transformation of arrays with both constant and symbolic values counts as value-based.
#[derive(Deserialize, Clone, Debug)]
pub struct ArrayFigure {
    /// The name of the program.
    pub program: String,
    /// The time in seconds without transformations.
    pub baseline_s: f64,
    /// Speed-up by constant folding.
    pub constant_x: f64,
    /// Speed-up by the index-based transformation.
    pub index_x: f64,
    /// Speed-up by the value-based transformation.
    pub value_x: f64,
    /// Speed-up by all transformations.
    pub combined_x: f64,
}

/// A row of Tables 3 to 7 of "State Merging with Quantifiers in Symbolic Execution" (ESEC/FSE 2023), as printed. A row
/// compares pattern-based merging with another mode on the *subjects* of one benchmark. A subject is one function or
/// program that both modes explored. The speed-ups and increases are those by pattern-based merging. A column that the
/// row's table does not have is empty.
#[derive(Deserialize, Clone, Debug)]
pub struct PatternFigure {
    /// The number of the table.
    pub table: u32,
    /// The name of the benchmark; in Table 4 with the capacity.
    pub benchmark: String,
    /// Number of subjects that at least one of the two modes finished, and number of all subjects, such as `16/35`.
    pub time_n: String,
    /// Average speed-up.
    pub avg_x: String,
    /// Median speed-up.
    pub med_x: String,
    /// Smallest speed-up.
    pub min_x: String,
    /// Largest speed-up.
    pub max_x: String,
    /// The total time that pattern-based merging saves, in seconds; negative if it takes more time.
    pub diff_s: String,
    /// Number of subjects that at least one of the two modes did not finish, and number of all subjects.
    pub coverage_n: String,
    /// Average increase of line coverage in percent.
    pub lines_avg: String,
    /// Median increase of line coverage in percent.
    pub lines_med: String,
    /// Smallest increase of line coverage in percent.
    pub lines_min: String,
    /// Largest increase of line coverage in percent.
    pub lines_max: String,
    /// The number of lines that pattern-based merging covers in addition, over all subjects; negative if it covers
    /// fewer.
    pub diff_lines: String,
    /// Average increase of paths in percent.
    pub paths_avg: String,
    /// Median increase of paths in percent.
    pub paths_med: String,
}

/// A line of Table 2 of "State Merging with Quantifiers in Symbolic Execution" (ESEC/FSE 2023), as printed.
#[derive(Deserialize, Clone, Debug)]
pub struct PatternBenchmark {
    /// The name of the benchmark.
    pub benchmark: String,
    /// The version of the benchmark.
    pub version: String,
    /// Number of source lines.
    pub sloc: String,
    /// Number of subjects (functions or programs) in the benchmark.
    pub subjects: String,
    /// The maximum size of the input, in bytes.
    pub capacity: String,
}

/// Returns Tables 3 to 7 of "State Merging with Quantifiers in Symbolic Execution" (ESEC/FSE 2023).
pub fn pattern_figures() -> Vec<PatternFigure> {
    rows(include_str!("../data/patterns_authors.csv"))
}

/// Returns Table 2 of "State Merging with Quantifiers in Symbolic Execution" (ESEC/FSE 2023).
pub fn pattern_benchmarks() -> Vec<PatternBenchmark> {
    rows(include_str!("../data/patterns_table2.csv"))
}

/// Returns Table 4 of "Accelerating Array Constraints in Symbolic Execution" (ISSTA 2017).
pub fn array_figures() -> Vec<ArrayFigure> {
    rows(include_str!("../data/arrays_table4.csv"))
}

/// Returns Table 1 of the CFM-SE paper.
pub fn structures() -> Vec<Structure> {
    rows(include_str!("../data/cfmse_table1.csv"))
}

/// Returns the results of running the CFM-SE authors' tool on the kernels.
pub fn applications() -> Vec<Application> {
    rows(include_str!("../data/cfmse_applications.csv"))
}

/// Returns Table 4 of the CFM-SE paper.
pub fn overheads() -> Vec<Overhead> {
    rows(include_str!("../data/cfmse_table4.csv"))
}

/// Parses the text of a CSV table; the columns of the table are the fields of `T`.
fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.expect("built-in data")).collect()
}

/// The measurements of other tools that one CSV file contains.
pub struct Figures(Vec<Figure>);

impl Figures {
    /// Returns the measurements published by the authors of CFM-SE.
    pub fn authors() -> Figures {
        Figures::parse(include_str!("../data/cfmse_authors.csv"))
    }

    /// Returns the measurements of KLEE 3.2 and CBMC 6.6.
    pub fn peers() -> Figures {
        Figures::parse(include_str!("../data/peers.csv"))
    }

    /// Parses the text of a CSV table; the columns of the table are the fields of [`Figure`].
    fn parse(text: &str) -> Figures {
        Figures(rows(text))
    }

    /// Returns the measurement for a program, a size and a mode, if there is one.
    pub fn find(&self, program: &str, size: u32, mode: &str) -> Option<&Figure> {
        self.0
            .iter()
            .find(|f| f.program == program && f.size == size && f.mode == mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::KERNELS;

    #[test]
    fn every_figure_belongs_to_a_program() {
        for figures in [Figures::authors(), Figures::peers()] {
            assert!(figures.0.len() > 100);
            for figure in &figures.0 {
                let program = KERNELS.iter().find(|p| p.name == figure.program);
                let program = program.unwrap_or_else(|| panic!("no program for {figure:?}"));
                assert!(program.sizes.contains(&figure.size), "{figure:?}");
            }
        }
    }

    #[test]
    fn every_figure_of_the_pass_belongs_to_a_kernel() {
        let names = structures().into_iter().map(|s| s.program);
        let names = names.chain(applications().into_iter().map(|a| a.program));
        for name in names {
            assert!(KERNELS.iter().any(|p| p.name == name), "{name}");
        }
        assert_eq!(structures().len(), KERNELS.len());
        assert_eq!(overheads().len(), 11);
    }

    #[test]
    fn a_stopped_run_is_not_whole() {
        let authors = Figures::authors();
        assert!(authors.find("toupper", 10, "K").unwrap().is_whole());
        assert!(!authors.find("toupper", 50, "K").unwrap().is_whole());
        let peers = Figures::peers();
        assert!(!peers.find("toupper", 50, "K").unwrap().is_whole());
        assert_eq!(peers.find("prim", 4, "K").unwrap().completed, Some(53_392));
    }
}
