//! Random small programs: the failures found are those of exhaustive concrete execution, and a program without one is verified.
//!
//! A program reads two symbolic bytes and uses two bits of each. All constructs that are drawn are followed, so a run that is
//! incomplete fails the test, too.
mod common;

use common::{End, failure_of, program, run_limited, strategies};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::num::NonZeroUsize;
use symtool_cdse::{CdseConfig, Strategy};
use symtool_engine::Config;
use symtool_ir::Inputs;
use symtool_ir::random::SplitMix;

/// Functions that write through a pointer, and that call themselves.
const FIXED: &str = "\
func @put(%to: ptr, %what: i32) {
entry:
  %old = load i32 %to @t:1001:1
  %more = slt i32 %old, %what @t:1002:1
  branch %more, set, out @t:1003:1
set:
  store %what, %to @t:1004:1
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

/// Writes a program whose variables are two slots, two globals, and values that joins choose.
struct Writer {
    random: SplitMix,
    text: String,
    names: u32,
    lines: u32,
    fuel: u32,
    loops: bool,
    /// In the helper function: its parameter and no calls.
    helper: bool,
    depth: u32,
}

impl Writer {
    fn program(seed: u64, loops: bool) -> String {
        let mut writer = Writer {
            random: SplitMix::new(seed),
            text: "file @t \"t\"\nglobal @g0, size 4, align 4\nglobal @g1, size 4, align 4\nglobal @row, size 16, align 4\n"
                .to_owned(),
            names: 0,
            lines: 0,
            fuel: 4,
            loops,
            helper: true,
            depth: 0,
        };
        writer.text += FIXED;
        writer.text += "func @help(%p: i32) -> i32 {\n  slot $v0 \"v0\", size 4, align 4\n  slot $v1 \"v1\", size 4, align 4\nentry:\n";
        for slot in 0..2 {
            let addr = writer.let_(&format!("stack_addr $v{slot}"));
            writer.line(&format!("store %p, {addr}"));
        }
        writer.block();
        let value = writer.value(1);
        writer.line(&format!("return {value}"));
        writer.text += "}\nfunc @main() -> i32 {\n  slot $v0 \"v0\", size 4, align 4\n  slot $v1 \"v1\", size 4, align 4\nentry:\n";
        writer.helper = false;
        writer.fuel = 8;
        writer.line("%heap = intrinsic malloc(4)");
        writer.line("store i32 1, %heap");
        for (slot, name) in ["a", "b"].iter().enumerate() {
            let byte = writer.let_(&format!("intrinsic symbolic i8 \"{name}\""));
            let low = writer.let_(&format!("and {byte}, 3"));
            let wide = writer.let_(&format!("zext {low} to i32"));
            let addr = writer.let_(&format!("stack_addr $v{slot}"));
            writer.line(&format!("store {wide}, {addr}"));
        }
        while writer.fuel > 0 {
            writer.block();
        }
        let value = writer.value(1);
        writer.line("intrinsic free(%heap)");
        writer.line(&format!("return {value}"));
        writer.text += "}\n";
        writer.text
    }

    fn line(&mut self, instruction: &str) {
        self.lines += 1;
        let line = self.lines;
        let _ = writeln!(self.text, "  {instruction} @t:{line}:1");
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn let_(&mut self, operation: &str) -> String {
        let name = self.name("%t");
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn open(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    fn place(&mut self) -> String {
        match self.random.below(if self.helper { 4 } else { 5 }) {
            4 => "%heap".to_owned(),
            0 => self.let_("stack_addr $v0"),
            1 => self.let_("stack_addr $v1"),
            2 => self.let_("global_addr @g0"),
            _ => self.let_("global_addr @g1"),
        }
    }

    fn value(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 4 } else { 6 }) {
            0 => {
                let number = self.random.below(4);
                self.let_(&format!("add i32 {number}, 0"))
            }
            1..=3 => {
                let place = self.place();
                self.let_(&format!("load i32 {place}"))
            }
            _ => {
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                let ops = ["add", "sub", "and", "or", "xor", "mul"];
                let op = ops[self.random.below(6) as usize];
                self.let_(&format!("{op} {a}, {b}"))
            }
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.value(1), self.value(0));
        let ops = ["eq", "ne", "ult", "slt", "sle", "uge"];
        let op = ops[self.random.below(6) as usize];
        self.let_(&format!("{op} {a}, {b}"))
    }

    fn block(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        self.depth += 1;
        match self.random.below(12) {
            0..=3 if self.depth < 4 => self.branch(),
            4 if self.depth < 3 && self.loops => self.repeat(),
            5 | 6 => {
                let cond = self.condition();
                let other = self.condition();
                let either = match self.random.below(3) {
                    0 => self.let_(&format!("or {cond}, {other}")),
                    _ => self.by_branches(&cond, &other),
                };
                self.line(&format!("check assert, {either}, \"random\""));
            }
            7 if self.random.below(2) == 0 => {
                let (place, value) = (self.place(), self.value(1));
                self.line(&format!("call @put({place}, {value})"));
            }
            7 if self.loops && self.random.below(2) == 0 => {
                let (to, value) = (self.place(), self.value(0));
                let count = self.let_(&format!("and {value}, 3"));
                let result = self.let_(&format!("call @sum({count}, {to})"));
                let place = self.place();
                self.line(&format!("store {result}, {place}"));
            }
            7 if !self.helper && self.random.below(2) == 0 => {
                // One of two functions.
                let (cond, value) = (self.condition(), self.value(1));
                let a = self.let_("func_addr @help");
                let b = self.let_("func_addr @twice");
                let which = self.let_(&format!("select {cond}, {a}, {b}"));
                let result = self.let_(&format!("call_indirect (i32) -> i32 {which}({value})"));
                let place = self.place();
                self.line(&format!("store {result}, {place}"));
            }
            7 if !self.helper => {
                let value = self.value(1);
                let result = self.let_(&format!("call @help({value})"));
                let place = self.place();
                self.line(&format!("store {result}, {place}"));
            }
            8 if self.random.below(4) == 0 => {
                let cond = self.condition();
                self.line(&format!("intrinsic assume({cond})"));
            }
            9 if self.helper => {
                // A second way to return.
                let cond = self.condition();
                let (out, on) = (self.name("b"), self.name("b"));
                self.line(&format!("branch {cond}, {out}, {on}"));
                self.open(&out);
                let value = self.value(0);
                self.line(&format!("return {value}"));
                self.open(&on);
            }
            10 => {
                // Part of a variable.
                let (place, value) = (self.place(), self.value(0));
                let byte = self.let_(&format!("trunc {value} to i8"));
                let at = self.random.below(4);
                let place = self.let_(&format!("ptr_add {place}, {at}"));
                self.line(&format!("store {byte}, {place}"));
            }
            11 => self.choosing(),
            _ => {
                let (value, place) = (self.value(1), self.place());
                self.line(&format!("store {value}, {place}"));
            }
        }
        self.depth -= 1;
    }

    /// An access at a place that depends on values, or under a condition.
    fn choosing(&mut self) {
        let place = if self.random.below(2) == 0 {
            let index = self.value(0);
            // Sometimes there is no such element.
            let most = if self.random.below(6) == 0 { 7 } else { 3 };
            let index = self.let_(&format!("and {index}, {most}"));
            let index = self.let_(&format!("zext {index} to i64"));
            let offset = self.let_(&format!("mul {index}, 4"));
            let row = self.let_("global_addr @row");
            self.let_(&format!("ptr_add {row}, {offset}"))
        } else {
            let (cond, a, b) = (self.condition(), self.place(), self.place());
            self.let_(&format!("select {cond}, {a}, {b}"))
        };
        let guard = self.condition();
        let value = self.value(1);
        match self.random.below(5) {
            0 => self.line(&format!("store.if {guard}, {value}, {place}")),
            1 => self.line(&format!("store {value}, {place}")),
            2 if !self.helper => self.line(&format!("call @put({place}, {value})")),
            kind => {
                let read = if kind == 3 {
                    self.let_(&format!("load.if {guard}, i32 {place}"))
                } else {
                    self.let_(&format!("load i32 {place}"))
                };
                let to = self.place();
                self.line(&format!("store {read}, {to}"));
            }
        }
    }

    /// One of two truth values, or a combination of both, by blocks without effects that may be nested.
    fn by_branches(&mut self, cond: &str, other: &str) -> String {
        let [first, second, end] = [(); 3].map(|()| self.name("b"));
        self.line(&format!("branch {cond}, {first}, {second}"));
        self.open(&first);
        let value = match self.random.below(3) {
            0 => "1".to_owned(),
            1 => other.to_owned(),
            _ => {
                let third = self.condition();
                self.by_branches(other, &third)
            }
        };
        self.line(&format!("jump {end}({value})"));
        self.open(&second);
        let value = self.condition();
        if self.random.below(2) == 0 {
            let out = self.name("b");
            self.line(&format!("branch {value}, {end}(0), {out}"));
            self.open(&out);
        }
        self.line(&format!("jump {end}({value})"));
        let param = self.name("%p");
        let _ = writeln!(self.text, "{end}({param}: i1):");
        if self.random.below(3) == 0 {
            let (place, wide) = (self.place(), self.let_(&format!("zext {param} to i32")));
            self.line(&format!("store {wide}, {place}"));
        }
        param
    }

    /// A branch or switch whose sides may give a value to the join.
    fn branch(&mut self) {
        let [yes, no, end] = [(); 3].map(|()| self.name("b"));
        let choice = self.value(0);
        if self.random.below(3) == 0 {
            self.line(&format!(
                "switch {choice} [ 1: {yes} 2: {no} 3: {yes} default: {end}({choice}) ]"
            ));
        } else {
            let cond = self.condition();
            self.line(&format!("branch {cond}, {yes}, {no}"));
        }
        for label in [yes, no] {
            self.open(&label);
            self.block();
            let value = self.value(0);
            self.line(&format!("jump {end}({value})"));
        }
        let param = self.name("%p");
        let _ = writeln!(self.text, "{end}({param}: i32):");
        let place = self.place();
        self.line(&format!("store {param}, {place}"));
    }

    /// A loop of at most three trips, left at its head or in its middle; a value of the last trip is used behind it.
    fn repeat(&mut self) {
        let value = self.value(0);
        let count = self.let_(&format!("and {value}, 3"));
        let [head, body, rest, end] = [(); 4].map(|()| self.name("b"));
        let counter = self.name("%k");
        self.line(&format!("jump {head}({count})"));
        let _ = writeln!(self.text, "{head}({counter}: i32):");
        let last = self.value(1);
        let more = self.let_(&format!("ne {counter}, 0"));
        self.line(&format!("branch {more}, {body}, {end}"));
        self.open(&body);
        self.block();
        let cond = self.condition();
        self.line(&format!("branch {cond}, {rest}, {end}"));
        self.open(&rest);
        let next = self.let_(&format!("sub {counter}, 1"));
        self.line(&format!("jump {head}({next})"));
        self.open(&end);
        let place = self.place();
        let sum = self.let_(&format!("add {last}, {counter}"));
        self.line(&format!("store {sum}, {place}"));
    }
}

fn expected(text: &str) -> BTreeSet<End> {
    let (module, entry) = program(text);
    let mut all = BTreeSet::new();
    for a in 0..4 {
        for b in 0..4 {
            let mut inputs = Inputs::default();
            inputs.push("a", vec![a]);
            inputs.push("b", vec![b]);
            all.extend(failure_of(&module, entry, &inputs));
        }
    }
    all
}

/// How a program is searched: with one engine of each strategy, or with a team that begins with each of them in turn.
fn ways(seed: u64, threads: usize) -> Vec<Strategy> {
    let all = strategies();
    if threads == 1 {
        all
    } else {
        vec![all[seed as usize % all.len()]]
    }
}

fn compare(seeds: std::ops::Range<u64>, loops: bool, threads: usize) {
    let config = Config {
        threads: NonZeroUsize::new(threads).unwrap(),
        ..Config::default()
    };
    let mut failing = 0;
    for seed in seeds {
        let text = Writer::program(seed, loops);
        let expected = expected(&text);
        failing += usize::from(!expected.is_empty());
        for strategy in ways(seed, threads) {
            let options = CdseConfig {
                strategy,
                ..CdseConfig::default()
            };
            let run = run_limited(&text, &options, &config);
            let reasons = run.reasons();
            assert!(
                reasons.is_empty(),
                "seed {seed}, {strategy}: {reasons:?}\n{text}"
            );
            assert_eq!(run.found, expected, "seed {seed}, {strategy}\n{text}");
            assert_eq!(run.result.report.bound, None, "seed {seed}\n{text}");
        }
    }
    assert!(failing > 0, "no program fails: nothing was compared");
}

#[test]
fn programs_without_loops() {
    compare(0..300, false, 1);
}

#[test]
fn programs_with_loops() {
    compare(1000..1200, true, 1);
}

#[test]
fn programs_searched_by_teams() {
    compare(0..150, false, 2);
    compare(1000..1060, true, 2);
    compare(1060..1080, true, 3);
}

/// `CDSE_SEEDS=FROM..TO` compares more of both kinds; `CDSE_THREADS=N` with teams.
#[test]
fn more_programs_if_asked_for() {
    let Ok(seeds) = std::env::var("CDSE_SEEDS") else {
        return;
    };
    let (from, to) = seeds.split_once("..").expect("FROM..TO");
    let seeds = from.parse().expect("a number")..to.parse().expect("a number");
    let loops = std::env::var("CDSE_LOOPS").is_ok();
    let threads = std::env::var("CDSE_THREADS").map_or(1, |n| n.parse().expect("a number"));
    compare(seeds, loops, threads);
}
