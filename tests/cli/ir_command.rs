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
    assert!(form.contains("--diff cannot be combined with"), "{form}");
    message(&["ssa", "cfmse", "--after", "ssa"]);
    message(&["ssa"]);
}
