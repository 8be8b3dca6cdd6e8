//! Execution of `setjmp` and `longjmp`.
use super::{Executor, Flow, Stepped, Stop};
use crate::code::Step;
use crate::state::State;
use crate::value::Val;
use symtool_expr::Arena;
use symtool_ir::jump::{NoPlace, TOKEN_BYTES};
use symtool_ir::{Bits, BugKind};
use symtool_solver::Tri;

impl Executor<'_> {
    /// Executes `setjmp`: saves the current program point in the state, and stores a *token*, a number that identifies
    /// this saved point, in the buffer at `address`.
    pub fn save_point(&mut self, state: &mut State, address: u64) -> Result<(), Stop> {
        let depth = state.callers.depth() + 1;
        let token = state.saved.save(depth, state.frame.pc);
        let (address, token) = (Val::Const(address), Val::Const(token));
        self.store(state, Arena::TRUE, address, TOKEN_BYTES, token)
    }

    /// Executes `longjmp`: reads the token in the buffer at `address`, and pops all calls that are nested in the call
    /// that executed the corresponding `setjmp`. Execution continues after this `setjmp`, which returns `value`.
    pub fn long_jump(&mut self, state: &mut State, address: u64, value: Val) -> Stepped {
        let token = self.load(state, Arena::TRUE, Val::Const(address), TOKEN_BYTES)?;
        let token = self.one_token(state, token)?;
        let saved = match state.saved.find(token) {
            Ok(saved) => saved,
            Err(why) => {
                self.fail(state, BugKind::BadJump, why.describe().to_owned())?;
                return Err(self.unsupported(state, why.describe()));
            }
        };
        while state.callers.depth() >= saved.depth && self.end_frame(state) {}
        let steps = &self.code.of(state.frame.func).steps;
        if let Some(Step::Intrinsic(saving)) = steps.get(saved.step as usize) {
            let dst = saving.dst;
            self.set_result(state, dst, value);
        }
        state.frame.pc = saved.step + 1;
        Ok(Flow::Switched)
    }

    /// Makes a symbolic jump-buffer token constant. A token identifies a program point that `setjmp` has saved. A state
    /// is forked for each saved point that the token may identify. A token that identifies no saved point is a failure.
    fn one_token(&mut self, state: &mut State, token: Val) -> Result<u64, Stop> {
        if let Some(token) = token.as_const() {
            return Ok(token);
        }
        let width = TOKEN_BYTES * 8;
        let expr = token.expr(&mut self.arena, width);
        let mut none = Arena::TRUE;
        let mut each = Vec::new();
        for token in state.saved.tokens().collect::<Vec<_>>() {
            let is = self.equals(expr, Bits::new(width, u128::from(token)));
            let is_not = self.not(is);
            none = self.and(none, is_not);
            each.push((token, is));
        }
        let kind = BugKind::BadJump;
        if self.checks(kind.check()) {
            self.require_not(state, none, kind, |_, _| {
                NoPlace::NeverSaved.describe().to_owned()
            })?;
        } else if self.possible(state, none) != Tri::No {
            self.incomplete_here(state, NoPlace::NeverSaved.describe());
        }
        let mut left = Vec::new();
        for (token, is) in each {
            match self.possible(state, is) {
                Tri::No => {}
                Tri::Unknown => {
                    self.incomplete_here(state, "the solver did not decide where a longjmp goes");
                    left.push((token, is));
                }
                Tri::Yes => left.push((token, is)),
            }
        }
        let Some((&(first, is), others)) = left.split_first() else {
            return Err(Stop::Noted);
        };
        for &(_, is) in others {
            let mut other = self.fork(state);
            self.assume(&mut other, is);
            self.live.forked.push(other);
        }
        self.assume(state, is);
        Ok(first)
    }
}
