//! The tests run conflict-driven exploration on the state machines and drivers of `examples/c/cdse`. The
//! verdicts must be those in the file names (`_true`, `_false`).
use crate::harness::{Bench, example};
use serde_json::Value;

/// The programs, each with a number of loop iterations within which its variant with a bug (`_false`) fails.
const MACHINES: &[(&str, u32)] = &[
    ("dhcp", 8),
    ("diskperf", 5),
    ("elevator", 4),
    ("floppy", 3),
    ("handshake", 12),
    ("kbdclass", 4),
    ("parport", 6),
    ("ssh_rekey", 4),
    ("tcp", 5),
    ("tftp", 6),
    ("tls_client", 4),
    ("tls_server", 12),
    ("usb_enum", 12),
];

fn file(name: &str, variant: &str) -> String {
    example(&format!("cdse/{name}_{variant}.c"))
}

/// Runs conflict-driven exploration of `file` with at most `iterations` iterations of each loop. Returns the JSON
/// result.
fn learn(file: &str, iterations: u32, options: &[&str]) -> Value {
    let iterations = iterations.to_string();
    let args = [file, "--verify", "--cdse", "--unwind", &iterations];
    Bench::new().json(&[&args[..], options].concat())
}

fn expect(json: &Value, variant: &str) {
    let verdict = json["verdict"].as_str().unwrap_or_default();
    if variant == "true" {
        assert!(verdict.starts_with("verified"), "{json}");
    } else {
        assert_eq!(verdict, "violation", "{json}");
        assert_eq!(json["errors"][0]["confirmed"], true, "{json}");
    }
}

#[test]
fn machines_have_the_verdicts_in_their_names() {
    for &(name, iterations) in MACHINES {
        // The proof of the variant without a bug (`_true`) takes long, so this variant runs with a smaller unwinding
        // bound.
        expect(&learn(&file(name, "true"), iterations.min(4), &[]), "true");
        expect(&learn(&file(name, "false"), iterations, &[]), "false");
    }
}

#[test]
fn plain_exploration_gives_the_same_verdicts_where_it_ends() {
    for (name, variant) in [
        ("handshake", "true"),
        ("handshake", "false"),
        ("tls_server", "false"),
    ] {
        let plain = Bench::new().json(&[&file(name, variant), "--verify"]);
        expect(&plain, variant);
        let learned = learn(&file(name, variant), 12, &[]);
        expect(&learned, variant);
    }
}

#[test]
fn several_engines_give_a_deterministic_verdict() {
    for (name, iterations) in [("tls_server", 10), ("parport", 5)] {
        for variant in ["true", "false"] {
            let run = || learn(&file(name, variant), iterations, &["--threads", "2"]);
            let (first, second) = (run(), run());
            expect(&first, variant);
            for part in ["verdict", "errors", "bound", "incomplete_reasons", "cdse"] {
                assert_eq!(first[part], second[part], "{name}_{variant}: {part}");
            }
        }
    }
}

#[test]
fn engines_that_divide_the_search_space_give_a_deterministic_verdict() {
    for (name, iterations, threads) in [("tls_server", 10, "4"), ("parport", 5, "2")] {
        for variant in ["true", "false"] {
            let options = ["--threads", threads, "--cdse-team=divide"];
            let run = || learn(&file(name, variant), iterations, &options);
            let (first, second) = (run(), run());
            expect(&first, variant);
            for part in ["verdict", "errors", "bound", "incomplete_reasons", "cdse"] {
                assert_eq!(first[part], second[part], "{name}_{variant}: {part}");
            }
            if variant == "true" {
                assert!(first["cdse"]["divisions"].as_u64() > Some(0), "{first}");
            }
        }
    }
}

#[test]
fn static_unrolling_gives_the_same_verdicts() {
    for (name, iterations) in [("handshake", 12), ("floppy", 3), ("tftp", 4)] {
        for variant in ["true", "false"] {
            let iterations = iterations.min(4) + 2 * u32::from(variant == "false");
            let [fixed, dynamic] = ["--cdse-loops=static", "--cdse-loops=dynamic"]
                .map(|option| learn(&file(name, variant), iterations, &[option]));
            assert_eq!(fixed["verdict"], dynamic["verdict"], "{name}_{variant}");
            assert_eq!(fixed["bound"], dynamic["bound"], "{name}_{variant}");
            assert_eq!(fixed["cdse"]["unrollings"], 0, "{name}_{variant}");
        }
    }
}

#[test]
fn slicing_does_not_change_the_verdict() {
    for (name, iterations) in [("handshake", 12), ("floppy", 3), ("tftp", 4)] {
        for variant in ["true", "false"] {
            let iterations = if variant == "true" {
                iterations.min(4)
            } else {
                iterations + 2
            };
            let json = learn(&file(name, variant), iterations, &["--cdse-no-slice"]);
            expect(&json, variant);
        }
    }
    // The program below has a loop after its last check, so the loop cannot change the verdict. The proof must succeed
    // with and without slicing.
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        int n = __VERIFIER_nondet_int();\n  assert(n == n);\n  assert(n / 2 <= n || n < 0);\n  while (n > 0) n--;\n  \
        return n;\n}\n";
    let file = bench.file("behind.c", text);
    for option in [&[][..], &["--cdse-no-slice"]] {
        let json = bench.json(&[&[&*file, "--cdse"], option].concat());
        assert_eq!(json["verdict"], "verified", "{json}");
    }
}

/// C conditions that hold for all values of two variables `V` and `W`. The first component names the shape of
/// the condition.
const SHAPES: [(&str, &str); 7] = [
    ("or", "V < 0 || V >= 0"),
    ("and", "!(V < 3 && V > 5)"),
    ("cond", "V > W ? W < V : V <= W"),
    (
        "nested",
        "(V < 0 && W < 0) || (V >= 0 && W < 0) || (W >= 0 && (V == 1 ? 1 : V != 1))",
    ),
    ("xor", "((W ^ V) ^ V) == W"),
    ("helper", "either(V)"),
    ("loop", "V <= step || V > step"),
];

/// The form of a check in C: an assertion, or a branch to a call of `reach_error`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Style {
    Assert,
    Error,
}

/// Returns a check in C with the condition `cond` on the variables `v` and `w`.
fn check(style: Style, (shape, cond): (&str, &str), (v, w): (&str, &str)) -> String {
    let cond = cond.replace('V', v).replace('W', w);
    let check = match style {
        Style::Assert => format!("assert({cond});"),
        Style::Error => format!("if (!({cond})) reach_error();"),
    };
    match shape {
        "loop" => format!("for (int step = 0; step < 3; step++) {check}"),
        _ => check,
    }
}

/// Returns the program `text` with the check `check` inserted before the line `line`.
fn with_check(text: &str, line: usize, check: &str) -> String {
    let helper = "extern void reach_error(void); static int either(int v) { if (v < 7) return 1; return v >= 7; }";
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(line, check);
    let head = lines.iter().position(|l| l.starts_with("#include"));
    lines.insert(head.map_or(0, |at| at + 1), helper);
    format!("#include <assert.h>\n{}\n", lines.join("\n"))
}

/// Returns the lines of a program before which a statement can be inserted.
fn places(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut depth, mut is_code) = (0, false);
    let mut places = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let (this, last) = (line.trim(), lines[at.saturating_sub(1)].trim());
        let begins = this.starts_with(|c: char| c.is_ascii_lowercase())
            && !["else", "case ", "default"]
                .iter()
                .any(|word| this.starts_with(word));
        if is_code && begins && last.ends_with([';', '{', '}']) {
            places.push(at);
        }
        if depth == 0 {
            is_code = line.contains(") {");
        }
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        is_code &= depth > 0;
    }
    places
}

fn paths(bench: &Bench, search: &str, text: &str, name: &str, verdict: &str) -> u64 {
    let file = bench.file(&format!("{name}.c"), text);
    let json = bench.json(&[&file, search, "--unwind", "4", "--out", name]);
    let found = json["verdict"].as_str().unwrap_or_default();
    assert!(found.starts_with(verdict), "{name}: {json}\n{text}");
    json["cdse"]["paths_executed"].as_u64().expect("a number")
}

/// Programs into which checks are inserted, each with two of its variables.
const CHECKED: &[(&str, (&str, &str))] = &[
    ("listing1_1", ("x", "y")),
    ("listing6_1", ("x", "p")),
    ("ssh_rekey_true", ("kex", "sent")),
    ("tls_client_true", ("phase", "warnings")),
    ("usb_enum_true", ("state", "tries")),
    ("dhcp_true", ("state", "now")),
    ("diskperf_true", ("irql", "saved_irql")),
    ("elevator_true", ("mode", "direction")),
    ("floppy_true", ("fate", "pended")),
    ("kbdclass_true", ("state", "lock_held")),
    ("parport_true", ("state", "owner")),
    ("tcp_true", ("delivered_after_fin", "established_times")),
    ("tftp_true", ("state", "expected")),
    ("tls_server_true", ("c.state", "c.hit")),
];

/// A strategy that takes edges in program order, so that a check which cannot fail hardly changes its decisions.
const IN_PROGRAM_ORDER: &str = "--cdse=maximize-first";

/// The number of explorations with an inserted check, and the sum of their paths.
#[derive(Default)]
struct Explored {
    runs: u64,
    paths: u64,
    /// The number of paths that the same explorations have without the inserted check.
    paths_without: u64,
}

/// Inserts a check into a program, and explores it with the strategy `search`: for each of [`SHAPES`], for each
/// [`Style`], and at every `stride`-th line. Asserts that each of these explorations has at most (1 + `most`) * n + 1
/// paths, where n is the number of paths without the check.
fn explore_with_checks(
    search: &str,
    (name, names): (&str, (&str, &str)),
    stride: usize,
    most: u64,
) -> Explored {
    let bench = Bench::new();
    let text = std::fs::read_to_string(example(&format!("cdse/{name}.c"))).expect("a file");
    let without = paths(&bench, search, &text, name, "verified");
    // A check can be inserted only where both variables are declared.
    let lines: Vec<&str> = text.lines().collect();
    let is_input = |l: &&str| l.contains("klee_make_symbolic(");
    let known = lines.iter().rposition(is_input);
    let declared = format!("static int {},", names.0);
    let declared = [declared.replace(',', ";"), declared];
    let known = known.or_else(|| {
        lines
            .iter()
            .position(|l| declared.iter().any(|d| l.starts_with(&**d)))
    });
    let mut places = places(&text);
    places.retain(|&line| known.is_none_or(|known| line > known));
    let mut explored = Explored::default();
    for (n, &shape) in SHAPES.iter().enumerate() {
        for (m, style) in [Style::Assert, Style::Error].into_iter().enumerate() {
            for &line in places.iter().skip((n + 3 * m) % stride).step_by(stride) {
                let check = check(style, shape, names);
                let more = with_check(&text, line, &check);
                let run = format!("{name}-{}-{style:?}-{line}", shape.0);
                let with = paths(&bench, search, &more, &run, "verified");
                assert!(
                    with <= without + most * without + 1,
                    "{name}: {without} paths, {with} with {check} before line {line}"
                );
                explored.runs += 1;
                explored.paths += with;
                explored.paths_without += without;
            }
        }
    }
    explored
}

/// Asserts that a check which cannot fail adds at most one path to an exploration with the strategy
/// [`IN_PROGRAM_ORDER`].
fn expect_no_more_paths(stride: usize) {
    for &program in CHECKED {
        explore_with_checks(IN_PROGRAM_ORDER, program, stride, 0);
    }
}

/// Asserts that checks which cannot fail add at most one path per exploration, on average over all programs, with the
/// default strategy. This strategy chooses edges by the distance to the nearest check. An inserted check changes the
/// distances, and so the order of the paths and their number.
fn expect_no_more_paths_on_average(stride: usize) {
    let mut all = Explored::default();
    for &program in CHECKED {
        let explored = explore_with_checks("--cdse", program, stride, 1);
        all.runs += explored.runs;
        all.paths += explored.paths;
        all.paths_without += explored.paths_without;
    }
    let most = all.paths_without + all.runs;
    assert!(all.paths <= most, "{} paths, {most} allowed", all.paths);
}

#[test]
fn checks_that_always_hold_cost_no_paths() {
    expect_no_more_paths(83);
}

#[test]
fn checks_that_always_hold_cost_no_paths_on_average_by_distance() {
    expect_no_more_paths_on_average(83);
}

#[test]
#[ignore = "takes many minutes"]
fn checks_that_always_hold_cost_no_paths_anywhere() {
    expect_no_more_paths(1);
    expect_no_more_paths_on_average(1);
}

/// Checks that exploration finds the failure if a condition of `SHAPES` is changed so that it is false for some value.
#[test]
fn checks_that_fail_for_one_value_are_found_in_every_shape() {
    let bench = Bench::new();
    let text = std::fs::read_to_string(example("cdse/listing1_1.c")).expect("a file");
    for (shape, cond) in SHAPES {
        let line = text
            .lines()
            .position(|l| l.contains("long result"))
            .expect("a line");
        let (was, is) = match shape {
            "or" | "nested" => ("V >= 0", "V > 0"),
            "and" => ("V > 5", "V > 1"),
            "cond" => ("V <= W", "V < W"),
            "xor" => ("== W", "<= V"),
            "helper" => ("either(V)", "either(V) && V != 9"),
            _ => ("V > step", "V > step + 1"),
        };
        assert!(cond.contains(was), "{shape}");
        let cond = cond.replace(was, is);
        for style in [Style::Assert, Style::Error] {
            let check = check(style, (shape, &cond), ("x", "y"));
            let name = format!("{shape}-{style:?}");
            paths(
                &bench,
                "--cdse",
                &with_check(&text, line, &check),
                &name,
                "violation",
            );
        }
    }
}

/// Checks that an inserted check which reads a new input and always holds adds at most one path to the exploration.
#[test]
fn a_check_that_always_holds_costs_at_most_one_path() {
    let bench = Bench::new();
    for name in ["handshake_true", "tls_server_true", "usb_enum_true"] {
        let text =
            std::fs::read_to_string(example(&format!("cdse/{name}.c"))).expect("the example");
        // The check is inserted inside the loop of the program, before a branch on the state of the machine or a call
        // of `step`.
        let place = text
            .rfind("        switch (")
            .or_else(|| text.rfind("        if (state == BEFORE)"));
        let place = place
            .or_else(|| text.rfind("        if (step() < 0)"))
            .expect("a loop");
        let check = "        { int any = __VERIFIER_nondet_int(); if (any < 0 && any > 0) reach_error(); }\n";
        let more = format!(
            "extern void reach_error(void);\n{}{check}{}",
            &text[..place],
            &text[place..]
        );
        let paths = |text: &str, at: &str| {
            let file = bench.file(&format!("{name}{at}.c"), text);
            let args = [
                &*file,
                "--cdse",
                "--unwind",
                "4",
                "--out",
                &format!("{name}{at}"),
            ];
            let json = bench.json(&args);
            assert!(
                json["verdict"]
                    .as_str()
                    .is_some_and(|v| v.starts_with("verified")),
                "{json}"
            );
            json["cdse"]["paths_executed"].as_u64().expect("a number")
        };
        let (without, with) = (paths(&text, "-0"), paths(&more, "-1"));
        assert!(
            with <= without + 1,
            "{name}: {without} paths, {with} with the check"
        );
    }
}

/// Checks the coverage of a proof without any feasible path: the covered lines are those of the run with all inputs
/// zero.
#[test]
fn a_verified_program_has_covered_lines() {
    let bench = Bench::new();
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  \
        assert((n & 1) < 2);\n  return 0;\n}\n";
    let file = bench.file("small.c", text);
    for options in [
        &["--cdse"][..],
        &["--cdse", "--cfmse"],
        &["--cdse", "--threads=2"],
    ] {
        let json = bench.json(&[&[&*file], options].concat());
        assert_eq!(json["verdict"], "verified", "{json}");
        let coverage = &json["coverage"];
        assert!(coverage["lines_total"].as_u64() > Some(0), "{json}");
        assert_eq!(coverage["lines_covered"], coverage["lines_total"], "{json}");
    }
}
