//! The tests check that a report agrees with its run. The path conditions that explain a failure must hold for its
//! input. The counts of different panels must agree. Code that is not part of the program must not be shown as
//! uncovered.
use super::runs::{Run, explore, explore_in};
use symtool_report::model::{PathCondition, SourceFile};
use symtool_report::page;

/// Explores a program given as text.
fn explore_text(text: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.c"), text).expect("a program");
    explore_in(folder.path(), "p.c", options)
}

/// A program with two paths to its check, of which only the path through the `else` side fails. In the graph of a
/// conflict-driven search, the path through the `if` side comes first.
const TWO_WAYS: &str = "#include \"klee/klee.h\"
#include <assert.h>
int main(void) {
    unsigned char a;
    int x;
    klee_make_symbolic(&a, 1, \"a\");
    if (a < 10)
        x = 1;
    else
        x = 2;
    assert(x == 1 || a != 77);
    return 0;
}
";

/// Returns the branch decisions on the path of the only failure: source line, decision and path condition.
fn decisions(run: &Run) -> Vec<(u32, String, String)> {
    let [failure] = run.report.failures.as_slice() else {
        panic!("{} failures", run.report.failures.len());
    };
    let path = failure.path.as_ref().expect("a path");
    assert_eq!(path.omitted, 0);
    let row = |condition: &PathCondition| {
        let line = condition.place.as_ref().map_or(0, |place| place.line);
        (line, condition.decision.clone(), condition.text.clone())
    };
    path.conditions.iter().map(row).collect()
}

#[test]
fn the_why_of_a_failure_is_that_of_its_replayed_run() {
    let plain = decisions(&explore_text(TWO_WAYS, &["--plain"]));
    let row = |line, decision: &str, text: &str| (line, decision.to_owned(), text.to_owned());
    assert!(plain.contains(&row(7, "else", "a >= 10")), "{plain:?}");
    let last = plain.last().expect("a condition");
    assert_eq!(*last, row(11, "fails", "a == 'M'"));
    for mode in ["--cdse", "--cfmse", "--merge=static"] {
        assert_eq!(decisions(&explore_text(TWO_WAYS, &[mode])), plain, "{mode}");
    }
}

#[test]
fn the_why_of_a_machine_agrees_with_its_input() {
    let run = explore("examples/c/cdse/handshake_false.c", &["--cdse"]);
    let failure = &run.report.failures[0];
    let path = failure.path.as_ref().expect("a path");
    let mut compared = 0;
    for condition in &path.conditions {
        // Only conditions that compare a whole input with a number are checked. The other conditions are about single
        // bytes.
        let words: Vec<&str> = condition.text.split(' ').collect();
        let &[name, operator, value] = words.as_slice() else {
            continue;
        };
        let input = failure.inputs.iter().find(|input| input.name == name);
        let (Some(input), Ok(value)) = (input, value.parse::<i64>()) else {
            continue;
        };
        let number = input.value.split(' ').next().expect("a word");
        let number: i64 = number.parse().expect("a number");
        let holds = match operator {
            "==" => number == value,
            "!=" => number != value,
            "<" => number < value,
            "<=" => number <= value,
            ">" => number > value,
            ">=" => number >= value,
            other => panic!("{other}"),
        };
        assert!(holds, "{condition:?} for {number}");
        compared += 1;
    }
    assert!(compared > 5, "{:?}", path.conditions);
    let page = page::render(&run.report);
    assert!(page.contains("Conflict-driven search issued"));
    assert!(page.contains("Show its path in the unrolled graph"));
}

fn facts(run: &Run) -> Vec<(&str, &str)> {
    let verdict = run.report.verdict.as_ref().expect("a verdict");
    (verdict.facts.iter())
        .map(|fact| (fact.label.as_str(), fact.text.as_str()))
        .collect()
}

#[test]
fn the_banner_names_the_failure_its_input_and_the_checks() {
    let run = explore_text(TWO_WAYS, &["--plain"]);
    let facts = facts(&run);
    assert!(facts.contains(&("Fails at", "in main")), "{facts:?}");
    assert!(facts.contains(&("Input", "a = 77")), "{facts:?}");
    let checks = "memory, div, assert, unreachable; off: overflow, shift, uninit, leak";
    assert!(facts.contains(&("Checks", checks)), "{facts:?}");
    let explored = "3 paths to the end; the search is complete, so no other line fails";
    assert!(facts.contains(&("Explored", explored)), "{facts:?}");
    let failure = facts.iter().find(|(label, _)| *label == "Failure");
    assert!(failure.is_some_and(|(_, text)| text.starts_with("assertion failed")));
    let page = page::render(&run.report);
    let banner = page.split("<nav>").next().expect("a banner");
    assert!(banner.contains("p.c:11</a> in main"), "{banner}");
}

#[test]
fn the_banner_of_a_proof_names_inputs_assumptions_and_bounds() {
    let text = "#include \"klee/klee.h\"
#include <assert.h>
int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, 1, \"n\");
    klee_assume(n < 100);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    assert(sum < 5000);
    return 0;
}
";
    let run = explore_text(text, &["--plain", "--unwind", "3"]);
    let bounded = facts(&run);
    for fact in [
        ("Inputs", "every value of n (1 byte)"),
        ("Assumes", "klee_assume(n < 100);"),
        ("Bound", "loops run up to 3 iterations (--unwind)"),
    ] {
        assert!(bounded.contains(&fact), "{bounded:?}");
    }
    assert!(bounded.iter().any(|(label, _)| *label == "Cut"));
    let run = explore_text(text, &["--plain"]);
    let proof = facts(&run);
    let bound = ("Bound", "none: every loop was explored to its end");
    assert!(proof.contains(&bound), "{proof:?}");
    let run = explore_text(text, &["--plain", "--max-paths", "4"]);
    let stopped = facts(&run);
    assert!(
        stopped.contains(&("Inputs", "read so far: n (1 byte)")),
        "{stopped:?}"
    );
    assert!(stopped.iter().any(|(label, _)| *label == "Not explored"));
}

/// Returns the rows of source lines on a page: the line number, the CSS classes and the text of each row.
fn rows(page: &str) -> Vec<(u32, &str, &str)> {
    let rows = page.split("<tr id=\"L-").skip(1);
    rows.filter_map(|row| {
        let (id, rest) = row.split_once("\" class=\"")?;
        let (class, rest) = rest.split_once('"')?;
        let line = id.rsplit_once('-')?.1.parse().ok()?;
        Some((line, class, rest.split("</tr>").next()?))
    })
    .collect()
}

#[test]
fn code_that_is_not_compiled_is_not_uncovered() {
    let text = "#define NDEBUG
#include <assert.h>
#include \"klee/klee.h\"
int main(void) {
    int a;
    klee_make_symbolic(&a, sizeof a, \"a\");
    klee_assume(a > 5);
#ifdef EXTRA
    a = a + 1;
#else
    a = a - 1;
#endif
    assert(a != 7);
    if (a < 2)
        return 3;
    return 0;
}
";
    let run = explore_text(text, &["--plain"]);
    let file: &SourceFile = &run.report.files[0];
    assert_eq!(file.left_out, [9, 13]);
    let page = page::render(&run.report);
    let rows = rows(&page);
    let class = |line: u32| rows.iter().find(|row| row.0 == line).map(|row| row.1);
    assert_eq!(class(9), Some("left-out"));
    assert_eq!(class(11), Some("reached"));
    assert_eq!(class(13), Some("left-out"));
    assert_eq!(class(15), Some("missed"));
    let extra = explore_text(text, &["--plain", "-D", "EXTRA"]);
    assert_eq!(extra.report.files[0].left_out, [11, 13]);
}

#[test]
fn a_melded_branch_has_no_unseen_side() {
    let text = "#include \"klee/klee.h\"
int main(void) {
    int a;
    klee_make_symbolic(&a, sizeof a, \"a\");
    int b = 1;
    if (a == 123456)
        b = 2;
    return b;
}
";
    let run = explore_text(text, &["--cfmse", "--only-new"]);
    let lines = run.report.files.iter().flat_map(|file| &file.lines);
    let melded = lines.flat_map(|line| &line.branches).filter(|b| b.melded);
    assert_eq!(melded.count(), 1);
    let page = page::render(&run.report);
    let rows = rows(&page);
    let branch = rows.iter().find(|row| row.0 == 6).expect("the branch");
    assert!(branch.2.contains(">melded</span>"), "{}", branch.2);
    assert!(!branch.2.contains("not seen"), "{}", branch.2);
    let side = rows.iter().find(|row| row.0 == 7).expect("the side");
    assert_ne!(side.1, "missed");
}

#[test]
fn the_ends_in_the_tree_agree_with_the_figures() {
    for (program, options) in [
        ("docs/guide/report.c", &["--plain"][..]),
        ("docs/guide/report.c", &["--merge=static"]),
        ("examples/c/cfmse/toupper.c", &["--plain", "-D", "SIZE=4"]),
    ] {
        let run = explore(program, options);
        let figure = |label: &str| {
            let known = run.report.figures.iter().find(|known| known.label == label);
            known.map_or(0, |known| known.value.parse::<u64>().expect("a number"))
        };
        let tree = run.report.tree.as_ref().expect("a tree");
        let ends = |end: u8| tree.end.iter().filter(|&&other| other == end).count() as u64;
        assert_eq!(
            ends(1) + ends(2),
            figure("ended paths"),
            "{program} {options:?}"
        );
        assert_eq!(ends(2), figure("failing"), "{program} {options:?}");
        let page = page::render(&run.report);
        assert!(page.contains("Ways in which the paths in the tree ended: "));
    }
}

#[test]
fn the_list_of_queries_says_what_it_leaves_out() {
    let run = explore(
        "examples/c/cfmse/merge_sort.c",
        &["--plain", "-D", "SIZE=5"],
    );
    let report = &run.report;
    let lines = report.files.iter().flat_map(|file| &file.lines);
    let by_line: u64 = lines.map(|line| line.solver_queries).sum();
    assert_eq!(by_line, report.query_count);
    assert!(report.queries.len() as u64 <= report.query_count);
    let shown: u64 = report.queries.iter().map(|query| query.time_us).sum();
    // Times are rounded down to microseconds.
    assert!(shown <= report.query_us + report.query_count);
    let page = page::render(report);
    let says = format!(
        "{} of {} solver queries are shown",
        report.queries.len(),
        report.query_count
    );
    assert!(page.contains(&says), "{says}");
}

#[test]
fn a_query_belongs_to_the_node_that_issued_it() {
    let run = explore(
        "examples/c/cfmse/merge_sort.c",
        &["--plain", "-D", "SIZE=4"],
    );
    let tree = run.report.tree.as_ref().expect("a tree");
    let mut nodes: Vec<u32> = Vec::new();
    for query in &run.report.queries {
        let node = query.node.expect("a node");
        assert!((node as usize) < tree.len());
        nodes.push(node);
    }
    nodes.sort_unstable();
    nodes.dedup();
    assert!(nodes.len() > 1, "{nodes:?}");
}

#[test]
fn the_phases_add_up_to_the_time_of_the_run() {
    for options in [&["--plain"][..], &["--auto", "--threads", "1"]] {
        let run = explore("tests/report/slow/division.c", options);
        let phases = &run.report.phases;
        let time = |label: &str| {
            let phase = phases.iter().find(|phase| phase.label == label);
            phase.unwrap_or_else(|| panic!("{label} of {options:?}")).us
        };
        for label in ["compiling", "replay", "writing tests", "results"] {
            time(label);
        }
        // In automatic mode, melding removes the branches of this program, so that the run issues no query.
        let has_queries = run.report.query_us > 0;
        assert_eq!(has_queries, options == ["--plain"]);
        assert!(time("execution") > 0, "{options:?}: {phases:#?}");
        let is_solving = |label: &str| label.starts_with("solver: ");
        let solving = phases.iter().filter(|phase| is_solving(&phase.label));
        let solving: u64 = solving.map(|phase| phase.us).sum();
        let sum: u64 = phases.iter().map(|phase| phase.us).sum();
        assert_eq!(solving > 0, has_queries, "{options:?}: {phases:#?}");
        assert!(solving <= sum, "{options:?}: {phases:#?}");
        let (sum, seconds) = (sum as f64 / 1e6, seconds(&run));
        assert!(
            (sum - seconds).abs() < 0.1 * seconds + 0.02,
            "{options:?}: {sum} s of {seconds} s"
        );
    }
}

/// Returns the time of a run as its page shows it.
fn seconds(run: &Run) -> f64 {
    let mut figures = run.report.figures.iter();
    let time = figures.find(|figure| figure.label == "time");
    let time = time.expect("a time").value.as_str();
    let (number, factor) = match time.split_once(' ') {
        Some((number, "ms")) => (number, 1e-3),
        Some((number, _)) => (number, 1.0),
        None => panic!("{time}"),
    };
    number.parse::<f64>().expect("a number") * factor
}

#[test]
fn merges_have_their_lines_and_their_growth() {
    let run = explore(
        "examples/c/cfmse/merge_sort.c",
        &["--merge=static", "-D", "SIZE=8"],
    );
    let report = &run.report;
    let lines = || report.files.iter().flat_map(|file| &file.lines);
    let joins: u64 = lines().map(|line| line.joins).sum();
    let merges: u64 = lines().map(|line| line.merges).sum();
    assert_eq!(joins, merges);
    let last = report.growth.last().expect("a sample");
    assert_eq!((last.work, last.merges), (report.work, merges));
    assert!(last.merge_nodes > 0 && last.merge_nodes <= last.nodes);
    assert!(report.growth.len() > 10, "{}", report.growth.len());
    assert!(
        report
            .growth
            .is_sorted_by_key(|sample| (sample.work, sample.merges, sample.nodes))
    );
    let page = page::render(report);
    assert!(page.contains("Merges and growth") && page.contains("states merged at"));
}

#[test]
fn each_column_names_what_it_holds() {
    let run = explore(
        "examples/c/cfmse/merge_sort.c",
        &["--plain", "-D", "SIZE=4"],
    );
    let page = page::render(&run.report);
    for head in [
        "work due<small>% of all</small>",
        "runs<small>times</small>",
        "solver queries<small>parts</small>",
        "solver time<small>sum</small>",
    ] {
        assert!(page.contains(head), "{head}");
    }
}
