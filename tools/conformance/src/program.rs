//! A C program that is run with gcc and with symtool to compare the results.
use std::io;
use std::path::{Path, PathBuf};

/// A program to compare: one C file and its include folders.
#[derive(Clone, Debug)]
pub struct Program {
    /// The absolute path of the C file, because gcc and symtool run in other folders.
    pub file: PathBuf,
    /// The folders that contain headers.
    pub include_dirs: Vec<PathBuf>,
}

impl Program {
    /// Creates a program of one file.
    pub fn new(file: PathBuf, include_dirs: &[PathBuf]) -> Program {
        Program {
            file,
            include_dirs: include_dirs.to_vec(),
        }
    }

    /// Returns a short name of the program for reports.
    pub fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Returns the contents of `NAME.c.expected`, the expected output of the program, if the file exists.
    pub fn expected_output(&self) -> Option<Vec<u8>> {
        std::fs::read(format!("{}.expected", self.file.display())).ok()
    }
}

/// Returns the C files in `paths`, and the C files directly inside the folders in `paths`. If `filter` is given, only
/// files with this text in their name are returned. The result is sorted.
///
/// # Errors
/// A path does not exist or cannot be read.
pub fn collect(paths: &[PathBuf], filter: Option<&str>) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let path = std::path::absolute(path)?;
        let shown = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
        if !path.is_dir() {
            std::fs::metadata(&path).map_err(shown)?;
            files.push(path);
            continue;
        }
        for entry in std::fs::read_dir(&path).map_err(shown)? {
            let file = entry?.path();
            if is_c(&file) {
                files.push(file);
            }
        }
    }
    if let Some(filter) = filter {
        files.retain(|file| {
            file.file_name()
                .is_some_and(|n| n.to_string_lossy().contains(filter))
        });
    }
    files.sort();
    Ok(files)
}

fn is_c(file: &Path) -> bool {
    file.is_file() && file.extension().is_some_and(|extension| extension == "c")
}
