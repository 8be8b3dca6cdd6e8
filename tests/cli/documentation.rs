//! The tests run the commands that README.md and the pages of `docs/` show:
//!
//! - The output of each `console` block, and the table of solver links, is compared with the page.
//!   `SYMTOOL_UPDATE_DOCS=1` writes the current output into the pages.
//! - Each picture of the pages is compared with the picture that its command draws now, and is replaced with
//!   `SYMTOOL_UPDATE_DOCS=1`.
//! - Each `symtool` line of an `sh` block runs on sample programs. Exit codes 1 and 2 (invalid input or
//!   options) fail the test.
//! - The options of each inline command are parsed, but the command does not run, because it may be a long
//!   measurement.
use crate::harness::Bench;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const START: &str = "```console\n$ symtool ";
const END: &str = "```\n";

/// The sample program `prog.c` that the pages use. It fails for some inputs and succeeds for others.
const PROG: &str = "\
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, \"x\");
    assert(x * x != 1764);
    return 0;
}
";

/// The sample `lines.c`: a function with a buffer and its size.
const LINES: &str = "\
int count(const char *text, unsigned long size) {
    int lines = 0;
    for (unsigned long i = 0; i < size; i++)
        lines += text[i] == '\\n';
    return lines;
}
";

/// The pictures on the pages of `docs/`, each with the symtool command that draws it.
const PICTURES: &[(&str, &str)] = &[
    (
        "toupper-before.svg",
        "ir examples/c/cfmse/toupper.c --after symbolic --function to_upper --emit svg",
    ),
    (
        "toupper-after.svg",
        "ir examples/c/cfmse/toupper.c --after cfmse --function to_upper --emit svg",
    ),
    (
        "toupper-diff.svg",
        "ir examples/c/cfmse/toupper.c --diff simplify cfmse --function to_upper --emit svg",
    ),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the paths of README.md and of all pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text(page: &Path) -> String {
    std::fs::read_to_string(page).expect("the page is readable")
}

/// Returns a temporary folder with the programs that the pages use.
fn samples() -> Bench {
    let bench = Bench::new();
    std::os::unix::fs::symlink(root().join("examples"), bench.path().join("examples"))
        .expect("the folder is new");
    let toupper = std::fs::read_to_string(root().join("examples/c/cfmse/toupper.c"));
    let bug = toupper.expect("toupper.c").replacen(">= 'a'", ">= 'b'", 1);
    bench.file("bug.c", bug);
    bench.file("prog.c", PROG);
    let message = std::fs::read_to_string(root().join("docs/guide/report.c"));
    bench.file("report.c", message.expect("report.c"));
    bench.file("lines.c", LINES);
    bench.file(
        "main.c",
        "#include <assert.h>\nint parse(int);\nint main(int argc, char **argv) { assert(parse(argc) != 1); return 0; }\n",
    );
    bench.file(
        "a.c",
        "#include \"b.h\"\nint parse(int n) { return n < N ? helper(n) : 0; }\n",
    );
    bench.file(
        "b.c",
        "#include \"b.h\"\nint helper(int n) { return n / 2; }\n",
    );
    std::fs::create_dir(bench.path().join("include")).expect("the folder is new");
    bench.file("include/b.h", "int helper(int);\n");
    bench
}

/// Returns the output `text` without times and memory sizes, which differ between runs, and without bytes of
/// inputs, which depend on the solver.
pub(crate) fn comparable(text: &str) -> String {
    let line = |line: &str| {
        let time = line
            .split_once(" queries in ")
            .or_else(|| line.split_once(" query in "));
        if let Some((before, _)) = time {
            format!("{before} queries in _\n")
        } else if let Some((before, _)) = line.split_once(" = ")
            && before.starts_with("  input ")
        {
            format!("{before} = _\n")
        } else {
            format!("{line}\n")
        }
    };
    text.lines().map(line).collect()
}

/// Returns the text of a page with the current output of the command in every console block.
fn with_current_output(page: &str) -> String {
    let bench = samples();
    let mut current = String::new();
    let mut rest = page;
    while let Some(at) = rest.find(START) {
        let command = at + START.len();
        let line = command + rest[command..].find('\n').expect("a line ends");
        let end = line + rest[line..].find(END).expect("a block ends");
        let args: Vec<&str> = rest[command..line].split_whitespace().collect();
        let run = bench.run_as_user(&args);
        assert!(!matches!(run.code, 1 | 2), "{args:?}: {}", run.stderr);
        let (shown, printed) = (&rest[line + 1..end], run.stdout);
        current.push_str(&rest[..=line]);
        let same = comparable(shown) == comparable(&printed);
        current.push_str(if same { shown } else { &printed });
        rest = &rest[end..];
    }
    current + rest
}

/// Asserts that the text `page` of a page equals `current`. If `SYMTOOL_UPDATE_DOCS` is set, writes `current`
/// to the file instead.
pub(crate) fn assert_current(path: &Path, page: &str, current: &str) {
    if page != current && std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some() {
        std::fs::write(path, current).expect("the page is writable");
    } else {
        let hint = "SYMTOOL_UPDATE_DOCS=1 updates the page";
        assert!(page == current, "{}: old text; {hint}", path.display());
    }
}

#[test]
fn the_solver_chain_page_lists_the_links() {
    const HEAD: &str = "| link | technique |\n| --- | --- |\n";
    let path = root().join("docs/techniques/solver-chain.md");
    let page = text(&path);
    let start = page.find(HEAD).expect("a table of links") + HEAD.len();
    let end = start + page[start..].find("\n\n").expect("a table ends") + 1;
    let row = |link: &symtool_solver::Link| format!("| `{}` | {} |\n", link.name, link.summary);
    let rows: String = symtool_solver::LINKS.iter().map(row).collect();
    let current = format!("{}{rows}{}", &page[..start], &page[end..]);
    assert_current(&path, &page, &current);
}

/// Checks that the page on the papers contains the tables of exhibits (tables and figures of the papers), between its
/// introduction and the section "Latest run".
#[test]
fn the_page_of_the_papers_lists_every_exhibit() {
    let path = root().join("docs/results/papers.md");
    let page = text(&path);
    let exhibits = symtool_bench::papers::markdown();
    let start = page.find("\n## ").expect("a heading") + 1;
    let end = page.find("## Latest run\n").expect("the latest run");
    let current = format!("{}{exhibits}{}", &page[..start], &page[end..]);
    assert_current(&path, &page, &current);
}

#[test]
fn console_blocks_show_the_current_output() {
    let mut blocks = 0;
    for path in pages() {
        let page = text(&path);
        assert_current(&path, &page, &with_current_output(&page));
        blocks += page.matches(START).count();
    }
    assert!(blocks >= 10, "{blocks} console blocks");
}

/// Returns the `symtool` commands in `sh` blocks, without comments and without the programs after a pipe.
fn shell_commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_block = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = line == "```sh";
        } else if in_block && line.starts_with("symtool ") {
            let line = line.split(" #").next().unwrap_or(line);
            let line = line.split(" | ").next().unwrap_or(line);
            commands.extend(line.split(" && ").map(|part| part.trim().to_owned()));
        }
    }
    commands
}

/// Returns the inline code spans of a page that are complete `symtool` commands.
fn inline_commands(page: &str) -> Vec<String> {
    let spans = page.split('`').skip(1).step_by(2);
    spans
        .filter(|span| span.starts_with("symtool ") && !span.contains(['|', '…', '\n']))
        .map(str::to_owned)
        .collect()
}

/// Runs a command line in a shell with symtool in its `PATH`. Returns the exit code and standard error.
fn shell(bench: &Bench, command: &str) -> (Option<i32>, String) {
    let symtool = Path::new(env!("CARGO_BIN_EXE_symtool"));
    let folder = symtool.parent().expect("the binary is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = std::process::Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(bench.path())
        .stdin(Stdio::null())
        .output()
        .expect("sh starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), error)
}

/// Returns a command with `--help` added, so that it parses all options and does nothing else.
fn parse_only(command: &str) -> String {
    let samples = |word: &str| match word {
        "N" | "BYTES" | "LEN" => "1".to_owned(),
        "TIME" => "1s".to_owned(),
        "SIZE" | "CAP" => "64".to_owned(),
        _ => word.trim_matches(['[', ']']).to_owned(),
    };
    let (options, rest) = command.split_once(" -- ").unwrap_or((command, ""));
    let words: Vec<String> = options.split(' ').map(samples).collect();
    format!("{} --help -- {rest}", words.join(" "))
}

#[test]
fn shell_commands_run() {
    let mut count = 0;
    for path in pages() {
        let commands = shell_commands(&text(&path));
        if commands.is_empty() {
            continue;
        }
        let bench = samples();
        // A command of a page may use a test case that only a later command of the page creates. Therefore a first run
        // creates test cases and failures.
        let (code, error) = shell(&bench, "symtool prog.c --quiet");
        assert_eq!(code, Some(10), "{error}");
        for command in commands {
            // These commands need other tools, or take minutes, so only their options are parsed.
            let is_only_parsed = command.contains("smtlib:")
                || command.starts_with("symtool bench")
                || command.starts_with("symtool lab measure");
            let runnable: Vec<&str> = command
                .split(' ')
                .map(|word| match word {
                    "FILE" => "prog.c",
                    "TEST" => "symtool-last/tests/000001.ktest",
                    word => word,
                })
                .collect();
            let (code, error) = if is_only_parsed {
                shell(&bench, &parse_only(&command))
            } else {
                shell(&bench, &runnable.join(" "))
            };
            let ran = matches!(code, Some(0 | 10 | 20));
            assert!(ran, "{}: {command}: {code:?}\n{error}", path.display());
            count += 1;
        }
    }
    assert!(count >= 30, "{count} commands");
}

#[test]
fn inline_commands_parse() {
    let bench = samples();
    let mut count = 0;
    for path in pages() {
        for command in inline_commands(&text(&path)) {
            let (code, error) = shell(&bench, &parse_only(&command));
            assert_eq!(code, Some(0), "{}: {command}\n{error}", path.display());
            count += 1;
        }
    }
    assert!(count >= 20, "{count} commands");
}

/// Asserts that a page of the book contains each of `names` as inline code.
#[track_caller]
fn assert_documented<'a>(page: &str, names: impl IntoIterator<Item = &'a str>) {
    let text = text(&root().join("docs").join(page));
    let missing: Vec<&str> = names
        .into_iter()
        .filter(|name| !text.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "docs/{page} lacks {missing:?}");
}

#[test]
fn reference_pages_name_every_field_column_and_check() {
    let bench = samples();
    let summary = bench.json(&["prog.c", "--cfmse", "--out", "o"]);
    let fields = |value: &serde_json::Value| -> Vec<String> {
        value
            .as_object()
            .into_iter()
            .flat_map(|o| o.keys().cloned())
            .collect()
    };
    for object in [&summary, &summary["paths"], &summary["queries"]] {
        let names = fields(object);
        assert!(!names.is_empty());
        assert_documented(
            "reference/file-formats.md",
            names.iter().map(String::as_str),
        );
    }
    let series = std::fs::read_to_string(bench.path().join("o/stats.csv")).expect("stats.csv");
    let columns = series.lines().next().unwrap_or_default().split(',');
    assert_documented("guide/output-folder.md", columns);
    let kinds = symtool_ir::bug::BugKind::ALL.iter().map(|kind| kind.name());
    assert_documented("guide/checks.md", kinds);
    let checks = symtool_ir::bug::CheckKind::ALL
        .iter()
        .map(|check| check.name());
    assert_documented("guide/checks.md", checks);
}

#[test]
fn pictures_are_current() {
    let bench = samples();
    for (name, command) in PICTURES {
        let words: Vec<&str> = command.split_whitespace().collect();
        let drawn = bench.run(&words).expect_code(0).stdout;
        let path = root().join("docs/images").join(name);
        if std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some() {
            std::fs::write(&path, &drawn).expect("the picture is writable");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == drawn,
            "docs/images/{name} is not the output of `symtool {command}`"
        );
    }
}
