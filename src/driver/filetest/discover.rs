//! Finds the test files and their snapshots in folders.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The extension of snapshot files.
pub(super) const SNAPSHOT: &str = "snap";

/// The message about a file that is not read because a read could block forever, such as a pipe.
const IRREGULAR: &str = "it is neither a regular file nor a folder";

/// A file or folder that the search for test files found, or that it could not read.
#[derive(Clone)]
pub(super) enum Found {
    /// A file that may be a test. If `named` is set, the user named this file on the command line, and it is an error
    /// if the file is no test.
    File { path: PathBuf, named: bool },
    /// A snapshot whose test file does not exist.
    Orphan(PathBuf),
    /// A file or folder that cannot be read, with the reason. If `always` is set, a filter does not hide it: the user
    /// named it, or it is a folder, which may contain selected tests.
    Unreadable {
        path: PathBuf,
        always: bool,
        why: String,
    },
}

impl Found {
    /// Returns the path that was found.
    pub fn path(&self) -> &Path {
        match self {
            Found::File { path, .. } | Found::Orphan(path) | Found::Unreadable { path, .. } => path,
        }
    }

    fn unreadable(path: &Path, always: bool, why: impl ToString) -> Found {
        Found::Unreadable {
            path: path.to_owned(),
            always,
            why: why.to_string(),
        }
    }
}

/// Returns the files that `paths` names, and the test files and orphaned snapshots below the folders that `paths`
/// names. The result is sorted within each folder. A file that is found several times is returned only once, at the
/// position at which it is found first. Symbolic links to folders are not followed.
pub(super) fn discover(paths: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => folder(path, &mut found),
            Ok(metadata) if metadata.is_file() => found.push(Found::File {
                path: path.clone(),
                named: true,
            }),
            Ok(_) => found.push(Found::unreadable(path, true, IRREGULAR)),
            Err(error) => found.push(Found::unreadable(path, true, error)),
        }
    }
    without_duplicates(found)
}

/// Removes each path to a file that an earlier path in `found` also names, perhaps in another form such as `./a.c`.
/// The remaining path counts as named by the user if one of the removed paths does.
fn without_duplicates(found: Vec<Found>) -> Vec<Found> {
    let mut places: HashMap<PathBuf, usize> = HashMap::new();
    let mut kept: Vec<Found> = Vec::new();
    for found in found {
        let place = *places.entry(identity(found.path())).or_insert(kept.len());
        match (kept.get_mut(place), found) {
            (None, found) => kept.push(found),
            (Some(Found::File { named, .. }), Found::File { named: true, .. }) => *named = true,
            (Some(Found::Unreadable { always, .. }), Found::Unreadable { always: true, .. }) => {
                *always = true;
            }
            (Some(_), _) => {}
        }
    }
    kept
}

/// Returns the absolute path of a file. Symbolic links in the path of its folder are resolved. A symbolic link to a
/// file is not resolved, because each link to a test file has its own snapshot.
fn identity(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        (_, _) => path.to_owned(),
    }
}

fn folder(path: &Path, found: &mut Vec<Found>) {
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            found.push(Found::unreadable(path, true, error));
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
            Ok(_) if is_test(&path) => found.push(match std::fs::metadata(&path) {
                Ok(metadata) if metadata.is_file() => Found::File { path, named: false },
                Ok(_) => Found::unreadable(&path, false, IRREGULAR),
                // The entry is, for example, a symbolic link to a missing file.
                Err(error) => Found::unreadable(&path, false, error),
            }),
            Ok(_) if is_orphan(&path) => found.push(Found::Orphan(path)),
            Ok(_) => {}
            Err(error) => found.push(Found::unreadable(&path, false, error)),
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
