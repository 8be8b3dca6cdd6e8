//! The tests check `--unwind N` in every mode. Paths with at most N iterations of each loop must be explored to their
//! end. The result must name the loops and functions that the bound cut.
use crate::harness::{Bench, example};

/// The options of each mode that is tested.
const MODES: &[&[&str]] = &[
    &[],
    &["--cfmse"],
    &["--cfmse=speculative"],
    &["--merge=static"],
    &["--merge=dynamic"],
    &["--merge=cfg"],
    &["--merge=pattern"],
    &["--cfmse", "--merge=static"],
    &["--threads=2"],
    &["--search=bfs"],
    &["--native-prefix=always"],
    &["--cdse"],
];

/// Explores the program `text` with `--unwind bound`. Returns the verdict, and the loops and functions that the
/// bound cut.
fn explore(text: &str, bound: u32, mode: &[&str]) -> (String, Vec<String>) {
    let bench = Bench::new();
    let file = bench.file("p.c", format!("#include <klee/klee.h>\n{text}"));
    let bound = bound.to_string();
    let mut args = vec![file.as_str(), "--unwind", &bound];
    args.extend(mode);
    let json = bench.json(&args);
    let cuts = json["cuts"].as_array().cloned().unwrap_or_default();
    let cuts = cuts.iter().filter_map(|cut| cut.as_str());
    let cuts: Vec<String> = cuts
        .map(|cut| cut.replace(&file, "p.c").replace("./", ""))
        .collect();
    assert_eq!(json["bound"].is_null(), cuts.is_empty(), "{mode:?}: {json}");
    (
        json["verdict"].as_str().unwrap_or_default().to_owned(),
        cuts,
    )
}

/// Returns three programs with a loop that has up to `n` iterations for an input `n`.
fn loops() -> [String; 3] {
    [
        "for (unsigned i = 0; i < n; i++) s += one();",
        "while (n) { n--; s += one(); }",
        "do { s += one(); } while (n-- > 1);",
    ]
    .map(|text| {
        format!(
            "static int one(void) {{ unsigned char b; klee_make_symbolic(&b, 1, \"b\"); return b & 1; }}\n\
             int main(void) {{ unsigned n; int s = 0; klee_make_symbolic(&n, sizeof n, \"n\");\n\
             {text}\n klee_assert(s != MOST); return 0; }}\n"
        )
    })
}

#[test]
fn a_failure_within_the_bound_is_found_in_every_mode() {
    for text in loops() {
        for mode in MODES {
            let (verdict, _) = explore(&text.replace("MOST", "2"), 2, mode);
            assert_eq!(verdict, "violation", "{mode:?}: {text}");
        }
    }
}

#[test]
fn a_cut_loop_is_named_and_bounds_the_verdict() {
    for text in loops() {
        for mode in MODES {
            let (verdict, cuts) = explore(&text.replace("MOST", "9"), 3, mode);
            assert_eq!(verdict, "verified-bounded", "{mode:?}: {text}");
            assert_eq!(cuts, ["the loop at p.c:4 in `main`"], "{mode:?}: {text}");
        }
    }
}

#[test]
fn a_loop_within_the_bound_is_not_cut() {
    let text = "int main(void) { unsigned n, s = 0; klee_make_symbolic(&n, sizeof n, \"n\"); klee_assume(n <= 4);\n\
                for (unsigned i = 0; i < n; i++) s++; klee_assert(s == n); return 0; }\n";
    for mode in MODES {
        let (verdict, cuts) = explore(text, 4, mode);
        assert_eq!((verdict.as_str(), cuts.len()), ("verified", 0), "{mode:?}");
        let (verdict, cuts) = explore(text, 3, mode);
        assert_eq!(
            (verdict.as_str(), cuts.len()),
            ("verified-bounded", 1),
            "{mode:?}"
        );
    }
}

#[test]
fn recursion_is_bounded_by_nested_calls() {
    let text = "static unsigned down(unsigned n) { return n ? 1 + down(n - 1) : 0; }\n\
                int main(void) { unsigned n; klee_make_symbolic(&n, sizeof n, \"n\");\n\
                klee_assert(down(n) != MOST); return 0; }\n";
    for mode in MODES {
        let (verdict, _) = explore(&text.replace("MOST", "3"), 3, mode);
        assert_eq!(verdict, "violation", "{mode:?}");
        let (verdict, cuts) = explore(&text.replace("MOST", "4"), 3, mode);
        assert_eq!(verdict, "verified-bounded", "{mode:?}");
        assert_eq!(cuts, ["the recursion of `down`"], "{mode:?}");
    }
}

/// Checks a melded loop: its instructions are executed under guards, even for inputs that do not enter the loop. The
/// bound must not cut the paths of these inputs.
#[test]
fn melding_does_not_extend_a_loop_to_other_inputs() {
    let side = "int main(void) { int c, s = 0; klee_make_symbolic(&c, sizeof c, \"c\");\n\
                if (c) for (int k = 0; k < 10; k++) s += k;\n\
                klee_assert(s != 0); return 0; }\n";
    let inner = "int main(void) { unsigned n, s = 0; klee_make_symbolic(&n, sizeof n, \"n\");\n\
                 for (unsigned k = 0; k < n; k++) for (unsigned j = 0; j < 4 * k; j++) s += 1;\n\
                 klee_assert(n != 1); return 0; }\n";
    for text in [side, inner] {
        for mode in MODES {
            let (verdict, _) = explore(text, 3, mode);
            assert_eq!(verdict, "violation", "{mode:?}: {text}");
        }
    }
}

#[test]
fn a_reason_for_incompleteness_outweighs_the_bound() {
    let text = "int main(void) { unsigned n; klee_make_symbolic(&n, sizeof n, \"n\");\n\
                while (n) n--; return 0; }\n";
    let (verdict, _) = explore(text, 3, &["--max-paths", "1"]);
    assert_eq!(verdict, "incomplete");
}

#[test]
fn both_engines_agree_on_machines_within_a_bound() {
    for name in [
        "handshake_true",
        "handshake_false",
        "usb_enum_false",
        "tcp_false",
    ] {
        let verdict = |mode: &[&str]| {
            let bench = Bench::new();
            let file = example(&format!("cdse/{name}.c"));
            let mut args = vec![file.as_str(), "--verify", "--unwind", "2"];
            args.extend(mode);
            bench.json(&args)["verdict"].clone()
        };
        let learned = verdict(&["--cdse"]);
        assert_eq!(verdict(&[]), learned, "{name}");
        assert_eq!(verdict(&["--merge=static"]), learned, "{name}");
    }
}
