//! Compiles and runs one program in both ways.
use crate::projects::{self, Program, Source};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a program did.
#[derive(Debug, PartialEq, Eq)]
pub struct Behaviour {
    pub output: String,
    pub status: i32,
}

/// A folder to work in.
pub struct Bench {
    scratch: tempfile::TempDir,
    /// Where the compilers run: the project's folder.
    at: PathBuf,
}

impl Bench {
    /// None, and a line that says so, when there is no gcc.
    pub fn new() -> Option<Bench> {
        if Command::new("gcc").arg("--version").output().is_err() {
            println!("skipped: gcc is not installed");
            return None;
        }
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let at = scratch.path().to_owned();
        Some(Bench { scratch, at })
    }

    /// Writes a file beside the project and gives its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.scratch.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path.display().to_string()
    }

    /// Builds and runs with gcc.
    pub fn with_gcc(&self, args: &[String]) -> Behaviour {
        let binary = self.scratch.path().join("program");
        let built = Command::new("gcc")
            .args(["-std=gnu11", "-w", "-O1", "-o"])
            .arg(&binary)
            .args(args)
            .arg("-lm")
            .current_dir(&self.at)
            .status()
            .expect("gcc starts");
        assert!(built.success(), "gcc does not take {args:?}");
        let run = Command::new(&binary)
            .current_dir(self.scratch.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        Behaviour {
            output: String::from_utf8_lossy(&run.stdout).into_owned(),
            status: run.status.code().unwrap_or(-1),
        }
    }

    /// Explores the one path there is and reads what it printed.
    pub fn with_symtool(&self, args: &[String]) -> Behaviour {
        let out = self.scratch.path().join("out");
        let _ = std::fs::remove_dir_all(&out);
        let run = Command::new(env!("CARGO_BIN_EXE_symtool"))
            .args(args)
            .args(["--json", "--max-time", "10m", "--out"])
            .arg(&out)
            .current_dir(&self.at)
            .stdin(Stdio::null())
            .output()
            .expect("symtool starts");
        let said = String::from_utf8_lossy(&run.stderr);
        let json: Value = serde_json::from_slice(&run.stdout)
            .unwrap_or_else(|_| panic!("symtool refuses {args:?}:\n{said}"));
        assert_eq!(json["verdict"], "verified", "{args:?}: {json:#}");
        assert_eq!(json["tests"].as_array().map(Vec::len), Some(1), "{json:#}");
        let log = std::fs::read(out.join("run.log")).expect("the run has a log");
        let log = String::from_utf8_lossy(&log).into_owned();
        let kind = json["tests"][0]["kind"].as_str().unwrap_or_default();
        let status = kind.strip_prefix("exit ").and_then(|s| s.parse().ok());
        Behaviour {
            output: log.strip_prefix("== path 1\n").unwrap_or(&log).to_owned(),
            status: status.unwrap_or(-1) & 0xff,
        }
    }
}

/// Compares all runs of a row, or says why it is skipped.
pub fn agree(name: &str) {
    let program = projects::find(name);
    let Some(folder) = folder_of(program) else {
        return;
    };
    let Some(mut bench) = Bench::new() else {
        return;
    };
    bench.at = folder;
    for run in program.runs {
        let args = arguments(program, run);
        let begin = Instant::now();
        let theirs = bench.with_gcc(&args);
        let built = begin.elapsed();
        let begin = Instant::now();
        let ours = bench.with_symtool(&args);
        let explored = begin.elapsed();
        assert_eq!(ours, theirs, "{name} {run}");
        println!(
            "{name} {run}: {} lines of output and status {} agree; gcc and its program {:.1} s, symtool {:.1} s",
            theirs.output.lines().count(),
            theirs.status,
            built.as_secs_f64(),
            explored.as_secs_f64()
        );
    }
}

/// The project's folder below `SYMTOOL_REAL_CODE`.
fn folder_of(program: &Program) -> Option<PathBuf> {
    let name = program.name;
    let Some(root) = std::env::var_os("SYMTOOL_REAL_CODE") else {
        println!("skipped: {name}: SYMTOOL_REAL_CODE is not set; see tests/real/fetch.sh");
        return None;
    };
    let entries = std::fs::read_dir(&root)
        .unwrap_or_else(|e| panic!("SYMTOOL_REAL_CODE={}: {e}", Path::new(&root).display()));
    let found = entries.flatten().map(|entry| entry.path()).find(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let rest = file.strip_prefix(program.folder);
        path.is_dir() && rest.is_some_and(|rest| rest.is_empty() || is_version(rest))
    });
    if found.is_none() {
        let from = match program.from {
            Source::Debian => "`sh tests/real/fetch.sh FOLDER` fetches it".to_owned(),
            Source::Upstream(place) => {
                format!("no Debian source package has it; put a copy of {place} there")
            }
        };
        println!(
            "skipped: {name}: SYMTOOL_REAL_CODE has no folder `{}`; {from}",
            program.folder
        );
    }
    found
}

/// `-1.2.3`, as Debian's source folders end.
fn is_version(text: &str) -> bool {
    text.strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Files, driver and options, as both compilers take them.
fn arguments(program: &Program, run: &str) -> Vec<String> {
    let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/drivers");
    let mut args = vec![drivers.join(program.driver).display().to_string()];
    args.extend(program.files.iter().copied().map(str::to_owned));
    args.extend(program.options.iter().copied().map(str::to_owned));
    if !run.is_empty() {
        args.push(format!("-DARGUMENTS={run}"));
    }
    args
}
