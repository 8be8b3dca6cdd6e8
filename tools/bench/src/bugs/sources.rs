//! The two versions of a library: the fixed version as fetched, and the broken version with the bug inserted again.
use super::entry::Bug;
use crate::error::Error;
use crate::packages;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the two versions. Each contains the driver.
pub(super) struct Versions {
    /// The version with the bug.
    pub broken: PathBuf,
    /// The version without the bug.
    pub fixed: PathBuf,
}

/// Copies the library of a bug twice into `folder`, and puts the bug back in one of the copies. `sources` contains a
/// folder PACKAGE-VERSION for each library.
///
/// # Errors
/// The library is missing, the lines to replace are not in it, or a file cannot be copied.
pub(super) fn prepare(bug: &Bug, sources: &Path, folder: &Path) -> Result<Versions, Error> {
    let library = packages::find(sources, &bug.library, &bug.version)?;
    let versions = Versions {
        broken: folder.join("broken"),
        fixed: folder.join("fixed"),
    };
    for version in [&versions.broken, &versions.fixed] {
        copy(&library, version)?;
        let driver = version.join(bug.file());
        fs::write(&driver, bug.driver).map_err(Error::file(&driver))?;
    }
    for edit in &bug.edits {
        let path = versions.broken.join(&edit.file);
        let bytes = fs::read(&path).map_err(Error::file(&path))?;
        let edited = edit.apply(&String::from_utf8_lossy(&bytes));
        let edited = edited.map_err(|places| {
            let version = &bug.version;
            Error::file(&path)(format!(
                "the lines that {} replaces occur at {places} places; it was written for version {version}",
                bug.file()
            ))
        })?;
        fs::write(&path, edited).map_err(Error::file(&path))?;
    }
    Ok(versions)
}

/// Copies the files of a folder and its subfolders. Symbolic links are not copied.
fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(Error::file(to))?;
    for entry in fs::read_dir(from).map_err(Error::file(from))? {
        let entry = entry.map_err(Error::file(from))?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(Error::file(&path))?;
        if kind.is_dir() {
            copy(&path, &target)?;
        } else if kind.is_file() {
            fs::copy(&path, &target).map_err(Error::file(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::entry::example;

    #[test]
    fn only_the_broken_version_is_edited() {
        let sources = tempfile::tempdir().unwrap();
        let out = tempfile::tempdir().unwrap();
        let library = sources.path().join("tiny-1.2");
        fs::create_dir_all(library.join("lib")).unwrap();
        fs::create_dir_all(sources.path().join("tiny-tools-3")).unwrap();
        let text = "if (at < end)\nat++;\n";
        fs::write(library.join("a.c"), text).unwrap();
        fs::write(library.join("lib/b.h"), "").unwrap();
        let versions = prepare(&example(), sources.path(), out.path()).unwrap();
        let read = |version: &Path| fs::read_to_string(version.join("a.c")).unwrap();
        assert_eq!(read(&versions.broken), "at++;\n");
        assert_eq!(read(&versions.fixed), text);
        assert!(versions.fixed.join("lib/b.h").is_file());
        assert!(versions.broken.join("example.c").is_file());
    }

    #[test]
    fn other_sources_are_an_error() {
        let sources = tempfile::tempdir().unwrap();
        let out = tempfile::tempdir().unwrap();
        let missing = prepare(&example(), sources.path(), out.path())
            .err()
            .unwrap();
        assert!(
            missing.to_string().contains("no folder tiny-1.2"),
            "{missing}"
        );
        fs::create_dir(sources.path().join("tiny-1.3")).unwrap();
        fs::write(sources.path().join("tiny-1.3/a.c"), "").unwrap();
        let other = prepare(&example(), sources.path(), out.path())
            .err()
            .unwrap();
        assert!(other.to_string().contains("occur at 0 places"), "{other}");
    }
}
