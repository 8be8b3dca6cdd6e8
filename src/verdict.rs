//! The verdict of a run, its derivation and its exit code.
use serde::{Deserialize, Serialize};
use symtool_engine::{Config, Exploration};
use symtool_ir::source::SourceMap;

/// The verdict of a run, which depends on the failures and on the paths that were not explored.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All paths were explored and every enabled check holds.
    Verified,
    /// All paths within the unwinding bound were explored, every enabled check holds, and the bound cut at least
    /// one loop.
    VerifiedBounded,
    /// All paths were explored without a failure, but the proof is vacuous: there is an assumption that no input meets,
    /// or an assertion that must be reached and that no input is known to reach.
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

/// The verdict of an exploration, together with the facts that decide it. Source locations are given as text.
pub(crate) struct Conclusion {
    pub verdict: Verdict,
    /// The reasons why the exploration does not cover all inputs; empty if it does.
    pub incomplete: Vec<String>,
    /// The unwinding bound, if this bound cut a loop or a recursion.
    pub bound: Option<u32>,
    /// The loops and functions that the unwinding bound cut.
    pub cuts: Vec<String>,
}

impl Conclusion {
    /// Returns the conclusion of an exploration. `violated` is set if replay has confirmed a violation.
    pub fn of(
        exploration: &Exploration,
        config: &Config,
        source: &SourceMap,
        violated: bool,
    ) -> Conclusion {
        let incomplete = exploration.incomplete.iter();
        let incomplete: Vec<String> = incomplete.map(|reason| reason.describe(source)).collect();
        let bound = exploration.bound(config.limits.unwind);
        let cuts = exploration.cuts.iter();
        Conclusion {
            verdict: Verdict::of(violated, !incomplete.is_empty(), bound.is_some()),
            incomplete,
            bound,
            cuts: cuts.map(|cut| cut.describe(source)).collect(),
        }
    }

    /// Replaces a proof by the verdict *vacuous* if `vacuous` is set.
    pub fn or_vacuous(mut self, vacuous: bool) -> Conclusion {
        self.verdict = self.verdict.or_vacuous(vacuous);
        self
    }
}
