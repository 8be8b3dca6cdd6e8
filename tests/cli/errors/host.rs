//! The tests confirm the failures of the examples on the host: gcc compiles each example with its sanitizers, and the
//! compiled program runs on the inputs that exploration found. A tool on the host (a sanitizer, the C library or
//! valgrind) must report a corresponding failure for the failing input. It must report no failure for the input of a
//! successful path.
use super::{Example, examples, root};
use crate::harness::{Bench, skipped};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use symtool_ir::BugKind;

/// A tool on the host that detects failures of a program compiled by gcc.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Watcher {
    /// The sanitizers of gcc for addresses and for undefined behavior.
    Sanitizers,
    /// The C library's checks of the target of `longjmp`. The address sanitizer cannot detect invalid targets,
    /// because it intercepts `longjmp`.
    Fortified,
    /// Valgrind, because gcc has no sanitizer for uninitialized memory.
    Valgrind,
}

/// Returns the tool that detects failures of the kind `kind`, and phrases of which the tool's report must
/// contain at least one.
fn expected(kind: BugKind) -> (Watcher, &'static [&'static str]) {
    use BugKind as K;
    use Watcher::{Fortified, Sanitizers, Valgrind};
    match kind {
        K::Assert => (Sanitizers, &["Assertion `"]),
        K::Reach => (Sanitizers, &["an error location was reached"]),
        K::Unreachable => (Sanitizers, &["unreachable program point"]),
        K::DivByZero => (Sanitizers, &["division by zero"]),
        K::DivOverflow => (
            Sanitizers,
            &["division of -2147483648 by -1 cannot be represented"],
        ),
        K::Overflow => (
            Sanitizers,
            &[
                "signed integer overflow",
                "cannot be represented in type 'int'",
            ],
        ),
        K::Shift => (Sanitizers, &["shift exponent", "left shift of"]),
        K::OutOfBounds => (
            Sanitizers,
            &[
                "buffer-overflow",
                "buffer-underflow",
                "out of bounds",
                "negative-size-param",
            ],
        ),
        K::Null => (
            Sanitizers,
            &["null pointer", "SEGV on unknown address 0x000000000000"],
        ),
        K::UseAfterFree => (Sanitizers, &["heap-use-after-free"]),
        K::UseAfterScope => (Sanitizers, &["stack-use-after-scope"]),
        K::UseAfterReturn => (Sanitizers, &["stack-use-after-return"]),
        K::DoubleFree => (Sanitizers, &["attempting double-free"]),
        K::InvalidFree => (Sanitizers, &["address which was not malloc()-ed"]),
        K::ReadOnly => (Sanitizers, &["caused by a WRITE memory access"]),
        K::Overlap => (Sanitizers, &["memcpy-param-overlap"]),
        K::BadCall => (Sanitizers, &["pc 0x000000000000", "null pointer"]),
        K::BadJump => (Fortified, &["longjmp causes uninitialized stack frame"]),
        K::AllocSize => (Sanitizers, &["variable length array bound"]),
        K::Uninit => (Valgrind, &["uninitialised value"]),
        K::Leak => (Sanitizers, &["detected memory leaks"]),
    }
}

/// The examples with a failure that no tool on the host detects, each with the reason.
const UNSEEN: &[(&str, &str)] = &[
    (
        "call_of_other_type",
        "only clang has a sanitizer that compares the types of functions",
    ),
    (
        "variadic_argument",
        "an argument that was not given is whatever the register or the stack holds",
    ),
];

impl Watcher {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Watcher::Sanitizers => &[
                "-O0",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
                "-fno-omit-frame-pointer",
            ],
            Watcher::Fortified => &["-O1", "-D_FORTIFY_SOURCE=2"],
            Watcher::Valgrind => &["-O0"],
        }
    }

    /// Returns the command that runs `program` under this tool.
    fn command(self, program: &Path) -> Command {
        let mut command = match self {
            Watcher::Valgrind => {
                let mut command = Command::new("valgrind");
                command.args(["--quiet", "--error-exitcode=9"]).arg(program);
                command
            }
            _ => Command::new(program),
        };
        command.env("LC_ALL", "C").env(
            "ASAN_OPTIONS",
            "detect_stack_use_after_return=1:allocator_may_return_null=1:detect_leaks=1",
        );
        command
    }

    /// Returns whether the tool is installed on the host.
    fn is_here(self) -> bool {
        let bench = Bench::new();
        let file = bench.file("empty.c", "int main(void) { return 0; }\n");
        let program = bench.path().join("empty");
        let mut gcc = Command::new("gcc");
        gcc.args(self.flags())
            .arg(&file)
            .args(["-lm", "-o"])
            .arg(&program);
        let built = gcc.output().is_ok_and(|output| output.status.success());
        let run = || self.command(&program).output();
        built && run().is_ok_and(|output| output.status.success())
    }
}

/// Compiles an example for the tool `watcher`, together with definitions of the symtool functions that the
/// example calls.
fn build(example: &Example, bench: &Bench, watcher: Watcher) -> PathBuf {
    // Of symtool's headers, gcc must use only `klee.h`, because the other headers belong to symtool's own C library.
    let include = bench.path().join("include/klee");
    std::fs::create_dir_all(&include).expect("a folder");
    let header = root().join("frontend/include/klee/klee.h");
    std::fs::copy(header, include.join("klee.h")).expect("the header is copied");
    let program = bench.path().join("program");
    let output = Command::new("gcc")
        .args(["-std=gnu11", "-g", "-w"])
        .args(watcher.flags())
        .arg("-I")
        .arg(bench.path().join("include"))
        .arg(&example.path)
        .arg(root().join("tests/cli/errors/host.c"))
        .arg("-o")
        .arg(&program)
        .output()
        .expect("gcc starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", example.name);
    program
}

fn run(watcher: Watcher, program: &Path, case: &Path) -> (Output, String) {
    let mut command = watcher.command(program);
    let output = command.env("TEST_CASE", case).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

fn compare(example: &Example, watcher: Watcher, phrases: &[&str]) {
    let explored = example.explore();
    let program = build(example, &explored.bench, watcher);
    let unseen = UNSEEN.iter().any(|(name, _)| *name == example.name);
    for error in explored.errors().iter().filter(|_| !unseen) {
        let case = error["test"].as_str().expect("a test case");
        let (output, said) = run(watcher, &program, Path::new(case));
        assert!(
            !output.status.success() && phrases.iter().any(|phrase| said.contains(phrase)),
            "{}: {} is not seen for {}: {}\n{said}",
            example.name,
            example.kind,
            error["inputs"],
            output.status
        );
    }
    let (_, said) = run(watcher, &program, &PathBuf::from(explored.successful()));
    assert!(
        said.is_empty(),
        "{} fails where we see no failure:\n{said}",
        example.name
    );
}

/// Runs the examples with failures that the tool `watcher` detects. Each tool has a test of its own, so that the tests
/// of several tools run in parallel.
fn compare_all(watcher: Watcher, name: &str) {
    if !watcher.is_here() {
        skipped(&format!("{name} does not work here"));
        return;
    }
    for example in examples() {
        let (by, phrases) = expected(example.kind);
        if by == watcher {
            compare(&example, watcher, phrases);
        }
    }
}

#[test]
fn found_inputs_fail_under_the_sanitizers_too() {
    compare_all(Watcher::Sanitizers, "gcc -fsanitize=address,undefined");
}

#[test]
fn found_inputs_fail_in_the_fortified_library_too() {
    compare_all(Watcher::Fortified, "gcc -D_FORTIFY_SOURCE=2");
}

#[test]
fn found_inputs_fail_under_valgrind_too() {
    compare_all(Watcher::Valgrind, "valgrind");
}

#[test]
fn examples_undetected_on_the_host_exist() {
    let all = examples();
    for (name, reason) in UNSEEN {
        assert!(
            all.iter().any(|example| example.name == *name),
            "{name} ({reason})"
        );
    }
}
