//! Numbers that the student predicts in a file of answers, compared with the numbers of a run. A wrong prediction is
//! reported as too high or too low, without the right number.
use super::Check;
use crate::Error;
use crate::driver::lab::explore;
use crate::driver::lab::finding::Finding;
use crate::driver::lab::measure::measure;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;
use std::cmp::Ordering;

/// The settings of a prediction.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionCheck {
    /// The student's file with lines `name = number`.
    answers: String,
    /// The predicted numbers.
    values: Vec<Value>,
}

/// A predicted number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    /// The name in the file of answers.
    name: String,
    /// The C file of the starter. The student's copy is not used, so that a changed program does not change the answer.
    program: String,
    /// Options of the run.
    #[serde(default)]
    options: Vec<String>,
    /// The name of the number.
    measure: String,
}

impl Check for PredictionCheck {
    fn files(&self) -> Vec<&str> {
        vec![&self.answers]
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let text = workspace.text(&self.answers)?;
        let answers: toml::Table = match text.parse() {
            Ok(answers) => answers,
            Err(error) => {
                let text = format!(
                    "{} is not a list of lines `name = number`: {error}",
                    self.answers
                );
                return Ok(Finding::not_yet(text));
            }
        };
        for value in &self.values {
            let predicted = match answers.get(&value.name) {
                Some(toml::Value::Integer(number)) => *number,
                Some(_) => {
                    let text =
                        format!("expected a number for `{}` in {}", value.name, self.answers);
                    return Ok(Finding::not_yet(text));
                }
                None => {
                    let text = format!("{} has no line `{} = number`", self.answers, value.name);
                    return Ok(Finding::not_yet(text));
                }
            };
            let found = value.number(workspace)?;
            let compared = i128::from(predicted).cmp(&i128::from(found));
            let word = match compared {
                Ordering::Equal => continue,
                Ordering::Less => "low",
                Ordering::Greater => "high",
            };
            let text = format!("your prediction {} = {predicted} is too {word}", value.name);
            return Ok(Finding::not_yet(text));
        }
        Ok(Finding::Passed)
    }
}

impl Value {
    fn number(&self, workspace: &Workspace<'_>) -> Result<u64, Error> {
        let row = measure(&self.measure).map_err(Error::Input)?;
        let file = workspace.check().join("starter").join(&self.program);
        let report = explore::compile(workspace, &[file], &self.options)?.explore()?;
        Ok((row.of)(&report))
    }
}
