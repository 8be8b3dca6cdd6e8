//! The tests check the ranking of source lines by the work of the run that is charged to them. In each of ten
//! programs, the line that is marked `guilty` must rank high, because it makes the run slow.
use super::runs::{explore, repository};
use symtool_report::guilt::ranking;

/// Each program with the options of its run.
const PROGRAMS: [(&str, &str); 10] = [
    ("table", "--plain"),
    ("loop_bound", "--plain"),
    ("division", "--plain"),
    ("hash", "--plain"),
    ("string", "--plain"),
    ("size", "--plain"),
    ("floats", "--plain"),
    ("recursion", "--plain"),
    ("pointer", "--plain"),
    ("merging", "--merge=static"),
];

/// Returns the number of the line that is marked `guilty`, counted from 1.
fn marked(text: &str) -> u32 {
    let at = text.lines().position(|line| line.contains("/* guilty */"));
    at.expect("a mark") as u32 + 1
}

#[test]
fn the_planted_cause_ranks_first() {
    let mut wrong = Vec::new();
    for (name, mode) in PROGRAMS {
        let file = format!("tests/report/slow/{name}.c");
        let text = std::fs::read_to_string(repository(&file)).expect("the program");
        let run = explore(
            &file,
            &[
                mode,
                "--max-instructions",
                "20000000",
                "--solver-timeout",
                "10s",
            ],
        );
        let ranking = ranking(&run.report);
        let first = ranking.first().map(|line| line.place.line);
        if first != Some(marked(&text)) {
            let shown: Vec<String> = ranking
                .iter()
                .take(4)
                .map(|line| format!("{}: {:.1} % {}", line.place.line, line.percent, line.text))
                .collect();
            wrong.push(format!("{name}: {shown:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn work_is_charged_at_most_once() {
    for (name, mode) in [
        ("division", "--plain"),
        ("loop_bound", "--plain"),
        ("merging", "--merge=static"),
    ] {
        let run = explore(&format!("tests/report/slow/{name}.c"), &[mode]);
        let charged: u64 = run
            .report
            .files
            .iter()
            .flat_map(|file| &file.lines)
            .map(symtool_report::model::LineCosts::guilt)
            .sum();
        let work = run.report.work;
        // A basic block is charged as a whole, even if the state leaves it early. Therefore the sum over the lines may
        // be a little greater than the work of the run.
        assert!(charged <= work + work / 100, "{name}: {charged} of {work}");
        assert!(charged * 10 >= work * 7, "{name}: {charged} of {work}");
    }
}
