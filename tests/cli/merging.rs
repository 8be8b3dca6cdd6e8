//! The tests check `--merge=dynamic` combined with searchers, in limited and in complete explorations.
use crate::harness::{Bench, example};
use serde_json::Value;

fn summary(program: &str, options: &[&str]) -> Value {
    let bench = Bench::new();
    let file = example(&format!("qce/{program}.c"));
    let mut args = vec![file.as_str(), "--no-progress", "--out", "o"];
    args.extend(["--sym-args", "0", "2", "2"]);
    args.extend(options);
    let run = bench.run(&args);
    let text = std::fs::read_to_string(bench.path().join("o/summary.json"));
    serde_json::from_str(&text.unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr)))
        .expect("a summary")
}

/// Checks that dynamic merging does not reduce the coverage of a run with an instruction limit. A
/// coverage-guided search takes precedence over merging as long as it finds new code.
#[test]
fn coverage_within_a_limit_is_the_same_with_merging() {
    for program in ["nice", "link", "join", "sleep"] {
        for limit in ["250", "1000", "4000"] {
            let run = |more: &[&str]| {
                let options = ["--search", "covnew", "--max-instructions", limit];
                let run = summary(program, &[&options, more].concat());
                run["coverage"]["lines_covered"].as_u64()
            };
            let (plain, merged) = (run(&[]), run(&["--merge=dynamic"]));
            assert!(merged >= plain, "{program} {limit}: {merged:?} {plain:?}");
        }
    }
}

/// Checks that dynamic merging leaves about as few states as static merging, with searches that are not guided
/// by coverage.
#[test]
fn dynamic_merging_leaves_few_states_with_any_search_order() {
    for program in ["sleep", "join", "echo"] {
        let explored = |options: &[&str]| {
            let run = summary(program, options);
            assert_eq!(run["verdict"], "verified", "{program} {options:?}");
            let paths = &run["paths"];
            paths["completed"].as_u64().unwrap() + paths["merged"].as_u64().unwrap()
        };
        let least = explored(&["--merge=static"]);
        for search in ["dfs", "bfs", "random-path"] {
            let states = explored(&["--merge=dynamic", "--search", search]);
            assert!(
                10 * states <= 11 * least,
                "{program} {search}: {states} {least}"
            );
        }
    }
}

/// Checks that the test cases of merged paths need at most two queries more than those of an exploration without
/// merging. A merged path has the known models of the paths that it represents, so its test case usually needs no
/// query.
#[test]
fn tests_of_merged_paths_need_no_more_queries_than_those_of_plain_paths() {
    let issued = |options: &[&str]| {
        let run = summary("sleep", options);
        assert!(run["tests"].as_array().unwrap().len() > 3);
        run["queries"]["solver"].as_u64().unwrap()
    };
    let (plain, merged) = (issued(&[]), issued(&["--merge=static"]));
    assert!(merged <= plain + 2, "{merged} {plain}");
}

/// Checks that some test case reaches each covered line. The input that first reaches a line may end in a known
/// failure or violate an assumption. Such an input gives no test case, so another path must give one.
#[test]
fn a_line_first_reached_by_an_input_that_ends_early_has_a_test() {
    let fails = "#include <klee/klee.h>\n
static char s[3];
int main(void)
{
    int i = 0, n = 0;
    klee_make_symbolic(s, sizeof s, \"s\");
    while (s[i] != 'b') {
        if (s[i] == 1)
            i += 1;
        else if (s[i] == 92)
            n++;
        i += 2;
    }
    return n;
}
";
    let assumes = "#include <klee/klee.h>\n
static int n;
static void f(char c)
{
    if (c == 'a')
        n = 1;
    else
        n = 2;
}
int main(void)
{
    char s[2];
    klee_make_symbolic(s, sizeof s, \"s\");
    f(s[0]);
    klee_assume(s[1] == 'x');
    return n;
}
";
    for policy in ["static", "dynamic", "pattern", "cfg"] {
        for (text, ends) in [
            (fails, ["exit 0", "exit 1"]),
            (assumes, ["exit 1", "exit 2"]),
        ] {
            let bench = Bench::new();
            let file = bench.file("p.c", text);
            let policy = format!("--merge={policy}");
            bench.run(&[&file, &policy, "--no-progress", "--out", "o"]);
            let summary = std::fs::read_to_string(bench.path().join("o/summary.json"));
            let summary: Value = serde_json::from_str(&summary.unwrap()).unwrap();
            let tests = summary["tests"].as_array().unwrap();
            for end in ends {
                let has = tests.iter().any(|test| test["kind"] == end);
                assert!(has, "{policy}: no test with {end} in {tests:?}\n{text}");
            }
        }
    }
}

/// Returns whether the program `WALK` reaches the call of `nothing` on the input `text`.
fn calls(text: &[u64]) -> bool {
    let mut at = 0;
    while at < 6 && !b"yz".map(u64::from).contains(&text[at]) {
        at += if text[at] == u64::from(b'e') { 2 } else { 1 };
        if at == 4 && text[at] == u64::from(b'q') {
            return true;
        }
    }
    false
}

/// A program whose call of `nothing` is reached by few inputs: the index `i` must be 4 at a character `q`.
const WALK: &str = "#include <klee/klee.h>
static char s[7];
static void nothing(void) {}
static int length(void)
{
    int i = 0;
    while (i < 6 && s[i] != 'z' && s[i] != 'y') {
        if (s[i] == 'e')
            i++;
        i++;
        if (i == 4 && s[i] == 'q')
            nothing();
    }
    return i;
}
int main(void)
{
    klee_make_symbolic(s, sizeof s, \"s\");
    return length();
}
";

/// Checks that a line has a test even if the state that reached the line first was dropped, because its path was merged
/// into another path.
#[test]
fn lines_first_reached_by_a_dropped_path_have_a_test() {
    let bench = Bench::new();
    let file = bench.file("p.c", WALK);
    bench.run(&[&file, "--merge=pattern", "--no-progress", "--out", "o"]);
    let tests = std::fs::read_dir(bench.path().join("o/tests")).expect("it is there");
    let texts = tests.filter_map(|file| {
        let path = file.ok()?.path();
        let is_json = path.extension().is_some_and(|end| end == "json");
        let text = is_json.then(|| std::fs::read_to_string(path).expect("a test"))?;
        let test: Value = serde_json::from_str(&text).expect("JSON");
        let bytes = test["inputs"][0]["bytes"].as_array().expect("bytes").iter();
        bytes.map(Value::as_u64).collect::<Option<Vec<u64>>>()
    });
    let texts: Vec<Vec<u64>> = texts.collect();
    assert!(texts.iter().any(|text| calls(text)), "{texts:?}");
}
