//! The tests check the dependencies between the crates of the workspace. Each crate may depend only on the
//! crates in its row of the table of folders in `ARCHITECTURE.md`.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The allowed dependencies: the folder of each crate, with the crates on which this crate may depend.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// Returns the allowed dependencies of each crate, from `ARCHITECTURE.md`.
fn allowed() -> Allowed {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let is_crate = |folder: &str| root.join(folder).join("Cargo.toml").exists();
    rows(&text, is_crate)
}

/// Reads the rows of the table of folders for which `is_crate` holds for the folder. Returns the allowed dependencies
/// in these rows. The folder `src/` is the root package.
fn rows(text: &str, is_crate: impl Fn(&str) -> bool) -> Allowed {
    let table = text
        .lines()
        .skip_while(|line| *line != "| folder | contents | depends on |")
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = table.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let cells: Vec<(String, String)> = cells
        .map(|cells| {
            let folder = cells[1].trim_matches('`').trim_end_matches('/');
            let folder = if folder == "src" { "." } else { folder };
            (folder.to_owned(), cells[cells.len() - 2].to_owned())
        })
        .filter(|(folder, _)| is_crate(folder))
        .collect();
    let names: BTreeSet<String> = cells.iter().map(|(folder, _)| name(folder)).collect();
    let list = |cell: &str| -> BTreeSet<String> {
        let names = cell.split(',').map(str::trim);
        let names = names.filter(|name| !name.is_empty() && *name != "–");
        names.map(str::to_owned).collect()
    };
    let dependencies = |cell: &str| match cell.strip_prefix("all except ") {
        Some(others) => names.difference(&list(others)).cloned().collect(),
        None => list(cell),
    };
    cells
        .iter()
        .map(|(folder, cell)| (folder.clone(), dependencies(cell)))
        .collect()
}

/// Returns the name of the crate in the folder `folder`, without the prefix `symtool-`. It is the last part of the
/// folder's path.
fn name(folder: &str) -> String {
    folder.rsplit('/').next().unwrap_or(folder).to_owned()
}

/// Returns the workspace crates in the section `section` (such as `dependencies`) of a crate's manifest.
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
fn crates_depend_only_on_the_crates_of_their_row() {
    for (folder, allowed) in allowed() {
        let found = workspace_dependencies(&folder, "dependencies");
        assert!(
            found.is_subset(&allowed),
            "{folder} depends on {:?}",
            found.difference(&allowed)
        );
    }
}

#[test]
fn rows_are_read_from_the_table() {
    let text = "| folder | contents | depends on |\n| --- | --- | --- |\n| `ir/` | a | – |\n| `symex/expr/` | a | ir |\n\
                | `docs/` | a | |\n| `tools/bench/` | a | ir, expr |\n| `src/` | a | all except bench, . |\n\n| `x/` | a | ir |\n";
    let rows = rows(text, |folder| folder != "docs");
    let expected = [
        (".", &["expr", "ir"][..]),
        ("ir", &[]),
        ("symex/expr", &["ir"]),
        ("tools/bench", &["expr", "ir"]),
    ];
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(
        rows,
        expected
            .map(|(folder, names)| (folder.to_owned(), set(names)))
            .into()
    );
    assert!(allowed().len() >= 14, "{:?}", allowed());
}

#[test]
fn every_workspace_member_has_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("Cargo.toml")).expect("the root manifest");
    let members = text
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("a list of members");
    let known = allowed();
    for member in members.split('"').skip(1).step_by(2) {
        assert!(
            known.contains_key(member),
            "{member} has no row in ARCHITECTURE.md"
        );
    }
}

/// Checks that no top-level modules of a crate use each other in a cycle. Uses in unit tests are ignored.
#[test]
fn modules_of_a_crate_have_no_cycles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cycles = Vec::new();
    for folder in allowed().keys() {
        let src = root.join(folder).join("src");
        let uses = module_uses(&src);
        let read: BTreeSet<String> = uses.keys().cloned().collect();
        let missing: Vec<String> = declared_modules(&src).difference(&read).cloned().collect();
        assert!(missing.is_empty(), "{folder}: {missing:?} were not read");
        let on_cycle = |module: &&String| reachable(&uses, module).contains(*module);
        let members: Vec<&String> = uses.keys().filter(on_cycle).collect();
        if !members.is_empty() {
            cycles.push(format!("{folder}: {members:?}"));
        }
    }
    assert!(
        cycles.is_empty(),
        "modules on cycles:\n{}",
        cycles.join("\n")
    );
}

/// Returns the modules that the module `from` uses directly or through other modules.
fn reachable(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut worklist = vec![from.to_owned()];
    while let Some(module) = worklist.pop() {
        for used in uses.get(&module).into_iter().flatten() {
            if found.insert(used.clone()) {
                worklist.push(used.clone());
            }
        }
    }
    found
}

/// Returns the top-level modules below a `src` folder, each with the modules that its files name as `crate::…`.
/// An item that `lib.rs` re-exports counts as an item of its module.
fn module_uses(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let roots = ["lib.rs", "main.rs"].map(|file| std::fs::read_to_string(src.join(file)));
    let exports: BTreeMap<String, String> = roots
        .iter()
        .flatten()
        .flat_map(|text| re_exports(&without_comments_and_tests(text)))
        .collect();
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in rust_files(src) {
        let relative = file.strip_prefix(src).expect("below src");
        let first = relative.components().next().expect("a name");
        let module = first.as_os_str().to_string_lossy().replace(".rs", "");
        let is_test = relative
            .components()
            .any(|part| part.as_os_str() == "tests");
        if is_test || relative.ends_with("tests.rs") || ["lib", "main"].contains(&&*module) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        texts.push((module, without_comments_and_tests(&text)));
    }
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, _) in &texts {
        uses.entry(module.clone()).or_default();
    }
    for (module, text) in &texts {
        // If a re-exported item and a module have the same name, the name means the module.
        let owner = |name: String| match exports.get(&name) {
            Some(owner) if !uses.contains_key(&name) => owner.clone(),
            _ => name,
        };
        let named: Vec<String> = crate_paths(text).into_iter().map(owner).collect();
        let others = named.into_iter().filter(|name| name != module);
        uses.entry(module.clone()).or_default().extend(others);
    }
    uses
}

/// Checks that `include_str!` and `include_bytes!` read only files of their own package, because a published package
/// contains no other files. (A symbolic link in the package is published as the file that it points to.)
#[test]
fn included_files_belong_to_their_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut outside = Vec::new();
    for folder in allowed().keys() {
        let package = root.join(folder);
        for file in rust_files(&package.join("src")) {
            let inner = file.strip_prefix(&package).expect("a file of the package");
            let depth = inner.components().count() - 1;
            let text = std::fs::read_to_string(&file).expect("a source file");
            for included in included_paths(&without_comments_and_tests(&text)) {
                if included.matches("../").count() > depth {
                    outside.push(format!("{}: {included}", file.display()));
                }
            }
        }
    }
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

/// Returns the path in each `include_str!` and `include_bytes!` of a Rust file: the first string literal after it.
fn included_paths(text: &str) -> Vec<String> {
    let calls = text.split("include_").skip(1);
    let calls = calls.filter(|rest| rest.starts_with("str!(") || rest.starts_with("bytes!("));
    let literals = calls.filter_map(|rest| rest.split('"').nth(1));
    literals.map(str::to_owned).collect()
}

/// Returns the names of the modules that the root files of a `src` folder declare. `src` may be missing, as in a crate
/// whose targets are in other folders.
fn declared_modules(src: &Path) -> BTreeSet<String> {
    let roots = ["lib.rs", "main.rs"].map(|file| std::fs::read_to_string(src.join(file)));
    let texts = roots.iter().flatten();
    let texts = texts.map(|text| without_comments_and_tests(text));
    texts.flat_map(|text| declarations(&text)).collect()
}

/// Returns each NAME of a declaration `mod NAME;` in a file.
fn declarations(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == "mod");
    let names = pairs.filter_map(|pair| pair[1].strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// Returns the Rust files below a folder; an empty list if the folder does not exist.
fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.flat_map(|entry| {
        let path = entry.path();
        match path.is_dir() {
            true => rust_files(&path),
            false => vec![path],
        }
    });
    files
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .collect()
}

/// Returns the text of a Rust file up to its unit tests, without line comments.
fn without_comments_and_tests(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let text = lines.collect::<Vec<_>>().join("\n");
    match text.find("#[cfg(test)]\nmod tests {") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Returns the names that follow `crate::`, including those of a group in braces.
fn crate_paths(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_members(group)),
            None => names.push(identifier(rest)),
        }
    }
    names
}

/// Returns the first name of each member of a group in braces, as in `use crate::{A, b::C};`. `group` is the text
/// after the opening brace.
fn group_members(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut is_start = true;
    for (at, symbol) in group.char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            _ if is_start && !symbol.is_whitespace() => {
                names.push(identifier(&group[at..]));
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

fn identifier(text: &str) -> String {
    let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
    text.chars().take_while(is_part).collect()
}

/// Returns the items that a `lib.rs` re-exports (`pub use module::{A, B};`), each with its module.
fn re_exports(text: &str) -> Vec<(String, String)> {
    let statements = text.split("pub use ").skip(1);
    let statements = statements.filter_map(|rest| rest.split(';').next());
    let items = statements.flat_map(|path| {
        let module = identifier(path);
        let names = path.split(|c: char| !c.is_alphanumeric() && c != '_');
        let names = names.filter(|name| !name.is_empty() && *name != module);
        names
            .map(|name| (name.to_owned(), module.clone()))
            .collect::<Vec<_>>()
    });
    items.collect()
}

#[test]
fn modules_uses_and_exports_are_read() {
    let names = declarations("mod a;\npub mod b;\npub(crate) mod c;\nmod d {}\n");
    assert_eq!(names, ["a", "b", "c"]);
    let text = "use crate::{a::B, c::{D, E}, f};\nlet x = crate::g::h(); // crate::i\n";
    let names = crate_paths(&without_comments_and_tests(text));
    assert_eq!(names, ["a", "c", "f", "g"]);
    let exports = re_exports("pub use cell::{Grid, Row};\npub use page::Page;\n");
    let expected = [("Grid", "cell"), ("Row", "cell"), ("Page", "page")];
    assert_eq!(exports, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}
