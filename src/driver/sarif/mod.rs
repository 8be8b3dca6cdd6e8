//! The Static Analysis Results Interchange Format (SARIF) 2.1.0, which editors and code hosts read.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod` | a log, and source locations |
//! | `diagnostics` | the diagnostics of `symtool check` as results |
//!
//! `driver::findings` adds the violations of an exploration.
mod diagnostics;

pub use diagnostics::diagnostics;

use serde_json::{Value, json};

/// Returns a SARIF log with one run. `further` is a JSON object with further properties of this run.
pub fn log(rules: Vec<Value>, results: Vec<Value>, further: Value) -> String {
    let mut run = json!({
        "tool": { "driver": {
            "name": "symtool",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        }},
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if let (Value::Object(run), Value::Object(further)) = (&mut run, further) {
        run.extend(further);
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// Returns the SARIF location of the `length` characters that begin at a line and column. A line or column 0, which
/// means that it is unknown, becomes 1, because SARIF has no number 0.
pub fn physical(file: &str, line: u32, column: u32, length: u32) -> Value {
    let column = column.max(1);
    json!({
        "artifactLocation": { "uri": uri(file) },
        "region": {
            "startLine": line.max(1),
            "startColumn": column,
            "endLine": line.max(1),
            "endColumn": column + length.max(1),
        },
    })
}

/// Returns a file name as a relative or absolute URI reference, percent-encoded.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    if file.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~+".contains(&byte) {
            uri.push(byte as char);
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("/tmp/a.c"), "file:///tmp/a.c");
        assert_eq!(uri("<symtool>/stdio.h"), "%3Csymtool%3E/stdio.h");
    }
}
