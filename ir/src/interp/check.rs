//! `check` instructions.
use super::decode::CheckStep;
use super::machine::{Flow, Machine, Stepped};
use crate::bug::BugKind;

impl Machine<'_> {
    pub(super) fn check(&mut self, step: &CheckStep) -> Stepped {
        let holds = self.get(step.cond) != 0;
        if !holds && self.guarded_in(step.guard) && self.config.checks.has(step.kind.check()) {
            self.fail(step.kind, || check_message(step.kind, step.text.as_deref()))?;
        }
        Ok(Flow::Next)
    }
}

/// The line a failed check shows: the C expression where the check carries one.
pub fn check_message(kind: BugKind, text: Option<&str>) -> String {
    match (kind, text) {
        (BugKind::Assert, Some(text)) => format!("assertion `{text}`"),
        (_, Some(text)) => format!("{}: `{text}`", kind.describe()),
        (_, None) => kind.describe().to_owned(),
    }
}
