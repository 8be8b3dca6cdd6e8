//! The baseline: a file that lists known violations. A known violation does not change the exit code of a run.
use super::Completeness;
use crate::Error;
use crate::driver::summary::ErrorReport;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The version of the file format.
const SCHEMA: u32 = 1;

/// The known violations of a project.
#[derive(Clone, Debug)]
pub struct Baseline {
    path: PathBuf,
    known: Vec<Known>,
}

/// The contents of the baseline file.
#[derive(Serialize, Deserialize)]
struct Document {
    schema: u32,
    known: Vec<Known>,
}

/// A known violation. The fingerprint identifies it. `kind` and `file` decide which runs may remove it from the
/// baseline. The other fields are for readers of the file.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Known {
    fingerprint: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    function: String,
    #[serde(default)]
    message: String,
}

impl Known {
    fn of(error: &ErrorReport) -> Known {
        Known {
            fingerprint: error.fingerprint.clone(),
            kind: error.kind.clone(),
            file: error.file.clone(),
            line: error.line,
            function: error.function.clone(),
            message: error.message.clone(),
        }
    }
}

impl Baseline {
    /// Reads the file `path`. If it is missing and `may_be_missing` is set, returns an empty baseline.
    ///
    /// # Errors
    /// The file cannot be read, or is not a baseline of this format.
    pub fn read(path: &Path, may_be_missing: bool) -> Result<Baseline, Error> {
        let known = match std::fs::read(path) {
            Ok(bytes) => parse(path, &bytes)?,
            Err(error) if may_be_missing && error.kind() == std::io::ErrorKind::NotFound => {
                Vec::new()
            }
            Err(error) => return Err(Error::file("cannot read the baseline", path)(error)),
        };
        Ok(Baseline {
            path: path.to_owned(),
            known,
        })
    }

    /// Returns the path of the baseline file, as the user named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the baseline contains a violation with this fingerprint.
    pub fn knows(&self, fingerprint: &str) -> bool {
        self.known
            .iter()
            .any(|known| known.fingerprint == fingerprint)
    }

    /// Returns the number of known violations that the run did not find, although it would have found them if the
    /// program still had them. Returns 0 after an incomplete run, because such a run may have missed violations.
    pub fn not_found(&self, errors: &[ErrorReport], complete: &Completeness<'_>) -> usize {
        let found = self
            .known
            .iter()
            .filter(|known| !complete.keeps(known, errors));
        found.count()
    }

    /// Adds the confirmed violations among the failures `errors` of a run to the baseline. Also removes the known
    /// violations that the run did not find, although it would have found them if the program still had them.
    pub fn update(&mut self, errors: &[ErrorReport], complete: &Completeness<'_>) {
        let mut known: Vec<Known> = (errors.iter())
            .filter(|error| error.confirmed)
            .map(Known::of)
            .collect();
        let kept = self
            .known
            .iter()
            .filter(|known| complete.keeps(known, errors));
        known.extend(kept.cloned());
        let mut seen = BTreeSet::new();
        // The entries of this run come first, so that they replace older entries with the same fingerprint.
        known.retain(|known| seen.insert(known.fingerprint.clone()));
        known.sort_by(|a, b| a.place().cmp(&b.place()));
        self.known = known;
    }

    /// Writes the baseline file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self) -> Result<(), Error> {
        let document = Document {
            schema: SCHEMA,
            known: self.known.clone(),
        };
        let text = serde_json::to_string_pretty(&document).unwrap_or_default() + "\n";
        std::fs::write(&self.path, text)
            .map_err(Error::file("cannot write the baseline", &self.path))
    }
}

impl Known {
    /// Returns the key by which the violations in the baseline file are sorted.
    fn place(&self) -> (&str, u32, &str, &str) {
        (&self.file, self.line, &self.kind, &self.fingerprint)
    }
}

impl Completeness<'_> {
    /// Returns whether an update of the baseline keeps the violation `known`: the run found it again, or may have
    /// missed it.
    fn keeps(&self, known: &Known, errors: &[ErrorReport]) -> bool {
        let found = errors
            .iter()
            .any(|error| error.fingerprint == known.fingerprint);
        found || !self.covers(&known.kind, &known.file)
    }
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Vec<Known>, Error> {
    let bad = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let document: Document = serde_json::from_slice(bytes)
        .map_err(|error| bad(format!("not a baseline of symtool: {error}")))?;
    if document.schema != SCHEMA {
        return Err(bad(format!(
            "the baseline has schema {}, and this version of symtool reads schema {SCHEMA}",
            document.schema
        )));
    }
    Ok(document.known)
}
