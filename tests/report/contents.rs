//! The tests check the HTML text of the page of a report. Texts of a hostile program must be escaped, and the page must
//! request nothing from the network. The folders of comparisons and experiments must have reports, too.
use super::runs::{Run, explore_in};
use std::path::Path;
use std::process::Command;
use symtool_report::model::{LineCosts, SourceFile};
use symtool_report::{Report, page};

/// A program with texts that would end elements if they were not escaped.
const HOSTILE: &str = r#"/* </script><script>document.title = "owned"</script> <img src=x onerror=alert(1)> */
#include "klee/klee.h"
#include <assert.h>
int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "</script><b>&\"'");
    const char *other = "https://example.org/a.js {{data}} {{script}}";
    if (text[0] == '<' && text[1] == '&' && text[2] == '\'') {
        assert(0 && "</script><script>document.title = 'owned'</script>");
    }
    return other[0] == text[3];
}
"#;

/// Explores the hostile program, whose file has a hostile name and bytes that are not UTF-8.
pub fn hostile(folder: &Path) -> Run {
    let name = "a<b>'&\".c";
    let mut text = HOSTILE.as_bytes().to_vec();
    text.extend(b"/* \xff\xfe \x01\x1b[31m */\n");
    std::fs::write(folder.join(name), text).expect("the program is written");
    explore_in(folder, name, &["--plain"])
}

#[test]
fn hostile_texts_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = hostile(folder.path());
    let page = std::fs::read_to_string(run.page()).expect("the page is UTF-8");
    assert!(
        !page.contains("<script>document") && !page.contains("<img src=x"),
        "an element of the program"
    );
    assert!(!page.contains("<b>&"), "an input name");
    assert_eq!(
        page.matches("<script").count(),
        2,
        "the data and the script"
    );
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;/script&gt;") && page.contains('\u{fffd}'));
    assert!(!page.contains(['\u{1}', '\u{1b}']));
    assert_eq!(run.report.failures.len(), 1);
}

/// Returns the addresses in a page from which a browser could load something. These are the values of certain
/// attributes, and the arguments of `url()` and `@import` in the styles.
fn addresses(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for mark in [
        " src=\"",
        " href=\"",
        " action=\"",
        " srcset=\"",
        " data=\"",
        "url(",
        "@import",
    ] {
        found.extend(
            page.split(mark)
                .skip(1)
                .map(|rest| rest.split(['"', ')']).next().unwrap_or_default()),
        );
    }
    found
}

#[test]
fn a_page_requests_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = hostile(folder.path());
    let page = std::fs::read_to_string(run.page()).expect("a page");
    assert!(page.contains("content=\"default-src 'none';"));
    let foreign: Vec<&str> = addresses(&page)
        .into_iter()
        .filter(|address| !address.starts_with('#') && !address.starts_with("data:image/svg+xml,"))
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    for word in [
        "<link",
        "<iframe",
        "<object",
        "<embed",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "import(",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}

fn symtool(args: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_symtool"))
        .current_dir(folder)
        .args(args)
        .output()
        .expect("symtool runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn every_run_can_be_drawn_later() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.c"), "int main(void) { return 0; }\n").expect("a program");
    assert_eq!(symtool(&["p.c"], folder.path()).0, Some(0));
    assert!(!folder.path().join("symtool-out/report.html").exists());
    let (code, out, _) = symtool(&["report"], folder.path());
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "report:    symtool-last/report.html\n")
    );
    let page =
        std::fs::read_to_string(folder.path().join("symtool-out/report.html")).expect("a page");
    assert!(page.contains("Verified") && page.contains("Run the program again with"));
}

#[test]
fn costs_of_lines_without_text_are_ignored() {
    let line = |line| LineCosts {
        line,
        executions: 1,
        ..LineCosts::default()
    };
    for text in ["", "int x;\n"] {
        let file = SourceFile {
            name: "a.c".to_owned(),
            text: text.to_owned(),
            lines: vec![line(0), line(1), line(99), line(u32::MAX)],
            ..SourceFile::default()
        };
        let report = Report {
            files: vec![file],
            profiled: true,
            ..Report::default()
        };
        assert!(page::render(&report).contains("a.c"));
    }
}

#[test]
fn comparisons_have_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.c"), "int main(void) { return 0; }\n").expect("a program");
    assert_eq!(
        symtool(
            &["compare", "p.c", "plain", "cdse", "--out", "o"],
            folder.path()
        )
        .0,
        Some(0)
    );
    let (code, out, _) = symtool(&["report", "o"], folder.path());
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "report:    o/report.html\n")
    );
    let page = std::fs::read_to_string(folder.path().join("o/report.html")).expect("a page");
    for part in [
        "<h1>Modes side by side: p</h1>",
        "<p>No two modes disagree.</p>",
        "<h2>Measurements</h2>",
        "<th scope=\"col\">CPU s</th>",
        "All measurements: <code>compare.csv</code>",
        "cdse",
        "class=\"chart\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn bad_folders_have_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, error) = symtool(&["report", "nowhere"], folder.path());
    assert_eq!(code, Some(1));
    assert!(error.contains("nowhere"), "{error}");
    let (code, _, error) = symtool(&["report", "."], folder.path());
    assert_eq!(code, Some(1));
    assert!(
        error.contains("neither report.json nor CSV") && error.contains("help:"),
        "{error}"
    );
    let write =
        |text: &str| std::fs::write(folder.path().join("report.json"), text).expect("a file");
    for (text, message) in [
        ("not JSON", "not a report"),
        (
            r#"{"schema": 99}"#,
            "the version of the report is 99, expected 1",
        ),
        (
            r#"{"schema": 1, "tree": {"up": [0, 5]}}"#,
            "different lengths",
        ),
        (
            r#"{"schema": 1, "tree": {"up": [0, 5], "place": [0, 0], "condition": [0, 0], "end": [0, 0], "work": [1, 1]}}"#,
            "no parent",
        ),
    ] {
        write(text);
        let (code, _, error) = symtool(&["report", "."], folder.path());
        assert_eq!(code, Some(1), "{text}");
        assert!(error.contains(message), "{error}");
    }
}
