//! The harness of the command-line tests: it runs `symtool` in a temporary folder and captures the output.
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The longest time limit in seconds with which [`Bench::run_until`] repeats a run.
const MOST_SECONDS: u64 = 1024;

/// A temporary folder in which tests run symtool.
pub struct Bench {
    folder: tempfile::TempDir,
}

/// The output and exit code of one run.
#[derive(Clone)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Returns the path of a program in `examples/c/`.
pub fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/c")
        .join(name)
        .display()
        .to_string()
}

impl Bench {
    pub fn new() -> Bench {
        Bench {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// Writes the file `name` to the folder and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path.display().to_string()
    }

    /// Returns the text of the file `name` in the folder.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Returns a command with two environment variables. `SYMTOOL_SOLVER_TIMEOUT` is a solver time limit that no query
    /// of the tests reaches, even on a busy machine. `SYMTOOL_PLAIN` selects plain exploration, which writes a test
    /// case for every path. An option or a variable that a test sets has precedence. A command with `--help` does not
    /// get the variables, because help texts show their values.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symtool"));
        if !args.contains(&"--help") {
            command.env("SYMTOOL_SOLVER_TIMEOUT", "60m");
            command.env("SYMTOOL_PLAIN", "1");
        }
        command
            .args(args)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    /// Waits until a run with the output folder `o` has written `count` files in `o/tests`.
    pub fn wait_for_tests(&self, count: usize) {
        let tests = self.path().join("o/tests");
        for _ in 0..12_000 {
            if std::fs::read_dir(&tests).is_ok_and(|entries| entries.count() >= count) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no tests were written within ten minutes");
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Bench::finish(args, self.command(args))
    }

    /// Runs symtool without the environment variables that [`Bench::command`] sets.
    pub fn run_as_user(&self, args: &[&str]) -> Run {
        let mut command = self.command(args);
        command
            .env_remove("SYMTOOL_PLAIN")
            .env_remove("SYMTOOL_SOLVER_TIMEOUT");
        Bench::finish(args, command)
    }

    fn finish(args: &[&str], mut command: Command) -> Run {
        let output = command.output().expect("symtool starts");
        Run {
            code: output
                .status
                .code()
                .unwrap_or_else(|| panic!("symtool {args:?} was killed by a signal")),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs symtool with a time limit, and returns the result of `accept` for the run. If `accept` returns `None`, a
    /// busy or slow machine may have reached the limit too early. Then symtool runs again with a longer limit, of at
    /// most `MOST_SECONDS`. `expected` describes the accepted result in the message of a failure.
    #[track_caller]
    pub fn run_until<T>(
        &self,
        args: &[&str],
        expected: &str,
        accept: impl Fn(&Run) -> Option<T>,
    ) -> T {
        let mut seconds = 1;
        loop {
            let limit = format!("{seconds}s");
            let run = self.run(&[args, &["--max-time", &limit]].concat());
            if let Some(found) = accept(&run) {
                return found;
            }
            assert!(
                seconds < MOST_SECONDS,
                "{args:?}: not so within {limit}: {expected}\n{}\n{}",
                run.stdout,
                run.stderr
            );
            seconds *= 4;
        }
    }

    /// Runs symtool with `--json` and returns the parsed JSON object.
    pub fn json(&self, args: &[&str]) -> Value {
        let mut all = args.to_vec();
        all.push("--json");
        let run = self.run(&all);
        serde_json::from_str(&run.stdout)
            .unwrap_or_else(|e| panic!("{args:?}: {e}\n{}\n{}", run.stdout, run.stderr))
    }
}

impl Run {
    /// Asserts the exit code of a run. Shows the output if the exit code differs.
    #[track_caller]
    pub fn expect_code(self, code: i32) -> Run {
        assert_eq!(
            self.code, code,
            "stdout:\n{}\nstderr:\n{}",
            self.stdout, self.stderr
        );
        self
    }
}

/// Sends the signal `name`, such as `-INT`, to the process `child`.
#[track_caller]
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// Prints that a part of a test was skipped, with the reason.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// Runs symtool with the arguments `words`. Expects the exit code `code`, and an output that contains `part`.
#[track_caller]
pub fn explore(bench: &Bench, words: &[&str], code: i32, part: &str) {
    let run = bench.run(words);
    let text = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, code, "{text}");
    assert!(text.contains(part), "{part}: {text}");
}
