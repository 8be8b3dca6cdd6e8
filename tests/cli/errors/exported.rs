//! The tests export the failing test cases of the examples as C programs. They compile each program with the command
//! that `symtool export` prints, and compare the native failure with the report.
use super::{Example, examples, root};
use crate::harness::{Bench, skipped};
use std::process::{Command, Output};
use symtool_ir::BugKind;

/// The examples with a failure that neither gcc's sanitizers nor valgrind detect, each with the reason.
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

/// Runs the commands that `symtool export` has printed, in the folder of the examples. Returns the output of the
/// exported test.
fn compile_and_run(stdout: &str) -> Output {
    let shell = |command: &str| {
        Command::new("sh")
            .args(["-c", command])
            .current_dir(root())
            .env("LC_ALL", "C")
            .output()
            .expect("sh starts")
    };
    let commands: Vec<&str> = stdout.lines().skip(1).map(str::trim).collect();
    let [build, run] = commands[..] else {
        panic!("two commands are expected in\n{stdout}");
    };
    let built = shell(build);
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{build}\n{said}");
    shell(run)
}

/// Exports a test case of an example into the folder of `bench`. Returns the text that `symtool export` prints.
fn export(example: &Example, bench: &Bench, test: &str, embed: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_symtool"));
    command.args(["export", test]).args(&example.words);
    command.arg("-o").arg(bench.path().join("exported.c"));
    if embed {
        command.arg("--embed");
    }
    let output = command
        .current_dir(root())
        .output()
        .expect("symtool starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", example.name);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns whether gcc and its sanitizers work on this machine. valgrind must also work, because only it detects some
/// failures.
fn works_here() -> bool {
    let bench = Bench::new();
    let file = bench.file("empty.c", "int main(void) { return 0; }\n");
    let program = bench.path().join("empty");
    let built = Command::new("gcc")
        .args(["-fsanitize=address,undefined", &file, "-o"])
        .arg(&program)
        .output();
    built.is_ok_and(|output| output.status.success())
        && Command::new(&program)
            .output()
            .is_ok_and(|output| output.status.success())
}

fn has_valgrind() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// Asserts that the exported test of the violation `error` fails, with a message about the source line that symtool
/// reports.
fn assert_fails_as_reported(example: &Example, error: &serde_json::Value, output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{}: {said}", example.name);
    // The reported location is that of the innermost call in the program itself. If a library function fails, the
    // innermost call of all is in a library model, which has no line of the program.
    let stack = error["stack"].as_array().expect("a stack");
    let own = (stack.iter().filter_map(serde_json::Value::as_str))
        .find(|call| !call.contains("(<symtool>"));
    let place = own
        .and_then(|call| call.rsplit_once(['/', '(']))
        .expect("a call")
        .1;
    let reported = place.trim_end_matches(')');
    let file = reported.split(':').next().expect("a file");
    // The last line of the output repeats symtool's report. It is ignored here, because it does not come from a native
    // tool.
    let native = said.lines().filter(|line| !line.contains("; reported: "));
    let native: String = native.map(|line| format!("{line}\n")).collect();
    let names_line = || {
        let mut after = native.split(reported).skip(1);
        after.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let has_place = match example.kind {
        // The failing function is defined by the test, so the message names no line of the program.
        BugKind::Reach => native.contains("an error location was reached"),
        // The message of the C library names no line.
        BugKind::BadJump => native.contains("longjmp"),
        // A call of address 0 has no frame by which the sanitizer finds the caller.
        BugKind::BadCall => native.contains("pc 0x000000000000"),
        // The leak sanitizer reports the source location of the allocation, not of the leak.
        BugKind::Leak => native.contains(file),
        _ => names_line(),
    };
    assert!(
        has_place,
        "{}: {} at {reported} in\n{said}",
        example.name, error["kind"]
    );
}

#[test]
fn exported_tests_fail_where_the_report_says() {
    if !works_here() {
        skipped("gcc with sanitizers does not work here");
        return;
    }
    let mut count = 0;
    for (number, example) in examples().iter().enumerate() {
        let unseen = UNSEEN.iter().any(|(name, _)| *name == example.name);
        if unseen || (example.kind == BugKind::Uninit && !has_valgrind()) {
            continue;
        }
        let explored = example.explore();
        let error = &explored.errors()[0];
        let test = error["test"].as_str().expect("a test case");
        // Every third exported test contains the text of the program. The other tests include the file of the program.
        let printed = export(example, &explored.bench, test, number % 3 == 0);
        assert_fails_as_reported(example, error, &compile_and_run(&printed));
        count += 1;
    }
    assert!(count >= 20, "{count} tests");
}

#[test]
fn exported_tests_of_successful_runs_pass() {
    if !works_here() {
        skipped("gcc with sanitizers does not work here");
        return;
    }
    for example in examples().iter().step_by(4) {
        let explored = example.explore();
        let test = explored.successful();
        let output = compile_and_run(&export(example, &explored.bench, test, true));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {said}", example.name);
        assert_eq!(said, "symtool: the run did not fail\n");
    }
}
