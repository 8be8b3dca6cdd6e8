//! The verdict of a run and its exit code.
use serde::Serialize;

/// The verdict of a run, which depends on the failures and on the paths that were not explored.
#[derive(Serialize, Copy, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All paths were explored and every enabled check holds.
    Verified,
    /// All paths within the unwinding bound were explored, every enabled check holds, and the bound cut at least
    /// one loop.
    VerifiedBounded,
    /// All paths were explored without a failure, but some assumption is met by no input, or an assertion that must be
    /// reached is reached by no input.
    Vacuous,
    /// At least one violation, confirmed by replay.
    Violation,
    /// No violation was found, but some paths were not explored. The reasons are part of the result.
    Incomplete,
}

impl Verdict {
    /// Derives the verdict. A confirmed violation has precedence over incompleteness, and incompleteness over the
    /// unwinding bound.
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

    /// Replaces a proof by the verdict *vacuous* if `vacuous` is set; other verdicts stay.
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
