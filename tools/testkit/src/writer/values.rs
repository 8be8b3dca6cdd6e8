//! Writes the values, conditions and addresses of the random programs.
use super::Writer;
use std::fmt::Write;

impl Writer {
    /// Returns the name of a value that is the address of a random variable of four bytes. Writes the instruction that
    /// computes the address, if one is needed.
    pub(super) fn cell(&mut self) -> String {
        let count = match (self.options.cells, self.in_helper) {
            (false, _) => 4,
            (true, true) => 6,
            (true, false) => 7,
        };
        match self.random.below(count) {
            6 => "%heap".to_owned(),
            5 => self.define("global_addr @g1"),
            4 => self.define("global_addr @g0"),
            slot => self.define(&format!("stack_addr $v{slot}")),
        }
    }

    /// Writes the computation of a random value of type `i32`, nested at most `depth` levels deep. Returns the name of
    /// the value.
    pub(super) fn value(&mut self, depth: u32) -> String {
        let last = match (depth, self.options.arrays) {
            (0, _) => 4,
            (_, false) => 6,
            (_, true) => 9,
        };
        match self.random.below(last) {
            0 => {
                let number = self.random.below(7);
                self.define(&format!("add i32 {number}, 0"))
            }
            1..=3 => {
                let cell = self.cell();
                self.define(&format!("load i32 {cell}"))
            }
            6 => {
                let addr = self.element(depth - 1);
                let byte = self.define(&format!("load i8 {addr}"));
                let extend = self.random.pick(&["zext", "sext"]);
                self.define(&format!("{extend} {byte} to i32"))
            }
            7 => {
                let cond = self.condition(depth - 1);
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                self.define(&format!("select {cond}, {a}, {b}"))
            }
            8 => self.division(depth),
            _ => {
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                let ops: &[&str] = match self.options.arrays {
                    true => &[
                        "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr",
                    ],
                    false => &["add", "sub", "and", "or", "xor", "mul"],
                };
                let op = self.random.pick(ops);
                self.define(&format!("{op} {a}, {b}"))
            }
        }
    }

    pub(super) fn division(&mut self, depth: u32) -> String {
        let divisor = self.value(depth - 1);
        let ok = self.define(&format!("ne {divisor}, 0"));
        self.line(&format!("check div, {ok}, \"divisor\""));
        let dividend = self.value(depth - 1);
        let op = self.random.pick(&["udiv", "sdiv", "urem", "srem"]);
        self.define(&format!("{op} {dividend}, {divisor}"))
    }

    pub(super) fn condition(&mut self, depth: u32) -> String {
        let (a, b) = (self.value(depth), self.value(depth.min(1)));
        let ops = ["eq", "ne", "ult", "ule", "slt", "sle", "sgt", "uge"];
        let op = self.random.pick(&ops);
        self.define(&format!("{op} {a}, {b}"))
    }

    /// Writes the computation of the address of an array element, which is sometimes out of bounds. Returns the name
    /// of the address.
    pub(super) fn element(&mut self, depth: u32) -> String {
        let index = self.value(depth);
        let index = match self.random.below(12) {
            0 => self.define(&format!("and {index}, 15")),
            1 => index,
            _ => self.define(&format!("and {index}, 7")),
        };
        let wide = self.define(&format!("sext {index} to i64"));
        let base = self.define("stack_addr $arr");
        self.define(&format!("ptr_add {base}, {wide}"))
    }

    /// Writes the computation of a condition by branches that have no other effect, and which may be nested. A C
    /// compiler lowers `&&`, `||` and `?:` in this way. Returns the name of the condition.
    pub(super) fn condition_by_branches(&mut self, cond: &str, other: &str) -> String {
        let [first, second, end] = [(); 3].map(|()| self.label());
        self.line(&format!("branch {cond}, {first}, {second}"));
        self.open(&first);
        let value = match self.random.below(3) {
            0 => "1".to_owned(),
            1 => other.to_owned(),
            _ => {
                let third = self.condition(0);
                self.condition_by_branches(other, &third)
            }
        };
        self.line(&format!("jump {end}({value})"));
        self.open(&second);
        let value = self.condition(0);
        if self.random.below(2) == 0 {
            let out = self.label();
            self.line(&format!("branch {value}, {end}(0), {out}"));
            self.open(&out);
        }
        self.line(&format!("jump {end}({value})"));
        let param = self.name("%p");
        let _ = writeln!(self.text, "{end}({param}: i1):");
        if self.random.below(3) == 0 {
            let (cell, wide) = (self.cell(), self.define(&format!("zext {param} to i32")));
            self.line(&format!("store {wide}, {cell}"));
        }
        param
    }
}
