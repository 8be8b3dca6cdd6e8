//! The folder of a student, and the workspace in which a check runs: a temporary folder with a copy of the student's
//! files and with the files of the lab.
//!
//! A check compiles the copy, because the check adds files, and because the student may change the original during the
//! check. The C files of the copy can include only files of the copy and the bundled headers.
use super::shelf::{Files, Lab, read_folder, write_files};
use crate::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file in the folder of a student that names the lab.
pub const MARKER: &str = "lab-name.txt";

/// Folders of a submission that are not copied into the workspace, because cargo and symtool generate them.
const SKIPPED: &[&str] = &["target", "symtool-out", "symtool-last"];

/// The limits of the checks of one submission.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// The time limit of each exploration.
    pub max_time: Duration,
    /// The memory limit of each exploration in bytes; `None` if the options of the exploration determine it.
    pub max_memory: Option<u64>,
    /// Whether checks may run code of the submission as a process, such as `cargo test`.
    pub runs_native: bool,
    /// Whether the folder of the student is the copy of a submission in a scratch folder of the grader.
    pub is_graded: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_time: Duration::from_secs(20),
            max_memory: None,
            runs_native: true,
            is_graded: false,
        }
    }
}

/// A student's files and the files of the lab, in a temporary folder.
#[derive(Debug)]
pub struct Workspace<'a> {
    /// The lab whose tasks are checked.
    pub lab: &'a Lab,
    /// The limits of the checks.
    pub limits: Limits,
    /// The folder of the student, from which the files were copied.
    pub original: PathBuf,
    folder: tempfile::TempDir,
    starter: Files,
}

impl<'a> Workspace<'a> {
    /// Copies the files of a student and the files of the lab into a new temporary folder.
    ///
    /// # Errors
    /// A file cannot be read or is too large, or the temporary folder cannot be written.
    pub fn new(lab: &'a Lab, student: &Path, limits: Limits) -> Result<Workspace<'a>, Error> {
        let folder = tempfile::Builder::new().prefix("symtool-lab-").tempdir();
        let folder = folder.map_err(Error::file("cannot make", "a temporary folder"))?;
        let workspace = Workspace {
            lab,
            limits,
            original: std::path::absolute(student).map_err(Error::file("cannot read", student))?,
            folder,
            starter: lab.below("starter"),
        };
        std::fs::create_dir(workspace.student())
            .map_err(Error::file("cannot create", workspace.student()))?;
        write_files(&workspace.student(), &read_folder(student, SKIPPED)?)?;
        write_files(&workspace.check(), &lab.files)?;
        Ok(workspace)
    }

    /// Returns the folder with the copy of the student's files.
    pub fn student(&self) -> PathBuf {
        self.folder.path().join("student")
    }

    /// Returns the folder with the files of the lab.
    pub fn check(&self) -> PathBuf {
        self.folder.path().join("check")
    }

    /// Returns the folder of the Rust project in which the student's project `name` is checked, and the folder in
    /// which cargo builds. Both folders are kept after the check, so that cargo builds symtool only once. The project
    /// of a graded submission is beside the submission's folder, because a submission could change the cargo settings
    /// of all folders inside it.
    pub fn project(&self, name: &str) -> (PathBuf, PathBuf) {
        match self.limits.is_graded {
            true => {
                let folder = self.original.with_file_name("project").join(name);
                (folder.clone(), folder.join("target"))
            }
            false => {
                let target = self.original.join(name).join("target");
                (target.join("lab-check").join(name), target)
            }
        }
    }

    /// Returns the text of a file of the student.
    ///
    /// # Errors
    /// The file is missing.
    pub fn text(&self, file: &str) -> Result<String, Error> {
        let bytes = std::fs::read(self.student().join(file));
        let bytes = bytes.map_err(Error::file("cannot read", file))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the text of a file of the starter; empty if there is none.
    pub fn starter_text(&self, file: &str) -> String {
        let bytes = self.starter.get(file).map_or(&[][..], Vec::as_slice);
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Returns whether a file of the student is equal to the file of the starter, or missing in both.
    pub fn is_untouched(&self, file: &str) -> bool {
        let own = std::fs::read(self.student().join(file)).ok();
        own.as_ref() == self.starter.get(file)
    }

    /// Writes a file into the copy of the student's files.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&self, file: &str, text: &str) -> Result<(), Error> {
        let path = self.student().join(file);
        std::fs::write(&path, text).map_err(Error::file("cannot write", path))
    }

    /// Writes a file into the folder with the files of the lab, and returns its path.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add_check(&self, file: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.check().join(file);
        std::fs::write(&path, text).map_err(Error::file("cannot write", &path))?;
        Ok(path)
    }
}

/// Writes the starter of a lab and its page into a new folder.
///
/// # Errors
/// The folder exists and is not empty, or a file cannot be written.
pub fn start(lab: &Lab, folder: &Path) -> Result<(), Error> {
    let is_used = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_used || folder.is_file() {
        let text = format!("{} already exists; choose another folder", folder.display());
        return Err(Error::Input(text));
    }
    let mut files = lab.below("starter");
    let images = lab.below("images").into_iter();
    files.extend(images.map(|(name, bytes)| (format!("images/{name}"), bytes)));
    files.insert("page.md".to_owned(), lab.page().into_bytes());
    files.insert(MARKER.to_owned(), format!("{}\n", lab.name).into_bytes());
    write_files(folder, &files)
}

/// Returns the name of the lab to which a student's folder belongs; `None` if the file [`MARKER`] is missing there.
pub fn marked(folder: &Path) -> Option<String> {
    let path = folder.join(MARKER);
    let is_file = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_file());
    let text = is_file
        .then(|| std::fs::read_to_string(&path).ok())
        .flatten()?;
    Some(text.trim().chars().take(100).collect())
}

/// Returns the student's folder for a `symtool lab check` without the argument DIR. This is the working directory, or
/// the only lab in it.
///
/// # Errors
/// There is no lab, or there are several.
pub fn find_here() -> Result<PathBuf, Error> {
    let here = PathBuf::from(".");
    if marked(&here).is_some() {
        return Ok(here);
    }
    let entries = std::fs::read_dir(&here).map_err(Error::file("cannot read", "."))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    let mut found: Vec<PathBuf> = folders.map(PathBuf::from).collect();
    found.retain(|folder| marked(folder).is_some());
    found.sort();
    match found.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Error::Input(
            "found no lab here; start one with `symtool lab new 1`, or name its folder".to_owned(),
        )),
        several => {
            let names: Vec<String> = several.iter().map(|f| f.display().to_string()).collect();
            let text = format!("found several labs here; name one of {}", names.join(", "));
            Err(Error::Input(text))
        }
    }
}
