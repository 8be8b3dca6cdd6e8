//! The limits for the process that checks one task. This process, a child of the grader, limits itself, because the
//! standard library cannot set limits of a process that it starts.
use crate::Error;
use nix::errno::Errno;
use nix::sys::resource::{Resource, setrlimit};
use std::time::Duration;

/// The limits of the process that checks one task of a submission.
#[derive(Copy, Clone, Debug)]
pub struct ProcessLimits {
    /// Wall-clock time.
    pub time: Duration,
    /// Processor time of each single process of the check.
    pub cpu: Duration,
    /// Address space of each single process of the check, in bytes.
    pub memory: u64,
    /// Size of each file that the check writes, and of the output that it prints, in bytes.
    pub output: u64,
    /// Number of processes of the check that run at the same time.
    pub processes: usize,
}

impl Default for ProcessLimits {
    fn default() -> ProcessLimits {
        ProcessLimits {
            time: Duration::from_secs(60),
            cpu: Duration::from_secs(60),
            memory: 4 << 30,
            output: 16 << 20,
            processes: 32,
        }
    }
}

/// Starts a session (`setsid`) for this process, so that the grader finds all processes of the submission by this
/// session. Then limits this process and the processes that it will start.
///
/// # Errors
/// The system refuses a limit.
pub fn apply(cpu: Duration, memory: u64, output: u64) -> Result<(), Error> {
    // The call fails if the process already leads a process group, as in a shell. The limits are set nevertheless.
    let _ = nix::unistd::setsid();
    let seconds = cpu.as_secs().max(1);
    let limits = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_AS, memory),
        (Resource::RLIMIT_FSIZE, output),
        (Resource::RLIMIT_CORE, 0),
    ];
    for (resource, limit) in limits {
        setrlimit(resource, limit, limit).map_err(|error| refused(resource, error))?;
    }
    Ok(())
}

fn refused(resource: Resource, error: Errno) -> Error {
    Error::Input(format!(
        "the system refuses the limit {resource:?}: {}",
        error.desc()
    ))
}
