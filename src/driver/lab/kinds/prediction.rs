//! Checks numbers that the student predicts, such as the number of paths, against the numbers of real explorations. If
//! an answer is wrong, the message does not say which answer it is or whether it is too high or too low. Otherwise a
//! student could find small numbers by trying.
use super::Check;
use crate::Error;
use crate::driver::lab::explore;
use crate::driver::lab::finding::{Finding, Problem};
use crate::driver::lab::measure::measure;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;

/// The settings of a prediction.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionCheck {
    /// The student's file with lines `name = number`.
    answers: String,
    /// The numbers that the student predicts.
    values: Vec<Value>,
}

/// A number that the student predicts, and the exploration that determines the right number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    /// The name of the number in the file of answers.
    name: String,
    /// The C file of the starter that is explored. The student's copy of it is not used, so that a changed program
    /// does not change the answer.
    program: String,
    /// Options of the exploration.
    #[serde(default)]
    options: Vec<String>,
    /// The name of the measured number of the exploration, such as `paths`, from the table of measures.
    measure: String,
    /// An option that takes a number, such as `--unwind`. If it is set, the student predicts the least value of this
    /// option, counted from 1, for which the measured number of the exploration is not 0.
    #[serde(default)]
    least: Option<String>,
}

/// The greatest value of the option [`Value::least`] that is tried.
const MOST: u64 = 20;

impl Check for PredictionCheck {
    fn files(&self) -> Vec<&str> {
        vec![&self.answers]
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let predicted = match self.predicted(&workspace.text(&self.answers)?) {
            Ok(predicted) => predicted,
            Err(text) => return Ok(Finding::not_yet(text)),
        };
        let starter = self.predicted(&workspace.starter_text(&self.answers));
        let starter = starter.unwrap_or_default();
        let rows = self.values.iter().zip(&predicted).enumerate();
        let placeholders = rows.filter(|&(at, (_, number))| starter.get(at) == Some(number));
        let names = placeholders.map(|(_, (value, _))| format!("`{}`", value.name));
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            let text = format!("not predicted yet: {}", names.join(", "));
            return Ok(Finding::not_yet(text));
        }
        for (value, predicted) in self.values.iter().zip(predicted) {
            if i128::from(predicted) != i128::from(value.number(workspace)?) {
                return Ok(Finding::NotYet(self.wrong()));
            }
        }
        Ok(Finding::Passed)
    }
}

impl PredictionCheck {
    /// Returns the numbers that the student predicted, in the order of the values of the task.
    ///
    /// # Errors
    /// A number is missing. The error is a message for the student.
    fn predicted(&self, text: &str) -> Result<Vec<i64>, String> {
        let file = &self.answers;
        let answers: toml::Table = text
            .parse()
            .map_err(|error| format!("{file} is not a list of lines `name = number`: {error}"))?;
        let numbers = self
            .values
            .iter()
            .map(|Value { name, .. }| match answers.get(name) {
                Some(toml::Value::Integer(number)) => Ok(*number),
                Some(_) => Err(format!("expected a number for `{name}` in {file}")),
                None => Err(format!("{file} has no line `{name} = number`")),
            });
        numbers.collect()
    }

    /// Returns the problem that at least one number is wrong, with the commands that show the right numbers.
    fn wrong(&self) -> Problem {
        let text = match self.values.len() {
            1 => "your prediction is not right".to_owned(),
            count => format!("at least one of your {count} predictions is not right"),
        };
        let mut notes = vec![
            "run the programs, and explain each difference before you correct a number:".to_owned(),
        ];
        for value in &self.values {
            let command = value.command();
            if !notes.contains(&command) {
                notes.push(command);
            }
        }
        Problem {
            text,
            notes,
            ..Problem::default()
        }
    }
}

impl Value {
    /// Returns the command that shows the predicted number.
    fn command(&self) -> String {
        let least = self.least.iter().map(|option| format!("{option}=N"));
        let options = self.options.iter().cloned().chain(least);
        let options: Vec<String> = options.collect();
        format!("  symtool {} {}", self.program, options.join(" "))
    }

    /// Returns the right number, which one or more explorations determine.
    fn number(&self, workspace: &Workspace<'_>) -> Result<u64, Error> {
        let Some(option) = &self.least else {
            return self.measured(workspace, &self.options);
        };
        for number in 1..=MOST {
            let own = [format!("{option}={number}")];
            if self.measured(workspace, &[&*self.options, &own].concat())? != 0 {
                return Ok(number);
            }
        }
        Err(Error::Input(format!(
            "no value of {option} up to {MOST} gives a number `{}` other than 0",
            self.measure
        )))
    }

    fn measured(&self, workspace: &Workspace<'_>, options: &[String]) -> Result<u64, Error> {
        let row = measure(&self.measure).map_err(Error::Input)?;
        let file = workspace.check().join("starter").join(&self.program);
        let report = explore::compile(workspace, &[file], options)?.explore()?;
        Ok((row.of)(&report))
    }
}
