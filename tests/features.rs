//! The tests check that each dependency has the same features for each selection of packages. Otherwise
//! `cargo test -p X` would compile the dependency again.
use std::collections::BTreeSet;
use std::process::Command;

/// Returns the dependencies of the packages `selection`. Each entry is a dependency with its features, as
/// `cargo tree` prints it.
fn dependencies(selection: &[&str]) -> BTreeSet<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let tree = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["tree", "--offline", "--locked", "--edges=normal,build,dev"])
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
fn each_package_builds_the_dependencies_of_the_workspace() {
    let workspace = dependencies(&["--workspace"]);
    for member in members() {
        let alone = dependencies(&["--package", &member]);
        let others: Vec<_> = alone.difference(&workspace).collect();
        assert!(
            others.is_empty(),
            "`cargo test -p {member}` builds dependencies with features of their own: {others:#?}\n\
             add the missing features to tools/features/Cargo.toml"
        );
    }
}
