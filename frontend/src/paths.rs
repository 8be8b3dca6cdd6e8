//! Paths for display.
use std::path::{Component, Path, PathBuf};

/// Returns `path` in the form that messages show. The result is relative to `base` if the file is below `base`. The
/// parts `.` and `name/..` are removed from the path, unless the shorter path denotes another file.
pub(crate) fn relative(path: &Path, base: &Path) -> PathBuf {
    let plain = without_dots(path);
    let is_same = plain == path || plain.canonicalize().ok() == path.canonicalize().ok();
    let plain = if is_same { plain } else { path.to_owned() };
    plain
        .strip_prefix(base)
        .map(Path::to_owned)
        .unwrap_or(plain)
}

/// Removes `.` and `name/..` from a path. If `name` is a symbolic link, the result may be the path of another file.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            _ => plain.push(part),
        }
    }
    plain
}
