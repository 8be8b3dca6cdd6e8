//! Checks that the student's function is equivalent to the reference, the function of the model answer. Both functions
//! are linked into one program and called with the same symbolic inputs. Every difference of their results is a
//! failure of this program, which replay confirms.
use super::Check;
use crate::Error;
use crate::Violation;
use crate::driver::lab::explore::{self, Prepared};
use crate::driver::lab::finding::{Finding, Problem, describe, gap};
use crate::driver::lab::harness::{
    Comparison, Parameter, RESULT, STUDENT, wrap_reference, wrap_student,
};
use crate::driver::lab::reach;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;

/// The file name of the generated C program that compares the two functions. The file is written into the folder with
/// the files of the lab.
const PROGRAM: &str = ".compare.c";

/// The settings of an equivalence check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquivalenceCheck {
    /// The student's file.
    file: String,
    /// The name of the compared function.
    function: String,
    /// The C type of the function's result.
    returns: String,
    /// The file of the lab that defines the reference.
    reference: String,
    /// The parameters of the function.
    inputs: Vec<Parameter>,
    /// A condition on the inputs, in C.
    #[serde(default)]
    assume: Option<String>,
    /// Options of the exploration.
    #[serde(default)]
    options: Vec<String>,
}

impl Check for EquivalenceCheck {
    fn files(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let prepared = self.compile(workspace)?;
        let called = [format!("{}{}", STUDENT, self.function)];
        if let Err(text) = reach::check(workspace, &prepared.program, &called) {
            return Ok(Finding::not_yet(text));
        }
        let report = prepared.explore()?;
        if let Some(violation) = report.violations.first() {
            return self.difference(workspace, &prepared, violation);
        }
        Ok(gap(&report).unwrap_or(Finding::Passed))
    }

    fn concrete(&self, workspace: &Workspace<'_>) -> Result<Option<Prepared>, Error> {
        self.compile(workspace).map(Some)
    }
}

impl EquivalenceCheck {
    /// Compiles the program that compares the student's function with the reference.
    fn compile(&self, workspace: &Workspace<'_>) -> Result<Prepared, Error> {
        let functions = [self.function.clone()];
        let mut files = wrap_student(workspace, std::slice::from_ref(&self.file), &functions)?;
        files.push(wrap_reference(workspace, &self.reference, &self.function)?);
        let comparison = Comparison {
            function: &self.function,
            returns: &self.returns,
            inputs: &self.inputs,
            assume: self.assume.as_deref(),
        };
        files.push(workspace.add_check(PROGRAM, &comparison.program())?);
        let options = [&["--verify".to_owned()], &*self.options].concat();
        explore::compile(workspace, &files, &options)
    }

    /// Describes the input of `violation`, for which the results of the two functions differ. The description does not
    /// show the result of the reference.
    fn difference(
        &self,
        workspace: &Workspace<'_>,
        prepared: &Prepared,
        violation: &Violation,
    ) -> Result<Finding, Error> {
        let function = &self.function;
        let is_result = violation.file == workspace.check().join(PROGRAM).display().to_string();
        let text = match is_result {
            true => format!("`{function}` differs from the specification for this input"),
            false => format!("`{function}` fails for this input: {}", describe(violation)),
        };
        let mut problem = Problem::shown_by(text, violation);
        let lines = prepared.printed(&violation.inputs)?;
        let results = lines.into_iter().filter(|line| line.starts_with(RESULT));
        problem.notes.extend(results);
        Ok(Finding::NotYet(problem))
    }
}
