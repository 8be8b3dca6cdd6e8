//! The violations of an exploration as SARIF results: a rule for each failure kind, and for each violation its
//! location, call stack, executed lines, input and fingerprint.
use super::{Results, Step, own_frame};
use crate::driver::render;
use crate::driver::sarif::{log, physical};
use crate::driver::summary::ErrorReport;
use serde_json::{Map, Value, json};
use symtool_ir::{BugKind, Failure, Loc};

/// The name of the fingerprint in a SARIF result. The version number at its end must change when the computation of
/// fingerprints changes.
const FINGERPRINT: &str = "symtoolViolation/v2";

/// Returns the violations of a run as a SARIF log. If the exploration is incomplete, each reason for this is a
/// notification in the log.
pub fn sarif(run: &Results<'_>) -> String {
    let failures = run.failures.iter();
    let mut kinds: Vec<BugKind> = failures.map(|(failure, _)| failure.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules = kinds.iter().map(|&kind| rule(kind)).collect();
    let results = (run.failures.iter())
        .map(|(failure, error)| {
            let index = kinds.iter().position(|&kind| kind == failure.kind);
            result(run, failure, error, index)
        })
        .collect();
    let summary = run.summary;
    let reasons: Vec<Value> = (summary.incomplete_reasons.iter())
        .map(|reason| json!({ "level": "warning", "message": { "text": reason } }))
        .collect();
    let further = json!({
        "invocations": [{
            "executionSuccessful": true,
            "exitCode": summary.exit_code(),
            "toolExecutionNotifications": reasons,
        }],
        "properties": { "verdict": summary.verdict, "bound": summary.bound },
    });
    log(rules, results, further)
}

fn rule(kind: BugKind) -> Value {
    let text = kind.describe();
    json!({
        "id": kind.name(),
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": "error" },
        "properties": { "check": kind.check().name() },
    })
}

fn result(run: &Results<'_>, failure: &Failure, error: &ErrorReport, rule: Option<usize>) -> Value {
    let mut result = json!({
        "ruleId": error.kind,
        "ruleIndex": rule,
        "kind": "fail",
        "level": if error.confirmed { "error" } else { "warning" },
        "message": { "text": message(error) },
        "partialFingerprints": { FINGERPRINT: error.fingerprint },
        "properties": properties(error),
    });
    let mut add = |name: &str, value: Value| {
        if let Value::Object(result) = &mut result {
            result.insert(name.to_owned(), value);
        }
    };
    let frame = own_frame(run.original, failure);
    if let Some((func, loc)) = frame.and_then(|frame| Some((frame.func, frame.loc?))) {
        let place = of_loc(run, loc);
        let name = &run.original.functions[func].name;
        let function = json!([{ "name": name, "kind": "function" }]);
        add(
            "locations",
            json!([{ "physicalLocation": place, "logicalLocations": function }]),
        );
    }
    add("stacks", stacks(run, failure));
    if let Some(steps) = run.path(error) {
        add("codeFlows", code_flows(&steps));
    }
    if run.summary.baseline.is_some() {
        let state = if error.known { "unchanged" } else { "new" };
        add("baselineState", json!(state));
    }
    if error.known {
        let why = "the violation is in the baseline";
        add(
            "suppressions",
            json!([{ "kind": "external", "justification": why }]),
        );
    }
    result
}

/// Returns the message of a result: the failure and the input that shows it.
fn message(error: &ErrorReport) -> String {
    let mut text = error.message.clone();
    if let Some(line) = &error.command_line {
        text += &format!("\ncalled as {line}");
    }
    for (name, value) in render::shown_inputs(error) {
        text += &format!("\ninput {name} = {value}");
    }
    for note in &error.notes {
        text += &format!("\nnote: {note}");
    }
    text
}

fn properties(error: &ErrorReport) -> Value {
    let inputs: Map<String, Value> = (render::shown_inputs(error))
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect();
    json!({
        "confirmed": error.confirmed,
        "inputs": inputs,
        "inputBytes": error.inputs,
        "test": error.test,
    })
}

/// Returns the call stack of a failure, innermost call first.
fn stacks(run: &Results<'_>, failure: &Failure) -> Value {
    let frames: Vec<Value> = (failure.stack.iter())
        .filter_map(|frame| {
            let place = of_loc(run, frame.loc?);
            let name = &run.original.functions[frame.func].name;
            Some(json!({ "location": {
                "physicalLocation": place,
                "message": { "text": name },
            }}))
        })
        .collect();
    json!([{ "message": { "text": "call stack" }, "frames": frames }])
}

fn of_loc(run: &Results<'_>, loc: Loc) -> Value {
    let source = &run.original.source;
    let at = source.get(loc);
    physical(source.file_name(at.file), at.line, at.column, 1)
}

/// Returns the lines that the failing run executes, in order.
fn code_flows(steps: &[Step<'_>]) -> Value {
    let locations: Vec<Value> = (steps.iter())
        .map(|step| {
            json!({ "location": {
                "physicalLocation": physical(step.file, step.line, step.column, 1),
                "message": { "text": step.function },
            }})
        })
        .collect();
    json!([{
        "message": { "text": "the lines that the run with this input executes" },
        "threadFlows": [{ "locations": locations }],
    }])
}
