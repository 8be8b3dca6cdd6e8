//! Writes the control flow of the random programs: calls, branches and loops.
use super::Writer;
use std::fmt::Write;

impl Writer {
    pub(super) fn call(&mut self) {
        if self.in_helper {
            return self.assign();
        }
        let result = match self.random.below(4) {
            0 => {
                let (cell, value) = (self.cell(), self.value(1));
                return self.line(&format!("call @put({cell}, {value})"));
            }
            1 if self.options.loops => {
                let (to, value) = (self.cell(), self.value(0));
                let count = self.define(&format!("and {value}, 3"));
                self.define(&format!("call @sum({count}, {to})"))
            }
            2 => {
                let (cond, value) = (self.condition(1), self.value(1));
                let a = self.define("func_addr @help");
                let b = self.define("func_addr @twice");
                let target = self.define(&format!("select {cond}, {a}, {b}"));
                self.define(&format!("call_indirect (i32) -> i32 {target}({value})"))
            }
            _ => {
                let value = self.value(1);
                self.define(&format!("call @help({value})"))
            }
        };
        let cell = self.cell();
        self.line(&format!("store {result}, {cell}"));
    }

    /// Writes a branch or switch. With the option `joins`, each side passes a value to the block at which the sides
    /// meet.
    pub(super) fn branch(&mut self) {
        if self.depth > 4 {
            return self.assign();
        }
        let [yes, no, end] = [(); 3].map(|()| self.label());
        let choice = self.value(1);
        let default = self.edge(&end, &choice);
        if self.random.below(4) == 0 {
            let (one, two) = (self.random.below(8), 8 + self.random.below(8));
            self.line(&format!(
                "switch {choice} [ {one}: {yes} {two}: {no} 3000: {yes} default: {default} ]"
            ));
        } else {
            let cond = self.condition(2);
            self.line(&format!("branch {cond}, {yes}, {no}"));
        }
        for label in [yes, no] {
            self.open(&label);
            self.block();
            if self.in_helper && self.random.below(6) == 0 {
                let value = self.value(0);
                self.line(&format!("return {value}"));
                continue;
            }
            let value = self.value(0);
            let edge = self.edge(&end, &value);
            self.line(&format!("jump {edge}"));
        }
        if !self.options.joins {
            return self.open(&end);
        }
        let param = self.name("%p");
        let _ = writeln!(self.text, "{end}({param}: i32):");
        let cell = self.cell();
        self.line(&format!("store {param}, {cell}"));
    }

    /// Returns the text of an edge to the block `to`, at which several edges meet, as a terminator names it. With the
    /// option `joins`, the edge passes `value` as an argument.
    pub(super) fn edge(&self, to: &str, value: &str) -> String {
        if self.options.joins {
            format!("{to}({value})")
        } else {
            to.to_owned()
        }
    }

    /// Writes a loop of at most three iterations. With the option `joins`, a branch may leave the loop in the middle
    /// of an iteration, and a value of the last iteration is used after the loop.
    pub(super) fn repeat(&mut self) {
        if self.depth > 3 {
            return self.assign();
        }
        let value = self.value(1);
        let count = self.define(&format!("and {value}, 3"));
        let [head, body, rest, end] = [(); 4].map(|()| self.label());
        let counter = self.name("%k");
        self.line(&format!("jump {head}({count})"));
        let _ = writeln!(self.text, "{head}({counter}: i32):");
        let last = self.options.joins.then(|| self.value(1));
        let more = self.define(&format!("ne {counter}, 0"));
        self.line(&format!("branch {more}, {body}, {end}"));
        self.open(&body);
        self.block();
        if last.is_some() {
            let cond = self.condition(1);
            self.line(&format!("branch {cond}, {rest}, {end}"));
            self.open(&rest);
        }
        let next = self.define(&format!("sub {counter}, 1"));
        self.line(&format!("jump {head}({next})"));
        self.open(&end);
        if let Some(last) = last {
            let cell = self.cell();
            let sum = self.define(&format!("add {last}, {counter}"));
            self.line(&format!("store {sum}, {cell}"));
        }
    }
}
