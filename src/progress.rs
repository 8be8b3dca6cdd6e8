//! One line on a terminal that says how far a long exploration has come.
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use symtool_symex::Stats;

/// The progress line; shows nothing where nobody looks.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A line on standard error, if that is a terminal and the user wants one.
    pub fn new(wanted: bool) -> Progress {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        if !wanted || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Progress { bar }
    }

    /// Shows the current counters.
    pub fn show(&self, stats: &Stats) {
        if self.bar.is_hidden() || self.bar.elapsed() < Duration::from_millis(300) {
            return;
        }
        self.bar.set_message(format!(
            "{} paths, {} live, {} instructions, {} queries",
            stats.paths.completed + stats.paths.errors,
            stats.live,
            stats.instructions,
            stats.solver.asked,
        ));
        self.bar.tick();
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
