//! The tests compare the results of the library's `Session` with those of the command line, on the same
//! programs.
use std::path::Path;
use std::process::Command;
use symtool::{Session, Technique, Verdict};

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("examples/c").join(name).display().to_string()
}

/// Returns the verdict and the number of completed paths of a run of the command line, which prints them as JSON.
fn command_line(file: &str, options: &[&str]) -> (String, u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_symtool"))
        .current_dir(folder.path())
        .env("SYMTOOL_PLAIN", "1")
        .args([file, "--json"])
        .args(options)
        .output()
        .expect("symtool runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let paths = json["paths"]["completed"].as_u64().expect("a number");
    (
        json["verdict"].as_str().expect("a verdict").to_owned(),
        paths,
    )
}

#[test]
fn sessions_agree_with_the_command_line() {
    let merge = Technique::merge("static").expect("a policy");
    let conflicts = Technique::Conflicts(Default::default());
    let cases: [(&str, &[&str], Vec<Technique>); 5] = [
        ("cfmse/bitonic_sort.c", &[], vec![]),
        ("cfmse/toupper.c", &["--cfmse"], vec![Technique::Meld]),
        (
            "cfmse/merge_sort.c",
            &["--merge=static"],
            vec![merge.clone()],
        ),
        (
            "cfmse/prim.c",
            &["--cfmse", "--merge=static"],
            vec![Technique::Meld, merge],
        ),
        ("cdse/handshake_true.c", &["--cdse"], vec![conflicts]),
    ];
    for (name, options, techniques) in cases {
        let file = example(name);
        let session = techniques
            .into_iter()
            .fold(Session::new().file(&file), Session::technique);
        let report = session.run().expect("a result");
        let (verdict, paths) = command_line(&file, options);
        assert_eq!(report.verdict.name(), verdict, "{name}");
        assert_eq!(report.stats.paths.completed, paths, "{name}");
    }
}

#[test]
fn a_violation_names_its_source_location_and_input() {
    let report = Session::new()
        .source(
            "index.c",
            "#include <klee/klee.h>\nint a[4];\nint main(void) {\n  unsigned i;\n  \
             klee_make_symbolic(&i, sizeof i, \"i\");\n  klee_assume(i < 5);\n  return a[i];\n}\n",
        )
        .run()
        .expect("a result");
    assert_eq!(report.verdict, Verdict::Violation);
    let [violation] = report.violations.as_slice() else {
        panic!("one violation: {:?}", report.violations);
    };
    assert_eq!((violation.line, violation.function.as_str()), (7, "main"));
    assert_eq!(violation.inputs.get("i"), Some(&[4, 0, 0, 0][..]));
    assert!(!report.tests.is_empty());
}

#[test]
fn spurious_failures_of_speculative_melding_are_undone() {
    let text = "#include <klee/klee.h>\nint a[4];\nint main(void) {\n  unsigned i;\n  int x = 0;\n  \
                klee_make_symbolic(&i, sizeof i, \"i\");\n  if (i < 4) x = a[i];\n  return x;\n}\n";
    for technique in [Technique::Meld, Technique::MeldSpeculatively] {
        let session = Session::new().source("guard.c", text).technique(technique);
        let report = session.run().expect("a result");
        assert_eq!(report.verdict, Verdict::Verified);
        assert_eq!(
            report.coverage.counts.lines_covered,
            report.coverage.counts.lines_total
        );
    }
}

#[test]
fn errors_of_the_program_and_unsupported_combinations_leave_no_verdict() {
    let broken = Session::new()
        .source("broken.c", "int main(void) { return x; }")
        .run();
    assert!(broken.unwrap_err().to_string().contains("broken.c:1:25"));
    let missing = Session::new().file("no/such/file.c").run();
    assert!(missing.unwrap_err().to_string().contains("no/such/file.c"));
    assert!(Session::new().run().is_err());
    let merge = Technique::merge("static").expect("a policy");
    let both = Session::new()
        .source("p.c", "int main(void) { return 0; }")
        .technique(Technique::Conflicts(Default::default()))
        .technique(merge);
    assert!(both.run().is_err());
}

#[test]
fn the_example_of_the_library_prints_the_violation_and_three_verdicts() {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--example", "library"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("verdict: violation"), "{text}");
    assert!(text.contains("input x = [42]"), "{text}");
    assert!(text.contains("every path: verified, 729 paths"), "{text}");
    assert!(text.contains("melding: verified, 1 paths"), "{text}");
}
