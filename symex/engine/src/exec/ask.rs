//! The interface to the solver chain. No other module issues queries.
//!
//! *Unknown* never means "infeasible": the branch is followed, and its location becomes a reason why the run
//! is incomplete.
use super::spots::Asked;
use super::{Engine, Halt, Stop};
use crate::state::{State, Val};
use symtool_expr::arrays::KnownPath;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Limit, Op};
use symtool_solver::{Answer, Model, Sides, Tri};

impl Engine<'_> {
    /// Returns whether a condition is satisfiable together with the path condition.
    pub fn possible(&mut self, state: &State, cond: ExprId) -> Tri {
        if self.arena.is_true(cond) {
            return Tri::Yes;
        }
        if self.arena.is_false(cond) {
            return Tri::No;
        }
        let cond = self.without_reads(state, cond, true);
        self.mark_place(state);
        let conditions = state.path.conditions();
        let answer = self.chain.may_be_true(&mut self.arena, conditions, cond);
        self.book(state, Asked::Way);
        self.heed_interrupt();
        answer
    }

    /// Sets the location that the query log records for the next queries.
    fn mark_place(&mut self, state: &State) {
        if self.config.solver.log.is_some() {
            let place = match self.user_loc(state) {
                Some(loc) => self.program.source.describe(loc),
                None => String::new(),
            };
            self.chain.asked_at(|| place);
        }
    }

    /// Returns which sides of a branch on `cond` are feasible on the state's path.
    pub fn sides(&mut self, state: &State, cond: ExprId) -> Sides {
        let cond = self.without_reads(state, cond, true);
        self.mark_place(state);
        let conditions = state.path.conditions();
        let answer = self.chain.branch(&mut self.arena, conditions, cond);
        self.book(state, Asked::Way);
        self.heed_interrupt();
        answer
    }

    /// Halts the run after an interrupt or at the time limit. Queries that were running return *unknown*
    /// then, from which nothing may be concluded.
    pub(super) fn heed_interrupt(&mut self) {
        self.heed_team();
        if self.halt.is_none() && self.config.interrupt.is_interrupted() {
            let by_user = self.config.interrupt.is_set();
            let limit = if by_user {
                Limit::Interrupt
            } else {
                Limit::Time
            };
            self.stop_run(Halt::Limit(limit));
        }
    }

    /// Returns whether the run was halted in the middle of a step.
    pub fn cut_short(&self) -> bool {
        self.halted_by_other
            || matches!(self.halt, Some(Halt::Limit(Limit::Time | Limit::Interrupt)))
    }

    /// Adds a condition to the path condition.
    pub fn assume(&mut self, state: &mut State, cond: ExprId) {
        let before = cond;
        let cond = self.without_reads(state, before, false);
        if cond != before {
            state.path.push_rewritten(cond, before);
        } else if !self.arena.is_true(cond) {
            state.path.push(cond);
        }
    }

    /// Returns the condition in the form for the solver chain: equivalent on the state's path, with fewer
    /// array reads.
    fn without_reads(&mut self, state: &State, cond: ExprId, asked: bool) -> ExprId {
        if !self.arena.has_reads(cond) || !self.config.arrays.any() {
            return cond;
        }
        let conditions = state.path.conditions();
        let chain = &mut self.chain;
        let mut before = state.path.before_rewriting();
        before.reverse();
        let mut path = KnownPath {
            domain: &mut |arena: &Arena, e| chain.domain(arena, conditions, e),
            conditions: &before,
        };
        let counted = self.arrays.applications;
        let (result, changes) = self.arrays.rewrite(&mut self.arena, &mut path, cond);
        if asked {
            self.explain_condition(state, cond, &changes);
        } else {
            self.arrays.applications = counted;
        }
        result
    }

    /// Returns a model of the path condition and further conditions; `None` if the solver finds none.
    pub fn find_model(&mut self, state: &State, extra: &[ExprId], nice: bool) -> Option<Model> {
        let mut all = state.path.conditions().to_vec();
        for &cond in extra {
            let cond = self.without_reads(state, cond, true);
            all.extend(Some(cond).filter(|&c| !self.arena.is_true(c)));
        }
        if all.is_empty() {
            return Some(Model::new());
        }
        self.mark_place(state);
        let answer = if nice {
            self.chain.nice_model(&mut self.arena, &all)
        } else {
            self.chain.model(&mut self.arena, &all)
        };
        self.book(state, Asked::Model);
        self.heed_interrupt();
        match answer {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// Returns a value of an expression that is feasible on the path under a further condition.
    pub fn some_value(&mut self, state: &State, extra: ExprId, expr: ExprId) -> Option<Bits> {
        let model = self.find_model(state, &[extra], false)?;
        Some(model.eval(&self.arena, expr))
    }

    /// Returns the condition `a = constant`.
    pub fn equals(&mut self, a: ExprId, value: Bits) -> ExprId {
        let value = self.arena.constant(value);
        self.arena.op(Op::Eq, 1, &[a, value])
    }

    /// Returns the conjunction of two conditions.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == Arena::TRUE {
            return b;
        }
        if b == Arena::TRUE {
            return a;
        }
        self.arena.op(Op::And, 1, &[a, b])
    }

    /// Returns the disjunction of two conditions.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.arena.op(Op::Or, 1, &[a, b])
    }

    /// Returns the negation of a condition.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.arena.op(Op::Not, 1, &[a])
    }

    /// Returns a one-bit register value as a condition.
    pub fn condition(&mut self, value: Val) -> ExprId {
        value.expr(&mut self.arena, 1)
    }

    /// Makes a register constant. The state continues with the first feasible value; a copy is forked for
    /// each of the others. Beyond the limit of values the rest is dropped and reported as incomplete. Call it
    /// before the first effect of the step.
    pub fn enumerate(
        &mut self,
        state: &mut State,
        reg: u32,
        width: u32,
        what: &str,
    ) -> Result<Bits, Stop> {
        let value = state.frame.regs[reg as usize];
        if let Some(bits) = value.bits(&self.arena, width) {
            return Ok(bits);
        }
        let expr = value.expr(&mut self.arena, width);
        self.fork_values(state, expr, what, |engine, state, value| {
            state.frame.regs[reg as usize] = Val::from_bits(&mut engine.arena, value);
        })
    }

    /// Makes an expression constant. The state continues with the least feasible value; a copy is forked for
    /// each of the others. `set` stores the value in a copy. Beyond the limit of values the rest is dropped
    /// and reported as incomplete.
    pub(super) fn fork_values(
        &mut self,
        state: &mut State,
        expr: ExprId,
        what: &str,
        set: impl Fn(&mut Self, &mut State, Bits),
    ) -> Result<Bits, Stop> {
        let mut found: Vec<(Bits, ExprId)> = Vec::new();
        let mut others = Arena::TRUE;
        loop {
            match self.possible(state, others) {
                Tri::No => break,
                Tri::Unknown => {
                    let text = format!("the solver did not find all values of {what}");
                    self.incomplete_here(state, text);
                    break;
                }
                Tri::Yes => {}
            }
            if found.len() == self.config.max_resolutions {
                let text = format!("{what} concretised: more than {} values", found.len());
                self.incomplete_here(state, text);
                break;
            }
            let Some(value) = self.some_value(state, others, expr) else {
                let text = format!("the solver did not find all values of {what}");
                self.incomplete_here(state, text);
                break;
            };
            let is = self.equals(expr, value);
            found.push((value, is));
            let is_not = self.not(is);
            others = self.and(others, is_not);
        }
        found.sort_by_key(|(value, _)| *value);
        let Some(((first, is), rest)) = found.split_first().map(|(f, r)| (*f, r.to_vec())) else {
            return Err(Stop::Noted);
        };
        for (value, is) in rest {
            let mut other = self.fork(state);
            set(self, &mut other, value);
            self.assume(&mut other, is);
            self.forked.push(other);
        }
        set(self, state, first);
        self.assume(state, is);
        Ok(first)
    }

    /// Forks a copy that satisfies the condition and executes the step again. The state itself continues
    /// under the negation. Call it before the first effect of the step.
    pub fn split_off(&mut self, state: &mut State, cond: ExprId) {
        let mut other = self.fork(state);
        self.assume(&mut other, cond);
        self.forked.push(other);
        let stays = self.not(cond);
        self.assume(state, stays);
    }

    /// Returns the other successor of a fork. The caller completes it and pushes it onto `forked`.
    pub fn fork(&mut self, state: &mut State) -> State {
        self.count_fork(state);
        self.share_news(state);
        state.depth += 1;
        state.forked_at = state.frame.pc;
        let id = self.new_id();
        state.fork(id)
    }
}
