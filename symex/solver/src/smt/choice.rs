//! The selection of SMT solvers by `--solver`: Z3 in this process, or a program that reads SMT-LIB 2 from its
//! standard input.
use super::process::Process;
use super::protocol;
use crate::answer::Tri;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An SMT solver, which runs as one of the last links (solving techniques) of the solver chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverChoice {
    /// Z3 as a library.
    Z3,
    /// A process that reads SMT-LIB 2 commands.
    Smtlib(SolverCommand),
}

/// The program of a solver process, with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverCommand {
    words: Vec<String>,
}

/// The reason why an SMT solver cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceError(String);

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChoiceError {}

/// The time limit of the trivial query with which [`probe`](SolverChoice::probe) checks that a solver works.
const FIRST_ANSWER: Duration = Duration::from_secs(20);

impl SolverChoice {
    /// Checks that the solver works: starts its process and issues a trivial query. Z3 as a library is not checked.
    ///
    /// # Errors
    /// Returns an error if the solver cannot be started or does not answer in SMT-LIB 2.
    pub fn probe(&self) -> Result<(), ChoiceError> {
        let SolverChoice::Smtlib(command) = self else {
            return Ok(());
        };
        match Process::probe(command, FIRST_ANSWER) {
            Ok(Tri::Yes) => Ok(()),
            Ok(_) => Err(ChoiceError(format!(
                "the solver `{command}` cannot be used: it does not answer sat to a satisfiable test query"
            ))),
            Err(fault) => Err(ChoiceError(format!(
                "the solver `{command}` cannot be used: {fault}; give a command that reads SMT-LIB 2 from its \
                 standard input, as in smtlib:'z3 -in'"
            ))),
        }
    }
}

impl SolverCommand {
    pub(crate) fn start(&self) -> std::io::Result<std::process::Child> {
        protocol::spawn(&self.words)
    }
}

impl FromStr for SolverChoice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<SolverChoice, ChoiceError> {
        if text == "z3" {
            return Ok(SolverChoice::Z3);
        }
        let Some(command) = text.strip_prefix("smtlib:") else {
            return Err(ChoiceError(
                "expected z3 or smtlib:COMMAND, as in smtlib:'z3 -in'".to_owned(),
            ));
        };
        let words = split(command)?;
        if words.is_empty() {
            return Err(ChoiceError("expected a command after smtlib:".to_owned()));
        }
        Ok(SolverChoice::Smtlib(SolverCommand { words }))
    }
}

/// Splits a command into words like a shell. Single and double quotes protect blanks; a backslash protects
/// the next character.
fn split(command: &str) -> Result<Vec<String>, ChoiceError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(ChoiceError(format!("missing closing quote in `{command}`")));
    }
    words.extend(word);
    Ok(words)
}

impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

impl fmt::Display for SolverChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverChoice::Z3 => f.write_str("z3"),
            SolverChoice::Smtlib(command) => write!(f, "smtlib:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_in_a_shell() {
        let words = |text: &str| split(text).map_err(|e| e.to_string());
        assert_eq!(words(" z3  -in "), Ok(vec!["z3".into(), "-in".into()]));
        assert_eq!(
            words(r#"'a b' "c d"e f\ g ''"#),
            Ok(vec![
                "a b".into(),
                "c de".into(),
                "f g".into(),
                String::new()
            ])
        );
        assert!(words("'open").is_err());
        assert!("smtlib:".parse::<SolverChoice>().is_err());
        assert!("cvc5".parse::<SolverChoice>().is_err());
        assert_eq!("z3".parse(), Ok(SolverChoice::Z3));
    }
}
