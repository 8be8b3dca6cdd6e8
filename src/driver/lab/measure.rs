//! The numbers of a run to which a lab task can refer, such as the number of paths: a table of names and functions.
use crate::Report;
use std::collections::BTreeMap;

/// A number of an exploration that a task can name.
pub struct Measure {
    /// The name of the number in `lab.toml`.
    pub name: &'static str,
    /// A description of the number, for lists of all numbers.
    pub help: &'static str,
    /// The function that returns the number.
    pub of: fn(&Report) -> u64,
}

/// The table of all numbers.
pub static MEASURES: &[Measure] = &[
    Measure {
        name: "paths",
        help: "completed paths, without failing ones",
        of: |report| report.stats.paths.completed,
    },
    Measure {
        name: "failing",
        help: "paths that fail",
        of: |report| report.stats.paths.errors,
    },
    Measure {
        name: "found",
        help: "1 if a violation was found, else 0",
        of: |report| u64::from(!report.violations.is_empty()),
    },
    Measure {
        name: "assertions",
        help: "assertions that some input reaches, not counting those whose condition is a constant",
        of: |report| report.conditions.assertions.reached as u64,
    },
    Measure {
        name: "uncovered",
        help: "branch sides that no path takes",
        of: |report| {
            let counts = &report.coverage.counts;
            counts
                .branches_total
                .saturating_sub(counts.branches_covered)
        },
    },
    Measure {
        name: "patterns",
        help: "paths that --merge=pattern merges by patterns",
        of: |report| labelled(report, "paths merged by patterns"),
    },
    Measure {
        name: "forks",
        help: "forks",
        of: |report| report.stats.paths.forks,
    },
    Measure {
        name: "forks-found",
        help: "forks until the first violation; 0 if no violation was found",
        of: |report| match report.violations.is_empty() {
            true => 0,
            false => report.stats.paths.forks,
        },
    },
    Measure {
        name: "inputs",
        help: "symbolic inputs of the first violation; 0 if no violation was found",
        of: |report| {
            let first = report.violations.first();
            first.map_or(0, |violation| violation.inputs.objects.len() as u64)
        },
    },
    Measure {
        name: "merged",
        help: "merged states",
        of: |report| report.stats.paths.merged,
    },
    Measure {
        name: "queries",
        help: "solver queries, including those that a cache answers",
        of: |report| report.stats.solver.issued,
    },
    Measure {
        name: "melded",
        help: "melded branches",
        of: |report| {
            report
                .melded
                .as_ref()
                .map_or(0, |melded| melded.applied as u64)
        },
    },
    Measure {
        name: "selects",
        help: "selects that melding emits",
        of: |report| {
            report
                .melded
                .as_ref()
                .map_or(0, |melded| melded.selects_added as u64)
        },
    },
    Measure {
        name: "conflicts",
        help: "infeasible paths of a conflict-driven search",
        of: |report| {
            report
                .learned
                .as_ref()
                .map_or(0, |learned| learned.conflicts)
        },
    },
    Measure {
        name: "clauses",
        help: "conflict clauses that a conflict-driven search learns",
        of: |report| {
            let learned = report.learned.as_ref();
            learned.map_or(0, |learned| {
                learned.from_solver + learned.from_constants + learned.lifted
            })
        },
    },
    Measure {
        name: "cuts",
        help: "loops and recursive functions that the unwinding bound cuts",
        of: |report| report.cuts.len() as u64,
    },
    Measure {
        name: "tests",
        help: "test cases",
        of: |report| report.tests.len() as u64,
    },
];

/// Returns the number with the label `label` in the statistics of state merging; 0 if there is no such number.
fn labelled(report: &Report, label: &str) -> u64 {
    let found = report.merging.iter().find(|(name, _)| name == label);
    found.map_or(0, |&(_, number)| number)
}

/// Returns the table row of the number with a given name.
///
/// # Errors
/// There is no such number; the message lists the names.
pub fn measure(name: &str) -> Result<&'static Measure, String> {
    MEASURES.iter().find(|row| row.name == name).ok_or_else(|| {
        let names: Vec<&str> = MEASURES.iter().map(|row| row.name).collect();
        format!(
            "there is no number `{name}`; the numbers are {}",
            names.join(", ")
        )
    })
}

/// A condition on a measured number, such as `<= 3`, `>= 1` or `12`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    least: u64,
    most: u64,
}

impl Bound {
    /// Parses a condition on a measured number, such as `<= 3`.
    ///
    /// # Errors
    /// The text is not a condition.
    pub fn parse(text: &str) -> Result<Bound, String> {
        let number = |text: &str| {
            let text = text.trim();
            text.parse::<u64>()
                .map_err(|_| format!("expected a number, found `{text}`"))
        };
        if let Some(rest) = text.strip_prefix("<=") {
            return number(rest).map(|most| Bound { least: 0, most });
        }
        if let Some(rest) = text.strip_prefix(">=") {
            return number(rest).map(|least| Bound {
                least,
                most: u64::MAX,
            });
        }
        number(text).map(|exact| Bound {
            least: exact,
            most: exact,
        })
    }

    /// Returns the message that the number `found` does not satisfy the condition; `None` if it does.
    pub fn missed(self, found: u64) -> Option<String> {
        match () {
            () if self.least == self.most && found != self.most => {
                Some(format!("expected {}, found {found}", self.most))
            }
            () if found > self.most => {
                Some(format!("expected at most {}, found {found}", self.most))
            }
            () if found < self.least => {
                Some(format!("expected at least {}, found {found}", self.least))
            }
            () => None,
        }
    }
}

/// Compares the numbers of an exploration with conditions. A condition has the name of a number and a bound, such as
/// `paths` and `<= 2`. Returns the message about the first condition that the numbers do not satisfy.
///
/// # Errors
/// No number has the name of a condition, or a bound cannot be parsed.
pub fn missed(
    report: &Report,
    conditions: &BTreeMap<String, String>,
) -> Result<Option<String>, String> {
    for (name, bound) in conditions {
        let row = measure(name)?;
        if let Some(missed) = Bound::parse(bound)?.missed((row.of)(report)) {
            return Ok(Some(format!("{}: {missed}", row.help)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_parsed_and_compared() {
        let bound = |text: &str| Bound::parse(text).expect(text);
        assert_eq!(bound("<= 3").missed(3), None);
        assert_eq!(
            bound("<= 3").missed(4),
            Some("expected at most 3, found 4".to_owned())
        );
        assert_eq!(
            bound(">=1").missed(0),
            Some("expected at least 1, found 0".to_owned())
        );
        assert_eq!(bound("12").missed(12), None);
        assert_eq!(
            bound("12").missed(11),
            Some("expected 12, found 11".to_owned())
        );
        assert!(Bound::parse("< 3").is_err());
    }

    #[test]
    fn unknown_numbers_are_errors() {
        assert!(measure("paths").is_ok());
        let error = measure("path").err().expect("no such number");
        assert!(
            error.starts_with("there is no number `path`; the numbers are paths, "),
            "{error}"
        );
    }
}
