//! The comparison of explorations of the same program in several spellings (equivalent texts), for programs that cannot
//! be run on all inputs.
use super::check::{self, Class, Comparison, Difference, difference, list};
use super::modes::Mode;
use super::sample::Spelled;
use super::watchdog;
use std::collections::{BTreeMap, BTreeSet};
use symtool::{Error, Program, Report, Verdict};
use symtool_ir::Module;

/// A compiled spelling, that is, one of the equivalent texts of a program.
pub struct Compiled {
    program: Program,
    module: Module,
    /// For each line of the text, the number of the statement in this line. A statement has the same number in all
    /// spellings.
    statements: BTreeMap<u32, u32>,
}

/// The results of exploring one spelling. They name statements by number, so that the results of all spellings can be
/// compared.
struct Results {
    verdict: Verdict,
    /// The failures as texts, such as `division by zero in statement 3`. A failure in symtool's C code for a library
    /// function has the name of this function instead of a statement.
    failures: BTreeSet<String>,
    /// The covered statements.
    covered: BTreeSet<u32>,
    /// The reasons why the exploration is incomplete; empty if it is complete.
    reasons: BTreeSet<String>,
}

impl Compiled {
    /// Compiles a spelling.
    ///
    /// # Errors
    /// The program has errors.
    pub fn of(spelled: &Spelled) -> Result<Compiled, Error> {
        let program = spelled.sample.compile()?;
        Ok(Compiled {
            module: program.simplified()?,
            program,
            statements: spelled.statements.clone(),
        })
    }

    fn explore(&self, mode: &Mode, seed: u64, name: &str) -> Result<Results, Difference> {
        let report = watchdog::watched(name, |interrupt| {
            check::explore(&self.program, mode, seed, interrupt)
        })?;
        Ok(self.results(&report))
    }

    fn results(&self, report: &Report) -> Results {
        let failures = report.violations.iter().map(|violation| {
            let kind = violation.kind.name();
            match self.statements.get(&violation.line) {
                Some(number) if violation.file.ends_with("random.c") => {
                    format!("{kind} in statement {number}")
                }
                _ => format!("{kind} in {}", violation.function),
            }
        });
        let lines = report.coverage.reached.iter().filter_map(|&loc| {
            let at = self.module.source.get(loc);
            let is_own = self.module.source.file_name(at.file).ends_with("random.c");
            is_own.then_some(at.line)
        });
        let numbers = lines.filter_map(|line| self.statements.get(&line).copied());
        Results {
            verdict: report.verdict,
            failures: failures.collect(),
            covered: numbers.collect(),
            reasons: check::reasons(report),
        }
    }
}

/// Explores all spellings in a mode, and compares the results of each spelling with those of the first spelling.
pub fn compare(spellings: &[Compiled], mode: &Mode, seed: u64, name: &str) -> Comparison {
    let explored: Result<Vec<Results>, Difference> = spellings
        .iter()
        .map(|spelling| spelling.explore(mode, seed, name))
        .collect();
    let explored = match explored {
        Ok(explored) => explored,
        Err(difference) => return Comparison::Wrong(vec![difference]),
    };
    let all_reasons = explored.iter().flat_map(|results| &results.reasons);
    let reasons: BTreeSet<String> = all_reasons.cloned().collect();
    let Some((first, others)) = explored.split_first().filter(|_| reasons.is_empty()) else {
        return Comparison::Incomplete(reasons);
    };
    let wrong: Vec<Difference> = others
        .iter()
        .enumerate()
        .flat_map(|(number, other)| differences(mode, number + 1, first, other))
        .collect();
    match wrong.is_empty() {
        true => Comparison::Equal,
        false => Comparison::Wrong(wrong),
    }
}

/// Returns the differences between the results of the first spelling (`first`) and of the spelling with index `number`
/// (`other`).
fn differences(mode: &Mode, number: usize, first: &Results, other: &Results) -> Vec<Difference> {
    let mut wrong = Vec::new();
    if first.verdict != other.verdict {
        let text = format!(
            "{} in spelling {number} instead of {}",
            other.verdict.name(),
            first.verdict.name()
        );
        wrong.push(difference(Class::Verdict, text));
    }
    if first.failures != other.failures {
        let differing = list(first.failures.symmetric_difference(&other.failures));
        let text = format!("in one of spellings 0 and {number} only: {differing}");
        wrong.push(difference(Class::LostFailure, text));
    }
    if mode.covers_all() && first.covered != other.covered {
        let differing = list(first.covered.symmetric_difference(&other.covered));
        let text = format!("in one of spellings 0 and {number} only: statements {differing}");
        wrong.push(difference(Class::LostLine, text));
    }
    wrong
}
