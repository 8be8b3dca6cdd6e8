//! Published figures, with which the measurements are compared.
//!
//! `data/cfmse_authors.csv` is Table 3 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): wall-clock
//! seconds on the authors' machine with their build of KLEE, at most 60 s for each run. `data/peers.csv` was
//! measured with KLEE 3.2 (STP) and CBMC 6.6 on two cores (CPU seconds; runs stopped after about 60 s of
//! wall-clock time are marked); `V` in a mode means that the assertions of the program are checked.
//! `data/cfmse_table1.csv` and `data/cfmse_table4.csv` are the authors' figures of the melding pass (Tables 1
//! and 4). `data/cfmse_applications.csv` contains the results of running the authors' tool on each kernel.
//! `data/arrays_table4.csv` is Table 4 of "Accelerating Array Constraints in Symbolic Execution" (Perry et
//! al., ISSTA 2017): seconds, speed-ups and applications in KLEE with STP.
use serde::Deserialize;

/// The measurements of one run of KLEE, CBMC or the CFM-SE authors' tool.
#[derive(Deserialize, Clone, Debug)]
pub struct Figure {
    /// The name of the program.
    pub program: String,
    /// The value of the macro `SIZE` of the program.
    pub size: u32,
    /// The configuration: the name of a mode in [`crate::modes::MODES`], or the name of the other tool.
    pub mode: String,
    /// The time in seconds; `None` after a timeout.
    pub seconds: Option<f64>,
    /// Number of queries that reached the solver.
    pub queries: Option<u64>,
    /// Number of explored paths, completed or not.
    pub explored: Option<u64>,
    /// Number of completed paths.
    pub completed: Option<u64>,
    /// `no` if the run did not finish. The figures of the CFM-SE authors have no such column: for an unfinished run,
    /// `seconds` is missing.
    finished: Option<String>,
}

impl Figure {
    /// Returns whether the run finished, so that its figures are those of the whole program.
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
    /// Number of selects added, in percent of the instructions.
    pub selects_percent: f64,
}

/// A line of Table 4 of "Accelerating Array Constraints in Symbolic Execution" (ISSTA 2017): the time of a program
/// without transformations, the speed-up by each transformation alone, and the speed-up by all. The transformation of
/// arrays with both constant and symbolic values counts as value-based.
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

/// Parses a CSV table; its columns are the fields of `T`.
fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.expect("built-in data")).collect()
}

/// The measurements of other tools in one CSV file.
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

    /// Parses a CSV table; its columns are the fields of [`Figure`].
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
