//! The test checks the project that `symtool kit new` generates. The project must build, and its tests must pass. Its
//! program must know the parts (such as a searcher) that the project adds to symtool. It also executes in this project
//! the steps of the pages `docs/first-*.md`.
//!
//! The project is built in a folder below the target folder of this workspace. It has the same dependencies, so only
//! symtool's own crates are compiled for it.
mod ends;
mod pages;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs `symtool` in a folder.
fn symtool(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_symtool"));
    command.current_dir(folder).args(args);
    command.output().expect("symtool starts")
}

/// Returns standard output and standard error as text.
fn text(output: &Output) -> String {
    let (out, error) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(error)
}

/// Returns an empty folder for generated projects. Its path is the same in every run, so that cargo reuses the results
/// of an earlier build.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kit");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    folder
}

/// Adds a line to `src/lib.rs` of a project, above the comment for lines of its kind.
fn add_part(project: &Path, line: &str) {
    let comment = if line.starts_with("mod ") {
        "// Add the lines `mod …;`"
    } else {
        "    // Add the lines `parts.…;`"
    };
    let library = project.join("src/lib.rs");
    let text = std::fs::read_to_string(&library).expect("the library");
    let (before, after) = text.split_at(text.find(comment).expect("the comment"));
    std::fs::write(&library, format!("{before}{line}{after}")).expect("a writable project");
}

/// Builds a project with its tests, or runs the tests, with cargo. The crates of symtool are built without
/// optimization, because an optimized build would take longer than the tests.
fn cargo_test(project: &Path, target: &Path, last: &str) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(project).env("CARGO_TARGET_DIR", target);
    command.args(["test", "--offline", last]);
    command.arg("--config=profile.dev.opt-level=0");
    for name in [
        "", "ir", "frontend", "analysis", "passes", "native", "expr", "solver", "engine", "cdse",
        "meld", "policies", "bench",
    ] {
        let package = if name.is_empty() {
            "symtool".to_owned()
        } else {
            format!("symtool-{name}")
        };
        command.arg(format!(
            "--config=profile.dev.package.{package}.opt-level=0"
        ));
    }
    command.output().expect("cargo starts")
}

#[test]
fn a_generated_project_builds_and_its_parts_work() {
    let folder = folder();
    let written = symtool(&folder, &["kit", "new", "own-parts", "--path", ROOT]);
    assert!(written.status.success(), "{}", text(&written));
    let project = folder.join("own-parts");

    let mut formatted = Command::new(env!("CARGO"));
    formatted.current_dir(&project).args(["fmt", "--check"]);
    let formatted = formatted.output().expect("cargo starts");
    assert!(formatted.status.success(), "{}", text(&formatted));

    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the target folder");
    let tested = cargo_test(&project, target, "--no-fail-fast");
    assert!(tested.status.success(), "{}", text(&tested));

    // `cargo test` has built the program.
    let program = target.join("debug/own-parts");
    let run = |args: &[&str]| {
        let mut command = Command::new(&program);
        let output = command.current_dir(&project).args(args).output();
        let output = output.expect("the program starts");
        (output.status.code(), text(&output))
    };
    let shifted = run(&[
        "ir",
        "snapshots/mul_to_shift.sir",
        "--passes",
        "mul-to-shift",
    ]);
    assert!(shifted.1.contains("%a = shl i32 %x, 3"), "{shifted:?}");
    let counted = run(&["ir", "programs/demo.c", "--analysis", "branches"]);
    assert!(counted.1.contains("@main: "), "{counted:?}");
    let help = run(&["--help"]).1;
    for name in ["round-robin", "few-differences", "all-ones"] {
        assert!(help.contains(name), "{name}");
    }
    let melded = run(&[
        "ir",
        "programs/demo.c",
        "--after",
        "cfmse",
        "--function",
        "main",
    ])
    .1;
    assert!(melded.contains("sext"), "the meld rule fires: {melded}");
    for mode in [
        &["--search", "round-robin", "--threads", "2"][..],
        &["--cfmse"],
        &["--merge=few-differences"],
        &["--cdse"],
    ] {
        let mut args = vec!["programs/demo.c", "--quiet"];
        args.extend(mode);
        let (code, text) = run(&args);
        assert_eq!(code, Some(0), "{mode:?}: {text}");
    }

    let build = || {
        let built = cargo_test(&project, target, "--no-run");
        assert!(built.status.success(), "{}", text(&built));
    };
    for page in [
        "first-pass.md",
        "first-meld-rule.md",
        "first-merge-policy.md",
    ] {
        pages::follow(page, &project, &program, &build);
    }
    ends::check(&project, &program, &build);
    model_answer_of_the_rust_lab(&folder, target);
}

#[test]
fn bad_names_and_existing_folders_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = |args: &[&str], message: &str| {
        let output = symtool(folder.path(), args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(
            text(&output).contains(message),
            "{args:?}: {}",
            text(&output)
        );
    };
    refused(&["kit", "new", "2x"], "`2x` is not a package name");
    refused(&["kit", "new", "x", "--path", "."], "cannot read");
    refused(
        &["kit", "new", "x", "--git", ""],
        "expected the URL of a git repository",
    );
    std::fs::create_dir(folder.path().join("x")).expect("a folder");
    refused(
        &["kit", "new", "x", "--git", "https://example.org/x"],
        "x already exists",
    );
}

/// Starts the Rust lab, replaces its starter by the model answer, and runs the tests of the project.
fn model_answer_of_the_rust_lab(folder: &Path, target: &Path) {
    let lab = folder.join("rust-lab");
    let started = symtool(folder, &["lab", "new", "own-parts", "rust-lab"]);
    assert!(started.status.success(), "{}", text(&started));
    let project = lab.join("my-parts");
    let answer = Path::new(ROOT).join("labs/own-parts/reference/my-parts");
    for part in ["src", "snapshots"] {
        for entry in std::fs::read_dir(answer.join(part)).expect("the model answer") {
            let path = entry.expect("readable").path();
            let name = path.file_name().expect("a name");
            std::fs::copy(&path, project.join(part).join(name)).expect("a copy");
        }
    }
    let tested = cargo_test(&project, target, "--no-fail-fast");
    assert!(tested.status.success(), "{}", text(&tested));
}
