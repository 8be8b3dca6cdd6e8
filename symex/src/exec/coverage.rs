//! Which instructions and branch sides were reached, over all paths.
mod places;

pub use places::{CoveredBranch, CoveredFunction, Freshness};

use super::decode::Code;
use std::collections::BTreeSet;
use symtool_ir::{FileId, Func, Inst, Loc, Module};

/// What was reached so far.
#[derive(Debug, Default)]
pub struct Coverage {
    ran: Vec<Vec<bool>>,
    sides: Vec<Vec<bool>>,
    reached: u64,
}

/// Coverage as reports show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// Every position that an executed instruction carries.
    pub reached: BTreeSet<Loc>,
    /// Every position that any instruction carries.
    pub all: BTreeSet<Loc>,
    /// Every side of a branch or switch, in textual order: function, instruction, side (0 is `then` or the
    /// first case in order of values, …), and whether it was taken.
    pub sides: Vec<(Func, Inst, u32, bool)>,
    /// Every function with a body.
    pub functions: Vec<CoveredFunction>,
    /// Every branch and switch with its sides, in textual order.
    pub branches: Vec<CoveredBranch>,
    /// Source lines reached.
    pub lines_covered: u64,
    /// Source lines with code.
    pub lines_total: u64,
    /// Branch sides taken.
    pub branches_covered: u64,
    /// Branch sides.
    pub branches_total: u64,
}

impl Coverage {
    /// Nothing reached.
    pub fn new(code: &Code) -> Coverage {
        let functions = code.functions.iter();
        Coverage {
            ran: functions
                .clone()
                .map(|f| vec![false; f.steps.len()])
                .collect(),
            sides: functions.map(|f| vec![false; f.edges.len()]).collect(),
            reached: 0,
        }
    }

    /// Notes a step; is it new?
    #[inline]
    pub fn step(&mut self, func: Func, pc: usize) -> bool {
        let new = !std::mem::replace(&mut self.ran[func.as_u32() as usize][pc], true);
        self.reached += u64::from(new);
        new
    }

    /// Was a step executed?
    fn has_run(&self, func: Func, pc: usize) -> bool {
        let steps = &self.ran[func.as_u32() as usize];
        steps.get(pc).copied().unwrap_or(false)
    }

    /// Was an edge taken?
    fn was_taken(&self, func: Func, edge: u32) -> bool {
        self.sides[func.as_u32() as usize][edge as usize]
    }

    /// How many steps and edges were reached so far.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Notes an edge; is it new?
    #[inline]
    pub fn edge(&mut self, func: Func, edge: u32) -> bool {
        let seen = &mut self.sides[func.as_u32() as usize][edge as usize];
        let new = !std::mem::replace(seen, true);
        self.reached += u64::from(new);
        new
    }

    /// The report.
    pub fn report(&self, module: &Module, code: &Code) -> CoverageReport {
        let mut report = CoverageReport::default();
        for (func, function) in &module.functions {
            let index = func.as_u32() as usize;
            let body = &code.functions[index];
            for (pc, &inst) in body.insts.iter().enumerate() {
                for loc in function.locs(inst).iter() {
                    report.all.insert(loc);
                    if self.ran[index][pc] {
                        report.reached.insert(loc);
                    }
                }
            }
            for (pc, side, edge) in body.sides() {
                let taken = self.sides[index][edge as usize];
                report.sides.push((func, body.insts[pc], side, taken));
            }
        }
        report.functions = self.functions(module, code);
        report.branches = self.branches(module, code);
        let lines = |locs: &BTreeSet<Loc>| {
            let places = locs.iter().map(|&loc| module.source.get(loc));
            places
                .map(|at| (at.file, at.line))
                .collect::<BTreeSet<(FileId, u32)>>()
                .len() as u64
        };
        report.lines_covered = lines(&report.reached);
        report.lines_total = lines(&report.all);
        report.branches_total = report.sides.len() as u64;
        report.branches_covered = report.sides.iter().filter(|side| side.3).count() as u64;
        report
    }
}
