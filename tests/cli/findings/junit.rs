//! The tests check the JUnit XML file that a run writes with `--junit`.
use super::sarif::checked_sarif;
use super::{MODES, TWO, run};
use crate::harness::Bench;

/// Checks that a text is a well-formed XML document, and returns the names of its elements.
fn xml_elements(text: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut elements = Vec::new();
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    for part in body.expect("a declaration").split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "{text}");
        let name = tag.trim_end_matches('/').split(' ').next().expect("a name");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None => {
                elements.push(name);
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
        }
        for entity in tag.split('&').skip(1).chain(text.split('&').skip(1)) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#10;", "#9;"];
            assert!(
                known.iter().any(|name| entity.starts_with(name)),
                "{entity}"
            );
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    elements
}

/// Returns the test cases of a JUnit file as pairs of name and status. Checks that the file has the required
/// structure, and that the numbers of test cases in its head are correct.
pub fn cases(text: &str) -> Vec<(String, String)> {
    let elements = xml_elements(text);
    let attribute = |text: &str, name: &str| {
        let start = format!(" {name}=\"");
        let (_, rest) = text
            .split_once(&start)
            .unwrap_or_else(|| panic!("{name} in {text}"));
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let suite = text.lines().nth(1).expect("a suite");
    let count = |name: &str| elements.iter().filter(|element| **element == name).count();
    for (name, element) in [
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ] {
        assert_eq!(attribute(suite, name), count(element).to_string(), "{name}");
    }
    let each = text.split("<testcase").skip(1);
    let status = |case: &str| {
        let found = ["failure", "error", "skipped"]
            .into_iter()
            .find(|s| case.contains(&format!("<{s}")));
        found.unwrap_or("passed").to_owned()
    };
    each.map(|case| {
        assert!(!attribute(case, "classname").is_empty());
        (attribute(case, "name"), status(case))
    })
    .collect()
}

pub fn status<'a>(cases: &'a [(String, String)], part: &str) -> &'a str {
    let found = cases.iter().find(|(name, _)| name.contains(part));
    &found.unwrap_or_else(|| panic!("{part} in {cases:?}")).1
}

#[test]
fn junit_has_a_case_for_each_assertion_and_failure_kind() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    for mode in MODES {
        run(&bench, &[&["two.c", "--junit", "out.xml"], mode]).expect_code(10);
        let cases = cases(&bench.read("out.xml"));
        assert_eq!(
            status(&cases, "klee_assert(q != 33);"),
            "failure",
            "{mode:?}"
        );
        assert_eq!(
            status(&cases, "klee_assert(a &lt; 100);"),
            "passed",
            "{mode:?}"
        );
        assert_eq!(status(&cases, "no failure: div ("), "failure", "{mode:?}");
        assert_eq!(status(&cases, "no failure: null"), "passed", "{mode:?}");
        assert_eq!(status(&cases, "exploration"), "passed", "{mode:?}");
        assert!(
            cases
                .iter()
                .all(|(name, _)| !name.contains("no failure: leak"))
        );
    }
}

#[test]
fn junit_counts_nothing_as_passed_that_is_not_proved() {
    let bench = Bench::new();
    let holds = TWO
        .replace("b > -10", "b > 0")
        .replace("q != 33", "q < 100");
    bench.file("holds.c", &holds);
    let junit = |args: &[&str], code: i32| {
        run(&bench, &[&["holds.c", "--junit", "out.xml"], args]).expect_code(code);
        cases(&bench.read("out.xml"))
    };
    let verified = junit(&[], 0);
    assert!(
        verified.iter().all(|(_, status)| status == "passed"),
        "{verified:?}"
    );
    let incomplete = junit(&["--plain", "--max-instructions", "20"], 20);
    assert_eq!(status(&incomplete, "exploration"), "error");
    let others = incomplete.iter().filter(|(name, _)| name != "exploration");
    assert!(
        others.clone().all(|(_, status)| status == "skipped"),
        "{incomplete:?}"
    );
    bench.file("holds.c", holds.replace("(b < 10)", "(b < 0)"));
    let vacuous = junit(&["--plain"], 20);
    assert_eq!(status(&vacuous, "exploration"), "error");
    assert!(
        vacuous.iter().all(|(_, status)| status != "passed"),
        "{vacuous:?}"
    );
    bench.file("two.c", TWO);
    run(
        &bench,
        &[&["two.c", "--plain", "--verify", "--junit", "out.xml"]],
    )
    .expect_code(10);
    let stopped = cases(&bench.read("out.xml"));
    assert_eq!(
        stopped
            .iter()
            .filter(|(_, status)| status == "failure")
            .count(),
        1
    );
    assert_eq!(status(&stopped, "no failure: null"), "skipped");
}

#[test]
fn hostile_text_stays_inside_its_element() {
    let bench = Bench::new();
    let program = "\
#include <klee/klee.h>
int main(void) {
  char s[16];
  klee_make_symbolic(s, sizeof s, \"]]></failure>&\\\"\\x01\");
  klee_assert(s[0] != '<' || s[1] != '&' /* </testcase> \u{1} */);
}
";
    bench.file("a&b<c>.c", program);
    let args = ["a&b<c>.c", "--junit", "out.xml", "--sarif", "log.sarif"];
    run(&bench, &[&args]).expect_code(10);
    let cases = cases(&bench.read("out.xml"));
    assert_eq!(status(&cases, "klee_assert"), "failure");
    let log = checked_sarif(&bench.read("log.sarif"));
    let place = &log["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%26b%3Cc%3E.c");
}
