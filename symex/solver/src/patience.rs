//! When not to try: what has failed in a row is left out for a while.

/// After failures in a row, up to 2 to the power of this many times are left out.
const MOST_SKIPPED: u32 = 6;

/// How trying went of late.
#[derive(Debug, Default)]
pub(super) struct Patience {
    failures: u32,
    skip: u32,
}

impl Patience {
    /// Is it time to try?
    pub fn tries(&mut self) -> bool {
        let tries = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        tries
    }

    /// What came of it.
    pub fn heed(&mut self, is_success: bool) {
        if is_success {
            self.failures = 0;
        } else {
            self.failures = (self.failures + 1).min(MOST_SKIPPED);
            self.skip = (1 << self.failures) - 2;
        }
    }
}
