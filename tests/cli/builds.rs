//! Tests of `symtool cc`, of the records that it writes, and of `compile_commands.json`. Scripts build small projects
//! as real projects are built.
use crate::harness::{Bench, explore};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// The exit code and the output of a shell script.
struct Script {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs a shell script in the folder of `bench`. In the script, `$CC` is `symtool cc`, and `$SYMTOOL` is symtool.
fn script(bench: &Bench, text: &str) -> Script {
    let symtool = env!("CARGO_BIN_EXE_symtool");
    let output = Command::new("sh")
        .args(["-c", text])
        .current_dir(bench.path())
        .env("SYMTOOL", symtool)
        .env("CC", format!("{symtool} cc"))
        .output()
        .expect("a shell");
    Script {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs a script that must succeed, and returns its output.
#[track_caller]
fn build(bench: &Bench, text: &str) -> String {
    let run = script(bench, text);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    run.stdout + &run.stderr
}

const MAIN: &str = "#include <assert.h>\nint value(int);\nint main(int argc, char **argv) { assert(value(argc) != 3 * FACTOR); return 0; }\n";
const VALUE: &str = "int value(int x) { return x * FACTOR; }\n";

/// Returns a project of two files, whose assertion fails for a program with three arguments.
fn project() -> Bench {
    let bench = Bench::new();
    bench.file("main.c", MAIN);
    bench.file("value.c", VALUE);
    bench
}

const TWO_OBJECTS: &str = "set -e; $CC -DFACTOR=2 -O2 -Wall -c main.c -o main.o; $CC -DFACTOR=2 -c value.c; $CC main.o value.o -o prog";

#[test]
fn a_program_of_two_objects() {
    let bench = project();
    assert_eq!(build(&bench, TWO_OBJECTS), "");
    assert_eq!(script(&bench, "./prog a b").code, Some(134));
    explore(
        &bench,
        &["./prog", "--sym-args", "0", "2", "1"],
        10,
        "main.c:3",
    );
    explore(
        &bench,
        &["prog.symtool.json", "--sym-args", "0", "1", "1"],
        0,
        "VERIFIED",
    );
    for mode in ["--cfmse", "--merge=static", "--cdse", "--auto"] {
        explore(
            &bench,
            &["prog", mode, "--sym-args", "0", "2", "1"],
            10,
            "main.c:3",
        );
    }
}

#[test]
fn the_record_survives_moves() {
    let bench = project();
    build(&bench, TWO_OBJECTS);
    build(
        &bench,
        "mkdir bin && mv prog bin/moved && rm *.o *.json && strip bin/moved",
    );
    explore(
        &bench,
        &["bin/moved", "--sym-args", "0", "2", "1"],
        10,
        "main.c:3",
    );
}

#[test]
fn compile_and_link_in_one_command() {
    let bench = project();
    build(&bench, "$CC -DFACTOR=2 main.c value.c -lm -oprog && ./prog");
    explore(
        &bench,
        &["prog", "--sym-args", "0", "2", "1"],
        10,
        "main.c:3",
    );
}

#[test]
fn archives_give_the_members_that_the_linker_takes() {
    let bench = project();
    bench.file(
        "other.c",
        "int value(int x) { return 0; }\nint other(void) { return 1; }\n",
    );
    bench.file(
        "unused.c",
        "int unused(void) { return missing_everywhere(); }\n",
    );
    build(
        &bench,
        "set -e; for f in main value other unused; do $CC -w -DFACTOR=2 -c $f.c; done
         ar cr libfirst.a unused.o value.o; ar cr libsecond.a other.o
         $CC main.o -L. -lfirst -lsecond -o first; $CC main.o libsecond.a libfirst.a -o second",
    );
    explore(
        &bench,
        &["first", "--sym-args", "0", "2", "1"],
        10,
        "main.c:3",
    );
    explore(
        &bench,
        &["second", "--sym-args", "0", "2", "1"],
        0,
        "VERIFIED",
    );
    assert!(!bench.read("first.symtool.json").contains("unused.c"));
}

#[test]
fn a_library_is_explored_with_a_driver() {
    let bench = project();
    build(
        &bench,
        "$CC -DFACTOR=2 -c value.c && ar cr libvalue.a value.o",
    );
    explore(
        &bench,
        &[
            "libvalue.a",
            "main.c",
            "-DFACTOR=2",
            "--sym-args",
            "0",
            "2",
            "1",
        ],
        10,
        "main.c:3",
    );
    explore(&bench, &["value.o", "--entry", "value"], 0, "VERIFIED");
}

#[test]
fn shared_libraries_of_the_build() {
    let bench = project();
    build(
        &bench,
        "set -e; $CC -fPIC -DFACTOR=2 -c value.c; $CC -shared value.o -o libvalue.so.1; ln -s libvalue.so.1 libvalue.so
         $CC -DFACTOR=2 -c main.c; $CC main.o -L . -lvalue -o prog; $CC main.o ./libvalue.so.1 -o direct",
    );
    for program in ["prog", "direct"] {
        explore(
            &bench,
            &[program, "--sym-args", "0", "2", "1"],
            10,
            "main.c:3",
        );
    }
}

#[test]
fn the_same_file_with_other_macros() {
    let bench = Bench::new();
    bench.file("part.c", "int NAME(int x) { return x + ADD; }\n");
    bench.file("main.c", "#include <assert.h>\nint one(int), two(int);\nint main(int argc, char **argv) { assert(one(argc) + 1 == two(argc)); return 0; }\n");
    build(
        &bench,
        "set -e; $CC -DNAME=one -DADD=1 -c part.c -o one.o; $CC -DNAME=two -DADD=2 -c part.c -o two.o; $CC main.c one.o two.o -o prog",
    );
    explore(&bench, &["prog"], 0, "VERIFIED");
}

#[test]
fn several_programs_in_folders_built_in_parallel() {
    let bench = Bench::new();
    bench.file("check.h", "#include <assert.h>\n");
    let mut text = "set -e; mkdir a b c d e f; mkdir inc; mv check.h inc\n".to_owned();
    for name in ["a", "b", "c", "d", "e", "f"] {
        text += &format!(
            "printf '#include \"check.h\"\\nint main(int n, char **v) {{ assert(n != {}); return 0; }}\\n' > {name}/main.c
             (cd {name} && $CC -I../inc -c main.c && $CC -o ../prog-{name} main.o) & \n",
            if name == "c" { 2 } else { 9 }
        );
    }
    build(&bench, &(text + "wait"));
    for (name, code, part) in [
        ("a", 0, "VERIFIED"),
        ("c", 10, "c/main.c:2"),
        ("f", 0, "VERIFIED"),
    ] {
        explore(
            &bench,
            &[&format!("prog-{name}"), "--sym-arg", "1"],
            code,
            part,
        );
    }
}

#[test]
fn names_with_spaces_and_other_bytes() {
    let bench = Bench::new();
    for folder in [OsStr::new("a b"), OsStr::from_bytes(b"c\xff")] {
        std::fs::create_dir(bench.path().join(folder)).expect("a folder");
    }
    std::fs::write(
        bench.path().join("a b/x y.c"),
        "#include \"s q.h\"\nint value(int x) { return x * S; }\n",
    )
    .expect("a file");
    std::fs::write(
        bench.path().join("a b/s q.h"),
        "#define S (sizeof TEXT - 1)\n",
    )
    .expect("a file");
    std::fs::write(bench.path().join(OsStr::from_bytes(b"c\xff/m\xff.c")), MAIN).expect("a file");
    build(
        &bench,
        "cd 'a b' && $CC '-DTEXT=\"two words\"' -c 'x y.c' -o 'x y.o' && cd .. && $CC -DFACTOR=9 c*/m*.c 'a b/x y.o' -o 'the prog'",
    );
    explore(
        &bench,
        &["the prog", "--sym-args", "0", "2", "1"],
        10,
        "VIOLATION",
    );
}

#[test]
fn response_files_and_forced_headers() {
    let bench = project();
    bench.file("config.h", "#define FACTOR 2\n");
    bench.file("words", "-include config.h\n-std=c99 \"main.c\"");
    build(&bench, "$CC @words value.c -o prog");
    explore(
        &bench,
        &["prog", "--sym-args", "0", "2", "1"],
        10,
        "main.c:3",
    );
    explore(
        &bench,
        &[
            "@words",
            "value.c",
            "-O2",
            "-Wall",
            "--sym-args",
            "0",
            "2",
            "1",
        ],
        10,
        "main.c:3",
    );
    explore(
        &bench,
        &[
            "main.c",
            "value.c",
            "-include",
            "config.h",
            "-isystem",
            "x",
            "-g",
            "--sym-args",
            "0",
            "1",
            "1",
        ],
        0,
        "VERIFIED",
    );
}

#[test]
fn a_compiler_that_fails_is_passed_through() {
    let bench = Bench::new();
    bench.file("bad.c", "int main(void) { return nothing; }\n");
    let ours = script(&bench, "$CC -c bad.c");
    let real = script(&bench, "cc -c bad.c");
    assert_eq!((ours.code, &ours.stderr), (real.code, &real.stderr));
    assert!(ours.stderr.contains("nothing"));
    bench.file("good.c", "int main(void) { return 0; }\n");
    build(&bench, "$CC good.c -o prog");
    // A link that fails leaves no record of the earlier program.
    assert_ne!(script(&bench, "$CC bad.c -o prog").code, Some(0));
    assert!(!bench.path().join("prog.symtool.json").exists());
}

#[test]
fn what_compiles_nothing_is_passed_through() {
    let bench = project();
    for words in [
        "--version",
        "-dumpmachine",
        "-E -DFACTOR=1 value.c",
        "-MM value.c",
        "-v -S -DFACTOR=1 value.c -o /dev/null",
    ] {
        let ours = script(&bench, &format!("$CC {words}"));
        let real = script(&bench, &format!("cc {words}"));
        assert_eq!(
            (ours.code, &ours.stdout),
            (real.code, &real.stdout),
            "{words}"
        );
    }
    assert_eq!(
        build(
            &bench,
            "$CC -DFACTOR=1 -c value.c -o /dev/null; echo 'int main(void){return 0;}' | $CC -xc - -o p"
        ),
        ""
    );
}

#[test]
fn another_compiler() {
    let bench = project();
    let run = script(&bench, "SYMTOOL_CC='no-such-compiler' $CC -c value.c");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("no-such-compiler") && run.stderr.contains("SYMTOOL_CC"),
        "{}",
        run.stderr
    );
    build(&bench, "SYMTOOL_CC='cc -DFACTOR=4' $CC -c value.c");
}

#[test]
fn unsupported_options_are_errors_of_the_exploration() {
    let bench = project();
    build(
        &bench,
        "$CC -DFACTOR=2 -fshort-enums -c main.c && $CC -DFACTOR=2 value.c main.o -o prog",
    );
    explore(
        &bench,
        &["prog"],
        1,
        "main.c: the option `-fshort-enums` is not supported",
    );
    explore(
        &bench,
        &["main.c", "value.c", "-m32"],
        2,
        "`-m32` is not supported",
    );
}

#[test]
fn programs_without_a_record() {
    let bench = project();
    build(
        &bench,
        "cc -DFACTOR=2 main.c value.c -o prog; cc -DFACTOR=2 -c value.c; $CC -DFACTOR=2 main.c value.o -o mixed",
    );
    explore(&bench, &["prog"], 1, "has no record of its build");
    explore(&bench, &["mixed"], 20, "value.o is no C file");
    build(
        &bench,
        "ar cr libvalue.a value.o; $CC -DFACTOR=2 main.c libvalue.a -o archived",
    );
    explore(&bench, &["archived"], 20, "libvalue.a is no C file");
    bench.file("old.symtool.json", r#"{"schema": 99, "units": []}"#);
    explore(&bench, &["old.symtool.json"], 1, "schema 99");
    build(&bench, "$CC -DFACTOR=2 main.c value.c -o prog; rm value.c");
    explore(&bench, &["prog"], 1, "value.c does not exist any more");
}

#[test]
fn missing_functions_matter_only_where_they_are_reached() {
    let bench = Bench::new();
    bench.file("main.c", "int from_library(void);\nint main(int argc, char **argv) { return argc == 3 ? from_library() : 0; }\n");
    bench.file("library.c", "int from_library(void) { return 1; }\n");
    build(&bench, "cc -c library.c && $CC main.c library.o -o prog");
    explore(&bench, &["prog"], 0, "VERIFIED");
    explore(
        &bench,
        &["prog", "--sym-args", "0", "2", "1"],
        20,
        "from_library",
    );
}

#[test]
fn compile_commands() {
    let bench = project();
    bench.file("second.c", "int main(void) { return 1; }\n");
    bench.file(
        "compile_commands.json",
        r#"[{"directory": ".", "file": "main.c", "command": "cc -DFACTOR=2 -Wall -c main.c -o main.o"},
            {"directory": ".", "file": "value.c", "arguments": ["cc", "-DFACTOR=2", "-c", "value.c"]},
            {"directory": ".", "file": "second.c", "arguments": ["cc", "-c", "second.c"]}]"#,
    );
    let chosen = [
        "compile_commands.json",
        "main.c",
        "value.c",
        "--sym-args",
        "0",
        "2",
        "1",
    ];
    explore(&bench, &chosen, 10, "main.c:3");
    explore(
        &bench,
        &["compile_commands.json"],
        1,
        "redefinition of `main`",
    );
    bench.file(
        "driver.c",
        "int value(int); int main(int n, char **v) { return 5 / (value(n) - 6); }\n",
    );
    let with_driver = [
        "compile_commands.json",
        "value.c",
        "driver.c",
        "--sym-args",
        "0",
        "2",
        "1",
    ];
    explore(&bench, &with_driver, 10, "driver.c:1");
}

#[test]
fn tests_of_a_build_are_replayed() {
    let bench = project();
    build(&bench, TWO_OBJECTS);
    let command = "symtool replay out/errors/000001.ktest prog";
    explore(
        &bench,
        &["prog", "--out", "out", "--sym-args", "0", "2", "1"],
        10,
        command,
    );
    explore(
        &bench,
        &["replay", "out/errors/000001.json", "prog"],
        10,
        "main.c:3",
    );
    explore(
        &bench,
        &["replay", "out/errors/000001.json"],
        10,
        "main.c:3",
    );
    let moved = script(
        &bench,
        "mkdir elsewhere && cd elsewhere && $SYMTOOL replay ../out/errors/000001.ktest",
    );
    assert_eq!(moved.code, Some(10), "{}{}", moved.stdout, moved.stderr);
    build(&bench, "cp out/errors/000001.json test.json");
    explore(&bench, &["replay", "test.json"], 2, "program.json");
    explore(
        &bench,
        &["export", "out/errors/000001.json", "prog"],
        1,
        "record of its build",
    );
}

/// Checks that `char` is unsigned if the build compiles with `-funsigned-char`, and that all files of a program must
/// agree.
#[test]
fn char_may_be_unsigned() {
    let bench = Bench::new();
    bench.file(
        "main.c",
        "#include <assert.h>\n#include <limits.h>\nint value(char c);\n\
         int main(void) { assert(CHAR_MIN == 0); assert(value((char)200) == 200); return 0; }\n",
    );
    bench.file("value.c", "int value(char c) { return c; }\n");
    build(
        &bench,
        "set -e; $CC -funsigned-char -c main.c; $CC -funsigned-char -c value.c; $CC main.o value.o -o prog
         $CC -c value.c; $CC main.o value.o -o mixed",
    );
    explore(&bench, &["prog"], 0, "VERIFIED");
    explore(&bench, &["prog", "--bundled-headers"], 0, "VERIFIED");
    explore(
        &bench,
        &["main.c", "value.c", "-funsigned-char"],
        0,
        "VERIFIED",
    );
    explore(
        &bench,
        &["mixed"],
        1,
        "unsigned in `main.c` (-funsigned-char) and signed in `value.c`",
    );
}

/// Checks that the program of a build is compiled with the headers of the host, because the bundled headers lack some
/// functions.
#[test]
fn a_build_uses_the_headers_for_which_it_was_configured() {
    let bench = Bench::new();
    bench.file(
        "main.c",
        "#include <assert.h>\n#include <sys/xattr.h>\n#include <unistd.h>\n\
         int main(int n, char **v) { assert(n < 3); return n == 2 ? (int)listxattr(v[1], 0, 0) : 0; }\n",
    );
    build(&bench, "$CC main.c -o prog");
    explore(&bench, &["prog"], 0, "VERIFIED");
    explore(
        &bench,
        &["prog", "--sym-args", "1", "1", "1"],
        20,
        "listxattr",
    );
    explore(
        &bench,
        &["prog", "--sym-args", "0", "2", "1"],
        10,
        "main.c:4",
    );
    explore(&bench, &["prog", "--bundled-headers"], 1, "sys/xattr.h");
}

/// Checks a call that the compiler removes as dead code. The linker then leaves out the archive member that defines
/// the called function. symtool keeps the call, so it must add this archive member to the program. The name of the
/// program must be that of the build.
#[test]
fn archive_members_that_the_linker_left_out() {
    let bench = Bench::new();
    bench.file(
        "main.c",
        "#include <assert.h>\n#include <string.h>\nint unused(int);\n\
         int main(int n, char **v) { int never = 0; assert(strcmp(v[0], \"./prog\") == 0);\n\
         assert(!(never ? unused(n) : 0)); return unused == 0; }\n",
    );
    bench.file("unused.c", "int unused(int x) { return x; }\n");
    bench.file("other.c", "int other(void) { return 1 }\n");
    bench.file(
        "dead.c",
        "int unused(int);\nint main(int n, char **v) { return 0 && unused(n); }\n",
    );
    build(
        &bench,
        "set -e; $CC -c unused.c; printf 'int other(void) { return 1; }' > other.c; $CC -c other.c; ar cr libx.a unused.o other.o
         $CC main.c libx.a -o prog; $CC -O2 dead.c libx.a -o dead; echo syntax error > other.c; nm dead > names",
    );
    assert!(!bench.read("names").contains(" unused"));
    explore(&bench, &["./prog"], 0, "VERIFIED");
    explore(&bench, &["dead"], 0, "VERIFIED");
    let run = bench.run(&["ir", "dead.symtool.json"]);
    assert!(run.stdout.contains("func @unused("), "{}", run.stdout);
}
