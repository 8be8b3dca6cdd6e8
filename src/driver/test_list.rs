//! The test cases of a run in compact form: only their outcomes, because a run may have millions of test cases.
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::path::{Path, PathBuf};

/// The outcomes of the test cases with the numbers 1 to n. The file name of a test case follows from its number.
#[derive(Clone, Debug, Default)]
pub struct TestList {
    root: PathBuf,
    /// The distinct outcomes, in order of first occurrence.
    kinds: Vec<String>,
    /// For each test case, the index of its outcome in `kinds`.
    ends: Vec<u32>,
}

/// A test case, as listed in the summary.
#[derive(serde::Serialize, Debug, PartialEq)]
pub struct TestReport<'a> {
    /// The path of the `.ktest` file.
    pub file: String,
    /// The outcome of the path.
    pub kind: &'a str,
}

/// Returns the name of a test case in the output folder, without extension.
pub fn name(number: usize) -> String {
    format!("tests/{number:06}")
}

impl TestList {
    /// Returns an empty list of the test cases in the output folder `root`.
    pub fn new(root: &Path) -> TestList {
        TestList {
            root: root.to_owned(),
            ..TestList::default()
        }
    }

    /// Returns the number of test cases.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a test case with the outcome `kind`.
    pub fn push(&mut self, kind: &str) {
        let known = self.kinds.iter().position(|known| known == kind);
        let number = known.unwrap_or_else(|| {
            self.kinds.push(kind.to_owned());
            self.kinds.len() - 1
        });
        self.ends.push(number as u32);
    }

    /// Makes this list equal to `other` by copying only the test cases that this list lacks. Since the last call,
    /// `other` may only have grown. If it was cleared, this list must be cleared, too.
    pub fn follow(&mut self, other: &TestList) {
        let known = self.ends.len().min(other.ends.len());
        self.ends.truncate(known);
        self.ends.extend_from_slice(&other.ends[known..]);
        let kinds = self.kinds.len().min(other.kinds.len());
        self.kinds.extend_from_slice(&other.kinds[kinds..]);
    }

    /// Removes all test cases.
    pub fn clear(&mut self) {
        self.ends.clear();
    }

    /// Iterates over the tests in order.
    pub fn iter(&self) -> impl Iterator<Item = TestReport<'_>> {
        let ends = self.ends.iter().enumerate();
        ends.map(|(index, &end)| TestReport {
            file: format!("{}/{}.ktest", self.root.display(), name(index + 1)),
            kind: &self.kinds[end as usize],
        })
    }
}

impl Serialize for TestList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for test in self.iter() {
            list.serialize_element(&test)?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_follows_another() {
        let mut list = TestList::new(Path::new("out"));
        let mut copy = list.clone();
        for kind in ["exit 0", "abort", "exit 0"] {
            list.push(kind);
            copy.follow(&list);
        }
        let shown: Vec<TestReport<'_>> = copy.iter().collect();
        assert_eq!(shown.len(), 3);
        assert_eq!(
            (shown[2].file.as_str(), shown[2].kind),
            ("out/tests/000003.ktest", "exit 0")
        );
        assert_eq!(shown[1].kind, "abort");
        list.clear();
        list.push("abort");
        copy.clear();
        copy.follow(&list);
        let text = serde_json::to_string(&copy).unwrap();
        assert_eq!(
            text,
            r#"[{"file":"out/tests/000001.ktest","kind":"abort"}]"#
        );
    }
}
