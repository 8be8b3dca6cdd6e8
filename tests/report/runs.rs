//! Runs of symtool with `--html`.
use std::path::{Path, PathBuf};
use std::process::Command;
use symtool_report::Report;

/// The output folder of a run with its report. The folder is removed when the value is dropped.
pub struct Run {
    _temporary: tempfile::TempDir,
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

/// Explores a program of the folder `folder`.
pub fn explore_in(folder: &Path, program: &str, options: &[&str]) -> Run {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let out = temporary.path().join("out");
    let run = Command::new(env!("CARGO_BIN_EXE_symtool"))
        .current_dir(folder)
        .arg(program)
        .args(options)
        .args(["--html", "--no-progress", "--out"])
        .arg(&out)
        .output()
        .expect("symtool runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    let known = [0, 10, 20].map(Some);
    assert!(known.contains(&run.status.code()), "{program}: {errors}");
    let text = std::fs::read(out.join("report.json")).expect("a report");
    Run {
        _temporary: temporary,
        folder: out,
        report: serde_json::from_slice(&text).expect("the report has its format"),
    }
}
