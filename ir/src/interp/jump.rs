//! Executes `setjmp` and `longjmp`.
use super::machine::{Flow, Machine, Stepped};
use super::process::{Process, Stop};
use crate::bug::BugKind;
use crate::decode::{IntrinsicStep, Step};
use crate::jump::{SavedPlace, TOKEN_BYTES};

impl Machine<'_> {
    /// Executes `longjmp`: ends all calls that are inside the call that executed `setjmp`, and continues after the
    /// `setjmp`.
    pub(super) fn long_jump(&mut self, step: &IntrinsicStep) -> Stepped {
        let operand = |index: usize| step.args.get(index).map_or(0, |&(reg, _)| self.get(reg));
        let (address, value) = (operand(0) as u64, operand(1));
        let place = self.process.place_in(address)?;
        while self.frames.len() > place.depth {
            self.end_frame();
        }
        let mut dst = None;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = place.step as usize + 1;
            if let Some(Step::Intrinsic(saving)) = frame.code.steps.get(place.step as usize) {
                dst = saving.dst;
            }
        }
        self.set_result(dst, value);
        Ok(Flow::Switched)
    }
}

impl Process<'_> {
    /// Saves the current instruction, a `setjmp`, as a target of `longjmp`, and stores its token in the `jmp_buf` at
    /// `address`. The token is a number from which `longjmp` finds the saved instruction.
    pub(super) fn save_place(&mut self, address: u64) -> Result<(), Stop> {
        let token = self.saved.save(self.depth, self.pc as u32);
        self.store(address, TOKEN_BYTES as usize, u128::from(token))
    }

    /// Returns the saved program point to which the token in the `jmp_buf` at `address` belongs.
    ///
    /// # Errors
    /// No program point is saved under this token, or the call of the function that saved it has ended.
    fn place_in(&mut self, address: u64) -> Result<SavedPlace, Stop> {
        let token = self.load(address, TOKEN_BYTES as usize)? as u64;
        match self.saved.find(token) {
            Ok(place) => Ok(place),
            Err(why) => {
                self.fail(BugKind::BadJump, || why.describe().to_owned())?;
                Err(self.unsupported(why.describe().to_owned()))
            }
        }
    }
}
