//! The tests check that each dependency has the same cargo features for each selection of packages. Otherwise `cargo
//! test -p X` or `cargo run` would compile the dependency again.
use std::collections::BTreeSet;
use std::process::Command;

/// The kinds of dependencies that a build needs, and the kinds that tests need.
const BUILD: &str = "--edges=normal,build";
const TEST: &str = "--edges=normal,build,dev";

/// Returns the dependencies of the packages `selection` whose kinds are `edges`. Each entry is a dependency with its
/// features, as `cargo tree` prints it.
fn dependencies(edges: &str, selection: &[&str]) -> BTreeSet<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let tree = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["tree", "--offline", "--locked", edges])
        .args(["--prefix=none", "--no-dedupe", "--format={p} {f}"])
        .args(selection)
        .output()
        .expect("cargo runs");
    let message = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{message}");
    let text = String::from_utf8(tree.stdout).expect("cargo prints UTF-8");
    let is_foreign = |line: &&str| !line.contains(root);
    text.lines().filter(is_foreign).map(str::to_owned).collect()
}

/// Returns the names of the packages of the workspace.
fn members() -> Vec<String> {
    let own = include_str!("../Cargo.toml");
    let folders = own
        .lines()
        .skip_while(|line| *line != "members = [")
        .skip(1)
        .take_while(|line| *line != "]")
        .map(|line| line.trim().trim_end_matches(',').trim_matches('"'));
    let name = |folder: &str| format!("symtool-{}", folder.rsplit('/').next().unwrap_or(folder));
    let mut members: Vec<String> = folders.map(name).collect();
    members.push("symtool".to_owned());
    members
}

#[test]
fn the_tests_of_each_package_build_the_dependencies_of_the_workspace() {
    let workspace = dependencies(TEST, &["--workspace"]);
    for member in members() {
        let alone = dependencies(TEST, &["--package", &member]);
        let others: Vec<_> = alone.difference(&workspace).collect();
        assert!(
            others.is_empty(),
            "`cargo test -p {member}` builds dependencies with features of their own: {others:#?}\n\
             add the missing features to tools/features/Cargo.toml"
        );
    }
}

#[test]
fn the_programs_build_the_dependencies_of_the_workspace() {
    let workspace = dependencies(TEST, &["--workspace"]);
    for program in ["symtool", "symtool-conformance"] {
        let alone = dependencies(BUILD, &["--package", program]);
        let others: Vec<_> = alone.difference(&workspace).collect();
        assert!(
            others.is_empty(),
            "`cargo run -p {program}` builds dependencies with features of their own: {others:#?}\n\
             add the missing features to tools/features/Cargo.toml"
        );
    }
}
