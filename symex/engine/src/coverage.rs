//! Coverage of instructions and branch sides by all explored paths.
mod conditions;
mod lines;
mod open;
mod replayed;
mod summary;

pub use conditions::{Assumption, Conditions};
pub(crate) use open::OpenCode;
pub use replayed::Replayed;
pub use summary::{CoverageCounter, CoveredBranch, CoveredFunction};

use crate::code::Code;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use symtool_ir::interp::Covered;
use symtool_ir::{Func, Inst, Loc, Module};

/// The instructions and control-flow edges executed so far: by the paths of one worker (one thread of a parallel
/// exploration), or by concrete runs.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    ran: Vec<Vec<bool>>,
    sides: Vec<Vec<bool>>,
    reached: u64,
    /// The coverage of all workers together; `None` if there is one worker.
    all: Option<Arc<Reached>>,
}

/// The instructions and edges that at least one of several workers has covered.
#[derive(Debug)]
pub struct Reached {
    ran: Vec<Vec<AtomicBool>>,
    sides: Vec<Vec<AtomicBool>>,
}

/// Coverage by source line, function and branch, for reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// The source locations that the executed instructions cover.
    pub reached: BTreeSet<Loc>,
    /// The source locations of all instructions.
    pub all: BTreeSet<Loc>,
    /// All sides of branches and switches, in textual order: the function, the instruction, the number of the
    /// side, and whether a path took the side. Side 0 is `then`, or the first case of a switch.
    pub sides: Vec<(Func, Inst, u32, bool)>,
    /// All functions with a body.
    pub functions: Vec<CoveredFunction>,
    /// All branches and switches with the coverage of their sides, in textual order.
    pub branches: Vec<CoveredBranch>,
    /// The checks and assumptions, with the information whether a path reached them.
    pub conditions: Conditions,
    /// The numbers of covered lines and branch sides, and of all lines and branch sides.
    pub counts: CoverageCounts,
}

/// The numbers of covered lines and branch sides, and of all lines and branch sides.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageCounts {
    /// The number of covered source lines.
    pub lines_covered: u64,
    /// The number of source lines with code.
    pub lines_total: u64,
    /// The number of covered branch sides.
    pub branches_covered: u64,
    /// The number of all branch sides.
    pub branches_total: u64,
}

impl CoverageCounts {
    /// Returns the maximum of `self` and `other` for each of the four numbers.
    #[must_use]
    pub fn max(self, other: CoverageCounts) -> CoverageCounts {
        CoverageCounts {
            lines_covered: self.lines_covered.max(other.lines_covered),
            lines_total: self.lines_total.max(other.lines_total),
            branches_covered: self.branches_covered.max(other.branches_covered),
            branches_total: self.branches_total.max(other.branches_total),
        }
    }
}

impl Coverage {
    /// Returns empty coverage of a program. `all` is the common coverage of all workers; `None` if there is one worker.
    /// With several workers, an instruction or edge counts as new only if no worker has covered it.
    pub fn new(code: &Code, all: Option<Arc<Reached>>) -> Coverage {
        Coverage {
            ran: per_step(code, || false),
            sides: per_edge(code, || false),
            reached: 0,
            all,
        }
    }

    /// Returns a copy of `all`, the coverage of all workers.
    pub fn of(all: &Reached) -> Coverage {
        let plain = |all: &Vec<Vec<AtomicBool>>| {
            let plain = |one: &Vec<AtomicBool>| one.iter().map(|bit| bit.load(Relaxed)).collect();
            all.iter().map(plain).collect()
        };
        Coverage {
            ran: plain(&all.ran),
            sides: plain(&all.sides),
            ..Coverage::default()
        }
    }

    /// Marks the step `pc` of a function (a decoded instruction) as executed. Returns whether the step is new: no
    /// worker had executed it before.
    #[inline]
    pub fn step(&mut self, func: Func, pc: usize) -> bool {
        if std::mem::replace(&mut self.ran[func.as_u32() as usize][pc], true) {
            return false;
        }
        self.is_first(|all| &all.ran[func.as_u32() as usize][pc])
    }

    /// Returns whether a step was executed.
    fn has_run(&self, func: Func, pc: usize) -> bool {
        let index = func.as_u32() as usize;
        let by_all = |all: &Reached| all.ran[index].get(pc).is_some_and(|bit| bit.load(Relaxed));
        self.ran[index].get(pc).copied().unwrap_or(false) || self.all.as_deref().is_some_and(by_all)
    }

    /// Returns whether an edge was taken.
    pub fn was_taken(&self, func: Func, edge: u32) -> bool {
        let (index, edge) = (func.as_u32() as usize, edge as usize);
        let by_all = |all: &Reached| all.sides[index][edge].load(Relaxed);
        self.sides[index][edge] || self.all.as_deref().is_some_and(by_all)
    }

    /// Returns the number of steps and edges covered so far. With several workers, these are the steps and edges that
    /// this worker was the first to cover.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Marks a control-flow edge of a function as taken. `edge` is the number of the edge in this function. Returns
    /// whether the edge is new: no worker had taken it before.
    #[inline]
    pub fn edge(&mut self, func: Func, edge: u32) -> bool {
        let seen = &mut self.sides[func.as_u32() as usize][edge as usize];
        if std::mem::replace(seen, true) {
            return false;
        }
        self.is_first(|all| &all.sides[func.as_u32() as usize][edge as usize])
    }

    /// Adds the coverage of a concrete run. Returns whether the run covers a new instruction or edge.
    pub fn add(&mut self, functions: &[Covered], code: &Code) -> bool {
        let before = self.reached;
        for covered in functions {
            for pc in (0..covered.steps.len()).filter(|&pc| covered.steps[pc]) {
                self.step(covered.func, pc);
            }
            let body = code.of(covered.func);
            let sides = covered.sides.iter();
            for edge in sides.filter_map(|&(pc, side)| body.edge_of_side(pc, side)) {
                self.edge(covered.func, edge);
            }
        }
        self.reached > before
    }

    /// Records in `all`, the common coverage of all workers, that an instruction or edge is covered. The caller has
    /// found that this worker covers it for the first time. Returns whether no other worker had covered it before.
    #[cold]
    fn is_first(&mut self, bit: impl FnOnce(&Reached) -> &AtomicBool) -> bool {
        let all = self.all.as_deref();
        let new = all.is_none_or(|all| !bit(all).swap(true, Relaxed));
        self.reached += u64::from(new);
        new
    }

    /// Returns the coverage by source line, function and branch.
    pub fn report(&self, module: &Module, code: &Code) -> CoverageReport {
        let mut report = CoverageReport::default();
        for (func, function) in &module.functions {
            let index = func.as_u32() as usize;
            let body = &code.functions[index];
            let reached = lines::reached_by_steps(module, function, body);
            for (pc, &inst) in body.insts.iter().enumerate() {
                report.all.extend(function.locs(inst).iter());
                if self.ran[index][pc] {
                    report.reached.extend(&reached[pc]);
                }
            }
            for (pc, side, edge) in body.sides() {
                let taken = self.sides[index][edge as usize];
                report.sides.push((func, body.insts[pc], side, taken));
            }
        }
        report.functions = self.functions(module, code);
        report.branches = self.branches(module, code);
        report.conditions = self.conditions(code);
        let lines = |locs: &BTreeSet<Loc>| {
            let lines = locs.iter().map(|&loc| lines::line(module, loc));
            lines.collect::<BTreeSet<_>>().len() as u64
        };
        report.counts = CoverageCounts {
            lines_covered: lines(&report.reached),
            lines_total: lines(&report.all),
            branches_covered: report.sides.iter().filter(|side| side.3).count() as u64,
            branches_total: report.sides.len() as u64,
        };
        report
    }
}

impl Reached {
    /// Returns the common coverage of all workers before any of them has executed a step.
    pub fn new(code: &Code) -> Reached {
        Reached {
            ran: per_step(code, || AtomicBool::new(false)),
            sides: per_edge(code, || AtomicBool::new(false)),
        }
    }
}

fn per_step<T>(code: &Code, mut make: impl FnMut() -> T) -> Vec<Vec<T>> {
    let mut row = |len: usize| (0..len).map(|_| make()).collect();
    code.functions.iter().map(|f| row(f.steps.len())).collect()
}

fn per_edge<T>(code: &Code, mut make: impl FnMut() -> T) -> Vec<Vec<T>> {
    let mut row = |len: usize| (0..len).map(|_| make()).collect();
    code.functions.iter().map(|f| row(f.edges.len())).collect()
}
