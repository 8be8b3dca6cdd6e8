//! The progress line on a terminal.
//!
//! ```text
//! ⠋ 12s 5213 paths, 14 live, tree 31.2%, 812 q/s, solver 84%, 96 MB, lines 41/45
//! ```
//!
//! The line fits into 80 columns. *Tree* is the share of finished paths in the execution tree, where a path after n
//! forks has the weight 2^-n ([`TreeShare`]). The share reaches 100 % at the end, but grows unevenly, because a path
//! after one fork is half of the tree. *q/s* are queries per second.
//!
//! [`TreeShare`]: symtool_engine::TreeShare
use crate::driver::render;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use symtool_engine::Stats;

/// The progress line. It shows nothing unless standard error is a terminal.
pub struct Progress {
    bar: ProgressBar,
    /// The latest measurement of the query rate: its time, the number of queries up to this time, and the rate.
    rate: (Duration, u64, f64),
}

/// The interval over which the query rate is measured.
const SPAN: Duration = Duration::from_secs(1);

impl Progress {
    /// Returns a progress line, which is visible if `wanted` is set and standard error is a terminal.
    pub fn new(wanted: bool) -> Progress {
        let bar = ProgressBar::new_spinner();
        // A progress line wider than the terminal is truncated.
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        if !wanted || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let rate = (Duration::ZERO, 0, 0.0);
        Progress { bar, rate }
    }

    /// Shows the current counters in the progress line.
    pub fn show(&mut self, stats: &Stats) {
        if self.bar.is_hidden() || self.bar.elapsed() < Duration::from_millis(300) {
            return;
        }
        let rate = self.rate(stats.time, stats.solver.issued);
        self.bar.set_message(line(stats, rate));
        self.bar.tick();
    }

    /// Returns the number of queries per second, measured over the last completed interval of one second (in the first
    /// second, since the start). `time` is the time since the start of the exploration, and `issued` the number of
    /// queries up to this time.
    fn rate(&mut self, time: Duration, issued: u64) -> f64 {
        if time < self.rate.0 {
            // The time decreases only if the exploration was restarted. The restart also resets the number of
            // queries.
            self.rate = (Duration::ZERO, 0, 0.0);
        }
        let (since, before, rate) = self.rate;
        let passed = time - since;
        if passed >= SPAN || rate == 0.0 && passed > Duration::ZERO {
            let rate = issued.saturating_sub(before) as f64 / passed.as_secs_f64();
            if passed >= SPAN {
                self.rate = (time, issued, rate);
            }
            return rate;
        }
        rate
    }

    /// Removes the progress line from the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(stats: &Stats, rate: f64) -> String {
    let seconds = stats.time.as_secs_f64().max(1e-9);
    let solver = stats.solver.solver_time.as_secs_f64() / seconds;
    format!(
        "{} paths, {} live, tree {:.1}%, {rate:.0} q/s, solver {:.0}%, {}, lines {}/{}",
        stats.paths.completed + stats.paths.errors,
        stats.live,
        100.0 * stats.explored.fraction(),
        100.0 * solver.min(1.0),
        render::memory(stats.memory),
        stats.coverage.lines_covered,
        stats.coverage.lines_total,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_a_run_has_come() {
        let mut stats = Stats {
            live: 3,
            time: Duration::from_secs(4),
            memory: 96_000_000,
            coverage: symtool_engine::coverage::CoverageCounts {
                lines_covered: 4,
                lines_total: 5,
                ..Default::default()
            },
            ..Stats::default()
        };
        stats.paths.completed = 7;
        stats.explored.add_path(2);
        stats.solver.solver_time = Duration::from_secs(1);
        assert_eq!(
            line(&stats, 12.0),
            "7 paths, 3 live, tree 25.0%, 12 q/s, solver 25%, 96 MB, lines 4/5"
        );
    }

    #[test]
    fn the_rate_is_that_of_the_last_second() {
        let mut progress = Progress::new(false);
        let mut at = |ms, issued| progress.rate(Duration::from_millis(ms), issued);
        assert_eq!(at(500, 100), 200.0);
        assert_eq!(at(1000, 300), 300.0);
        assert_eq!(at(1500, 900), 300.0);
        assert_eq!(at(2000, 1000), 700.0);
        assert_eq!(at(500, 50), 100.0);
    }
}
