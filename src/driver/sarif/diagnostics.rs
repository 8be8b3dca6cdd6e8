//! The diagnostics of the front end as SARIF results.
use super::{log, physical};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use symtool_frontend::diagnostic::{Diagnostic, Severity, Span};

/// Returns the diagnostics as a SARIF log. The log contains one run.
pub fn diagnostics(diagnostics: &[Diagnostic]) -> String {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|d| d.code).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = diagnostics.iter().map(|d| result(d, &codes)).collect();
    log(rules, results, json!({}))
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
        .map(|span| json!({ "physicalLocation": of_span(span) }))
        .collect();
    let related: Vec<Value> = (diagnostic.secondary.iter())
        .map(|(span, text)| {
            json!({
                "physicalLocation": of_span(span),
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

fn of_span(span: &Span) -> Value {
    physical(&span.file, span.line, span.column, span.len)
}
