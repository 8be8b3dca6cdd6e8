//! The tests check how symtool reads source files: several files, preprocessed files, unusual bytes and line
//! ends, and unreadable files.
use crate::harness::Bench;

#[test]
fn types_and_names_of_several_files_are_compared() {
    let bench = Bench::new();
    let main = bench.file(
        "main.c",
        "extern int shared;\nint helper(int);\nstatic int own(void) { return 1; }\n\
         int main(void) { return helper(own()) + shared == 6 ? 0 : 1; }\n",
    );
    let good = bench.file(
        "good.c",
        "int shared = 3;\nstatic int own(void) { return 2; }\nint helper(int x) { return x + own(); }\n",
    );
    bench.run(&[&main, &good]).expect_code(0);
    for (name, text, part) in [
        (
            "type.c",
            "double shared = 3;\nint helper(int x) { return x; }\n",
            "conflicting types for `shared`",
        ),
        (
            "result.c",
            "int shared;\ndouble helper(int x) { return x; }\n",
            "conflicting types for `helper`",
        ),
        (
            "count.c",
            "int shared;\nint helper(int x, int y) { return x + y; }\n",
            "conflicting types for `helper`",
        ),
        (
            "kind.c",
            "int shared(void) { return 1; }\nint helper(int x) { return x; }\n",
            "conflicting types for `shared`",
        ),
        (
            "less.c",
            "int helper(int x) { return x; }\n",
            "undefined reference to variable `shared`",
        ),
        (
            "none.c",
            "int shared;\n",
            "undefined reference to function `helper`",
        ),
    ] {
        let file = bench.file(name, text);
        let run = bench.run(&[&main, &file]).expect_code(1);
        assert!(run.stderr.contains(part), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("main.c"), "{name}: {}", run.stderr);
    }
    let twice = bench.file(
        "twice.c",
        "int shared = 4;\nint helper(int x) { return x; }\n",
    );
    let run = bench.run(&[&main, &good, &twice]).expect_code(1);
    assert!(
        run.stderr.contains("redefinition of `shared`"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("redefinition of `helper`"),
        "{}",
        run.stderr
    );
}

#[test]
fn common_and_inline_symbols_are_one_in_all_files() {
    let bench = Bench::new();
    let header = "int counter;\nstatic inline int up(void) { return ++counter; }\ninline int twice(int x) { return 2 * x; }\n";
    bench.file("shared.h", header);
    let main = bench.file(
        "main.c",
        "#include \"shared.h\"\nint other(void);\nextern int twice(int);\n\
         int main(void) { up(); other(); return counter == 2 && twice(2) == 4 ? 0 : 1; }\n",
    );
    let other = bench.file(
        "other.c",
        "#include \"shared.h\"\nint other(void) { up(); return twice(counter); }\n",
    );
    bench.run(&[&main, &other]).expect_code(0);
}

#[test]
fn a_run_starts_in_the_entry_function() {
    let bench = Bench::new();
    let file = bench.file(
        "parts.c",
        "static int hidden(int x) { return x == 7 ? 1 / (x - 7) : 0; }\n\
         int quiet(void) { return 0; }\nint main(void) { return hidden(1); }\n",
    );
    bench.run(&[&file, "--entry", "quiet"]).expect_code(0);
    let run = bench.run(&[&file, "--entry", "hidden"]).expect_code(10);
    assert!(run.stdout.contains("division"), "{}", run.stdout);
    let run = bench.run(&[&file, "--entry", "quite"]).expect_code(1);
    assert!(
        run.stderr.contains("did you mean `quiet`?"),
        "{}",
        run.stderr
    );
    let run = bench.run(&[&file, "--entry", "nothing"]).expect_code(1);
    assert!(
        run.stderr
            .contains("entry function `nothing` is not defined"),
        "{}",
        run.stderr
    );
}

#[test]
fn record_parameters_of_the_entry_are_inputs() {
    let bench = Bench::new();
    let file = bench.file(
        "records.c",
        "struct pair { int a; short b[3]; };\n\
         union word { unsigned bits; unsigned char bytes[4]; };\n\
         struct pair f(char c, struct pair p, union word w)\n\
         {\n\
             if (c == 1 && p.a == 77 && p.b[2] == 9 && w.bytes[3] == 5 && w.bits == 0x05010203)\n\
                 p.a /= p.a - 77;\n\
             p.a++;\n\
             return p;\n\
         }\n\
         int old(p, x) struct pair p; int x; { return p.b[1] == 6 ? 1 / (x - 3) : 0; }\n",
    );
    for (entry, inputs) in [("f", vec!["c", "p", "w"]), ("old", vec!["p", "x"])] {
        let args = [
            &file, "--entry", entry, "--verify", "--out", entry, "--json",
        ];
        let run = bench.run(&args).expect_code(10);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("one JSON object");
        let names = json["errors"][0]["inputs"]
            .as_object()
            .map(serde_json::Map::len);
        assert_eq!(names, Some(inputs.len()), "{json}");
        let test = format!("{entry}/errors/000001.ktest");
        let replay = ["replay", &test, &file, "--entry", entry];
        bench.run(&replay).expect_code(10);
    }
}

#[test]
fn preprocessed_and_simple_files_need_no_preprocessor() {
    let bench = Bench::new();
    let text = "# 1 \"origin.c\"\nint main(void) {\n  return nope;\n}\n";
    let file = bench.file("wrong.i", text);
    let run = bench.run(&[&file]).expect_code(1);
    assert!(run.stderr.contains("origin.c:2"), "{}", run.stderr);
    let simple = "#include <assert.h>\nint main(void) { int a = 1; assert(a == 1); return 0; }\n";
    for (name, text) in [
        ("fine.i", "int main(void) { return 0; }"),
        ("simple.c", simple),
    ] {
        let mut command = bench.command(&[&bench.file(name, text)]);
        let output = command.env("PATH", "").output().expect("symtool starts");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{name} needs no preprocessor"
        );
    }
}

#[test]
fn a_missing_compiler_is_reported() {
    let bench = Bench::new();
    let file = bench.file("fine.c", "#define ZERO 0\nint main(void) { return ZERO; }");
    let mut command = bench.command(&[&file]);
    let output = command.env("PATH", "").output().expect("symtool starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("no C preprocessor found"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn unusual_bytes_and_line_ends_are_accepted() {
    let bench = Bench::new();
    for (name, text) in [
        ("no_newline.c", &b"int main(void) { return 0; }"[..]),
        ("dos.c", b"#define A \\\r\n 0\r\nint main(void) {\r\n  return A;\r\n}\r\n"),
        ("mark.c", b"\xef\xbb\xbfint main(void) { return 0; }\n"),
        ("latin_1.c", b"/* \xe9 */ char s[] = \"\xe9\"; int main(void) { return s[0] == (char)0xe9 ? 0 : 1; }\n"),
        ("utf_8.c", "char s[] = \"é\"; int main(void) { return sizeof s == 3 ? 0 : 1; }\n".as_bytes()),
    ] {
        let file = bench.file(name, text);
        bench.run(&[&file]).expect_code(0);
    }
    let dos = bench.file("dos_error.c", "int main(void) {\r\n  return nope;\r\n}\r\n");
    let run = bench.run(&[&dos]).expect_code(1);
    assert!(run.stderr.contains("dos_error.c:2:10"), "{}", run.stderr);
    let column = bench.file("column.c", b"char s[] = \"\xe9\xe9\"; int x = nope;\n");
    let run = bench.run(&[&column]).expect_code(1);
    assert!(run.stderr.contains("column.c:1:26"), "{}", run.stderr);
    let wide = bench.file(
        "wide.c",
        b"int s[] = L\"\xe9\"; int main(void) { return 0; }\n",
    );
    let run = bench.run(&[&wide]).expect_code(1);
    assert!(
        run.stderr.contains("bytes that are not UTF-8"),
        "{}",
        run.stderr
    );
    let blank = bench.file("blank.c", "\n\n");
    bench.run(&[&blank]).expect_code(1);
}

#[test]
fn an_error_in_a_header_shows_its_includes() {
    let bench = Bench::new();
    bench.file("inner.h", "\nint broken = nope;\n");
    bench.file("outer.h", "#include \"inner.h\"\n");
    let file = bench.file(
        "main.c",
        "int x;\n#include \"outer.h\"\nint main(void) { return x; }\n",
    );
    let run = bench.run(&[&file]).expect_code(1);
    assert!(run.stderr.contains("inner.h:2:14"), "{}", run.stderr);
    assert!(run.stderr.contains("outer.h:1"), "{}", run.stderr);
    assert!(run.stderr.contains("main.c:2"), "{}", run.stderr);
    bench.file("inner.h", "#error stop\n");
    let run = bench.run(&[&file]).expect_code(1);
    assert!(run.stderr.contains("main.c:2"), "{}", run.stderr);
    bench.file("inner.h", "int f( {\n");
    let run = bench.run(&[&file]).expect_code(1);
    assert!(run.stderr.contains("main.c:2"), "{}", run.stderr);
}

#[test]
fn the_host_s_streams_have_the_members_of_the_models() {
    let bench = Bench::new();
    if !std::path::Path::new("/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h").exists() {
        println!("skipped: the host has no headers of glibc");
        return;
    }
    let file = bench.file(
        "use.c",
        "#include <stdio.h>\nint main(void) { fputs(\"x\", stdout); getchar();\n\
         return !(stdin->_flags & _IO_EOF_SEEN) || stdout->_fileno != 1 || sizeof(FILE) != 216; }\n",
    );
    for words in [&[][..], &["--system-headers"]] {
        bench
            .run(&[&[file.as_str()], words].concat())
            .expect_code(0);
    }
}
