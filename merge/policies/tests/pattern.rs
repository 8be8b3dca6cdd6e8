//! The tests check pattern-based merging: the merged states of loops are proved by a solver and compared with concrete
//! runs on all inputs.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use symtool_engine::Config;
use symtool_engine::merging::Merging;
use symtool_engine::search::SEARCHERS;
use symtool_ir::Inputs;
use symtool_policies::Options;
use symtool_policies::pattern::{Journal, PatternOptions};
use symtool_testkit::replay::{End, Explored, explored_with, program, replay};

/// Explores a program by a merge policy. Checks that a solver proves each merged state equivalent to the ordinary join.
/// Returns the run and the log text of each merge.
fn explored(text: &str, policy: &str, incremental: bool) -> (Explored, Vec<String>) {
    let journal: Journal = Arc::new(Mutex::new(Vec::new()));
    let options = Options {
        pattern: PatternOptions {
            check: true,
            incremental,
            journal: Some(Arc::clone(&journal)),
            ..PatternOptions::default()
        },
        ..Options::default()
    };
    let policy = symtool_policies::policy(policy).expect("the policy exists");
    let config = Config::default().max_ite_cells(1).merging(Some(Merging {
        plan: symtool_policies::plan(policy, options),
        all_paths: true,
    }));
    let run = explored_with(text, &config);
    assert!(run.reasons().is_empty(), "{:?}\n{text}", run.reasons());
    assert!(run.spurious.is_empty(), "{:?}\n{text}", run.spurious);
    assert_eq!(counted(&run, "without a proof"), 0, "{text}");
    let journal = journal.lock().expect("nobody panicked");
    let journal = journal.iter().map(|text| plain(text)).collect();
    (run, journal)
}

/// Removes the list of symbolic inputs from the log text of a merge, and normalizes names.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("(read [") {
        let end = rest[start..].find("] (").expect("an index follows") + start;
        out += &rest[..start];
        out += "(read s ";
        rest = &rest[end + 2..];
    }
    let text = out + rest;
    // The names of shared subexpressions contain arbitrary numbers, which are removed.
    let mut parts = text.split('#');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "#" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

fn counted(run: &Explored, what: &str) -> u64 {
    let mut lines = run.exploration.merging.iter();
    let line = lines.find(|(text, _)| text.contains(what));
    line.unwrap_or_else(|| panic!("no line of {what}")).1
}

/// Returns a program with `function` and a `main` that creates `bound` symbolic bytes `%s` and continues with the
/// code `then`.
fn of_text(bound: u32, function: &str, then: &str) -> String {
    format!(
        r#"global const @name, size 2, align 1, bytes "s\0"

{function}
func @main() -> i32 {{
  slot $s, size {bound}, align 1
entry:
  %s = stack_addr $s
  %name = global_addr @name
  intrinsic make_symbolic(%s, {bound}, %name)
{then}
}}
"#
    )
}

/// Returns the function of Figure 1 in Trabish et al. (ESEC/FSE 2023): it computes the length of the longest prefix of
/// `n <= bound` bytes that consists of `chars`. `after` is the code that uses the length.
fn memspn(bound: u32, chars: &str, after: &str) -> String {
    let size = chars.len() + 1;
    let chars = format!("global const @chars, size {size}, align 1, bytes \"{chars}\\0\"\n");
    let then = format!(
        "  %n = intrinsic symbolic i8 \"n\"
  %small = ule i8 %n, {bound}
  intrinsic assume(%small)
  %wide = zext i8 %n to i64
  %chars = global_addr @chars
  %count = call @memspn(%s, %wide, %chars)
{after}"
    );
    of_text(bound, &(chars + MEMSPN), &then)
}

const MEMSPN: &str = "
func @memspn(%s: ptr, %n: i64, %chars: ptr) -> i32 {
entry:
  jump head(%chars, 0)
head(%p: ptr, %count: i32):
  %char = load i8 %p
  %more = ne i8 %char, 0
  branch %more, rest, end
rest:
  %at = sext i32 %count to i64
  %inside = ult i64 %at, %n
  branch %inside, body, end
body:
  %place = ptr_add %s, %at
  %byte = load i8 %place
  %same = eq i8 %byte, %char
  branch %same, yes, no
yes:
  %next = add i32 %count, 1
  jump head(%chars, %next)
no:
  %q = ptr_add %p, 1
  jump head(%q, %count)
end:
  return %count
}
";

#[test]
fn memspn_has_the_two_merged_states_of_table_1() {
    let (run, journal) = explored(&memspn(3, "a", "  return %count"), "pattern", true);
    let paths = &run.exploration.stats.paths;
    assert_eq!(journal, TABLE_1);
    // Both merged states have the same count and the same live store, so they are joined at the exit of the function.
    assert_eq!((paths.completed, paths.multiplicity), (1, 7));
}

const TABLE_1: [&str; 2] = [
    "counts:   [0, 1, 2, 3]
first:    true
repeated: (ule i[0] n[0]) and (eq (read s (add w64 (zext w64 i[0]) 18446744073709551615)) 97)
last:     (ult n[0] (add w8 i[0] 1))
path:     (ult n[0] 4)
path:     (ult k[0] 4)
path:     (forall i 1..=3 (ule i k[0]) (and (ule i[0] n[0]) (eq (read s (add w64 (zext w64 i[0]) 18446744073709551615)) 97)))
path:     (ult n[0] (add w8 k[0] 1))
value:    r6 = (zext w32 k[0])
",
    "counts:   [0, 1, 2]
first:    true
repeated: (ule i[0] n[0]) and (eq (read s (add w64 (zext w64 i[0]) 18446744073709551615)) 97)
last:     (ule (add w8 i[0] 1) n[0]) and (ne (read s (zext w64 i[0])) 97)
path:     (ult n[0] 4)
path:     (ult k[0] 3)
path:     (forall i 1..=3 (ule i k[0]) (and (ule i[0] n[0]) (eq (read s (add w64 (zext w64 i[0]) 18446744073709551615)) 97)))
path:     (ule (add w8 k[0] 1) n[0])
path:     (ne (read s (zext w64 k[0])) 97)
value:    r6 = (zext w32 k[0])
",
];

#[test]
fn memspn_with_two_characters_has_the_tree_of_figure_3() {
    let (run, journal) = explored(&memspn(3, "ab", "  return %count"), "pattern", true);
    assert_eq!(run.exploration.stats.paths.completed, 1);
    // Each of the three bytes may be either character. For each byte, the paths of both characters are joined, which
    // gives three joins. The fourth join is in the region of the function: it joins the two merged states of the loop.
    assert_eq!(counted(&run, "joined during"), 4);
    assert_eq!(journal, FIGURE_3);
    let (_, apart) = explored(&memspn(3, "ab", "  return %count"), "pattern", false);
    assert!(apart.len() < journal.len() || apart != journal, "{apart:?}");
}

const FIGURE_3: [&str; 2] = [
    "counts:   [0, 1, 2, 3]
first:    true
repeated: (ule i[0] n[0]) and # = (read s (add w64 (zext w64 i[0]) 18446744073709551615))
(not (and (ne # 97) (ne # 98)))
last:     (ult n[0] (add w8 i[0] 1))
path:     (ult n[0] 4)
path:     (ult k[0] 4)
path:     # = (read s (add w64 (zext w64 i[0]) 18446744073709551615))
(forall i 1..=3 (ule i k[0]) (and (ule i[0] n[0]) (not (and (ne # 97) (ne # 98)))))
path:     (ult n[0] (add w8 k[0] 1))
value:    r6 = (zext w32 k[0])
",
    "counts:   [0, 1, 2]
first:    true
repeated: (ule i[0] n[0]) and # = (read s (add w64 (zext w64 i[0]) 18446744073709551615))
(not (and (ne # 97) (ne # 98)))
last:     (ule (add w8 i[0] 1) n[0]) and (ne (read s (zext w64 i[0])) 97) and (ne (read s (zext w64 i[0])) 98)
path:     (ult n[0] 4)
path:     (ult k[0] 3)
path:     # = (read s (add w64 (zext w64 i[0]) 18446744073709551615))
(forall i 1..=3 (ule i k[0]) (and (ule i[0] n[0]) (not (and (ne # 97) (ne # 98)))))
path:     (ule (add w8 k[0] 1) n[0])
path:     (ne (read s (zext w64 k[0])) 97)
path:     (ne (read s (zext w64 k[0])) 98)
value:    r6 = (zext w32 k[0])
",
];

/// Checks that the conditions of the merged states for 5 and for 9 symbolic bytes differ in constants only. The reason
/// is that a merged state has one quantifier for all repetitions.
#[test]
fn the_encoding_does_not_grow_with_the_bound() {
    let twice = "  %skip = sext i32 %count to i64
  %rest = ptr_add %s, %skip
  %left = sub i64 %wide, %skip
  %more = call @memspn(%rest, %left, %chars)
  return %more";
    let shape = |bound: u32| {
        let (_, journal) = explored(&memspn(bound, "a", twice), "pattern", true);
        let mut lines = BTreeSet::new();
        for line in journal.iter().flat_map(|text| text.lines()) {
            if !line.starts_with("counts") {
                lines.insert(line.replace(|c: char| c.is_ascii_digit(), ""));
            }
        }
        lines
    };
    assert_eq!(shape(5), shape(9));
}

/// Returns a program that scans `bound` bytes of a string up to a 0 or a quote; an escape character also skips the
/// next byte.
fn quoted(bound: u32) -> String {
    let function = format!(
        "func @end(%s: ptr) -> i64 {{
entry:
  jump head(i64 0)
head(%at: i64):
  %inside = ult i64 %at, {bound}
  branch %inside, body, end
body:
  %place = ptr_add %s, %at
  %byte = load i8 %place
  %more = ne i8 %byte, 0
  branch %more, middle, end
middle:
  %other = ne i8 %byte, 34
  branch %other, char, end
char:
  %escapes = eq i8 %byte, 92
  branch %escapes, two, one
one:
  %next = add i64 %at, 1
  jump head(%next)
two:
  %after = add i64 %at, 2
  jump head(%after)
end:
  return %at
}}
"
    );
    let then = "  %at = call @end(%s)
  %result = trunc i64 %at to i32
  return %result";
    of_text(bound, &function, then)
}

/// Checks incremental merging of iterations of different lengths. One path has one iteration that reads two bytes; a
/// second path has two iterations that read one byte each. Both paths reach the same position and are joined there,
/// although each of them has forked since they separated. Each path counts once in the multiplicity.
#[test]
fn iterations_of_different_lengths_meet() {
    let plain = |bound: u32| {
        let run = explored_with(&quoted(bound), &Config::default());
        u128::from(run.exploration.stats.paths.completed)
    };
    let mut forks = Vec::new();
    for bound in [5, 8, 11] {
        let (run, _) = explored(&quoted(bound), "pattern", true);
        let stats = &run.exploration.stats;
        assert_eq!(stats.paths.multiplicity, plain(bound), "{bound}");
        assert!(stats.paths.completed <= 4, "{}", stats.paths.completed);
        forks.push(stats.paths.forks);
    }
    // From 5 to 8 bytes, and from 8 to 11 bytes, the same number of forks is added. Without the joins, the number of
    // forks would grow exponentially.
    assert_eq!(forks[2] - forks[1], forks[1] - forks[0], "{forks:?}");
}

/// Asserts that the explored paths have the outcomes of the concrete runs on all pairs of `values` for the input
/// bytes `x` and `y`.
fn same_ends(text: &str, values: &[u8], policy: &str) -> Explored {
    let (module, entry) = program(text);
    let mut expected: BTreeSet<End> = BTreeSet::new();
    for &x in values {
        for &y in values {
            let mut inputs = Inputs::default();
            inputs.push("x", vec![x]);
            inputs.push("y", vec![y]);
            let run = replay(&module, entry, &Config::default(), &inputs);
            expected.insert(symtool_testkit::replay::end_of(&run.outcome));
        }
    }
    let (run, _) = explored(text, policy, true);
    let found: BTreeSet<End> = run.paths.iter().map(|(_, end)| end.clone()).collect();
    assert_eq!(found, expected, "{policy}: {text}");
    run
}

/// Returns a program with a loop in which the counter `%i` runs from 0 up to the input `x`, in increments of `step`.
/// `body` computes `%added`, the value of `%total` in the next iteration.
fn counting(step: &str, body: &str) -> String {
    format!(
        "func @main() -> i32 {{
  slot $sum \"sum\", size 4, align 4
entry:
  %x = intrinsic symbolic i8 \"x\"
  %y = intrinsic symbolic i8 \"y\"
  %small = ule i8 %x, 20
  intrinsic assume(%small)
  %sum = stack_addr $sum
  store i32 5, %sum
  jump head(i8 0, i32 0)
head(%i: i8, %total: i32):
  %more = ult %i, %x
  branch %more, body, done
body:
{body}
  %next = add %i, {step}
  jump head(%next, %added)
done:
  %old = load i32 %sum
  %r = add %total, %old
  %over = ult %r, 40
  branch %over, few, many
few:
  return %r
many:
  %wrong = ne %r, 45
  check assert, %wrong
  return 100
}}
"
    )
}

#[test]
fn linear_values_become_expressions_over_the_count() {
    let body = "  %added = add %total, 3\n  %old1 = load i32 %sum\n  %new1 = add %old1, 1\n  store %new1, %sum";
    let values: Vec<u8> = (0..=20).collect();
    for step in ["1", "2", "3"] {
        let run = same_ends(&counting(step, body), &values, "pattern");
        assert_eq!(counted(&run, "states merged by patterns"), 1);
        same_ends(&counting(step, body), &values, "cfg");
    }
}

#[test]
fn values_without_a_linear_form_become_ite_chains() {
    let body = "  %twice = add %total, %total\n  %added = add %twice, 1";
    let values: Vec<u8> = (0..=20).collect();
    let run = same_ends(&counting("1", body), &values, "pattern");
    assert_eq!(counted(&run, "states merged by patterns"), 1);
}

#[test]
fn a_path_that_fails_in_a_loop_is_not_a_leaf() {
    let body = "  %added = add %total, 1\n  %fine = ne %added, 7\n  check assert, %fine";
    let values: Vec<u8> = (0..=20).collect();
    let run = same_ends(&counting("1", body), &values, "pattern");
    assert_eq!(run.exploration.bugs.len(), 1);
}

#[test]
fn pattern_merging_works_with_every_search() {
    let text = memspn(4, "ab", "  return %count");
    for search in &SEARCHERS {
        let policy = symtool_policies::policy("pattern").expect("the policy exists");
        let config = Config::default()
            .search(search)
            .max_ite_cells(1)
            .merging(Some(Merging {
                plan: symtool_policies::plan(policy, Options::default()),
                all_paths: false,
            }));
        let run = explored_with(&text, &config);
        assert_eq!(run.exploration.stats.paths.completed, 1, "{}", search.name);
    }
}
