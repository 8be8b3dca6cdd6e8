//! The difference as text, in the manner of a unified diff.
use super::{Edit, FunctionDiff, ItemText, Line, LineKind, ModuleDiff};
use std::fmt::{self, Write};
use symtool_analysis::text::count;

/// The number of unchanged lines that are shown before and after each change.
const CONTEXT: usize = 3;

const RED: &str = "31";
const GREEN: &str = "32";
const CYAN: &str = "36";
const BOLD: &str = "1";

impl ModuleDiff {
    /// Returns the difference as text: for each function the change of its size and the changed lines with their
    /// context, then the change of the size of the program. `color` adds the color codes of terminals.
    pub fn to_text(&self, color: bool) -> String {
        let mut writer = Writer {
            out: String::new(),
            color,
        };
        for global in &self.globals {
            writer.edit(global, |text| text);
        }
        for function in &self.functions {
            writer.function(function);
        }
        writer.line(&self.summary(), Some(BOLD));
        writer.out
    }

    /// Returns the last line of the text: the number of changed functions and the change of the size.
    pub fn summary(&self) -> String {
        let changed = self
            .functions
            .iter()
            .filter(|function| !function.is_unchanged());
        let size = self.before.change_to(self.after);
        format!(
            "total: {} of {} functions changed; {size}",
            changed.count(),
            self.functions.len()
        )
    }
}

impl fmt::Display for ModuleDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(false))
    }
}

/// The text under construction.
struct Writer {
    out: String,
    color: bool,
}

impl Writer {
    fn line(&mut self, text: &str, style: Option<&str>) {
        let _ = match style.filter(|_| self.color) {
            Some(style) => writeln!(self.out, "\x1b[{style}m{text}\x1b[0m"),
            None => writeln!(self.out, "{text}"),
        };
    }

    fn function(&mut self, function: &FunctionDiff) {
        let name = &function.name;
        if function.is_unchanged() {
            self.line(&format!("@{name}: unchanged"), None);
            return;
        }
        let word = match (function.before.blocks, function.after.blocks) {
            (0, 1..) => "added: ",
            (1.., 0) => "removed: ",
            _ => "",
        };
        let size = function.before.change_to(function.after);
        self.line(&format!("@{name}: {word}{size}"), Some(BOLD));
        let shown = shown(&function.lines);
        let mut at = 0;
        while at < shown.len() {
            if shown[at] {
                self.edit(&function.lines[at].text, |text: &ItemText| &text.located);
                at += 1;
                continue;
            }
            let hidden = shown[at..].iter().take_while(|&&shown| !shown).count();
            at += hidden;
            self.fold(function, at, hidden);
        }
    }

    /// Writes one line in place of the `hidden` unchanged lines before the line `at`. If an instruction follows, the
    /// written line names the block of this instruction.
    fn fold(&mut self, function: &FunctionDiff, at: usize, hidden: usize) {
        let next = function
            .lines
            .get(at)
            .filter(|line| line.kind == LineKind::Inst);
        let block = next.and_then(|line| line.block);
        let block = block.map_or(String::new(), |block| {
            format!(", then in {}", function.blocks[block].newest())
        });
        let text = format!("@@ {}{block} @@", count(hidden, "unchanged line"));
        self.line(&text, Some(CYAN));
    }

    fn edit<T>(&mut self, edit: &Edit<T>, text: impl Fn(&T) -> &str) {
        match edit {
            Edit::Same(same) => self.prefixed(' ', text(same), None),
            Edit::Added(added) => self.prefixed('+', text(added), Some(GREEN)),
            Edit::Removed(removed) => self.prefixed('-', text(removed), Some(RED)),
            Edit::Changed { before, after } => self.changed(text(before), text(after)),
        }
    }

    /// Writes both texts of a changed item. For items with the same number of lines, such as switches with the same
    /// cases, equal lines are written once.
    fn changed(&mut self, before: &str, after: &str) {
        if before.lines().count() != after.lines().count() {
            self.prefixed('-', before, Some(RED));
            self.prefixed('+', after, Some(GREEN));
            return;
        }
        for (before, after) in before.lines().zip(after.lines()) {
            if before == after {
                self.prefixed(' ', after, None);
            } else {
                self.prefixed('-', before, Some(RED));
                self.prefixed('+', after, Some(GREEN));
            }
        }
    }

    fn prefixed(&mut self, sign: char, text: &str, style: Option<&str>) {
        for line in text.lines() {
            self.line(format!("{sign}{line}").trim_end(), style);
        }
    }
}

/// Returns for each line whether it is shown: changed lines and their context.
fn shown(lines: &[Line]) -> Vec<bool> {
    let mut shown = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        if !line.text.is_same() {
            let end = (at + CONTEXT + 1).min(lines.len());
            shown[at.saturating_sub(CONTEXT)..end].fill(true);
        }
    }
    shown
}
