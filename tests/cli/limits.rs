//! The tests check that a run that stops at a limit or at an interrupt writes its results so far, and has the verdict
//! `incomplete`.
use crate::harness::{Bench, Run, example, signal};
use std::os::unix::fs::OpenOptionsExt;
use std::time::Duration;

#[test]
fn a_path_limit_keeps_the_tests_found_so_far() {
    let bench = Bench::new();
    let json = bench.json(&[
        &example("cfmse/toupper.c"),
        "--max-paths",
        "10",
        "--out",
        "o",
    ]);
    assert_eq!(json["verdict"], "incomplete");
    assert_eq!(json["paths"]["completed"], 10);
    assert!(
        json["incomplete_reasons"][0]
            .as_str()
            .is_some_and(|text| text.contains("--max-paths")),
        "{json}"
    );
    let tests = json["tests"].as_array().expect("a list");
    // The last test case is an input for a state that was live at the limit and had reached new code.
    assert_eq!(tests.len(), 11);
    assert!(tests.iter().all(|test| {
        bench
            .path()
            .join(test["file"].as_str().expect("a name"))
            .exists()
    }));
}

/// Runs symtool with a time limit that is long enough for the compilation of the program.
fn run_until(bench: &Bench, args: &[&str]) -> Run {
    bench.run_until(args, "the program is compiled", |run| {
        let text = "compilation exceeded the time limit";
        let is_compiled = !run.stderr.contains(text) && !run.stdout.contains(text);
        is_compiled.then(|| run.clone())
    })
}

#[test]
fn a_time_limit_ends_an_endless_run() {
    let bench = Bench::new();
    let run = run_until(
        &bench,
        &[&example("cfmse/toupper.c"), "-DSIZE=100", "--json"],
    );
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(json["verdict"], "incomplete");
    assert!(
        json["incomplete_reasons"][0]
            .as_str()
            .is_some_and(|text| text.contains("--max-time")),
        "{json}"
    );
}

#[test]
fn an_endless_loop_without_inputs_is_stopped_too() {
    let bench = Bench::new();
    let file = bench.file(
        "spin.c",
        "int main(void) { volatile int x = 0; for (;;) x++; }\n",
    );
    let run = run_until(&bench, &[&file]).expect_code(20);
    assert!(run.stdout.contains("INCOMPLETE"), "{}", run.stdout);
}

#[test]
fn an_interrupt_keeps_the_results() {
    let bench = Bench::new();
    let child = bench
        .command(&[
            &example("cfmse/toupper.c"),
            "-DSIZE=100",
            "--out",
            "o",
            "--json",
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("symtool starts");
    bench.wait_for_tests(1);
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(
        output.status.code(),
        Some(20),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let summary = bench.read("o/summary.json");
    assert!(summary.contains("interrupt"), "{summary}");
}

/// Checks that states which are live at an interrupt get test cases for the code that only they have covered.
#[test]
fn an_interrupt_keeps_the_coverage_of_live_states() {
    let bench = Bench::new();
    let text = "int nondet_int(void);\n\
        int main(void) {\n\
        \x20 if (nondet_int() == 7) return 1;\n\
        \x20 int n = 0;\n\
        \x20 for (;;) if (nondet_int() == 3) n = !n;\n\
        }\n";
    let file = bench.file("live.c", text);
    let child = bench
        .command(&[&file, "--search=bfs", "--out", "o", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("symtool starts");
    bench.wait_for_tests(1);
    signal(&child, "-INT");
    child.wait_with_output().expect("it ends");
    let summary: serde_json::Value =
        serde_json::from_str(&bench.read("o/summary.json")).expect("JSON");
    let coverage = &summary["coverage"];
    assert_eq!(coverage["branches_covered"], coverage["branches_total"]);
    let outcomes = summary["tests"].to_string();
    assert!(outcomes.contains("interrupt"), "{summary}");
}

/// Checks that the time limit stops a run within a query, which factors the product of two large primes. The undecided
/// path must not count as explored.
#[test]
fn a_time_limit_holds_within_a_query() {
    let bench = Bench::new();
    let file = bench.file(
        "factor.c",
        "#include <klee/klee.h>\nint main(void) { unsigned x, y; klee_make_symbolic(&x, 4, \"x\");\n\
         klee_make_symbolic(&y, 4, \"y\"); klee_assert((unsigned long)x * y != 1000000016000000063); return 0; }\n",
    );
    let args = [&file, "--verify", "--json", "--solver-timeout", "20m"];
    let run = run_until(&bench, &args);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(json["verdict"], "incomplete", "{json}");
    assert_eq!(json["paths"]["completed"], 0, "{json}");
    // If the run waited for the whole query, the reason would be the solver's time limit.
    let reasons = json["incomplete_reasons"].as_array().expect("a list");
    assert_eq!(reasons.len(), 1, "{json}");
    assert!(
        reasons[0]
            .as_str()
            .is_some_and(|text| text.contains("--max-time")),
        "{json}"
    );
}

#[test]
fn options_can_be_set_by_environment_variables() {
    let bench = Bench::new();
    let file = bench.file("ok.c", "int main(void) { return 0; }\n");
    let output = bench
        .command(&[&file])
        .env("SYMTOOL_QUIET", "1")
        .output()
        .expect("symtool starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        (output.status.code(), text.lines().count()),
        (Some(0), 1),
        "{text}"
    );
}

/// Checks that the temporary folder with the headers is removed if a signal terminates symtool during preprocessing.
/// In the test, the preprocessor blocks, because it reads a pipe without a writer.
#[test]
fn a_signal_while_preprocessing_leaves_no_folder_behind() {
    const O_NONBLOCK: i32 = 0o4000;
    for name in ["-INT", "-TERM", "-KILL"] {
        let bench = Bench::new();
        let (pipe, temporary) = (bench.path().join("pipe.h"), bench.path().join("tmp"));
        std::fs::create_dir(&temporary).expect("a folder");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        let file = bench.file("p.c", "#include \"pipe.h\"\n");
        let mut child = bench
            .command(&["check", &file])
            .env("TMPDIR", &temporary)
            .spawn()
            .expect("symtool starts");
        // Opening a pipe for writing succeeds only when the pipe has a reader.
        let mut options = std::fs::OpenOptions::new();
        options.write(true).custom_flags(O_NONBLOCK);
        let is_empty = || std::fs::read_dir(&temporary).expect("it is there").count() == 0;
        let reader = wait_for(|| options.open(&pipe).ok());
        assert!(!is_empty());
        signal(&child, name);
        child.wait().expect("it ends");
        wait_for(|| is_empty().then_some(()));
        drop(reader);
    }
}

/// Polls until `look` returns a result, for at most ten minutes.
fn wait_for<T>(look: impl Fn() -> Option<T>) -> T {
    for _ in 0..12_000 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no result within ten minutes");
}

/// Checks that the memory limit also stops a program whose memory use grows only when it writes to its blocks. If the
/// limit were checked only at allocations, this growth would not be noticed.
#[test]
fn the_memory_limit_ends_a_program_that_allocates_forever() {
    let bench = Bench::new();
    for body in ["malloc(1 << 20)", "memset(malloc(1 << 20), 1, 1 << 20)"] {
        let text = format!(
            "#include <stdlib.h>\n#include <string.h>\nint main(void) {{ for (;;) {body}; }}\n"
        );
        let file = bench.file("endless.c", text);
        let run = bench.run(&[&file, "--max-memory", "200M", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(json["verdict"], "incomplete", "{json}");
        let reason = json["incomplete_reasons"][0].as_str().unwrap_or_default();
        assert!(reason.contains("--max-memory"), "{json}");
        let peak = json["peak_memory_bytes"].as_u64().expect("a number");
        assert!(peak < 1 << 30, "{json}");
    }
}

/// Checks that the memory limit stops a recursion whose frames become large arrays. Each access at a symbolic offset
/// builds an array of 100,000 bytes in one step, so the limit must be checked after each of these steps.
#[test]
fn the_memory_limit_ends_a_recursion_with_large_arrays() {
    let bench = Bench::new();
    let file = bench.file(
        "frames.c",
        "int f(int a) { char b[100000]; b[a & 65535] = a; return f(a + 1) + b[a & 7]; }\n\
         int main(void) { return f(nondet_int()); }\n",
    );
    for mode in ["--plain", "--auto"] {
        let json = bench.json(&[&file, mode, "--max-memory", "400M"]);
        let reason = json["incomplete_reasons"][0].as_str().unwrap_or_default();
        assert!(reason.contains("--max-memory"), "{json}");
        let peak = json["peak_memory_bytes"].as_u64().expect("a number");
        assert!(peak < 1 << 30, "{json}");
    }
}

/// Checks that a query which does not fit under the memory limit makes the verdict incomplete, with a reason that names
/// the limit, and that the violation is found with a larger limit.
#[test]
fn a_query_that_does_not_fit_under_the_memory_limit_is_named() {
    let bench = Bench::new();
    let file = bench.file(
        "table.c",
        "#include <assert.h>\n\
         static unsigned char t[200000];\n\
         int main(void) {\n\
           for (unsigned i = 0; i < 200000; i++) t[i] = (i * 2654435761u) >> 24;\n\
           unsigned x = nondet_uint();\n\
           if (x < 200000) assert(!(t[x] == 7 && x > 199000));\n\
           return 0;\n\
         }\n",
    );
    for mode in ["--plain", "--cfmse"] {
        let json = bench.json(&[&file, mode, "--max-memory", "100M"]);
        assert_eq!(json["verdict"], "incomplete", "{json}");
        let reasons = json["incomplete_reasons"].as_array().expect("a list");
        let names_memory = |reason: &serde_json::Value| {
            let text = reason.as_str().unwrap_or_default();
            text.contains("solver queries needed more memory than --max-memory leaves")
        };
        assert!(reasons.iter().any(names_memory), "{json}");
        let json = bench.json(&[&file, mode, "--max-memory", "1G"]);
        assert_eq!(json["verdict"], "violation", "{json}");
    }
}

/// Checks that automatic mode stays close to the memory limit: engines end while others wait or work.
#[test]
fn engines_end_before_the_memory_limit() {
    let bench = Bench::new();
    let file = example("cdse/elevator_true.c");
    for threads in ["1", "2"] {
        let limits = ["--max-memory", "90M", "--max-instructions", "4000000"];
        let mut args = vec![&*file, "--auto", "--threads", threads];
        args.extend(limits);
        let json = bench.json(&args);
        assert_eq!(json["verdict"], "incomplete", "{json}");
        let engines = json["auto"]["engines"].as_array().expect("a list");
        let for_memory = |engine: &&serde_json::Value| {
            let reason = engine["reason"].as_str().unwrap_or_default();
            reason == "stopped by the memory limit (--max-memory)"
        };
        let ended = engines.iter().filter(for_memory).count();
        assert!(ended >= 2, "{json}");
        let peak = json["peak_memory_bytes"].as_u64().expect("a number");
        assert!(peak < 180 << 20, "{json}");
    }
}

/// Checks that a limit stops a long concrete prefix, the part of a run before the first input. The prefix is executed
/// as machine code, so the limits must be checked during its execution, too.
#[test]
fn a_long_prefix_ends_at_the_limits() {
    let bench = Bench::new();
    let file = bench.file(
        "spin.c",
        "unsigned t[256];\nint main(void) { for (unsigned h = 1;;) { h = h * 31 + 7; t[h & 255] += h; } }\n",
    );
    let limit = ["--max-instructions", "5000001"];
    let run = |when| bench.json(&[&file, "--native-prefix", when, limit[0], limit[1]]);
    let expected = run("off");
    assert_eq!(expected["verdict"], "incomplete");
    for when in ["auto", "always"] {
        let json = run(when);
        for key in ["verdict", "instructions", "incomplete_reasons", "coverage"] {
            assert_eq!(json[key], expected[key], "{when}: {key}");
        }
    }
    let run = run_until(&bench, &[&file, "--native-prefix", "always", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert!(
        json["incomplete_reasons"][0]
            .as_str()
            .is_some_and(|text| text.contains("--max-time")),
        "{json}"
    );
}

#[test]
fn memory_of_a_long_prefix_is_counted() {
    let bench = Bench::new();
    let file = bench.file(
        "grow.c",
        "#include <stdlib.h>\nstruct n { struct n *next; int v[10]; };\n\
         int main(void) { struct n *h = 0; for (;;) { struct n *p = malloc(sizeof *p); p->next = h; h = p; } }\n",
    );
    let args = ["--native-prefix", "always", "--max-memory", "200M"];
    let json = bench.json(&[&file, args[0], args[1], args[2], args[3]]);
    assert!(
        json["incomplete_reasons"][0]
            .as_str()
            .is_some_and(|text| text.contains("--max-memory")),
        "{json}"
    );
}

#[test]
fn an_interrupt_ends_a_long_prefix() {
    let bench = Bench::new();
    let file = bench.file(
        "spin.c",
        "int main(void) { volatile int x = 0; for (;;) x++; }\n",
    );
    let child = bench
        .command(&[&file, "--native-prefix", "always", "--out", "o"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("symtool starts");
    // symtool creates the output folder after it has installed its signal handler and compiled the program.
    while !bench.path().join("o").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("symtool ends");
    assert_eq!(output.status.code(), Some(20));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("stopped by an interrupt"), "{text}");
}
