//! The verdict of a run.
use serde::Serialize;

/// The answer of a run, from its failures and everything that it left unexplored.
#[derive(Serialize, Copy, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All paths were explored and every enabled check holds.
    Verified,
    /// All paths within the unwinding bound were explored, every enabled check holds, and the bound cut at least
    /// one loop.
    VerifiedBounded,
    /// All paths were explored, but the proof says nothing: no input meets an assumption, or none reaches an assertion that must
    /// be reached.
    Vacuous,
    /// At least one violation, confirmed by replay.
    Violation,
    /// Something was not explored and no violation was found; the reasons are part of the result.
    Incomplete,
}

impl Verdict {
    /// Derives the verdict: a confirmed violation counts most, then incompleteness, then the unwinding bound.
    ///
    /// ```
    /// use symtool::Verdict;
    /// assert_eq!(Verdict::of(false, false, false), Verdict::Verified);
    /// assert_eq!(Verdict::of(false, true, true), Verdict::Incomplete);
    /// ```
    pub fn of(violated: bool, incomplete: bool, bounded: bool) -> Verdict {
        match (violated, incomplete, bounded) {
            (true, _, _) => Verdict::Violation,
            (false, true, _) => Verdict::Incomplete,
            (false, false, true) => Verdict::VerifiedBounded,
            (false, false, false) => Verdict::Verified,
        }
    }

    /// Turns a proof into the verdict *vacuous* on a condition.
    ///
    /// ```
    /// use symtool::Verdict;
    /// assert_eq!(Verdict::Verified.or_vacuous(true), Verdict::Vacuous);
    /// assert_eq!(Verdict::Violation.or_vacuous(true), Verdict::Violation);
    /// ```
    #[must_use]
    pub fn or_vacuous(self, vacuous: bool) -> Verdict {
        match self {
            Verdict::Verified | Verdict::VerifiedBounded if vacuous => Verdict::Vacuous,
            verdict => verdict,
        }
    }

    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::VerifiedBounded => "verified-bounded",
            Verdict::Vacuous => "vacuous",
            Verdict::Violation => "violation",
            Verdict::Incomplete => "incomplete",
        }
    }

    /// Returns the exit code of the command line.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Verified | Verdict::VerifiedBounded => 0,
            Verdict::Violation => 10,
            Verdict::Incomplete | Verdict::Vacuous => 20,
        }
    }
}
