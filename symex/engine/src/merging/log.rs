//! Records the merge decisions: which pairs of states were merged, and why others were not.
use super::decision::{Joining, MergeDecision, Refusal, Separation};
use crate::code::Code;
use crate::state::forks::OpenForks;
use crate::state::{State, StateId};
use std::collections::BTreeMap;
use symtool_ir::Func;

/// A program point: a step of a function.
type Point = (Func, u32);

/// What decisions that are counted together have in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    point: Point,
    result: Result<Joining, Refusal>,
    separation: Separation<Point>,
    counts_for: Option<Point>,
}

/// The recorded merge decisions, each with the number of pairs of states.
#[derive(Debug, Default)]
pub(crate) struct MergeLog {
    pairs: BTreeMap<Key, u64>,
    forks: OpenForks,
}

impl MergeLog {
    /// Records that `state` forks at its step. The second successor gets the id `id`.
    pub(crate) fn forked(&mut self, state: &mut State, id: StateId) {
        let step = (state.frame.func, state.frame.pc);
        state.merge.forks.add(step, id, &mut self.forks);
    }

    /// Records that the state `two` was merged with the state `one` at its program point, into `merged`.
    pub(crate) fn merged(
        &mut self,
        how: Joining,
        (one, two): (&State, &State),
        merged: &mut State,
    ) {
        let (counts_for, forks) = one.merge.forks.join(&two.merge.forks, &mut self.forks);
        merged.merge.forks = forks;
        self.push(two, Ok(how), separation(one, two), counts_for);
    }

    /// Records that the state `gone` was dropped, because `heir`, at an earlier program point, explores its paths again.
    pub(crate) fn dropped(&mut self, heir: &State, gone: &State) {
        let counts_for = (gone.merge.forks).drop_after(&heir.merge.forks, &mut self.forks);
        let separation = counts_for.map_or(Separation::Unknown, Separation::Fork);
        self.push(gone, Ok(Joining::Repeated), separation, counts_for);
    }

    /// Records that both sides of a branch were merged into `merged` without a fork. `branch` is the step of the branch.
    pub(crate) fn merged_at_branch(&mut self, merged: &State, branch: Point) {
        let how = Ok(Joining::Choice);
        self.push(merged, how, Separation::None(branch), None);
    }

    /// Records that two states at one program point were not merged.
    pub(crate) fn refused(&mut self, one: &State, two: &State, refusal: Refusal) {
        self.push(one, Err(refusal), separation(one, two), None);
    }

    fn push(
        &mut self,
        at: &State,
        result: Result<Joining, Refusal>,
        separation: Separation<Point>,
        counts_for: Option<Point>,
    ) {
        let key = Key {
            point: (at.frame.func, at.frame.pc),
            result,
            separation,
            counts_for,
        };
        *self.pairs.entry(key).or_default() += 1;
    }

    /// Returns the recorded decisions, in the order of functions and steps.
    pub(crate) fn decisions(self, code: &Code) -> Vec<MergeDecision> {
        let inst = |(func, pc): Point| (func, code.of(func).insts[pc as usize]);
        let decision = |(key, pairs): (Key, u64)| {
            let (func, at) = inst(key.point);
            MergeDecision {
                func,
                inst: at,
                loc: code.of(func).locs[key.point.1 as usize],
                separation: key.separation.map(inst),
                counts_for: key.counts_for.map(inst),
                result: key.result,
                pairs,
            }
        };
        self.pairs.into_iter().map(decision).collect()
    }
}

fn separation(one: &State, two: &State) -> Separation<Point> {
    let fork = one.merge.forks.separation(&two.merge.forks);
    fork.map_or(Separation::Unknown, Separation::Fork)
}
