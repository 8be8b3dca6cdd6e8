//! Executes jumps, branches, switches and returns.
use super::coverage::mark;
use super::decode::Code;
use super::machine::{Flow, Machine, Stepped};
use crate::decode::{Edge, TerminatorStep};

impl Machine<'_> {
    #[inline]
    pub(super) fn terminator(&mut self, code: &Code, step: &TerminatorStep) -> Stepped {
        match step {
            TerminatorStep::Jump(edge) => Ok(Flow::Edge(*edge)),
            TerminatorStep::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let edge = if self.get(*cond) != 0 {
                    *then_edge
                } else {
                    *else_edge
                };
                mark::edge(code, edge);
                Ok(Flow::Edge(edge))
            }
            TerminatorStep::Switch(step) => {
                let value = self.get(step.value);
                let case = step.cases.binary_search_by_key(&value, |&(v, _)| v);
                let edge = case.map_or(step.default, |i| step.cases[i].1);
                mark::edge(code, edge);
                Ok(Flow::Edge(edge))
            }
            TerminatorStep::Return(value) => {
                let value = value.map(|(reg, _)| self.get(reg));
                self.leave(value)
            }
            TerminatorStep::Unreachable => Err(self.process.reached_unreachable()),
        }
    }

    /// Copies the arguments of an edge to the parameters of its target block. All arguments are read before the first
    /// parameter is written, because an argument may be a parameter of the same block. Returns the index of the first
    /// instruction of the target block.
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
