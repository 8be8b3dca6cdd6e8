//! The file `program.json` in an output folder. It records the C files and options of the program that the run
//! explored, so that `symtool replay TEST` needs no C files on its command line.
use crate::Error;
use crate::driver::cli::InputArgs;
use crate::driver::output::OutputFolder;
use clap::Parser;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// The name of the file in the output folder.
const NAME: &str = "program.json";

/// The version of the file's format.
const SCHEMA: u32 = 1;

/// The contents of `program.json`.
#[derive(Serialize, Deserialize)]
struct Recorded {
    schema: u32,
    /// The working folder of the run: an absolute path, or a path relative to the output folder.
    folder: String,
    /// The files and options of the program.
    words: Vec<String>,
}

/// A command line that consists of [`Recorded::words`].
#[derive(Parser)]
struct Words {
    #[command(flatten)]
    input: InputArgs,
}

/// Writes the program of a run to its output folder.
pub fn write(input: &InputArgs, folder: &OutputFolder) -> Result<(), Error> {
    let recorded = Recorded {
        schema: SCHEMA,
        folder: way_back(folder.root()).display().to_string(),
        words: input.words(),
    };
    folder.write_json(NAME, &recorded)?;
    Ok(())
}

/// Returns the relative path from the output folder `root` to the working folder.
fn way_back(root: &Path) -> PathBuf {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    match root.components().all(is_plain) {
        true => {
            let names = root
                .components()
                .filter(|part| matches!(part, Component::Normal(_)));
            names.map(|_| "..").collect()
        }
        false => std::env::current_dir().unwrap_or_default(),
    }
}

/// Returns the program to which a test case belongs: `input` if it names files. Otherwise returns the program of the
/// run that wrote the test case `test` into its output folder.
///
/// # Errors
/// `input` names no files, and the output folder has no record of the run.
pub fn program_of(test: &Path, input: &InputArgs) -> Result<InputArgs, Error> {
    if !input.files.is_empty() {
        return Ok(input.clone());
    }
    let real = test
        .canonicalize()
        .map_err(Error::file("cannot read", test))?;
    let folder = real
        .parent()
        .and_then(Path::parent)
        .unwrap_or(Path::new("/"));
    let path = folder.join(NAME);
    let Ok(text) = std::fs::read(&path) else {
        return Err(Error::Option(format!(
            "no program is given, and {} is in no output folder with the file {NAME}\n  = help: name the files of the program: symtool replay {} FILE...",
            test.display(),
            test.display()
        )));
    };
    let wrong = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let recorded: Recorded =
        serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    if recorded.schema != SCHEMA {
        return Err(wrong(format!(
            "its schema is {}, and this version of symtool reads {SCHEMA}",
            recorded.schema
        )));
    }
    let words = std::iter::once("symtool".to_owned()).chain(recorded.words);
    let words = Words::try_parse_from(words).map_err(|error| wrong(error.to_string()))?;
    let base = folder.join(recorded.folder);
    let base = base
        .canonicalize()
        .map_err(Error::file("cannot find the folder", &base))?;
    let here = std::env::current_dir().unwrap_or_default();
    Ok(InputArgs {
        environment: input.environment.clone(),
        folder: (base != here).then_some(base),
        ..words.input
    })
}
