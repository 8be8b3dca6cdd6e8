//! The connection to a solver process. It sends commands, receives whole S-expressions, and limits the time
//! of each wait for a reply.
//!
//! One thread reads and another thread writes, so that neither a full pipe nor a silent process blocks exploration.
//! The process is in a separate process group, so that Ctrl-C interrupts symtool but not the solver. After Ctrl-C,
//! symtool may still need answers of the solver to complete its results.
use crate::interrupt::InterruptHandle;
use std::fmt;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The interval at which a connection checks the interrupt handle while it waits for a reply.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);
/// The maximum length of a reply, in bytes.
const MAX_REPLY: usize = 256 << 20;

/// The reason why a solver process gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The process cannot be started.
    Start(String),
    /// The process terminated during a query.
    Died(String),
    /// The process printed an unexpected reply.
    Unexpected(String),
    /// The time limit was reached.
    Timeout,
    /// The run was stopped, for example by the user or at its deadline.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(why) => write!(f, "cannot start it ({why})"),
            Fault::Died(how) => write!(f, "it exited during a query ({how})"),
            Fault::Unexpected(reply) => write!(f, "unexpected reply: {reply}"),
            Fault::Timeout => write!(f, "it did not answer in time"),
            Fault::Interrupted => write!(f, "interrupted"),
        }
    }
}

/// Starts a program with pipes to its standard input and output. Its standard error is discarded.
pub(crate) fn spawn(words: &[String]) -> std::io::Result<Child> {
    let (program, arguments) = words
        .split_first()
        .ok_or(std::io::ErrorKind::InvalidInput)?;
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

/// The connection to a running process.
#[derive(Debug)]
pub(crate) struct Connection {
    child: Child,
    commands: Sender<String>,
    output: Receiver<Vec<u8>>,
    pending: Vec<u8>,
}

impl Connection {
    /// Returns a connection to a process that was just started.
    pub fn new(mut child: Child) -> Connection {
        let (commands, to_write) = mpsc::channel::<String>();
        let (read, output) = mpsc::channel();
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                for text in to_write {
                    if stdin
                        .write_all(text.as_bytes())
                        .and_then(|()| stdin.flush())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        if let Some(mut stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut buffer = vec![0; 1 << 16];
                while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                    if read.send(buffer[..count].to_vec()).is_err() {
                        break;
                    }
                }
            });
        }
        Connection {
            child,
            commands,
            output,
            pending: Vec::new(),
        }
    }

    /// Queues commands for the process. Does not wait for a reply.
    pub fn send(&self, text: String) {
        // Sending fails if the writing thread has ended, because the process has exited or has closed its input. A
        // call of `reply` that waits for output then returns a fault.
        let _ = self.commands.send(text);
    }

    /// Returns whether the process has printed output that is not the reply to a command.
    pub fn has_unexpected_output(&mut self) -> bool {
        while let Ok(bytes) = self.output.try_recv() {
            self.pending.extend(bytes);
        }
        !self.pending.iter().all(u8::is_ascii_whitespace)
    }

    /// Waits until the time `until` for the next S-expression that the process prints.
    pub fn reply(&mut self, until: Instant, interrupt: &InterruptHandle) -> Result<String, Fault> {
        loop {
            if let Some((start, end)) = expression(&self.pending) {
                let text = String::from_utf8_lossy(&self.pending[start..end]).into_owned();
                self.pending.drain(..end);
                return Ok(text);
            }
            if self.pending.len() > MAX_REPLY {
                return Err(Fault::Unexpected("a reply without an end".to_owned()));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(WATCH_INTERVAL)) {
                Ok(bytes) => self.pending.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
                Err(RecvTimeoutError::Timeout) if interrupt.is_interrupted() => {
                    return Err(Fault::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the fault for a process that has closed its standard output, and kills the process.
    fn death(&mut self) -> Fault {
        let _ = self.child.kill();
        Fault::Died(match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the start and the end of the first complete S-expression; `None` if there is none. An atom is complete if
/// a blank, a parenthesis, a quote or a comment follows it.
pub(crate) fn expression(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut start = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let first = at;
        match byte {
            b';' => {
                at += bytes[at..].iter().position(|&b| b == b'\n')? + 1;
                continue;
            }
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'(' => {
                depth += 1;
                at += 1;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            quote @ (b'|' | b'"') => {
                at += bytes[at + 1..].iter().position(|&b| b == quote)? + 2;
            }
            _ => {
                let ends = |&b: &u8| b.is_ascii_whitespace() || b"()\";".contains(&b);
                at += bytes[at..].iter().position(ends)?;
            }
        }
        let begin = *start.get_or_insert(first);
        if depth == 0 {
            return Some((begin, at));
        }
    }
    None
}

/// Returns the elements of a list, such as `(a b (c d))`, as text; `None` if the text is no list.
pub(crate) fn items(list: &str) -> Option<Vec<&str>> {
    let inner = list.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut all = Vec::new();
    let mut at = 0;
    while let Some((start, end)) = expression(&inner.as_bytes()[at..]) {
        all.push(&inner[at + start..at + end]);
        at += end;
    }
    // If no blank follows the last atom of the list, `expression` does not recognize it as complete.
    let mut rest = inner[at..].trim();
    while rest.starts_with(';') {
        rest = rest
            .split_once('\n')
            .map_or("", |(_, next)| next.trim_start());
    }
    if rest.contains(['(', ')']) {
        return None;
    }
    all.extend((!rest.is_empty()).then_some(rest));
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_cut_into_elements() {
        assert_eq!(
            items("(a |b c| (d e) f)"),
            Some(vec!["a", "|b c|", "(d e)", "f"])
        );
        assert_eq!(
            items("((a #x01)\n (b #x02))"),
            Some(vec!["(a #x01)", "(b #x02)"])
        );
        assert_eq!(items("()"), Some(vec![]));
        assert_eq!(items("(a (b)"), None);
        assert_eq!(items("a"), None);
    }

    #[test]
    fn whole_expressions_are_found_in_a_stream() {
        let first = |text: &str| expression(text.as_bytes()).map(|(a, b)| text[a..b].to_owned());
        assert_eq!(first("  sat\nunsat"), Some("sat".into()));
        assert_eq!(first("sa"), None);
        assert_eq!(
            first("((|a)| #x01) (b\n \"(\"))x"),
            Some("((|a)| #x01) (b\n \"(\"))".into())
        );
        assert_eq!(first("((a #x01)"), None);
        assert_eq!(first("; note\nunknown "), Some("unknown".into()));
    }
}
