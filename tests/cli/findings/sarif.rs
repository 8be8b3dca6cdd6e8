//! The tests check the SARIF log that a run writes with `--sarif`.
use super::{MODES, TWO, parsed, run};
use crate::harness::Bench;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks the properties that the SARIF schema requires of a location, and their types.
fn assert_location(location: &Value) {
    let place = &location["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
    assert!(!uri.is_empty() && !uri.contains(' '), "{uri}");
    let region = &place["region"];
    assert!(region["startLine"].as_u64() >= Some(1), "{location}");
    assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64());
}

/// Checks the structure that the SARIF schema requires of a log. Returns the run of the log.
pub fn checked_sarif(text: &str) -> Value {
    let log = parsed(text);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for invocation in run["invocations"].as_array().expect("invocations") {
        assert!(invocation["executionSuccessful"].is_boolean());
        for notification in invocation["toolExecutionNotifications"]
            .as_array()
            .expect("a list")
        {
            assert!(notification["message"]["text"].is_string());
        }
    }
    for result in run["results"].as_array().expect("results") {
        assert!(result["message"]["text"].is_string());
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        assert!(
            ["error", "warning"]
                .iter()
                .any(|level| result["level"] == *level)
        );
        for (_, fingerprint) in result["partialFingerprints"]
            .as_object()
            .expect("fingerprints")
        {
            assert_eq!(fingerprint.as_str().map(str::len), Some(16));
        }
        let locations = result["locations"].as_array().expect("locations");
        locations.iter().for_each(assert_location);
        for frame in result["stacks"][0]["frames"].as_array().expect("frames") {
            assert_location(&frame["location"]);
        }
        for flow in result["codeFlows"].as_array().expect("code flows") {
            for thread in flow["threadFlows"].as_array().expect("thread flows") {
                let steps = thread["locations"].as_array().expect("locations");
                assert!(!steps.is_empty());
                steps
                    .iter()
                    .for_each(|step| assert_location(&step["location"]));
            }
        }
    }
    run.clone()
}

#[test]
fn sarif_contains_the_violations_of_every_mode() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let mut fingerprints = BTreeSet::new();
    for mode in MODES {
        let found = run(
            &bench,
            &[&["two.c", "--json", "--sarif", "log.sarif"], mode],
        );
        let summary = parsed(&found.expect_code(10).stdout);
        let log = checked_sarif(&bench.read("log.sarif"));
        let results = log["results"].as_array().expect("results");
        assert_eq!(
            results.len(),
            summary["errors"].as_array().map_or(0, Vec::len)
        );
        let of = |result: &Value| {
            let line = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
            format!(
                "{} {line} {}",
                result["ruleId"], result["partialFingerprints"]
            )
        };
        let found: BTreeSet<String> = results.iter().map(of).collect();
        assert_eq!(found.len(), 2, "{mode:?}: {found:?}");
        fingerprints.extend(found);
        assert_eq!(log["properties"]["verdict"], "violation");
        assert_eq!(log["invocations"][0]["exitCode"], 10);
    }
    assert_eq!(fingerprints.len(), 2, "{fingerprints:?}");
}

#[test]
fn sarif_shows_the_input_and_the_path_of_a_violation() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    run(&bench, &[&["two.c", "--plain", "--sarif", "log.sarif"]]).expect_code(10);
    let log = checked_sarif(&bench.read("log.sarif"));
    let results = log["results"].as_array().expect("results");
    let division = results.iter().find(|result| result["ruleId"] == "div");
    let division = division.expect("a division by zero");
    assert_eq!(division["properties"]["inputs"]["b"], "0");
    assert_eq!(division["properties"]["confirmed"], true);
    let function = &division["locations"][0]["logicalLocations"][0];
    assert_eq!(function["name"], "ratio");
    let frames = division["stacks"][0]["frames"].as_array().expect("frames");
    assert!(
        frames
            .iter()
            .any(|frame| frame["location"]["message"]["text"] == "main")
    );
    let steps = &division["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = steps.as_array().expect("steps");
    let line = |step: &Value| {
        let region = &step["location"]["physicalLocation"]["region"];
        region["startLine"].as_u64().unwrap_or(0)
    };
    let lines: Vec<u64> = steps.iter().map(line).collect();
    assert_eq!(lines.last(), Some(&3), "{lines:?}");
    assert!(lines.contains(&7) && lines.contains(&10), "{lines:?}");
}

#[test]
fn sarif_of_an_incomplete_run_names_the_reasons() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let args = [
        "two.c",
        "--plain",
        "--max-instructions",
        "20",
        "--sarif",
        "a b.sarif",
    ];
    let code = run(&bench, &[&args]).code;
    let log = checked_sarif(&bench.read("a b.sarif"));
    assert_eq!(log["invocations"][0]["exitCode"], code);
    let reasons = log["invocations"][0]["toolExecutionNotifications"].as_array();
    assert!(reasons.is_some_and(|reasons| !reasons.is_empty()), "{log}");
    let failed = bench
        .run(&["two.c", "--sarif", "no/where.sarif"])
        .expect_code(1);
    assert!(
        failed.stderr.contains("no/where.sarif"),
        "{}",
        failed.stderr
    );
}

#[test]
fn a_failure_in_a_library_function_is_at_the_call_of_the_program() {
    let bench = Bench::new();
    let program = "\
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char to[4], from[8] = \"abcdef\";
  from[klee_range(0, 6, \"length\")] = 0;
  strcpy(to, from);
}
";
    bench.file("p.c", program);
    let mut fingerprints = BTreeSet::new();
    for text in [program, &program.replace("  strcpy", "\n\n    strcpy")] {
        bench.file("p.c", text);
        run(&bench, &[&["p.c", "--sarif", "log.sarif"]]).expect_code(10);
        let log = checked_sarif(&bench.read("log.sarif"));
        let place = &log["results"][0]["locations"][0];
        assert_eq!(place["logicalLocations"][0]["name"], "main");
        assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "p.c");
        fingerprints.insert(log["results"][0]["partialFingerprints"].to_string());
    }
    assert_eq!(fingerprints.len(), 1, "{fingerprints:?}");
}
