//! The folders of source packages, as `tests/real/fetch.sh` makes them: one folder PACKAGE-VERSION for each package.
use crate::error::Error;
use std::path::{Path, PathBuf};

/// Returns the folder of a package in the folder `sources`, whatever the version of the package is. `version` is only
/// named in the error if there is no such folder.
///
/// # Errors
/// The folder `sources` cannot be read, or has no folder of the package.
pub(crate) fn find(sources: &Path, package: &str, version: &str) -> Result<PathBuf, Error> {
    let entries = std::fs::read_dir(sources).map_err(Error::file(sources))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.is_dir() && self::version(path, package).is_some())
        .collect();
    found.sort();
    found.into_iter().next().ok_or_else(|| {
        Error::file(sources)(format!(
            "it has no folder {package}-{version} (fetch the sources with tests/real/fetch.sh)"
        ))
    })
}

/// Returns the version in the name of the folder of a package; `None` if it is the folder of another package.
pub(crate) fn version(folder: &Path, package: &str) -> Option<String> {
    let name = folder.file_name()?.to_string_lossy();
    let version = name.strip_prefix(package)?.strip_prefix('-')?;
    let is_version = version.starts_with(|c: char| c.is_ascii_digit());
    is_version.then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let sources = tempfile::tempdir().unwrap();
        for name in ["tiny-tools-3", "tiny-1.3", "tiny2-1"] {
            std::fs::create_dir(sources.path().join(name)).unwrap();
        }
        let found = find(sources.path(), "tiny", "1.2").unwrap();
        assert_eq!(version(&found, "tiny").as_deref(), Some("1.3"));
        let missing = find(sources.path(), "tools", "3").unwrap_err();
        assert!(missing.to_string().contains("no folder tools-3"));
    }
}
