//! Executes `check` instructions, which fail if their condition is false.
use super::machine::{Flow, Machine, Stepped};
use super::process::{Process, Stop};
use crate::bug::BugKind;
use crate::decode::{CheckStep, Step};
use crate::entities::Func;

impl Machine<'_> {
    #[inline]
    pub(super) fn check(&mut self, step: &CheckStep) -> Stepped {
        if self.get(step.cond) == 0 && self.guarded_in(step.guard) {
            self.process.check_fails(step)?;
        }
        self.checks += u64::from(self.process.config.checks.has(step.kind.check()));
        Ok(Flow::Next)
    }
}

impl Process<'_> {
    /// Reports that the condition of the current `check` instruction is false.
    ///
    /// # Errors
    /// The failure, if checks of this kind are enabled.
    pub fn check_fails_here(&mut self) -> Result<(), Stop> {
        let Some(call) = self.innermost() else {
            return Ok(());
        };
        let code = self.code(Func::from_u32(call.func));
        match code.steps.get(self.pc) {
            Some(Step::Check(step)) => self.check_fails(step),
            _ => Ok(()),
        }
    }

    #[cold]
    fn check_fails(&mut self, step: &CheckStep) -> Result<(), Stop> {
        if self.config.checks.has(step.kind.check()) {
            self.fail(step.kind, || check_message(step.kind, step.text.as_deref()))?;
        }
        Ok(())
    }
}

/// Returns the reason why a run is incomplete after it has executed [`Intrinsic::Missing`](crate::Intrinsic::Missing).
/// The intrinsic represents a call of a function without a body, or a feature that a library model (a C function that
/// replaces a library function) does not support. `text`, the text of the intrinsic, is the name of the function in the
/// first case, and a description of the feature in several words in the second case.
pub fn missing_text(text: &str) -> String {
    match text.contains(' ') {
        true => format!("{text} is not supported"),
        false => format!("call of `{text}`, which has neither a body nor a model"),
    }
}

/// Returns the message of a failed check of the kind `kind`. `text` is the C expression of the check, such as the
/// condition of an `assert`; the message contains this text. `None` means that the check has no text.
pub fn check_message(kind: BugKind, text: Option<&str>) -> String {
    match (kind, text) {
        (BugKind::Assert, Some(text)) => format!("assertion `{text}`"),
        (_, Some(text)) => format!("{}: `{text}`", kind.describe()),
        (_, None) => kind.describe().to_owned(),
    }
}
