//! Figures of others, to stand beside ours.
//!
//! `data/cfmse_authors.csv` is what the authors of CFM-SE report for their Table 3 (60 s a run, their machine, seconds on the
//! clock, their build of KLEE). `data/peers.csv` was measured with KLEE 3.2 (STP) and CBMC 6.6 on two cores (CPU seconds; runs
//! ended after about 60 s on the clock say so); `V` means with the program's assertions. `data/cfmse_table1.csv` and
//! `data/cfmse_table4.csv` are the authors' figures of the pass itself, `data/cfmse_applications.csv` what their tool does to
//! each kernel when it is run. `data/arrays_table4.csv` is Table 4 of "Accelerating Array Constraints in Symbolic Execution"
//! (ISSTA 2017): seconds, speed-ups and applications in KLEE with STP.
use serde::Deserialize;

/// One run of somebody else's tool.
#[derive(Deserialize, Clone, Debug)]
pub struct Figure {
    /// The program.
    pub program: String,
    /// Its `SIZE`.
    pub size: u32,
    /// The configuration: a name of [`crate::modes::MODES`], or another tool's.
    pub mode: String,
    /// Seconds; none if it ran out of time.
    pub seconds: Option<f64>,
    /// Queries that reached the solver.
    pub queries: Option<u64>,
    /// Paths explored, finished or not.
    pub explored: Option<u64>,
    /// Paths that ran to their end.
    pub completed: Option<u64>,
    /// Whether it finished; the authors leave the time out instead.
    #[serde(default)]
    finished: Option<String>,
}

impl Figure {
    /// Whether the run came to its end, so that its figures are those of the whole job.
    pub fn is_whole(&self) -> bool {
        self.seconds.is_some() && self.finished.as_deref() != Some("no")
    }
}

/// A line of the authors' Table 1: a kernel before and after melding, in LLVM IR.
#[derive(Deserialize, Clone, Debug)]
pub struct Structure {
    /// The kernel.
    pub program: String,
    /// Conditional branches before.
    pub branches_before: u64,
    /// Conditional branches after.
    pub branches_after: u64,
    /// Instructions before.
    pub instructions_before: u64,
    /// Instructions after.
    pub instructions_after: u64,
}

/// What the authors' tool does to a kernel.
#[derive(Deserialize, Clone, Debug)]
pub struct Application {
    /// The kernel.
    pub program: String,
    /// Branches it removes.
    pub branches_removed: u64,
    /// Selects it adds.
    pub selects_added: u64,
}

/// A line of the authors' Table 4: a larger program and the cost of the pass.
#[derive(Deserialize, Clone, Debug)]
pub struct Overhead {
    /// The program.
    pub program: String,
    /// Milliseconds in the pass.
    pub time_ms: f64,
    /// Lines of source.
    pub source_lines: u64,
    /// LLVM IR instructions.
    pub instructions: u64,
    /// Places where it was applied.
    pub applications: u64,
    /// Selects added, in percent of the instructions.
    pub selects_percent: f64,
}

/// A line of Table 4 of the paper on array constraints: a program explored with none of the transformations, each alone and
/// all. Mixed arrays count as value-based there.
#[derive(Deserialize, Clone, Debug)]
pub struct ArrayFigure {
    /// The program.
    pub program: String,
    /// Seconds with none.
    pub baseline_s: f64,
    /// Speed-up by constant folding.
    pub constant_x: f64,
    /// Speed-up by the index-based transformation.
    pub index_x: f64,
    /// Speed-up by the value-based transformation.
    pub value_x: f64,
    /// Speed-up by all.
    pub combined_x: f64,
}

/// That table.
pub fn array_figures() -> Vec<ArrayFigure> {
    rows(include_str!("../data/arrays_table4.csv"))
}

/// The authors' Table 1.
pub fn structures() -> Vec<Structure> {
    rows(include_str!("../data/cfmse_table1.csv"))
}

/// What the authors' tool does to the kernels.
pub fn applications() -> Vec<Application> {
    rows(include_str!("../data/cfmse_applications.csv"))
}

/// The authors' Table 4.
pub fn overheads() -> Vec<Overhead> {
    rows(include_str!("../data/cfmse_table4.csv"))
}

/// A table with the fields of a row as columns.
fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.expect("built-in data")).collect()
}

/// A source of figures.
pub struct Figures(Vec<Figure>);

impl Figures {
    /// What the authors of CFM-SE report.
    pub fn authors() -> Figures {
        Figures::parse(include_str!("../data/cfmse_authors.csv"))
    }

    /// KLEE 3.2 and CBMC 6.6, measured.
    pub fn peers() -> Figures {
        Figures::parse(include_str!("../data/peers.csv"))
    }

    /// The figures of a table with the fields of [`Figure`] as columns.
    fn parse(text: &str) -> Figures {
        Figures(rows(text))
    }

    /// The figure for a program, a size and a mode.
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
    fn all_figures_are_read_and_belong_to_a_program() {
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
    fn figures_of_the_pass_are_read_and_belong_to_a_kernel() {
        let names = structures().into_iter().map(|s| s.program);
        let names = names.chain(applications().into_iter().map(|a| a.program));
        for name in names {
            assert!(KERNELS.iter().any(|p| p.name == name), "{name}");
        }
        assert_eq!(structures().len(), KERNELS.len());
        assert_eq!(overheads().len(), 11);
    }

    #[test]
    fn a_run_that_was_stopped_is_no_whole_job() {
        let authors = Figures::authors();
        assert!(authors.find("toupper", 10, "K").unwrap().is_whole());
        assert!(!authors.find("toupper", 50, "K").unwrap().is_whole());
        let peers = Figures::peers();
        assert!(!peers.find("toupper", 50, "K").unwrap().is_whole());
        assert_eq!(peers.find("prim", 4, "K").unwrap().completed, Some(53_392));
    }
}
