//! Exponential backoff for links that may fail to answer.

/// After failures in a row, up to 2 to the power of this many queries are skipped.
const MAX_EXPONENT: u32 = 6;

/// The failures in a row of one link.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
    skip: u32,
}

impl Backoff {
    /// Returns whether the link is due, and counts a skipped query if it is not.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        is_due
    }

    /// Records the outcome of an attempt.
    pub fn record(&mut self, is_success: bool) {
        if is_success {
            self.failures = 0;
        } else {
            self.failures = (self.failures + 1).min(MAX_EXPONENT);
            self.skip = (1 << self.failures) - 2;
        }
    }
}
