//! Covered lines and branch sides in the JSON output of gcov.
//!
//! gcov prints one object for each object file. A line of a header that is included in several files occurs in several
//! objects. A line that belongs to several functions occurs several times in one object; an example is a line of a file
//! that is included more than once. [`Coverage`] is the union: a line or branch side is identified by its file,
//! function and line and, for a branch side, its position in the line.
use serde::Deserialize;
use std::collections::BTreeMap;

/// One JSON object of the output of gcov, which describes one object file.
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    files: Vec<File>,
}

/// A source file in the output of gcov.
#[derive(Deserialize)]
struct File {
    file: String,
    #[serde(default)]
    lines: Vec<Line>,
}

/// A line of a source file in the output of gcov.
#[derive(Deserialize)]
struct Line {
    line_number: u64,
    #[serde(default)]
    function_name: Option<String>,
    /// The number of executions. Large numbers are rounded, which does no harm, because they are only compared with 0.
    count: f64,
    #[serde(default)]
    branches: Vec<Branch>,
}

/// A branch side in the output of gcov.
#[derive(Deserialize)]
struct Branch {
    count: f64,
}

/// A line: its file, its function and its number.
type Place = (String, String, u64);

/// The lines and branch sides of a program, each with the information whether it is covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    lines: BTreeMap<Place, bool>,
    sides: BTreeMap<(Place, usize), bool>,
}

/// The numbers of covered items and of all items.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// Number of covered items.
    pub covered: u64,
    /// Number of items.
    pub total: u64,
}

impl Share {
    fn of<'a>(items: impl Iterator<Item = &'a bool>) -> Share {
        items.fold(Share::default(), |share, &is_covered| Share {
            covered: share.covered + u64::from(is_covered),
            total: share.total + 1,
        })
    }
}

impl Coverage {
    /// Reads the output of `gcov --json-format --stdout`. Only the files of the package count; these are the files with
    /// a relative path, because the compiler runs in the folder of the package. The driver and the headers of the host
    /// have absolute paths. Reading stops at the first text that is no JSON.
    pub fn parse(text: &str) -> Coverage {
        let start = text.find('{').unwrap_or(text.len());
        let reports = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Report>();
        let mut coverage = Coverage::default();
        for file in reports
            .map_while(Result::ok)
            .flat_map(|report| report.files)
        {
            let is_own = !file.file.starts_with(['/', '<']);
            if is_own {
                let name = file.file.trim_start_matches("./").to_owned();
                file.lines
                    .into_iter()
                    .for_each(|line| coverage.add(&name, line));
            }
        }
        coverage
    }

    fn add(&mut self, file: &str, line: Line) {
        let place = (
            file.to_owned(),
            line.function_name.unwrap_or_default(),
            line.line_number,
        );
        for (index, branch) in line.branches.iter().enumerate() {
            *self.sides.entry((place.clone(), index)).or_default() |= branch.count > 0.0;
        }
        *self.lines.entry(place).or_default() |= line.count > 0.0;
    }

    /// Returns the numbers of covered lines and of all lines.
    pub fn lines(&self) -> Share {
        Share::of(self.lines.values())
    }

    /// Returns the numbers of covered branch sides and of all branch sides.
    pub fn sides(&self) -> Share {
        Share::of(self.sides.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of the output of gcov 12.
    const SAMPLE: &str = r#"{"gcc_version": "12.2.0", "files": [{"lines": [
        {"branches": [], "count": 1, "line_number": 3, "unexecuted_block": false, "function_name": "f"},
        {"branches": [{"fallthrough": true, "count": 0, "throw": false}, {"fallthrough": false, "count": 7, "throw": false}],
         "count": 7, "line_number": 4, "unexecuted_block": true, "function_name": "f"},
        {"branches": [], "count": 0, "line_number": 5, "unexecuted_block": true, "function_name": "f"}],
        "functions": [{"blocks": 4, "name": "f", "start_line": 3}], "file": "lib/a.c"},
        {"lines": [{"branches": [], "count": 1, "line_number": 1}], "file": "/tmp/driver.c", "functions": []}],
        "format_version": "1", "current_working_directory": "/src", "data_file": "a.gcno"}
        {"files": [{"file": "./lib/a.c", "lines": [
        {"branches": [{"count": 1e20}, {"count": 0}], "count": 1, "line_number": 4, "function_name": "f"},
        {"branches": [], "count": 0, "line_number": 4, "function_name": "g"}]}]}
"#;

    #[test]
    fn the_union_of_all_object_files_is_counted() {
        let coverage = Coverage::parse(SAMPLE);
        let share = |covered, total| Share { covered, total };
        assert_eq!(coverage.lines(), share(2, 4));
        assert_eq!(coverage.sides(), share(2, 2));
    }

    #[test]
    fn text_around_the_objects_is_ignored() {
        let coverage = Coverage::parse(SAMPLE);
        assert_eq!(Coverage::parse(&format!("note\n{SAMPLE}rest")), coverage);
        assert_eq!(Coverage::parse("no object"), Coverage::default());
        assert_eq!(Coverage::parse("{}"), Coverage::default());
    }
}
