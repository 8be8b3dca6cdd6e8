//! Replays queries: the scripts of a query log, or other SMT-LIB 2 scripts with one `check-sat`.
//!
//! [`Script::run_chain`] answers a script over bit-vectors by the solver chain of exploration. For comparison,
//! [`Script::run`] passes the text of the script to one SMT solver.
mod terms;

use crate::answer::{Answer, Tri, Unknown};
use crate::chain::Chain;
use crate::config::SolverConfig;
use crate::interrupt::InterruptHandle;
use crate::links::LINKS;
use crate::smt::choice::{SolverChoice, SolverCommand};
use crate::smt::limits::Limits;
use crate::smt::protocol::{self, Connection, Fault, items};
use crate::stats::CheckStats;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};
use symtool_ir::Bits;
use z3::SatResult;
use z3::ast::Bool;

/// One query of a file of SMT-LIB scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The declarations, definitions and assertions of the script.
    text: String,
    /// The program location that issued the query; `None` if the script does not mention it.
    pub location: Option<String>,
    /// The answer that the log recorded; `None` if the script does not mention it.
    pub recorded: Option<String>,
}

/// The answer of the chain, or of one solver, to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The name of the solver, such as `chain (bits)` or `z3 incremental`.
    pub name: String,
    /// The answer; *unknown* if the model of the solver does not satisfy the script.
    pub answer: Tri,
    /// The reason for the answer *unknown*; `None` for another answer.
    pub why: Option<String>,
    /// The time from the start of the attempt to its answer.
    pub time: Duration,
    /// The model in SMT-LIB 2: the names of free constants with their values.
    pub model: Vec<(String, String)>,
    /// The counters of `--solver-check`. They are 0 if an SMT solver ran instead of the chain.
    pub check: CheckStats,
}

/// Splits a file into queries. A query log may contain many queries; any other script contains one.
///
/// # Errors
/// Returns the reason why the file is not a query log or a script with one `check-sat`.
pub fn scripts(text: &str) -> Result<Vec<Script>, String> {
    const QUERY: &str = "; query: ";
    let starts: Vec<usize> = text
        .match_indices(QUERY)
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')
        .collect();
    if starts.len() < 2 {
        return Ok(vec![script(text)?]);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| script(&text[start..end]))
        .collect()
}

fn script(text: &str) -> Result<Script, String> {
    let noted = |key: &str| {
        let mut lines = text.lines();
        lines
            .find_map(|line| line.strip_prefix(key))
            .map(|rest| rest.trim().to_owned())
    };
    let mut kept = String::new();
    let mut questions = 0;
    for command in items(&format!("({text}\n)")).ok_or("unbalanced parentheses")? {
        let inner = items(command).unwrap_or_default();
        match inner.first().copied().unwrap_or_default() {
            "check-sat" => questions += 1,
            "push" | "pop" | "exit" | "get-model" | "get-value" | "get-info" | "echo" => {}
            "set-option" | "set-info" | "set-logic" => {}
            "check-sat-assuming" | "reset" | "reset-assertions" => {
                return Err(format!(
                    "`{command}` is not supported; split the script so that each file has one (check-sat)"
                ));
            }
            "" => return Err(format!("expected an SMT-LIB 2 command, found `{command}`")),
            _ => {
                kept.push_str(command);
                kept.push('\n');
            }
        }
    }
    if questions > 1 {
        return Err(
            "it has more than one (check-sat); split it so that each file has one".to_owned(),
        );
    }
    Ok(Script {
        text: kept,
        location: noted("; place:"),
        recorded: noted("; answer:"),
    })
}

impl Script {
    /// Runs the chain of exploration on the script.
    ///
    /// # Errors
    /// Returns the first construct that the chain does not support.
    pub fn run_chain(&self, config: &SolverConfig) -> Result<Attempt, String> {
        let mut terms = terms::terms(&self.text)?;
        let mut chain = Chain::new(config.clone());
        let start = Instant::now();
        let answer = chain.model(&mut terms.arena, &terms.constraints);
        let time = start.elapsed();
        let by: BTreeSet<String> = (chain.take_queries().into_iter())
            .map(|query| query.by)
            .collect();
        let (answer, why, model) = match answer {
            Answer::Unsat => (Tri::No, None, Vec::new()),
            Answer::Unknown(why) => (Tri::Unknown, Some(why.to_string()), Vec::new()),
            Answer::Sat(model) => {
                let value =
                    |(name, e): &(String, _)| (name.clone(), literal(model.eval(&terms.arena, *e)));
                (Tri::Yes, None, terms.constants.iter().map(value).collect())
            }
        };
        let by: Vec<String> = by.into_iter().collect();
        Ok(Attempt {
            name: format!(
                "chain ({})",
                if by.is_empty() {
                    "no solver query".to_owned()
                } else {
                    by.join(", ")
                }
            ),
            answer,
            why,
            time,
            model,
            check: chain.stats().check,
        })
    }

    /// Runs the SMT solver `choice` on the text of the script, and returns one attempt per run. Z3 runs twice: with the
    /// settings of the link `incremental` and with the settings of the link `oneshot`. A run is omitted if its link is
    /// disabled.
    ///
    /// # Errors
    /// Returns an error if Z3 cannot read the script.
    pub fn run(
        &self,
        choice: &SolverChoice,
        config: &SolverConfig,
    ) -> Result<Vec<Attempt>, String> {
        let known = self.assertions()?;
        let names = self.constants();
        let links = LINKS.iter().filter(|link| link.is_in(&config.links));
        let attempts = links.filter_map(|link| match (choice, link.name) {
            (SolverChoice::Z3, "incremental") => Some(timed("z3 incremental", || {
                let effort = u32::try_from(link.budget.steps).unwrap_or(u32::MAX);
                let limits = Limits {
                    effort: Some(effort),
                    ..Limits::time(config.timeout / 2)
                };
                let literals: Vec<Bool> = (0..known.len())
                    .map(|i| Bool::new_const(format!("symtool!{i}")))
                    .collect();
                let solver = limits.solver();
                for (literal, assertion) in literals.iter().zip(&known) {
                    solver.assert(literal.implies(assertion));
                }
                let check = || solver.check_assumptions(&literals);
                z3_answer(&solver, limits, check, &names)
            })),
            (SolverChoice::Z3, "oneshot") => Some(timed("z3 oneshot", || {
                let limits = Limits::time(config.timeout);
                let solver = limits.solver();
                known.iter().for_each(|assertion| solver.assert(assertion));
                z3_answer(&solver, limits, || solver.check(), &names)
            })),
            (SolverChoice::Smtlib(command), "smtlib") => Some(self.checked(
                timed(&command.to_string(), || self.solve(command, config)),
                config,
            )),
            _ => None,
        });
        Ok(attempts.collect())
    }

    fn assertions(&self) -> Result<Vec<Bool>, String> {
        let solver = z3::Solver::new();
        solver.from_string(self.text.as_str());
        let known = solver.get_assertions();
        if known.is_empty() && self.text.contains("(assert") {
            return Err("Z3 cannot parse it".to_owned());
        }
        Ok(known)
    }

    fn solve(&self, command: &SolverCommand, config: &SolverConfig) -> Result<Solved, Fault> {
        let child = command
            .start()
            .map_err(|error| Fault::Start(error.to_string()))?;
        let mut connection = Connection::new(child);
        let until = Instant::now() + config.timeout;
        let floats = self.text.contains("fp.") || self.text.contains("to_fp");
        let logic = if floats { "QF_BVFP" } else { "QF_BV" };
        connection.send(format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic {logic})\n{}(check-sat)\n",
            self.text
        ));
        let handle = InterruptHandle::default();
        match connection.reply(until, &handle)?.as_str() {
            "unsat" => Ok((Tri::No, Vec::new())),
            "unknown" => Err(Fault::Unexpected("unknown".to_owned())),
            "sat" => {
                let names = self.constants();
                if names.is_empty() {
                    return Ok((Tri::Yes, Vec::new()));
                }
                connection.send(format!("(get-value ({}))\n", names.join(" ")));
                let reply = connection.reply(until, &handle)?;
                let pair = |text: &str| match items(text)?.as_slice() {
                    [name, value] => Some(((*name).to_owned(), (*value).to_owned())),
                    _ => None,
                };
                let model = items(&reply).and_then(|all| all.into_iter().map(pair).collect());
                Ok((Tri::Yes, model.ok_or(Fault::Unexpected(reply))?))
            }
            other => Err(Fault::Unexpected(other.chars().take(100).collect())),
        }
    }

    /// Returns the names of the script's free constants.
    fn constants(&self) -> Vec<&str> {
        let all = items_of(&self.text);
        let declared = all
            .into_iter()
            .filter_map(|command| match items(command)?.as_slice() {
                ["declare-const", name, _] | ["declare-fun", name, "()", _] => Some(*name),
                _ => None,
            });
        declared.collect()
    }

    /// Checks with Z3 that the model of a solver satisfies the script. If it does not, the answer becomes
    /// *unknown*.
    fn checked(&self, attempt: Attempt, config: &SolverConfig) -> Attempt {
        let mut text = self.text.clone();
        for (name, value) in &attempt.model {
            let _ = writeln!(text, "(assert (= {name} {value}))");
        }
        let solver = Limits::time(config.timeout).solver();
        solver.from_string(text);
        if attempt.answer == Tri::Yes && solver.check() == SatResult::Unsat {
            return Attempt {
                answer: Tri::Unknown,
                why: Some("its model does not satisfy the constraints".to_owned()),
                model: Vec::new(),
                ..attempt
            };
        }
        attempt
    }
}

/// Returns a value as an SMT-LIB 2 literal.
fn literal(value: Bits) -> String {
    let width = value.width() as usize;
    match width % 4 {
        0 => format!("#x{:0digits$x}", value.unsigned(), digits = width / 4),
        _ => format!("#b{:0width$b}", value.unsigned()),
    }
}

/// An answer, and the model as pairs of a name and a value.
type Solved = (Tri, Vec<(String, String)>);

fn items_of(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut all = Vec::new();
    while let Some((start, end)) = protocol::expression(rest.as_bytes()) {
        all.push(&rest[start..end]);
        rest = &rest[end..];
    }
    all
}

fn timed<E: ToString>(name: &str, run: impl FnOnce() -> Result<Solved, E>) -> Attempt {
    let start = Instant::now();
    let result = run();
    let time = start.elapsed();
    let (answer, why, model) = match result {
        Ok((answer, model)) => (answer, None, model),
        Err(why) => (Tri::Unknown, Some(why.to_string()), Vec::new()),
    };
    Attempt {
        name: name.to_owned(),
        answer,
        why,
        time,
        model,
        check: CheckStats::default(),
    }
}

/// Returns Z3's answer and, after *sat*, the model. The model contains the values of the declared constants `names`,
/// but not of the constants that the script defines.
fn z3_answer(
    solver: &z3::Solver,
    limits: Limits,
    check: impl FnOnce() -> SatResult,
    names: &[&str],
) -> Result<Solved, Unknown> {
    let start = Instant::now();
    match check() {
        SatResult::Unsat => Ok((Tri::No, Vec::new())),
        SatResult::Unknown => Err(limits.reason(solver, start.elapsed())),
        SatResult::Sat => {
            let text = solver
                .get_model()
                .map(|m| m.to_string())
                .unwrap_or_default();
            let bare = |name: &str| name.trim_matches('|').to_owned();
            let declared: BTreeSet<String> = names.iter().map(|n| bare(n)).collect();
            let pairs = text.lines().filter_map(|line| line.split_once(" -> "));
            let mut model: Vec<_> = pairs
                .filter(|(name, _)| declared.contains(&bare(name)))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            model.sort();
            Ok((Tri::Yes, model))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_split_into_queries() {
        let one = "; query: 1\n; place: a.c:3\n; answer: sat\n(push 1)\n(assert true)\n(check-sat)\n(pop 1)\n";
        let two = one.replace("query: 1", "query: 2").replace("sat", "unsat");
        let text = format!(
            "(set-logic ALL)\n{one}{}",
            two.replace("check-unsat", "check-sat")
        );
        let all = scripts(&text).expect("a query log");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].text, "(assert true)\n");
        assert_eq!(all[0].location.as_deref(), Some("a.c:3"));
        assert_eq!(all[1].recorded.as_deref(), Some("unsat"));
        assert!(scripts("(check-sat)(check-sat)").is_err());
        assert!(scripts("(assert").is_err());
    }
}
