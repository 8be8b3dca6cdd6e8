//! Lists and kills the processes of a session. A child process that starts a session (`setsid`) passes the session on
//! to the processes that it starts. So the grader finds all of these processes in `/proc`, except those that start
//! another session.
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Returns the processes whose session has the number `session`.
pub fn members(session: u32) -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let numbers = names.filter_map(|name| name.parse::<i32>().ok());
    numbers
        .filter(|&process| session_of(process) == Some(session))
        .collect()
}

/// Returns the number of the session of a process; `None` if the process has ended.
fn session_of(process: i32) -> Option<u32> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    session_in(&text)
}

/// Returns the number of the session in `line`, the contents of `/proc/PID/stat`. It is the fourth field after the
/// name of the program, which is in parentheses and may contain any character. Returns `None` for a process that has
/// ended.
fn session_in(line: &str) -> Option<u32> {
    let (_, rest) = line.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let session = fields.nth(2)?;
    (state != "Z").then(|| session.parse().ok()).flatten()
}

/// Kills all processes of a session, including those that start while this function runs.
pub fn kill_all(session: u32) {
    for _ in 0..MOST_SWEEPS {
        let members = members(session);
        if members.is_empty() {
            return;
        }
        for process in members {
            let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
        }
    }
}

/// The maximum number of times that [`kill_all`] lists the processes of the session and kills them. A repetition is
/// needed because new processes may start while the listed processes are killed.
const MOST_SWEEPS: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_read_behind_the_name() {
        assert_eq!(session_in("7 (a) b) S 1 5 42 0 -1"), Some(42));
        assert_eq!(session_in("7 (sh) Z 1 5 42 0 -1"), None);
        assert_eq!(session_in("garbage"), None);
    }

    #[test]
    fn this_process_is_a_member_of_its_session() {
        let own = i32::try_from(std::process::id()).expect("a small number");
        let session = session_of(own).expect("this process runs");
        assert!(members(session).contains(&own));
    }
}
