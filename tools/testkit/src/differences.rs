//! Random programs for tests of state merging. Each program has two parts. The first part assigns different constants
//! to variables on different paths, and the second part uses these variables.
//!
//! The first part branches on each input byte. The two sides of a branch multiply the variables by random constants and
//! add others, so that every variable is constant on a path and usually differs between two paths. The second part uses
//! the variables without another branch on an input: in checks, as indexes, in heap objects. A merge policy that joins
//! paths regardless of these uses makes the second part expensive: constants become `ite` expressions, and each use
//! becomes a query. Exploration without merging executes one path for each combination of sides.
use std::fmt::Write;
use symtool_ir::random::SplitMix;

/// Options of a program: its size, and the uses of the constants that differ between its paths.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The number n of input bytes; the program has 2^n paths.
    pub bytes: u32,
    /// The number of statements in the second part that use the variables.
    pub uses: u32,
    /// Whether the constants occur in the conditions of checks.
    pub checks: bool,
    /// Whether the constants are indexes of loads and stores.
    pub indexes: bool,
    /// Whether some of the variables are in heap objects. Some accesses to such a variable load the address of the
    /// object from memory.
    pub heap: bool,
}

impl Differences {
    /// Returns the options for small programs with all kinds of uses.
    pub fn all() -> Differences {
        Differences {
            bytes: 7,
            uses: 6,
            checks: true,
            indexes: true,
            heap: true,
        }
    }
}

/// The instructions that compute the addresses of *cells*, the program's variables in memory. Each cell has four
/// bytes. One further variable of the program is an SSA value and not in memory.
const CELLS: [&str; 4] = [
    "ptr_add %node, 4",
    "ptr_add %inner, 12",
    "stack_addr $cell",
    "global_addr @cell",
];

/// The index in [`CELLS`] of the first cell outside of the heap objects. Without [`Differences::heap`], a program uses
/// only the cells from this index on.
const FIRST_NAMED: usize = 2;

/// Writes the text of one program.
struct Text {
    options: Differences,
    random: SplitMix,
    text: String,
    names: u32,
}

/// Returns the program of a seed: a function `@main` over the input `x`.
pub fn program(seed: u64, options: Differences) -> String {
    let mut text = Text {
        options,
        random: SplitMix::new(seed),
        text: String::new(),
        names: 0,
    };
    text.main();
    text.text
}

impl Text {
    fn main(&mut self) {
        let bytes = self.options.bytes;
        self.text += "global @cell, size 4, align 4\nglobal @table, size 64, align 4\nglobal @x.name, size 2, align 1, bytes hex \"7800\"\n";
        let _ = writeln!(self.text, "func @main() -> i32 {{");
        let _ = writeln!(self.text, "  slot $x \"x\", size {bytes}, align 1");
        self.text += "  slot $cell \"cell\", size 4, align 4\n  slot $list \"list\", size 8, align 8\nentry:\n";
        self.line("%x = stack_addr $x");
        self.line("%name = global_addr @x.name");
        self.line(&format!("intrinsic make_symbolic(%x, {bytes}, %name)"));
        self.line("%table = global_addr @table");
        self.line("%list = stack_addr $list");
        self.line("%node = intrinsic malloc(16)");
        self.line("%inner = intrinsic malloc(16)");
        self.line("store %node, %list");
        self.line("%link = ptr_add %node, 8");
        self.line("store %inner, %link");
        for at in 0..CELLS.len() {
            let address = self.cell(at);
            let start = self.random.below(9);
            self.line(&format!("store i32 {start}, {address}"));
        }
        let start = self.random.below(9);
        self.line(&format!("jump fork(0, {start})"));
        self.fork();
        self.uses();
        self.line("intrinsic free(%inner)");
        self.line("intrinsic free(%node)");
        self.line("return 0");
        self.text += "}\n";
    }

    /// Writes the first part of the program: a loop over the input bytes. Each iteration branches on one byte, and the
    /// two sides of the branch change variables by different constants.
    fn fork(&mut self) {
        let bytes = self.options.bytes;
        self.text += "fork(%j: i32, %v: i32):\n";
        self.line(&format!("%more = slt i32 %j, {bytes}"));
        self.line("branch %more, body, use(0, %v)");
        self.text += "body:\n";
        self.line("%at = sext i32 %j to i64");
        self.line("%place = ptr_add %x, %at");
        self.line("%byte = load i8 %place");
        let letter = self.random.below(200);
        self.line(&format!("%is = ult i8 %byte, {}", letter + 1));
        self.line("branch %is, yes, no");
        let changed: Vec<usize> = (0..CELLS.len())
            .filter(|&at| self.options.heap || at >= FIRST_NAMED)
            .filter(|_| self.random.below(2) == 0)
            .collect();
        let through_list = self.random.below(2) == 0;
        for side in ["yes", "no"] {
            let _ = writeln!(self.text, "{side}:");
            for &at in &changed {
                let address = self.access(at, through_list);
                let old = self.define(&format!("load i32 {address}"));
                let new = self.step(&old);
                self.line(&format!("store {new}, {address}"));
            }
            let new = self.step("%v");
            self.line(&format!("jump again({new})"));
        }
        self.text += "again(%w: i32):\n";
        self.line("%next = add %j, 1");
        self.line("jump fork(%next, %w)");
    }

    /// Writes the second part of the program: a loop that uses the variables. Each iteration has several uses. Some
    /// uses only read a variable, and others also give it a new value.
    fn uses(&mut self) {
        self.text += "use(%k: i32, %u: i32):\n";
        let times = 2 + self.random.below(4);
        self.line(&format!("%again = slt i32 %k, {times}"));
        self.line("branch %again, used, done");
        self.text += "used:\n";
        let mut current = "%u".to_owned();
        for _ in 0..self.options.uses {
            let value = self.value(&current);
            match self.random.below(4) {
                0 if self.options.checks => self.check(&value),
                1 if self.options.indexes => current = self.read(&value, &current),
                2 if self.options.indexes => self.write(&value),
                3 if self.options.heap => {
                    let at = self.random.below(CELLS.len() as u64) as usize;
                    let address = self.access(at, self.names.is_multiple_of(2));
                    let sum = self.define(&format!("add {value}, {current}"));
                    self.line(&format!("store {sum}, {address}"));
                }
                _ => current = self.step(&value),
            }
        }
        if self.options.checks {
            self.check(&current);
        }
        self.line("%k1 = add %k, 1");
        self.line(&format!("jump use(%k1, {current})"));
        self.text += "done:\n";
    }

    /// Asserts that a product differs from a random number. The assertion is hard to prove if `value` is an
    /// `ite` over several constants.
    fn check(&mut self, value: &str) {
        let [other, wrong] = [99, 1 << 32].map(|most| self.random.below(most));
        let square = self.define(&format!("mul {value}, {value}"));
        let sum = self.define(&format!("add {square}, {other}"));
        let odd = self.define(&format!("or {value}, 1"));
        let product = self.define(&format!("mul {sum}, {odd}"));
        let holds = self.define(&format!("ne {product}, {wrong}"));
        self.line(&format!("check assert, {holds}, \"a product\""));
    }

    /// Writes the addition of `to` and the table element at `index`. Returns the name of the sum.
    fn read(&mut self, index: &str, to: &str) -> String {
        let address = self.element(index);
        let element = self.define(&format!("load i32 {address}"));
        self.define(&format!("add {to}, {element}"))
    }

    fn write(&mut self, index: &str) {
        let address = self.element(index);
        self.line(&format!("store {index}, {address}"));
    }

    fn element(&mut self, index: &str) -> String {
        let low = self.define(&format!("urem {index}, 16"));
        let offset = self.define(&format!("shl {low}, 2"));
        let wide = self.define(&format!("zext {offset} to i64"));
        self.define(&format!("ptr_add %table, {wide}"))
    }

    /// Returns the name of a value to use: either `current`, the present value of the SSA variable, or the contents of
    /// a random variable in memory.
    fn value(&mut self, current: &str) -> String {
        let first = if self.options.heap { 0 } else { FIRST_NAMED };
        let cells = (CELLS.len() - first) as u64;
        match self.random.below(cells + 2) as usize {
            at if at < cells as usize => {
                let through_list = self.random.below(2) == 0;
                let address = self.access(first + at, through_list);
                self.define(&format!("load i32 {address}"))
            }
            _ => current.to_owned(),
        }
    }

    /// Writes the computation of a new value from `value` and random constants. Returns the name of the new value.
    fn step(&mut self, value: &str) -> String {
        let (factor, more) = (2 + self.random.below(7), self.random.below(99));
        let product = self.define(&format!("mul {value}, {factor}"));
        self.define(&format!("add {product}, {more}"))
    }

    /// Writes the instruction that computes the address of the cell with the index `at`. Returns the name of the
    /// address.
    fn cell(&mut self, at: usize) -> String {
        self.define(CELLS[at])
    }

    /// Returns the name of the address of the cell with the index `at` in [`CELLS`]. With `through_list`, the address
    /// of a cell in a heap object is loaded from memory, by a chain of pointers that starts at the variable `%list`.
    fn access(&mut self, at: usize, through_list: bool) -> String {
        if !through_list || at >= FIRST_NAMED {
            return self.cell(at);
        }
        let node = self.define("load ptr %list");
        if at == 0 {
            return self.define(&format!("ptr_add {node}, 4"));
        }
        let link = self.define(&format!("ptr_add {node}, 8"));
        let inner = self.define(&format!("load ptr {link}"));
        self.define(&format!("ptr_add {inner}, 12"))
    }

    fn line(&mut self, instruction: &str) {
        let _ = writeln!(self.text, "  {instruction}");
    }

    /// Writes an instruction with a result, and returns the result's name.
    fn define(&mut self, operation: &str) -> String {
        self.names += 1;
        let name = format!("%t{}", self.names);
        self.line(&format!("{name} = {operation}"));
        name
    }
}
