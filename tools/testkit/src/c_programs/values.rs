//! Writes random values, lvalues and addresses in C, for the generated programs.
use super::{INTEGERS, Writer};

impl Writer {
    pub(super) fn constant(&mut self) -> String {
        match self.below(8) {
            0 => self
                .random
                .pick(&["-1", "255", "256", "-128", "65535", "1000", "0x7fffffff"])
                .to_owned(),
            _ => self.below(12).to_string(),
        }
    }

    fn variable(&mut self) -> String {
        if let Some(counter) = self.counters.last().cloned()
            && self.rarely(3)
        {
            return counter;
        }
        if self.in_main {
            self.random
                .pick(&["x0", "x1", "y0", "y1", "in0", "in1", "g0", "g1"])
                .to_owned()
        } else {
            self.random.pick(&["a", "a", "g0", "g1"]).to_owned()
        }
    }

    /// Returns an expression for an index that is usually below `len`, a power of two.
    pub(super) fn index(&mut self, len: u64, depth: u32) -> String {
        let value = self.value(depth);
        match self.below(40) {
            0 => format!("({value})"),
            1 => format!("(({value}) & {})", 2 * len - 1),
            2 => format!("(({value}) % {len})"),
            3 => format!("(({value}) & {}) - 1", len - 1),
            4 | 5 => self.below(len).to_string(),
            _ => format!("(({value}) & {})", len - 1),
        }
    }

    /// Returns a random lvalue expression.
    pub(super) fn place(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.target();
        }
        let depth = depth - 1;
        let (locals, all) = (6, 17);
        let choice = if self.in_main {
            self.below(all)
        } else {
            locals + self.below(all - locals)
        };
        match choice {
            0 => format!("la[{}]", self.index(4, depth)),
            1 => {
                let field = self.random.pick(&["c", "h", "i", "l"]);
                format!("ls.{field}")
            }
            2 => "*ls.p".to_owned(),
            3 => format!("*pp[{}]", self.index(4, depth)),
            4 if self.rarely(3) => format!("q[{}]", self.index(2, depth)),
            4 => "*q".to_owned(),
            5 => format!("h[{}]", self.index(4, depth)),
            6 | 7 => format!("gi[{}]", self.index(4, depth)),
            8 | 9 => format!("gb[{}]", self.index(8, depth)),
            10 => {
                let field = self.random.pick(&["c", "h", "i", "l"]);
                format!("gs[{}].{field}", self.index(2, depth))
            }
            11 => match self.below(3) {
                0 => "gu.u".to_owned(),
                1 => format!("gu.s[{}]", self.index(2, depth)),
                _ => format!("gu.b[{}]", self.index(4, depth)),
            },
            12 => {
                let of = if self.in_main { "x0" } else { "g0" };
                format!("((unsigned char *)&{of})[{}]", self.index(4, depth))
            }
            13 => {
                // The access may be unaligned, and is sometimes out of bounds.
                let ty = self.random.pick(&["short", "int", "unsigned", "long"]);
                let (of, len) = if self.rarely(2) { ("gi", 8) } else { ("gb", 4) };
                let at = self.index(len, depth);
                format!("*({ty} *)((char *){of} + {at})")
            }
            14 => {
                let (row, column) = (self.index(2, depth), self.index(2, depth));
                format!("gm[{row}][{column}]")
            }
            _ if self.in_main => "*q".to_owned(),
            _ => "*p".to_owned(),
        }
    }

    /// Returns the name of a variable to which a value can be assigned.
    pub(super) fn target(&mut self) -> String {
        let of: &[&str] = if self.in_main {
            &["x0", "x1", "y0", "y1", "g0", "g1"]
        } else {
            &["a", "g0", "g1"]
        };
        self.random.pick(of).to_owned()
    }

    pub(super) fn value(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.rarely(3) {
                self.constant()
            } else {
                self.variable()
            };
        }
        let depth = depth - 1;
        match self.below(18) {
            0 => self.constant(),
            1 => self.variable(),
            16 if self.in_main => {
                let (at, a, p) = (self.index(2, depth), self.value(depth), self.place_of_int());
                format!("calls[{at}]((int)({a}), {p})")
            }
            17 if self.in_main => {
                let p = self.pointer();
                format!("(int)({p} - gi)")
            }
            2..=5 => self.place(depth + 1),
            6 => {
                let cond = self.condition(depth);
                let (a, b) = (self.value(depth), self.value(depth));
                format!("({cond} ? {a} : {b})")
            }
            7 => {
                let (op, a) = (self.random.pick(&["/", "%"]), self.value(depth));
                let b = self.value(0);
                let b = match self.below(4) {
                    0 => format!("({b} & 7)"),
                    1 => format!("(({b} & 7) + 1)"),
                    _ => self.random.pick(&["2", "3", "5", "8"]).to_owned(),
                };
                format!("({a} {op} {b})")
            }
            8 => {
                let (ty, a) = (self.random.pick(&INTEGERS), self.value(depth));
                format!("({ty})({a})")
            }
            9 => {
                let (op, a) = (self.random.pick(&["<<", ">>"]), self.value(depth));
                let b = self.value(0);
                format!("({a} {op} ({b} & 7))")
            }
            10 => {
                let (op, a) = (self.random.pick(&["-", "~", "!"]), self.value(depth));
                format!("{op}({a})")
            }
            11 => format!("({})", self.condition(depth)),
            12 => format!("table[{}]", self.index(4, depth)),
            13 if self.in_main => {
                let (function, a) = (self.random.pick(&["f0", "f1"]), self.value(depth));
                let p = self.pointer();
                format!("{function}({a}, {p})")
            }
            14 if self.in_main => {
                let (a, p) = (self.value(0), self.pointer());
                format!("depth({a} & 3, {p})")
            }
            _ => {
                let op = self.random.pick(&["+", "-", "&", "|", "^", "+", "*"]);
                let (a, b) = (self.value(depth), self.value(depth));
                let b = if op == "*" { self.constant() } else { b };
                format!("({a} {op} {b})")
            }
        }
    }

    pub(super) fn condition(&mut self, depth: u32) -> String {
        match self.below(8) {
            0 if depth > 0 => {
                let op = self.random.pick(&["&&", "||"]);
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a} {op} {b})")
            }
            1 if self.in_main => {
                let (a, b) = (self.random.pick(&["q", "pp[0]", "ls.p"]), self.pointer());
                format!("{a} {} {b}", self.random.pick(&["==", "!="]))
            }
            2 => self.value(depth),
            _ => {
                let op = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
                let (a, b) = (self.value(depth), self.value(depth));
                format!("{a} {op} {b}")
            }
        }
    }

    /// Returns an expression for the address of an `int` object that is live.
    pub(super) fn place_of_int(&mut self) -> String {
        match self.below(5) {
            0 => format!("&gi[{}]", self.below(4)),
            1 => format!("gi + {}", self.index(4, 0)),
            2 => format!("&gs[{}].i", self.index(2, 0)),
            3 => "&g0".to_owned(),
            _ => "&x0".to_owned(),
        }
    }

    /// Returns an expression for the address of an `int`. For some inputs, the address may be invalid.
    pub(super) fn pointer(&mut self) -> String {
        match self.below(16) {
            0..=6 => self.place_of_int(),
            7 => "ls.p".to_owned(),
            8 => "q".to_owned(),
            9 | 10 => {
                let (cond, a, b) = (self.condition(1), self.place_of_int(), self.place_of_int());
                format!("({cond} ? {a} : {b})")
            }
            11 => "h".to_owned(),
            12 => format!("pp[{}]", self.index(4, 0)),
            13 => "(int *)(void *)gb".to_owned(),
            14 => {
                let (value, good) = (self.value(1), self.place_of_int());
                let bad = self
                    .random
                    .pick(&["0", "dangling(1)", "h + 5", "&gi[3] + 1"]);
                format!("(({value}) == {} ? {bad} : {good})", self.constant())
            }
            _ => "&x1".to_owned(),
        }
    }
}
