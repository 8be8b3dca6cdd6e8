//! Handling of failures: from a satisfiable failure condition to a report that a replay has confirmed.
use super::team::locked;
use super::{BugKey, Confirmation, Executor, Findings, Halt, Stop};
use crate::code::{Reg, origins};
use crate::config::Witnesses;
use crate::report::Bug;
use crate::state::State;
use smallvec::SmallVec;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{BugKind, Failure, Func, Inputs, Module};
use symtool_solver::{Model, Tri};

/// One of the original instructions that the current step represents, with the condition under which the path fails at
/// this instruction. A melded step represents several original instructions.
#[derive(Clone)]
struct FailingInstruction {
    key: BugKey,
    /// The condition under which the path fails at this instruction.
    when: ExprId,
}

impl Executor<'_> {
    /// Reports a failure if the condition `bad` is satisfiable, and continues the path under the negation of `bad`.
    /// Returns `Err` if the path ends. The path ends if no input satisfies the negation, if the run halts, or if
    /// concolic execution follows an input that satisfies `bad`.
    pub fn require_not(
        &mut self,
        state: &mut State,
        bad: ExprId,
        kind: BugKind,
        message: impl FnOnce(&mut Self, &State) -> String,
    ) -> Result<(), Stop> {
        let can_fail = match self.holds_under_guide(state, bad) {
            Some(false) => Tri::No,
            Some(true) => Tri::Yes,
            None => self.possible(state, bad),
        };
        match can_fail {
            Tri::No => return Ok(()),
            Tri::Unknown => {
                self.incomplete_here(state, undecided(kind));
                let good = self.not(bad);
                self.assume(state, good);
                return Ok(());
            }
            Tri::Yes => {}
        }
        self.report(state, bad, kind, message);
        if self.halt.is_some() || bad == Arena::TRUE || state.guide.is_some() {
            return Err(Stop::Noted);
        }
        let good = self.not(bad);
        if self.possible(state, good) == Tri::No {
            return Err(Stop::Noted);
        }
        self.count_fork(state);
        state.depth += 1;
        self.stats.explored.add_path(state.depth);
        self.assume(state, good);
        Ok(())
    }

    /// Reports that a state fails if `when` is true, and counts the failing path. If this failure has not been
    /// confirmed yet, the solver finds an input, and a replay of this input confirms the failure. Two failures count as
    /// one failure if they have the same kind and location. For a location in a *check wrapper*, the calls of the
    /// wrapper must be the same as well. A check wrapper is a function that only checks a condition on its arguments,
    /// such as a user-defined `assert`.
    ///
    /// A melded step represents several original instructions, and each of them may fail. Then each original
    /// instruction that can fail is reported as a separate failure, with its own location and input.
    pub fn report(
        &mut self,
        state: &State,
        when: ExprId,
        kind: BugKind,
        message: impl FnOnce(&mut Self, &State) -> String,
    ) {
        let open = self.open_origins(state, when, kind);
        if open.is_empty() {
            // Every failure that is possible at this step was reported on an earlier path.
            self.profile_failure(state, when, None);
            self.count_failed();
            return self.witness(state, when);
        }
        let failure = Failure {
            kind,
            message: message(self, state),
            stack: self.stack(state),
        };
        for origin in open {
            let mut failure = failure.clone();
            if let (Some(frame), loc @ Some(_)) = (failure.stack.first_mut(), origin.key.loc) {
                frame.loc = loc;
            }
            self.confirm(state, origin, failure);
            if self.halt.is_some() {
                return;
            }
        }
    }

    /// Returns the original instructions of the current step that can fail under the condition `when`. A melded step
    /// has several original instructions. Instructions whose failure was reported before are omitted, unless
    /// `all_errors` is set.
    fn open_origins(
        &mut self,
        state: &State,
        when: ExprId,
        kind: BugKind,
    ) -> Vec<FailingInstruction> {
        let all = self.origins(state, when, kind);
        let is_melded = all.len() > 1;
        let mut open = Vec::new();
        for origin in all {
            let known = !self.config.failures.all_errors
                && locked(&self.notes.findings).repeated(&origin.key);
            if known {
                continue;
            }
            let can_fail = match is_melded {
                true => self.possible(state, origin.when),
                false => Tri::Yes,
            };
            match can_fail {
                Tri::No => {}
                Tri::Unknown => self.incomplete(undecided(kind), origin.key.loc),
                Tri::Yes => open.push(origin),
            }
        }
        open
    }

    /// Returns the original instructions that the current step represents, one for each source location. Each
    /// instruction has the condition under which the failure occurs at this instruction.
    fn origins(&mut self, state: &State, when: ExprId, kind: BugKind) -> Vec<FailingInstruction> {
        let (func, pc) = (state.frame.func, state.frame.pc);
        let calls = self.identifying_calls(state, kind);
        let key = |loc| BugKey {
            kind,
            func,
            pc,
            loc,
            calls: calls.clone(),
        };
        let code = Rc::clone(&self.code);
        let Some(origins) = code.of(func).origins.get(&pc) else {
            let key = key(None);
            return vec![FailingInstruction { key, when }];
        };
        let value = |arena: &mut Arena, reg: Reg| {
            Ok::<_, Infallible>(state.frame.regs[reg as usize].expr(arena, 1))
        };
        let Ok(locations) = origins::locations(&mut self.arena, origins, value);
        let mut all = Vec::new();
        for (loc, cond) in locations {
            let (key, when) = (key(Some(loc)), self.and(when, cond));
            all.push(FailingInstruction { key, when });
        }
        all
    }

    /// Returns the calls that distinguish a failure in a check wrapper from other failures at the same location,
    /// innermost call first. A *check wrapper* is a function that only checks a condition on its arguments. Returns no
    /// calls for a failure outside of check wrappers.
    fn identifying_calls(&self, state: &State, kind: BugKind) -> SmallVec<[(Func, u32); 2]> {
        let wrappers = self
            .notes
            .wrappers
            .get_or_init(|| CheckWrappers::new(self.program));
        let stack = std::iter::once(&state.frame).chain(state.callers.iter());
        let count = wrappers.callers(kind, stack.map(|frame| frame.func));
        let callers = state.callers.iter().take(count);
        callers.map(|frame| (frame.func, frame.pc)).collect()
    }

    /// Finds an input for a failure, confirms the failure by replay, and records it. Counts the failing path.
    fn confirm(&mut self, state: &State, origin: FailingInstruction, failure: Failure) {
        let (key, kind) = (origin.key, failure.kind);
        let Some(model) = self.find_model(state, &[origin.when], true) else {
            let text = format!(
                "no input was found for a possible failure ({})",
                kind.describe()
            );
            self.incomplete_here(state, text);
            self.stats.paths.killed += 1;
            return;
        };
        let inputs = self.inputs_of(state, &model);
        // The lock is held until the failure is confirmed. So no other worker can confirm the same failure meanwhile,
        // and failures are confirmed in the order in which they are found.
        let findings = Arc::clone(&self.notes.findings);
        let mut findings = locked(&findings);
        self.check_team();
        if self.halted_by_other {
            self.stats.paths.killed += 1;
            return;
        }
        if !self.config.failures.all_errors && findings.repeated(&key) {
            if self.config.witnesses == Witnesses::EveryPath {
                self.observer.witness(&inputs, u64::MAX);
            }
            return self.count_failed();
        }
        let confirmation = self.observer.bug(&failure, &inputs);
        match confirmation {
            Confirmation::Confirmed | Confirmation::Doubtful => {
                let doubtful = confirmation == Confirmation::Doubtful;
                if doubtful {
                    let text = format!(
                        "failure ({}) confirmed by a replay that is not exact",
                        kind.describe()
                    );
                    self.incomplete_here(state, text);
                }
                self.profile_failure(state, origin.when, Some(&inputs));
                self.count_failed();
                let index = findings.bugs.len();
                findings.confirmed.entry(key).or_insert(index);
                findings.bugs.push(Bug {
                    failure,
                    inputs,
                    duplicates: 0,
                    output: state.output_bytes(),
                });
                if self.config.failures.stop_at_first_bug && !doubtful {
                    self.stop_run(Halt::FirstBug);
                }
            }
            Confirmation::Spurious => self.spurious(state, failure, &mut findings),
        }
    }

    fn spurious(&mut self, state: &State, failure: Failure, findings: &mut Findings) {
        self.stats.paths.spurious += 1;
        if !self.config.failures.spurious_handled {
            let text = format!(
                "failure ({}) could not be confirmed by replay",
                failure.kind.describe()
            );
            self.incomplete_here(state, text);
        }
        let known =
            |f: &Failure| f.kind == failure.kind && f.stack.first() == failure.stack.first();
        if !findings.spurious.iter().any(known) {
            findings.spurious.push(failure);
        }
    }

    /// Returns the inputs of a state's path, with the values that they have under a model.
    pub fn inputs_of(&self, state: &State, model: &Model) -> Inputs {
        let mut inputs = Inputs::default();
        let holds = |when| when == Arena::TRUE || model.eval(&self.arena, when).is_true();
        for made in state.inputs.in_order() {
            if !holds(made.when) {
                continue;
            }
            inputs.push(&*made.name, model.bytes(&self.arena, made.symbol));
        }
        inputs
    }
}

/// Returns the reason of incompleteness for a possible failure about which the solver returned *unknown*.
fn undecided(kind: BugKind) -> String {
    let what = kind.describe();
    format!("the solver did not decide whether \"{what}\" can happen")
}

impl Findings {
    /// Returns whether a failure was reported before. If the failure was reported before, counts one more path with
    /// this failure.
    fn repeated(&mut self, key: &BugKey) -> bool {
        let known = self.confirmed.get(key);
        if let Some(&known) = known {
            self.bugs[known].duplicates += 1;
        }
        known.is_some()
    }

    /// Sorts the findings (failures) by location and kind, because the order in which they are found depends on the
    /// schedule of the workers.
    pub(super) fn sort(&mut self, program: &Module) {
        let key = |failure: &Failure| {
            let at = failure.loc().map(|loc| program.source.get(loc));
            let location = at.map(|at| (program.source.file_name(at.file).to_owned(), at.line));
            (
                location,
                failure.loc(),
                failure.kind.name(),
                failure.message.clone(),
                failure
                    .stack
                    .iter()
                    .map(|frame| frame.loc)
                    .collect::<Vec<_>>(),
            )
        };
        self.bugs.sort_by_cached_key(|bug| key(&bug.failure));
        self.spurious.sort_by_cached_key(key);
    }
}
