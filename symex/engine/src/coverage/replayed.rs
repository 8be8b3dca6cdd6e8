//! Coverage of the original program by the inputs that the exploration of a transformed program found.
//!
//! In a melded program one instruction represents both sides of a branch, so its execution does not show the
//! side that an input takes. Therefore each input is replayed on the original program. The reported coverage is
//! that of the replays.
use super::{Coverage, CoverageCounts, CoverageReport};
use crate::code::Code;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::Module;
use symtool_ir::interp::Run;

/// The coverage of a program by several concrete runs.
#[derive(Clone, Debug)]
pub struct Replayed<'m> {
    module: &'m Module,
    code: Rc<Code>,
    coverage: Coverage,
    /// The coverage of failing runs. [`start_over`](Self::start_over) preserves it.
    failing: Coverage,
    /// The cached numbers of covered lines and branch sides; `None` if the coverage has changed since they were
    /// computed.
    counted: Option<CoverageCounts>,
}

impl<'m> Replayed<'m> {
    /// Returns empty coverage of the original program `module`.
    pub fn new(module: &'m Module) -> Replayed<'m> {
        let code = Code::new(module, &mut Arena::new());
        let coverage = Coverage::new(&code, None);
        Replayed {
            module,
            failing: coverage.clone(),
            coverage,
            code: Rc::new(code),
            counted: None,
        }
    }

    /// Returns the original program.
    pub(crate) fn module(&self) -> &'m Module {
        self.module
    }

    /// Returns the coverage of all runs added so far.
    pub(crate) fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Returns whether an executed branch has a side that no run has taken.
    pub fn has_open_sides(&self) -> bool {
        self.coverage.has_open_sides(self.module, &self.code)
    }

    /// Adds a run. Returns whether the run covers a new instruction or branch side.
    pub fn add(&mut self, run: &Run) -> bool {
        let new = self.coverage.add(&run.coverage.functions, &self.code);
        if new {
            self.counted = None;
        }
        new
    }

    /// Adds a run. If the run fails, its coverage is preserved by [`start_over`](Self::start_over). Returns whether the
    /// run covers a new instruction or branch side.
    pub fn add_keeping_failures(&mut self, run: &Run) -> bool {
        if run.outcome.failure().is_some() {
            self.failing.add(&run.coverage.functions, &self.code);
        }
        self.add(run)
    }

    /// Resets the coverage to that of the failing runs alone. Called when exploration restarts and the test cases so
    /// far are discarded. The reported failures remain, so their coverage remains, too.
    pub fn start_over(&mut self) {
        self.coverage = self.failing.clone();
        self.counted = None;
    }

    /// Returns the coverage report of the runs.
    pub fn report(&self) -> CoverageReport {
        self.coverage.report(self.module, &self.code)
    }

    /// Returns the numbers of covered lines and branch sides.
    pub fn counts(&mut self) -> CoverageCounts {
        if let Some(counts) = self.counted {
            return counts;
        }
        let counts = self.report().counts;
        self.counted = Some(counts);
        counts
    }
}
