//! The tests check `--explain-plan`: the treatment of each branch, its reasons, and its estimated and measured costs.
use crate::harness::{Bench, example};

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

/// Checks that the merges of a branch are reported with it. The two sides of the branch in line 8 differ in a hot
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
            entry.contains("measured: 4 forks, 4 of them merged, "),
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
            "; some pairs of its states were kept apart: a hot variable has different constants: `f` (line 9), `j` (line 9)"
        ),
        "{late}"
    );
}

/// Checks that a fork counts as merged only if states of both its sides were merged. The search leaves three states that
/// allocate a block on one side of the branch in line 8. The merges on each side of this branch count for the search.
#[test]
fn merges_on_one_side_of_a_branch_do_not_count_for_it() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n#include <stdlib.h>\n\
        int main(void) {\n\
        \x20 int a[2], big = klee_int(\"big\"), pos = -1, *p = 0;\n\
        \x20 klee_make_symbolic(a, sizeof a, \"a\");\n\
        \x20 for (int i = 0; i < 2; i++)\n\
        \x20   if (a[i] == 7) { pos = i; break; }\n\
        \x20 if (big > 9) p = malloc(4);\n\
        \x20 if (pos >= 0) klee_assert(a[pos] == 7);\n\
        \x20 if (p) *p = pos;\n\
        \x20 return 0;\n}\n";
    let file = bench.file("search.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let entry = |place: &str| {
        let entry = run.stdout.split(place).nth(1).expect("an entry");
        entry.split("\n  /").next().expect("an entry").to_owned()
    };
    let search = entry("search.c:7:");
    assert!(
        search.contains("measured: 2 forks, 2 of them merged, "),
        "{search}"
    );
    let allocates = entry("search.c:8:");
    let forks = "forks: its states were not merged: ";
    assert!(allocates.contains(forks), "{allocates}");
    assert!(allocates.contains("measured: 3 forks, "), "{allocates}");
    let objects = "they have different objects: heap blocks or local variables in memory that only one of them has created or freed (";
    assert!(allocates.contains(objects), "{allocates}");
}

/// Checks the explanation of merges by patterns: each way of merging has its own lines and its own reason. A quantifier
/// describes the iterations of the first loop. The sides of the last branch have equal values.
#[test]
fn each_way_of_merging_has_its_lines_and_its_reason() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        int main(void) {\n\
        \x20 char s[6];\n\
        \x20 klee_make_symbolic(s, sizeof s, \"s\");\n\
        \x20 s[5] = 0;\n\
        \x20 int n = 0;\n\
        \x20 while (s[n] == 'a')\n\
        \x20   n++;\n\
        \x20 klee_assert(n < 6);\n\
        \x20 return 0;\n}\n";
    let file = bench.file("pattern.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "patterns"]);
    let quantified =
        "merged by patterns at line 9: states that differ in a number of repetitions became one";
    assert!(run.stdout.contains(quantified), "{}", run.stdout);
    let json = bench.json(&[&file, "--explain-plan", "--engines", "patterns"]);
    let branch = &json["auto"]["branches"][0];
    assert_eq!(
        branch["merged_at"],
        serde_json::json!({ "quantified": [9] }),
        "{json}"
    );
    assert_eq!(branch["treatment"], "pattern", "{json}");
}

/// Checks the text about a branch that a reason against melding names and that is not in the list, because its condition
/// does not depend on an input.
#[test]
fn a_branch_that_a_reason_names_is_in_the_list_or_explained() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n#include <stdlib.h>\n\
        int main(void) {\n\
        \x20 int x = klee_int(\"x\");\n\
        \x20 if (x > 9) {\n\
        \x20   int *p = malloc(4);\n\
        \x20   if (!p) return 1;\n\
        \x20   *p = x;\n\
        \x20   free(p);\n\
        \x20 }\n\
        \x20 return 0;\n}\n";
    let file = bench.file("unlisted.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    let note = "(line 7) that is not melded (the condition in line 7 does not depend on an input)";
    assert!(run.stdout.contains(note), "{}", run.stdout);
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
    let reason = "; some pairs of its states were kept apart: a hot variable has different constants: `begin` \
        (lines 9, 10)\n      not melded: the condition of the loop contains a load";
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
        "(both sides run to a return): its sides are computed without a fork; melding is estimated";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
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

/// Checks the reason why the other engines end if conflict-driven search finishes. They are stopped by symtool, not by an
/// interrupt of the user.
#[test]
fn engines_that_another_engine_stops_are_not_interrupted() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        int main(void) {\n\
        \x20 int x = klee_int(\"x\");\n\
        \x20 for (;;) {\n\
        \x20   if (x == 7) klee_assert(0);\n\
        \x20   x = x * 3 + klee_int(\"y\");\n\
        \x20 }\n}\n";
    let file = bench.file("endless.c", text);
    let run = bench.run(&[&file, "--explain-plan"]).expect_code(10);
    let stopped = "stopped, because engine conflicts finished";
    assert!(run.stdout.contains(stopped), "{}", run.stdout);
    assert!(!run.stdout.contains("interrupt"), "{}", run.stdout);
}

/// Checks a program without a branch on an input: the forks of calls through pointers, and the merges after them, are
/// listed nevertheless.
#[test]
fn forks_without_a_branch_are_listed() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n\
        static int one(int x) { return x + 1; }\n\
        static int two(int x) { return x * 2; }\n\
        static int (*table[2])(int) = {one, two};\n\
        int main(void) {\n\
        \x20 int x = klee_int(\"x\");\n\
        \x20 return table[x & 1](x) == 9;\n}\n";
    let file = bench.file("table.c", text);
    let run = bench.run(&[&file, "--explain-plan", "--engines", "melding"]);
    assert!(
        run.stdout.contains("  1 fork at no branch of the list "),
        "{}",
        run.stdout
    );
}
