//! The C programs of a folder, for tests that run on each of them.
use std::path::{Path, PathBuf};

/// Returns the `.c` files below the folders, sorted by path.
pub fn c_files(folders: &[&Path]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut worklist: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    while let Some(folder) = worklist.pop() {
        let entries = std::fs::read_dir(&folder);
        let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                worklist.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
