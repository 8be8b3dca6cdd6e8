//! The tests check on random programs with branches, memory and checks that concrete runs have the same outcomes before
//! and after melding.
mod support;

use proptest::prelude::*;
use std::fmt::Write;
use support::{compare_runs, parse};
use symtool_meld::Mode;

/// Number of variables of a generated program.
const VARS: usize = 4;

/// Writes a random program as text. The values in `bytes` determine all random choices.
struct Generator<'b> {
    bytes: &'b [u8],
    at: usize,
    text: String,
    values: usize,
    blocks: usize,
    loops: usize,
}

impl Generator<'_> {
    fn byte(&mut self) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn value(&mut self, text: &str) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        self.line(&format!("{name} = {text}"));
        name
    }

    fn block(&mut self) -> String {
        self.blocks += 1;
        format!("b{}", self.blocks)
    }

    fn pick(&mut self, env: &[String]) -> String {
        env[self.byte() % env.len()].clone()
    }

    fn operand(&mut self, env: &[String]) -> String {
        match self.byte() % 3 {
            0 => format!("{}", [0, 1, 2, 3, 7, -1, 100, -32][self.byte() % 8]),
            _ => self.pick(env),
        }
    }

    fn address(&mut self, env: &[String], checked: bool) -> String {
        let index = if self.byte().is_multiple_of(2) {
            format!("{}", self.byte() % 4)
        } else {
            self.pick(env)
        };
        let index = if checked {
            self.value(&format!("and i32 {index}, 3"))
        } else {
            self.value(&format!("add i32 {index}, 0"))
        };
        let wide = self.value(&format!("sext i32 {index} to i64"));
        let scaled = self.value(&format!("mul i64 {wide}, 4"));
        self.value(&format!("ptr_add %buf, {scaled}"))
    }

    fn condition(&mut self, env: &[String]) -> String {
        let op = ["slt", "eq", "ult", "sge", "ne", "ugt"][self.byte() % 6];
        let (a, b) = (self.pick(env), self.operand(env));
        self.value(&format!("{op} i32 {a}, {b}"))
    }

    fn statements(&mut self, env: &mut [String], depth: usize) {
        let count = 1 + self.byte() % 4;
        for _ in 0..count {
            self.statement(env, depth);
        }
    }

    fn statement(&mut self, env: &mut [String], depth: usize) {
        let to = self.byte() % VARS;
        match self.byte() % 14 {
            0..=3 => {
                let op = ["add", "sub", "mul", "and", "or", "xor"][self.byte() % 6];
                let (a, b) = (self.pick(env), self.operand(env));
                env[to] = self.value(&format!("{op} i32 {a}, {b}"));
            }
            4 => {
                let a = self.pick(env);
                let op = ["sext", "zext"][self.byte() % 2];
                let narrow = self.value(&format!("trunc i32 {a} to i8"));
                env[to] = self.value(&format!("{op} i8 {narrow} to i32"));
            }
            5 => {
                let addr = self.address(env, true);
                env[to] = self.value(&format!("load i32 {addr}"));
            }
            6 => {
                let addr = self.address(env, true);
                let a = self.operand(env);
                self.line(&format!("store i32 {a}, {addr}"));
            }
            7 => {
                let c = self.condition(env);
                self.line(&format!("check assert, {c}"));
            }
            8 => {
                let op = ["udiv", "sdiv", "urem", "srem"][self.byte() % 4];
                let (a, b) = (self.pick(env), self.operand(env));
                env[to] = self.value(&format!("{op} i32 {a}, {b}"));
            }
            9 => self.guarded_access(env, to),
            _ if depth == 0 => {}
            10 => self.switch(env, depth),
            11 => self.counted_loop(env, depth),
            _ => self.branch(env, depth),
        }
    }

    /// Writes `if (i < 4) buf[i] …` with an access to the four elements of `buf`. The access is out of bounds on some
    /// inputs if melding drops its guard.
    fn guarded_access(&mut self, env: &mut [String], to: usize) {
        let index = self.pick(env);
        let c = self.value(&format!("ult i32 {index}, 4"));
        let (then, join) = (self.block(), self.block());
        self.line(&format!("branch {c}, {then}, {join}({})", env[to].clone()));
        let _ = writeln!(self.text, "{then}:");
        let wide = self.value(&format!("sext i32 {index} to i64"));
        let scaled = self.value(&format!("mul i64 {wide}, 4"));
        let addr = self.value(&format!("ptr_add %buf, {scaled}"));
        let result = if self.byte().is_multiple_of(2) {
            self.value(&format!("load i32 {addr}"))
        } else {
            let a = self.operand(env);
            self.line(&format!("store i32 {a}, {addr}"));
            env[to].clone()
        };
        self.line(&format!("jump {join}({result})"));
        self.values += 1;
        let name = format!("%v{}", self.values);
        let _ = writeln!(self.text, "{join}({name}: i32):");
        env[to] = name;
    }

    fn join(&mut self, block: &str, env: &mut [String]) {
        let params: Vec<String> = (0..VARS)
            .map(|_| {
                self.values += 1;
                format!("%v{}", self.values)
            })
            .collect();
        let list: Vec<String> = params.iter().map(|p| format!("{p}: i32")).collect();
        let _ = writeln!(self.text, "{block}({}):", list.join(", "));
        env.clone_from_slice(&params);
    }

    fn branch(&mut self, env: &mut [String], depth: usize) {
        let (then, other, join) = (self.block(), self.block(), self.block());
        let short = self.byte() % 4;
        let c = self.condition(env);
        if short >= 2 {
            let right = self.block();
            let (t, e) = if short == 2 {
                (&right, &other)
            } else {
                (&then, &right)
            };
            self.line(&format!("branch {c}, {t}, {e}"));
            let _ = writeln!(self.text, "{right}:");
            let d = if self.byte().is_multiple_of(2) {
                let addr = self.address(env, true);
                let x = self.value(&format!("load i32 {addr}"));
                self.value(&format!("sgt i32 {x}, 5"))
            } else {
                self.condition(env)
            };
            self.line(&format!("branch {d}, {then}, {other}"));
        } else {
            self.line(&format!("branch {c}, {then}, {other}"));
        }
        for block in [&then, &other] {
            let _ = writeln!(self.text, "{block}:");
            let mut inner = env.to_vec();
            if block == &then || self.byte().is_multiple_of(2) {
                self.statements(&mut inner, depth - 1);
            }
            self.line(&format!("jump {join}({})", inner.join(", ")));
        }
        self.join(&join, env);
    }

    /// Writes the loop `for (k = 0; k < n; k++)`. Its statements may change all variables except k; n is a constant or
    /// a variable modulo 4.
    fn counted_loop(&mut self, env: &mut [String], depth: usize) {
        self.loops += 1;
        let (head, body, done) = (self.block(), self.block(), self.block());
        let bound = match self.byte() % 8 {
            constant @ 0..=3 => constant.to_string(),
            _ => {
                let any = self.pick(env);
                self.value(&format!("and i32 {any}, 3"))
            }
        };
        self.line(&format!("jump {head}(0, {})", env.join(", ")));
        let names: Vec<String> = (0..=VARS)
            .map(|_| {
                self.values += 1;
                format!("%v{}", self.values)
            })
            .collect();
        let list: Vec<String> = names.iter().map(|p| format!("{p}: i32")).collect();
        let _ = writeln!(self.text, "{head}({}):", list.join(", "));
        let (counter, mut inner) = (names[0].clone(), names[1..].to_vec());
        let more = self.value(&format!("slt i32 {counter}, {bound}"));
        self.line(&format!(
            "branch {more}, {body}, {done}({})",
            inner.join(", ")
        ));
        let _ = writeln!(self.text, "{body}:");
        self.statements(&mut inner, depth - 1);
        let next = self.value(&format!("add i32 {counter}, 1"));
        self.line(&format!("jump {head}({next}, {})", inner.join(", ")));
        self.join(&done, env);
    }

    fn switch(&mut self, env: &mut [String], depth: usize) {
        let cases: Vec<String> = (0..3).map(|_| self.block()).collect();
        let join = self.block();
        let x = self.pick(env);
        let args = env.join(", ");
        let default = if self.byte().is_multiple_of(2) {
            format!("{join}({args})")
        } else {
            cases[2].clone()
        };
        let third = if default == cases[2] {
            ""
        } else {
            &format!("9: {}", cases[2])
        };
        self.line(&format!(
            "switch i32 {x} [0: {} 2: {} -1: {} {third} default: {default}]",
            cases[0], cases[1], cases[0]
        ));
        for case in &cases {
            let _ = writeln!(self.text, "{case}:");
            let mut inner = env.to_vec();
            self.statements(&mut inner, depth - 1);
            self.line(&format!("jump {join}({})", inner.join(", ")));
        }
        self.join(&join, env);
    }
}

fn program(bytes: &[u8]) -> String {
    program_and_loops(bytes).0
}

/// Returns the text of the random program that `bytes` determine, and its number of loops.
fn program_and_loops(bytes: &[u8]) -> (String, usize) {
    let mut g = Generator {
        bytes,
        at: 0,
        text: String::from(
            "func @f(%a: i32, %b: i32, %c: i32) -> i32 {\n  slot $buf, size 16, align 4\nentry:\n  %buf = stack_addr $buf\n",
        ),
        values: 0,
        blocks: 0,
        loops: 0,
    };
    let mut env: Vec<String> = ["%a", "%b", "%c", "1"].map(str::to_owned).to_vec();
    for (i, name) in ["%a", "%b", "%c", "7"].iter().enumerate() {
        let p = g.value(&format!("ptr_add %buf, {}", 4 * i));
        g.line(&format!("store i32 {name}, {p}"));
    }
    env[3] = g.value("add i32 %a, %b");
    g.statements(&mut env, 3);
    g.branch(&mut env, 3);
    g.statements(&mut env, 2);
    let mut sum = String::from("0");
    for v in env.clone() {
        let scaled = g.value(&format!("mul i32 {sum}, 31"));
        sum = g.value(&format!("add i32 {scaled}, {v}"));
    }
    for i in 0..4 {
        let p = g.value(&format!("ptr_add %buf, {}", 4 * i));
        let x = g.value(&format!("load i32 {p}"));
        let scaled = g.value(&format!("mul i32 {sum}, 31"));
        sum = g.value(&format!("add i32 {scaled}, {x}"));
    }
    g.line(&format!("intrinsic exit({sum})"));
    g.line("unreachable");
    g.text.push_str("}\n");
    (g.text, g.loops)
}

const VALUES: &[i128] = &[0, 1, 2, 3, 4, -1, 9, 100, -128, 0x7fff_ffff];

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn guarded_melding_preserves_runs(bytes in prop::collection::vec(any::<u8>(), 20..160)) {
        let text = program(&bytes);
        let (module, entry) = parse(&text);
        compare_runs(&module, entry, Mode::Guarded, VALUES, 60);
    }

    #[test]
    fn speculative_melding_only_adds_failures(bytes in prop::collection::vec(any::<u8>(), 20..160)) {
        let text = program(&bytes);
        let (module, entry) = parse(&text);
        compare_runs(&module, entry, Mode::Speculative, VALUES, 60);
    }
}

/// Checks that the generator produces branches of all shapes, and that the pass melds each branch of a program without
/// loops.
#[test]
fn every_branch_of_a_random_program_melds_in_guarded_mode() {
    let (mut applied, mut if_then_else) = (0, 0);
    let (mut guarded, mut guarded_loops) = (0, 0);
    for seed in 0u32..60 {
        let mut x = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
        let bytes: Vec<u8> = (0..120)
            .map(|_| {
                x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (x >> 24) as u8
            })
            .collect();
        let (text, loops) = program_and_loops(&bytes);
        let (module, entry) = parse(&text);
        let (new, report) = compare_runs(&module, entry, Mode::Guarded, VALUES, 20);
        // The pass melds no loop into straight-line code, and no switch with a loop in a case. In a program without
        // loops, all branches must be melded.
        let left: Vec<_> = report.log.iter().filter(|d| !d.melded).collect();
        assert!(loops > 0 || left.is_empty(), "{left:?}\n{new}");
        guarded_loops += report.log.iter().filter(|d| d.reason == "loop").count();
        guarded += report
            .log
            .iter()
            .filter(|d| d.reason.ends_with("with loops"))
            .count();
        applied += report.applied;
        if_then_else += report.if_then_else;
    }
    assert!(applied > 200 && if_then_else > 50, "{applied} melds");
    assert!(guarded > 10, "{guarded} sides with loops");
    assert!(guarded_loops > 10, "{guarded_loops} loops");
}
