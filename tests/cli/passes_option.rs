//! The tests check `--passes` of an exploration: further passes before melding and exploration.
use crate::harness::{Bench, example};

/// Checks that each mode has the same verdict and coverage with and without further passes, and that replays confirm
/// the violation.
#[test]
fn passes_run_before_every_mode() {
    let bench = Bench::new();
    let toupper = example("cfmse/toupper.c");
    let broken = bench.file(
        "broken.c",
        "#include <assert.h>\n#include <klee/klee.h>\nint main(void)\n{\n    unsigned char c;\n    \
         klee_make_symbolic(&c, sizeof c, \"c\");\n    assert(c * 2 != 84);\n    return 0;\n}\n",
    );
    let modes: &[&[&str]] = &[
        &[],
        &["--cfmse"],
        &["--cfmse=speculative"],
        &["--merge=static"],
        &["--merge=pattern"],
        &["--cdse"],
        &["--threads", "2"],
        &["--verify"],
    ];
    for (number, mode) in modes.iter().enumerate() {
        for (program, verdict) in [(&toupper, "verified"), (&broken, "violation")] {
            let run = |passes: &[&str], out: &str| {
                let out = format!("{out}-{verdict}-{number}");
                let mut args = vec![program.as_str(), "-DSIZE=2", "--out", &out];
                args.extend(passes.iter().chain(*mode));
                bench.json(&args)
            };
            let with = run(&["--passes", "gvn,forward,dce"], "with");
            let without = run(&[], "without");
            assert_eq!(with["verdict"], verdict, "{mode:?}: {with}");
            for figure in ["lines_covered", "branches_covered"] {
                assert_eq!(
                    with["coverage"][figure], without["coverage"][figure],
                    "{mode:?}"
                );
            }
        }
    }
}

#[test]
fn an_unknown_pass_is_an_error() {
    let bench = Bench::new();
    let toupper = example("cfmse/toupper.c");
    let run = bench.run(&[&toupper, "--passes", "gvm"]).expect_code(2);
    assert!(
        run.stderr
            .contains("there is no pass `gvm`; did you mean `gvn`"),
        "{}",
        run.stderr
    );
}
