//! From executed steps to source positions and branch sides.
use super::decode::Code;
use crate::entities::{Func, Inst, Loc};
use crate::module::Module;
use std::rc::Rc;

/// Marking what is executed.
pub(super) mod went {
    use super::Code;

    /// A step is executed; was it before?
    #[inline]
    pub fn through(code: &Code, pc: usize) -> bool {
        code.ran[pc].replace(true)
    }

    /// A branch or switch goes along an edge.
    #[inline]
    pub fn along(code: &Code, edge: u32) {
        code.taken[edge as usize].set(true);
    }
}

/// What was reached in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The function.
    pub func: Func,
    /// By step: was it executed?
    pub steps: Vec<bool>,
    /// Sides that were taken: the step of the branch or switch, and the number of the side as written; the last one is
    /// `else` or the default.
    pub sides: Vec<(usize, usize)>,
}

impl Covered {
    pub(super) fn of(code: &Code) -> Covered {
        Covered {
            func: code.func,
            steps: code.ran.iter().map(std::cell::Cell::get).collect(),
            sides: code.taken_sides(),
        }
    }
}

/// What a run reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By position number: was an instruction with it executed? Positions beyond the end were not.
    locs: Vec<bool>,
    /// The functions that were called, in the order of their ids.
    pub functions: Vec<Covered>,
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
                if code.ran[at].get() {
                    coverage.mark(module, code.func, inst);
                }
            }
            coverage.functions.push(Covered::of(code));
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
