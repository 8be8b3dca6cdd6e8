//! The conditions on the input under which a run takes its path.
use super::recorder::Recorder;
use super::{Decision, Executor, PlayedCondition};
use crate::code::{Step, TerminatorStep};
use crate::profile::UserCode;
use crate::state::State;
use symtool_expr::ExprId;
use symtool_ir::{Intrinsic, Loc};

/// The maximum number of conditions of a path that are recorded. If a path has more conditions, the last ones are
/// recorded.
const MAX_CONDITIONS: usize = 300;
/// The maximum length of the text of a condition.
const LENGTH: usize = 200;

/// The step that a state is about to execute.
pub(super) struct Point {
    /// The location in the program's own code: of the step, or of the call of the library function to which it belongs.
    loc: Option<Loc>,
    /// The kind of decision. For a branch it is [`Decision::Then`] until the side that the run takes is known.
    decision: Decision,
    /// For a branch, the step that follows if its condition is true.
    then_pc: Option<u32>,
}

impl Executor<'_> {
    /// Describes the step that `state` is about to execute.
    pub(super) fn decision_point(&self, state: &State, user: &UserCode) -> Point {
        let mut frames = std::iter::once(&state.frame).chain(state.callers.iter());
        let own = frames.find(|frame| user.contains(frame.func));
        let loc = own.and_then(|frame| {
            let locs = &self.code.of(frame.func).locs;
            locs.get(frame.pc as usize).copied().flatten()
        });
        let body = self.code.of(state.frame.func);
        let is_own = user.contains(state.frame.func);
        let (decision, then_pc) = match &body.steps[state.frame.pc as usize] {
            Step::Intrinsic(step) if step.intrinsic == Intrinsic::Assume => {
                (Decision::Assumed, None)
            }
            _ if !is_own => (Decision::Other, None),
            Step::Terminator(TerminatorStep::Branch { then_edge, .. }) => {
                let target = body.edges[*then_edge as usize].target;
                (Decision::Then, Some(target))
            }
            Step::Terminator(TerminatorStep::Switch(_)) => (Decision::Case, None),
            Step::Check(_) => (Decision::Holds, None),
            _ => (Decision::Other, None),
        };
        Point {
            loc,
            decision,
            then_pc,
        }
    }

    /// Records the conditions that the step at `point` has added to a path with `known` conditions.
    pub(super) fn new_conditions(
        &self,
        state: &State,
        point: &Point,
        known: usize,
        recorder: &mut Recorder,
    ) {
        for at in known..state.path.conditions().len() {
            let Some(condition) = state.path.before_rewriting_at(at) else {
                continue;
            };
            let decision = match point.then_pc {
                Some(then) if then != state.frame.pc => Decision::Else,
                _ => point.decision,
            };
            add(recorder, (point.loc, decision, condition));
        }
    }

    /// Records the condition under which the check at `point` fails, if it depends on the input.
    pub(super) fn failing_condition(
        &mut self,
        state: &State,
        point: &Point,
        recorder: &mut Recorder,
    ) {
        let body = self.code.of(state.frame.func);
        let Step::Check(step) = &body.steps[state.frame.pc as usize] else {
            return;
        };
        let (cond, guard) = (step.cond, step.guard);
        let cond = self.condition(state.frame.regs[cond as usize]);
        let mut bad = self.not(cond);
        if let Some(guard) = guard {
            let guard = self.condition(state.frame.regs[guard as usize]);
            bad = self.and(guard, bad);
        }
        if !self.arena.is_const(bad) {
            add(recorder, (point.loc, Decision::Fails, bad));
        }
    }

    /// Writes the recorded conditions as text.
    pub(super) fn write_conditions(&mut self, recorder: &mut Recorder) {
        let conditions = std::mem::take(&mut recorder.conditions);
        recorder.written = conditions
            .into_iter()
            .map(|(loc, decision, condition)| PlayedCondition {
                loc,
                decision,
                text: self.arena.c_text(condition, LENGTH),
            })
            .collect();
    }
}

fn add(recorder: &mut Recorder, condition: (Option<Loc>, Decision, ExprId)) {
    recorder.conditions.push_back(condition);
    if recorder.conditions.len() > MAX_CONDITIONS {
        recorder.conditions.pop_front();
        recorder.omitted_conditions += 1;
    }
}
