//! Records the merge decisions: which pairs of states were merged, and why others were not.
use super::decision::{Joining, MergeDecision, Refusal, Separation};
use crate::code::Code;
use crate::state::State;
use crate::state::StateId;
use crate::state::forks::ForkTrace;
use std::collections::BTreeMap;
use symtool_ir::Func;

/// A program point: a step of a function.
type Point = (Func, u32);

/// The data of a merge decision. Decisions with equal keys are counted as one entry of the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    point: Point,
    result: Result<Joining, Refusal>,
    separation: Separation<Point>,
}

/// The numbers of forks at one step that have ended, by the way in which they ended. A fork ends when its two
/// successors become one state again, or when a state after the fork is dropped.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ForkEnds {
    /// The number of forks that ended because a state of one successor was merged with a state of the other.
    pub merged: u64,
    /// The number of forks that ended because a state was dropped: a merged state at an earlier program point explores
    /// the paths of the dropped state again.
    pub dropped: u64,
}

/// The recorded merge decisions, each with the number of pairs of states.
#[derive(Debug, Default)]
pub(crate) struct MergeLog {
    pairs: BTreeMap<Key, u64>,
    forks: BTreeMap<Point, ForkEnds>,
}

impl MergeLog {
    /// Records that `state` forks at its step. Returns the trace of the second successor, which gets the id `id`.
    pub(crate) fn forked(state: &mut State, id: StateId) -> ForkTrace {
        let step = (state.frame.func, state.frame.pc);
        state.merge.forks.fork(step, id)
    }

    /// Records that the state `two` was merged with the state `one` at its program point, into `merged`. If several
    /// forks separated the two states, the pair counts for the newest of these forks.
    pub(crate) fn merged(
        &mut self,
        how: Joining,
        (one, two): (&State, &State),
        merged: &mut State,
    ) {
        let joined = one.merge.forks.join(&two.merge.forks);
        merged.merge.forks = joined.trace;
        if joined.separated.is_empty() {
            self.push(two, (Ok(how), Separation::Unknown), 1);
        }
        for (at, (step, was_open)) in joined.separated.into_iter().enumerate() {
            let pairs = u64::from(at == 0);
            self.push(two, (Ok(how), Separation::Fork(step)), pairs);
            self.forks.entry(step).or_default().merged += u64::from(was_open);
        }
    }

    /// Records that the state `gone` was dropped, because the state `heir` at an earlier program point explores the
    /// paths of `gone` again.
    pub(crate) fn dropped(&mut self, heir: &State, gone: &State) {
        for step in gone.merge.forks.drop_after(&heir.merge.forks) {
            self.forks.entry(step).or_default().dropped += 1;
        }
    }

    /// Records that both sides of a branch were merged into the state `merged` without a fork. `branch` is the step of
    /// the branch.
    pub(crate) fn merged_at_branch(&mut self, merged: &State, branch: Point) {
        let how = Ok(Joining::Choice);
        self.push(merged, (how, Separation::None(branch)), 1);
    }

    /// Records that two states at one program point were not merged.
    pub(crate) fn refused(&mut self, one: &State, two: &State, refusal: Refusal) {
        let fork = one.merge.forks.separation(&two.merge.forks);
        let separation = fork.map_or(Separation::Unknown, Separation::Fork);
        self.push(one, (Err(refusal), separation), 1);
    }

    fn push(
        &mut self,
        at: &State,
        (result, separation): (Result<Joining, Refusal>, Separation<Point>),
        pairs: u64,
    ) {
        let key = Key {
            point: (at.frame.func, at.frame.pc),
            result,
            separation,
        };
        *self.pairs.entry(key).or_default() += pairs;
    }

    /// Returns for each step the numbers of its forks that have ended, by the way in which they ended.
    pub(crate) fn fork_ends(&self) -> impl Iterator<Item = (Point, ForkEnds)> + '_ {
        self.forks.iter().map(|(&point, &ends)| (point, ends))
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
                result: key.result,
                pairs,
            }
        };
        self.pairs.into_iter().map(decision).collect()
    }
}
