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
