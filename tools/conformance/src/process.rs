//! Runs a program as a process in a folder of its own, with limits on its resources.
//!
//! The time limit applies to processor time, so that the load of the machine does not change results. A longer limit on
//! wall-clock time stops programs that wait without computing. Memory and file sizes are limited by the shell's
//! `ulimit`.
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The maximum output of a process in bytes. A process that prints more is terminated.
const MAX_OUTPUT: u64 = 64 << 20;
/// The maximum address space of a process in KiB.
const MAX_MEMORY_KIB: u64 = 12 << 20;
/// The wall-clock limit is this multiple of the processor time limit.
const WALL_FACTOR: u32 = 6;
const SIGXCPU: i32 = 24;
const SIGKILL: i32 = 9;

/// The way in which a process ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The process exited with this status, 0 to 255.
    Exit(i32),
    /// The signal with this number terminated the process.
    Signal(i32),
    /// The process exceeded its time limit.
    Time,
}

/// The result of running a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The way in which the process ended.
    pub end: End,
    /// The standard output of the process, truncated to 64 MiB. After [`run_transcript`], it includes standard error.
    pub output: Vec<u8>,
    /// The standard error of the process, truncated to 64 MiB; empty after [`run_transcript`].
    pub errors: Vec<u8>,
}

impl Ended {
    /// Returns whether the process exited with status 0.
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

/// Runs `program` with `args` in `folder`, without input, for at most `seconds` of processor time.
///
/// # Errors
/// The process cannot be started, or its output cannot be stored.
pub fn run(program: &Path, args: &[&str], folder: &Path, seconds: u64) -> io::Result<Ended> {
    let memory = format!("ulimit -v {MAX_MEMORY_KIB}; ");
    start(program, args, folder, seconds, &memory, Streams::Separate)
}

/// Runs a program like [`run`], with standard output and standard error in one unbuffered file, in the order of
/// writing. symtool records the output of a program in this order, too. Without a buffer, no text is lost at `abort`.
///
/// # Errors
/// The process cannot be started, or its output cannot be stored.
pub fn run_transcript(program: &Path, folder: &Path, seconds: u64) -> io::Result<Ended> {
    let memory = format!("ulimit -v {MAX_MEMORY_KIB}; ");
    start(program, &[], folder, seconds, &memory, Streams::Together)
}

/// The files of the output streams of a process.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Streams {
    Separate,
    /// One file for both streams, without buffering.
    Together,
}

/// Runs a program like [`run`], but without a limit on address space, because the address sanitizer reserves terabytes.
///
/// # Errors
/// The process cannot be started, or its output cannot be stored.
pub fn run_sanitized(
    program: &Path,
    args: &[&str],
    folder: &Path,
    seconds: u64,
) -> io::Result<Ended> {
    start(program, args, folder, seconds, "", Streams::Separate)
}

fn start(
    program: &Path,
    args: &[&str],
    folder: &Path,
    seconds: u64,
    memory: &str,
    streams: Streams,
) -> io::Result<Ended> {
    let unbuffered = match streams {
        Streams::Separate => "",
        Streams::Together => "stdbuf -o0 -e0 ",
    };
    let limits = format!(
        "{memory}ulimit -c 0; ulimit -t {seconds}; ulimit -f {blocks}; exec {unbuffered}\"$0\" \"$@\"",
        blocks = MAX_OUTPUT / 512,
    );
    // The names begin with a dot, so that they differ from the names of files that the program writes.
    let (output, errors) = (folder.join(".stdout"), folder.join(".stderr"));
    let out = File::create(&output)?;
    let err = match streams {
        Streams::Separate => File::create(&errors)?,
        Streams::Together => out.try_clone()?,
    };
    let mut child = Command::new("sh")
        .args(["-c", &limits])
        .arg(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .spawn()?;
    let wall = Duration::from_secs(seconds) * WALL_FACTOR;
    let end = wait(&mut child, wall)?;
    Ok(Ended {
        end,
        output: read(&output)?,
        errors: match streams {
            Streams::Separate => read(&errors)?,
            Streams::Together => Vec::new(),
        },
    })
}

/// Waits for the termination of a process by polling, at most `wall` of wall-clock time. Polling is frequent at first,
/// because most programs terminate at once.
fn wait(child: &mut Child, wall: Duration) -> io::Result<End> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match (status.code(), status.signal()) {
                (Some(code), _) => End::Exit(code),
                (None, Some(SIGXCPU | SIGKILL)) => End::Time,
                (None, signal) => End::Signal(signal.unwrap_or(0)),
            });
        }
        if start.elapsed() > wall {
            child.kill()?;
            child.wait()?;
            return Ok(End::Time);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_OUTPUT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, seconds: u64) -> Ended {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run(Path::new("sh"), &["-c", script], folder.path(), seconds).expect("sh starts")
    }

    #[test]
    fn output_status_and_signal_are_seen() {
        let ended = shell("echo out; echo err >&2; exit 3", 5);
        assert_eq!(ended.end, End::Exit(3));
        assert_eq!(ended.output, b"out\n");
        assert_eq!(ended.errors, b"err\n");
        assert_eq!(shell("kill -ABRT $$", 5).end, End::Signal(6));
    }

    #[test]
    fn a_program_without_end_is_ended() {
        assert_eq!(shell("while :; do :; done", 1).end, End::Time);
    }
}
