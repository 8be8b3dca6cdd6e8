//! A test case as JSON:
//!
//! ```text
//! {"schema": 1, "outcome": …, "environment": [words], "inputs": [{"name": …, "bytes": [the byte values]}]}
//! ```
//!
//! The words of the environment are the command-line options that determine the program's arguments, files and
//! environment variables.
use serde::{Deserialize, Serialize};
use std::fmt;
use symtool_ir::{Inputs, Outcome};

/// The version of the layout. A file without a version has this version, too.
const SCHEMA: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(default = "schema")]
    schema: u32,
    #[serde(default)]
    outcome: String,
    /// The command-line options that determine the program's arguments, files and environment variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    environment: Vec<String>,
    inputs: Vec<Object>,
}

fn schema() -> u32 {
    SCHEMA
}

#[derive(Serialize, Deserialize)]
struct Object {
    name: String,
    bytes: Vec<u8>,
    /// The bytes as one little-endian number, for human readers; `None` unless there are 1, 2, 4 or 8 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    int: Option<i64>,
    /// The bytes as text, for human readers; `None` unless all bytes are printable. Trailing zeros are ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// The error for a JSON file that is not a test case.
#[derive(Debug)]
pub enum JsonError {
    /// The text does not have the layout of a test case.
    Layout(serde_json::Error),
    /// The layout version of the file is not the one that this program reads.
    Schema(u32),
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonError::Layout(error) => write!(f, "not a test case: {error}"),
            JsonError::Schema(schema) => write!(
                f,
                "the test case has schema {schema}, and this version of symtool reads schema {SCHEMA}"
            ),
        }
    }
}

impl std::error::Error for JsonError {}

fn as_int(bytes: &[u8]) -> Option<i64> {
    let bits = bytes.len() as u32 * 8;
    matches!(bytes.len(), 1 | 2 | 4 | 8).then(|| {
        let value = bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        ((value << (64 - bits)) as i64) >> (64 - bits)
    })
}

fn as_text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().rposition(|&b| b != 0)? + 1;
    let printable = bytes[..end].iter().all(|&b| (b' '..=b'~').contains(&b));
    printable.then(|| bytes[..end].iter().map(|&b| char::from(b)).collect())
}

/// Returns the name of an outcome in a JSON test case. An exit status is truncated to 8 bits, as the operating
/// system does.
pub fn outcome_name(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit(status) => format!("exit {}", status & 0xff),
        Outcome::Abort => "abort".to_owned(),
        Outcome::Silent(status) => format!("silent exit {}", status & 0xff),
        Outcome::AssumeFailed => "assumption failed".to_owned(),
        Outcome::Bug(failure) => failure.kind.name().to_owned(),
        Outcome::Unsupported { what, .. } => format!("unsupported: {what}"),
        Outcome::Limit(limit) => format!("stopped by {}", limit.describe()),
    }
}

/// Returns a test case as JSON text with a line break at the end. `environment` contains the command-line options
/// that determine the program's arguments, files and environment variables.
pub fn write(inputs: &Inputs, environment: &[String], outcome: &Outcome) -> String {
    let inputs = inputs
        .objects
        .iter()
        .map(|object| Object {
            name: object.name.clone(),
            int: as_int(&object.bytes),
            text: as_text(&object.bytes),
            bytes: object.bytes.clone(),
        })
        .collect();
    let document = Document {
        schema: SCHEMA,
        outcome: outcome_name(outcome),
        environment: environment.to_vec(),
        inputs,
    };
    // Serializing strings and numbers cannot fail.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// Returns the inputs in a JSON test case, and the command-line options of its environment.
pub fn read(text: &str) -> Result<(Inputs, Vec<String>), JsonError> {
    let document: Document = serde_json::from_str(text).map_err(JsonError::Layout)?;
    if document.schema != SCHEMA {
        return Err(JsonError::Schema(document.schema));
    }
    let mut inputs = Inputs::default();
    for object in document.inputs {
        inputs.push(object.name, object.bytes);
    }
    Ok((inputs, document.environment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scalars_and_text_are_also_readable() {
        let mut inputs = Inputs::default();
        inputs.push("x", vec![0xfe, 0xff, 0xff, 0xff]);
        inputs.push("s", b"abc\0\0".to_vec());
        let text = write(&inputs, &[], &Outcome::Exit(3));
        assert!(text.contains("\"int\": -2"), "{text}");
        assert!(text.contains("\"text\": \"abc\""), "{text}");
        assert!(text.contains("\"outcome\": \"exit 3\""), "{text}");
    }

    #[test]
    fn a_test_without_version_is_read_and_one_of_a_later_version_is_not() {
        let read_version = |start: &str| read(&format!("{{{start}\"inputs\": []}}"));
        assert!(read_version("").is_ok());
        assert!(read_version("\"schema\": 1, ").is_ok());
        let error = read_version("\"schema\": 2, ").unwrap_err().to_string();
        assert!(error.contains("schema 2"), "{error}");
        assert!(
            read("[]")
                .unwrap_err()
                .to_string()
                .starts_with("not a test case")
        );
    }

    proptest! {
        #[test]
        fn written_tests_are_read_back(objects in prop::collection::vec((".*", any::<Vec<u8>>()), 0..5)) {
            let mut inputs = Inputs::default();
            for (name, bytes) in objects {
                inputs.push(name, bytes);
            }
            let words = vec!["--sym-stdin".to_owned(), "3".to_owned()];
            let text = write(&inputs, &words, &Outcome::Abort);
            prop_assert_eq!(read(&text).unwrap(), (inputs, words));
        }
    }
}
