//! The watchdog: saves the results if a solver or a pass ignores an interrupt or the time limit.
//!
//! The watchdog waits some seconds after the interrupt or the time limit. If the run has not terminated by then, the
//! watchdog writes a summary of the results so far, prints a message, and terminates the process with the exit code of
//! the verdict.
use crate::driver::summary::Summary;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use symtool_solver::InterruptHandle;

/// The time for a run to terminate by itself after an interrupt or the time limit. Then the watchdog terminates it.
const GRACE: Duration = Duration::from_secs(5);
/// The interval at which the watchdog checks for an interrupt.
const INTERVAL: Duration = Duration::from_millis(200);

/// A handle to the thread that watches a run. The handle and the thread share the results that the run has found so
/// far. The shared results are set to `None` when the run terminates by itself.
#[derive(Clone)]
pub struct Watchdog {
    found: Arc<Mutex<Option<Summary>>>,
}

impl Watchdog {
    /// Starts a thread that watches a run with the output folder `folder`. If `json` is set, the watchdog prints the
    /// summary as JSON.
    pub fn start(interrupt: InterruptHandle, folder: PathBuf, json: bool) -> Watchdog {
        let found = Arc::new(Mutex::new(Some(Summary::nothing_yet(&folder))));
        let watched = Arc::clone(&found);
        std::thread::spawn(move || {
            let mut since = None;
            loop {
                std::thread::sleep(INTERVAL);
                if !interrupt.is_interrupted() {
                    continue;
                }
                if since.get_or_insert_with(Instant::now).elapsed() < GRACE {
                    continue;
                }
                // The lock is held until the process exits, so that the run cannot finish while the watchdog writes
                // the summary.
                let guard = watched.lock().unwrap_or_else(PoisonError::into_inner);
                match guard.as_ref() {
                    Some(summary) => end(summary, &folder, json),
                    None => return,
                }
            }
        });
        Watchdog { found }
    }

    /// Changes the shared results by `change`. The watchdog writes them as the summary if it must terminate the run.
    pub fn update(&self, change: impl FnOnce(&mut Summary)) {
        if let Some(summary) = self
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
        {
            change(summary);
        }
    }

    /// Records that the run has terminated, so that the watchdog does nothing.
    pub fn dismiss(&self) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn end(summary: &Summary, folder: &std::path::Path, json: bool) -> ! {
    let text = serde_json::to_string_pretty(summary).unwrap_or_default() + "\n";
    let _ = std::fs::write(folder.join("summary.json"), &text);
    let shown = if json {
        text
    } else {
        let verdict = format!("{:?}", summary.verdict).to_uppercase();
        let reasons = summary.incomplete_reasons.join("; ");
        format!(
            "{verdict} {reasons}; the results so far are in {}\n",
            folder.display()
        )
    };
    let _ = std::io::stdout().write_all(shown.as_bytes());
    std::process::exit(i32::from(summary.exit_code()));
}
