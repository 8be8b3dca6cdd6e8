//! Starts a program in a folder of its own, with limits, and waits for it.
//!
//! The limit of time is processor time, so that a busy machine changes no verdict; a wall-clock limit of some
//! times as much guards against programs that sleep. Memory and file sizes are limited by the shell's `ulimit`.
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The most bytes of output that are kept; longer output ends the program.
const MAX_OUTPUT: u64 = 64 << 20;
/// The most kilobytes of address space.
const MAX_MEMORY_KIB: u64 = 12 << 20;
/// How much longer than its processor time a program may take by the clock.
const WALL_FACTOR: u32 = 6;
const SIGXCPU: i32 = 24;
const SIGKILL: i32 = 9;

/// How a process ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this status, 0 to 255.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was ended because it took too long.
    Time,
}

/// What a process did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output, cut at 64 MiB.
    pub output: Vec<u8>,
    /// What it wrote to standard error, cut at 64 MiB.
    pub errors: Vec<u8>,
}

impl Ended {
    /// Did it exit with status 0?
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

/// Runs `program` with `args` in `folder`, without input, for at most `seconds` of processor time.
///
/// # Errors
/// If the process cannot be started or its output cannot be kept.
pub fn run(program: &Path, args: &[&str], folder: &Path, seconds: u64) -> io::Result<Ended> {
    let memory = format!("ulimit -v {MAX_MEMORY_KIB}; ");
    start(program, args, folder, seconds, &memory)
}

/// Like [`run`], without a limit of address space: the address sanitizer reserves terabytes of it.
///
/// # Errors
/// As [`run`].
pub fn run_sanitized(
    program: &Path,
    args: &[&str],
    folder: &Path,
    seconds: u64,
) -> io::Result<Ended> {
    start(program, args, folder, seconds, "")
}

fn start(
    program: &Path,
    args: &[&str],
    folder: &Path,
    seconds: u64,
    memory: &str,
) -> io::Result<Ended> {
    let limits = format!(
        "{memory}ulimit -c 0; ulimit -t {seconds}; ulimit -f {blocks}; exec \"$0\" \"$@\"",
        blocks = MAX_OUTPUT / 512,
    );
    // Names with a dot in front do not meet those of the programs' own files.
    let (output, errors) = (folder.join(".stdout"), folder.join(".stderr"));
    let mut child = Command::new("sh")
        .args(["-c", &limits])
        .arg(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?)
        .spawn()?;
    let wall = Duration::from_secs(seconds) * WALL_FACTOR;
    let end = wait(&mut child, wall)?;
    Ok(Ended {
        end,
        output: read(&output)?,
        errors: read(&errors)?,
    })
}

/// Waits by looking, at first often: most programs end at once.
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
