//! `--merge=dynamic` over searches: within limits and to the end.
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

/// A search that looks for new code has its way as long as it finds some, so merging does not take from it what a limit leaves.
#[test]
fn what_a_search_covers_within_a_limit_is_covered_with_merging() {
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

/// A search that only orders paths leaves as few states as the order in which most meet.
#[test]
fn few_states_are_left_whatever_the_order() {
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

/// The inputs of a merged path's tests are known from before its parts were joined.
#[test]
fn tests_of_merged_paths_ask_no_more_than_those_of_plain_ones() {
    let asked = |options: &[&str]| {
        let run = summary("sleep", options);
        assert!(run["tests"].as_array().unwrap().len() > 3);
        run["queries"]["solver"].as_u64().unwrap()
    };
    let (plain, merged) = (asked(&[]), asked(&["--merge=static"]));
    assert!(merged <= plain + 2, "{merged} {plain}");
}
