//! Runs the checks of one submission under limits. Each task is checked in a child process of its own, so that a task
//! that reaches a limit does not affect the other tasks.
use super::limits::ProcessLimits;
use super::session::{kill_all, members};
use crate::Error;
use crate::driver::lab::shelf::{read_folder, write_files};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The way in which the check of a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The check has a result.
    Checked,
    /// The wall-clock or processor time was used up.
    Time,
    /// The output was too long.
    Output,
    /// There were too many processes.
    Processes,
    /// The memory was used up.
    Memory,
    /// The process ended in another way, which the text describes.
    Stopped(String),
    /// The submission cannot be copied, for example because it is too large.
    Refused(String),
}

/// The result of a child process that checked one task.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The way in which the child process ended.
    pub end: End,
    /// The standard output of the child process: a JSON object with the result of the task.
    pub output: String,
    /// The wall-clock time that the child process took.
    pub time: Duration,
}

/// The program of the child process and its arguments, which are the same for all submissions.
#[derive(Clone, Debug)]
pub struct Program {
    /// The path of symtool's executable.
    pub symtool: PathBuf,
    /// The name of the lab whose tasks are checked.
    pub lab: String,
    /// The folder with the labs; `None` for the labs of symtool.
    pub labs: Option<PathBuf>,
    /// Whether the check may run code of the submission as a process, such as its Rust project.
    pub runs_native: bool,
}

/// The time between two inspections of a child process. At each inspection, the grader compares the time and the output
/// of the process with the limits.
const PAUSE: Duration = Duration::from_millis(20);
/// Parts of the messages that the runtime libraries of Rust and C++ print when a process gets no more memory.
const OUT_OF_MEMORY: &[&str] = &["memory allocation of ", "bad_alloc"];
/// The number of inspections of a child process from one count of the processes in its session to the next. The grader
/// does not count at every inspection, because counting reads all of `/proc`.
const LOOKS: u32 = 10;

/// Checks the tasks with the names `tasks` of the submission in `folder`. Returns one result for each task.
pub fn run(folder: &Path, tasks: &[&str], program: &Program, limits: &ProcessLimits) -> Vec<Ended> {
    let ended = |end| Ended {
        end,
        output: String::new(),
        time: Duration::ZERO,
    };
    let scratch = match scratch(folder) {
        Ok(scratch) => scratch,
        Err(error) => {
            let text = error.to_string();
            let end = End::Refused(text.trim_start_matches("error: ").to_owned());
            return vec![ended(end); tasks.len()];
        }
    };
    let run = |task: &&str| match command(scratch.path(), task, program, limits).spawn() {
        Ok(child) => watch(child, limits, Instant::now()),
        Err(error) => ended(End::Stopped(format!("the check does not start: {error}"))),
    };
    tasks.iter().map(run).collect()
}

/// Copies the regular files of a submission into a scratch folder.
fn scratch(folder: &Path) -> Result<tempfile::TempDir, Error> {
    let scratch = tempfile::Builder::new().prefix("symtool-grade-").tempdir();
    let scratch = scratch.map_err(Error::file("cannot make", "a temporary folder"))?;
    for name in ["files", "tmp"] {
        let path = scratch.path().join(name);
        std::fs::create_dir(&path).map_err(Error::file("cannot create", path))?;
    }
    write_files(
        &scratch.path().join("files"),
        &read_folder(folder, &["target"])?,
    )?;
    Ok(scratch)
}

fn command(scratch: &Path, task: &str, program: &Program, limits: &ProcessLimits) -> Command {
    let mut command = Command::new(&program.symtool);
    command.args(["lab", "check"]).arg(scratch.join("files"));
    command.args(["--lab", &program.lab, "--hints", "0", "--graded", task]);
    command
        .arg("--graded-cpu")
        .arg(format!("{}ms", limits.cpu.as_millis()));
    command
        .arg("--graded-memory")
        .arg(limits.memory.to_string());
    command
        .arg("--graded-output")
        .arg(limits.output.to_string());
    if let Some(labs) = &program.labs {
        command.arg("--labs").arg(labs);
    }
    if program.runs_native {
        command.arg("--run-rust");
    }
    // Of the grader's variables, the check inherits only PATH, by which it finds the C compiler, and those by which
    // cargo finds its toolchain and its target folder.
    command.env_clear();
    for name in [
        "PATH",
        "HOME",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "CARGO_TARGET_DIR",
    ] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("TMPDIR", scratch.join("tmp"))
        .env("LC_ALL", "C");
    command.current_dir(scratch).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for a child process. If it reaches a limit, kills all processes of its session.
fn watch(mut child: Child, limits: &ProcessLimits, start: Instant) -> Ended {
    let session = child.id();
    let streams = (child.stdout.take(), child.stderr.take());
    let is_long = AtomicBool::new(false);
    let (end, output) = std::thread::scope(|scope| {
        let (out, err) = streams;
        let out = scope.spawn(|| out.map(|stream| read(stream, limits.output, &is_long)));
        let err = scope.spawn(|| err.map(|stream| read(stream, limits.output, &is_long)));
        let end = wait(&mut child, limits, start, &is_long);
        // A remaining process of the session would keep the pipes open, and the reading threads would never end.
        kill_all(session);
        let text = |bytes: Option<Vec<u8>>| {
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        };
        let output = text(out.join().ok().flatten());
        let errors = text(err.join().ok().flatten());
        let end = match end {
            _ if is_long.load(Ordering::SeqCst) => End::Output,
            End::Stopped(_) if OUT_OF_MEMORY.iter().any(|words| errors.contains(words)) => {
                End::Memory
            }
            End::Stopped(why) => match errors.lines().next() {
                Some(line) => End::Stopped(format!("{why}: {line}")),
                None => End::Stopped(why),
            },
            end => end,
        };
        (end, output)
    });
    Ended {
        end,
        output,
        time: start.elapsed(),
    }
}

/// Reads a stream to its end, but at most `most` bytes.
fn read(stream: impl Read, most: u64, is_long: &AtomicBool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.take(most + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > most {
        is_long.store(true, Ordering::SeqCst);
    }
    bytes
}

/// Waits until a child process ends or exceeds a limit.
fn wait(child: &mut Child, limits: &ProcessLimits, start: Instant, is_long: &AtomicBool) -> End {
    let session = child.id();
    for look in 0u32.. {
        match child.try_wait() {
            Ok(Some(status)) => return ended_by(status),
            Ok(None) => {}
            Err(error) => return End::Stopped(error.to_string()),
        }
        let exceeded = match () {
            () if start.elapsed() > limits.time => Some(End::Time),
            () if is_long.load(Ordering::SeqCst) => Some(End::Output),
            () if look % LOOKS == 0 && members(session).len() > limits.processes => {
                Some(End::Processes)
            }
            () => None,
        };
        if let Some(end) = exceeded {
            let _ = child.kill();
            kill_all(session);
            let _ = child.wait();
            return end;
        }
        std::thread::sleep(PAUSE);
    }
    End::Time
}

/// Returns the way in which a child process with the exit status `status` ended. The child process is `symtool lab
/// check`, which itself returns 0 or 1.
fn ended_by(status: ExitStatus) -> End {
    use nix::sys::signal::Signal;
    use std::os::unix::process::ExitStatusExt;
    let signal = status.signal().map(Signal::try_from);
    match (status.code(), signal) {
        (Some(0 | 1), _) => End::Checked,
        (Some(code), _) => End::Stopped(format!("the check ended with exit code {code}")),
        (None, Some(Ok(Signal::SIGXCPU | Signal::SIGKILL))) => End::Time,
        (None, Some(Ok(Signal::SIGXFSZ))) => End::Output,
        (None, Some(Ok(signal))) => End::Stopped(format!("the check was ended by {signal}")),
        (None, _) => End::Stopped("the check was ended by a signal".to_owned()),
    }
}
