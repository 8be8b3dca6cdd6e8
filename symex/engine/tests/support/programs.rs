//! Random small programs over two symbolic bytes, of which they use four bits each. Every instruction has a
//! line of its own.
#![allow(dead_code, reason = "each test file uses its part")]
use std::fmt::Write;
use symtool_ir::random::SplitMix;

/// Writes the text of a program. Variables are four `i32` slots and an array of eight bytes.
pub struct Writer {
    random: SplitMix,
    /// The program.
    pub text: String,
    temps: u32,
    blocks: u32,
    lines: u32,
    /// Statements left.
    fuel: u32,
    /// Whether there is a construct that may fork without a branch.
    pub silent_forks: bool,
}

impl Writer {
    /// Returns the program of a seed.
    pub fn program(seed: u64) -> Writer {
        let mut writer = Writer {
            random: SplitMix::new(seed),
            text: "file @t \"t\"\nfunc @main() -> i32 {\n".to_owned(),
            temps: 0,
            blocks: 0,
            lines: 0,
            fuel: 9,
            silent_forks: false,
        };
        for slot in 0..4 {
            let _ = writeln!(writer.text, "slot $v{slot} \"v{slot}\", size 4, align 4");
        }
        writer.text += "slot $arr \"arr\", size 8\nentry:\n";
        writer.start();
        writer.block();
        writer.finish();
        writer
    }

    /// Writes one instruction, on its own source line.
    fn line(&mut self, instruction: &str) {
        self.lines += 1;
        let line = self.lines;
        let _ = writeln!(self.text, "  {instruction} @t:{line}:1");
    }

    /// Writes an instruction with a result.
    fn let_(&mut self, operation: &str) -> String {
        self.temps += 1;
        let name = format!("%t{}", self.temps);
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn label(&mut self) -> String {
        self.blocks += 1;
        format!("b{}", self.blocks)
    }

    fn open(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    fn start(&mut self) {
        for name in ["a", "b"] {
            let byte = self.let_(&format!("intrinsic symbolic i8 \"{name}\""));
            let nibble = self.let_(&format!("and {byte}, 15"));
            let wide = self.let_(&format!("zext {nibble} to i32"));
            let slot = if name == "a" { 0 } else { 1 };
            let addr = self.let_(&format!("stack_addr $v{slot}"));
            self.line(&format!("store {wide}, {addr}"));
        }
        for slot in 2..4 {
            let addr = self.let_(&format!("stack_addr $v{slot}"));
            let value = self.random.below(20);
            self.line(&format!("store i32 {value}, {addr}"));
        }
        let addr = self.let_("stack_addr $arr");
        let fill = self.random.below(4);
        self.line(&format!("intrinsic fill({addr}, {fill}, 8)"));
    }

    /// Makes the memory observable in the path: branches on a sum of the array's bytes and a variable.
    fn finish(&mut self) {
        let mut sum = self.variable();
        for offset in 0..8 {
            let base = self.let_("stack_addr $arr");
            let addr = self.let_(&format!("ptr_add {base}, {offset}"));
            let byte = self.let_(&format!("load i8 {addr}"));
            let wide = self.let_(&format!("zext {byte} to i32"));
            let scaled = self.let_(&format!("mul {wide}, {}", offset + 1));
            sum = self.let_(&format!("add {sum}, {scaled}"));
        }
        let low = self.let_(&format!("and {sum}, 3"));
        let [one, two, other] = [(); 3].map(|()| self.label());
        self.line(&format!(
            "switch {low} [ 1: {one} 2: {two} default: {other} ]"
        ));
        for label in [one, two, other] {
            self.open(&label);
            self.line(&format!("return {sum}"));
        }
        self.text += "}\n";
    }

    // ---- expressions

    fn variable(&mut self) -> String {
        let slot = self.random.below(4);
        let addr = self.let_(&format!("stack_addr $v{slot}"));
        self.let_(&format!("load i32 {addr}"))
    }

    /// Returns a value of type `i32`.
    fn value(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 3 } else { 8 }) {
            0 => self.let_(&format!("add i32 {}, 0", self.lines % 7)),
            1 | 2 => self.variable(),
            3 => {
                let addr = self.element(depth - 1);
                let byte = self.let_(&format!("load i8 {addr}"));
                let extend = self.random.pick(&["zext", "sext"]);
                self.let_(&format!("{extend} {byte} to i32"))
            }
            4 => {
                let cond = self.condition(depth - 1);
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                self.let_(&format!("select {cond}, {a}, {b}"))
            }
            5 => {
                let divisor = self.value(depth - 1);
                let ok = self.let_(&format!("ne {divisor}, 0"));
                self.line(&format!("check div, {ok}, \"divisor\""));
                let dividend = self.value(depth - 1);
                let op = self.random.pick(&["udiv", "sdiv", "urem", "srem"]);
                self.let_(&format!("{op} {dividend}, {divisor}"))
            }
            _ => {
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                let ops = [
                    "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr",
                ];
                let op = self.random.pick(&ops);
                self.let_(&format!("{op} {a}, {b}"))
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let (a, b) = (self.value(depth), self.value(depth));
        let ops = ["eq", "ne", "ult", "ule", "slt", "sle", "sgt", "uge"];
        let op = self.random.pick(&ops);
        self.let_(&format!("{op} {a}, {b}"))
    }

    /// Returns the address of a byte of the array, occasionally out of bounds.
    fn element(&mut self, depth: u32) -> String {
        let index = self.value(depth);
        let index = match self.random.below(12) {
            0 => self.let_(&format!("and {index}, 15")),
            1 => index,
            _ => self.let_(&format!("and {index}, 7")),
        };
        let wide = self.let_(&format!("sext {index} to i64"));
        let base = self.let_("stack_addr $arr");
        self.let_(&format!("ptr_add {base}, {wide}"))
    }

    // ---- statements

    fn block(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.below(12) {
            0..=2 => self.branch(),
            3 => self.repeat(),
            4 => {
                let cond = self.condition(1);
                self.line(&format!("check assert, {cond}, \"random\""));
            }
            5 => {
                let (guard, cond) = (self.condition(1), self.condition(0));
                self.line(&format!("check.if {guard}, assert, {cond}, \"random\""));
            }
            6 => {
                let (value, addr) = (self.value(1), self.element(1));
                let byte = self.let_(&format!("trunc {value} to i8"));
                self.line(&format!("store {byte}, {addr}"));
            }
            7 => {
                let (guard, value, addr) = (self.condition(1), self.value(1), self.element(1));
                let byte = self.let_(&format!("trunc {value} to i8"));
                self.line(&format!("store.if {guard}, {byte}, {addr}"));
            }
            8 => self.through_pointer(),
            9 => self.heap(),
            10 if self.random.below(4) == 0 => {
                let cond = self.condition(1);
                self.line(&format!("intrinsic assume({cond})"));
            }
            11 if self.random.below(2) == 0 => self.scope(),
            _ => self.assign(),
        }
    }

    /// Ends the block of a variable, and usually reenters it.
    fn scope(&mut self) {
        let slot = self.random.below(4);
        let addr = self.let_(&format!("stack_addr $v{slot}"));
        self.line(&format!("intrinsic scope_leave({addr})"));
        if self.random.below(4) == 0 {
            return;
        }
        if self.random.below(2) == 0 {
            self.assign();
        }
        self.line(&format!("intrinsic scope_enter({addr})"));
        let value = self.random.below(256);
        self.line(&format!("store i32 {value}, {addr}"));
    }

    fn assign(&mut self) {
        let value = self.value(2);
        let slot = self.random.below(4);
        let addr = self.let_(&format!("stack_addr $v{slot}"));
        self.line(&format!("store {value}, {addr}"));
    }

    /// Writes a store and a load through a pointer with two possible targets.
    fn through_pointer(&mut self) {
        let cond = self.condition(1);
        let value = self.value(1);
        let (p, q) = (self.let_("stack_addr $v2"), self.let_("stack_addr $arr"));
        let pointer = self.let_(&format!("select {cond}, {p}, {q}"));
        self.line(&format!("store {value}, {pointer}"));
        let guard = self.condition(0);
        let loaded = self.let_(&format!("load.if {guard}, i32 {pointer}"));
        let addr = self.let_("stack_addr $v3");
        self.line(&format!("store {loaded}, {addr}"));
    }

    /// Writes a heap block of input-dependent size, used and perhaps freed twice.
    fn heap(&mut self) {
        self.silent_forks = true;
        let value = self.value(1);
        let size = self.let_(&format!("and {value}, 7"));
        let size = self.let_(&format!("zext {size} to i64"));
        let block = self.let_(&format!("intrinsic malloc({size})"));
        let at = self.random.below(8);
        let place = self.let_(&format!("ptr_add {block}, {at}"));
        let byte = self.random.below(256);
        self.line(&format!("store i8 {byte}, {place}"));
        let back = self.let_(&format!("load i8 {place}"));
        let wide = self.let_(&format!("zext {back} to i32"));
        let addr = self.let_("stack_addr $v2");
        self.line(&format!("store {wide}, {addr}"));
        if self.random.below(2) == 0 {
            self.line(&format!("intrinsic free({block})"));
            let cond = self.condition(0);
            let (again, end) = (self.label(), self.label());
            self.line(&format!("branch {cond}, {again}, {end}"));
            self.open(&again);
            self.line(&format!("intrinsic free({block})"));
            self.line(&format!("jump {end}"));
            self.open(&end);
        }
    }

    fn branch(&mut self) {
        let cond = self.condition(2);
        let [yes, no, end] = [(); 3].map(|()| self.label());
        if self.random.below(4) == 0 {
            let value = self.value(1);
            let (one, two) = (self.random.below(8), 8 + self.random.below(8));
            self.line(&format!(
                "switch {value} [ {one}: {yes} {two}: {no} 99: {yes} default: {end} ]"
            ));
        } else {
            self.line(&format!("branch {cond}, {yes}, {no}"));
        }
        for label in [yes, no] {
            self.open(&label);
            self.block();
            self.line(&format!("jump {end}"));
        }
        self.open(&end);
    }

    /// Writes a loop of at most three iterations.
    fn repeat(&mut self) {
        let value = self.value(1);
        let count = self.let_(&format!("and {value}, 3"));
        let [head, body, end] = [(); 3].map(|()| self.label());
        self.line(&format!("jump {head}({count})"));
        self.temps += 1;
        let counter = format!("%k{}", self.temps);
        let _ = writeln!(self.text, "{head}({counter}: i32):");
        let more = self.let_(&format!("ne {counter}, 0"));
        self.line(&format!("branch {more}, {body}, {end}"));
        self.open(&body);
        self.block();
        let less = self.let_(&format!("sub {counter}, 1"));
        self.line(&format!("jump {head}({less})"));
        self.open(&end);
    }
}
