//! The tests compile long generated programs, for example an expression with thousands of operators, a table with
//! thousands of elements, or a `switch` with thousands of cases. Each must compile without deep recursion, and the
//! size of its IR must grow at most linearly with the length of the program.
use std::fmt::Write;
use std::path::PathBuf;
use symtool_frontend::{Options, check, compile};

/// Returns a text that consists of a head, `count` generated parts, and a tail.
fn repeated(head: &str, count: usize, each: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    for number in 0..count {
        text += &each(number);
    }
    text + tail
}

/// Returns generated programs by name. Each program repeats one construct `count` times.
fn shapes(count: usize) -> Vec<(&'static str, String)> {
    let same = |piece: &'static str| move |_: usize| piece.to_owned();
    vec![
        (
            "and",
            repeated("int f(int x) { return x", count, same(" && x"), "; }"),
        ),
        (
            "or in a condition",
            repeated(
                "int f(int x) { if (x",
                count,
                same(" || x"),
                ") return 1; return 0; }",
            ),
        ),
        (
            "sum",
            repeated("int f(int x) { return x", count, same(" + x"), "; }"),
        ),
        (
            "comma",
            repeated("int f(int x) { return x", count, same(", x++"), "; }"),
        ),
        (
            "case labels that return",
            repeated(
                "int f(int x) { switch (x) {\n",
                count,
                |i| format!("case {i}: return {i};\n"),
                "} return 0; }",
            ),
        ),
        (
            "case labels that fall through",
            repeated(
                "int f(int x) { int y = 0; switch (x) {\n",
                count,
                |i| format!("case {i}: y += {i};\n"),
                "} return y; }",
            ),
        ),
        (
            "else if",
            repeated(
                "int f(int x) { int y = 0;\n",
                count,
                |i| format!("if (x == {i}) y = {i}; else "),
                "y = 1; return y; }",
            ),
        ),
        (
            "table of records",
            repeated(
                "struct { int a; char b[4]; const char *s; } t[] = {",
                count,
                |i| format!("{{{i}, \"ab\", \"x{i}\"}},"),
                "}; int f(int x) { return t[x].a; }",
            ),
        ),
        (
            "local tables",
            repeated(
                "int f(int x) { int y = 0;\n",
                count,
                |i| {
                    format!(
                        "{{ int t[] = {{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,{i}}}; y += t[x]; }}\n"
                    )
                },
                "return y; }",
            ),
        ),
        (
            "labels",
            repeated(
                "int f(int x) {\n",
                count,
                |i| format!("l{i}: if (x == {i}) goto l{};\n", i / 2),
                "return x; }",
            ),
        ),
        (
            "variables",
            repeated(
                "int f(int x) { int s = 0;\n",
                count,
                |i| format!("int v{i} = x + {i}; if (v{i}) s += v{i};\n"),
                "return s; }",
            ),
        ),
        (
            "variables over a loop",
            repeated(
                "int f(int x) {\n",
                count,
                |i| format!("int v{i} = x;\n"),
                "",
            ) + "while (x--) {\n"
                + &repeated("", count, |i| format!("v{i} += x;\n"), "} return v0; }"),
        ),
        (
            "functions",
            repeated(
                "int f(int x) { return x; }\n",
                count,
                |i| {
                    format!(
                        "static int g{i}(int x) {{ return f(x + {i}); }} int h{i}(int x) {{ return g{i}(x); }}\n"
                    )
                },
                "",
            ),
        ),
    ]
}

/// Compiles the program `text`; `name` identifies it in messages. Returns the number of its IR instructions, and the
/// number of arguments of its jumps and calls.
fn size(name: &str, text: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("shape.i");
    let mut whole = text.to_owned();
    writeln!(
        whole,
        "\nint main(int argc, char **argv) {{ return f(argc); }}"
    )
    .expect("a string");
    std::fs::write(&file, whole).expect("the folder is writable");
    let files: [PathBuf; 1] = [file];
    let report = check(&files, &Options::default());
    let errors = report.diagnostics.iter().filter(|found| found.is_error());
    assert_eq!(errors.count(), 0, "{name}: {:?}", report.diagnostics[0]);
    let program = compile(&files, &Options::default())
        .unwrap_or_else(|error| panic!("{name}: {}", error.diagnostics[0]));
    let (mut insts, mut args) = (0, 0);
    for function in program.module.functions.values() {
        for (_, inst) in function.all_insts() {
            insts += 1;
            function.data(inst).for_each_arg(|_| args += 1);
        }
    }
    (insts, args)
}

#[test]
fn the_ir_of_long_shapes_grows_with_the_program() {
    let (short, long) = (250, 2000);
    for ((name, small), (_, large)) in shapes(short).into_iter().zip(shapes(long)) {
        let (small, large) = (size(name, &small), size(name, &large));
        let grown = large.0 + large.1;
        let allowed = (small.0 + small.1) * (long / short) * 3 / 2;
        assert!(grown <= allowed, "{name}: {small:?} became {large:?}");
    }
}

#[test]
fn very_long_shapes_terminate() {
    for (name, text) in shapes(10_000) {
        size(name, &text);
    }
}
