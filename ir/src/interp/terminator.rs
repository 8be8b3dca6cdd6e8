//! Jumps, branches, switches and returns.
use super::coverage::went;
use super::decode::{Code, Edge, Step};
use super::machine::{Flow, Machine, Stepped};

impl Machine<'_> {
    #[inline]
    pub(super) fn terminator(&mut self, code: &Code, step: &Step) -> Stepped {
        match step {
            Step::Jump(edge) => Ok(Flow::Edge(*edge)),
            Step::Branch { cond, edges } => {
                let edge = edges[usize::from(self.get(*cond) != 0)];
                went::along(code, edge);
                Ok(Flow::Edge(edge))
            }
            Step::Switch(step) => {
                let value = self.get(step.value);
                let case = step.cases.binary_search_by_key(&value, |&(v, _)| v);
                let edge = case.map_or(step.default, |i| step.cases[i].1);
                went::along(code, edge);
                Ok(Flow::Edge(edge))
            }
            Step::Return(value) => {
                let value = value.map(|reg| self.get(reg));
                self.leave(value)
            }
            _ => Err(self.process.reached_unreachable()),
        }
    }

    /// Moves the block arguments of an edge (all at once, as if in parallel); gives the step to go on with.
    #[inline]
    pub(super) fn follow(&mut self, edge: &Edge) -> usize {
        if edge.overlaps {
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.clear();
            scratch.extend(edge.moves.iter().map(|&(from, _)| self.get(from)));
            for (&(_, to), &value) in edge.moves.iter().zip(&scratch) {
                self.set(to, value);
            }
            self.scratch = scratch;
        } else {
            for &(from, to) in &edge.moves {
                let value = self.get(from);
                self.set(to, value);
            }
        }
        edge.target as usize
    }
}
