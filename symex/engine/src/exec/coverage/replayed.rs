//! Coverage of a program by inputs that were found on another form of it.
//!
//! In a melded program one instruction stands for both sides of a branch, so that it runs says nothing about which side
//! an input takes. What the input does in the program as it was does: it is run there, and what these runs reach is
//! what counts.
use super::{Coverage, CoverageReport};
use crate::exec::decode::Code;
use crate::stats::Stats;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::Module;
use symtool_ir::interp::Run;

/// What concrete runs of a program have reached together.
#[derive(Clone, Debug)]
pub struct Replayed<'m> {
    module: &'m Module,
    code: Rc<Code>,
    coverage: Coverage,
    /// What failing runs have reached, which stays when the rest is forgotten.
    failing: Coverage,
    /// The report, unless something was added since.
    counted: Option<CoverageReport>,
}

impl<'m> Replayed<'m> {
    /// Nothing yet.
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

    /// The program.
    pub(crate) fn module(&self) -> &'m Module {
        self.module
    }

    /// What was reached.
    pub(crate) fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Is there a branch that was reached of which a side was not?
    pub fn has_open_sides(&self) -> bool {
        self.coverage.has_open_sides(self.module, &self.code)
    }

    /// Adds a run; does it reach an instruction or side that none before did?
    pub fn add(&mut self, run: &Run) -> bool {
        let new = self.coverage.add(&run.coverage.functions, &self.code);
        if new {
            self.counted = None;
        }
        new
    }

    /// Adds a run that fails; does it reach something new?
    pub fn add_failing(&mut self, run: &Run) -> bool {
        self.failing.add(&run.coverage.functions, &self.code);
        self.add(run)
    }

    /// Forgets all but what failing runs have reached.
    pub fn start_over(&mut self) {
        self.coverage = self.failing.clone();
        self.counted = None;
    }

    /// The report.
    pub fn report(&self) -> CoverageReport {
        self.coverage.report(self.module, &self.code)
    }

    /// Puts these numbers in the place of those that statistics have.
    pub fn correct(&mut self, stats: &mut Stats) {
        let report = self.counted.take().unwrap_or_else(|| self.report());
        stats.count_coverage(&report);
        self.counted = Some(report);
    }
}
