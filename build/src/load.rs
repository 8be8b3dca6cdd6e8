//! Finds the C files of a program from a file that the user names: a program, its record, an object file, an archive,
//! or `compile_commands.json`.
use crate::BuildError;
use crate::command::Kind;
use crate::database;
use crate::linked::{Record, beside, read_beside};
use crate::object;
use crate::unit::Unit;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A C file of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file.
    pub path: PathBuf,
    /// The name of the file, as written in the compiler command.
    pub word: OsString,
    /// The folder in which the build ran the compiler.
    pub folder: PathBuf,
    /// The preprocessor options of the compiler command, in order.
    pub options: Vec<OsString>,
}

/// The files of a program, as a build record or `compile_commands.json` lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The C files, in the order in which their object files were linked.
    pub sources: Vec<Source>,
    /// The inputs of the linker whose C source is unknown: assembly files, and object files without a record. The
    /// program may call functions of these inputs.
    pub opaque: Vec<PathBuf>,
    /// The files in the argument `wanted` of [`load`] that `compile_commands.json` lists.
    pub chosen: Vec<PathBuf>,
    /// The C files of archive members that were not linked, each with the external symbols that the member defines.
    pub spare: Vec<(Source, Vec<String>)>,
}

/// Returns whether `path` is a kind of file that [`load`] reads: a `.json` file, an object file, a program, an archive,
/// a wrapper script of libtool, or a file with a record beside it. The result is false for a file with the extension
/// `.c`, `.i` or `.sir`.
pub fn is_build(path: &Path) -> bool {
    let is_source = |ext: &std::ffi::OsStr| ["c", "i", "sir"].iter().any(|name| ext == *name);
    match path.extension() {
        Some(ext) if is_source(ext) => false,
        Some(ext) if ext == "json" => path.is_file(),
        _ => {
            path.is_file()
                && (object::is_binary(path)
                    || beside(path).is_file()
                    || libtool_target(path).is_some())
        }
    }
}

/// Returns the C files of the program that `path` names. If `path` is a `compile_commands.json`, returns only those
/// of its files that are in `wanted`. If it lists no file of `wanted`, returns all its files.
///
/// # Errors
/// - There is no build record for `path`, or the record cannot be read.
/// - A recorded compilation has an option that symtool does not support.
/// - A recorded C file does not exist any more, or a recorded source file is neither C nor assembly.
pub fn load(path: &Path, wanted: &[PathBuf]) -> Result<Build, BuildError> {
    let is_json = path.extension().is_some_and(|ext| ext == "json");
    if is_json {
        let text = std::fs::read(path).map_err(BuildError::file("cannot read", path))?;
        let wrong = |why: String| BuildError(format!("{}: {why}", path.display()));
        let is_list = text.trim_ascii_start().starts_with(b"[");
        if is_list {
            let folder = path.parent().unwrap_or(Path::new(""));
            let folder = std::path::absolute(Path::new(".").join(folder))
                .map_err(|error| wrong(error.to_string()))?;
            let units = database::parse(&text, &folder).map_err(wrong)?;
            let chosen = choose(&units, wanted);
            if chosen.is_empty() {
                return build(&units, Vec::new());
            }
            let (chosen, units): (Vec<PathBuf>, Vec<Unit>) = chosen.into_iter().unzip();
            return Ok(Build {
                chosen,
                ..build(&units, Vec::new())?
            });
        }
        let record = Record::parse(&text).map_err(wrong)?;
        return of_record(record);
    }
    if let Some(record) = read_beside(path)? {
        return of_record(record);
    }
    if let Some(units) = object::read(path)? {
        return build(&units, Vec::new());
    }
    if let Some(target) = libtool_target(path) {
        return load(&target, wanted);
    }
    Err(BuildError(format!(
        "{} has no record of its build\n  = help: build it with symtool as the compiler: `make CC=\"symtool cc\"`",
        path.display()
    )))
}

fn of_record(record: Record) -> Result<Build, BuildError> {
    let folder = Path::new(&record.folder.0);
    let opaque = record
        .unrecorded
        .iter()
        .map(|file| folder.join(&file.0))
        .collect();
    let mut found = build(&record.units, opaque)?;
    for archive in &record.archives {
        let path = folder.join(&archive.0);
        if path.is_file() {
            found.spare.extend(spare(&path, &record.units)?);
        }
    }
    Ok(found)
}

/// Returns the C files of the members of the archive `path` that were not linked, each with the symbols that the
/// member defines. Members that symtool cannot read are skipped.
fn spare(path: &Path, linked: &[Unit]) -> Result<Vec<(Source, Vec<String>)>, BuildError> {
    let mut found = Vec::new();
    for object::Member { symbols, units } in object::index(path)? {
        if let [unit] = &units[..]
            && !linked.contains(unit)
            && let Ok(own) = build(&units, Vec::new())
        {
            found.extend(
                own.sources
                    .into_iter()
                    .map(|source| (source, symbols.clone())),
            );
        }
    }
    Ok(found)
}

/// Returns the files of `wanted` that one of the compilations `units` compiles, each with this compilation. If a file
/// is compiled several times, the first compilation is returned.
fn choose(units: &[Unit], wanted: &[PathBuf]) -> Vec<(PathBuf, Unit)> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let find = |file: &PathBuf| {
        let wanted = real(file);
        let found = units.iter().find(|unit| real(&unit.path()) == wanted)?;
        Some((file.clone(), found.clone()))
    };
    wanted.iter().filter_map(find).collect()
}

/// Returns the C files of the compilations `units`. Returns an error if a compilation has an unsupported option, if
/// its C file does not exist, or if its source file is neither C nor assembly.
fn build(units: &[Unit], opaque: Vec<PathBuf>) -> Result<Build, BuildError> {
    let mut build = Build {
        opaque,
        ..Build::default()
    };
    let mut problems = BTreeSet::new();
    for unit in units {
        let command = unit.command();
        let path = unit.path();
        match unit.kind() {
            Kind::C => {}
            Kind::Assembly => {
                build.opaque.push(path);
                continue;
            }
            _ => {
                problems.insert(format!("{}: symtool reads C only", path.display()));
                continue;
            }
        }
        for (option, why) in &command.unsupported {
            problems.insert(format!(
                "{}: the option `{}` is not supported: {why}",
                path.display(),
                option.display()
            ));
        }
        if !path.is_file() {
            problems.insert(format!(
                "{} does not exist any more: build the program again",
                path.display()
            ));
        }
        build.sources.push(Source {
            path,
            word: unit.file.0.clone(),
            folder: PathBuf::from(&unit.folder.0),
            options: command.preprocess,
        });
    }
    let problems: Vec<String> = problems.into_iter().collect();
    match problems.is_empty() {
        true => Ok(build),
        false => Err(BuildError(problems.join("\nerror: "))),
    }
}

/// Returns the program that a wrapper script of libtool runs: `.libs/NAME` in the folder of the script. Returns
/// `None` if `path` is not such a script.
fn libtool_target(path: &Path) -> Option<PathBuf> {
    let text = std::fs::read(path).ok()?;
    let start = String::from_utf8_lossy(&text[..text.len().min(512)]).into_owned();
    if !start.starts_with("#!") || !start.contains("temporary wrapper script for") {
        return None;
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let target = folder.join(".libs").join(path.file_name()?);
    target.is_file().then_some(target)
}
