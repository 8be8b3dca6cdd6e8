//! `symtool kit`: Rust projects that add their own parts, such as passes and searchers, to symtool. Contains the
//! template of a project, and the function that writes a project from the template.
//!
//! The files of `template/` are the template. Each placeholder `{{word}}` in these files is replaced: by the name of
//! the project, or by the source of its dependency on symtool. `tests/kit/` builds a project and runs its tests.
use crate::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of a project: for each file its path in the project, and its template.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("template/Cargo.toml.tmpl")),
    (".gitignore", include_str!("template/gitignore.tmpl")),
    ("README.md", include_str!("template/README.md.tmpl")),
    ("src/main.rs", include_str!("template/src/main.rs.tmpl")),
    ("src/lib.rs", include_str!("template/src/lib.rs.tmpl")),
    (
        "src/mul_to_shift.rs",
        include_str!("template/src/mul_to_shift.rs.tmpl"),
    ),
    (
        "src/branches.rs",
        include_str!("template/src/branches.rs.tmpl"),
    ),
    (
        "src/round_robin.rs",
        include_str!("template/src/round_robin.rs.tmpl"),
    ),
    (
        "src/few_differences.rs",
        include_str!("template/src/few_differences.rs.tmpl"),
    ),
    (
        "src/set_or_clear.rs",
        include_str!("template/src/set_or_clear.rs.tmpl"),
    ),
    (
        "src/sat_add.rs",
        include_str!("template/src/sat_add.rs.tmpl"),
    ),
    (
        "src/all_ones.rs",
        include_str!("template/src/all_ones.rs.tmpl"),
    ),
    (
        "programs/demo.c",
        include_str!("template/programs/demo.c.tmpl"),
    ),
    (
        "snapshots/branches.c",
        include_str!("template/snapshots/branches.c.tmpl"),
    ),
    (
        "snapshots/branches.c.snap",
        include_str!("template/snapshots/branches.c.snap.tmpl"),
    ),
    (
        "snapshots/set_or_clear.c",
        include_str!("template/snapshots/set_or_clear.c.tmpl"),
    ),
    (
        "snapshots/set_or_clear.c.snap",
        include_str!("template/snapshots/set_or_clear.c.snap.tmpl"),
    ),
    (
        "snapshots/sat_add.c",
        include_str!("template/snapshots/sat_add.c.tmpl"),
    ),
    (
        "snapshots/sat_add.c.snap",
        include_str!("template/snapshots/sat_add.c.snap.tmpl"),
    ),
    (
        "snapshots/few_differences.c",
        include_str!("template/snapshots/few_differences.c.tmpl"),
    ),
    (
        "snapshots/few_differences.c.snap",
        include_str!("template/snapshots/few_differences.c.snap.tmpl"),
    ),
    (
        "snapshots/mul_to_shift.sir",
        include_str!("template/snapshots/mul_to_shift.sir.tmpl"),
    ),
    (
        "snapshots/mul_to_shift.sir.snap",
        include_str!("template/snapshots/mul_to_shift.sir.snap.tmpl"),
    ),
    (
        "tests/parts.rs",
        include_str!("template/tests/parts.rs.tmpl"),
    ),
    (
        "tests/filetests.rs",
        include_str!("template/tests/filetests.rs.tmpl"),
    ),
];

/// The source of the crate `symtool` that a project depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A folder with the source code.
    Checkout(PathBuf),
    /// The URL of a git repository.
    Git(String),
}

impl Source {
    /// Returns the folder from which this program was built, if it still contains the source code.
    pub fn built_from() -> Option<Source> {
        Source::checkout(Path::new(env!("CARGO_MANIFEST_DIR"))).ok()
    }

    /// Returns the folder `folder` as the source of the crate.
    ///
    /// # Errors
    /// The folder does not contain the source code of symtool.
    pub fn checkout(folder: &Path) -> Result<Source, Error> {
        let manifest = folder.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest);
        let text = text.map_err(Error::file("cannot read", &manifest))?;
        if !text.lines().any(|line| line == "name = \"symtool\"") {
            let folder = folder.display();
            let text = format!("{folder} does not contain the source code of symtool");
            return Err(Error::Input(text));
        }
        let folder = folder.canonicalize();
        let folder = folder.map_err(Error::file("cannot read", &manifest))?;
        Ok(Source::Checkout(folder))
    }

    /// Returns the git repository with the URL `url` as the source of the crate.
    ///
    /// # Errors
    /// The URL is empty, or contains white space or control characters.
    pub fn git(url: &str) -> Result<Source, Error> {
        let is_bad = |c: char| c.is_whitespace() || c.is_control();
        if url.is_empty() || url.contains(is_bad) {
            let text = format!("expected the URL of a git repository, found `{url}`");
            return Err(Error::Input(text));
        }
        Ok(Source::Git(url.to_owned()))
    }

    /// Returns the entry of the manifest `Cargo.toml` that names this source: the key `path` or `git`, and its value.
    fn entry(&self) -> String {
        let (key, value) = match self {
            Source::Checkout(folder) => ("path", folder.display().to_string()),
            Source::Git(url) => ("git", url.clone()),
        };
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{key} = \"{value}\"")
    }
}

/// Writes a project into the folder `folder/name`, which must not exist. Returns the folder of the project.
///
/// # Errors
/// The name is not valid for a package, the folder exists, or a file cannot be written.
pub fn write(folder: &Path, name: &str, source: &Source) -> Result<PathBuf, Error> {
    check_name(name)?;
    let project = folder.join(name);
    if project.exists() {
        let text = format!("{} already exists", project.display());
        return Err(Error::Input(text));
    }
    for (file, bytes) in files(name, source) {
        put(&project.join(file), &bytes)?;
    }
    Ok(project)
}

/// Returns the files of a new project with the name `name`.
pub fn files(name: &str, source: &Source) -> BTreeMap<String, Vec<u8>> {
    let filled = |template: &str| {
        let text = template.replace("{{name}}", name);
        let text = text.replace("{{ident}}", &name.replace('-', "_"));
        text.replace("{{source}}", &source.entry())
    };
    let filled = FILES
        .iter()
        .map(|(file, template)| ((*file).to_owned(), filled(template).into_bytes()));
    let mut files: BTreeMap<String, Vec<u8>> = filled.collect();
    // With the lock file of the checkout, cargo selects the versions of dependencies with which symtool was tested.
    if let Source::Checkout(checkout) = source
        && let Ok(lock) = std::fs::read(checkout.join("Cargo.lock"))
    {
        files.insert("Cargo.lock".to_owned(), lock);
    }
    files
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(Error::file("cannot create", parent))?;
    }
    std::fs::write(path, bytes).map_err(Error::file("cannot write", path))
}

/// Names that cargo rejects as package names, and names that would hide a crate that the project uses.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "symtool",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "build",
];

/// Returns an error if a name is not valid for a Rust package with a library.
fn check_name(name: &str) -> Result<(), Error> {
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !starts || !name.chars().all(is_letter) {
        return Err(Error::Input(format!(
            "`{name}` is not a package name: expected lowercase letters, digits, `-` and `_`, and a letter first"
        )));
    }
    let ident = name.replace('-', "_");
    if RESERVED.contains(&&*ident) || ident.starts_with("symtool_") {
        let text = format!("`{name}` is reserved; choose another package name");
        return Err(Error::Input(text));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_names_are_checked() {
        for name in ["passes", "my-passes", "x2_y"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "", "2x", "-x", "a/b", "../x", "a b", "Ünit", "Self", "fn", "symtool", "test",
        ] {
            let error = check_name(name).expect_err(name).to_string();
            assert!(error.contains(&format!("`{name}` is ")), "{error}");
        }
    }

    #[test]
    fn every_placeholder_is_replaced_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = Source::Git("https://example.org/symtool".to_owned());
        let project = write(folder.path(), "my-kit", &source).expect("a new project");
        for (file, _) in FILES {
            let text = std::fs::read_to_string(project.join(file)).expect(file);
            assert!(!text.contains("{{"), "{file}");
        }
        let main = std::fs::read_to_string(project.join("src/main.rs")).expect("a file");
        assert!(main.contains("main_with(my_kit::add)"), "{main}");
        let again = write(folder.path(), "my-kit", &source).expect_err("the folder exists");
        assert!(
            again.to_string().ends_with("my-kit already exists"),
            "{again}"
        );
    }

    #[test]
    fn the_url_of_a_repository_is_one_word() {
        assert!(Source::git("git@example.org:x/symtool.git").is_ok());
        for url in ["", " ", "a\nb"] {
            let error = Source::git(url).expect_err("no URL").to_string();
            assert!(
                error.contains("expected the URL of a git repository"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_folder_without_symtool_is_no_checkout() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert!(Source::checkout(folder.path()).is_err());
        std::fs::write(folder.path().join("Cargo.toml"), "[package]\n").expect("a file");
        let error = Source::checkout(folder.path()).expect_err("another package");
        assert!(
            error
                .to_string()
                .contains("does not contain the source code"),
            "{error}"
        );
    }
}
