//! The interface to the solver chain. No other module of the engine issues queries.
//!
//! A branch side for which the answer is *unknown* is followed as if it were feasible, and the location of the branch
//! becomes a reason why the run is incomplete.
use super::hotspots::QueryPurpose;
use super::{Executor, Halt, Stop};
use crate::merging::MergeLog;
use crate::state::State;
use crate::state::frame::Frame;
use crate::value::Val;
use symtool_expr::arrays::KnownPath;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Bits, Limit, Op};
use symtool_solver::{Answer, Model, QueryOrigin, Sides, Tri};

/// The work of the solver chain after which the limits of the run are checked. The unit is an instruction of the
/// symbolic interpreter. This amount of work takes about 5 ms.
const QUERY_WORK: u64 = 100_000;

impl Executor<'_> {
    /// Returns whether a condition is satisfiable together with the path condition; `Tri::Unknown` if the solver does
    /// not decide it.
    pub fn possible(&mut self, state: &State, cond: ExprId) -> Tri {
        if self.arena.is_true(cond) {
            return Tri::Yes;
        }
        if self.arena.is_false(cond) {
            return Tri::No;
        }
        let cond = self.eliminate_reads(state, cond, true);
        self.set_query_origin(state);
        let conditions = state.path.conditions();
        let answer = self
            .solving
            .chain
            .may_be_true(&mut self.arena, conditions, cond);
        self.query_ended(state, QueryPurpose::Feasibility, Some(cond));
        answer
    }

    /// Sets the origin that the next entries of the query log get: the source location of `state`, its current step
    /// (instruction) and its multiplicity (an upper bound of the number of program paths that it represents).
    fn set_query_origin(&mut self, state: &State) {
        if self.config.solving.chain.log.is_none() {
            return;
        }
        let place = self.user_loc(state);
        let place = place.map_or_else(String::new, |loc| self.program.source.describe(loc));
        let step = self.step_name(state);
        self.solving.chain.set_origin(|| QueryOrigin {
            place,
            step,
            paths: u64::try_from(state.multiplicity).unwrap_or(u64::MAX),
        });
    }

    /// Returns the name of the step that `state` executes, for the query log: the function, the step number and the
    /// loop iterations of each active call, as in [`QueryOrigin::step`].
    fn step_name(&self, state: &State) -> String {
        let callers: Vec<&Frame> = state.callers.iter().collect();
        let frames = callers.into_iter().rev().chain([&state.frame]);
        let name = |frame: &Frame| {
            let function = &self.program.functions[frame.func].name;
            let mut name = format!("{function}:{}", frame.pc);
            if !frame.iterations.is_empty() {
                let iterations = frame.iterations.iter().map(u32::to_string);
                name += &format!("[{}]", iterations.collect::<Vec<_>>().join(","));
            }
            name
        };
        frames.map(name).collect::<Vec<_>>().join("/")
    }

    /// Returns for each side of a branch on `cond` whether it is feasible on the path of `state`.
    pub fn sides(&mut self, state: &State, cond: ExprId) -> Sides {
        let cond = self.eliminate_reads(state, cond, true);
        self.set_query_origin(state);
        let conditions = state.path.conditions();
        let answer = self.solving.chain.branch(&mut self.arena, conditions, cond);
        self.query_ended(state, QueryPurpose::Feasibility, Some(cond));
        answer
    }

    /// Adds the cost of the latest queries to the step (instruction) that `state` executes. `cond` is the condition
    /// whose feasibility the queries checked; `None` if they searched for a model. After queries with much work, makes
    /// the run check its limits, because a state that never forks and executes few instructions may still issue long
    /// queries. Halts the run if an interrupt has ended the query.
    fn query_ended(&mut self, state: &State, purpose: QueryPurpose, cond: Option<ExprId>) {
        self.attribute_queries(state, purpose, cond);
        let work = self.clock.attributed;
        if work - self.clock.solved >= QUERY_WORK {
            self.clock.solved = work;
            self.clock.is_check_due = true;
        }
        self.check_interrupt();
    }

    /// Halts the run after an interrupt or at the time limit. A query that was running at this time returns *unknown*,
    /// and this answer says nothing about the feasibility of its path. Because the run halts, the answer is not used.
    pub(super) fn check_interrupt(&mut self) {
        self.check_team();
        if self.halt.is_none() && self.config.solving.interrupt.is_interrupted() {
            let by_user = self.config.solving.interrupt.is_set();
            let limit = if by_user {
                Limit::Interrupt
            } else {
                Limit::Time
            };
            self.stop_run(Halt::Limit(limit));
        }
    }

    /// Returns whether the run was halted by the user, the time limit or another worker. Such a halt can occur in the
    /// middle of a step, and the queries of this step then return *unknown*.
    pub fn was_interrupted(&self) -> bool {
        self.halted_by_other
            || matches!(self.halt, Some(Halt::Limit(Limit::Time | Limit::Interrupt)))
    }

    /// Adds the condition `cond` to the path condition of `state`.
    pub fn assume(&mut self, state: &mut State, cond: ExprId) {
        let before = cond;
        let cond = self.eliminate_reads(state, before, false);
        if cond != before {
            state.path.push_rewritten(cond, before);
        } else if !self.arena.is_true(cond) {
            state.path.push(cond);
        }
    }

    /// Returns a condition for the solver chain that is equivalent to `cond` on the path of `state` and has fewer
    /// array reads. `is_checked` is `true` if a query checks the condition. If `false`, the condition is added to the
    /// path condition without a query, and the statistics do not count the array transformations.
    fn eliminate_reads(&mut self, state: &State, cond: ExprId, is_checked: bool) -> ExprId {
        self.profile_built(state);
        if !self.arena.has_reads(cond) || !self.config.memory.arrays.any() {
            return cond;
        }
        let conditions = state.path.conditions();
        let chain = &mut self.solving.chain;
        let mut before = state.path.before_rewriting();
        before.reverse();
        let mut path = KnownPath {
            domain: &mut |arena: &Arena, e| chain.domain(arena, conditions, e),
            conditions: &before,
        };
        let counted = self.solving.arrays.applications;
        let (result, changes) = self
            .solving
            .arrays
            .rewrite(&mut self.arena, &mut path, cond);
        if result != cond {
            self.profile_rewritten(state, cond);
        }
        if is_checked {
            self.explain_condition(state, cond, &changes);
        } else {
            self.solving.arrays.applications = counted;
        }
        result
    }

    /// Returns a model of the path condition and the conditions `extra`; `None` if the solver finds none. If
    /// `canonical` is set, as it is for test inputs, the model does not depend on the solving technique that found it.
    pub fn find_model(
        &mut self,
        state: &State,
        extra: &[ExprId],
        canonical: bool,
    ) -> Option<Model> {
        let mut all = state.path.conditions().to_vec();
        for &cond in extra {
            let cond = self.eliminate_reads(state, cond, true);
            all.extend(Some(cond).filter(|&c| !self.arena.is_true(c)));
        }
        if all.is_empty() {
            return Some(Model::new());
        }
        self.set_query_origin(state);
        let answer = if canonical {
            self.solving.chain.canonical_model(&mut self.arena, &all)
        } else {
            self.solving.chain.model(&mut self.arena, &all)
        };
        self.query_ended(state, QueryPurpose::Model, None);
        match answer {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// Returns a value of `expr` that is possible under the path condition and the condition `extra`; `None` if the
    /// solver finds none.
    pub fn some_value(&mut self, state: &State, extra: ExprId, expr: ExprId) -> Option<Bits> {
        let model = self.find_model(state, &[extra], false)?;
        Some(model.eval(&self.arena, expr))
    }

    /// Returns the condition that the expression `a` equals the constant `value`.
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

    /// Makes a register constant. The state continues with the least of the values that the solver finds. For each
    /// other value, a copy of the state is forked, which repeats the step. If there are more values than
    /// [`Limits::max_resolutions`](crate::config::Limits::max_resolutions), the remaining values are dropped, and the
    /// run becomes incomplete. `what` describes the value in the message. The caller must call this function before the
    /// first effect of the step.
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
        self.fork_values(state, expr, what, |executor, state, value| {
            state.frame.regs[reg as usize] = Val::from_bits(&mut executor.arena, value);
        })
    }

    /// Returns whether an expression has more values than
    /// [`Limits::max_resolutions`](crate::config::Limits::max_resolutions). If so, [`enumerate`](Self::enumerate) would
    /// drop some of them.
    pub(super) fn has_many_values(&mut self, state: &mut State, expr: ExprId) -> bool {
        let most = self.config.limits.max_resolutions;
        let domain = self.arena.domain(expr);
        if domain.max.saturating_sub(domain.min) < most as u64 {
            return false;
        }
        let mut others = Arena::TRUE;
        for _ in 0..most {
            let Some(value) = self.some_value(state, others, expr) else {
                return false;
            };
            let is = self.equals(expr, value);
            let is_not = self.not(is);
            others = self.and(others, is_not);
        }
        self.possible(state, others) == Tri::Yes
    }

    /// Makes an expression constant. The state continues with the least of the values that the solver finds, and a copy
    /// is forked for each other value. `set` stores the value in each of these states. If there are more values than
    /// [`Limits::max_resolutions`](crate::config::Limits::max_resolutions), the remaining values are dropped, and the
    /// run becomes incomplete. The least and the greatest value of the expression's interval are not dropped if they
    /// are feasible. `what` describes the value in the message.
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
            if found.len() == self.config.limits.max_resolutions {
                let text = format!("{what} has more than {} values", found.len());
                self.incomplete_here(state, text);
                self.prefer_extremes(state, expr, &mut found);
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
            self.live.forked.push(other);
        }
        set(self, state, first);
        self.assume(state, is);
        Ok(first)
    }

    /// Puts the least and the greatest value of the expression's interval into the list `found`, if they are feasible.
    /// They replace other values, so that the list does not become longer. An entry of the list is a value of the
    /// expression, and the condition that the expression has this value. Programs with an arithmetic overflow often
    /// fail for one of these two values. For example, the size `n + 1` of a block overflows for the greatest `n`.
    fn prefer_extremes(&mut self, state: &State, expr: ExprId, found: &mut Vec<(Bits, ExprId)>) {
        let most = found.len();
        let width = self.arena.width(expr);
        let (least, greatest) = self.arena.unsigned_range(expr);
        for value in [greatest, least] {
            let value = Bits::new(width, value);
            let is = self.equals(expr, value);
            if self.possible(state, is) == Tri::Yes {
                found.retain(|(other, _)| *other != value);
                found.insert(0, (value, is));
            }
        }
        found.truncate(most);
    }

    /// Forks a copy of the state. The copy gets the additional condition `cond` and executes the current step again.
    /// The state itself continues under the negation of `cond`. The caller must call this function before the first
    /// effect of the step.
    pub fn split_off(&mut self, state: &mut State, cond: ExprId) {
        let mut other = self.fork(state);
        self.assume(&mut other, cond);
        self.live.forked.push(other);
        let stays = self.not(cond);
        self.assume(state, stays);
    }

    /// Forks a state. Returns the second successor, while `state` continues as the first successor. The caller adds
    /// the branch condition to the returned state, and adds this state to `self.live.forked`.
    pub fn fork(&mut self, state: &mut State) -> State {
        self.count_fork(state);
        self.share_obligations(state);
        state.depth += 1;
        state.merge.forked_at = state.frame.pc;
        let id = self.new_id();
        let logs = self.merger.as_ref().is_some_and(|it| it.log.is_some());
        let forks = logs.then(|| MergeLog::forked(state, id));
        self.profile_fork(state, id);
        let mut second = state.fork(id);
        if let Some(forks) = forks {
            second.merge.forks = forks;
        }
        second
    }
}
