//! Finds the test files and the snapshots in folders.
use std::path::{Path, PathBuf};

/// The extension of snapshot files.
pub(super) const SNAPSHOT: &str = "snap";

/// The reason for not reading a path such as a pipe, on which a read may block forever.
const IRREGULAR: &str = "it is neither a regular file nor a folder";

/// A path that was found, or the reason why a path cannot be searched.
pub(super) enum Found {
    /// A file that may be a test. `named`: the user named the file itself, so it must be a test.
    File { path: PathBuf, named: bool },
    /// A snapshot without a file.
    Orphan(PathBuf),
    /// A path that cannot be read, with the reason.
    Unreadable(PathBuf, String),
}

/// Returns the files among the paths, and the test files and orphaned snapshots below the folders among them, sorted
/// within each folder. Symbolic links to folders are not followed.
pub(super) fn discover(paths: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => folder(path, &mut found),
            Ok(metadata) if metadata.is_file() => found.push(Found::File {
                path: path.clone(),
                named: true,
            }),
            Ok(_) => found.push(Found::Unreadable(path.clone(), IRREGULAR.to_owned())),
            Err(error) => found.push(Found::Unreadable(path.clone(), error.to_string())),
        }
    }
    found
}

fn folder(path: &Path, found: &mut Vec<Found>) {
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            found.push(Found::Unreadable(path.to_owned(), error.to_string()));
            return;
        }
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        match entry.file_type() {
            _ if is_hidden => {}
            Ok(kind) if kind.is_dir() => folder(&path, found),
            Ok(_) if is_test(&path) && !path.is_file() => {
                found.push(Found::Unreadable(path, IRREGULAR.to_owned()));
            }
            Ok(_) if is_test(&path) => found.push(Found::File { path, named: false }),
            Ok(_) if is_orphan(&path) => found.push(Found::Orphan(path)),
            Ok(_) => {}
            Err(error) => found.push(Found::Unreadable(path, error.to_string())),
        }
    }
}

/// Returns whether a file name has an extension of test files.
fn is_test(path: &Path) -> bool {
    is_c(path) || path.extension().is_some_and(|ending| ending == "sir")
}

/// Returns whether a file name has the extension of C files.
pub(super) fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "c")
}

/// Returns whether a path is the snapshot of a test file that does not exist.
fn is_orphan(path: &Path) -> bool {
    let file = path.with_extension("");
    path.extension().is_some_and(|ending| ending == SNAPSHOT) && is_test(&file) && !file.exists()
}
