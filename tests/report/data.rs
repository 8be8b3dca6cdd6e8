//! The tests check the data of reports (`report.json`). A report that is written and read again must be unchanged.
//! Unknown fields must be ignored. The recorded data must agree with the run.
use super::runs::explore;
use symtool_report::model::Player;
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

/// Returns the value and the expression that the variable `name` has at the end of the run that `player` replays.
fn last_value<'a>(player: &'a Player, name: &str) -> Option<(&'a str, &'a str)> {
    let at = player
        .objects
        .iter()
        .rposition(|object| object.name == name)? as u32;
    let mut changes = player.steps.iter().flat_map(|step| &step.changes);
    let last = changes.rfind(|change| change.object == at && change.cell == 0)?;
    Some((&last.value, &last.term))
}

#[test]
fn a_failing_run_is_played_to_its_failure() {
    let run = explore("docs/guide/report.c", &["--plain"]);
    let bounds = run
        .report
        .failures
        .iter()
        .find(|failure| failure.kind == "out-of-bounds");
    let bounds = bounds.expect("a violation");
    let player = bounds.player.as_ref().expect("a player");
    let last = player.steps.last().expect("a step");
    assert_eq!(
        Some(last.line),
        bounds.place.as_ref().map(|place| place.line)
    );
    assert_eq!(player.calls[last.call as usize].function, "main");
    assert_eq!(last_value(player, "i"), Some(("3", "")));
    assert_eq!(last_value(player, "length"), Some(("4", "message[0]")));
    let word = player
        .objects
        .iter()
        .find(|object| object.name == "word")
        .expect("an array");
    assert_eq!(
        (word.cells, word.bytes, word.storage.as_str()),
        (3, 3, "local")
    );
    let message = last_value(player, "message").expect("an input");
    assert_eq!(message, ("4", "message[0]"));
}

#[test]
fn conflicts_are_counted_for_their_lines() {
    let run = explore(
        "examples/c/cdse/elevator_true.c",
        &["--cdse", "--verify", "--unwind", "4"],
    );
    let lines: Vec<_> = run
        .report
        .files
        .iter()
        .flat_map(|file| &file.lines)
        .collect();
    let clauses: u64 = lines.iter().map(|line| line.clauses).sum();
    assert!(clauses > 10, "{clauses}");
    let charged: u64 = lines.iter().map(|line| line.guilt()).sum();
    assert!(
        charged > 0 && charged <= run.report.work,
        "{charged} of {}",
        run.report.work
    );
    let tree = run.report.tree.as_ref().expect("a graph");
    assert_eq!((tree.kind.as_str(), tree.check()), ("unrolled", Ok(())));
    assert!(tree.len() > 50);
}

#[test]
fn teams_and_automatic_mode_record_costs() {
    let machine = "examples/c/cdse/elevator_true.c";
    for options in [
        &["--cdse", "--verify", "--unwind", "4", "--threads", "2"][..],
        &["--verify", "--unwind", "4"],
    ] {
        let report = explore(machine, options).report;
        assert!(report.profiled && report.work > 0, "{options:?}");
        let lines = report.files.iter().flat_map(|file| &file.lines);
        let charged: u64 = lines.map(symtool_report::model::LineCosts::guilt).sum();
        assert!(
            charged > 0 && charged <= report.work,
            "{options:?}: {charged}"
        );
        let tree = report.tree.as_ref().expect("a tree");
        assert_eq!(tree.check(), Ok(()), "{options:?}");
    }
}

#[test]
fn functions_have_the_line_at_which_they_begin() {
    let run = explore("docs/guide/report.c", &["--plain"]);
    let names: Vec<&str> = (run.report.functions.iter())
        .map(|function| function.name.as_str())
        .collect();
    assert!(
        names.contains(&"main") && names.contains(&"checksum"),
        "{names:?}"
    );
}

#[test]
fn selects_belong_to_their_branch() {
    let run = explore("examples/c/cfmse/toupper.c", &["--cfmse", "-D", "SIZE=2"]);
    let melded = &run.report.melded[0];
    assert!(!melded.melded.is_empty());
    for branch in &melded.melded {
        let place = branch.place.as_ref().expect("a line");
        assert!(
            run.report
                .line(place)
                .is_some_and(|text| text.contains("if")),
            "{place:?}"
        );
    }
    let selects: Vec<&String> = melded.melded.iter().flat_map(|b| &b.selects).collect();
    assert!(
        selects.iter().any(|text| text.contains("select")),
        "{selects:?}"
    );
    assert!(melded.before.contains("; branch 1") && melded.after.contains("; branch 1"));
}

#[test]
fn melding_has_pictures_and_reasons() {
    let run = explore("examples/c/cfmse/toupper.c", &["--cfmse", "-D", "SIZE=2"]);
    let melded = &run.report.melded;
    assert_eq!(melded.len(), 1);
    assert_eq!(
        (melded[0].name.as_str(), melded[0].branches),
        ("to_upper", (2, 1))
    );
    for picture in [&melded[0].before, &melded[0].after, &melded[0].difference] {
        assert!(picture.starts_with("<svg"), "{picture}");
    }
    assert!(
        run.report
            .decisions
            .iter()
            .any(|decision| decision.kind == "melded")
    );
}
