//! The unwinding bound: ends paths that exceed a number of loop iterations or of nested calls.
//!
//! With a bound N, a path ends when it returns to the header of a loop for the (N + 1)-th time since it entered the
//! loop. A path also ends when it calls a function of which more than N calls are active already. So every run that
//! repeats each loop at most N times, and nests at most N recursive calls of each function, is explored to its end. The
//! unwinding bound of conflict-driven symbolic execution (`--cdse`) has the same meaning. States in different
//! iterations of a loop are not merged. Otherwise the merged state would have a single iteration counter, and the bound
//! would cut the paths of one of the two states too early.
use super::{Executor, Stop};
use crate::code::Code;
use crate::merging::topology::Topology;
use crate::report::Cut;
use crate::state::State;
use std::collections::BTreeSet;
use symtool_ir::{Func, Module};

/// The unwinding bound, and the loops and functions at which it has ended paths so far.
pub(super) struct Unwinding {
    most: u32,
    pub(super) topology: Topology,
    pub(super) cuts: BTreeSet<Cut>,
}

impl Unwinding {
    pub(super) fn new(most: u32, module: &Module, code: &Code) -> Unwinding {
        Unwinding {
            most,
            topology: Topology::new(module, code),
            cuts: BTreeSet::new(),
        }
    }
}

impl Executor<'_> {
    /// Returns whether `count`, an iteration of a loop or a number of active calls, exceeds the bound.
    pub(super) fn exceeds_bound(&self, count: u32) -> bool {
        self.unwinding.as_ref().is_some_and(|it| count > it.most)
    }

    /// Returns whether a state is at the beginning of a loop iteration whose number exceeds the unwinding bound.
    pub(super) fn is_cut(&self, state: &State) -> bool {
        self.exceeds_bound(state.frame.iterations.last().copied().unwrap_or(0))
    }

    /// Ends the forked states that are at a loop header in an iteration beyond the bound.
    pub(super) fn cut_forked(&mut self, forked: &mut Vec<State>) {
        if self.unwinding.is_none() {
            return;
        }
        let (cut, kept) = std::mem::take(forked)
            .into_iter()
            .partition::<Vec<State>, _>(|state| self.is_cut(state));
        *forked = kept;
        for state in cut {
            self.cut_loop(&state);
        }
    }

    /// Ends a path at a loop header, because the iteration that begins there exceeds the bound.
    pub(super) fn cut_loop(&mut self, state: &State) -> Stop {
        let (func, head) = (state.frame.func, state.frame.pc);
        let cut = Cut::Loop {
            function: self.program.functions[func].name.clone(),
            loc: self.unwinding.as_ref().and_then(|it| {
                let source = &self.program.source;
                it.topology.loop_location((source, &self.code), func, head)
            }),
        };
        self.end_cut(state, cut)
    }

    /// Ends a path at a call if the number of active calls of the called function exceeds the bound.
    pub(super) fn check_recursion(&mut self, state: &State, func: Func) -> Result<(), Stop> {
        if self.unwinding.is_none() {
            return Ok(());
        }
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        let active = frames.filter(|frame| frame.func == func).count();
        if !self.exceeds_bound(active as u32) {
            return Ok(());
        }
        let cut = Cut::Recursion {
            function: self.program.functions[func].name.clone(),
        };
        Err(self.end_cut(state, cut))
    }

    fn end_cut(&mut self, state: &State, cut: Cut) -> Stop {
        if let Some(unwinding) = &mut self.unwinding {
            unwinding.cuts.insert(cut);
        }
        self.stats.paths.killed += 1;
        self.witness_unfinished(state);
        Stop::Noted
    }
}
