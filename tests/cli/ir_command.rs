//! The tests check `symtool ir`, which prints the IR after each stage, as text that can be parsed again.
use crate::harness::{Bench, example};

#[test]
fn melded_toupper_is_readable() {
    let run = Bench::new()
        .run(&[
            "ir",
            &example("cfmse/toupper.c"),
            "--after",
            "cfmse",
            "--function",
            "to_upper",
        ])
        .expect_code(0);
    let here = example("");
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("toupper_after_cfmse", run.stdout.replace(&here, ""));
    });
}

#[test]
fn every_stage_prints_ir_that_parses() {
    let bench = Bench::new();
    for stage in ["lower", "ssa", "simplify", "cfmse"] {
        let printed = bench
            .run(&["ir", &example("cfmse/toupper.c"), "--after", stage])
            .expect_code(0)
            .stdout;
        let file = bench.file("stage.sir", &printed);
        let again = bench
            .run(&["ir", &file, "--after", "lower"])
            .expect_code(0)
            .stdout;
        assert_eq!(printed, again, "after {stage}");
    }
}

#[test]
fn textual_ir_is_explored_like_its_source() {
    let bench = Bench::new();
    let printed = bench
        .run(&[
            "ir",
            &example("cfmse/bitonic_sort.c"),
            "--after",
            "simplify",
        ])
        .expect_code(0)
        .stdout;
    let file = bench.file("bitonic.sir", printed);
    assert_eq!(bench.json(&[&file])["paths"]["completed"], 28);
}

#[test]
fn dot_output_is_a_graph() {
    let run = Bench::new()
        .run(&[
            "ir",
            &example("cfmse/toupper.c"),
            "--emit",
            "dot",
            "--after",
            "symbolic",
        ])
        .expect_code(0);
    assert!(run.stdout.starts_with("digraph"), "{}", run.stdout);
}

#[test]
fn the_difference_of_two_stages_shows_the_effect_of_melding() {
    let toupper = example("cfmse/toupper.c");
    let run = Bench::new()
        .run(&["ir", &toupper, "--diff", "simplify", "cfmse"])
        .expect_code(0);
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("toupper_diff_simplify_cfmse", run.stdout.replace(&example(""), ""));
    });
}

#[test]
fn a_form_of_a_difference_can_have_passes_after_its_stage() {
    let (bench, toupper) = (Bench::new(), example("cfmse/toupper.c"));
    let total = |before: &str, after: &str| {
        let run = bench.run(&["ir", &toupper, "--diff", before, after]);
        let text = run.expect_code(0).stdout;
        text.lines().last().unwrap_or_default().to_owned()
    };
    let same = total("ssa", "lower+mem2reg");
    assert!(
        same.starts_with("total: 0 of 3 functions changed;"),
        "{same}"
    );
    let fewer = total("ssa", "ssa+gvn,dce");
    assert!(
        fewer.starts_with("total: 1 of 3 functions changed;"),
        "{fewer}"
    );
}

#[test]
fn invalid_forms_of_a_difference_are_option_errors() {
    let (bench, toupper) = (Bench::new(), example("cfmse/toupper.c"));
    let message = |options: &[&str]| {
        let all = [&["ir", toupper.as_str(), "--diff"], options].concat();
        bench.run(&all).expect_code(2).stderr
    };
    let stage = message(&["ssa", "meld"]);
    let stages =
        "there is no stage `meld`; the stages are lower, ssa, simplify, symbolic, qce, cfmse";
    assert!(stage.contains(stages), "{stage}");
    let pass = message(&["ssa", "ssa+gvm"]);
    assert!(pass.contains("there is no pass `gvm`"), "{pass}");
    let function = message(&["ssa", "cfmse", "--function", "absent"]);
    assert!(function.contains("no function `absent`"), "{function}");
    let form = message(&["ssa", "cfmse", "--emit", "melds"]);
    assert!(
        form.contains("--diff cannot be combined with --emit melds"),
        "{form}"
    );
    message(&["ssa", "cfmse", "--after", "ssa"]);
    message(&["ssa", "cfmse", "--trace-passes"]);
    message(&["ssa"]);
}

#[test]
fn pictures_of_stages_and_differences_are_svg_documents() {
    let (bench, toupper) = (Bench::new(), example("cfmse/toupper.c"));
    let picture = |options: &[&str]| {
        let all = [&["ir", toupper.as_str(), "--emit", "svg"], options].concat();
        bench.run(&all).expect_code(0).stdout
    };
    let before = picture(&["--after", "symbolic"]);
    assert!(
        before.starts_with("<svg ") && before.ends_with("</svg>\n"),
        "{before}"
    );
    assert!(before.contains("class=\"symbolic box\""), "{before}");
    let diff = picture(&["--diff", "simplify", "cfmse"]);
    for class in ["added edge", "removed box", "changed box"] {
        assert!(
            diff.contains(&format!("class=\"{class}\"")),
            "{class}: {diff}"
        );
    }
    // A function without a change is not drawn.
    assert!(!diff.contains("@main"), "{diff}");
}

#[test]
fn a_program_that_is_too_large_to_draw_is_an_option_error() {
    let bench = Bench::new();
    let mut text = "int f(int x) {\n".to_owned();
    for value in 0..200 {
        text += &format!("  if (x == {value}) x += {};\n", value + 3);
    }
    text += "  return x;\n}\nint main(void) { return f(3); }\n";
    let file = bench.file("large.c", text);
    let run = bench.run(&["ir", &file, "--emit", "svg"]).expect_code(2);
    assert!(
        run.stderr.contains("too large to draw: 4"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("help: select one function with --function"),
        "{}",
        run.stderr
    );
    let one = |name: &str| bench.run(&["ir", &file, "--emit", "svg", "--function", name]);
    one("main").expect_code(0);
    let large = one("f").expect_code(2).stderr;
    assert!(large.contains("help: use --emit text or dot"), "{large}");
}

#[test]
fn an_analysis_has_neither_a_picture_nor_a_selected_function() {
    let (bench, toupper) = (Bench::new(), example("cfmse/toupper.c"));
    for options in [["--emit", "svg"], ["--function", "main"]] {
        let all = [&["ir", &toupper, "--analysis", "loops"], &options[..]].concat();
        let error = bench.run(&all).expect_code(2).stderr;
        assert!(error.contains("cannot be used with"), "{error}");
    }
}

/// Checks that an option on the command line takes precedence over an environment variable that sets a conflicting
/// option.
#[test]
fn variables_never_conflict_with_options() {
    let (bench, toupper) = (Bench::new(), example("cfmse/toupper.c"));
    let run = |variable: (&str, &str), args: &[&str]| {
        let mut command = bench.command(args);
        let output = command.env(variable.0, variable.1).output();
        let output = output.expect("symtool starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{args:?}: {output:?}");
        text
    };
    let diff = ["ir", &toupper, "--diff", "ssa", "ssa+gvn"];
    let plain = run(("SYMTOOL_NONE", ""), &diff);
    assert_eq!(run(("SYMTOOL_AFTER", "lower"), &diff), plain);
    for option in ["--trace-passes", "--stats-json", "--analysis=loops"] {
        let args = ["ir", &toupper, option];
        let plain = run(("SYMTOOL_NONE", ""), &args);
        assert_eq!(run(("SYMTOOL_EMIT", "dot"), &args), plain, "{option}");
    }
    let melded = run(("SYMTOOL_PLAIN", "1"), &[&toupper, "--cfmse", "--verify"]);
    assert!(melded.contains("cfm-se: "), "{melded}");
    // Without a conflict, a variable has its effect.
    let dot = run(("SYMTOOL_EMIT", "dot"), &["ir", &toupper]);
    assert!(dot.starts_with("digraph"), "{dot}");
}

#[test]
fn the_trace_of_passes_lists_stages_passes_and_refused_branches() {
    let run = Bench::new()
        .run(&[
            "ir",
            &example("cfmse/toupper.c"),
            "--after",
            "cfmse",
            "--trace-passes",
        ])
        .expect_code(0);
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("toupper_trace", run.stdout);
    });
}

#[test]
fn json_statistics_agree_with_the_trace() {
    let bench = Bench::new();
    let command = [
        "ir",
        &example("cfmse/toupper.c"),
        "--after",
        "cfmse",
        "--stats-json",
    ];
    let text = bench.run(&command).expect_code(0).stdout;
    let stats: serde_json::Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(stats["schema"], 1);
    assert_eq!(stats["counters"]["meld.branches"], 1);
    assert_eq!(stats["melding"]["melded"], 1);
    assert_eq!(stats["melding"]["egraphs"], 1);
    let stages = stats["stages"].as_array().expect("a list");
    let names: Vec<_> = stages.iter().map(|stage| stage["stage"].clone()).collect();
    assert_eq!(names, ["lower", "ssa", "simplify", "cfmse"]);
    for stage in stages {
        let mut size = &stage["before"];
        for pass in stage["passes"].as_array().expect("a list") {
            assert_eq!(&pass["before"], size, "{pass}");
            size = &pass["after"];
        }
        assert_eq!(&stage["after"], size, "{stage}");
    }
    assert_eq!(text, bench.run(&command).expect_code(0).stdout);
}
