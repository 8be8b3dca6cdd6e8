//! The format of the data: it survives a round trip, and unknown fields are ignored.
use super::runs::explore;
use symtool_report::{Report, SCHEMA};

#[test]
fn a_report_survives_a_round_trip() {
    let run = explore("examples/c/cfmse/toupper.c", &["--plain", "-D", "SIZE=3"]);
    let report = &run.report;
    assert_eq!(report.schema, SCHEMA);
    let text = serde_json::to_string(report).expect("it is written");
    let again: Report = serde_json::from_str(&text).expect("it is read");
    assert_eq!(again, *report);
    let tree = report.tree.as_ref().expect("a tree");
    assert_eq!(tree.check(), Ok(()));
}

#[test]
fn readers_ignore_unknown_fields() {
    let report: Report =
        serde_json::from_str(r#"{"schema": 1, "later": [1]}"#).expect("it is read");
    assert_eq!(report.schema, 1);
}

#[test]
fn a_tree_has_a_leaf_for_each_path_and_a_test_for_each_leaf() {
    let run = explore("examples/c/cfmse/toupper.c", &["--plain", "-D", "SIZE=3"]);
    let tree = run.report.tree.as_ref().expect("a tree");
    let completed = tree.end.iter().filter(|&&end| end == 1).count();
    assert_eq!(completed, 8, "{:?}", tree.end);
    assert_eq!(tree.tested.len(), 8);
    let inner = tree.end.iter().filter(|&&end| end == 0).count();
    assert_eq!(inner, 7);
    let labeled = tree
        .condition
        .iter()
        .filter(|&&condition| condition > 0)
        .count();
    assert_eq!(labeled, tree.len() - 1);
    assert!(
        tree.conditions.iter().any(|text| text.contains("text[0]")),
        "{:?}",
        tree.conditions
    );
}

#[test]
fn merges_are_recorded_as_joins() {
    let run = explore("tests/report/slow/merging.c", &["--merge=static"]);
    let lines: Vec<_> = run
        .report
        .files
        .iter()
        .flat_map(|file| &file.lines)
        .collect();
    let merges: u64 = lines.iter().map(|line| line.merges).sum();
    assert!(merges >= 15, "{merges}");
}

#[test]
fn all_workers_contribute() {
    let run = explore(
        "examples/c/cfmse/toupper.c",
        &["--plain", "-D", "SIZE=5", "--threads", "2"],
    );
    let lines = run.report.files.iter().flat_map(|file| &file.lines);
    let forks: u64 = lines.map(|line| line.forks).sum();
    assert_eq!(forks, 31);
    let tree = run.report.tree.as_ref().expect("a tree");
    assert_eq!(tree.check(), Ok(()));
    assert_eq!(tree.end.iter().filter(|&&end| end == 1).count(), 32);
}
