//! Random small programs in textual IR. Each program has two symbolic input bytes.
//!
//! A program uses the low bits of each byte, so that a test can run it on every input. Every instruction has a source
//! line of its own, so the sequence of lines identifies the path of an input. [`Constructs`] selects the constructs of
//! a program. A test leaves out the constructs that its engine does not explore completely, because an incomplete
//! exploration cannot be compared with concrete runs.
mod checks;
mod constructs;
mod control;
mod failures;
mod memory;
mod pointers;
mod values;

pub use constructs::Constructs;
use std::fmt::Write;
use symtool_ir::random::SplitMix;

/// The text of helper functions that write through a pointer, fail, or call themselves.
const FIXED: &str = "\
func @put(%to: ptr, %value: i32) {
entry:
  %old = load i32 %to @t:1001:1
  %more = slt i32 %old, %value @t:1002:1
  branch %more, set, out @t:1003:1
set:
  store %value, %to @t:1004:1
  jump out @t:1005:1
out:
  return @t:1006:1
}
func @twice(%n: i32) -> i32 {
entry:
  %all = add %n, %n @t:1031:1
  %small = ne %all, 6 @t:1032:1
  check assert, %small, \"six\" @t:1033:1
  return %all @t:1034:1
}
func @sum(%n: i32, %to: ptr) -> i32 {
  slot $own \"own\", size 4, align 4
entry:
  %own = stack_addr $own @t:1011:1
  store %n, %own @t:1012:1
  %more = ne %n, 0 @t:1013:1
  branch %more, again, out @t:1014:1
again:
  %less = sub %n, 1 @t:1015:1
  %rest = call @sum(%less, %own) @t:1016:1
  %mine = load i32 %own @t:1017:1
  %all = add %rest, %mine @t:1018:1
  return %all @t:1019:1
out:
  store i32 1, %to @t:1020:1
  return 0 @t:1021:1
}
";

/// The number of variables in each function. A variable has four bytes.
const SLOTS: usize = 4;

/// A kind of statement. `weight` returns the relative frequency of the kind for the given options, and `write` writes
/// a statement of the kind.
struct Statement {
    weight: fn(&Constructs) -> u64,
    write: fn(&mut Writer),
}

/// All kinds of statements. In a helper function, a call of a function is replaced by an assignment.
const STATEMENTS: &[Statement] = &[
    statement(|_| 6, Writer::branch),
    statement(|o| if o.loops { 2 } else { 0 }, Writer::repeat),
    statement(|_| 3, Writer::assertion),
    statement(|_| 4, Writer::assign),
    statement(|_| 1, Writer::assumption),
    statement(|_| 3, Writer::through_pointer),
    statement(|o| if o.arrays { 2 } else { 0 }, Writer::guarded_assertion),
    statement(|o| if o.arrays { 4 } else { 0 }, Writer::store_element),
    statement(|o| if o.symbolic_sizes { 2 } else { 0 }, Writer::heap_block),
    statement(|o| if o.scopes { 1 } else { 0 }, Writer::scope),
    statement(|o| if o.cells { 2 } else { 0 }, Writer::store_part),
    statement(|o| if o.cells { 2 } else { 0 }, Writer::row_element),
    statement(|o| if o.calls { 3 } else { 0 }, Writer::call),
    statement(|o| if o.siblings { 4 } else { 0 }, Writer::siblings),
    statement(|o| if o.pointers { 12 } else { 0 }, Writer::pointer),
];

const fn statement(weight: fn(&Constructs) -> u64, write: fn(&mut Writer)) -> Statement {
    Statement { weight, write }
}

/// A writer of the text of one program.
#[derive(Debug)]
pub struct Writer {
    options: Constructs,
    random: SplitMix,
    /// The text written so far.
    pub text: String,
    names: u32,
    lines: u32,
    /// The number of statements that may still be written.
    fuel: u32,
    /// The nesting depth of the current statement.
    depth: u32,
    /// Whether the current function is the helper `@help`, which does not use the heap block of `@main` and makes no
    /// calls.
    in_helper: bool,
    /// Whether the program contains a construct (other than a branch) at which a path may fork.
    pub silent_forks: bool,
}

impl Writer {
    /// Returns a writer that has written the program that `seed` and `options` determine.
    pub fn program(seed: u64, options: Constructs) -> Writer {
        let mut writer = Writer {
            options,
            random: SplitMix::new(seed),
            text: "file @t \"t\"\n".to_owned(),
            names: 0,
            lines: 0,
            fuel: 4,
            depth: 0,
            in_helper: true,
            silent_forks: false,
        };
        if writer.options.cells {
            writer.text += "global @g0, size 4, align 4\nglobal @g1, size 4, align 4\nglobal @row, size 16, align 4\n";
        }
        if writer.options.pointers {
            writer.text += pointers::VARIADIC;
        }
        if writer.options.calls {
            writer.text += FIXED;
            writer.helper();
        }
        writer.main();
        writer
    }

    /// Writes the helper function `@help(i32) -> i32`.
    fn helper(&mut self) {
        self.header("func @help(%p: i32) -> i32");
        for slot in 0..SLOTS {
            let addr = self.define(&format!("stack_addr $v{slot}"));
            self.line(&format!("store %p, {addr}"));
        }
        self.clear_array();
        self.block();
        let value = self.value(1);
        self.line(&format!("return {value}"));
        self.text += "}\n";
    }

    /// Writes the function `@main() -> i32`.
    fn main(&mut self) {
        self.in_helper = false;
        self.fuel = self.options.statements;
        self.header("func @main() -> i32");
        if self.options.cells {
            self.line("%heap = intrinsic malloc(4)");
            self.line("store i32 1, %heap");
        }
        let mask = (1 << self.options.input_bits) - 1;
        for (slot, name) in ["a", "b"].iter().enumerate() {
            let byte = self.define(&format!("intrinsic symbolic i8 \"{name}\""));
            let low = self.define(&format!("and {byte}, {mask}"));
            let wide = self.define(&format!("zext {low} to i32"));
            let addr = self.define(&format!("stack_addr $v{slot}"));
            self.line(&format!("store {wide}, {addr}"));
        }
        for slot in 2..SLOTS {
            let addr = self.define(&format!("stack_addr $v{slot}"));
            let value = self.random.below(20);
            self.line(&format!("store i32 {value}, {addr}"));
        }
        self.clear_array();
        if self.options.pointers {
            self.set_pointers();
        }
        while self.fuel > 0 {
            self.block();
        }
        self.finish();
    }

    /// Writes the beginning of a function: the declarations of its stack slots, then the start of its entry block.
    fn header(&mut self, signature: &str) {
        let _ = writeln!(self.text, "{signature} {{");
        for slot in 0..SLOTS {
            let _ = writeln!(self.text, "  slot $v{slot} \"v{slot}\", size 4, align 4");
        }
        if self.options.arrays {
            self.text += "  slot $arr \"arr\", size 8\n";
        }
        if self.options.pointers {
            self.pointer_slots();
        }
        self.text += "entry:\n";
    }

    fn clear_array(&mut self) {
        if self.options.arrays {
            let addr = self.define("stack_addr $arr");
            let fill = self.random.below(4);
            self.line(&format!("intrinsic fill({addr}, {fill}, 8)"));
        }
    }

    /// Writes the end of `@main`. With the option `arrays`, `@main` branches on a sum that contains all bytes of the
    /// array `$arr`, so that a wrong byte in the array usually changes the path.
    fn finish(&mut self) {
        let mut sum = self.value(1);
        if self.options.cells {
            self.line("intrinsic free(%heap)");
        }
        if !self.options.arrays {
            self.line(&format!("return {sum}"));
            self.text += "}\n";
            return;
        }
        for offset in 0..8 {
            let base = self.define("stack_addr $arr");
            let addr = self.define(&format!("ptr_add {base}, {offset}"));
            let byte = self.define(&format!("load i8 {addr}"));
            let wide = self.define(&format!("zext {byte} to i32"));
            let scaled = self.define(&format!("mul {wide}, {}", offset + 1));
            sum = self.define(&format!("add {sum}, {scaled}"));
        }
        let low = self.define(&format!("and {sum}, 3"));
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

    /// Writes one instruction on its own source line.
    fn line(&mut self, instruction: &str) {
        self.lines += 1;
        let line = self.lines;
        let _ = writeln!(self.text, "  {instruction} @t:{line}:1");
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn label(&mut self) -> String {
        self.name("b")
    }

    /// Writes an instruction with a result, and returns the result's name.
    fn define(&mut self, operation: &str) -> String {
        let name = self.name("%t");
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn open(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    fn block(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.depth += 1;
            self.statement();
            self.depth -= 1;
        }
    }

    fn statement(&mut self) {
        let weights: Vec<u64> = STATEMENTS
            .iter()
            .map(|s| (s.weight)(&self.options))
            .collect();
        let mut ticket = self.random.below(weights.iter().sum());
        for (statement, weight) in STATEMENTS.iter().zip(weights) {
            if ticket < weight {
                return (statement.write)(self);
            }
            ticket -= weight;
        }
    }
}
