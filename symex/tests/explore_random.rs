//! Random small programs: what all paths together say is what exhaustive concrete execution says.
//!
//! Each program reads two symbolic bytes of which it uses four bits each, so 256 runs of the concrete oracle
//! cover all inputs. Every instruction stands on a line of its own, so the set of lines in order (the trace) names the
//! path that an input takes.
//!
//! - Every test case and failure replays to the end it claims (the observer asserts that).
//! - The traces of the explored paths are the traces of all inputs: nothing is lost, nothing invented.
//! - Where a program has no construct that may fork without branching, no two paths have the same trace.
//! - With several threads the traces and all numbers are those with one.
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::num::NonZeroUsize;
use support::{Replayer, end_of, program};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{CheckKind, Func, Inputs, Loc, Module};
use symtool_symex::search::SEARCHERS;
use symtool_symex::solver::SolverConfig;
use symtool_symex::{Config, explore};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Writes the text of a program. Variables are four `i32` slots and an array of eight bytes.
struct Writer {
    random: Random,
    text: String,
    temps: u32,
    blocks: u32,
    lines: u32,
    /// Statements left.
    fuel: u32,
    /// Is there a construct that may fork without a branch?
    silent_forks: bool,
}

impl Writer {
    fn program(seed: u64) -> Writer {
        let mut writer = Writer {
            random: Random(seed),
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

    /// One instruction, on its own line of the source.
    fn line(&mut self, instruction: &str) {
        self.lines += 1;
        let line = self.lines;
        let _ = writeln!(self.text, "  {instruction} @t:{line}:1");
    }

    /// An instruction with a result.
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

    /// Makes the memory visible in the path: branches on a sum of all bytes of the array and a variable.
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

    /// A value of type `i32`.
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

    /// The address of a byte of the array; now and then of one outside.
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

    /// The block of a variable ends, and mostly begins again with a new one.
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

    /// A store and a load through a pointer that may be one of two.
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

    /// A heap block whose size depends on the input, used and perhaps freed twice.
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

    /// A loop of at most three rounds.
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

/// The lines an input leads through, and how the run ends (exit statuses do not count).
fn trace(module: &Module, entry: Func, checks: Checks, inputs: &Inputs) -> (Vec<Loc>, String) {
    let config = RunConfig {
        inputs: inputs.clone(),
        checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    let mut lines = Vec::new();
    let run = interp::run_traced(module, entry, &config, &mut |_, loc| lines.push(loc));
    let end = end_of(&run.outcome).what;
    let end = end.split(' ').next().unwrap_or_default().to_owned();
    (lines, end)
}

fn inputs(a: u8, b: u8) -> Inputs {
    let mut inputs = Inputs::default();
    inputs.push("a", vec![a]);
    inputs.push("b", vec![b]);
    inputs
}

fn compare(seed: u64, config: &Config) {
    let writer = Writer::program(seed);
    let (module, entry) = program(&writer.text);
    let config = &Config {
        all_errors: true,
        // Twice as many as a size can have here.
        max_resolutions: 16,
        ..config.clone()
    };
    let mut concrete: BTreeMap<(Vec<Loc>, String), (u8, u8)> = BTreeMap::new();
    for a in 0..16 {
        for b in 0..16 {
            let path = trace(&module, entry, config.checks, &inputs(a, b));
            if path.1 != "AssumeFailed" {
                concrete.entry(path).or_insert((a, b));
            }
        }
    }
    let mut replayer = Replayer {
        module: &module,
        entry,
        config,
        paths: Vec::new(),
        spurious: Vec::new(),
        ticks: u64::MAX,
    };
    let exploration = explore(&module, entry, config, &mut replayer);
    let context = || format!("seed {seed}, {}:\n{}", config.search.name, writer.text);
    assert!(
        exploration.incomplete.is_empty(),
        "{:?} {}",
        exploration.incomplete,
        context()
    );
    assert!(
        replayer.spurious.is_empty(),
        "{:?} {}",
        replayer.spurious,
        context()
    );
    let mut explored: BTreeMap<(Vec<Loc>, String), u64> = BTreeMap::new();
    for (inputs, _) in &replayer.paths {
        let path = trace(&module, entry, config.checks, inputs);
        *explored.entry(path).or_insert(0) += 1;
    }
    for (path, input) in &concrete {
        assert!(
            explored.contains_key(path),
            "lost: {} by {input:?}, {}",
            path.1,
            context()
        );
    }
    for (path, count) in &explored {
        assert!(
            concrete.contains_key(path),
            "invented: {}, {}",
            path.1,
            context()
        );
        // One step may fail in several ways that look alike: through different pointers of a choice.
        let once = *count == 1 || writer.silent_forks || path.1 != "exit";
        assert!(
            once,
            "{count} paths are the same one: {}, {}",
            path.1,
            context()
        );
    }
}

/// All paths as traces, each as often as it was explored, and the numbers of the run.
fn paths_of(text: &str, config: &Config) -> (BTreeMap<(Vec<Loc>, String), u64>, String) {
    let (module, entry) = program(text);
    let mut replayer = Replayer {
        module: &module,
        entry,
        config,
        paths: Vec::new(),
        spurious: Vec::new(),
        ticks: u64::MAX,
    };
    let exploration = explore(&module, entry, config, &mut replayer);
    let mut traces = BTreeMap::new();
    for (inputs, _) in &replayer.paths {
        let path = trace(&module, entry, config.checks, inputs);
        *traces.entry(path).or_insert(0) += 1;
    }
    let (stats, coverage) = (&exploration.stats, &exploration.coverage);
    let mut paths = stats.paths.clone();
    paths.max_live = 0;
    let bugs = exploration.bugs.iter().map(|bug| bug.failure.loc());
    let bugs: BTreeSet<_> = bugs.collect();
    let numbers = format!(
        "{paths:?} {} instructions {} checks {} tests {} lines {} sides {:?} {bugs:?} {:?} {:?}",
        stats.instructions,
        stats.checks,
        stats.tests,
        coverage.lines_covered,
        coverage.branches_covered,
        exploration.inputs,
        exploration.incomplete,
        stats.explored,
    );
    (traces, numbers)
}

fn compare_threads(seed: u64) {
    let text = Writer::program(seed).text;
    let config = Config {
        all_errors: !seed.is_multiple_of(3),
        max_resolutions: 16,
        ..configs(seed)
    };
    let alone = paths_of(&text, &config);
    for threads in [2, 4] {
        let config = Config {
            threads: NonZeroUsize::new(threads).unwrap(),
            ..config.clone()
        };
        let together = paths_of(&text, &config);
        let context = || {
            format!(
                "seed {seed}, {}, {threads} threads\n{text}",
                config.search.name
            )
        };
        if config.all_errors {
            assert_eq!(together.0, alone.0, "{}", context());
        } else {
            // Each failure is reported once, with an input of any of its paths.
            let completed = |paths: &BTreeMap<(Vec<Loc>, String), u64>| {
                let mut paths = paths.clone();
                paths.retain(|path, _| ["exit", "abort"].contains(&path.1.as_str()));
                paths
            };
            assert_eq!(completed(&together.0), completed(&alone.0), "{}", context());
        }
        assert_eq!(together.1, alone.1, "{}", context());
    }
}

#[test]
fn several_threads_explore_the_paths_of_one() {
    for seed in 0..60 {
        compare_threads(seed);
    }
}

#[test]
#[ignore = "takes minutes; for a longer search by hand"]
fn several_threads_explore_the_paths_of_one_2000_times() {
    for seed in 1000..3000 {
        compare_threads(seed);
    }
}

fn configs(seed: u64) -> Config {
    Config {
        search: &SEARCHERS[seed as usize % SEARCHERS.len()],
        // Small, so that both ways of symbolic indexes are met.
        max_ite_cells: [32, 4][seed as usize / 3 % 2],
        seed,
        solver: SolverConfig {
            facts: !seed.is_multiple_of(5),
            cache: !seed.is_multiple_of(7),
            counterexamples: seed % 7 > 1,
            independence: seed % 11 > 2,
            incremental: !seed.is_multiple_of(13),
            ..SolverConfig::default()
        },
        checks: if seed.is_multiple_of(4) {
            Checks::default().with(CheckKind::Leak)
        } else {
            Checks::default()
        },
        ..Config::default()
    }
}

#[test]
fn all_paths_together_say_what_all_inputs_do() {
    for seed in 0..60 {
        compare(seed, &configs(seed));
    }
}

#[test]
#[ignore = "takes minutes; for a longer search by hand"]
fn all_paths_together_say_what_all_inputs_do_2000_times() {
    for seed in 1000..3000 {
        compare(seed, &configs(seed));
    }
}
