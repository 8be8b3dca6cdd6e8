//! Allowed dependencies between crates. Each crate may depend on the crates of its row and on no others of the workspace.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const ALLOWED: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("frontend", &["ir"]),
    ("passes", &["ir"]),
    ("passes/native", &["ir", "passes"]),
    ("symex/expr", &["ir"]),
    ("symex/solver", &["expr", "ir"]),
    ("symex/engine", &["expr", "ir", "passes", "solver"]),
    ("symex/cdse", &["engine", "expr", "ir", "passes", "solver"]),
    ("merge/meld", &["ir", "passes"]),
    (
        "merge/policies",
        &["engine", "expr", "ir", "passes", "solver"],
    ),
    ("tools/bench", &["cdse", "meld", "solver"]),
    (
        ".",
        &[
            "bench", "cdse", "engine", "expr", "frontend", "ir", "meld", "native", "passes",
            "policies", "solver",
        ],
    ),
    ("tools/conformance", &["frontend", "ir", "native", "passes"]),
    ("tools/testkit", &["engine", "expr", "ir"]),
];

/// Returns the workspace crates named in `[section]` of a manifest.
fn workspace_dependencies(folder: &str, section: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let header = format!("[{section}]");
    text.lines()
        .skip_while(|line| line.trim() != header)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.trim().strip_prefix("symtool-"))
        .map(|line| {
            line.split(['.', ' ', '='])
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

#[test]
fn crates_depend_only_on_what_the_map_allows() {
    for (folder, allowed) in ALLOWED {
        let allowed: BTreeSet<String> = allowed.iter().map(|&s| s.to_owned()).collect();
        let found = workspace_dependencies(folder, "dependencies");
        assert!(
            found.is_subset(&allowed),
            "{folder} depends on {:?}",
            found.difference(&allowed)
        );
    }
}

#[test]
fn every_workspace_member_is_in_the_map() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("Cargo.toml")).expect("the root manifest");
    let members = text
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("a list of members");
    let known: BTreeMap<&str, _> = ALLOWED.iter().copied().collect();
    for member in members.split('"').skip(1).step_by(2) {
        assert!(known.contains_key(member), "{member} is not in the map");
    }
}
