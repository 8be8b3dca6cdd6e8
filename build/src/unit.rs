//! The record of one compilation. A record is one line of JSON, so that the records remain separable after the linker
//! concatenates the sections of object files.
use crate::command::{Command, Kind};
use crate::text::Text;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The version of the record format.
pub const SCHEMA: u32 = 1;

/// The record of the compilation of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The version of the record format: [`SCHEMA`].
    pub schema: u32,
    /// The folder in which the compiler ran.
    pub folder: Text,
    /// The name of the compiled file, as written in the compiler command.
    pub file: Text,
    /// The command-line arguments of the compiler, without its name. Response files are expanded.
    pub words: Vec<Text>,
}

impl Unit {
    /// Returns the record of the compilation of `file` by a command with the arguments `words`.
    pub fn new(folder: &Path, file: impl Into<OsString>, words: &[OsString]) -> Unit {
        Unit {
            schema: SCHEMA,
            folder: folder.into(),
            file: file.into().into(),
            words: words.iter().map(Text::from).collect(),
        }
    }

    /// Returns the record as one line of JSON.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Returns the path of the compiled file.
    pub fn path(&self) -> PathBuf {
        Path::new(&self.folder.0).join(&self.file.0)
    }

    /// Returns the interpretation of the compiler command.
    pub fn command(&self) -> Command {
        let words: Vec<OsString> = self.words.iter().map(|word| word.0.clone()).collect();
        Command::parse(&words)
    }

    /// Returns the kind of the compiled file.
    pub fn kind(&self) -> Kind {
        let inputs = self.command().inputs;
        let own = inputs.iter().find(|input| input.word == self.file.0);
        own.map_or(Kind::Other, |input| input.kind)
    }
}

/// Parses `section`, the content of the section of build records in an object file or program. The linker may fill
/// gaps between records with zeros.
pub(crate) fn read_lines(section: &[u8]) -> Result<Vec<Unit>, String> {
    let lines = section.split(|&byte| byte == b'\n' || byte == 0);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(read_line).collect()
}

fn read_line(line: &[u8]) -> Result<Unit, String> {
    let unit: Unit = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    check_schema(unit.schema)?;
    Ok(unit)
}

/// Checks that this version of symtool can read records of the format version `schema`.
pub(crate) fn check_schema(schema: u32) -> Result<(), String> {
    match schema {
        SCHEMA => Ok(()),
        other => Err(format!(
            "the record has the schema {other}, and this version of symtool reads the schema {SCHEMA}: build the program again"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_lines_are_read_back() {
        let words = ["-c", "a b.c", "-DS=\"x\\n\""].map(OsString::from);
        let first = Unit::new(Path::new("/x"), "a b.c", &words);
        let second = Unit::new(Path::new("/y"), "b.c", &["b.c".into()]);
        let section = first.line() + "\0\0" + &second.line();
        assert_eq!(
            read_lines(section.as_bytes()).unwrap(),
            [first.clone(), second]
        );
        assert_eq!(first.path(), Path::new("/x/a b.c"));
        assert_eq!(first.kind(), Kind::C);
    }

    #[test]
    fn another_schema_is_refused() {
        let mut unit = Unit::new(Path::new("/x"), "a.c", &["a.c".into()]);
        unit.schema = 99;
        let error = read_lines(unit.line().as_bytes()).unwrap_err();
        assert!(error.contains("schema 99"), "{error}");
    }
}
