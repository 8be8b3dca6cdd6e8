//! Coverage by source line, function and branch, for reports and progress lines.
use super::{Coverage, CoverageCounts, lines};
use crate::code::{Code, FnCode};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};
use symtool_ir::{Func, Loc, Module};

/// A function with a body, and whether some path has entered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// The function's name.
    pub name: String,
    /// The first source location of the function's code; `None` if the code has no locations.
    pub loc: Option<Loc>,
    /// Whether some path entered the function.
    pub reached: bool,
}

/// A branch or switch, and for each of its sides whether some path has taken it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredBranch {
    /// The name of the function that contains the branch.
    pub function: String,
    /// The source location of the branch; `None` if it has none.
    pub loc: Option<Loc>,
    /// Whether some path executed the branch.
    pub reached: bool,
    /// For each side, whether some path took it. The sides are `then` and `else`, or the cases of a switch in
    /// source order followed by the default.
    pub sides: Vec<bool>,
}

impl Coverage {
    /// Returns the coverage of every function with a body, in module order.
    pub(super) fn functions(&self, module: &Module, code: &Code) -> Vec<CoveredFunction> {
        let with_body = module.functions.iter().filter(|(_, f)| !f.is_declaration());
        with_body
            .map(|(func, function)| {
                let body = code.of(func);
                let order = |&loc: &Loc| module.source.get(loc);
                CoveredFunction {
                    name: function.name.clone(),
                    loc: body.locs.iter().flatten().copied().min_by_key(order),
                    reached: self.has_run(func, 0),
                }
            })
            .collect()
    }

    /// Returns every branch and switch, in textual order.
    pub(super) fn branches(&self, module: &Module, code: &Code) -> Vec<CoveredBranch> {
        let mut branches = Vec::new();
        for (func, function) in &module.functions {
            let body: &FnCode = code.of(func);
            let mut last = None;
            for (pc, _, edge) in body.sides() {
                if last != Some(pc) {
                    last = Some(pc);
                    branches.push(CoveredBranch {
                        function: function.name.clone(),
                        loc: body.locs[pc],
                        reached: self.has_run(func, pc),
                        sides: Vec::new(),
                    });
                }
                if let Some(branch) = branches.last_mut() {
                    branch.sides.push(self.was_taken(func, edge));
                }
            }
        }
        branches
    }

    /// Returns whether an executed branch has a side that no path has taken.
    pub fn has_open_sides(&self, module: &Module, code: &Code) -> bool {
        let branches = self.branches(module, code);
        let is_open = |branch: &CoveredBranch| branch.reached && branch.sides.contains(&false);
        branches.iter().any(is_open)
    }

    /// Returns the number of source lines of the steps for which `step` is true, and the number of branch sides for
    /// which `side` is true.
    fn count(
        module: &Module,
        code: &Code,
        step: impl Fn(Func, usize) -> bool,
        side: impl Fn(Func, u32) -> bool,
    ) -> (u64, u64) {
        let mut found: FxHashSet<lines::Line> = FxHashSet::default();
        let mut sides = 0;
        for (func, function) in &module.functions {
            let body = code.of(func);
            let reached = lines::reached_by_steps(module, function, body);
            for (pc, reached) in reached.into_iter().enumerate() {
                if step(func, pc) {
                    found.extend(reached.into_iter().map(|loc| lines::line(module, loc)));
                }
            }
            let taken = body
                .sides()
                .into_iter()
                .filter(|&(_, _, edge)| side(func, edge));
            sides += taken.count() as u64;
        }
        (found.len() as u64, sides)
    }
}

/// Updates the coverage counters of the statistics during a run.
#[derive(Debug, Default)]
pub struct CoverageCounter {
    last: Option<Instant>,
    reached: u64,
}

impl CoverageCounter {
    /// Recomputes the counters in `counts` if the coverage has grown since the last call, but at most about once a
    /// second.
    pub fn refresh(
        &mut self,
        coverage: &Coverage,
        counts: &mut CoverageCounts,
        module: &Module,
        code: &Code,
        now: Instant,
    ) {
        const WHILE: Duration = Duration::from_millis(900);
        if self
            .last
            .is_some_and(|last| now.duration_since(last) < WHILE)
        {
            return;
        }
        if self.last.replace(now).is_none() {
            let all = Coverage::count(module, code, |_, _| true, |_, _| true);
            (counts.lines_total, counts.branches_total) = all;
        }
        if self.reached != coverage.reached() {
            self.reached = coverage.reached();
            let (step, side) = (
                |f, pc| coverage.has_run(f, pc),
                |f, e| coverage.was_taken(f, e),
            );
            let reached = Coverage::count(module, code, step, side);
            (counts.lines_covered, counts.branches_covered) = reached;
        }
    }
}
