//! The tests check `symtool check`, and diagnostics as data (JSON and SARIF).
use crate::harness::Bench;
use serde_json::Value;

const ODD: &str = "int f(int a) {\n  if (a = 1)\n    return 2;\n  return 0;\n}\n";
const WRONG: &str = "int g(void) {\n  return x;\n}\nint h(void) {\n  return y;\n}\n";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn warnings_pass_unless_denied() {
    let bench = Bench::new();
    let odd = bench.file("odd.c", ODD);
    let run = bench.run(&["check", &odd]).expect_code(0);
    assert!(
        run.stdout.contains("warning[assignment-in-condition]"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .ends_with("1 file checked: 0 errors, 1 warning\n"),
        "{}",
        run.stdout
    );
    bench
        .run(&["check", &odd, "--deny-warnings"])
        .expect_code(1);
}

#[test]
fn errors_of_all_files_are_shown() {
    let bench = Bench::new();
    let (wrong, odd) = (bench.file("wrong.c", WRONG), bench.file("odd.c", ODD));
    let run = bench
        .run(&["check", &wrong, "nowhere.c", &odd])
        .expect_code(1);
    for part in [
        "`x` is not declared",
        "`y` is not declared",
        "nowhere.c",
        "odd.c:2:7",
    ] {
        assert!(run.stdout.contains(part), "`{part}` in\n{}", run.stdout);
    }
    assert!(
        run.stdout
            .ends_with("3 files checked: 3 errors, 1 warning\n"),
        "{}",
        run.stdout
    );
    bench.run(&["check"]).expect_code(2);
    let other = bench.file("notes.txt", "int x;");
    bench.run(&["check", &other]).expect_code(1);
}

#[test]
fn diagnostics_are_one_json_object() {
    let bench = Bench::new();
    let wrong = bench.file("wrong.c", WRONG);
    for args in [&["check", "--json"][..], &["--json"], &["ir", "--json"]] {
        let mut all = args.to_vec();
        all.push(&wrong);
        let run = bench.run(&all).expect_code(1);
        let object = parsed(&run.stdout);
        assert_eq!(object["schema"], 1);
        assert_eq!(object["errors"], 2, "{}", run.stdout);
        let first = &object["diagnostics"][0];
        assert_eq!(first["severity"], "error");
        assert_eq!(first["primary"]["line"], 2);
        assert_eq!(first["primary"]["column"], 10);
        assert_eq!(run.stderr, "");
    }
    let run = bench.run(&["nowhere.c", "--json"]).expect_code(1);
    assert_eq!(parsed(&run.stdout)["diagnostics"][0]["code"], "input");
}

/// Checks that SARIF output has the elements that the SARIF schema requires, with values that the schema
/// allows.
#[test]
fn sarif_has_the_elements_required_by_its_schema() {
    let bench = Bench::new();
    let (wrong, odd) = (bench.file("a b.c", WRONG), bench.file("odd.c", ODD));
    let log = bench.path().join("log.sarif");
    let path = log.display().to_string();
    bench
        .run(&["check", &wrong, &odd, "--sarif", &path])
        .expect_code(1);
    let log = parsed(&std::fs::read_to_string(&log).expect("it was written"));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "symtool");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    for result in results {
        assert!(result["message"]["text"].is_string());
        assert!(
            ["error", "warning"]
                .iter()
                .any(|level| result["level"] == *level)
        );
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(driver["rules"][rule]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a place");
        assert!(uri.starts_with("file:///") && !uri.contains(' '), "{uri}");
        let region = &place["region"];
        assert!(region["startLine"].as_u64() >= Some(1));
        assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64());
    }
}
