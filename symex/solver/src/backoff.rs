//! Exponential backoff: a link (one solving technique of the solver chain) that gives no answer several times in
//! succession is run on fewer queries.

/// The maximum exponent of the backoff. After n consecutive runs without an answer, a link skips the next `2^k - 2`
/// queries, where k is the smaller of n and this maximum. For example, a link skips 2 queries after the second run
/// without an answer.
const MAX_EXPONENT: u32 = 6;

/// The number of consecutive runs of one link without an answer, and the number of queries that the link will skip.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
    skip: u32,
}

impl Backoff {
    /// Returns whether the link must run on the current query. If not, counts the query as skipped.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        is_due
    }

    /// Records whether the link answered the query on which it was run.
    pub fn record(&mut self, is_success: bool) {
        if is_success {
            self.failures = 0;
        } else {
            self.failures = (self.failures + 1).min(MAX_EXPONENT);
            self.skip = (1 << self.failures) - 2;
        }
    }
}
