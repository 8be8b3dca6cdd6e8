//! Execution of jumps, branches, switches and returns.
use super::{Executor, Flow, Stepped, Stop};
use crate::code::{Edge, SwitchStep, TerminatorStep};
use crate::state::State;
use crate::value::Val;
use symtool_expr::Arena;
use symtool_ir::{Bits, BugKind, CheckKind};
use symtool_solver::Tri;

impl Executor<'_> {
    #[inline]
    pub(super) fn terminator(&mut self, state: &mut State, step: &TerminatorStep) -> Stepped {
        match step {
            TerminatorStep::Jump(edge) => Ok(Flow::Edge(*edge)),
            TerminatorStep::Branch {
                cond,
                then_edge,
                else_edge,
            } => match state.frame.regs[*cond as usize] {
                Val::Const(0) => Ok(Flow::Edge(*else_edge)),
                Val::Const(_) => Ok(Flow::Edge(*then_edge)),
                Val::Expr(_) => self.branch(state, *cond, *then_edge, *else_edge),
            },
            TerminatorStep::Switch(step) => self.switch(state, step),
            TerminatorStep::Return(value) => {
                let value = value.map(|(reg, ty)| (state.frame.regs[reg as usize], ty));
                self.leave(state, value)
            }
            TerminatorStep::Unreachable => {
                let text = "control reached code that is marked unreachable";
                if self.config.failures.checks.has(CheckKind::Unreachable) {
                    let kind = BugKind::Unreachable;
                    self.require_not(state, Arena::TRUE, kind, |_, _| text.to_owned())?;
                }
                Err(self.unsupported(state, text))
            }
        }
    }

    fn branch(&mut self, state: &mut State, cond: u32, then_edge: u32, else_edge: u32) -> Stepped {
        let cond = self.condition(state.frame.regs[cond as usize]);
        if state.guide.is_some() {
            let negated = self.not(cond);
            return self.guided(state, &[(then_edge, cond), (else_edge, negated)]);
        }
        let sides = self.sides(state, cond);
        if sides.when_true == Tri::Unknown || sides.when_false == Tri::Unknown {
            self.incomplete_here(
                state,
                "the solver did not decide which sides of a branch are possible",
            );
        }
        match (sides.when_true.possible(), sides.when_false.possible()) {
            (true, true) => {
                let negated = self.not(cond);
                let edges = [(cond, then_edge), (negated, else_edge)];
                if self.merger.is_some() && self.merge_at_branch(state, edges) {
                    return Ok(Flow::EdgeTarget);
                }
                let mut other = self.fork(state);
                self.assume(&mut other, negated);
                self.follow(&mut other, else_edge);
                self.live.forked.push(other);
                self.assume(state, cond);
                Ok(Flow::Edge(then_edge))
            }
            (true, false) => {
                self.add_implied(state, cond);
                Ok(Flow::Edge(then_edge))
            }
            (false, true) => {
                let negated = self.not(cond);
                self.add_implied(state, negated);
                Ok(Flow::Edge(else_edge))
            }
            // Neither side is feasible. This happens only if the path was followed after an *unknown* answer
            // although it is infeasible.
            (false, false) => Err(Stop::Noted),
        }
    }

    /// Executes a switch. The cases that lead to one block with the same block arguments form a group. The state
    /// follows the first feasible group, and a state is forked for each further feasible group.
    fn switch(&mut self, state: &mut State, step: &SwitchStep) -> Stepped {
        let value = state.frame.regs[step.value as usize];
        if let Some(bits) = value.bits(&self.arena, step.width) {
            let case = step
                .cases
                .binary_search_by_key(&bits.unsigned(), |&(v, _)| v);
            return Ok(Flow::Edge(case.map_or(step.default, |i| step.cases[i].1)));
        }
        let expr = value.expr(&mut self.arena, step.width);
        let mut groups: Vec<(u32, symtool_expr::ExprId)> = Vec::new();
        let mut none = Arena::TRUE;
        for &(value, edge) in &step.cases {
            let is = self.equals(expr, Bits::new(step.width, value));
            let is_not = self.not(is);
            none = self.and(none, is_not);
            match groups
                .iter()
                .position(|&(e, _)| self.same_edge(state, e, edge))
            {
                Some(at) => groups[at].1 = self.or(groups[at].1, is),
                None => groups.push((edge, is)),
            }
        }
        match groups
            .iter()
            .position(|&(e, _)| self.same_edge(state, e, step.default))
        {
            Some(at) => groups[at].1 = self.or(groups[at].1, none),
            None => groups.push((step.default, none)),
        }
        if state.guide.is_some() {
            return self.guided(state, &groups);
        }
        let mut possible = Vec::new();
        for (edge, cond) in groups {
            match self.possible(state, cond) {
                Tri::No => continue,
                Tri::Unknown => {
                    self.incomplete_here(
                        state,
                        "the solver did not decide which cases of a switch are possible",
                    );
                }
                Tri::Yes => {}
            }
            possible.push((edge, cond));
        }
        let Some((&(first, cond), rest)) = possible.split_first() else {
            return Err(Stop::Noted);
        };
        for &(edge, cond) in rest {
            let mut other = self.fork(state);
            self.assume(&mut other, cond);
            self.follow(&mut other, edge);
            self.live.forked.push(other);
        }
        if !rest.is_empty() {
            self.assume(state, cond);
        }
        Ok(Flow::Edge(first))
    }

    fn same_edge(&self, state: &State, a: u32, b: u32) -> bool {
        let edges = &self.code.of(state.frame.func).edges;
        let (a, b) = (&edges[a as usize], &edges[b as usize]);
        a.target == b.target && a.moves == b.moves
    }

    /// Follows an edge: marks it as covered, and assigns the arguments of the edge to the parameters of its target
    /// block, all at once.
    #[inline]
    pub(super) fn follow(&mut self, state: &mut State, edge: u32) {
        let code = std::rc::Rc::clone(&self.code);
        let edge_data = &code.of(state.frame.func).edges[edge as usize];
        if edge_data.is_side && self.coverage.edge(state.frame.func, edge) {
            state.covers_new = true;
        }
        self.count_iteration(state, edge);
        state.merge.arrival = Some(crate::merging::Arrival::Block);
        self.move_arguments(state, edge_data);
        state.frame.pc = edge_data.target;
    }

    #[inline]
    pub(super) fn move_arguments(&mut self, state: &mut State, edge: &Edge) {
        let regs = &mut state.frame.regs;
        if edge.overlaps {
            self.scratch.clear();
            self.scratch
                .extend(edge.moves.iter().map(|&(from, _)| regs[from as usize]));
            for (&(_, to), &value) in edge.moves.iter().zip(&self.scratch) {
                regs[to as usize] = value;
            }
        } else {
            for &(from, to) in &edge.moves {
                regs[to as usize] = regs[from as usize];
            }
        }
    }
}
