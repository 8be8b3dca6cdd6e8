//! The tests check the arguments, standard input, files and environment variables of the program, and the test
//! cases that contain them.
use crate::harness::{Bench, example, explore};
use serde_json::Value;

/// Explores a program until the first violation and returns the violation. Asserts that the replay of its test
/// case needs no options, both for the `.ktest` and for the `.json` file.
fn violation(bench: &Bench, file: &str, options: &[&str]) -> Value {
    let mut args = vec![file, "--verify", "--out", "o"];
    args.extend(options.iter().take_while(|word| **word != "--"));
    args.push("--json");
    args.extend(options.iter().skip_while(|word| **word != "--"));
    let run = bench.run(&args).expect_code(10);
    let json: Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    for test in ["o/errors/000001.ktest", "o/errors/000001.json"] {
        let run = bench
            .run(&["replay", test, file, "--verify"])
            .expect_code(10);
        assert!(run.stdout.contains("VIOLATION"), "{}", run.stdout);
    }
    json["errors"][0].clone()
}

const OPTION: &str = r#"
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        assert(strcmp(argv[i], "-x") != 0);
    return argc;
}
"#;

#[test]
fn the_failing_argument_is_found_and_shown_as_a_command_line() {
    let bench = Bench::new();
    let file = bench.file("option.c", OPTION);
    let error = violation(&bench, &file, &["--sym-args", "0", "2", "2"]);
    let line = error["command_line"].as_str().unwrap_or_default();
    assert!(line.split(' ').skip(1).any(|word| word == "-x"), "{error}");
    let text = bench.read("o/errors/000001.txt");
    assert!(text.contains(&format!("called as {line}")), "{text}");
    // The program fails only for an argument of two bytes, so it must be verified for arguments of one byte.
    let run = bench.run(&[&file, "--sym-args", "0", "3", "1", "--verify"]);
    run.expect_code(0);
}

#[test]
fn the_number_of_arguments_is_within_the_range() {
    let bench = Bench::new();
    let text = "int main(int argc, char **argv) { return argc * 10 + (argv[argc] == 0); }";
    let file = bench.file("count.c", text);
    let json = bench.json(&[&file, "--sym-args", "1", "3", "1", "--sym-arg", "2"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    let mut kinds: Vec<&str> = json["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .filter_map(|test| test["kind"].as_str())
        .collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["exit 31", "exit 41", "exit 51"]);
}

#[test]
fn known_arguments_may_be_mixed_with_symbolic_ones() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    assert(argc == 4 && strcmp(argv[1], "-f") == 0 && strcmp(argv[3], "it's --last") == 0);
    assert(argv[2][0] != 'q');
    return 0;
}
"#;
    let file = bench.file("mixed.c", text);
    let error = violation(
        &bench,
        &file,
        &["--", "-f", "--sym-arg", "1", "it's --last"],
    );
    let line = error["command_line"].as_str().unwrap_or_default();
    assert_eq!(line, r"program -f q 'it'\''s --last'");
    let run = bench.run(&[&file, "--check", "assert", "--", "-f", "a", "it's --last"]);
    run.expect_code(0);
}

const PARSER: &str = r#"
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int number = 0;
    char operator = 0;
    if (scanf("%d%c", &number, &operator) == 2 && operator == '!')
        assert(number != -7);
    return 0;
}
"#;

#[test]
fn standard_input_is_parsed_by_the_library() {
    let bench = Bench::new();
    let file = bench.file("parser.c", PARSER);
    let error = violation(&bench, &file, &["--sym-stdin", "3"]);
    assert_eq!(error["inputs"]["stdin"], "2d3721", "{error}");
    bench
        .run(&[&file, "--sym-stdin", "2", "--verify"])
        .expect_code(0);
    // Without options, the standard input is empty and the program has no input, so it must be verified.
    bench.run(&[&file, "--verify"]).expect_code(0);
    let known = bench.file("known.txt", "-7!");
    violation(&Bench::new(), &file, &["--stdin", &known]);
}

#[test]
fn the_length_of_standard_input_may_be_symbolic() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = 0;
    while (getchar() != EOF)
        n++;
    return n;
}
"#;
    let file = bench.file("length.c", text);
    let json = bench.json(&[&file, "--sym-stdin", "1..3"]);
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(3), "{json}");
    let json = bench.json(&[&file, "--sym-stdin", "3"]);
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(1), "{json}");
}

#[test]
fn files_are_symbolic_or_copied_from_the_host_and_never_written() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    assert(fopen("other", "r") == NULL && errno == ENOENT);
    FILE *file = fopen("dir/data", "r+");
    char word[8] = "";
    assert(file != NULL && fgets(word, sizeof word, file) != NULL);
    fputs("overwritten", file);
    fclose(file);
    assert(strcmp(getenv("MODE"), "fast") == 0);
    assert(strcmp(word, "ok") != 0);
    return 0;
}
"#;
    let file = bench.file("files.c", text);
    let symbolic = &["--sym-file", "dir/data", "2", "--env", "MODE=fast"];
    let error = violation(&bench, &file, symbolic);
    assert_eq!(error["inputs"]["dir/data-data"], "6f6b", "{error}");
    let host = Bench::new();
    let path = host.file("host.txt", "ok");
    let from_host = format!("dir/data={path}");
    violation(&host, &file, &["--file", &from_host, "--env", "MODE=fast"]);
    assert_eq!(std::fs::read(&path).expect("still there"), b"ok");
    // The test case contains the contents of the file, so the replay does not need the file on disk.
    std::fs::remove_file(&path).expect("it is removed");
    host.run(&["replay", "o/errors/000001.ktest", &file])
        .expect_code(10);
}

#[test]
fn options_are_read_from_environment_variables() {
    let bench = Bench::new();
    let file = bench.file("option.c", OPTION);
    let mut command = bench.command(&[&file, "--verify", "--quiet"]);
    command.env("SYMTOOL_SYM_ARGS", "0 1 2");
    let output = command.output().expect("symtool starts");
    assert_eq!(output.status.code(), Some(10));
}

#[test]
fn invalid_environments_are_rejected() {
    let bench = Bench::new();
    let file = bench.file("option.c", OPTION);
    let long = format!("a/{}", "n".repeat(256));
    let cases: &[&[&str]] = &[
        &["--sym-args", "2", "1", "3"],
        &["--sym-args", "0", "101", "3"],
        &["--sym-stdin", "many"],
        &["--sym-stdin", "4..2"],
        &["--sym-stdin", "1", "--stdin", "x"],
        &["--sym-file", "a", "1", "--sym-file", "./a", "2"],
        &["--sym-file", "a", "1", "--sym-file", "a/b", "2"],
        &["--sym-file", "a/b", "1", "--sym-file", "a", "2"],
        &["--sym-file", "/dev/", "1"],
        &["--sym-file", &long, "1"],
        &["--env", "NAME"],
        &["--", "--sym-arg", "x"],
    ];
    for case in cases {
        let mut args = vec![file.as_str()];
        args.extend(*case);
        let run = bench.run(&args).expect_code(2);
        assert!(!run.stderr.is_empty(), "{case:?}");
    }
    bench.run(&[&file, "--file", "missing"]).expect_code(1);
    bench
        .run(&[&file, "--sym-file", &long[..257], "1"])
        .expect_code(0);
}

#[test]
fn the_examples_behave_as_documented_in_their_header() {
    let bench = Bench::new();
    let (echo, lines, config) = (
        example("env/echo.c"),
        example("env/lines.c"),
        example("env/config.c"),
    );
    bench
        .run(&[&echo, "--sym-args", "0", "2", "3", "--verify"])
        .expect_code(0);
    bench
        .run(&[&lines, "--sym-stdin", "0..4", "--verify"])
        .expect_code(0);
    let error = violation(
        &bench,
        &config,
        &["--sym-file", "app.conf", "4", "--", "app.conf"],
    );
    assert_eq!(error["kind"], "out-of-bounds", "{error}");
    assert_eq!(error["command_line"], "program app.conf");
    let variable = &["--sym-file", "app.conf", "4", "--env", "CONFIG=app.conf"];
    violation(&Bench::new(), &config, variable);
}

/// Checks that a read after `printf("%n")` gives the value that `%n` stored, and not an earlier value of the
/// variable.
#[test]
fn a_value_stored_by_percent_n_is_read_back() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <stdio.h>
int count(int *n) { return printf("abc%n", n); }
int main(void)
{
    int n = 5, m = 6;
    printf("ab%n", &n);
    assert(n == 2);
    count(&m);
    assert(m == 3);
    return 0;
}
"#;
    let file = bench.file("count.c", text);
    bench.run(&[&file, "--verify"]).expect_code(0);
}

/// Checks that file access, streams, and formatted input and output behave the same in three engines: the symbolic
/// engine, the interpreter of `replay`, and the machine code of `replay`.
#[test]
fn all_engines_print_the_same_through_the_library() {
    for driver in ["files", "streams", "scanning", "environment", "output"] {
        let bench = Bench::new();
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("frontend/tests/libc/{driver}.c"))
            .display()
            .to_string();
        let args = [&file, "-D_GNU_SOURCE", "--out", "o"];
        bench.run(&args).expect_code(0);
        let log = bench.read("o/output.log");
        let printed = log.strip_prefix("== path 1\n").unwrap_or(&log);
        for engine in ["interp", "native"] {
            let test = "o/tests/000001.json";
            let json = bench.json(&["replay", test, &file, "-D_GNU_SOURCE", "--engine", engine]);
            assert_eq!(json["output"], printed, "{driver} with {engine}");
        }
    }
}

#[test]
fn symbolic_text_is_shown_as_question_marks_and_tracked_in_memory() {
    let bench = Bench::new();
    let text = r#"
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    char digits[8];
    int n = fprintf(stderr, "[%s] %d %2$d\n", argv[1], argc);
    fputs(argv[1], stdout);
    fwrite(argv[1], 1, 1, stdout);
    assert(n != 0 || argc == 2);
    snprintf(digits, sizeof digits, "%d", argv[1][0] == 'a');
    assert(digits[0] == (argv[1][0] == 'a' ? '1' : '0') && digits[1] == 0);
    return 0;
}
"#;
    let file = bench.file("text.c", text);
    let args = [&file, "--sym-arg", "1", "--out", "o", "--check", "memory"];
    bench.run(&args).expect_code(0);
    let log = bench.read("o/output.log");
    assert!(log.contains("[?] 2 2\n??"), "{log}");
}

#[test]
fn a_symbolic_float_formatted_in_memory_is_not_guessed() {
    let bench = Bench::new();
    let text = r#"
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
    double number;
    char text[400];
    klee_make_symbolic(&number, sizeof number, "number");
    printf("%f\n", number);
    snprintf(text, sizeof text, "%f", number);
    return text[0];
}
"#;
    let file = bench.file("float.c", text);
    let run = bench.run(&[&file]).expect_code(20);
    assert!(
        run.stdout.contains("floating-point number"),
        "{}",
        run.stdout
    );
}

#[test]
fn process_identifiers_are_constant_inputs() {
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <unistd.h>\nint main(void) {\n\
                int p = getpid();\nassert(p > 0 && p == getpid() && getuid() == getuid() && getppid() >= 0);\n\
                assert(p != 4242 || getuid() != 0);\nreturn 0; }\n";
    let file = bench.file("process.c", text);
    let error = violation(&bench, &file, &[]);
    assert_eq!(error["line"], 6, "{error}");
}

#[test]
fn texts_in_messages_are_quoted_once() {
    let bench = Bench::new();
    let text = "#include <stdio.h>\n#include <assert.h>\n\
                int main(void) { char s[3] = \"\"; fgets(s, 3, stdin); assert(s[0] != 'a' || s[1] != '\"'); return 0; }\n";
    let file = bench.file("quoted.c", text);
    let run = bench.run(&[&file, "--sym-stdin", "2"]);
    assert!(
        run.stdout.contains("input stdin = 8801 (\"a\\\"\")\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_time_may_be_given() {
    let bench = Bench::new();
    bench.file("time.c", "#include <assert.h>\n#include <time.h>\nint main(void) { assert(time(0) != 7); return 0; }\n");
    explore(&bench, &["time.c"], 10, "input time = 7");
    explore(&bench, &["time.c", "--time", "8"], 0, "VERIFIED");
    explore(
        &bench,
        &["time.c", "--time", "7", "--out", "seven"],
        10,
        "time.c:3",
    );
    explore(
        &bench,
        &["replay", "seven/errors/000001.json"],
        10,
        "time.c:3",
    );
}

/// The permissions, owner and times of a file can be symbolic. `open` fails as for a user who is not the owner.
#[test]
fn properties_of_a_file_may_be_symbolic() {
    let bench = Bench::new();
    let head = "#include <assert.h>\n#include <fcntl.h>\n#include <sys/stat.h>\n#include <unistd.h>\n#include <errno.h>\n\
        int main(void) {\n    struct stat s;\n    if (stat(\"a\", &s) != 0) return 1;\n    int file = open(\"a\", O_RDONLY);\n";
    let permitted = "    unsigned of = s.st_uid == 1000 ? 0400 : s.st_gid == 1000 ? 040 : 04;\n\
        assert((file >= 0) == ((s.st_mode & of) != 0));\n    assert(file >= 0 || errno == EACCES);\n\
        if (s.st_uid != 1000) assert(chmod(\"a\", 0600) != 0 && chown(\"a\", 1000, -1) != 0);\n\
        assert(s.st_mtime >= 0 && S_ISREG(s.st_mode) && s.st_size == 2);\n    return 0;\n}\n";
    bench.file("right.c", format!("{head}{permitted}"));
    let options = ["--sym-file", "a", "2", "--sym-stat", "a"];
    for mode in [&["--plain"][..], &[], &["--merge", "dynamic"], &["--cfmse"]] {
        let all = [&["right.c"], &options[..], mode].concat();
        explore(&bench, &all, 0, "VERIFIED");
    }
    bench.file(
        "wrong.c",
        format!("{head}    assert(file >= 0 || s.st_mtime > 9);\n    return 0;\n}}\n"),
    );
    let all = [&["wrong.c"], &options[..], &["--out", "out"]].concat();
    explore(&bench, &all, 10, "a-modified = 0");
    explore(
        &bench,
        &["replay", "out/errors/000001.ktest", "wrong.c"],
        10,
        "VIOLATION",
    );
    let run = bench.run(&["export", "out/errors/000001.json", "wrong.c", "--as", "c"]);
    assert!(run.expect_code(1).stderr.contains("--sym-stat"));
    let run = bench.run(&["wrong.c", "--sym-stat", "b"]).expect_code(2);
    assert!(
        run.stderr.contains("there is no such file"),
        "{}",
        run.stderr
    );
}

#[test]
fn allocations_may_fail() {
    let bench = Bench::new();
    let text = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n    int *p = malloc(sizeof *p);\n    if (p == NULL) return 1;\n    char *s = strdup(\"x\");\n    s[0] = 'y';\n    free(s);\n    free(p);\n    return 0;\n}\n";
    bench.file("alloc.c", text);
    explore(
        &bench,
        &["alloc.c", "--check", "memory,leak"],
        0,
        "VERIFIED",
    );
    explore(
        &bench,
        &["alloc.c", "--malloc-may-fail", "--out", "out"],
        10,
        "alloc.c:7",
    );
    explore(
        &bench,
        &["replay", "out/errors/000001.json"],
        10,
        "alloc.c:7",
    );
}

/// Checks that `--random` fixes the bytes that functions such as `getrandom` return, also when a test case is
/// replayed.
#[test]
fn random_bytes_may_be_fixed() {
    let bench = Bench::new();
    bench.file(
        "random.c",
        "#include <assert.h>\n#include <stdlib.h>\n#include <sys/random.h>\n\
         int main(void) { unsigned char b[2]; getrandom(b, 2, 0); assert(b[0] != 7 || b[1] != 8);\n\
         return arc4random_uniform(3) == 3; }\n",
    );
    explore(&bench, &["random.c"], 10, "random.c:4");
    let fixed = &["random.c", "--random", "1", "--out", "one"];
    explore(&bench, fixed, 0, "1 path");
    explore(
        &bench,
        &["replay", "one/tests/000001.json", "random.c"],
        0,
        "",
    );
}
