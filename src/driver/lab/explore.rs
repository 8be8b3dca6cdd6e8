//! Compiles and explores the programs of a lab's check, with options as on the command line.
use super::workspace::{Limits, Workspace};
use crate::driver::cli::{Cli, ExploreArgs, without_variables};
use crate::driver::commands::explore::{config, plan};
use crate::driver::render;
use crate::program::Program;
use crate::session::{self, Goal};
use crate::{Error, Report};
use clap::{CommandFactory, FromArgMatches};
use std::path::{Path, PathBuf};
use symtool_frontend as frontend;
use symtool_ir::Inputs;
use symtool_ir::interp::RunConfig;

/// A compiled program with the options of its exploration.
#[derive(Debug)]
pub struct Prepared {
    /// The compiled program.
    pub program: Program,
    args: ExploreArgs,
    limits: Limits,
}

/// Parses options of an exploration. Environment variables are ignored, so that a check has the same result in every
/// environment.
///
/// # Errors
/// The options are not options of an exploration.
pub fn options(words: &[String]) -> Result<ExploreArgs, String> {
    let all = ["symtool", "program.c"].map(str::to_owned);
    let all = all.into_iter().chain(words.iter().cloned());
    let parsed = without_variables(Cli::command()).try_get_matches_from(all);
    let cli = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    match cli {
        Ok(cli) if cli.command.is_none() => Ok(cli.explore),
        Ok(_) => Err("expected options of an exploration, found a command".to_owned()),
        Err(error) => {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            Err(text.lines().next().unwrap_or_default().to_owned())
        }
    }
}

/// Compiles a program. Names of files are relative to the copy of the student's files.
///
/// # Errors
/// The program does not compile, or the options are not valid.
pub fn compile(
    workspace: &Workspace<'_>,
    files: &[PathBuf],
    words: &[String],
) -> Result<Prepared, Error> {
    let args = options(words).map_err(Error::Input)?;
    let options = frontend::Options {
        folder: Some(workspace.student()),
        include_root: Some(workspace.student()),
        max_time: Some(workspace.limits.max_time),
        ..args.input.program.options()?
    };
    Ok(Prepared {
        program: Program::load(files, options)?,
        args,
        limits: workspace.limits,
    })
}

impl Prepared {
    /// Explores the program. If the options contain a time limit, the lower one of this limit and that of the workspace
    /// is used.
    ///
    /// # Errors
    /// The selected options cannot be combined.
    pub fn explore(&self) -> Result<Report, Error> {
        self.explore_with(self.args.require_reached)
    }

    /// Explores the program as [`Prepared::explore`] does, but always as with `--require-reached`: a proof counts as
    /// vacuous if there is an assertion, even a single one, that no input reaches.
    ///
    /// # Errors
    /// The selected options cannot be combined.
    pub fn explore_reached(&self) -> Result<Report, Error> {
        self.explore_with(true)
    }

    fn explore_with(&self, require_reached: bool) -> Result<Report, Error> {
        let mut config = config(&self.args)?;
        let most = self.limits.max_time;
        let limit = &mut config.limits.max_time;
        *limit = Some(limit.map_or(most, |limit| limit.min(most)));
        if let Some(bytes) = self.limits.max_memory {
            config.limits.max_memory = Some(bytes);
        }
        let goal = Goal {
            require_reached,
            is_automatic: self.args.is_automatic(),
        };
        session::explore(&self.program, &plan(&self.args)?, config, goal)
    }

    /// Runs the program on an input, and returns the lines that it prints.
    ///
    /// # Errors
    /// The table of passes lacks a pass, which is a bug of symtool.
    pub fn printed(&self, inputs: &Inputs) -> Result<Vec<String>, Error> {
        let config = RunConfig {
            inputs: inputs.clone(),
            checks: self.program.checks,
            max_instructions: MOST_STEPS,
            ..RunConfig::default()
        };
        let module = self.program.simplified()?;
        let run = symtool_ir::interp::run(&module, self.program.entry, &config);
        let text = String::from_utf8_lossy(&run.output).into_owned();
        Ok(text.lines().map(str::to_owned).collect())
    }
}

/// The maximum number of instructions of a run of [`Prepared::printed`].
const MOST_STEPS: u64 = 10_000_000;

/// Returns the names of the inputs and their values in the syntax of C.
pub fn shown_inputs(inputs: &Inputs) -> Vec<(String, String)> {
    let objects = inputs.objects.iter();
    objects
        .map(|object| (object.name.clone(), shown_bytes(&object.bytes)))
        .collect()
}

/// Returns the bytes of an input as a value in the syntax of C. The type of the input is not known. Bytes that are no
/// text are also shown as an array of `int` if all its elements are small numbers.
fn shown_bytes(bytes: &[u8]) -> String {
    let text = render::bytes_value(bytes);
    let numbers = bytes
        .chunks_exact(4)
        .filter_map(|word| Some(i32::from_le_bytes(word.try_into().ok()?)));
    let numbers: Vec<i32> = numbers.collect();
    let is_text = text.strip_prefix('"').is_some_and(|rest| {
        let rest = rest.trim_end_matches('"').trim_end_matches("\\0");
        !rest.contains('\\')
    });
    let is_array = numbers.len() > 1 && numbers.len() <= 16 && bytes.len().is_multiple_of(4);
    if !is_array
        || is_text
        || numbers
            .iter()
            .any(|number| number.unsigned_abs() >= 1 << 16)
    {
        return text;
    }
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    format!("{text} (as int: {})", numbers.join(", "))
}

/// Returns the paths of the files `names`: in the folder `folder` for files of the lab, or the names themselves for
/// files of the student.
pub fn paths(folder: Option<&Path>, names: &[String]) -> Vec<PathBuf> {
    let path = |name: &String| folder.map_or_else(|| name.into(), |folder| folder.join(name));
    names.iter().map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_small_numbers_are_shown_as_numbers() {
        let numbers = [1i32, -2, 0].map(i32::to_le_bytes).concat();
        assert_eq!(
            shown_bytes(&numbers),
            "\"\\x01\\0\\0\\0\\xfe\\xff\\xff\\xff\\0\\0\\0\\0\" (as int: 1, -2, 0)"
        );
        assert_eq!(shown_bytes(&[0; 12]), "12 zero bytes (as int: 0, 0, 0)");
        assert_eq!(
            shown_bytes(b"a\0\0\0\0\0\0\0\0\0\0\0"),
            "\"a\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\""
        );
        assert_eq!(shown_bytes(&[1; 12]), format!("\"{}\"", "\\x01".repeat(12)));
        assert_eq!(shown_bytes(&[7, 0, 0, 0]), "7");
    }
}
