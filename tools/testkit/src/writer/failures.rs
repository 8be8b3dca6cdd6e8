//! Writes sibling failures: checks of one kind on several sides of nested branches. Melding replaces several such
//! checks by one check.
use super::Writer;
use std::fmt::Write;

/// The kind of operation that fails on some inputs. All checks of one group of siblings have the same kind, so that
/// melding can replace several of them by one check.
#[derive(Copy, Clone)]
enum Fallible {
    Division,
    Assertion,
    NullLoad,
    NullStore,
    Element,
}

impl Writer {
    /// Writes a tree of branches, or a switch, in which most sides contain an operation that may fail.
    pub(super) fn siblings(&mut self) {
        if self.depth > 4 {
            return self.assign();
        }
        let kinds = [
            Fallible::Division,
            Fallible::Assertion,
            Fallible::NullLoad,
            Fallible::NullStore,
            Fallible::Element,
        ];
        let kind = kinds[self.random.below(kinds.len() as u64) as usize];
        let end = self.label();
        if self.random.below(3) == 0 {
            self.sibling_cases(kind, &end);
        } else {
            let depth = 1 + self.random.below(3);
            self.sibling_tree(kind, depth, &end);
        }
        let result = self.name("%p");
        let _ = writeln!(self.text, "{end}({result}: i32):");
        let cell = self.cell();
        self.line(&format!("store {result}, {cell}"));
    }

    /// Writes nested branches. Each innermost side jumps to the block `end` with a value. On most sides, an operation
    /// of the kind `kind` computes this value, and may fail.
    fn sibling_tree(&mut self, kind: Fallible, depth: u64, end: &str) {
        if depth == 0 || self.random.below(8) == 0 {
            let value = match self.random.below(8) {
                0 => self.value(1),
                _ => self.fallible(kind),
            };
            return self.line(&format!("jump {end}({value})"));
        }
        let cond = self.condition(1);
        let [yes, no] = [(); 2].map(|()| self.label());
        self.line(&format!("branch {cond}, {yes}, {no}"));
        for label in [yes, no] {
            self.open(&label);
            self.sibling_tree(kind, depth - 1, end);
        }
    }

    /// Writes a switch. In each case and in the default, an operation of the kind `kind` computes a value, and may
    /// fail.
    fn sibling_cases(&mut self, kind: Fallible, end: &str) {
        let value = self.value(1);
        let value = self.define(&format!("and {value}, 7"));
        let labels: Vec<String> = (0..2 + self.random.below(4))
            .map(|_| self.label())
            .collect();
        let (default, cases) = labels.split_last().expect("there are two labels");
        let cases: Vec<String> = cases
            .iter()
            .enumerate()
            .map(|(n, to)| format!("{n}: {to}"))
            .collect();
        self.line(&format!(
            "switch {value} [ {} default: {default} ]",
            cases.join(" ")
        ));
        for label in &labels {
            self.open(label);
            let value = self.fallible(kind);
            self.line(&format!("jump {end}({value})"));
        }
    }

    /// Writes an operation of the kind `kind` that fails for some values, and returns the name of its result.
    fn fallible(&mut self, kind: Fallible) -> String {
        let value = self.value(1);
        let limit = self.random.below(16);
        let other = self.define(&format!("ne {value}, {limit}"));
        match kind {
            Fallible::Division => {
                let divisor = self.define(&format!("sub {value}, {limit}"));
                self.line(&format!("check div, {other}, \"divisor\""));
                self.define(&format!("udiv i32 60, {divisor}"))
            }
            Fallible::Assertion => {
                self.line(&format!("check assert, {other}, \"sibling\""));
                self.define(&format!("add {value}, 1"))
            }
            Fallible::NullLoad | Fallible::NullStore => {
                let cell = self.cell();
                let pointer = self.define(&format!("select {other}, {cell}, null"));
                if let Fallible::NullLoad = kind {
                    return self.define(&format!("load i32 {pointer}"));
                }
                self.line(&format!("store {value}, {pointer}"));
                value
            }
            Fallible::Element => {
                let cell = self.cell();
                let index = self.define(&format!("select {other}, i64 0, 8"));
                let pointer = self.define(&format!("ptr_add {cell}, {index}"));
                self.define(&format!("load i32 {pointer}"))
            }
        }
    }
}
