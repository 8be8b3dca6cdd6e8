//! The tests check `symtool lab grade`: hostile submissions neither stop the grading, nor pass, nor reveal files of
//! other submissions.
use crate::harness::Bench;
use std::collections::BTreeMap;

/// The text of a file that no submission may show.
const SECRET: &str = "the answer of somebody else";

/// A right answer to the task `mend` of the first lab.
const RIGHT: &str = "
void to_upper(char *text, int length) {
  for (int i = 0; i < length; i++)
    if (text[i] >= 'a' && text[i] <= 'z')
      text[i] = text[i] - 'a' + 'A';
}
";

/// A wrong answer: it changes nothing.
const WRONG: &str = "
void to_upper(char *text, int length) {
}
";

/// Returns a wrong answer whose function first executes `statement`.
fn starting_with(declarations: &str, statement: &str) -> String {
    format!("{declarations}\nvoid to_upper(char *text, int length) {{\n  {statement}\n}}\n")
}

/// A row in a table of grades: its fields by the names of their columns.
type Row = BTreeMap<String, String>;

/// Grades submissions of the first lab. Each submission has a name and the text of its file `toupper.c`. Returns the
/// rows of the table of grades by the names of the submissions, and the HTML page of grades.
fn graded(
    bench: &Bench,
    submissions: &[(&str, String)],
    options: &[&str],
) -> (BTreeMap<String, Row>, String) {
    let class = bench.path().join("class");
    for (name, text) in submissions {
        let folder = class.join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("toupper.c"), text).expect("a file");
    }
    let class = class.display().to_string();
    let mut args = vec![
        "lab", "grade", &class, "--lab", "1", "--csv", "g.csv", "--html", "g.html",
    ];
    args.push("--no-progress");
    args.extend(options);
    let run = bench.run_as_user(&args).expect_code(0);
    assert!(
        run.stdout.contains(" submissions graded, "),
        "{}",
        run.stdout
    );
    let (csv, page) = (bench.read("g.csv"), bench.read("g.html"));
    (rows(&csv), page)
}

/// Reads a CSV table of grades whose fields may be quoted. The key of a row is the last part of the submission's name.
fn rows(csv: &str) -> BTreeMap<String, Row> {
    let mut records: Vec<Vec<String>> = vec![vec![String::new()]];
    let mut is_quoted = false;
    for letter in csv.chars() {
        let record = records.last_mut().expect("a record");
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            other => record.last_mut().expect("a field").push(other),
        }
    }
    records.pop();
    let head = records.remove(0);
    let row = |record: Vec<String>| {
        let row: Row = head.iter().cloned().zip(record).collect();
        let name = row["submission"].rsplit('/').next().unwrap_or_default();
        (name.to_owned(), row)
    };
    records.into_iter().map(row).collect()
}

#[test]
fn right_and_wrong_answers_are_told_apart() {
    let bench = Bench::new();
    let submissions = [("ann", RIGHT.to_owned()), ("bob", WRONG.to_owned())];
    let (rows, page) = graded(&bench, &submissions, &["--jobs", "2"]);
    assert_eq!(rows["ann"]["mend"], "passed");
    assert_eq!(rows["bob"]["mend"], "not yet");
    assert_eq!(
        (&*rows["ann"]["passed"], &*rows["ann"]["tasks"]),
        ("1", "3")
    );
    assert!(
        rows["bob"]["reasons"].contains("input text = "),
        "{:?}",
        rows["bob"]
    );
    assert!(page.contains("<td class=\"passed\">passed</td>"), "{page}");
    assert!(!page.contains("<script"), "{page}");
}

/// Submissions that try to pass without a right answer: the name and the text of each.
fn cheats() -> Vec<(&'static str, String)> {
    let exit = "extern void exit(int);";
    vec![
        ("exit", starting_with(exit, "exit(0);")),
        (
            "assume",
            starting_with("extern void klee_assume(unsigned long);", "klee_assume(0);"),
        ),
        (
            "abort",
            starting_with("extern void abort(void);", "abort();"),
        ),
        (
            "hidden_exit",
            starting_with("extern void leave(int) __asm__(\"exit\");", "leave(0);"),
        ),
        (
            "pointer",
            starting_with(exit, "void (*leave)(int) = exit; leave(0);"),
        ),
        (
            "no_assertions",
            format!("{WRONG}#define klee_assert(x)\n#define assert(x)\n"),
        ),
        (
            "empty_return",
            format!("#define return\n#define if(x) while (0)\n{WRONG}"),
        ),
        (
            "own_main",
            format!("{WRONG}\n#undef main\nint main(void) {{ return 0; }}\n"),
        ),
        (
            "constructor",
            format!(
                "{exit}\n__attribute__((constructor)) static void first(void) {{ exit(0); }}\n{WRONG}"
            ),
        ),
        (
            "own_symbolic",
            format!(
                "{WRONG}\nvoid klee_make_symbolic(void *p, unsigned long n, const char *s) {{ }}\n"
            ),
        ),
        (
            "own_assert",
            format!("{WRONG}\nvoid klee_assert(int holds) {{ }}\n"),
        ),
        ("line", format!("#line 1 \"<symtool>/string.h\"\n{WRONG}")),
        (
            "jump",
            starting_with(
                "#include <setjmp.h>\nstatic jmp_buf back;",
                "if (!setjmp(back)) longjmp(back, 1);",
            ),
        ),
    ]
}

#[test]
fn cheats_do_not_pass() {
    let bench = Bench::new();
    let cheats = cheats();
    let (rows, _) = graded(&bench, &cheats, &[]);
    assert_eq!(rows.len(), cheats.len());
    for (name, row) in rows {
        assert_eq!(row["mend"], "not yet", "{name}: {row:?}");
        assert_eq!(row["status"], "checked", "{name}: {row:?}");
    }
}

#[test]
fn files_of_others_are_not_shown() {
    let bench = Bench::new();
    let secret = bench.file("secret.h", format!("{SECRET}\n"));
    let other = bench.path().join("class/zoe");
    std::fs::create_dir_all(&other).expect("a folder");
    std::fs::write(other.join("toupper.c"), format!("{RIGHT}// {SECRET}\n")).expect("a file");
    let probe = format!("#if __has_include(\"{secret}\")\n#error there is a file\n#endif\n{WRONG}");
    let submissions = [
        ("absolute", format!("#include \"{secret}\"\n{WRONG}")),
        ("above", "#include \"../zoe/toupper.c\"\n".to_owned()),
        (
            "computed",
            format!("#define FILE \"{secret}\"\n#include FILE\n{WRONG}"),
        ),
        ("line", format!("#line 1 \"{secret}\"\nint x = ;\n{WRONG}")),
        ("passwd", format!("#include \"/etc/passwd\"\n{WRONG}")),
        ("probe", probe),
        ("device", format!("#include \"/dev/zero\"\n{WRONG}")),
    ];
    let link = bench.path().join("class/link");
    std::fs::create_dir_all(&link).expect("a folder");
    std::os::unix::fs::symlink(other.join("toupper.c"), link.join("toupper.c")).expect("a link");
    let folder = bench.path().join("class/linked_folder");
    std::os::unix::fs::symlink(&other, folder).expect("a link");
    let (rows, page) = graded(&bench, &submissions, &[]);
    let csv = bench.read("g.csv");
    for text in [&page, &csv] {
        assert!(!text.contains(SECRET) && !text.contains("root:"), "{text}");
        assert!(!text.contains("there is a file"), "{text}");
    }
    assert!(
        !rows.contains_key("linked_folder"),
        "a linked folder is no submission"
    );
    for (name, row) in rows.iter().filter(|(name, _)| *name != "zoe") {
        let expected = if name == "device" {
            "not decided"
        } else {
            "not yet"
        };
        assert_eq!(row["mend"], expected, "{name}: {row:?}");
    }
    assert_eq!(rows["zoe"]["mend"], "passed");
}

#[test]
fn submissions_without_end_are_stopped_and_the_others_are_graded() {
    let bench = Bench::new();
    let puts = "extern int puts(const char *);";
    let malloc = "extern void *malloc(unsigned long);";
    let bomb = "static int bomb(int n) { return bomb(n + 1) + bomb(n + 2); }";
    let submissions = [
        ("loop", starting_with("", "for (;;) { }")),
        (
            "forks",
            starting_with(
                "",
                "for (;;) if (text[0] == length) length++; else text[0]++;",
            ),
        ),
        (
            "output",
            starting_with(puts, "for (;;) puts(\"more and more and more and more\");"),
        ),
        (
            "memory",
            starting_with(malloc, "for (;;) { char *p = malloc(1 << 20); p[0] = 1; }"),
        ),
        (
            "array",
            starting_with("", "char huge[1 << 30]; huge[7] = 1;"),
        ),
        ("recursion", starting_with(bomb, "bomb(1);")),
        ("include", "#include \"toupper.c\"\n".to_owned()),
        (
            "macros",
            "#define A B B B B\n#define B C C C C\n#define C D D D D\n#define D 1 1 1 1\nA\n"
                .repeat(200),
        ),
        ("zero", "\0\0\0\0".to_owned()),
        ("empty", String::new()),
        ("right", RIGHT.to_owned()),
    ];
    let (rows, _) = graded(
        &bench,
        &submissions,
        &["--time", "120s", "--cpu", "6s", "--output", "1M"],
    );
    assert_eq!(rows.len(), submissions.len());
    for (name, row) in rows.iter().filter(|(name, _)| *name != "right") {
        assert_ne!(row["mend"], "passed", "{name}: {row:?}");
    }
    assert_eq!(rows["right"]["mend"], "passed", "{:?}", rows["right"]);
}

/// Checks a submission whose first task uses up the memory of the compilation. The other two tasks must still pass.
#[test]
fn a_task_that_reaches_a_limit_does_not_affect_the_other_tasks() {
    let bench = Bench::new();
    let folder = bench.path().join("class/ann");
    std::fs::create_dir_all(&folder).expect("a folder");
    let labs = concat!(env!("CARGO_MANIFEST_DIR"), "/labs/first-proof/reference");
    std::fs::copy(format!("{labs}/spec.c"), folder.join("spec.c")).expect("a copy");
    std::fs::copy(format!("{labs}/swapcase.c"), folder.join("swapcase.c")).expect("a copy");
    let calls: String = (1..22)
        .map(|n| format!("#define A{n} A{0} A{0}\n", n - 1))
        .collect();
    let huge = format!(
        "#define A0 f();\n{calls}void f(void);\nvoid to_upper(char *text, int length) {{ A21 }}\n"
    );
    let (rows, page) = graded(&bench, &[("ann", huge)], &["--memory", "2G"]);
    let row = &rows["ann"];
    assert_eq!(row["mend"], "not decided", "{row:?}");
    assert_eq!(row["specify"], "passed", "{row:?}");
    assert_eq!(row["write"], "passed", "{row:?}");
    assert_eq!(row["passed"], "2", "{row:?}");
    assert!(page.contains("2 of 3"), "{page}");
}

#[test]
fn a_large_submission_is_refused_alone() {
    let bench = Bench::new();
    let submissions = [("large", "x".repeat(5 << 20)), ("right", RIGHT.to_owned())];
    let (rows, _) = graded(&bench, &submissions, &[]);
    assert_eq!(rows["large"]["status"], "refused");
    assert!(
        rows["large"]["reasons"].contains("larger than 4 MiB"),
        "{:?}",
        rows["large"]
    );
    assert_eq!(rows["right"]["mend"], "passed");
}

#[test]
fn the_time_limit_ends_a_check() {
    let bench = Bench::new();
    let text = starting_with("", "for (;;) { }");
    let (rows, _) = graded(&bench, &[("loop", text)], &["--time", "1s"]);
    assert_ne!(rows["loop"]["mend"], "passed");
    assert_eq!(rows["loop"]["status"], "time", "{:?}", rows["loop"]);
}

#[test]
fn submissions_must_agree_on_the_lab() {
    let bench = Bench::new();
    for lab in ["1", "2"] {
        bench
            .run_as_user(&["lab", "new", lab, &format!("class{lab}")])
            .expect_code(0);
    }
    let run = bench
        .run_as_user(&["lab", "grade", "class1", "class2"])
        .expect_code(1);
    assert!(run.stderr.contains("do not name one lab"), "{}", run.stderr);
    let run = bench
        .run_as_user(&["lab", "grade", "class1", "--no-progress"])
        .expect_code(0);
    assert!(
        run.stdout.contains("class1: 0 of 3 (checked)"),
        "{}",
        run.stdout
    );
}

/// Checks the grades of a small set of generated submissions: no right answer may fail, and no wrong answer may pass.
#[test]
fn grades_of_made_submissions_are_right() {
    let bench = Bench::new();
    let args = [
        "lab",
        "measure",
        "set",
        "--count",
        "20",
        "--seed",
        "7",
        "--no-progress",
    ];
    let run = bench.run_as_user(&args).expect_code(0);
    for part in [
        "right answers that did not pass: 0",
        "wrong answers that passed: 0",
    ] {
        assert!(run.stdout.contains(part), "{part}\n{}", run.stdout);
    }
    let truth = bench.read("set/truth.csv");
    assert_eq!(
        truth.lines().next(),
        Some("submission,lab,task,class,change")
    );
    bench.run_as_user(&args).expect_code(1);
}
