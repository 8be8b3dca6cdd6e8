//! Runs scripts again that a query log holds, or any SMT-LIB 2 script with one question, to study what solvers make of them.
//!
//! The same solvers answer as in an exploration, each part on its own and timed. There are no expressions here, only text.
use super::limits::{Limits, reason};
use super::talk::{Fault, Talk, items};
use super::{InterruptHandle, SolverChoice, SolverCommand, SolverConfig, Tri};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};
use z3::SatResult;
use z3::ast::Bool;

/// One question of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Declarations, definitions and assertions.
    text: String,
    /// Where it was asked, if the log says so.
    pub place: Option<String>,
    /// What was answered, if the log says so.
    pub recorded: Option<String>,
}

/// What one part of a solver made of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The part, as in `z3 incremental`.
    pub name: String,
    /// Its answer; a model that is wrong makes it *unknown*.
    pub answer: Tri,
    /// Why it does not know.
    pub why: Option<String>,
    /// How long it took.
    pub time: Duration,
    /// Values of free constants, as the solver prints them.
    pub model: Vec<(String, String)>,
}

/// The questions of a file: as many as a query log put into it, else one.
///
/// # Errors
/// What makes it a file that cannot be run.
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
    for command in items(&format!("({text}\n)")).ok_or("its parentheses do not match")? {
        let inner = items(command).unwrap_or_default();
        match inner.first().copied().unwrap_or_default() {
            "check-sat" => questions += 1,
            "push" | "pop" | "exit" | "get-model" | "get-value" | "get-info" | "echo" => {}
            "set-option" | "set-info" | "set-logic" => {}
            "check-sat-assuming" | "reset" | "reset-assertions" => {
                return Err(format!(
                    "{command} is not understood: give one script a question"
                ));
            }
            "" => return Err(format!("{command} is no SMT-LIB 2 command")),
            _ => {
                kept.push_str(command);
                kept.push('\n');
            }
        }
    }
    if questions > 1 {
        return Err("it has more than one (check-sat): give one script a question".to_owned());
    }
    Ok(Script {
        text: kept,
        place: noted("; place:"),
        recorded: noted("; answer:"),
    })
}

impl Script {
    /// Puts the question to every part of a solver.
    ///
    /// # Errors
    /// What is wrong with the script, if Z3 cannot read it.
    pub fn run(
        &self,
        choice: &SolverChoice,
        config: &SolverConfig,
    ) -> Result<Vec<Attempt>, String> {
        let known = self.assertions()?;
        let names = self.constants();
        Ok(match choice {
            SolverChoice::Z3 => vec![
                timed("z3 incremental", || {
                    let solver = Limits {
                        effort: Some(config.effort),
                        ..Limits::time(config.slice.min(config.timeout))
                    }
                    .solver();
                    let literals: Vec<Bool> = (0..known.len())
                        .map(|i| Bool::new_const(format!("symtool!{i}")))
                        .collect();
                    for (literal, assertion) in literals.iter().zip(&known) {
                        solver.assert(literal.implies(assertion));
                    }
                    let result = solver.check_assumptions(&literals);
                    z3_answer(&solver, result, &names)
                }),
                timed("z3 oneshot", || {
                    let solver = Limits::time(config.timeout).solver();
                    known.iter().for_each(|assertion| solver.assert(assertion));
                    let result = solver.check();
                    z3_answer(&solver, result, &names)
                }),
            ],
            SolverChoice::Smtlib(command) => vec![self.checked(
                timed(&command.to_string(), || self.ask(command, config)),
                config,
            )],
        })
    }

    fn assertions(&self) -> Result<Vec<Bool>, String> {
        let solver = z3::Solver::new();
        solver.from_string(self.text.as_str());
        let known = solver.get_assertions();
        if known.is_empty() && self.text.contains("(assert") {
            return Err("Z3 does not understand it".to_owned());
        }
        Ok(known)
    }

    fn ask(&self, command: &SolverCommand, config: &SolverConfig) -> Result<Given, Fault> {
        let child = command
            .start()
            .map_err(|error| Fault::Start(error.to_string()))?;
        let mut talk = Talk::new(child);
        let until = Instant::now() + config.timeout;
        let floats = self.text.contains("fp.") || self.text.contains("to_fp");
        let logic = if floats { "QF_BVFP" } else { "QF_BV" };
        talk.say(format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic {logic})\n{}(check-sat)\n",
            self.text
        ));
        let handle = InterruptHandle::default();
        match talk.reply(until, &handle)?.as_str() {
            "unsat" => Ok((Tri::No, Vec::new())),
            "unknown" => Err(Fault::Nonsense("unknown".to_owned())),
            "sat" => {
                let names = self.constants();
                if names.is_empty() {
                    return Ok((Tri::Yes, Vec::new()));
                }
                talk.say(format!("(get-value ({}))\n", names.join(" ")));
                let reply = talk.reply(until, &handle)?;
                let pair = |text: &str| match items(text)?.as_slice() {
                    [name, value] => Some(((*name).to_owned(), (*value).to_owned())),
                    _ => None,
                };
                let model = items(&reply).and_then(|all| all.into_iter().map(pair).collect());
                Ok((Tri::Yes, model.ok_or(Fault::Nonsense(reply))?))
            }
            other => Err(Fault::Nonsense(other.chars().take(100).collect())),
        }
    }

    /// The names of its free constants.
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

    /// Does Z3 agree that the model is one?
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

/// An answer and a model.
type Given = (Tri, Vec<(String, String)>);

fn items_of(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut all = Vec::new();
    while let Some((start, end)) = super::talk::expression(rest.as_bytes()) {
        all.push(&rest[start..end]);
        rest = &rest[end..];
    }
    all
}

fn timed<E: ToString>(name: &str, run: impl FnOnce() -> Result<Given, E>) -> Attempt {
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
    }
}

/// Z3's answer. Its model also has the definitions of the script; only what the script declares is of interest.
fn z3_answer(
    solver: &z3::Solver,
    result: SatResult,
    names: &[&str],
) -> Result<Given, super::Unknown> {
    match result {
        SatResult::Unsat => Ok((Tri::No, Vec::new())),
        SatResult::Unknown => Err(reason(solver)),
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
    fn files_are_cut_into_questions() {
        let one = "; query: 1\n; place: a.c:3\n; answer: sat\n(push 1)\n(assert true)\n(check-sat)\n(pop 1)\n";
        let two = one.replace("query: 1", "query: 2").replace("sat", "unsat");
        let text = format!(
            "(set-logic ALL)\n{one}{}",
            two.replace("check-unsat", "check-sat")
        );
        let all = scripts(&text).expect("it can be read");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].text, "(assert true)\n");
        assert_eq!(all[0].place.as_deref(), Some("a.c:3"));
        assert_eq!(all[1].recorded.as_deref(), Some("unsat"));
        assert!(scripts("(check-sat)(check-sat)").is_err());
        assert!(scripts("(assert").is_err());
    }
}
