//! Writes a file atomically: if the process is killed at any moment, the file has its old or its new contents, never
//! a part of the new contents.
use std::fs;
use std::io;
use std::path::Path;

/// Writes `contents` to a temporary file in the folder of `path`, and then renames the temporary file to `path`.
///
/// # Errors
/// An error of the file system. In this case, the file at `path` is unchanged.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    fs::write(&temporary, contents)
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| {
            // An error while removing the temporary file is ignored: the caller gets the error of the write or rename.
            let _ = fs::remove_file(&temporary);
        })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.json");
        super::write(&path, b"one").unwrap();
        super::write(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(super::write(&folder.path().join("no/t.json"), b"x").is_err());
    }
}
