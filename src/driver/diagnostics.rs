//! Formats the diagnostics of the front end as one JSON object (schema 1).
use symtool_frontend::diagnostic::Diagnostic;

/// Returns the JSON object `{ "schema": 1, "errors": N, "warnings": N, "diagnostics": [ … ] }` and a newline.
pub fn json(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let object = serde_json::json!({
        "schema": 1,
        "errors": errors,
        "warnings": diagnostics.len() - errors,
        "diagnostics": diagnostics,
    });
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}
