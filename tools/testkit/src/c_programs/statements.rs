//! Writes the random statements of the generated C programs.
use super::{INTEGERS, Writer};

impl Writer {
    pub(super) fn block(&mut self) {
        for _ in 0..1 + self.below(4) {
            if self.fuel == 0 {
                return self.assign();
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        if self.kind.guarded && self.in_main && !self.rarely(3) {
            return self.guarded();
        }
        let common = 12;
        match self.below(if self.in_main { common + 8 } else { common }) {
            0..=2 => self.branch(),
            3 => self.repeat(),
            4 => self.switch(),
            5 => {
                let cond = if self.rarely(4) {
                    self.condition(1)
                } else {
                    format!("{} != {}", self.value(2), self.constant())
                };
                self.line(&format!("assert({cond});"));
            }
            6 => {
                let letter = self.random.pick(&["a", "b", "c"]);
                self.line(&format!("printf(\"{letter}\");"));
            }
            7 if self.in_loop => {
                let (cond, what) = (self.condition(1), self.random.pick(&["break", "continue"]));
                self.line(&format!("if ({cond})"));
                self.line(&format!("  {what};"));
            }
            7 if self.kind.uninit && self.in_main && self.rarely(2) => {
                let (cond, to) = (self.condition(1), self.target());
                let from = self.random.pick(&["u", "w"]);
                self.line(&format!("if ({cond})"));
                self.line(&format!("  {to} = {from};"));
            }
            7..=11 => self.assign(),
            12 => {
                let (target, pointer) = (
                    self.random.pick(&["q", "ls.p", "pp[in0 & 3]", "pp[1]"]),
                    self.pointer(),
                );
                self.line(&format!("{target} = {pointer};"));
            }
            13 => {
                let (to, from) = (
                    self.random.pick(&["ls", "gs[x0 & 1]", "gs[0]"]),
                    self.random.pick(&["ls", "gs[in0 & 1]", "gs[1]"]),
                );
                self.line(&format!("{to} = {from};"));
            }
            14 => self.block_operation(),
            15 | 16 => self.heap(),
            17 if self.kind.sizes => self.array(),
            17 => self.string(),
            18 if self.rarely(2) => self.release(),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) {
        let place = if self.rarely(2) {
            self.place(2)
        } else {
            self.target()
        };
        let op = self
            .random
            .pick(&["=", "=", "=", "+=", "-=", "^=", "|=", "&="]);
        let value = self.value(2);
        self.line(&format!("{place} {op} {value};"));
    }

    fn branch(&mut self) {
        let cond = self.condition(2);
        self.open(&format!("if ({cond}) {{"));
        self.block();
        if self.rarely(2) {
            self.indent -= 1;
            self.open("} else {");
            self.block();
        }
        self.close("}");
    }

    fn repeat(&mut self) {
        let counter = self.name("k");
        let count = if self.rarely(3) {
            "3".to_owned()
        } else {
            format!("(int)(({}) & 3)", self.value(1))
        };
        if self.rarely(3) {
            self.line(&format!("int {counter} = {count};"));
            self.open(&format!("while ({counter}-- > 0) {{"));
        } else {
            self.open(&format!(
                "for (int {counter} = 0, end = {count}; {counter} < end; {counter}++) {{"
            ));
        }
        self.counters.push(counter);
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.block();
        self.in_loop = outer;
        self.counters.pop();
        self.close("}");
    }

    fn switch(&mut self) {
        let value = self.value(2);
        let outer = std::mem::replace(&mut self.in_loop, false);
        self.open(&format!("switch ({value}) {{"));
        let first = self.below(4);
        for label in 0..1 + self.below(3) {
            self.line(&format!("case {}:", first + 3 * label));
            self.block();
            if !self.rarely(3) {
                self.line("break;");
            }
        }
        if self.rarely(2) {
            self.line("default:");
            self.assign();
        }
        self.close("}");
        self.in_loop = outer;
    }

    /// Writes a call of `memset`, `memcpy` or `memmove` on an array, sometimes out of bounds.
    fn block_operation(&mut self) {
        let len = match self.below(4) {
            0 => format!("({}) & 7", self.value(0)),
            1 if self.rarely(3) => format!("({}) & 15", self.value(0)),
            _ => self.below(9).to_string(),
        };
        let to = match self.below(4) {
            0 => "gi".to_owned(),
            1 => format!("gb + {}", self.index(4, 0)),
            2 => "h".to_owned(),
            _ => "gb".to_owned(),
        };
        if self.rarely(2) {
            let byte = self.value(0);
            self.line(&format!("memset({to}, {byte}, {len});"));
        } else {
            let from = self.random.pick(&["gu.b + 0", "gb", "gb + 1", "gi"]);
            let from = if from.starts_with("gu") {
                "gi + 1"
            } else {
                from
            };
            self.line(&format!("memmove({to}, {from}, {len});"));
        }
    }

    fn string(&mut self) {
        let at = self.index(8, 0);
        self.line(&format!("gb[{at}] = 0;"));
        let (to, from) = (
            self.target(),
            self.random.pick(&["gb", "gb + 3", "gb + (in0 & 3)"]),
        );
        self.line(&format!("{to} = (int)strlen((char *){from});"));
    }

    /// Writes a variable-length array and statements that fill it, copy from it and copy to it.
    fn array(&mut self) {
        let (name, n, value) = (self.name("v"), self.name("n"), self.value(1));
        let more = if self.rarely(4) { 0 } else { 1 };
        self.open("{");
        self.line(&format!("unsigned {n} = (({value}) & 7) + {more};"));
        self.line(&format!("unsigned char {name}[{n}];"));
        let byte = self.value(0);
        self.line(&format!("memset({name}, {byte}, {n});"));
        let value = self.value(1);
        let len = match self.below(3) {
            0 => self.below(4).to_string(),
            1 => format!("({value}) & 3"),
            _ => format!("(unsigned)({value}) % {n}"),
        };
        if self.rarely(2) {
            self.line(&format!("memcpy({name}, gb, {len});"));
        } else {
            self.line(&format!("memmove(gb, {name}, {len});"));
        }
        let (to, at) = (self.target(), self.index(4, 0));
        self.line(&format!("{to} = {name}[{at}];"));
        self.close("}");
    }

    /// Writes a heap block and statements that fill it, use it, sometimes resize it, and sometimes free it.
    fn heap(&mut self) {
        let block = self.name("b");
        let limit = if self.kind.sizes { 7 } else { 3 };
        let count = if self.kind.sizes || self.rarely(3) {
            format!("(({}) & {limit})", self.value(1))
        } else {
            (1 + self.below(4)).to_string()
        };
        let ty = self.random.pick(&INTEGERS);
        let n = self.name("n");
        self.line(&format!("unsigned {n} = {count};"));
        if self.rarely(3) {
            self.line(&format!("{ty} *{block} = calloc({n}, sizeof *{block});"));
        } else {
            self.line(&format!("{ty} *{block} = malloc({n} * sizeof *{block});"));
            let filled = if self.kind.sizes {
                !self.rarely(4)
            } else {
                self.rarely(3)
            };
            if self.kind.uninit && self.rarely(2) {
                let (at, value) = (self.index(2, 0), self.value(0));
                self.line(&format!("if ({n} > 1)"));
                self.line(&format!("  {block}[{at}] = ({ty})({value});"));
            } else if filled {
                let byte = self.value(0);
                self.line(&format!("memset({block}, {byte}, {n} * sizeof *{block});"));
            } else {
                let value = self.value(1);
                self.line(&format!("for (unsigned k = 0; k < {n}; k++)"));
                self.line(&format!("  {block}[k] = ({ty})({value});"));
            }
        }
        if self.rarely(4) {
            let more = if self.rarely(2) {
                "1".to_owned()
            } else {
                format!("(unsigned)(({}) & 1)", self.value(0))
            };
            let extra = self.name("e");
            self.line(&format!("unsigned {extra} = {more};"));
            self.line(&format!(
                "{block} = realloc({block}, ({n} + {extra}) * sizeof *{block});"
            ));
            self.line(&format!("if ({extra})"));
            self.line(&format!("  {block}[{n}] = 1;"));
        }
        let (value, to) = (self.value(1), self.target());
        if self.rarely(3) {
            let at = self.index(4, 1);
            self.line(&format!("{block}[{at}] = ({ty})({value});"));
        } else {
            let at = self.value(1);
            self.line(&format!("if ({n})"));
            self.line(&format!(
                "  {block}[(unsigned)({at}) % {n}] = ({ty})({value});"
            ));
        }
        if self.rarely(3) {
            let at = self.index(4, 0);
            self.line(&format!("{to} = (int){block}[{at}];"));
        } else {
            let at = self.value(0);
            self.line(&format!("if ({n} > ({at} & 7))"));
            self.line(&format!("  {to} = (int){block}[{at} & 7];"));
        }
        if self.rarely(5) {
            let (to, len) = (self.random.pick(&["gb", "gi"]), self.below(8));
            self.line(&format!("memcpy({to}, {block}, {len});"));
        }
        match self.below(8) {
            0 => {
                let cond = self.condition(1);
                self.line(&format!("free({block});"));
                self.line(&format!("if ({cond})"));
                self.line(&format!("  free({block});"));
            }
            1 => {
                let cond = self.condition(1);
                self.line(&format!("if ({cond})"));
                self.line(&format!("  free({block});"));
                if self.rarely(2) {
                    self.line(&format!("{to} = (int){block}[0];"));
                }
            }
            2 => {}
            _ => self.line(&format!("free({block});")),
        }
    }

    /// Writes a call of `free` for the heap block of `main`, or for another pointer of the program.
    fn release(&mut self) {
        let (cond, what) = (
            format!("{} == {}", self.value(1), self.constant()),
            self.random.pick(&["h", "h", "q", "pp[in0 & 3]"]),
        );
        self.line(&format!("if ({cond})"));
        self.line(&format!("  free({what});"));
    }
}
