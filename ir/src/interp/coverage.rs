//! Coverage of a run: maps executed steps (decoded instructions) to source locations and sides. A *side* is an outgoing
//! edge of a branch or switch.
use super::decode::Code;
use crate::entities::{Func, Inst, Loc};
use crate::module::Module;
use std::rc::Rc;

/// Functions that mark instructions and control-flow edges as executed.
pub(super) mod mark {
    use super::Code;

    /// Marks instruction number `pc` of a function as executed; returns whether it was already marked.
    #[inline]
    pub fn step(code: &Code, pc: usize) -> bool {
        code.ran[pc].replace(true)
    }

    /// Marks an edge of a branch or switch as taken.
    #[inline]
    pub fn edge(code: &Code, edge: u32) {
        code.taken[edge as usize].set(true);
    }
}

/// The coverage of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The function that was executed.
    pub func: Func,
    /// For each instruction of the function, by its index in textual order, whether it was executed.
    pub steps: Vec<bool>,
    /// The sides of branches and switches that were taken. A side is a pair: the index of the branch or switch among
    /// the instructions, and the index of the side in textual order (the last side is `else` or the default).
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

/// The coverage of a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Entry n is true if an instruction with source location number n was executed. Locations beyond the end of the
    /// list were not executed.
    locs: Vec<bool>,
    /// The called functions with their coverage, in order of their ids.
    pub functions: Vec<Covered>,
}

impl Coverage {
    /// Returns whether an instruction with this source location was executed.
    pub fn reached(&self, loc: Loc) -> bool {
        self.locs.get(loc.as_u32() as usize).is_some_and(|&hit| hit)
    }

    /// Returns the source locations that were reached, in order of their numbers.
    pub fn locs(&self) -> impl Iterator<Item = Loc> + '_ {
        let hits = self.locs.iter().enumerate();
        hits.filter(|(_, hit)| **hit)
            .map(|(i, _)| Loc::from_u32(i as u32))
    }

    /// Computes the coverage of the called functions from the marks in `codes`, which are in order of the function ids.
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
