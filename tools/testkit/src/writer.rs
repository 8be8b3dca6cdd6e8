//! Random small programs over two symbolic bytes, as text.
//!
//! A program uses the low bits of each byte, so that a test can run it on every input. Every instruction has
//! a source line of its own, so the sequence of lines identifies the path of an input. [`Constructs`] selects
//! the constructs of a program, because an engine can be compared with concrete runs only if it explores the
//! program completely.
mod failures;
mod pointers;

use std::fmt::Write;
use symtool_ir::random::SplitMix;

/// The constructs that a generated program may contain.
#[derive(Clone, Debug)]
pub struct Constructs {
    /// The number of bits of each input byte that the program uses.
    pub input_bits: u32,
    /// The number of statements in `@main`.
    pub statements: u32,
    /// Whether there are loops of at most three iterations and, with `calls`, recursion.
    pub loops: bool,
    /// Whether there is an array of bytes with symbolic indices; also divisions, shifts, selects and guarded
    /// checks.
    pub arrays: bool,
    /// Whether there are heap blocks of symbolic size, some freed twice. Such blocks may fork a path without
    /// a branch.
    pub symbolic_sizes: bool,
    /// Whether there are block-scoped variables with lifetimes that end and begin again.
    pub scopes: bool,
    /// Whether join blocks receive values from their predecessors, and conditions are computed by branches.
    pub joins: bool,
    /// Whether there are globals, a heap cell, and stores to single bytes of variables.
    pub cells: bool,
    /// Whether there are direct and indirect calls of helper functions.
    pub calls: bool,
    /// Whether there are operations of one kind that may fail on several sides of nested branches.
    pub siblings: bool,
    /// Whether there are pointers that depend on the path, blocks that some paths free, and variable
    /// arguments.
    pub pointers: bool,
}

impl Constructs {
    /// Returns every construct that path-by-path exploration supports.
    pub fn exploration() -> Constructs {
        Constructs {
            input_bits: 4,
            statements: 9,
            loops: true,
            arrays: true,
            symbolic_sizes: true,
            scopes: true,
            joins: true,
            cells: true,
            calls: true,
            siblings: false,
            pointers: false,
        }
    }

    /// Returns every construct that path-by-path exploration supports, with pointers that depend on the path.
    pub fn pointers() -> Constructs {
        Constructs {
            input_bits: 3,
            siblings: true,
            pointers: true,
            ..Constructs::exploration()
        }
    }

    /// Returns the constructs for failures on several sides of branches; every mode of exploration supports
    /// these constructs.
    pub fn failures() -> Constructs {
        Constructs {
            input_bits: 3,
            statements: 6,
            arrays: false,
            symbolic_sizes: false,
            scopes: false,
            siblings: true,
            ..Constructs::exploration()
        }
    }

    /// Returns the constructs that conflict-driven exploration supports.
    pub fn conflicts(loops: bool) -> Constructs {
        Constructs {
            input_bits: 2,
            statements: 8,
            loops,
            arrays: false,
            symbolic_sizes: false,
            scopes: false,
            ..Constructs::exploration()
        }
    }
}

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

/// The number of variables in each function, of four bytes each.
const SLOTS: usize = 4;

/// A kind of statement: its weight for given options, and the method that writes it.
struct Statement {
    weight: fn(&Constructs) -> u64,
    write: fn(&mut Writer),
}

/// All kinds of statements. In a helper function, calls are replaced by assignments.
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

/// Writes the text of a program.
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
    /// Whether the current function is the helper, which has no heap cell and makes no calls.
    in_helper: bool,
    /// Whether a construct was written that may fork without a branch.
    pub silent_forks: bool,
}

impl Writer {
    /// Returns the program that a seed determines.
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

    /// Writes the function `@help(i32) -> i32`.
    fn helper(&mut self) {
        self.header("func @help(%p: i32) -> i32");
        for slot in 0..SLOTS {
            let addr = self.let_(&format!("stack_addr $v{slot}"));
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
            let byte = self.let_(&format!("intrinsic symbolic i8 \"{name}\""));
            let low = self.let_(&format!("and {byte}, {mask}"));
            let wide = self.let_(&format!("zext {low} to i32"));
            let addr = self.let_(&format!("stack_addr $v{slot}"));
            self.line(&format!("store {wide}, {addr}"));
        }
        for slot in 2..SLOTS {
            let addr = self.let_(&format!("stack_addr $v{slot}"));
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

    /// Writes the beginning of a function: its slots, then its entry block.
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
            let addr = self.let_("stack_addr $arr");
            let fill = self.random.below(4);
            self.line(&format!("intrinsic fill({addr}, {fill}, 8)"));
        }
    }

    /// Ends `@main`. With the option `arrays`, it branches on a sum of all bytes, so that the path shows the
    /// contents of memory.
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

    // ---- Text.

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
    fn let_(&mut self, operation: &str) -> String {
        let name = self.name("%t");
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn open(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    // ---- Expressions.

    /// Returns the name of the address of a variable of four bytes.
    fn cell(&mut self) -> String {
        let count = match (self.options.cells, self.in_helper) {
            (false, _) => 4,
            (true, true) => 6,
            (true, false) => 7,
        };
        match self.random.below(count) {
            6 => "%heap".to_owned(),
            5 => self.let_("global_addr @g1"),
            4 => self.let_("global_addr @g0"),
            slot => self.let_(&format!("stack_addr $v{slot}")),
        }
    }

    /// Returns the name of a value of type `i32`.
    fn value(&mut self, depth: u32) -> String {
        let last = match (depth, self.options.arrays) {
            (0, _) => 4,
            (_, false) => 6,
            (_, true) => 9,
        };
        match self.random.below(last) {
            0 => {
                let number = self.random.below(7);
                self.let_(&format!("add i32 {number}, 0"))
            }
            1..=3 => {
                let cell = self.cell();
                self.let_(&format!("load i32 {cell}"))
            }
            6 => {
                let addr = self.element(depth - 1);
                let byte = self.let_(&format!("load i8 {addr}"));
                let extend = self.random.pick(&["zext", "sext"]);
                self.let_(&format!("{extend} {byte} to i32"))
            }
            7 => {
                let cond = self.condition(depth - 1);
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                self.let_(&format!("select {cond}, {a}, {b}"))
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
                self.let_(&format!("{op} {a}, {b}"))
            }
        }
    }

    fn division(&mut self, depth: u32) -> String {
        let divisor = self.value(depth - 1);
        let ok = self.let_(&format!("ne {divisor}, 0"));
        self.line(&format!("check div, {ok}, \"divisor\""));
        let dividend = self.value(depth - 1);
        let op = self.random.pick(&["udiv", "sdiv", "urem", "srem"]);
        self.let_(&format!("{op} {dividend}, {divisor}"))
    }

    fn condition(&mut self, depth: u32) -> String {
        let (a, b) = (self.value(depth), self.value(depth.min(1)));
        let ops = ["eq", "ne", "ult", "ule", "slt", "sle", "sgt", "uge"];
        let op = self.random.pick(&ops);
        self.let_(&format!("{op} {a}, {b}"))
    }

    /// Returns the name of the address of an array element; the address is sometimes out of bounds.
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

    /// Returns the name of a condition computed by branches without effects, which may be nested. `&&`, `||`
    /// and `?:` are lowered in this way.
    fn condition_by_branches(&mut self, cond: &str, other: &str) -> String {
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
            let (cell, wide) = (self.cell(), self.let_(&format!("zext {param} to i32")));
            self.line(&format!("store {wide}, {cell}"));
        }
        param
    }

    // ---- Statements.

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

    fn assign(&mut self) {
        let (value, cell) = (self.value(2), self.cell());
        self.line(&format!("store {value}, {cell}"));
    }

    fn assertion(&mut self) {
        let mut cond = self.condition(1);
        if self.options.joins {
            let other = self.condition(0);
            cond = match self.random.below(3) {
                0 => self.let_(&format!("or {cond}, {other}")),
                _ => self.condition_by_branches(&cond, &other),
            };
        }
        self.line(&format!("check assert, {cond}, \"random\""));
    }

    fn guarded_assertion(&mut self) {
        let (guard, cond) = (self.condition(1), self.condition(0));
        self.line(&format!("check.if {guard}, assert, {cond}, \"random\""));
    }

    fn assumption(&mut self) {
        if self.random.below(2) == 0 {
            return self.assign();
        }
        let cond = self.condition(1);
        self.line(&format!("intrinsic assume({cond})"));
    }

    fn store_element(&mut self) {
        let guard = (self.random.below(2) == 0).then(|| self.condition(1));
        let (value, addr) = (self.value(1), self.element(1));
        let byte = self.let_(&format!("trunc {value} to i8"));
        match guard {
            Some(guard) => self.line(&format!("store.if {guard}, {byte}, {addr}")),
            None => self.line(&format!("store {byte}, {addr}")),
        }
    }

    /// Writes a store to one byte of a variable.
    fn store_part(&mut self) {
        let (cell, value) = (self.cell(), self.value(0));
        let byte = self.let_(&format!("trunc {value} to i8"));
        let at = self.random.below(4);
        let part = self.let_(&format!("ptr_add {cell}, {at}"));
        self.line(&format!("store {byte}, {part}"));
    }

    /// Writes an access through a pointer to one of two variables.
    fn through_pointer(&mut self) {
        let (cond, a, b) = (self.condition(1), self.cell(), self.cell());
        let pointer = self.let_(&format!("select {cond}, {a}, {b}"));
        self.access(&pointer);
    }

    /// Writes an access to an element of the global row, at an index that may be outside.
    fn row_element(&mut self) {
        let index = self.value(0);
        let most = if self.random.below(6) == 0 { 7 } else { 3 };
        let index = self.let_(&format!("and {index}, {most}"));
        let index = self.let_(&format!("zext {index} to i64"));
        let offset = self.let_(&format!("mul {index}, 4"));
        let row = self.let_("global_addr @row");
        let pointer = self.let_(&format!("ptr_add {row}, {offset}"));
        self.access(&pointer);
    }

    /// Writes a store or load of four bytes through a pointer, perhaps under a guard.
    fn access(&mut self, pointer: &str) {
        let guard = self.condition(1);
        let value = self.value(1);
        match self.random.below(5) {
            0 => self.line(&format!("store.if {guard}, {value}, {pointer}")),
            1 => self.line(&format!("store {value}, {pointer}")),
            2 if self.options.calls && !self.in_helper => {
                self.line(&format!("call @put({pointer}, {value})"));
            }
            kind => {
                let read = match kind {
                    3 => self.let_(&format!("load.if {guard}, i32 {pointer}")),
                    _ => self.let_(&format!("load i32 {pointer}")),
                };
                let to = self.cell();
                self.line(&format!("store {read}, {to}"));
            }
        }
    }

    /// Writes the allocation of a heap block whose size depends on the input, then a store and a load that
    /// may be out of bounds. Sometimes the block is freed, and freed again under a condition.
    fn heap_block(&mut self) {
        self.silent_forks = true;
        let value = self.value(1);
        let size = self.let_(&format!("and {value}, 7"));
        let size = self.let_(&format!("zext {size} to i64"));
        let block = self.let_(&format!("intrinsic malloc({size})"));
        let at = self.random.below(8);
        let addr = self.let_(&format!("ptr_add {block}, {at}"));
        let byte = self.random.below(256);
        self.line(&format!("store i8 {byte}, {addr}"));
        let back = self.let_(&format!("load i8 {addr}"));
        let wide = self.let_(&format!("zext {back} to i32"));
        let cell = self.let_("stack_addr $v2");
        self.line(&format!("store {wide}, {cell}"));
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

    /// Writes the end of a variable's lifetime, usually followed by a new lifetime.
    fn scope(&mut self) {
        let slot = self.random.below(SLOTS as u64);
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

    fn call(&mut self) {
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
                let count = self.let_(&format!("and {value}, 3"));
                self.let_(&format!("call @sum({count}, {to})"))
            }
            2 => {
                let (cond, value) = (self.condition(1), self.value(1));
                let a = self.let_("func_addr @help");
                let b = self.let_("func_addr @twice");
                let target = self.let_(&format!("select {cond}, {a}, {b}"));
                self.let_(&format!("call_indirect (i32) -> i32 {target}({value})"))
            }
            _ => {
                let value = self.value(1);
                self.let_(&format!("call @help({value})"))
            }
        };
        let cell = self.cell();
        self.line(&format!("store {result}, {cell}"));
    }

    /// Writes a branch or switch. With the option `joins`, its sides pass a value to the join.
    fn branch(&mut self) {
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

    /// Returns the target of an edge to a join, with the value as its argument if the option `joins` is on.
    fn edge(&self, to: &str, value: &str) -> String {
        if self.options.joins {
            format!("{to}({value})")
        } else {
            to.to_owned()
        }
    }

    /// Writes a loop of at most three iterations. With the option `joins`, a branch may leave the loop in the
    /// middle, and a value of the last iteration is used after the loop.
    fn repeat(&mut self) {
        if self.depth > 3 {
            return self.assign();
        }
        let value = self.value(1);
        let count = self.let_(&format!("and {value}, 3"));
        let [head, body, rest, end] = [(); 4].map(|()| self.label());
        let counter = self.name("%k");
        self.line(&format!("jump {head}({count})"));
        let _ = writeln!(self.text, "{head}({counter}: i32):");
        let last = self.options.joins.then(|| self.value(1));
        let more = self.let_(&format!("ne {counter}, 0"));
        self.line(&format!("branch {more}, {body}, {end}"));
        self.open(&body);
        self.block();
        if last.is_some() {
            let cond = self.condition(1);
            self.line(&format!("branch {cond}, {rest}, {end}"));
            self.open(&rest);
        }
        let next = self.let_(&format!("sub {counter}, 1"));
        self.line(&format!("jump {head}({next})"));
        self.open(&end);
        if let Some(last) = last {
            let cell = self.cell();
            let sum = self.let_(&format!("add {last}, {counter}"));
            self.line(&format!("store {sum}, {cell}"));
        }
    }
}
