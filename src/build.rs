//! Resolves the program that the user names, such as an executable or a `compile_commands.json`, to its C files with
//! their compiler options.
use crate::error::Error;
use std::path::{Path, PathBuf};
use symtool_build::{BuildError, Source, is_build, load};
use symtool_frontend::{FileCommand, SourceFile};

/// The files of a program that was built by other tools, such as `make` with the compiler wrapper `symtool cc`. The
/// wrapper stores a *record* of each build step: the C files and their compiler options.
#[derive(Debug)]
pub(crate) struct Built {
    /// The C files that are compiled into the program, each with its compiler options.
    pub(crate) files: Vec<SourceFile>,
    /// The inputs of the linker whose C source is unknown, such as assembly files, or object files for which no record
    /// (`.symtool.json`) exists.
    pub(crate) opaque: Vec<PathBuf>,
    /// The C files of archive members that the linker has not put into the program, each with the external symbols
    /// that it defines. The front end adds such a file if the program needs one of these symbols.
    pub(crate) spare: Vec<(SourceFile, Vec<String>)>,
    /// The name of the program: the file name of the first build on the command line (a program, record, object file,
    /// archive or `compile_commands.json`). If this file is a record, the name does not contain the ending
    /// `.symtool.json`.
    pub(crate) name: String,
}

/// Replaces each build among `files` by the C files from which it was compiled. The remaining files are C files and
/// are not replaced. Returns `None` if no file is a build. `base` is the folder to which the file names are relative.
///
/// A build is a program, its record (`.symtool.json`), an object file, an archive, or a `compile_commands.json`. If
/// `files` contains both a `compile_commands.json` and C files that it lists, these C files are compiled with the
/// options listed there, and the other files of the list are not part of the program.
///
/// # Errors
/// A build lacks a record, or was compiled with an option that symtool does not support.
pub(crate) fn resolve(files: &[PathBuf], base: Option<&Path>) -> Result<Option<Built>, Error> {
    let here = base.unwrap_or(Path::new("."));
    let located = |file: &PathBuf| here.join(file);
    if !files.iter().any(|file| is_build(&located(file))) {
        return Ok(None);
    }
    let base = std::path::absolute(here).map_err(Error::file("cannot find", here))?;
    let (builds, mut plain): (Vec<PathBuf>, Vec<PathBuf>) = files
        .iter()
        .cloned()
        .partition(|file| is_build(&located(file)));
    let mut built = Built {
        files: Vec::new(),
        opaque: Vec::new(),
        spare: Vec::new(),
        name: name_of(&builds[0]),
    };
    for build in &builds {
        let wanted: Vec<PathBuf> = plain.iter().map(located).collect();
        let found =
            load(&located(build), &wanted).map_err(|BuildError(text)| Error::Input(text))?;
        plain.retain(|file| !found.chosen.contains(&located(file)));
        built.files.extend(
            found
                .sources
                .into_iter()
                .map(|source| compiled(source, &base)),
        );
        built.opaque.extend(found.opaque);
        let spare = found.spare.into_iter();
        built
            .spare
            .extend(spare.map(|(source, symbols)| (compiled(source, &base), symbols)));
    }
    built.files.extend(plain.into_iter().map(SourceFile::from));
    Ok(Some(built))
}

/// Returns the name of the program that a build describes. For a record, this is the name without `.symtool.json`.
fn name_of(build: &Path) -> String {
    let name = build.to_string_lossy();
    name.strip_suffix(".symtool.json")
        .unwrap_or(&name)
        .to_owned()
}

fn compiled(source: Source, base: &Path) -> SourceFile {
    let Source {
        folder,
        word,
        options,
        ..
    } = source;
    let command = FileCommand {
        folder,
        word,
        words: options,
    };
    SourceFile::compiled(command, base)
}
