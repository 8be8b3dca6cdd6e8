//! Compiles and runs one program with gcc and with symtool.
use crate::projects::{self, Program};
use serde_json::Value;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The observable behavior of a program.
#[derive(Debug, PartialEq, Eq)]
pub struct Behaviour {
    pub output: String,
    pub status: i32,
}

/// A temporary folder, in which a program is compiled and run.
pub struct Bench {
    scratch: tempfile::TempDir,
    /// The working directory of the compilers, which is the project's folder.
    at: PathBuf,
}

impl Bench {
    /// Creates a temporary folder. If gcc is not installed, prints a note and returns `None`.
    pub fn new() -> Option<Bench> {
        if Command::new("gcc").arg("--version").output().is_err() {
            println!("skipped: gcc is not installed");
            return None;
        }
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let at = scratch.path().to_owned();
        Some(Bench { scratch, at })
    }

    /// Sets the working directory of the compilers to `folder`.
    pub fn at(mut self, folder: PathBuf) -> Bench {
        self.at = folder;
        self
    }

    /// Writes `text` to the file `name` in the temporary folder and returns the file's path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.scratch.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path.display().to_string()
    }

    /// Builds the executable of a program with gcc, from the files and options `args`.
    pub fn build(&self, args: &[String]) {
        let built = Command::new("gcc")
            .args(["-std=gnu11", "-w", "-O1", "-o"])
            .arg(self.binary())
            .args(args)
            .arg("-lm")
            .current_dir(&self.at)
            .status()
            .expect("gcc starts");
        assert!(built.success(), "gcc does not take {args:?}");
    }

    fn binary(&self) -> PathBuf {
        self.scratch.path().join("binary")
    }

    /// Runs the program compiled by gcc. Both output streams are written to one file, as in symtool's log.
    pub fn with_gcc(&self, arguments: &[&str], input: &str) -> Behaviour {
        let stdin = self.file("stdin", input);
        let path = self.scratch.path().join("output");
        let output = File::create(&path).expect("the folder is writable");
        let second = output.try_clone().expect("a second handle");
        let status = Command::new(self.binary())
            .arg0("program")
            .args(arguments)
            .env_clear()
            .current_dir(self.scratch.path())
            .stdin(File::open(stdin).expect("it was just written"))
            .stdout(output)
            .stderr(second)
            .status()
            .expect("the program starts");
        let output = std::fs::read(path).expect("it was just written");
        Behaviour {
            output: String::from_utf8_lossy(&output).into_owned(),
            status: status.code().unwrap_or(-1),
        }
    }

    /// Explores the program, which has a single path, with symtool. Returns the output and exit status on this path,
    /// which symtool has written to the output folder.
    pub fn with_symtool(&self, args: &[String], arguments: &[&str], input: &str) -> Behaviour {
        let mut all = args.to_vec();
        all.extend([
            "--stdin".to_owned(),
            self.file("stdin", input),
            "--".to_owned(),
        ]);
        all.extend(arguments.iter().copied().map(str::to_owned));
        let json = self.explore(&all);
        assert_eq!(json["verdict"], "verified", "{args:?}: {json:#}");
        assert_eq!(json["tests"].as_array().map(Vec::len), Some(1), "{json:#}");
        let log = std::fs::read(self.out().join("output.log")).expect("it is kept");
        let log = String::from_utf8_lossy(&log).into_owned();
        let kind = json["tests"][0]["kind"].as_str().unwrap_or_default();
        let status = kind.strip_prefix("exit ").and_then(|s| s.parse().ok());
        Behaviour {
            output: log.strip_prefix("== path 1\n").unwrap_or(&log).to_owned(),
            status: status.unwrap_or(-1) & 0xff,
        }
    }
}

impl Bench {
    fn out(&self) -> PathBuf {
        self.scratch.path().join("out")
    }

    /// Runs symtool and parses its result. The test fails if symtool rejects the program.
    pub fn explore(&self, args: &[String]) -> Value {
        let _ = std::fs::remove_dir_all(self.out());
        let limit: &[&str] = match args.iter().any(|arg| arg == "--max-time") {
            true => &[],
            false => &["--max-time", "10m"],
        };
        let run = Command::new(env!("CARGO_BIN_EXE_symtool"))
            .env("SYMTOOL_PLAIN", "1")
            .args(["--json", "--out"])
            .arg(self.out())
            .args(args)
            .args(limit)
            .current_dir(&self.at)
            .stdin(Stdio::null())
            .output()
            .expect("symtool starts");
        let said = String::from_utf8_lossy(&run.stderr);
        serde_json::from_slice(&run.stdout)
            .unwrap_or_else(|_| panic!("symtool refuses {args:?}:\n{said}"))
    }
}

/// Compares the behavior with gcc and with symtool for all runs of the program `name` in the table of programs. If the
/// program is skipped, prints the reason.
pub fn agree(name: &str) {
    let program = projects::find(name);
    let Some(folder) = folder_of(name, program.folder) else {
        return;
    };
    let Some(bench) = Bench::new() else {
        return;
    };
    let bench = bench.at(folder);
    let args = arguments(program);
    bench.build(&args);
    for (words, input) in program.runs {
        let theirs = bench.with_gcc(words, input);
        let begin = Instant::now();
        let ours = bench.with_symtool(&args, words, input);
        let explored = begin.elapsed();
        assert_eq!(ours, theirs, "{name} {words:?}");
        println!(
            "{name} {words:?}: {} lines of output and status {} agree; {:.1} s",
            theirs.output.lines().count(),
            theirs.status,
            explored.as_secs_f64()
        );
    }
}

/// Returns the folder with the sources of a project: the subfolder `folder` or `folder-VERSION` of the folder
/// `$SYMTOOL_REAL_CODE`. If it does not exist, prints that the program `name` is skipped, and returns `None`.
pub fn folder_of(name: &str, folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("SYMTOOL_REAL_CODE") else {
        println!("skipped: {name}: SYMTOOL_REAL_CODE is not set; see tests/real/fetch.sh");
        return None;
    };
    let entries = std::fs::read_dir(&root)
        .unwrap_or_else(|e| panic!("SYMTOOL_REAL_CODE={}: {e}", Path::new(&root).display()));
    let found = entries.flatten().map(|entry| entry.path()).find(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let rest = file.strip_prefix(folder);
        path.is_dir() && rest.is_some_and(|rest| rest.is_empty() || is_version(rest))
    });
    if found.is_none() {
        println!(
            "skipped: {name}: SYMTOOL_REAL_CODE has no folder `{folder}`; `sh tests/real/fetch.sh FOLDER` fetches it \
             where Debian's mirror has it"
        );
    }
    found
}

/// Returns whether a text is a version suffix as in Debian's source folders, such as `-1.2.3`.
fn is_version(text: &str) -> bool {
    text.strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the files, the driver and the options of a program, in a form that both compilers accept.
fn arguments(program: &Program) -> Vec<String> {
    let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/drivers");
    let driver = program.driver.map(|name| drivers.join(name));
    let mut args: Vec<String> = driver
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let common = &program.common;
    let words = [common.files, program.files, common.options, program.options];
    args.extend(words.concat().into_iter().map(str::to_owned));
    args
}
