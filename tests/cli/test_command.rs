//! The tests check `symtool test`: snapshots, their update (`--bless`), filters, bad files.
#[path = "../filetests/arguments.rs"]
mod arguments;

use crate::harness::Bench;
use serde_json::Value;

const THREE: &str = "// run: interp\nint main(void) { return 3; }\n";

#[test]
fn a_test_is_blessed_and_then_passes_until_its_output_changes() {
    let bench = Bench::new();
    let file = bench.file("three.c", THREE);
    let run = bench.run(&["test", &file]).expect_code(1);
    assert!(
        run.stdout
            .contains("there is no snapshot; `symtool test --bless"),
        "{}",
        run.stdout
    );
    let run = bench.run(&["test", "--bless", &file]).expect_code(0);
    assert!(
        run.stdout
            .ends_with("0 tests passed, 0 failed, 1 blessed\n"),
        "{}",
        run.stdout
    );
    let run = bench.run(&["test", &file]).expect_code(0);
    assert_eq!(run.stdout, "1 test passed, 0 failed\n");
    bench.file("three.c", THREE.replace('3', "4"));
    let run = bench.run(&["test", &file]).expect_code(1);
    let diff = "- outcome: Exit(3)\n+ outcome: Exit(4)\n";
    assert!(run.stdout.contains(diff), "{}", run.stdout);
}

#[test]
fn a_folder_has_its_tests_below_it_and_a_filter_selects_some() {
    let bench = Bench::new();
    let folder = bench.path().join("own/deep");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["own/b.c", "own/deep/a.c"] {
        bench.file(name, THREE);
        bench.file(&format!("{name}.snap"), "outcome: Exit(3)\n");
    }
    bench.file("own/helper.c", "int helper(void) { return 1; }\n");
    let own = bench.path().join("own").display().to_string();
    let run = bench.run(&["test", &own]).expect_code(0);
    assert_eq!(run.stdout, "2 tests passed, 0 failed\n");
    let run = bench
        .run(&["test", &own, "--filter", "deep"])
        .expect_code(0);
    assert_eq!(run.stdout, "1 test passed, 0 failed\n");
    let run = bench
        .run(&["test", &own, "--filter", "nothing"])
        .expect_code(1);
    assert!(run.stderr.contains("found no test file"), "{}", run.stderr);
}

#[test]
fn a_file_given_several_times_runs_once() {
    let bench = Bench::new();
    let folder = bench.path().join("own");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = bench.file("own/three.c", THREE);
    bench.file("own/three.c.snap", "outcome: Exit(3)\r\n");
    let again = folder.join("../own/three.c").display().to_string();
    let own = folder.display().to_string();
    let run = bench.run(&["test", &file, &own, &again, &file]);
    assert_eq!(run.expect_code(0).stdout, "1 test passed, 0 failed\n");
    // A symbolic link to a test file counts as a separate file, with its own snapshot.
    std::os::unix::fs::symlink("three.c", folder.join("link.c")).expect("a link");
    let run = bench.run(&["test", &own]).expect_code(1);
    assert!(run.stdout.ends_with("1 test passed, 1 failed\n"));
}

#[test]
fn a_link_to_a_missing_file_fails_only_if_it_is_selected() {
    let bench = Bench::new();
    let folder = bench.path().join("own");
    std::fs::create_dir_all(&folder).expect("a folder");
    bench.file("own/three.c", THREE);
    bench.file("own/three.c.snap", "outcome: Exit(3)\n");
    std::os::unix::fs::symlink("nowhere.c", folder.join("link.c")).expect("a link");
    let own = folder.display().to_string();
    let run = bench.run(&["test", &own, "--filter", "three"]);
    run.expect_code(0);
    let run = bench.run(&["test", &own]).expect_code(1);
    let message = "link.c: cannot be read: No such file or directory";
    assert!(run.stdout.contains(message), "{}", run.stdout);
    let run = bench.run(&["test", "nowhere.c", &own, "--filter", "three"]);
    let message = "nowhere.c: cannot be read";
    assert!(run.expect_code(1).stdout.contains(message));
}

/// Checks that control characters in outputs, messages and file names of tests are escaped, so that they do not change
/// the state of a terminal.
#[test]
fn control_characters_are_escaped() {
    let bench = Bench::new();
    let text = "// run: interp\n#include <stdio.h>\nint main(void) { printf(\"a\\033[31mb\\tc\\r\\n\"); return 0; }\n";
    let file = bench.file("red.c", text);
    bench.file("red.c.snap", "outcome: Exit(0)\n");
    let run = bench.run(&["test", &file]).expect_code(1);
    let line = "+ a\\u{1b}[31mb\tc\\r\n";
    assert!(run.stdout.contains(line), "{:?}", run.stdout);
    assert!(!run.stdout.contains('\x1b'), "{:?}", run.stdout);
    let word = bench.file("word\x1b[2J.c", "// run: gv\x1b[2Jm\n");
    let run = bench.run(&["test", &word]).expect_code(1);
    assert!(
        run.stdout.contains("word\\u{1b}[2J.c: "),
        "{:?}",
        run.stdout
    );
    assert!(!run.stdout.contains('\x1b'), "{:?}", run.stdout);
}

#[test]
fn a_file_name_that_is_not_utf8_fails_and_the_others_run() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    let folder = bench.path().join("own");
    std::fs::create_dir_all(&folder).expect("a folder");
    bench.file("own/three.c", THREE);
    bench.file("own/three.c.snap", "outcome: Exit(3)\n");
    for name in [&b"a\xff.c"[..], b"b\xfe.sir"] {
        let path = folder.join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, "// run: interp\nint main(void) { return 3; }\n").expect("a file");
    }
    let own = folder.display().to_string();
    for command in [&["test", &own][..], &["test", "--bless", &own]] {
        let run = bench.run(command).expect_code(1);
        let message = "the file name is not valid UTF-8; rename the file";
        assert_eq!(run.stdout.matches(message).count(), 2, "{}", run.stdout);
        assert!(run.stdout.ends_with("1 test passed, 2 failed\n"));
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn a_snapshot_that_is_a_link_is_not_written() {
    let bench = Bench::new();
    let file = bench.file("three.c", THREE);
    bench.file("target", "keep\n");
    let link = bench.path().join("three.c.snap");
    std::os::unix::fs::symlink("target", &link).expect("a link");
    let run = bench.run(&["test", "--bless", &file]).expect_code(1);
    let message = "three.c.snap: it is a symbolic link";
    assert!(run.stdout.contains(message), "{}", run.stdout);
    assert_eq!(bench.read("target"), "keep\n");
    // A link to a missing file must not create this file.
    std::fs::remove_file(bench.path().join("target")).expect("a file");
    bench.run(&["test", "--bless", &file]).expect_code(1);
    assert!(!bench.path().join("target").exists());
}

/// Checks that test files and snapshots may begin with a byte order mark and have CRLF line ends, as some editors and
/// git write them.
#[test]
fn files_may_begin_with_a_byte_order_mark_and_have_crlf_line_ends() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path().join("own")).expect("a folder");
    let text = "\u{feff}; run: interp\r\n; Returns 3.\r\nfunc @main() -> i32 {\r\nentry:\r\n  return 3\r\n}\r\n";
    bench.file("own/a.sir", text);
    bench.file(
        "own/b.c",
        format!("\u{feff}{}", THREE.replace('\n', "\r\n")),
    );
    for name in ["a.sir", "b.c"] {
        bench.file(&format!("own/{name}.snap"), "\u{feff}outcome: Exit(3)\r\n");
    }
    let own = bench.path().join("own").display().to_string();
    let run = bench.run(&["test", &own]).expect_code(0);
    assert_eq!(run.stdout, "2 tests passed, 0 failed\n");
}

/// Checks that each invalid test file gives one message, and that the valid test in the same folder still passes.
#[test]
fn bad_files_are_reported_and_the_others_run() {
    let bench = Bench::new();
    let folder = bench.path().join("own");
    std::fs::create_dir_all(&folder).expect("a folder");
    bench.file("own/good.c", THREE);
    bench.file("own/good.c.snap", "outcome: Exit(3)\n");
    let bad: &[(&str, &[u8], &str)] = &[
        (
            "word.c",
            b"// run: gvm\nint main(void) { return 0; }\n",
            "there is no word `gvm` for a run line; the words are arrays, ",
        ),
        (
            "option.c",
            b"// run: explore --seeds 3\nint main(void) { return 0; }\n",
            "unexpected argument '--seeds'",
        ),
        (
            "value.c",
            b"// run: interp\n// args: x\nint main(void) { return 0; }\n",
            "line 2: `args: x`: expected an integer",
        ),
        (
            "empty.sir",
            b"; run: gvn, , dce\n",
            "line 1: `run: gvn, , dce`: a word is missing at a comma",
        ),
        (
            "surplus.sir",
            b"; run: locs x\n",
            "the word `locs` takes no options, found `x`",
        ),
        (
            "passes.c",
            b"// run: melds --passes gvn\nint main(void) { return 0; }\n",
            "`--passes` has no effect on the word `melds`",
        ),
        (
            "key.c",
            b"// run: interp\n// inputs: x = 01\nint main(void) { return 0; }\n",
            "line 2: `inputs:` is no directive; write `input:`",
        ),
        (
            "unread.sir",
            b"; run: interp\n; input: x = 01\nfunc @main() -> i32 {\nentry:\n  return 0\n}\n",
            "the run reads no input of this name (inputs: none)",
        ),
        (
            "argument.sir",
            b"; run: interp\n; args: 300\nfunc @main(%x: i8) -> i32 {\nentry:\n  return 0\n}\n",
            "`args: 300`: the parameter has the type i8",
        ),
        (
            "broken.c",
            b"// run: interp\nint main(void) { return x; }\n",
            "`x` is not declared",
        ),
        (
            "fine.c",
            b"// run: compile-error\nint main(void) { return 0; }\n",
            "the run line expects an error",
        ),
        (
            "twice.c",
            b"// run: interp\n// define: N=1\n// define: N=2\nint main(void) { return N; }\n",
            "line 3: `define: N` repeats line 2",
        ),
        (
            "unrun.c",
            b"// run: compile-error, interp\nint main(void) { return x; }\n",
            "`run: compile-error, interp`: the expectation of an error must be the only word",
        ),
        ("bytes.c", b"// run: interp\n\xff\xfe\n", "cannot be read"),
        (
            "none.sir",
            b"; run: explore\nglobal @g, size 4, align 1\n",
            "the program has no function",
        ),
        ("gone.c.snap", b"x\n", "the snapshot has no test file"),
        ("changed.sir", b"; run: wrong\n", "there is no word `wrong`"),
        (
            "option.sir",
            b"; run:\n; options: --bogus\n",
            "unexpected argument '--bogus'",
        ),
        (
            "typo.c",
            b"// rum: interp\nint main(void) { return 3; }\n",
            "line 1: `rum:` is no directive; write `run:`",
        ),
        (
            "note.c",
            b"// Returns 3.\nint main(void) { return 3; }\n",
            "has a snapshot, but its first comment lines contain no",
        ),
    ];
    for (name, text, _) in bad {
        bench.file(&format!("own/{name}"), text);
    }
    bench.file("own/note.c.snap", "outcome: Exit(3)\n");
    bench.file("own/large.c", THREE);
    let large = std::fs::File::create(folder.join("large.c.snap"));
    let large = large.and_then(|file| file.set_len(100 << 20));
    large.expect("a snapshot of 100 MiB");
    let words = vec!["interp"; 10_000].join(", ");
    bench.file(
        "own/words.c",
        format!("// run: {words}\nint main(void) {{ return 3; }}\n"),
    );
    bench.file("own/words.c.snap", "outcome: Exit(3)\n".repeat(10_000));
    std::os::unix::fs::symlink("..", folder.join("loop")).expect("a link");
    // Reading a pipe without a writer would never end.
    let pipe = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe.c"))
        .status();
    assert!(pipe.expect("mkfifo").success());
    let own = folder.display().to_string();
    let run = bench.run(&["test", &own, "nowhere"]).expect_code(1);
    assert!(
        run.stdout
            .contains("/pipe.c: cannot be read: it is neither"),
        "{}",
        run.stdout
    );
    let large = ("large.c", &b""[..], "large.c.snap is larger than 4 MiB");
    for (name, _, message) in bad.iter().chain([&large]) {
        let line = run
            .stdout
            .split("failed: ")
            .find(|part| part.contains(&format!("/{name}:")));
        let line = line.unwrap_or_else(|| panic!("no message on {name} in\n{}", run.stdout));
        assert!(line.contains(message), "{name}: {line}");
    }
    assert!(
        run.stdout.contains("failed: nowhere: cannot be read"),
        "{}",
        run.stdout
    );
    let last = format!("2 tests passed, {} failed\n", bad.len() + 3);
    assert!(run.stdout.ends_with(&last), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn words_that_change_the_meaning_are_found_by_check_equivalent() {
    let bench = Bench::new();
    let text = "; run: simplify, check-equivalent\nfunc @main() -> i32 {\nentry:\n  %x = intrinsic symbolic i8 \"x\"\n  \
                %y = zext %x to i32\n  %z = add %y, 0\n  return %z\n}\n";
    let file = bench.file("own.sir", text);
    bench.file("own.sir.snap", "equivalent on all 256 inputs\n");
    bench.run(&["test", &file]).expect_code(0);
}

/// Checks that `check-equivalent` runs the program on its constants. Only for `x` = 123456789, a constant of the
/// program, the block `m` is freed; speculative melding then reads the freed block.
#[test]
fn check_equivalent_tries_constants_of_the_program_and_shows_the_arguments() {
    let bench = Bench::new();
    let text = "// run: ssa, simplify, cfmse=speculative, check-equivalent\n// entry: f\n#include <stdlib.h>\n\
                int f(int x) {\n  int *m = malloc(4), r = 1;\n  *m = 5;\n  if (x == 123456789) free(m);\n  \
                if (x != 123456789) r = *m;\n  return r;\n}\n";
    let file = bench.file("constant.c", text);
    let run = bench.run(&["test", &file]).expect_code(1);
    let message = "the words change the program for the input x = 15 cd 5b 07\n";
    assert!(run.stdout.contains(message), "{}", run.stdout);
}

/// Checks two programs that are wrong after speculative melding, which reads a block that one side has freed. In the
/// first program, an input has the size 0 or 1, and only the size 1 shows the wrong result, which
/// `check-equivalent` must find. In the second program, no sample meets the assumption `k * 5 == 0x12345679`, so no
/// input is compared, and `check-equivalent` must fail.
#[test]
fn check_equivalent_neither_misses_inputs_of_several_sizes_nor_passes_without_a_run() {
    let bench = Bench::new();
    let text = "// run: ssa, simplify, cfmse=speculative, check-equivalent\n#include <klee/klee.h>\n#include <stdlib.h>\n\
                int main(void) {\n  unsigned char n;\n  klee_make_symbolic(&n, 1, \"n\");\n  char c = 'b';\n  \
                klee_make_symbolic(&c, n & 1, \"c\");\nASSUME  int *m = malloc(4), r = 1;\n  *m = 5;\n  \
                if (c == 2) free(m);\n  if (c != 2) r = *m;\n  return r;\n}\n";
    let file = bench.file("sizes.c", text.replace("ASSUME", ""));
    let run = bench.run(&["test", &file]).expect_code(1);
    assert!(
        run.stdout
            .contains("the words change the program for the input"),
        "{}",
        run.stdout
    );
    let narrow =
        "  int k;\n  klee_make_symbolic(&k, 4, \"k\");\n  klee_assume(k * 5 == 0x12345679);\n";
    let file = bench.file("narrow.c", text.replace("ASSUME", narrow));
    let run = bench.run(&["test", &file]).expect_code(1);
    assert!(
        run.stdout.contains("no input was compared"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_test_that_takes_too_long_fails() {
    let bench = Bench::new();
    let text = "// run: explore --max-time 1h\nint main(void) {\n  volatile int n = 1;\n  while (n) n ^= 2;\n}\n";
    let file = bench.file("endless.c", text);
    let run = bench.run(&["test", "--bless", "--max-time", "1s", &file]);
    let message = "endless.c: did not end within 1s; `symtool test --max-time` sets this limit";
    assert!(run.expect_code(1).stdout.contains(message));
    assert!(!bench.path().join("endless.c.snap").exists());
}

#[test]
fn results_are_one_json_object() {
    let bench = Bench::new();
    let file = bench.file("three.c", THREE);
    bench.file("three.c.snap", "outcome: Exit(4)\n");
    let run = bench.run(&["test", "--json", &file]).expect_code(1);
    let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(object["schema"], 1);
    assert_eq!(object["failed"], 1);
    assert_eq!(object["tests"][0]["status"], "different");
    assert_eq!(
        object["tests"][0]["message"],
        "- outcome: Exit(4)\n+ outcome: Exit(3)\n"
    );
}

/// Checks how `cargo test --test filetests` parses its arguments. This test target does not use the standard test
/// harness.
#[test]
fn unknown_arguments_of_the_file_tests_are_errors() {
    let parse = |text: &str| arguments::parse(text.split_whitespace().map(str::to_owned));
    let parsed = parse("--nocapture --bless passes/gvn").expect("known arguments");
    assert!(parsed.bless);
    assert_eq!(parsed.filter.as_deref(), Some("passes/gvn"));
    let unknown = parse("--bles").expect_err("an unknown option");
    assert!(unknown.starts_with("unknown option `--bles`"), "{unknown}");
    let second = parse("a b").expect_err("two filters");
    assert_eq!(second, "expected one filter, found `a` and `b`");
}
