//! The tests check `symtool lab`: every model answer passes, no untouched starter does, and the pages of the labs show
//! the current output and pictures.
use crate::documentation::{assert_current, comparable};
use crate::harness::{Bench, Run};
use std::path::{Path, PathBuf};

/// The start of a console block on a page. The command of a block with [`STARTER`] runs in the folder of the starter,
/// and the command of a block with [`ANSWER`] runs in the folder of the model answer.
const STARTER: &str = "```console\n$ symtool ";
const ANSWER: &str = "```console,answer\n$ symtool ";
const END: &str = "```\n";

fn labs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("labs")
}

/// Returns the names of all labs, each with the path of its page.
fn pages() -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(labs()).expect("the folder exists");
    let folders = entries.map(|entry| entry.expect("readable").path());
    let mut pages: Vec<(String, PathBuf)> = folders
        .filter(|folder| folder.join("lab.toml").exists())
        .map(|folder| {
            let name = folder.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), folder.join("page.md"))
        })
        .collect();
    pages.sort();
    pages
}

/// Starts a lab in a new folder; with `has_answer`, the files of the model answer replace those of the starter.
fn started(name: &str, has_answer: bool) -> Bench {
    let bench = Bench::new();
    let mut folders = vec!["starter", "images"];
    folders.extend(has_answer.then_some("reference"));
    let data = std::fs::read_to_string(labs().join(name).join("lab.toml")).expect("a lab");
    if let Some(line) = data.lines().find(|line| line.starts_with("kit = ")) {
        let project = line.trim_start_matches("kit = ").trim_matches('"');
        let source = env!("CARGO_MANIFEST_DIR");
        let args = ["kit", "new", project, "--path", source];
        bench.run_as_user(&args).expect_code(0);
    }
    for folder in folders {
        copy(&labs().join(name).join(folder), &bench.path());
    }
    bench
}

fn copy(from: &Path, to: &Path) {
    let Ok(entries) = std::fs::read_dir(from) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            std::fs::create_dir_all(&target).expect("a folder");
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Runs the command of a console block as a student does.
fn run(bench: &Bench, line: &str) -> Run {
    let words: Vec<&str> = line.split_whitespace().collect();
    let run = bench.run_as_user(&words);
    assert!(run.code != 2, "{line}: {}", run.stderr);
    run
}

/// Returns the text of a page with the current output of the command in every console block.
fn with_current_output(name: &str, page: &str) -> String {
    let (starter, answer) = (started(name, false), started(name, true));
    let mut current = String::new();
    let mut rest = page;
    loop {
        let found = [(STARTER, &starter), (ANSWER, &answer)];
        let found = found
            .into_iter()
            .filter_map(|(mark, bench)| Some((rest.find(mark)?, mark, bench)));
        let Some((at, mark, bench)) = found.min_by_key(|&(at, ..)| at) else {
            return current + rest;
        };
        let command = at + mark.len();
        let line = command + rest[command..].find('\n').expect("a line ends");
        let end = line + rest[line..].find(END).expect("a block ends");
        let printed = run(bench, &rest[command..line]).stdout;
        let shown = &rest[line + 1..end];
        current.push_str(&rest[..=line]);
        let same = comparable(shown) == comparable(&printed);
        current.push_str(if same { shown } else { &printed });
        rest = &rest[end..];
    }
}

#[test]
fn pages_of_labs_show_the_current_output() {
    for (name, path) in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        assert!(page.contains(STARTER), "{name} has no console block");
        assert_current(&path, &page, &with_current_output(&name, &page));
    }
}

/// Checks the pictures of the pages. The line after each picture names the command that draws it, and this command
/// must draw the same picture.
#[test]
fn pictures_of_labs_are_current() {
    for (name, path) in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        let starter = started(&name, false);
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            let Some((_, file)) = line.split_once("](images/") else {
                continue;
            };
            let file = path
                .with_file_name("images")
                .join(file.trim_end_matches(')'));
            let drawn_by = lines.find(|line| !line.is_empty()).unwrap_or_default();
            let command = drawn_by.strip_prefix("*Drawn by `symtool ");
            let command = command.and_then(|rest| rest.strip_suffix("`.*"));
            let command = command.unwrap_or_else(|| panic!("{name}: no command for {line}"));
            let drawn = run(&starter, command).expect_code(0).stdout;
            assert!(drawn.starts_with("<svg"), "{command}");
            if std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some() {
                std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                std::fs::write(&file, &drawn).expect("the picture is writable");
            }
            let stored = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                stored == drawn,
                "{} is not the output of `symtool {command}`",
                file.display()
            );
        }
    }
}

#[test]
fn every_model_answer_passes_and_no_starter_does() {
    let bench = Bench::new();
    let run = bench.run_as_user(&["lab", "test"]);
    let lines = run.stdout.lines().filter(|line| line.ends_with("): ok"));
    assert_eq!(
        lines.count(),
        pages().len(),
        "{}\n{}",
        run.stdout,
        run.stderr
    );
    run.expect_code(0);
}

#[test]
fn a_new_lab_is_not_yet_solved_and_has_hints() {
    for (name, _) in pages() {
        let bench = Bench::new();
        let started = bench.run_as_user(&["lab", "new", &name]).expect_code(0);
        assert!(
            started
                .stdout
                .contains(&format!("symtool lab check {name}")),
            "{}",
            started.stdout
        );
        let checked = bench.run_as_user(&["lab", "check"]).expect_code(1);
        let text = checked.stdout;
        let is_friendly = ["is still the starter", "does not exist yet"]
            .iter()
            .any(|words| text.contains(words));
        assert!(text.contains("not yet: ") && is_friendly, "{text}");
        assert!(text.contains("  hint: "), "{text}");
        assert!(text.contains("\n0 of "), "{text}");
        let again = bench.run_as_user(&["lab", "new", &name]).expect_code(1);
        assert!(again.stderr.contains("already exists"), "{}", again.stderr);
    }
}

#[test]
fn a_finished_lab_says_so() {
    let bench = started("first-proof", true);
    let here = bench.path().display().to_string();
    let missing = bench.run_as_user(&["lab", "check", &here]).expect_code(1);
    assert!(
        missing.stderr.contains("is not the folder of a lab"),
        "{}",
        missing.stderr
    );
    let run = bench
        .run_as_user(&["lab", "check", &here, "--lab", "1"])
        .expect_code(0);
    assert!(
        run.stdout
            .ends_with("3 of 3 tasks passed; well done: this lab is finished\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_difference_is_shown_by_an_input_and_never_by_the_answer() {
    let bench = started("first-proof", true);
    let text = bench.read("swapcase.c").replace("<= 'z'", "< 'z'");
    bench.file("swapcase.c", text);
    let here = bench.path().display().to_string();
    let run = bench
        .run_as_user(&["lab", "check", &here, "--lab", "1"])
        .expect_code(1);
    for part in [
        "not yet: `swap_case` differs from the specification for this input",
        "  input text = \"",
        "  your function ",
        "2 of 3 tasks passed",
    ] {
        assert!(run.stdout.contains(part), "{part}\n{}", run.stdout);
    }
}

/// Checks the judgement on right and wrong answers that students could write after reading only the page. The first
/// comment of each answer states the result that `symtool lab check` must have.
#[test]
fn answers_of_students_are_judged_rightly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/lab-answers");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("an answer");
        let head = text.lines().find_map(|line| line.strip_prefix("// lab "));
        let head = head.unwrap_or_else(|| panic!("{} has no head", path.display()));
        let (head, _) = head.split_once(": ").expect("a reason");
        let words: Vec<&str> = head.split(", ").collect();
        let [lab, file, task, expected] = words[..] else {
            panic!("{}: {head}", path.display());
        };
        let bench = started(lab, false);
        let file = file.trim_start_matches("file ");
        bench.file(file, &text);
        if text.starts_with("// run: ") {
            bench.run_as_user(&["test", file, "--bless"]);
        }
        let args = ["lab", "check", ".", "--lab", lab, "--max-time", "10s"];
        let shown = bench.run_as_user(&args).stdout;
        let task = task.trim_start_matches("task ");
        let after = shown
            .split_once(&format!(" ({task}): "))
            .expect("the task")
            .1;
        let found = after.lines().nth(1).unwrap_or_default();
        let expected = expected.trim_start_matches("expected ");
        if !found.trim_start().starts_with(expected) {
            wrong.push(format!(
                "{}: expected {expected}, found{found}",
                path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A mistake that a student can make: the lab, the file with the mistake, and the text of this file. `parts` are texts
/// that the message of `symtool lab check` must contain.
struct Mistake {
    lab: &'static str,
    file: &'static str,
    text: Vec<u8>,
    parts: &'static [&'static str],
}

fn mistake(
    lab: &'static str,
    file: &'static str,
    text: &str,
    parts: &'static [&'static str],
) -> Mistake {
    let text = text.as_bytes().to_vec();
    Mistake {
        lab,
        file,
        text,
        parts,
    }
}

fn mistakes() -> Vec<Mistake> {
    let spec = "char hex_digit(int value);\nint main(void) {\n  int value;\n  int value;\n  return 0;\n}\n";
    let own =
        "char hex_digit(int value) { return 'a'; }\nint main(void) { return hex_digit(1); }\n";
    let bomb: String = (1..40)
        .map(|n| format!("#define A{n} A{0} A{0}\n", n - 1))
        .collect();
    let bomb = format!("#define A0 x x\n{bomb}int swap_case(char *text) {{ A39 }}\n");
    let wide: Vec<u8> = "\u{feff}int x;\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    vec![
        mistake(
            "first-proof",
            "spec.c",
            spec,
            &["redeclaration of `value`", "spec.c:4:7"],
        ),
        mistake(
            "first-proof",
            "spec.c",
            own,
            &["spec.c must not define the function that it tests"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "int swapcase(char *text) { return 0; }\n",
            &["the check calls `swap_case`, and your files do not define it"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "void swap_case(char *text) { }\n",
            &["expected `swap_case` to have the type `int (char *)`, found `void (char *)`"],
        ),
        mistake(
            "first-proof",
            "toupper.c",
            "void to_uper(char *text, int length) { }\n",
            &["the check calls `to_upper`, and your files do not define it"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "int swap_case(char *text) { }\n",
            &["`swap_case` can end without `return`; its result was then "],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "#include \"missing.h\"\nint swap_case(char *text) { return 0; }\n",
            &["header `missing.h` not found"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "int help(int);\nint swap_case(char *text) { return help(1); }\n",
            &["undefined reference to function `help`", "swapcase.c:2:"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "#include \"/dev/zero\"\nint swap_case(char *text) { return 0; }\n",
            &[
                "not decided: the program was not compiled within the limits of the check:\n  error[",
            ],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            &bomb,
            &[
                "not decided: the program was not compiled within the limits of the check:\n  error[",
            ],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "#include <stdio.h>\nint swap_case(char *text) { int n; scanf(\"%d\", &n); return n; }\n",
            &["must not use scanf, which adds an input to those of the check"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "#include <signal.h>\nint swap_case(char *text) { raise(SIGTERM); return 0; }\n",
            &["must not use raise, which ends the run"],
        ),
        mistake(
            "first-proof",
            "swapcase.c",
            "int swap_case(char *text) { return *text ? 1 + swap_case(text) : 0; }\n",
            &["does a function call itself without end?"],
        ),
        Mistake {
            lab: "first-proof",
            file: "toupper.c",
            text: wide,
            parts: &["toupper.c is not saved as UTF-8 text (it is UTF-16)"],
        },
        mistake(
            "paths",
            "answers.toml",
            "signs = -1\nearly = 3\nnested = -1\n",
            &["not yet: not predicted yet: `signs`, `nested`\n"],
        ),
        mistake(
            "paths",
            "answers.toml",
            "signs = 3\nearly = 5\nnested = 4\n",
            &[
                "at least one of your 3 predictions is not right\n",
                "symtool signs.c --plain\n",
            ],
        ),
        mistake(
            "merging",
            "joined.c",
            "// run: merges --merge=static --qce-alpha=1\nint main(void) { return 0; }\n",
            &["this task permits only `run: merges --merge=static`, without other options"],
        ),
    ]
}

#[test]
fn mistakes_are_explained_without_names_of_the_check() {
    let mut wrong = Vec::new();
    for Mistake {
        lab,
        file,
        text,
        parts,
    } in mistakes()
    {
        let bench = started(lab, false);
        std::fs::write(bench.path().join(file), text).expect("a file");
        let shown = bench
            .run_as_user(&["lab", "check", ".", "--lab", lab, "--hints", "0"])
            .stdout;
        let hidden = [
            "student_",
            "reference_",
            ".compare",
            ".wrapper",
            "--allow-missing",
            "--system-headers",
            "uninitialised result",
            "too low",
            "too high",
            "_main.c",
        ];
        let is_right = parts.iter().all(|part| shown.contains(part));
        if !is_right || hidden.iter().any(|name| shown.contains(name)) {
            wrong.push(format!("{file}: expected {parts:?}, found\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_passed_task_says_its_bound() {
    let bench = started("first-proof", true);
    let run = bench
        .run_as_user(&["lab", "check", ".", "--lab", "1"])
        .expect_code(0);
    let bound = "  passed for every text of up to four characters; a fault beyond this bound is not found\n";
    assert!(run.stdout.contains(bound), "{}", run.stdout);
}

/// Checks a lab whose check has an unwinding bound. If the bound cuts a path in a loop of the student, the task must
/// not pass.
#[test]
fn a_cut_in_the_student_s_code_does_not_pass() {
    let bench = started("conflicts", true);
    let own = bench.path().join("labs/conflicts");
    std::fs::create_dir_all(&own).expect("a folder");
    copy(&labs().join("conflicts"), &own);
    let edit = |file: &str, old: &str, new: &str| {
        let path = own.join(file);
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.contains(old), "{file}: {old}");
        std::fs::write(&path, text.replacen(old, new, 1)).expect("a file");
    };
    edit(
        "lab.toml",
        "expect = \"verified\"\noptions = [\"--cdse\"]",
        "expect = \"verified-bounded\"\noptions = [\"--cdse\", \"--unwind=4\"]",
    );
    edit(
        "check/step_main.c",
        "for (int events = 0; events < 5 && state != DONE; events++) {",
        "while (state != DONE) {",
    );
    let checked = || {
        let args = ["lab", "check", ".", "--lab", "8", "--labs", "labs"];
        bench.run_as_user(&args).stdout
    };
    assert!(checked().contains("5 of 5 tasks passed"), "{}", checked());
    let slow = bench.read("step.c").replace(
        "  if (event == 3)",
        "  if (event == 1)\n    for (volatile int i = 0; i < 100; i++)\n      ;\n  if (event == 3)",
    );
    bench.file("step.c", slow);
    let text = "your code repeats too much: the check had to stop at the loop at step.c:";
    assert!(checked().contains(text), "{}", checked());
}
