//! Checks file tests with an analysis that panics or terminates the process. Each of these tests must be reported in
//! one message, and all other tests must have their results.
use crate::{add_part, text};
use std::path::Path;
use std::process::Command;

/// The source of three analyses that file tests run by the names in their run lines.
const PARTS: &str = r#"//! Analyses that do not return.
use symtool::parts::passes::AnalysisInfo;

pub const ROWS: [AnalysisInfo; 3] = [
    AnalysisInfo { name: "exits", help: "", run: |_| std::process::exit(7) },
    AnalysisInfo { name: "overflows", help: "", run: |_| deep(0).to_string() },
    AnalysisInfo { name: "panics", help: "", run: |_| panic!("no result") },
];

#[allow(unconditional_recursion)]
fn deep(depth: u64) -> u64 {
    let pad = std::hint::black_box([depth; 64]);
    pad[0] + deep(depth + 1)
}
"#;

const FUNCTION: &str = "func @main() -> i32 {\nentry:\n  return 3\n}\n";

/// Adds the analyses to the project, builds it, and runs the file tests.
pub fn check(project: &Path, program: &Path, build: &dyn Fn()) {
    std::fs::write(project.join("src/ends.rs"), PARTS).expect("a writable project");
    add_part(project, "mod ends;\n");
    add_part(
        project,
        "    for row in ends::ROWS { parts.analysis(row); }\n",
    );
    build();
    let folder = project.join("ends");
    std::fs::create_dir_all(&folder).expect("a writable project");
    let test = |name: &str, word: &str| {
        let path = folder.join(name);
        std::fs::write(path, format!("; run: {word}\n; A test.\n{FUNCTION}")).expect("a file");
    };
    for number in 0..20 {
        let name = format!("{number:02}.sir");
        test(&name, "interp");
        std::fs::write(folder.join(name + ".snap"), "outcome: Exit(3)\n").expect("a file");
    }
    test("03exits.sir", "exits");
    test("05overflows.sir", "overflows");
    test("08panics.sir", "panics");
    test("08panics2.sir", "panics");
    test("17exits.sir", "exits");
    let run = |args: &[&str]| {
        let mut command = Command::new(program);
        command
            .current_dir(project)
            .args(["test", "ends"])
            .args(args);
        command.output().expect("the program starts")
    };
    for jobs in ["--jobs=1", "--jobs=3"] {
        let output = run(&[jobs]);
        let all = text(&output);
        assert_eq!(output.status.code(), Some(1), "{all}");
        assert!(output.stderr.is_empty(), "{all}");
        for line in [
            "failed: ends/03exits.sir: the test ended the process (exit status: 7)\n",
            "failed: ends/05overflows.sir: the test ended the process (signal: 6 (SIGABRT)",
            "failed: ends/08panics.sir: internal error: no result (at src/ends.rs:7:",
            "failed: ends/08panics2.sir: internal error: no result (at src/ends.rs:7:",
            "failed: ends/17exits.sir: the test ended the process (exit status: 7)\n",
        ] {
            assert_eq!(all.matches(line).count(), 1, "{line}\n{all}");
        }
        assert!(all.ends_with("20 tests passed, 5 failed\n"), "{all}");
    }
    // No snapshot may be written for a test that terminates the process.
    let output = run(&["--bless", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(
        (&object["passed"], &object["failed"]),
        (&20.into(), &5.into())
    );
    assert!(!folder.join("03exits.sir.snap").exists());
}
