//! Records the merge decisions: which pairs of states were merged, and why others were not.
use super::decision::{MergeDecision, Refusal, Separation};
use crate::code::Code;
use crate::state::State;
use std::collections::BTreeMap;
use symtool_ir::Func;

/// A program point: a step of a function.
type Point = (Func, u32);

/// The merge decisions at one program point with the same result and the same separation.
type Key = (Point, Result<(), Refusal>, Separation<Point>);

/// The recorded merge decisions, each with the number of pairs of states.
#[derive(Debug, Default)]
pub(crate) struct MergeLog {
    pairs: BTreeMap<Key, u64>,
}

impl MergeLog {
    /// Records that the two states `one` and `two` at one program point were merged into `merged`.
    pub(crate) fn merged(&mut self, (one, two): (&State, &State), merged: &mut State) {
        let (fork, forks) = one.merge.forks.join(&two.merge.forks);
        merged.merge.forks = forks;
        self.push(
            one,
            Ok(()),
            fork.map_or(Separation::Unknown, Separation::Fork),
        );
    }

    /// Records that both sides of a branch were merged into `merged` without a fork. `branch` is the step of the branch.
    pub(crate) fn merged_at_branch(&mut self, merged: &State, branch: Point) {
        self.push(merged, Ok(()), Separation::None(branch));
    }

    /// Records that two states at one program point were not merged.
    pub(crate) fn refused(&mut self, one: &State, two: &State, refusal: Refusal) {
        let fork = one.merge.forks.separation(&two.merge.forks);
        let separation = fork.map_or(Separation::Unknown, Separation::Fork);
        self.push(one, Err(refusal), separation);
    }

    fn push(&mut self, at: &State, result: Result<(), Refusal>, separation: Separation<Point>) {
        let point = (at.frame.func, at.frame.pc);
        *self.pairs.entry((point, result, separation)).or_default() += 1;
    }

    /// Returns the recorded decisions, in the order of functions and steps.
    pub(crate) fn decisions(self, code: &Code) -> Vec<MergeDecision> {
        let inst = |(func, pc): Point| (func, code.of(func).insts[pc as usize]);
        let all = self.pairs.into_iter();
        let decision = |((point, result, separation), pairs): (Key, u64)| {
            let (func, inst_there) = inst(point);
            MergeDecision {
                func,
                inst: inst_there,
                loc: code.of(func).locs[point.1 as usize],
                separation: separation.map(inst),
                result,
                pairs,
            }
        };
        all.map(decision).collect()
    }
}
