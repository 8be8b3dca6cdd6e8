//! The tests run small campaigns of `conformance fuzz`.
use std::path::Path;
use std::process::{Command, Output};

/// Runs `conformance fuzz` on the first `count` programs in three modes, with the further options `more`.
fn campaign(folder: &Path, count: u32, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["fuzz", "--modes", "plain,cfmse,merge=dynamic", "--count"])
        .arg(count.to_string())
        .arg("--keep")
        .arg(folder)
        .args(more)
        .output()
        .expect("the campaign runs")
}

fn report(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("report.txt")).expect("a report")
}

#[test]
fn no_result_is_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = campaign(folder.path(), 34, &["--jobs", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("102 program-mode checks"), "{text}");
}

#[test]
fn a_resumed_campaign_has_the_report_of_one_without_a_pause() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [whole, resumed] = ["whole", "resumed"].map(|name| folder.path().join(name));
    campaign(&whole, 8, &["--seed", "3"]);
    campaign(&resumed, 5, &["--seed", "3"]);
    let refused = campaign(&resumed, 8, &["--seed", "3"]);
    assert_eq!(refused.status.code(), Some(2));
    campaign(&resumed, 8, &["--seed", "3", "--resume"]);
    assert_eq!(report(&whole), report(&resumed));
}

#[test]
fn programs_with_an_incomplete_exploration_are_kept_on_request() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let more = ["--modes", "cdse", "--writers", "c", "--keep-incomplete"];
    campaign(folder.path(), 3, &more);
    let files = std::fs::read_dir(folder.path()).expect("the folder of the campaign");
    let names = files.map(|file| file.expect("an entry").file_name());
    let programs = names.filter(|name| name.to_string_lossy().ends_with(".c"));
    let counted = report(folder.path()).matches("not support").count();
    assert_eq!(programs.count() == 0, counted == 0);
}

#[test]
fn an_unknown_mode_is_an_error_that_lists_the_modes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = campaign(folder.path(), 1, &["--writers", "poems"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("unknown name `poems`; expected names from ir-arithmetic"),
        "{text}"
    );
}
