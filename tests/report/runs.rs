//! Runs symtool with `--html` and reads the report that it writes.
use std::path::{Path, PathBuf};
use std::process::Command;
use symtool_report::Report;
use tempfile::TempDir;

/// The output folder of a run with its report. The folder is removed when the value is dropped.
pub struct Run {
    _temporary: TempDir,
    pub folder: PathBuf,
    pub report: Report,
}

impl Run {
    pub fn page(&self) -> PathBuf {
        self.folder.join("report.html")
    }
}

/// Returns the path of a file of the repository.
pub fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Explores a program with `--html` and the options `options`.
pub fn explore(program: &str, options: &[&str]) -> Run {
    explore_in(&repository(""), program, options)
}

/// Explores a copy of a program in a temporary folder, so that the report contains no path of the machine.
pub fn explore_copy(program: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (name, path) = (
        Path::new(program).file_name().expect("a file"),
        folder.path().to_owned(),
    );
    std::fs::copy(repository(program), path.join(name)).expect("a copy");
    let name = name.to_string_lossy();
    run_in(&path, &name, options, Path::new("symtool-out"), folder)
}

/// Explores a program of the folder `folder`.
pub fn explore_in(folder: &Path, program: &str, options: &[&str]) -> Run {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let out = temporary.path().join("out");
    run_in(folder, program, options, &out, temporary)
}

fn run_in(folder: &Path, program: &str, options: &[&str], out: &Path, temporary: TempDir) -> Run {
    let run = Command::new(env!("CARGO_BIN_EXE_symtool"))
        .current_dir(folder)
        .arg(program)
        .args(options)
        .args(["--html", "--no-progress"])
        .env("SYMTOOL_OUT", out)
        .output()
        .expect("symtool runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    let known = [0, 10, 20].map(Some);
    assert!(known.contains(&run.status.code()), "{program}: {errors}");
    let out = folder.join(out);
    let text = std::fs::read(out.join("report.json")).expect("a report");
    Run {
        _temporary: temporary,
        folder: out,
        report: serde_json::from_slice(&text).expect("the report has its format"),
    }
}
