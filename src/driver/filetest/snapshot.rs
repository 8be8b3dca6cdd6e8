//! Snapshots: the expected output of a test file, in the file `FILE.snap` beside it.
use super::discover::SNAPSHOT;
use similar::{ChangeTag, TextDiff};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One line of a difference between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffLine {
    /// A line of both texts.
    Same(String),
    /// A line of the snapshot only.
    Expected(String),
    /// A line of the output only.
    Actual(String),
    /// Lines of both texts that are not shown.
    Gap,
}

/// The reason why an output does not match the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// There is no snapshot.
    Missing,
    /// The snapshot is different. The lines are the differences with their context.
    Differs(Vec<DiffLine>),
}

/// The number of equal lines shown before and after a difference.
const CONTEXT: usize = 3;

/// Returns the path of the snapshot of a test file.
pub(super) fn path(test: &Path) -> PathBuf {
    let mut name: OsString = test.as_os_str().to_owned();
    name.push(".");
    name.push(SNAPSHOT);
    name.into()
}

/// Compares an output with the snapshot of the test file `test`. Line ends of the snapshot may be CRLF, as git's option
/// `core.autocrlf` writes them.
///
/// # Errors
/// The snapshot exists and cannot be read.
pub(super) fn compare(test: &Path, output: &str) -> Result<Option<Mismatch>, String> {
    let path = path(test);
    let expected = match std::fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Some(Mismatch::Missing));
        }
        Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
    };
    Ok(mismatch(&expected, output))
}

fn mismatch(expected: &str, output: &str) -> Option<Mismatch> {
    // If only some lines end with CRLF, the program has printed the carriage returns.
    let is_converted = expected.lines().count() == expected.matches("\r\n").count();
    let expected = match is_converted && expected != output {
        true => expected.replace("\r\n", "\n"),
        false => expected.to_owned(),
    };
    (expected != output).then(|| Mismatch::Differs(difference(&expected, output)))
}

/// Writes an output to the snapshot of the test file `test`.
pub(super) fn bless(test: &Path, output: &str) -> Result<(), String> {
    let path = path(test);
    let written = std::fs::write(&path, output);
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn difference(expected: &str, output: &str) -> Vec<DiffLine> {
    let diff = TextDiff::from_lines(expected, output);
    let mut lines = Vec::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            lines.push(DiffLine::Gap);
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value();
            let mut text = text.strip_suffix('\n').unwrap_or(text).to_owned();
            if change.missing_newline() {
                text += " (without a newline)";
            }
            lines.push(match change.tag() {
                ChangeTag::Equal => DiffLine::Same(text),
                ChangeTag::Delete => DiffLine::Expected(text),
                ChangeTag::Insert => DiffLine::Actual(text),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_a_snapshot_may_be_crlf() {
        assert_eq!(mismatch("a\r\nb\r\n", "a\nb\n"), None);
        let lines = |lines: &[DiffLine]| Some(Mismatch::Differs(lines.to_vec()));
        let [same, gone, new] = [
            DiffLine::Same("a".to_owned()),
            DiffLine::Expected("b".to_owned()),
            DiffLine::Actual("c".to_owned()),
        ];
        assert_eq!(mismatch("a\r\nb\r\n", "a\nc\n"), lines(&[same, gone, new]));
        // Carriage returns that the program prints count.
        assert_eq!(mismatch("a\r\n", "a\r\n"), None);
        assert!(mismatch("a\n", "a\r\n").is_some());
        assert!(mismatch("a\nb\r\n", "a\nb\n").is_some());
    }

    #[test]
    fn a_difference_has_its_context() {
        let text = |changed: &str| format!("a\nb\nc\nd\n{changed}\ne\nf\ng\nh\n");
        let same = |text: &str| DiffLine::Same(text.to_owned());
        let expected = [
            same("b"),
            same("c"),
            same("d"),
            DiffLine::Expected("1".to_owned()),
            DiffLine::Actual("2".to_owned()),
            same("e"),
            same("f"),
            same("g"),
        ];
        assert_eq!(difference(&text("1"), &text("2")), expected);
    }
}
