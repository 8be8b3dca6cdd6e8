//! Generates random C programs that read one or two bytes of input.
//!
//! Every program terminates (loops have at most four iterations, and recursion is bounded). Unless [`Kind::uninit`] is
//! set, a program initializes all memory that it reads, so it has no other inputs. A program may fail by an
//! out-of-bounds index, a null, dangling or freed pointer, a double free, a division by zero, or an assertion. The
//! concrete interpreter and the symbolic engines must report the same failures. All inputs that follow the same path
//! have the same output and exit status, so that a path can be compared with a concrete run on one of its inputs.
mod guarded;
mod statements;
mod values;
use symtool_ir::random::SplitMix;

/// The number of input bytes of a program, and the range of their values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// The input is one byte.
    One,
    /// The input is two bytes below 16.
    TwoSmall,
    /// The input is two bytes.
    Two,
}

/// The integer types of the generated programs.
const INTEGERS: [&str; 8] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
];

const DECLARATIONS: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
struct pair { signed char c; short h; int i; long l; int *p; };
int g0 = 3, g1 = -2, gi[4] = {1, 2, 3, 4};
unsigned char gb[8] = {5, 0, 7, 1, 255, 128, 2};
struct pair gs[2] = {{1, 2, 3, 4, &g1}, {-1, -2, -3, -4, gi + 1}};
static const short table[5] = {9, -8, 7, 300, 0};
union word { unsigned u; short s[2]; unsigned char b[4]; } gu;
signed char gm[2][3] = {{1, 2, 3}, {4, -5}};
";

/// The state of the program generator.
pub struct Writer {
    random: SplitMix,
    text: String,
    indent: usize,
    /// The number of statements that may still be written.
    fuel: u32,
    names: u32,
    /// The names of the counters of enclosing loops, which statements may read.
    counters: Vec<String>,
    /// Whether the variables of `main`, such as `x0` and `q`, are in scope. Otherwise, the parameters of a function
    /// are in scope.
    in_main: bool,
    in_loop: bool,
    kind: Kind,
}

/// The inputs of a generated program, and the features that it may have.
#[derive(Copy, Clone, Debug)]
pub struct Kind {
    /// The number and the range of the program's input bytes.
    pub inputs: Inputs,
    /// Whether the sizes of memory blocks may depend on the input.
    pub sizes: bool,
    /// Whether the program reads variables and blocks that may be uninitialized. Such a read must be reported
    /// as a failure.
    pub uninit: bool,
    /// Whether most statements are guarded accesses, such as `if (i < n) a[i] = 0;`.
    pub guarded: bool,
}

/// Returns the program of the kind `kind` that `seed` determines.
pub fn program(seed: u64, kind: Kind) -> String {
    let mut writer = Writer {
        random: SplitMix::new(seed),
        text: DECLARATIONS.to_owned(),
        indent: 0,
        fuel: 0,
        names: 0,
        counters: Vec::new(),
        in_main: false,
        in_loop: false,
        kind,
    };
    writer.functions();
    writer.main(kind.inputs);
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    /// Returns true with probability 1/`n`.
    fn rarely(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    // ---- Functions.

    fn functions(&mut self) {
        self.text += "static int depth(int n, int *p) {\n  if (n <= 0)\n    return *p;\n  \
                      return depth(n - 1, p) + n;\n}\n";
        self.text += "static int *dangling(int n) {\n  int here = n;\n  int *volatile p = &here;\n  return p;\n}\n";
        self.text += "static int least(int n, int *p) {\n  return n < *p ? n : *p;\n}\nstatic int differ(int n, int *p) {\n  return n ^ *p;\n}\n\
             static int (*const calls[3])(int, int *) = {differ, least};\n";
        for name in ["f0", "f1"] {
            let (result, first) = (self.random.pick(&INTEGERS), self.random.pick(&INTEGERS));
            self.open(&format!("static {result} {name}({first} a, int *p) {{"));
            self.fuel = 3;
            self.block();
            let value = self.value(2);
            self.line(&format!("return {value};"));
            self.close("}");
        }
    }

    fn main(&mut self, inputs: Inputs) {
        self.in_main = true;
        self.open("int main(void) {");
        self.line("unsigned char in0 = __VERIFIER_nondet_uchar();");
        if inputs == Inputs::One {
            self.line("unsigned char in1 = 77;");
        } else {
            self.line("unsigned char in1 = __VERIFIER_nondet_uchar();");
        }
        if inputs == Inputs::TwoSmall {
            self.line("__VERIFIER_assume(in0 < 16 && in1 < 16);");
        }
        for name in ["x0", "x1"] {
            let from =
                self.random
                    .pick(&["in0", "in0 - 100", "in1", "in0 * 3", "(signed char)in0"]);
            self.line(&format!("int {name} = {from};"));
        }
        for name in ["y0", "y1"] {
            let (ty, value) = (self.random.pick(&INTEGERS), self.constant());
            self.line(&format!("{ty} {name} = {value};"));
        }
        let (ty, len) = (self.random.pick(&INTEGERS), self.below(3) + 3);
        self.line(&format!("{ty} la[{len}] = {{1, 2, 3}};"));
        self.line("struct pair ls = gs[in0 & 1];");
        self.line("int *h = calloc(4, sizeof(int));");
        self.line("if (!h)\n    return 9;");
        let first = self.place_of_int();
        self.line(&format!("int *q = {first};"));
        let others: Vec<String> = (0..3).map(|_| self.place_of_int()).collect();
        self.line(&format!("int *pp[4] = {{q, {}}};", others.join(", ")));
        if self.kind.uninit {
            let cond = self.condition(1);
            self.line("int u, w;");
            self.line(&format!("if ({cond})\n    u = in0;"));
            self.line("if (in0 & 1)\n    w = 3;");
        }
        for at in 1..4 {
            if self.rarely(3) {
                let pointer = self.pointer();
                self.line(&format!("pp[{at}] = {pointer};"));
            }
        }
        self.fuel = 8;
        while self.fuel > 0 {
            self.block();
        }
        self.finish();
        self.close("}");
    }

    /// Writes the end of `main`. It computes the exit status from the contents of memory, so that a wrong value in
    /// memory changes the outcome.
    fn finish(&mut self) {
        self.line(
            "unsigned sum = (unsigned)(x0 ^ x1) + (unsigned)(y0 + y1) + (unsigned)(g0 + g1);",
        );
        self.line("for (int k = 0; k < 8; k++)\n    sum += gb[k] * (k + 1);");
        self.line("for (int k = 0; k < 4; k++)\n    sum += (unsigned)gi[k] + gu.b[k];");
        self.line("sum += (unsigned)(la[0] + la[1] + la[2] + ls.c + ls.h + ls.i + ls.l + gs[0].i + gs[1].h);");
        if self.rarely(2) {
            self.line("free(h);");
        }
        let mask = [1, 3, 7, 12][self.below(4) as usize];
        self.open(&format!("switch (sum & {mask}) {{"));
        for value in 0..=mask {
            if value & mask == value {
                self.line(&format!("case {value}:"));
                self.line(&format!("  return {value};"));
            }
        }
        self.close("}");
        self.line("return 99;");
    }
}
