//! Checks the file tests of the folder `snapshots` themselves. Each file must state the behavior that it tests
//! ([`behavior`]). The files together must use every part of symtool, such as every pass and every searcher
//! ([`coverage`]).
mod behavior;
mod coverage;

use std::path::{Path, PathBuf};

/// Appends the test files below a folder: the C and IR files with a snapshot beside them. (The folder also contains
/// snapshots that are not outputs of file tests.)
fn tests(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tests(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "snap") {
            let test = path.with_extension("");
            let is_test = test.extension().is_some_and(|e| e == "c" || e == "sir");
            found.extend(is_test.then_some(test));
        }
    }
}

#[test]
fn the_file_tests_state_their_behavior_and_use_every_part() {
    let mut files = Vec::new();
    tests(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots"),
        &mut files,
    );
    files.sort_unstable();
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let mut problems = behavior::problems(&files);
    problems.extend(coverage::problems(&files));
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
