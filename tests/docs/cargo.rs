//! The tests check that the packages and targets in the cargo commands of the documentation exist.
use crate::pages::{files, pages, root};
use std::path::PathBuf;

/// Returns the folder of the cargo package `name`; `None` if the repository has no such package.
fn package(name: &str) -> Option<PathBuf> {
    let line = format!("name = \"{name}\"");
    let manifests = files(&root(), &["toml"]);
    let manifests = manifests.iter().filter(|path| path.ends_with("Cargo.toml"));
    manifests
        .filter_map(|path| Some((path, std::fs::read_to_string(path).ok()?)))
        .find(|(_, text)| {
            let package = text.split("[package]").nth(1).unwrap_or_default();
            package.lines().any(|l| l == line)
        })
        .and_then(|(path, _)| Some(path.parent()?.to_owned()))
}

/// Returns whether a package has the target `name`. `folder` is the folder for this kind of target in the package,
/// such as `tests` for `--test`.
fn target(package: &std::path::Path, folder: &str, name: &str) -> bool {
    let folder = package.join(folder);
    folder.join(format!("{name}.rs")).exists() || folder.join(name).join("main.rs").exists()
}

/// Returns a description of the error in a cargo command; `None` if the command is correct.
fn mistake(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let value = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    let name = value("-p").unwrap_or("symtool");
    let Some(package) = package(name) else {
        return Some(format!("no package {name}"));
    };
    let kinds = [
        ("--test", "tests"),
        ("--bench", "benches"),
        ("--example", "examples"),
    ];
    for (option, folder) in kinds {
        for pair in words.windows(2).filter(|pair| pair[0] == option) {
            if !target(&package, folder, pair[1]) {
                return Some(format!("no {folder}/{} in {name}", pair[1]));
            }
        }
    }
    None
}

#[test]
fn cargo_commands_name_existing_targets() {
    let mut commands = 0;
    for page in pages() {
        let lines = page.code("sh").into_iter().chain(page.spans());
        for line in lines {
            for command in line.split(" && ").flat_map(|part| part.split("; ")) {
                let Some(start) = command.find("cargo ") else {
                    continue;
                };
                if ["cargo install", "cargo fuzz"]
                    .iter()
                    .any(|other| command[start..].starts_with(other))
                {
                    continue;
                }
                let found = mistake(&command[start..]);
                assert_eq!(found, None, "{}: {command}", page.name());
                commands += 1;
            }
        }
    }
    assert!(commands > 20, "{commands} commands");
}
