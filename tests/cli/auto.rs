//! The tests check automatic mode (`--auto`). The failures equal those of path-by-path exploration. The results depend
//! neither on the number of threads nor on the run. No endless loop hides a failure.
use crate::harness::{Bench, example};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// An endless loop over inputs. The failure needs two iterations: one with x = 3 and a later one with x = 5, which
/// change `state` to 1 and then to 2.
const ENDLESS: &str = "#include <assert.h>\n\
    int nondet_int(void);\n\
    int main(void) {\n\
    \x20 int state = 0;\n\
    \x20 for (;;) {\n\
    \x20   int x = nondet_int();\n\
    \x20   if (x == 3 && state == 0) state = 1;\n\
    \x20   else if (x == 5 && state == 1) state = 2;\n\
    \x20   assert(state != BAD);\n\
    \x20 }\n}\n";

/// Returns the kind and source location of each failure in the JSON result of a run.
fn failures(json: &Value) -> BTreeSet<String> {
    let errors = json["errors"].as_array().expect("a list").iter();
    errors
        .map(|error| format!("{} {}:{}", error["kind"], error["file"], error["line"]))
        .collect()
}

/// Returns the JSON summary of a run without the values that differ between equal runs, such as times and memory.
fn without_times(mut json: Value) -> Value {
    for field in ["time_s", "peak_memory_bytes", "out"] {
        json[field] = Value::Null;
    }
    json["queries"]["solver_time_s"] = Value::Null;
    json["cfmse"]["time_ms"] = Value::Null;
    for link in json["queries"]["links"].as_array_mut().expect("a list") {
        link["time_s"] = Value::Null;
    }
    for engine in json["auto"]["engines"].as_array_mut().expect("a list") {
        engine["time_s"] = Value::Null;
    }
    json
}

/// Returns the names and contents of all test cases of the output folder `out`.
fn tests(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(out.join("tests")).expect("a folder of tests");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").display().to_string();
            (name, std::fs::read(&path).expect("a readable file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_failure_behind_an_endless_loop_is_found() {
    let bench = Bench::new();
    let file = bench.file("endless.c", ENDLESS);
    let run = bench
        .run(&[&file, "-DBAD=2", "--auto", "--verify"])
        .expect_code(10);
    assert!(run.stdout.contains("endless.c:9:"), "{}", run.stdout);
    assert!(run.stdout.contains("\nplan: "), "{}", run.stdout);
}

/// Checks the coverage by test cases that a run writes at its time limit. No path of this program ends, so each test
/// case comes from a live state: a state whose path has not ended.
#[test]
fn the_engine_that_runs_at_the_time_limit_covers_the_code_of_its_live_states() {
    let bench = Bench::new();
    let file = bench.file("endless.c", ENDLESS);
    let args = [
        &*file,
        "-DBAD=9",
        "--json",
        "--threads=1",
        "--engines=paths",
    ];
    bench.run_until(&args, "all branches are covered", |run| {
        let json: Value = serde_json::from_str(&run.stdout).ok()?;
        let coverage = &json["coverage"];
        (coverage["branches_covered"] == coverage["branches_total"]).then_some(())
    });
}

/// Checks that the work of solver queries counts when an engine uses up its turn. The melded loop of this program
/// never forks and executes few instructions, so only its queries can use up the turn. Otherwise the turn would not
/// end, and the other engines would starve.
#[test]
fn queries_of_an_endless_melded_loop_do_not_starve_the_other_engines() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n\
        int nondet_int(void);\n\
        int main(void) {\n\
        \x20 int st = 0;\n\
        \x20 for (;;) {\n\
        \x20   int x = nondet_int();\n\
        \x20   if (x == 1 && st < 9) st++;\n\
        \x20   else if (x == 2) st = 0;\n\
        \x20   assert(st < 12);\n\
        \x20 }\n}\n";
    let file = bench.file("melded.c", text);
    // With two threads, one engine may be ahead of the other when the time limit is reached. The test cases of its
    // live states must also count.
    for threads in ["1", "2"] {
        let args = [&*file, "--auto", "--json", "--threads", threads];
        bench.run_until(
            &args,
            "all engines run and all branches are covered",
            |run| {
                let json: Value = serde_json::from_str(&run.stdout).ok()?;
                let engines = json["auto"]["engines"].as_array()?;
                let reasons = json["incomplete_reasons"].to_string();
                assert!(!reasons.contains("interrupt"), "{reasons}");
                let is_starved = engines.iter().any(|engine| engine["turns"] == 0);
                let coverage = &json["coverage"];
                let is_covered = coverage["branches_covered"] == coverage["branches_total"];
                (!is_starved && is_covered).then_some(())
            },
        );
    }
}

#[test]
fn an_endless_program_without_failure_is_incomplete_at_the_time_limit() {
    let bench = Bench::new();
    let file = bench.file("endless.c", ENDLESS);
    let args = [&*file, "-DBAD=9", "--auto", "--json"];
    bench.run_until(&args, "the time limit ends the exploration", |run| {
        let json: Value = serde_json::from_str(&run.stdout).ok()?;
        assert_eq!(json["verdict"], "incomplete");
        let reasons = json["incomplete_reasons"].to_string();
        assert!(reasons.contains("time limit"), "{reasons}");
        Some(())
    });
}

#[test]
fn code_is_covered_although_nothing_can_fail() {
    let bench = Bench::new();
    let text = "int nondet_int(void);\n\
        int main(void) {\n\
        \x20 int n = 0;\n\
        \x20 for (;;) {\n\
        \x20   int x = nondet_int();\n\
        \x20   if (x == 3) n = 1;\n\
        \x20   else if (x == 5 && n == 1) n = 2;\n\
        \x20   else if (n == 2) n = 0;\n\
        \x20 }\n}\n";
    let file = bench.file("covered.c", text);
    let json = bench.json(&[&file, "--auto", "--max-time", "60s"]);
    assert_eq!(json["verdict"], "verified");
    let coverage = &json["coverage"];
    assert_eq!(
        coverage["branches_covered"], coverage["branches_total"],
        "{coverage}"
    );
}

#[test]
fn every_failure_of_the_examples_is_found() {
    let bench = Bench::new();
    for name in [
        "assertion",
        "heap_read",
        "use_after_free",
        "overlapping_copy",
    ] {
        let file = example(&format!("errors/{name}.c"));
        let plain = bench.json(&[&file]);
        let auto = bench.json(&[&file, "--auto"]);
        assert_eq!(auto["verdict"], "violation", "{name}");
        assert_eq!(failures(&auto), failures(&plain), "{name}");
    }
}

#[test]
fn threads_and_repetition_do_not_change_the_result() {
    let bench = Bench::new();
    let programs: [&[&str]; 3] = [
        &["cfmse/toupper.c", "-DSIZE=5"],
        &["cdse/handshake_false.c"],
        &["patterns/csv.c"],
    ];
    for program in programs {
        let file = example(program[0]);
        let run = |threads: &str, out: &str| {
            let mut args = vec![file.as_str(), "--auto", "--threads", threads, "--out", out];
            args.extend(&program[1..]);
            let json = bench.json(&args);
            (without_times(json), tests(&bench.path().join(out)))
        };
        let name = program[0].replace('/', "-");
        let first = run("1", &format!("{name}-1"));
        assert!(!first.1.is_empty(), "{name}");
        for (at, threads) in ["1", "2", "4"].into_iter().enumerate() {
            let (json, found) = run(threads, &format!("{name}-again-{at}"));
            assert_eq!(found, first.1, "{name} with {threads} threads");
            for field in ["verdict", "auto", "paths", "coverage", "incomplete_reasons"] {
                assert_eq!(
                    json[field], first.0[field],
                    "{name} {field}, {threads} threads"
                );
            }
            assert_eq!(failures(&json), failures(&first.0), "{name}");
        }
    }
}

/// Checks that the turns of the engines do not depend on the number of threads. While one engine has a long turn, other
/// threads begin the remaining turns of the round. They must not begin a turn that a run with one thread would not
/// begin.
#[test]
fn turns_beside_a_long_one_do_not_depend_on_the_threads() {
    let bench = Bench::new();
    for (name, size) in [("cdse/dhcp_false.c", "10"), ("patterns/tokens.c", "10")] {
        let (file, size) = (example(name), format!("-DSIZE={size}"));
        let run = |threads: &str| {
            let args = [&*file, "--auto", "--verify", "--unwind", "10", &size];
            let json = bench.json(&[&args[..], &["--threads", threads]].concat());
            without_times(json)["auto"].clone()
        };
        let one = run("1");
        let engines = one["engines"].as_array().expect("a list");
        let turns = engines.iter().filter_map(|engine| engine["turns"].as_u64());
        assert!(turns.max() >= Some(3), "{name} has a long turn: {one}");
        for threads in ["2", "3"] {
            assert_eq!(run(threads), one, "{name} with {threads} threads");
        }
    }
}

/// Checks that a program without inputs ends with the first engine, although the engine is incomplete. Conflict-driven
/// search needs over 20 s for this program.
#[test]
fn the_only_path_of_a_program_is_executed_by_one_engine() {
    let bench = Bench::new();
    let text = "#include <stdio.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
        int main(void) {\n\
        \x20 char name[16];\n\
        \x20 for (int i = 0; i < 30; i++) {\n\
        \x20   snprintf(name, sizeof name, \"f%d\", i);\n\
        \x20   mkdir(name, 0700);\n\
        \x20   rmdir(name);\n\
        \x20 }\n\
        \x20 return chmod(\"/\", 0777);\n}\n";
    let file = bench.file("concrete.c", text);
    for threads in ["1", "2"] {
        let json = bench.json(&[&file, "--auto", "--threads", threads]);
        assert_eq!(json["verdict"], "incomplete", "{json}");
        let engines = json["auto"]["engines"].as_array().expect("a list");
        let turns = engines.iter().filter_map(|engine| engine["turns"].as_u64());
        assert_eq!(turns.sum::<u64>(), 1, "{json}");
    }
}

/// Checks when the engine `coverage` runs. It begins when the other engines have ended, unless one of them explores
/// path by path.
#[test]
fn the_engine_that_covers_code_begins_when_the_others_have_ended() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <fcntl.h>\n#include <unistd.h>\n\
        int main(void) {\n\
        \x20 unsigned char byte;\n\
        \x20 read(open(\"/dev/urandom\", O_RDONLY), &byte, 1);\n\
        \x20 assert(byte != 200);\n\
        \x20 return 0;\n}\n";
    let file = bench.file("device.c", text);
    let run = |engines: &str| {
        let json = bench.json(&[&file, "--engines", engines]);
        let shares = json["auto"]["engines"].as_array().expect("engines").clone();
        let names = shares.iter().map(|it| it["name"].to_string());
        (json["verdict"].to_string(), names.collect::<Vec<_>>())
    };
    let (verdict, engines) = run("conflicts,coverage");
    assert_eq!(verdict, "\"violation\"");
    assert_eq!(engines, ["\"conflicts\"", "\"coverage\""]);
    let (_, engines) = run("paths,coverage");
    assert_eq!(engines, ["\"paths\""]);
}

/// Checks that an input becomes a test case if it fails like a recorded input, but covers other code. Without this test
/// case, no test would cover that code.
#[test]
fn code_that_only_further_failing_inputs_cover_has_a_test() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n\
        int nondet_int(void);\n\
        int main(void) {\n\
        \x20 int x = nondet_int(), n = 0;\n\
        \x20 switch (x) {\n\
        \x20 case 1: n = 5; break;\n\
        \x20 case 2: n = 6; break;\n\
        \x20 default: n = 7;\n\
        \x20 }\n\
        \x20 assert(n == 0);\n\
        \x20 return 0;\n}\n";
    let file = bench.file("fails.c", text);
    for engines in ["paths", "melding", "paths,melding"] {
        let json = bench.json(&[&file, "--engines", engines]);
        assert_eq!(json["errors"].as_array().map(Vec::len), Some(1), "{json}");
        let tests = json["tests"].as_array().expect("tests");
        let kinds = tests.iter().map(|it| it["kind"].as_str());
        assert!(kinds.clone().all(|it| it == Some("assert")), "{json}");
        let covered = &json["coverage"]["branches_covered"];
        assert_eq!(covered, 3, "{engines}: {json}");
        assert_eq!(tests.len(), 2, "{engines}: {json}");
    }
}

/// Checks that a run with `--verify`, which wants only a verdict, does not search for new code.
#[test]
fn the_options_of_the_engine_paths_depend_on_the_wanted_result() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    for (options, searcher) in [
        (&[][..], "--search=fair-covnew"),
        (&["--verify"], "--search=fair"),
    ] {
        let args = [&[&*file, "-DSIZE=2", "--engines=paths"][..], options].concat();
        let json = bench.json(&args);
        assert_eq!(json["auto"]["engines"][0]["options"], searcher);
    }
}

/// Checks when the engine `revised` starts. This engine avoids the expensive melds of the engine `melding`. In the
/// first program, the melded branch is expensive, because queries about products depend on it. In the second program,
/// no meld is expensive, so `revised` does not start.
#[test]
fn an_expensive_meld_is_revised() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n\
        unsigned char nondet_uchar(void);\n\
        int main(void) {\n\
        \x20 for (int i = 0; i < 6; i++) {\n\
        \x20   unsigned char a = nondet_uchar(), b = nondet_uchar(), c = nondet_uchar();\n\
        \x20   unsigned char x = a;\n\
        \x20   if (c > 5) x = a * b;\n\
        \x20   assert((unsigned char)(x * b * c) == (unsigned char)(x * (b * c)));\n\
        \x20 }\n\
        \x20 return 0;\n}\n";
    let file = bench.file("products.c", text);
    let engines = |file: &str| {
        let json = bench.json(&[file, "--auto", "--verify", "--engines", "melding,revised"]);
        assert_eq!(json["verdict"], "verified");
        let engines = json["auto"]["engines"].as_array().expect("engines").iter();
        let names = engines.map(|it| it["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(engines(&file), ["melding", "revised"]);
    assert_eq!(engines(&example("cfmse/toupper.c")), ["melding"]);
}

#[test]
fn a_fixed_mode_cannot_be_combined_with_automatic_mode() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    for fixed in [
        "--plain",
        "--cfmse",
        "--cdse",
        "--merge=static",
        "--search=bfs",
    ] {
        for automatic in ["--auto", "--explain-plan", "--engines=paths"] {
            let run = bench.run(&[&file, automatic, fixed]).expect_code(2);
            assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
        }
    }
}
