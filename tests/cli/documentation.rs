//! The pages in `docs/` show what symtool prints: every console block is run again. `SYMTOOL_UPDATE_DOCS=1` writes what is
//! printed today into the pages.
use crate::harness::Bench;
use std::path::{Path, PathBuf};

const START: &str = "```console\n$ symtool ";
const END: &str = "```\n";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Times and sizes differ from run to run.
fn steady(text: &str) -> String {
    let line = |line: &str| match line.split_once(" queries in ") {
        Some((before, _)) => format!("{before} queries in _\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// A page with the output of every block as it is today.
fn printed_today(page: &str) -> String {
    let bench = Bench::new();
    std::os::unix::fs::symlink(root().join("examples"), bench.path().join("examples"))
        .expect("the folder is new");
    let mut today = String::new();
    let mut rest = page;
    while let Some(at) = rest.find(START) {
        let command = at + START.len();
        let line = command + rest[command..].find('\n').expect("a line ends");
        let end = line + rest[line..].find(END).expect("a block ends");
        let args: Vec<&str> = rest[command..line].split_whitespace().collect();
        let run = bench.run(&args);
        let (shown, fresh) = (&rest[line + 1..end], run.stdout);
        today.push_str(&rest[..=line]);
        let same = steady(shown) == steady(&fresh);
        today.push_str(if same { shown } else { &fresh });
        rest = &rest[end..];
    }
    today + rest
}

#[test]
fn pages_show_what_is_printed() {
    let mut blocks = 0;
    for entry in std::fs::read_dir(root().join("docs")).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|e| e != "md") {
            continue;
        }
        blocks += check(&path);
    }
    assert!(blocks >= 5, "{blocks} console blocks");
}

/// Compares a page; tells how many blocks it has.
fn check(path: &Path) -> usize {
    let page = std::fs::read_to_string(path).expect("the page can be read");
    let today = printed_today(&page);
    if page != today && std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some() {
        std::fs::write(path, &today).expect("the page can be written");
    } else {
        let hint = "write it anew with SYMTOOL_UPDATE_DOCS=1";
        assert!(page == today, "{} is old; {hint}", path.display());
    }
    page.matches(START).count()
}
