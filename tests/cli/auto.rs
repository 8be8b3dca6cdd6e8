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

#[test]
fn the_plan_is_explained_by_source_lines() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    let run = bench
        .run(&[&file, "-DSIZE=10", "--auto", "--verify", "--explain-plan"])
        .expect_code(0);
    let line = |word: &str| run.stdout.lines().find(|line| line.contains(word));
    let plan = line("plan: ").expect("a plan");
    assert!(plan.contains("melded 1 branch (line "), "{plan}");
    let source = "toupper.c:28:9\n    | if ((text[i] >= 'a') & (text[i] <= 'z'))\n    |     ^\n      melded: ";
    assert!(run.stdout.contains(source), "{}", run.stdout);
    let costs = line("estimates: meld* ").expect("the estimates of the branch");
    assert!(costs.contains(" (10 executions on a path, "), "{costs}");
    assert!(line("      measured: 10 dependent solver queries, cost ").is_some());
}

/// Checks the explanation of an operand that has no fork of its own. The two operands of `||` become one condition, so
/// the explanation of the second operand must name the first one.
#[test]
fn an_operand_without_a_fork_names_the_operand_of_its_condition() {
    let bench = Bench::new();
    let text = "#include <stdlib.h>\nint nondet_int(void);\n\
        static void f(int x, int y) {\n\
        \x20 if (x == 3 || y == 4)\n\
        \x20   return;\n\
        \x20 free(malloc(4));\n}\n\
        int main(void) { f(nondet_int(), nondet_int()); return 0; }\n";
    let file = bench.file("operands.c", text);
    let run = bench.run(&[&file, "--auto", "--explain-plan", "--engines", "melding"]);
    let joined = "operands.c:4:17\n    | if (x == 3 || y == 4)\n    |               ^\n\
        \x20     does not fork: it is one condition with the branch at column 7\n";
    assert!(run.stdout.contains(joined), "{}", run.stdout);
    let json = bench.json(&[&file, "--auto", "--explain-plan", "--engines", "melding"]);
    let branch = &json["auto"]["branches"][1];
    assert_eq!(branch["treatment"], "joined", "{json}");
    assert_eq!(branch["joined_with"], serde_json::json!([4, 7]));
}

/// Checks that a branch is reported with both costs if it is not melded because forking costs less. The division makes
/// the melded code large.
#[test]
fn a_branch_that_is_cheaper_to_fork_has_both_costs() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <klee/klee.h>\nint main(void) {\n  int n, x, y, z = 0;\n\
        \x20 klee_make_symbolic(&n, sizeof n, \"n\");\n  klee_make_symbolic(&x, sizeof x, \"x\");\n\
        \x20 klee_make_symbolic(&y, sizeof y, \"y\");\n  klee_assume(0 < x);\n  klee_assume(x < 9);\n\
        \x20 klee_assume(0 < y);\n  klee_assume(y < 9);\n  if (n > 0)\n    z = x * y / (x + y);\n\
        \x20 assert(z < 9);\n  assert(z >= 0);\n  return 0;\n}\n";
    let file = bench.file("division.c", text);
    let args = [&*file, "--auto", "--explain-plan", "--engines", "melding"];
    let json = bench.json(&args);
    let branches = json["auto"]["branches"].as_array().expect("branches");
    let of_fork = |it: &&serde_json::Value| it["reason"] == "forking costs less than melding";
    let branch = branches.iter().find(of_fork).expect("a branch");
    assert_eq!(branch["line"], 12, "{json}");
    let cost = |name: &str| branch["estimate"][name].as_f64().expect("a cost");
    assert!(cost("meld") > cost("fork"), "{branch}");
}

/// Checks the explanation of the second operand of a loop condition: it states why the loop is not melded.
#[test]
fn an_operand_of_a_loop_condition_has_the_reason_of_its_loop() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\nint main(void) {\n  int a[4], key;\n\
        \x20 klee_make_symbolic(a, sizeof a, \"a\");\n  klee_make_symbolic(&key, sizeof key, \"key\");\n\
        \x20 int j = 3;\n  while (j >= 0 && a[j] > key)\n    j--;\n  return j;\n}\n";
    let file = bench.file("loop.c", text);
    let run = bench.run(&[&file, "--auto", "--explain-plan", "--engines", "melding"]);
    let mut lines = run
        .stdout
        .lines()
        .skip_while(|line| !line.contains("loop.c:7:20"));
    let reason =
        lines.find(|line| line.contains("not melded: the condition of the loop contains a load"));
    assert!(reason.is_some(), "{}", run.stdout);
}

/// Checks the explanation of a condition that occurs twice. The conditions in lines 12 and 15 are equal, so they are
/// computed once. The second operand in line 15 must nevertheless name the first operand of line 15.
#[test]
fn an_operand_that_occurs_twice_names_the_operand_of_its_line() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <klee/klee.h>\nint main(void) {\n  char s[6];\n\
        \x20 klee_make_symbolic(s, sizeof s, \"s\");\n  s[5] = 0;\n  int st = 0, n = 0;\n\
        \x20 for (int i = 0; s[i] != 0; i++) {\n    char c = s[i];\n    if (st == 0) {\n\
        \x20     if (c == '-') { st = 1; }\n\
        \x20     else if (c >= '0' && c <= '9') { n = 1; st = 2; }\n      else st = 3;\n\
        \x20   } else {\n      if (c >= '0' && c <= '9') { n++; st = 2; }\n      else st = 3;\n    }\n\
        \x20   if (st == 3)\n      break;\n  }\n  if (st == 2)\n    assert(n >= 1);\n  return 0;\n}\n";
    let file = bench.file("twice.c", text);
    let run = bench.run(&[&file, "--auto", "--explain-plan", "--engines", "melding"]);
    assert!(
        !run.stdout.contains("one condition with the branch in line"),
        "{}",
        run.stdout
    );
    let joined = "does not fork: it is one condition with the branch at column ";
    assert_eq!(run.stdout.matches(joined).count(), 2, "{}", run.stdout);
}

/// Checks that a merge is counted if its states separated at no branch. A call through a symbolic pointer forks, and the
/// states are merged later.
#[test]
fn merges_that_belong_to_no_branch_are_counted() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        static int one(void) { return 1; }\n\
        static int two(void) { return 2; }\n\
        int main(void) {\n\
        \x20 int x = klee_int(\"x\");\n\
        \x20 int (*f)(void) = x > 3 ? one : two;\n\
        \x20 return f();\n}\n";
    let file = bench.file("pointer.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let counted = "  1 state merged whose paths separated at no branch of the list: 1 ";
    assert!(run.stdout.contains(counted), "{}", run.stdout);
}

/// Checks that each fork and each merge counts for one branch. The two sides of the branch in line 8 differ in a hot
/// variable, so they are merged only at the end of the program, although other states are merged where they meet.
#[test]
fn each_merge_counts_for_the_branch_at_which_its_states_separated() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        int main(void) {\n\
        \x20 int n = klee_int(\"n\"), t = klee_int(\"t\"), a[4], f = -1;\n\
        \x20 klee_make_symbolic(a, sizeof a, \"a\");\n\
        \x20 klee_assume(n >= 0 && n <= 4);\n\
        \x20 for (int j = 0;\n\
        \x20      j < n; j++)\n\
        \x20   if (a[j] == t) { f = j; break; }\n\
        \x20 if (f >= 0) klee_assert(a[f] == t);\n\
        \x20 return 0;\n}\n";
    let file = bench.file("find.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let merged = |place: &str| {
        let entry = run.stdout.split(place).nth(1).expect("an entry");
        let entry = entry.split("\n  /").next().expect("an entry");
        assert!(
            entry.contains("measured: 4 forks, 4 merged states, "),
            "{entry}"
        );
        let line = entry.lines().find(|line| line.starts_with("      merged"));
        line.expect("the treatment").to_owned()
    };
    assert!(merged("find.c:7:").starts_with("      merged at line 9: no variable"));
    let late = merged("find.c:8:");
    assert!(
        late.contains("merged at the end of the program: no variable "),
        "{late}"
    );
    assert!(
        late.ends_with(
            " at line 9 were not merged with each other directly: a hot variable has different constants (`f`)"
        ),
        "{late}"
    );
}

/// Checks that the report names the hot variable that prevents merging (many later queries depend on a hot variable).
/// The number of iterations of the first loop, `begin`, determines the number of iterations of the second loop.
#[test]
fn the_hot_variable_that_keeps_states_apart_is_named() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        int main(void) {\n\
        \x20 char text[6];\n\
        \x20 klee_make_symbolic(text, sizeof text, \"text\");\n\
        \x20 text[5] = 0;\n\
        \x20 int begin = 0, digits = 0;\n\
        \x20 while (text[begin] == ' ')\n\
        \x20   begin++;\n\
        \x20 while (text[begin + digits] && text[begin + digits] != ';')\n\
        \x20   digits++;\n\
        \x20 return digits;\n}\n";
    let file = bench.file("blanks.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let reason = "; some pairs of states that met at line 9 were not merged with each other directly: a hot variable has different constants \
        (`begin`)\n      not melded: the condition of the loop contains a load";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
}

/// Checks the lines where sides meet: the line of the code that both sides execute next, not the line of a jump to this
/// code. Such jumps end the inner `if` of an `else if`, and a `break`. A merge before such a jump belongs to the branch.
#[test]
fn sides_meet_after_the_jumps() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        static void call(void) {}\n\
        int main(void) {\n\
        \x20 int x = klee_int(\"x\"), t = 0;\n\
        \x20 if (x < 0) call();\n\
        \x20 else if (x < 100)\n\
        \x20   call();\n\
        \x20 t++;\n\
        \x20 for (int i = 0; i < 3; i++) {\n\
        \x20   call();\n\
        \x20   if (x == i)\n\
        \x20     break;\n\
        \x20 }\n\
        \x20 return t;\n}\n";
    let file = bench.file("jumps.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let met = |line: u32| {
        let text = format!("merged at line {line}: no variable");
        run.stdout.matches(&text).count()
    };
    assert_eq!((met(9), met(14)), (2, 1), "{}", run.stdout);
    let elsewhere = "whose paths separated at no branch of the list";
    assert!(!run.stdout.contains(elsewhere), "{}", run.stdout);
}

/// Checks the explanation of a condition that needs no query. Later queries depend on the merges after its loop; they do
/// not count for the condition, because it does not fork.
#[test]
fn queries_of_merges_do_not_count_for_a_condition_that_does_not_fork() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n\
        int nondet_int(void);\n\
        struct node { int v; struct node *next; };\n\
        static int sum(struct node *n) {\n\
        \x20 int s = 0;\n\
        \x20 while (n) {\n\
        \x20   if (n->v < 0) { n = n->next; continue; }\n\
        \x20   s += n->v & 7;\n\
        \x20   if (s > 10) goto out;\n\
        \x20   n = n->next;\n\
        \x20 }\n\
        out:\n\
        \x20 return s;\n}\n\
        int main(void) {\n\
        \x20 struct node n[3];\n\
        \x20 for (int i = 0; i < 3; i++) {\n\
        \x20   n[i].v = nondet_int();\n\
        \x20   n[i].next = i < 2 ? &n[i + 1] : 0;\n\
        \x20 }\n\
        \x20 int t = sum(n); assert(t != 13); return t;\n}\n";
    let file = bench.file("list.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let known = "| while (n) {\n    |        ^\n      does not fork: on each path, its condition is constant";
    assert!(run.stdout.contains(known), "{}", run.stdout);
}

/// Checks the explanation of a melded branch whose sides both return. Such sides meet only at the end of the function.
#[test]
fn melded_sides_that_return_are_explained() {
    let bench = Bench::new();
    let text = "int nondet_int(void);\n\
        int main(void) {\n\
        \x20 if (nondet_int() > 2)\n\
        \x20   return 3;\n\
        \x20 return 4;\n}\n";
    let file = bench.file("returns.c", text);
    let run = bench.run(&[&file, "--explain-plan"]);
    let reason =
        "(both sides return): both sides are computed without a fork; melding is estimated";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
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

/// Checks the reported treatment and costs of a melded branch, of merged branches, and of a branch that forks.
#[test]
fn each_branch_is_reported_with_its_estimates_and_its_measured_cost() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <stdlib.h>\n\
        int nondet_int(void);\n\
        int main(void) {\n\
        \x20 int x = nondet_int(), y = nondet_int(), z = 0;\n\
        \x20 if (x > 5) z = x;\n\
        \x20 assert(z != 3);\n\
        \x20 int *p = 0;\n\
        \x20 if (y == 7) { p = malloc(4); if (p == 0) return 1; *p = z; }\n\
        \x20 if (p) assert(*p == z);\n\
        \x20 free(p);\n\
        \x20 return 0;\n}\n";
    let file = bench.file("branches.c", text);
    let args = [&file, "--auto", "--explain-plan", "--engines", "melding"];
    let json = bench.json(&args);
    let branches = json["auto"]["branches"].as_array().expect("branches");
    let at = |line: u64| {
        let found = branches.iter().find(|it| it["line"] == line);
        found.unwrap_or_else(|| panic!("no branch in line {line}: {branches:#?}"))
    };
    let melded = at(6);
    assert_eq!(melded["treatment"], "melded");
    assert_eq!(melded["reason"], "if-then");
    assert!(melded["estimate"]["meld"].is_number(), "{melded}");
    assert!(
        melded["estimate"]["fork"].as_f64() > melded["estimate"]["meld"].as_f64(),
        "{melded}"
    );
    let forked = at(9);
    assert_eq!(forked["treatment"], "forked");
    assert_eq!(forked["measured"]["forks"], 1, "{forked}");
    assert!(forked["estimate"]["fork"].as_f64() > Some(0.0), "{forked}");
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
