//! The record of a linked program or shared library: `PROG.symtool.json`, beside the program.
use crate::BuildError;
use crate::command::{Command, Kind};
use crate::object;
use crate::text::Text;
use crate::unit::{SCHEMA, Unit, check_schema};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The suffix that is appended to the name of a program to form the name of its record.
const ENDING: &str = ".symtool.json";

/// The record of a link command: its arguments, and the compilations of all files that were linked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the record format: [`SCHEMA`].
    pub schema: u32,
    /// The path of the linked program or library, as written in the link command.
    pub program: Text,
    /// The folder in which the linker ran.
    pub folder: Text,
    /// The command-line arguments of the link command, without the name of the compiler.
    pub words: Vec<Text>,
    /// The compilations of the linked files, in the order in which the files were linked.
    pub units: Vec<Unit>,
    /// The linked object files and archives that contain no record of their compilation.
    pub unrecorded: Vec<Text>,
    /// The archives that the link command names and whose members contain records. The linker leaves out a member that
    /// the object code does not use. The C files can use this member nevertheless, if the compiler optimized the use
    /// away. symtool, which reads the C files, then adds the C file of the member (see
    /// [`Build::spare`](crate::Build::spare)).
    #[serde(default)]
    pub archives: Vec<Text>,
}

impl Record {
    /// Returns the record of the link `command`, which has succeeded. `words` are the command-line arguments from
    /// which `command` was parsed.
    pub fn of_link(
        command: &Command,
        words: &[OsString],
        folder: &Path,
    ) -> Result<Record, BuildError> {
        let program = command.linked();
        let mut record = Record {
            schema: SCHEMA,
            program: program.as_os_str().into(),
            folder: folder.into(),
            words: words.iter().map(Text::from).collect(),
            units: Vec::new(),
            unrecorded: Vec::new(),
            archives: Vec::new(),
        };
        for input in &command.inputs {
            let path = folder.join(&input.word);
            match input.kind {
                Kind::C | Kind::Assembly | Kind::Other => {
                    record.add([Unit::new(folder, &input.word, words)]);
                }
                Kind::Object => match object::read(&path)? {
                    Some(units) => record.add(units),
                    None if object::is_binary(&path) => {
                        record.unrecorded.push((&input.word).into());
                    }
                    None => {} // a linker script, which has no record
                },
                Kind::Archive if object::is_binary(&path) => {
                    let word: Text = (&input.word).into();
                    match object::read(&path)? {
                        None => record.unrecorded.push(word),
                        Some(_) if record.archives.contains(&word) => {}
                        Some(_) => record.archives.push(word),
                    }
                }
                Kind::Archive | Kind::Shared | Kind::Library => {}
            }
        }
        // The linked program contains the records of the archive members that the linker selected.
        record.add(object::read(&folder.join(&program))?.unwrap_or_default());
        for library in shared_libraries(command, folder) {
            record.add(units_of_linked(&library)?.unwrap_or_default());
        }
        Ok(record)
    }

    /// Adds those of the compilations `units` that the record does not contain yet.
    fn add(&mut self, units: impl IntoIterator<Item = Unit>) {
        for unit in units {
            if !self.units.contains(&unit) {
                self.units.push(unit);
            }
        }
    }

    /// Writes the record to the file beside the program. The file is replaced atomically.
    pub fn write(&self) -> Result<(), BuildError> {
        let path = beside(&Path::new(&self.folder.0).join(&self.program.0));
        let fail = |error: std::io::Error| BuildError::file("cannot write", &path)(error);
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new();
        let mut file = file.prefix(".symtool-").tempfile_in(folder).map_err(fail)?;
        let mut text =
            serde_json::to_vec_pretty(self).map_err(|error| BuildError(error.to_string()))?;
        text.push(b'\n');
        file.write_all(&text).map_err(fail)?;
        readable(file.as_file()).map_err(fail)?;
        file.persist(&path).map_err(|error| fail(error.error))?;
        Ok(())
    }

    /// Parses the text of a record file.
    pub(crate) fn parse(text: &[u8]) -> Result<Record, String> {
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        let version: Version = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        check_schema(version.schema)?;
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }
}

/// Makes the temporary file `file` readable for all users. Only its owner can read a temporary file by default.
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// Returns the path of a program's record, a file beside the program.
pub fn beside(program: &Path) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

/// Returns the compilations of a linked program or library, from the record beside it or from the section of records
/// in the file itself. Returns `None` if there is no record.
pub(crate) fn units_of_linked(path: &Path) -> Result<Option<Vec<Unit>>, BuildError> {
    match read_beside(path)? {
        Some(record) => Ok(Some(record.units)),
        None => object::read(path),
    }
}

/// Returns the record beside a program, or beside the target if the program is a symbolic link. Returns `None` if
/// there is no record.
pub(crate) fn read_beside(program: &Path) -> Result<Option<Record>, BuildError> {
    let real = program
        .canonicalize()
        .unwrap_or_else(|_| program.to_owned());
    for path in [beside(program), beside(&real)] {
        if let Ok(text) = std::fs::read(&path) {
            let wrong = |why: String| BuildError(format!("{}: {why}", path.display()));
            return Record::parse(&text).map(Some).map_err(wrong);
        }
    }
    Ok(None)
}

/// Returns the shared libraries that the link `command` names by path, and those that it names by `-l` and that are
/// in a folder given by `-L`.
fn shared_libraries(command: &Command, folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = command
        .inputs_of(Kind::Shared)
        .map(|word| folder.join(word))
        .collect();
    for name in command.inputs_of(Kind::Library) {
        let mut file = OsString::from("lib");
        file.push(name);
        file.push(".so");
        let paths = command
            .search
            .iter()
            .map(|search: &OsString| folder.join(search).join(AsRef::<OsStr>::as_ref(&file)));
        found.extend(paths.into_iter().find(|path| path.exists()));
    }
    found
}
