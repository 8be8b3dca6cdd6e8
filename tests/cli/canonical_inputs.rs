//! The tests check that test inputs are canonical. They must depend neither on the links (techniques) of the solver
//! chain that answer the queries, nor on the number of threads.
use crate::harness::{Bench, example};
use std::path::Path;
use symtool_solver::{LINKS, Owner};

/// Returns the contents of all test files of a run, sorted. The file names are ignored, because the numbers of
/// tests depend on the order of paths, and therefore on threads.
fn tests(file: &str, size: u32, option: &str) -> Vec<Vec<u8>> {
    let bench = Bench::new();
    let size = format!("-DSIZE={size}");
    let mut args = vec![
        file,
        &size,
        "--no-progress",
        "--canonical-inputs",
        "--out",
        "o",
    ];
    args.extend(option.split_whitespace());
    let run = bench.run(&args);
    assert!(matches!(run.code, 0 | 10), "{args:?}: {}", run.stderr);
    let files = std::fs::read_dir(bench.path().join("o/tests")).expect("a folder");
    let contents = files.map(|file| std::fs::read(file.expect("a file").path()).expect("a file"));
    let mut contents: Vec<Vec<u8>> = contents.collect();
    contents.sort_unstable();
    contents
}

/// Checks that a program has the same tests if any one link of `links` is off, and with two threads.
fn compare(file: &str, size: u32, links: &[&str]) {
    let expected = tests(file, size, "");
    let without = links.iter().map(|link| format!("--links=-{link}"));
    for option in without.chain(["--threads 2".to_owned()]) {
        let equal = tests(file, size, &option) == expected;
        assert!(
            equal,
            "{file} with SIZE={size} and {option} has other tests"
        );
    }
}

#[test]
fn test_inputs_do_not_depend_on_links_or_threads() {
    let links = ["independence", "cache", "counterexamples", "short-repair"];
    compare(&example("cfmse/prim.c"), 3, &links);
    compare(&example("patterns/digits.c"), 3, &links);
}

#[test]
#[ignore = "forty programs and all links take minutes"]
fn test_inputs_of_forty_programs_do_not_depend_on_links_or_threads() {
    let links = LINKS.iter().filter(|link| link.owner != Owner::Process);
    let links: Vec<&str> = links.map(|link| link.name).collect();
    let mut compared = 0;
    for folder in ["arrays", "cfmse", "env", "patterns"] {
        for entry in std::fs::read_dir(example(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "c") {
                compare(&path.display().to_string(), size_of(&path), &links);
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}

/// Returns a value of the macro `SIZE` with which the exploration of `program` ends within seconds.
fn size_of(program: &Path) -> u32 {
    let name = program.file_stem().unwrap_or_default();
    if name == "detect_edges" || name == "floyd_warshall" {
        2
    } else {
        3
    }
}
