//! Snapshots: the expected output of a test file, in the file `FILE.snap` beside it.
use super::discover::SNAPSHOT;
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One line of a difference between two texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiffLine {
    /// A line of both texts.
    Same(String),
    /// A line of the snapshot only.
    Expected(String),
    /// A line of the output only.
    Actual(String),
    /// Marks the omission of lines that are equal in both texts.
    Gap,
}

impl DiffLine {
    /// Returns the line with its text changed by `change`.
    pub(super) fn map(&self, change: impl FnOnce(&str) -> String) -> DiffLine {
        match self {
            DiffLine::Same(text) => DiffLine::Same(change(text)),
            DiffLine::Expected(text) => DiffLine::Expected(change(text)),
            DiffLine::Actual(text) => DiffLine::Actual(change(text)),
            DiffLine::Gap => DiffLine::Gap,
        }
    }
}

/// The reason why the output of a test does not match its snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mismatch {
    /// There is no snapshot.
    Missing,
    /// The snapshot and the output differ. The lines are the differences with their context.
    Differs(Vec<DiffLine>),
}

/// The maximum size of a snapshot in bytes. A person cannot review a larger snapshot, nor its changes.
const MOST_BYTES: u64 = 4 << 20;

/// The number of equal lines shown before and after a difference.
const CONTEXT: usize = 3;

/// Returns the path of the snapshot of a test file.
pub(super) fn path(test: &Path) -> PathBuf {
    let mut name: OsString = test.as_os_str().to_owned();
    name.push(".");
    name.push(SNAPSHOT);
    name.into()
}

/// Compares an output with the snapshot of the test file `test`; returns `None` if they are equal. The comparison
/// ignores CRLF line ends of the snapshot, which git's option `core.autocrlf` causes, and a byte order mark that an
/// editor adds.
///
/// # Errors
/// The snapshot exists and cannot be read, or it is too large.
pub(super) fn compare(test: &Path, output: &str) -> Result<Option<Mismatch>, String> {
    let path = path(test);
    if std::fs::metadata(&path).is_ok_and(|found| found.len() > MOST_BYTES) {
        let (path, most) = (path.display(), MOST_BYTES >> 20);
        return Err(format!(
            "{path} is larger than {most} MiB; delete it, and run a smaller test"
        ));
    }
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
    // If all lines of the snapshot end with CRLF, git or an editor has converted it. If only some lines end with CRLF,
    // the program itself has printed these carriage returns.
    let is_converted = expected.lines().count() == expected.matches("\r\n").count();
    let expected = match is_converted && expected != output {
        true => &expected.replace("\r\n", "\n"),
        false => expected,
    };
    let expected = match expected.strip_prefix('\u{feff}') {
        Some(rest) if expected != output => rest,
        _ => expected,
    };
    (expected != output).then(|| Mismatch::Differs(difference(expected, output)))
}

/// Replaces the snapshot of the test file `test` by an output, or creates it.
///
/// # Errors
/// The snapshot cannot be written, or it is a symbolic link, whose target may be any file.
pub(super) fn bless(test: &Path, output: &str) -> Result<(), String> {
    let path = path(test);
    if std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
        let path = path.display();
        return Err(format!(
            "cannot write {path}: it is a symbolic link; replace it by a file"
        ));
    }
    let written = std::fs::write(&path, output);
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The maximum number of lines in the differing part of two texts for which the smallest difference is computed. The
/// computation takes quadratic time in this number.
const MOST_COMPARED: usize = 20_000;

/// Returns the differing lines with their context. The difference is the smallest one, except for large texts: there,
/// all lines between the first and the last difference are shown.
fn difference(expected: &str, output: &str) -> Vec<DiffLine> {
    let (expected_lines, output_lines): (Vec<&str>, Vec<&str>) = (
        expected.split_inclusive('\n').collect(),
        output.split_inclusive('\n').collect(),
    );
    let (start, end) = common(&expected_lines, &output_lines);
    let differing = expected_lines.len() + output_lines.len() - 2 * (start + end);
    if differing > MOST_COMPARED {
        return replaced(&expected_lines, &output_lines, (start, end));
    }
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

/// Returns the numbers of equal lines at the start and at the end of two texts.
fn common(expected: &[&str], output: &[&str]) -> (usize, usize) {
    let pairs = expected.iter().zip(output);
    let start = pairs.take_while(|(a, b)| a == b).count();
    let ends = expected[start..]
        .iter()
        .rev()
        .zip(output[start..].iter().rev());
    (start, ends.take_while(|(a, b)| a == b).count())
}

/// Returns a difference of two texts that have the first `start` and the last `end` lines in common: all other lines
/// of the snapshot, then all other lines of the output, with some of the common lines around them.
fn replaced(expected: &[&str], output: &[&str], (start, end): (usize, usize)) -> Vec<DiffLine> {
    let line = |text: &&str| match text.strip_suffix('\n') {
        Some(text) => text.to_owned(),
        None => format!("{text} (without a newline)"),
    };
    let same =
        |lines: &[&str]| -> Vec<DiffLine> { lines.iter().map(line).map(DiffLine::Same).collect() };
    let (last, last_output) = (expected.len() - end, output.len() - end);
    let mut lines = same(&expected[start.saturating_sub(CONTEXT)..start]);
    lines.extend(
        expected[start..last]
            .iter()
            .map(line)
            .map(DiffLine::Expected),
    );
    lines.extend(
        output[start..last_output]
            .iter()
            .map(line)
            .map(DiffLine::Actual),
    );
    lines.extend(same(&expected[last..expected.len().min(last + CONTEXT)]));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_may_have_crlf_line_ends_and_a_byte_order_mark() {
        assert_eq!(mismatch("a\r\nb\r\n", "a\nb\n"), None);
        let lines = |lines: &[DiffLine]| Some(Mismatch::Differs(lines.to_vec()));
        let [same, gone, new] = [
            DiffLine::Same("a".to_owned()),
            DiffLine::Expected("b".to_owned()),
            DiffLine::Actual("c".to_owned()),
        ];
        assert_eq!(mismatch("a\r\nb\r\n", "a\nc\n"), lines(&[same, gone, new]));
        assert_eq!(mismatch("\u{feff}a\r\nb\r\n", "a\nb\n"), None);
        assert_eq!(mismatch("\u{feff}a\n", "\u{feff}a\n"), None);
        // A carriage return that the program itself prints is part of the output, so it is not removed.
        assert_eq!(mismatch("a\r\n", "a\r\n"), None);
        assert!(mismatch("a\n", "a\r\n").is_some());
        assert!(mismatch("a\nb\r\n", "a\nb\n").is_some());
    }

    /// Checks that the difference of two large texts is not minimized, because that would take minutes for this pair.
    #[test]
    fn a_difference_of_large_texts_has_all_lines_between_the_first_and_the_last_change() {
        let text = |own: &str| {
            let middle: String = (0..100_000).map(|at| format!("{own}{at}\n")).collect();
            format!("a\nb\nc\nd\n{middle}same\n{middle}e\nf\ng\nh")
        };
        let lines = difference(&text("x"), &text("y"));
        let same = |text: &str| DiffLine::Same(text.to_owned());
        assert_eq!(lines[..3], [same("b"), same("c"), same("d")]);
        assert_eq!(lines[3], DiffLine::Expected("x0".to_owned()));
        assert_eq!(lines[3 + 200_001], DiffLine::Actual("y0".to_owned()));
        assert_eq!(lines[3 + 400_002..], [same("e"), same("f"), same("g")]);
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
