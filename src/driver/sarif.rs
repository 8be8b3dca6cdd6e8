//! Formats diagnostics in the Static Analysis Results Interchange Format (SARIF) 2.1.0, which editors and code hosts
//! read.
use serde_json::{Value, json};
use std::collections::BTreeSet;
use symtool_frontend::diagnostic::{Diagnostic, Severity, Span};

/// Returns the diagnostics as a SARIF log. The log contains one run.
pub fn log(diagnostics: &[Diagnostic]) -> String {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|d| d.code).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = diagnostics.iter().map(|d| result(d, &codes)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "symtool",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn result(diagnostic: &Diagnostic, codes: &[&str]) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text += &format!("\nnote: {note}");
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("\nhelp: {help}");
    }
    let locations: Vec<Value> = (diagnostic.primary.iter())
        .map(|span| json!({ "physicalLocation": physical(span) }))
        .collect();
    let related: Vec<Value> = (diagnostic.secondary.iter())
        .map(|(span, text)| {
            json!({
                "physicalLocation": physical(span),
                "message": { "text": text },
            })
        })
        .collect();
    let index = codes.iter().position(|code| *code == diagnostic.code);
    json!({
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": level,
        "message": { "text": text },
        "locations": locations,
        "relatedLocations": related,
    })
}

fn physical(span: &Span) -> Value {
    let line = span.line.max(1);
    let column = span.column.max(1);
    json!({
        "artifactLocation": { "uri": uri(&span.file) },
        "region": {
            "startLine": line,
            "startColumn": column,
            "endLine": line,
            "endColumn": column + span.len.max(1),
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
