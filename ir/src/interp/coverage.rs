//! From executed steps to source positions and branch sides.
use super::decode::{Code, RAN, Step, WENT_ELSE, WENT_THEN};
use crate::entities::{Func, Inst, Loc};
use crate::module::Module;
use std::rc::Rc;

/// Marking what is executed.
pub(super) mod went {
    use super::{Code, RAN, WENT_ELSE, WENT_THEN};

    /// A step is executed.
    #[inline]
    pub fn through(code: &Code, pc: usize) {
        let hits = &code.hits[pc];
        hits.set(hits.get() | RAN);
    }

    /// A branch goes to its `then` side (or not).
    #[inline]
    pub fn along(code: &Code, pc: usize, then: bool) {
        let hits = &code.hits[pc];
        hits.set(hits.get() | if then { WENT_THEN } else { WENT_ELSE });
    }
}

/// Which sides of a branch were taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BranchCoverage {
    /// The function.
    pub func: Func,
    /// The branch instruction in it.
    pub inst: Inst,
    /// Was the condition ever 1?
    pub taken: bool,
    /// Was it ever 0?
    pub not_taken: bool,
}

/// What a run reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By position number: was an instruction with it executed? Positions beyond the end were not.
    locs: Vec<bool>,
    /// Every branch of the functions that were called, by function and textual order.
    pub branches: Vec<BranchCoverage>,
}

impl Coverage {
    /// Was an instruction with this position executed?
    pub fn reached(&self, loc: Loc) -> bool {
        self.locs.get(loc.as_u32() as usize).is_some_and(|&hit| hit)
    }

    /// The positions reached, in order of their numbers.
    pub fn locs(&self) -> impl Iterator<Item = Loc> + '_ {
        let hits = self.locs.iter().enumerate();
        hits.filter(|(_, hit)| **hit)
            .map(|(i, _)| Loc::from_u32(i as u32))
    }

    /// Collects the marks of the functions that were called, which come in the order of their ids.
    pub(super) fn collect<'a>(
        module: &Module,
        codes: impl Iterator<Item = &'a Rc<Code>>,
    ) -> Coverage {
        let mut coverage = Coverage::default();
        for code in codes {
            for (at, &inst) in code.insts.iter().enumerate() {
                let hits = code.hits[at].get();
                if hits & RAN != 0 {
                    coverage.mark(module, code.func, inst);
                }
                if matches!(code.steps[at], Step::Branch { .. }) {
                    coverage.branches.push(BranchCoverage {
                        func: code.func,
                        inst,
                        taken: hits & WENT_THEN != 0,
                        not_taken: hits & WENT_ELSE != 0,
                    });
                }
            }
        }
        coverage
    }

    fn mark(&mut self, module: &Module, func: Func, inst: Inst) {
        for loc in module.functions[func].locs(inst).iter() {
            let index = loc.as_u32() as usize;
            if self.locs.len() <= index {
                self.locs.resize(index + 1, false);
            }
            self.locs[index] = true;
        }
    }
}
