//! The output folder: `symtool-out`, or `symtool-out-1`, `symtool-out-2`, … if that name is taken, because no folder is
//! overwritten. `symtool-last` is a symbolic link to the newest of these folders. This module writes each file
//! atomically: the complete file is written under a temporary name and then renamed. The module `streams` writes the
//! files that grow during a run.
use crate::Error;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The folder into which one run writes its files.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    root: PathBuf,
}

const DEFAULT_NAME: &str = "symtool-out";
const LAST: &str = "symtool-last";

impl OutputFolder {
    /// Creates the folder `wanted`. If it is `None`, creates the next free default folder.
    pub fn create(wanted: Option<&Path>) -> Result<OutputFolder, Error> {
        let root = new_folder(wanted, DEFAULT_NAME)?;
        if wanted.is_none() {
            point_last_to(&root);
        }
        for part in ["tests", "errors"] {
            let path = root.join(part);
            fs::create_dir(&path).map_err(Error::file("cannot make", path))?;
        }
        Ok(OutputFolder { root })
    }

    /// Returns the path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file atomically.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<PathBuf, Error> {
        self.write_with(name, |file| file.write_all(contents))
    }

    /// Writes data as JSON, atomically. The whole text is never in memory, because a summary can list millions
    /// of tests.
    pub fn write_json(&self, name: &str, data: &impl Serialize) -> Result<PathBuf, Error> {
        self.write_with(name, |file| {
            let mut file = BufWriter::new(file);
            serde_json::to_writer_pretty(&mut file, data)?;
            file.write_all(b"\n")?;
            file.flush()
        })
    }

    fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> std::io::Result<()>,
    ) -> Result<PathBuf, Error> {
        let path = self.root.join(name);
        let temporary = self.root.join(format!("{name}.tmp"));
        File::create(&temporary)
            .and_then(|mut file| write(&mut file))
            .and_then(|()| fs::rename(&temporary, &path))
            .map_err(Error::file("cannot write", &path))?;
        Ok(path)
    }
}

/// Creates the folder `wanted`, which must not exist. If `wanted` is `None`, creates the first folder of `name`,
/// `name-1`, … that does not exist.
pub fn new_folder(wanted: Option<&Path>, name: &str) -> Result<PathBuf, Error> {
    let Some(path) = wanted else {
        return next_free(name);
    };
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
        .map_err(Error::file("cannot make", path))?;
    fs::create_dir(path).map_err(Error::file("cannot make the output folder", path))?;
    Ok(path.to_owned())
}

/// Creates the first folder of `base`, `base-1`, … that does not exist, and returns its path. `create_dir` fails if
/// the name exists, so runs at the same time never share a folder.
fn next_free(base: &str) -> Result<PathBuf, Error> {
    for number in 0..100_000u32 {
        let name = if number == 0 {
            base.to_owned()
        } else {
            format!("{base}-{number}")
        };
        match fs::create_dir(&name) {
            Ok(()) => return Ok(PathBuf::from(name)),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::file("cannot make the output folder", name)(error)),
        }
    }
    Err(Error::Input(format!(
        "100000 folders named {base}-N exist; remove some of them"
    )))
}

/// Points the symbolic link `symtool-last` to the folder `root`. The link is a convenience, so an error is ignored.
fn point_last_to(root: &Path) {
    let is_ours = fs::symlink_metadata(LAST).map_or(true, |meta| meta.is_symlink());
    if is_ours {
        let _ = fs::remove_file(LAST);
        let _ = std::os::unix::fs::symlink(root, LAST);
    }
}
