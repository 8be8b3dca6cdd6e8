//! The tests check conflict-driven exploration (`--cdse`) from the command line.
use crate::harness::{Bench, example};

#[test]
fn the_listings_of_the_thesis_are_verified_with_few_paths() {
    for (file, paths) in [("cdse/listing1_1.c", 2), ("cdse/listing6_1.c", 1)] {
        let json = Bench::new().json(&[&example(file), "--cdse"]);
        assert_eq!(json["verdict"], "verified", "{json}");
        assert_eq!(json["cdse"]["paths_executed"], paths, "{json}");
    }
}

#[test]
fn learned_clauses_are_reported_in_source_lines() {
    let bench = Bench::new();
    let file = example("cdse/listing1_1.c");
    bench
        .run(&[&file, "--cdse", "--cdse-log", "--out", "o"])
        .expect_code(0);
    let log = bench.read("o/cdse.log");
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(log.contains("cannot be taken together"), "{log}");
    assert!(log.contains("listing1_1.c:18:9"), "{log}");
}

#[test]
fn a_failure_is_replayed_and_a_bound_is_reported() {
    let bench = Bench::new();
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  int i = 0;\n  \
        while (n > 0 && __VERIFIER_nondet_int()) { i++; n--; }\n  assert(i < BOUND);\n  return 0;\n}\n";
    let file = bench.file("loop.c", text);
    let json = bench.json(&[&file, "-DBOUND=4", "--cdse", "--out", "o1"]);
    assert_eq!(json["verdict"], "violation", "{json}");
    assert_eq!(json["errors"][0]["confirmed"], true, "{json}");
    let json = bench.json(&[
        &file,
        "-DBOUND=40",
        "--cdse",
        "--unwind",
        "5",
        "--out",
        "o2",
    ]);
    assert_eq!(json["verdict"], "verified-bounded", "{json}");
    assert_eq!(json["bound"], 5, "{json}");
    let run = bench.run(&[&*file, "-DBOUND=40", "--cdse", "--unwind=5", "--out", "o3"]);
    let text = "VERIFIED   up to 5 loop iterations (--unwind)";
    assert!(run.stdout.contains(text), "{}", run.stdout);
}

#[test]
fn an_event_loop_is_verified_without_a_bound_and_its_planted_bug_is_found() {
    let bench = Bench::new();
    let file = example("cdse/handshake_true.c");
    let json = bench.json(&[&file, "--cdse", "--out", "o1"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    let args = [&*file, "-DRENEGOTIATE", "--cdse", "--unwind", "12"];
    let json = bench.json(&[&args[..], &["--out", "o3"]].concat());
    assert_eq!(json["verdict"], "verified-bounded", "{json}");
    // A clause that is learned in one loop iteration is lifted to other iterations, so each further iteration needs
    // few paths.
    let number = |name: &str| json["cdse"][name].as_u64().expect("a number");
    assert!(number("lifted") > number("learned") / 2, "{json}");
    assert!(number("paths_executed") < 100, "{json}");
    let json = bench.json(&[&file, "-DBUG", "--cdse", "--out", "o2"]);
    assert_eq!(json["verdict"], "violation", "{json}");
    assert_eq!(json["errors"][0]["confirmed"], true, "{json}");
}

#[test]
fn melded_programs_have_the_same_verdicts() {
    for (file, verdict) in [
        ("cfmse/bitonic_sort.c", "verified"),
        ("cfmse/toupper.c", "verified"),
        ("cfmse/transitive_closure.c", "verified"),
        ("cdse/floppy_false.c", "violation"),
        ("cdse/handshake_true.c", "verified-bounded"),
        ("cdse/listing1_1.c", "verified"),
        ("cdse/tls_client_true.c", "verified-bounded"),
    ] {
        let bench = Bench::new();
        let args = [&*example(file), "--verify", "--cfmse", "--cdse"];
        let bound: &[&str] = if verdict == "verified-bounded" || file.contains("floppy") {
            &["--unwind", "6"]
        } else {
            &[]
        };
        let json = bench.json(&[&args[..], bound].concat());
        assert_eq!(json["verdict"], verdict, "{file}: {json}");
    }
}

#[test]
fn lines_on_feasible_paths_count_as_covered() {
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  \
        if (n > 5)\n    assert(n > 3);\n  if (n > 9 && n < 8)\n    assert(n == 0);\n  if (n == 7)\n    assert(n != 7);\n  return 0;\n}\n";
    let bench = Bench::new();
    let file = bench.file("lines.c", text);
    let json = bench.json(&[&file, "--cdse", "--out", "o"]);
    assert_eq!(json["verdict"], "violation", "{json}");
    let covered = bench.read("o/coverage.json");
    let covered: serde_json::Value = serde_json::from_str(&covered).expect("JSON");
    let files = covered["files"].as_array().expect("files");
    let ours = files.iter().find(|f| {
        f["file"]
            .as_str()
            .is_some_and(|name| name.ends_with("lines.c"))
    });
    let lines = &ours.expect("our file")["lines"];
    let has = |kind: &str, line: u64| {
        let all = lines[kind].as_array().expect("lines").iter();
        all.filter_map(serde_json::Value::as_u64).any(|l| l == line)
    };
    assert!(has("reached", 10) && has("reached", 4), "{covered}");
    assert!(has("missed", 8) && !has("reached", 8), "{covered}");
}

#[test]
fn requests_are_dispatched_through_a_table_of_functions() {
    let text = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nstruct device { int open; int reads; };\n\
        static void on_open(struct device *d) { d->open = 1; }\nstatic void on_close(struct device *d) { d->open = 0; }\n\
        static void on_read(struct device *d) { if (!d->open) return; if (d->reads == LIMIT) reach_error(); d->reads++; }\n\
        static void (*const table[3])(struct device *) = {on_open, on_close, on_read};\nint main(void) {\n  \
        struct device *d = calloc(1, sizeof *d);\n  for (int i = 0; i < 4; i++) {\n    unsigned code = __VERIFIER_nondet_int();\n    \
        if (code < 3)\n      table[code](d);\n  }\n  free(d);\n  return 0;\n}\n";
    for (limit, verdict) in [("2", "violation"), ("3", "verified")] {
        let bench = Bench::new();
        let file = bench.file("dispatch.c", text);
        let json = bench.json(&[&file, &format!("-DLIMIT={limit}"), "--cdse"]);
        assert_eq!(json["verdict"], verdict, "{json}");
    }
}

#[test]
fn a_conditionally_chosen_pointer_is_followed() {
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int c = __VERIFIER_nondet_int(), a = 0, b = 0;\n  \
        int *p;\n  if (c > 3) p = &a; else p = &b;\n  *p = 1;\n  assert(a + b == 1);\n  assert(c > LIMIT || b);\n  return 0;\n}\n";
    for (limit, verdict) in [("3", "verified"), ("4", "violation")] {
        let bench = Bench::new();
        let file = bench.file("chosen.c", text);
        let define = format!("-DLIMIT={limit}");
        for (out, options) in [("o1", &["--cdse"][..]), ("o2", &[])] {
            let json = bench.json(&[&[&*file, &define, "--out", out], options].concat());
            assert_eq!(json["verdict"], verdict, "{json}");
        }
    }
}

/// Checks programs with output, and with heap blocks that are freed on some paths, reallocated, or of symbolic
/// size. The verdicts must equal those of plain exploration.
#[test]
fn memory_and_output_are_supported() {
    let head = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        int n = __VERIFIER_nondet_int();\n";
    for (name, body) in [
        (
            "prints",
            "if (n > 3) printf(\"%d of %s %c\\n\", n, n > 5 ? \"many\" : \"few\", n);\n  puts(\"end\");\n  assert(n != LIMIT || n < 2);",
        ),
        (
            "prints_wrongly",
            "char text[2] = {'a', 'b'};\n  if (n != LIMIT) text[1] = 0;\n  printf(\"%s\\n\", text);",
        ),
        (
            "measures",
            "int k = printf(\"%d\\n\", LIMIT + 6);\n  assert(k == 3);\n  if (n > 3 && printf(\"%d\\n\", n) < 0) n = 0;\n  assert(n != 4 || k);",
        ),
        (
            "frees_before",
            "int *p = malloc(4);\n  *p = 1;\n  if (n == LIMIT) free(p);\n  if (n != 7) *p = 2;\n  if (n != LIMIT) free(p);",
        ),
        (
            "frees_twice",
            "int *p = malloc(4);\n  if (n >= LIMIT) free(p);\n  if (n < 7) free(p);",
        ),
        (
            "grows",
            "int *p = malloc(8);\n  p[0] = n; p[1] = 5;\n  p = realloc(p, 12);\n  p[2] = 7;\n  assert(p[0] == n && p[1] + p[2] == 12);\n  \
             p = realloc(p, 8);\n  p[LIMIT == 7 ? 1 : 2] = 0;\n  free(p);",
        ),
        (
            "has_an_array_of_its_size",
            "int size = 3;\n  int a[size + 1];\n  for (int i = 0; i <= size; i++) a[i] = n;\n  \
             if (n >= 0 && n < LIMIT) assert(a[n > 3 ? 9 - LIMIT : n] == n);",
        ),
    ] {
        let mut verdicts = Vec::new();
        for limit in ["7", "5", "3", "1"] {
            let bench = Bench::new();
            let file = bench.file("all.c", format!("{head}  {body}\n  return 0;\n}}\n"));
            let define = format!("-DLIMIT={limit}");
            let run = |out, options: &[&str]| {
                bench.json(&[&[&*file, &define, "--verify", "--out", out], options].concat())
            };
            let (learned, plain) = (run("o1", &["--cdse"]), run("o2", &[]));
            assert_ne!(plain["verdict"], "incomplete", "{name} {limit}: {plain}");
            assert_eq!(
                learned["verdict"], plain["verdict"],
                "{name} {limit}: {learned}"
            );
            verdicts.push(plain["verdict"].clone());
        }
        assert!(
            verdicts.contains(&"violation".into()),
            "{name}: {verdicts:?}"
        );
    }
}

#[test]
fn a_strategy_after_a_space_is_rejected_with_the_correct_form() {
    let bench = Bench::new();
    let run = bench.run(&[&example("cdse/listing1_1.c"), "--cdse", "guide"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--cdse=guide"), "{}", run.stderr);
}

#[test]
fn an_address_computed_in_a_loop_is_known_after_it() {
    let text = std::fs::read_to_string(example("cdse/usb_enum_true.c")).expect("the example");
    let at = text
        .find("        if (__VERIFIER_nondet_int() == 0) {")
        .expect("a loop");
    let check = "assert(((tries ^ state) ^ state) == tries);\n";
    let more = format!("#include <assert.h>\n{}{check}{}", &text[..at], &text[at..]);
    let bench = Bench::new();
    let file = bench.file("usb.c", more);
    let json = bench.json(&[&file, "--cdse", "--unwind", "4"]);
    assert_eq!(json["verdict"], "verified-bounded", "{json}");
}

/// Checks that `--unwind N` covers all runs with at most N iterations of each loop, including the runs that
/// leave the loop after exactly N iterations.
#[test]
fn a_failure_after_the_last_allowed_iteration_is_found() {
    let loops = [
        "for (int i = 0; i < 2; i++) s += one();",
        "int i = 0; while (1) { if (i++ >= 2) break; s += one(); }",
        "int i = 0; do s += one(); while (++i < 2);",
    ];
    for (n, text) in loops.iter().enumerate() {
        let bench = Bench::new();
        let program = format!(
            "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n\
             static int one(void) {{ int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n == 0 || n == 1); return n; }}\n\
             int main(void) {{ int s = 0; {text} assert(s != 2); return 0; }}\n"
        );
        let file = bench.file(&format!("exact{n}.c"), &program);
        let json = bench.json(&[&file, "--cdse", "--unwind", "2"]);
        assert_eq!(json["verdict"], "violation", "{text}: {json}");
    }
}
