//! The Rust project in which the check of a cargo task runs. It consists of the template of `symtool kit`, and of the
//! parts and file tests from the student's project. The manifest, the main function, the tests and the settings of
//! cargo come from the template, so that a submission cannot replace the test runner that judges it.
use super::shelf::{Files, read_folder, write_files};
use super::workspace::Workspace;
use crate::Error;
use crate::driver::kit::{self, Source};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folders of the student's project whose files the check copies.
const OWN: &[&str] = &["src/", "snapshots/"];
/// The file in the folders [`OWN`] that the check takes from the template and not from the student.
const MAIN: &str = "src/main.rs";
/// The folder with the file tests of the check.
pub const CHECKS: &str = "lab-check";

/// A project with the student's parts.
#[derive(Debug)]
pub struct Project {
    name: String,
    folder: PathBuf,
    /// The folder in which cargo builds; `None` if an environment variable names this folder.
    target: Option<PathBuf>,
}

impl Project {
    /// Writes the project with the name `name`, and the file tests `tests` of the check.
    ///
    /// # Errors
    /// The source code of symtool is missing, or a file cannot be written.
    pub fn write(workspace: &Workspace<'_>, name: &str, tests: &Files) -> Result<Project, Error> {
        let source = Source::built_from().ok_or_else(|| {
            let text = "this check needs the source code from which symtool was built, and its folder is missing";
            Error::Input(text.to_owned())
        })?;
        let student = workspace.student().join(name);
        let mut files = kit::files(name, &source);
        files.retain(|file, _| !file.starts_with(OWN[1]));
        for (file, bytes) in read_folder(&student, &["target"])? {
            if OWN.iter().any(|folder| file.starts_with(folder)) && file != MAIN {
                files.insert(file, bytes);
            }
        }
        for (file, bytes) in tests {
            files.insert(format!("{CHECKS}/{file}"), bytes.clone());
        }
        let (folder, target) = workspace.project(name);
        replace(&folder, &files)?;
        Ok(Project {
            name: name.to_owned(),
            folder,
            target: std::env::var_os("CARGO_TARGET_DIR")
                .is_none()
                .then_some(target),
        })
    }

    /// Builds the project.
    ///
    /// # Errors
    /// cargo cannot be run.
    pub fn build(&self) -> Result<Output, Error> {
        self.cargo(&["build", "--bin", &self.name])
    }

    /// Runs the program of the project, a symtool with the student's parts, with the arguments `args`.
    ///
    /// # Errors
    /// cargo cannot be run.
    pub fn run(&self, args: &[&str]) -> Result<Output, Error> {
        let cargo = ["run", "--quiet", "--bin", &self.name, "--"];
        self.cargo(&[&cargo, args].concat())
    }

    /// Returns the text of the project's file `file`; `None` if it does not exist.
    pub fn text(&self, file: &str) -> Option<String> {
        let bytes = std::fs::read(self.folder.join(file)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn cargo(&self, args: &[&str]) -> Result<Output, Error> {
        let mut command = Command::new("cargo");
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.args(args);
        if let Some(target) = &self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        command.output().map_err(Error::file("cannot run", "cargo"))
    }
}

/// Writes all files `files` into a folder, and deletes the other files of this folder. All files then have new
/// modification times. Cargo detects changes only by these times, and does not distinguish projects with the same
/// name. With old times, cargo could run the executable of another project that was built later in the same target
/// folder.
fn replace(folder: &Path, files: &Files) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(Error::file("cannot create", folder))?;
    let found = read_folder(folder, &["target"])?;
    for file in found.keys().filter(|file| !files.contains_key(*file)) {
        let path = folder.join(file);
        std::fs::remove_file(&path).map_err(Error::file("cannot delete", path))?;
    }
    write_files(folder, files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::lab::shelf::Shelf;
    use crate::driver::lab::workspace::{Limits, start};

    /// The submission has a test runner, a main function and cargo settings of its own. The check must not use these
    /// files, because a submission must not replace the code that judges it.
    #[test]
    fn only_parts_and_file_tests_of_a_submission_are_used() {
        let shelf = Shelf::open(None).expect("the labs");
        let lab = shelf.find("own-parts").expect("a lab");
        let folder = tempfile::tempdir().expect("a folder");
        let submission = folder.path().join("files");
        start(lab, &submission).expect("a new lab");
        for file in [
            "tests/filetests.rs",
            "Cargo.toml",
            "build.rs",
            "src/main.rs",
            "src/mine.rs",
            "snapshots/mine.sir",
            "lab-check/pass.sir.snap",
        ] {
            let path = submission.join("p").join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "fn main() {} // student").expect("a file");
        }
        let limits = Limits {
            is_graded: true,
            ..Limits::default()
        };
        let workspace = Workspace::new(lab, &submission, limits).expect("a workspace");
        let tests = Files::from([("pass.sir".to_owned(), b"; run: dce".to_vec())]);
        let project = Project::write(&workspace, "p", &tests).expect("a project");
        assert!(!project.folder.starts_with(&submission));
        let is_student = |file: &str| {
            let text = project.text(file);
            text.is_some_and(|text| text.contains("// student"))
        };
        for file in ["src/mine.rs", "snapshots/mine.sir"] {
            assert!(is_student(file), "{file}");
        }
        for file in ["tests/filetests.rs", "Cargo.toml", "src/main.rs"] {
            assert!(project.text(file).is_some() && !is_student(file), "{file}");
        }
        for file in ["build.rs", "lab-check/pass.sir.snap"] {
            assert_eq!(project.text(file), None, "{file}");
        }
        // The snapshot that an earlier check wrote must be deleted, because a new check would compare with it.
        std::fs::write(project.folder.join("lab-check/pass.sir.snap"), "x").expect("a file");
        let project = Project::write(&workspace, "p", &tests).expect("a project");
        assert_eq!(project.text("lab-check/pass.sir.snap"), None);
    }
}
