//! Handling of failures: from a satisfiable failure condition to a report that a replay has confirmed.
use super::team::locked;
use super::{BugKey, Confirmation, Executor, Findings, Halt, Stop};
use crate::report::Bug;
use crate::state::State;
use crate::value::Val;
use std::sync::Arc;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{BugKind, Failure, Inputs, Module};
use symtool_solver::{Model, Tri};

impl Executor<'_> {
    /// Reports a failure if `bad` is satisfiable, and continues under its negation. Returns `Err` if no input
    /// is left.
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
                let text = format!(
                    "the solver did not decide whether \"{}\" can happen",
                    kind.describe()
                );
                self.incomplete_here(state, text);
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

    /// Reports that a state fails under a further condition. Once per kind and location of the failure, an
    /// input is found and confirmed by replay. Counts the path.
    pub fn report(
        &mut self,
        state: &State,
        when: ExprId,
        kind: BugKind,
        message: impl FnOnce(&mut Self, &State) -> String,
    ) {
        let key = (kind, state.frame.func, state.frame.pc);
        if self.is_known(key) {
            return self.witness(state, when);
        }
        let Some(model) = self.find_model(state, &[when], true) else {
            let text = format!(
                "no input was found for a possible failure ({})",
                kind.describe()
            );
            self.incomplete_here(state, text);
            self.stats.paths.killed += 1;
            return;
        };
        let failure = Failure {
            kind,
            message: message(self, state),
            stack: self.stack(state),
        };
        let inputs = self.inputs_of(state, &model);
        // The lock is held until the confirmation: no other worker may confirm the same failure, or a later
        // one.
        let findings = Arc::clone(&self.notes.findings);
        let mut findings = locked(&findings);
        self.check_team();
        if self.halted_by_other {
            self.stats.paths.killed += 1;
            return;
        }
        if !self.config.failures.all_errors && findings.repeated(key) {
            if self.config.witnesses {
                self.observer.witness(&inputs, u64::MAX);
            }
            return self.count_failed();
        }
        let first = !findings.confirmed.contains_key(&key);
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
        drop(findings);
        if first && self.config.witnesses && self.is_shared(state) {
            self.other_sides(state, when);
        }
    }

    /// Finds inputs for the other sides of a melded instruction that fails. A melded instruction stands for
    /// one instruction on each side of a former branch, and both may fail. The branch condition is still
    /// computed in the function. So one input is found for each truth value of such conditions, and its
    /// replay shows which side fails.
    fn other_sides(&mut self, state: &State, when: ExprId) {
        const MOST: usize = 24;
        let mut asked: Vec<ExprId> = Vec::new();
        for value in state.frame.regs.iter().rev() {
            if let &Val::Expr(cond) = value
                && self.arena.width(cond) == 1
                && !asked.contains(&cond)
                && asked.len() < MOST
            {
                asked.push(cond);
            }
        }
        let mut sides = Vec::new();
        for cond in asked {
            sides.extend([cond, self.not(cond)]);
        }
        for side in sides {
            if self.halt.is_some() {
                return;
            }
            let both = self.arena.and(when, side);
            match self.possible(state, both) {
                Tri::Yes => self.witness(state, both),
                Tri::No => {}
                // After one *unknown* answer the remaining queries are assumed to be too hard as well.
                Tri::Unknown => return,
            }
        }
    }

    /// Returns whether the failing step stands for instructions of several source locations.
    fn is_shared(&self, state: &State) -> bool {
        let frame = &state.frame;
        let inst = self.code.of(frame.func).insts.get(frame.pc as usize);
        let locations = |&inst| self.program.functions[frame.func].locs(inst).iter().count();
        inst.map(locations).is_some_and(|count| count > 1)
    }

    /// Returns whether a failure was reported before. If so, counts the path as one more with this failure.
    fn is_known(&mut self, key: BugKey) -> bool {
        let known = !self.config.failures.all_errors && locked(&self.notes.findings).repeated(key);
        if known {
            self.count_failed();
        }
        known
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

    /// Returns the concrete inputs of a state's path under a model.
    pub fn inputs_of(&self, state: &State, model: &Model) -> Inputs {
        let mut inputs = Inputs::default();
        let asked = |when| when == Arena::TRUE || model.eval(&self.arena, when).is_true();
        for made in state.inputs.in_order() {
            if !asked(made.when) {
                continue;
            }
            inputs.push(&*made.name, model.bytes(&self.arena, made.symbol));
        }
        inputs
    }
}

impl Findings {
    /// If a failure was reported before, counts one more path to it. Returns whether it was.
    fn repeated(&mut self, key: BugKey) -> bool {
        let known = self.confirmed.get(&key);
        if let Some(&known) = known {
            self.bugs[known].duplicates += 1;
        }
        known.is_some()
    }

    /// Sorts the findings by location and kind, because the order of discovery depends on the schedule.
    pub(super) fn sort(&mut self, program: &Module) {
        let key = |failure: &Failure| {
            let at = failure.loc().map(|loc| program.source.get(loc));
            let location = at.map(|at| (program.source.file_name(at.file).to_owned(), at.line));
            (
                location,
                failure.loc(),
                failure.kind.name(),
                failure.message.clone(),
            )
        };
        self.bugs.sort_by_cached_key(|bug| key(&bug.failure));
        self.spurious.sort_by_cached_key(key);
    }
}
