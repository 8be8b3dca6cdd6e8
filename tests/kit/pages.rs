//! Executes the pages `docs/first-*.md`, which explain how to write a first part (such as a pass or a searcher) of
//! one's own. For each page, writes the files, adds the lines to `src/lib.rs`, and runs each console block. The output
//! must be that of the page.
use crate::add_part;
use std::path::Path;
use std::process::Command;

/// One step of a page.
#[derive(Debug)]
enum Step {
    /// Write a file.
    Write(String, String),
    /// Add a line to `src/lib.rs`. A `mod` line is inserted above the comment that marks the end of the modules. Any
    /// other line is inserted above the comment that marks the end of the registrations.
    Add(String),
    /// Run a command. The rest of the console block is the expected output.
    Run {
        command: String,
        expected: String,
        line: usize,
    },
}

/// Returns the steps of a page in order.
fn steps(text: &str) -> Vec<Step> {
    let lines: Vec<&str> = text.lines().collect();
    let mut steps = Vec::new();
    let mut file = None;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some(rest) = line.strip_prefix("File `") {
            file = rest.split('`').next().map(str::to_owned);
        }
        let Some(kind) = line.strip_prefix("```") else {
            at += 1;
            continue;
        };
        let end = (at + 1..lines.len()).find(|&end| lines[end] == "```");
        let end = end.expect("a block ends");
        let block = lines[at + 1..end].join("\n") + "\n";
        match (kind, file.take()) {
            (_, Some(name)) => steps.push(Step::Write(name, block)),
            ("rust", None) => steps.push(Step::Add(block)),
            ("console", None) => {
                let command = lines[at + 1].strip_prefix("$ ").expect("a command");
                steps.push(Step::Run {
                    command: command.to_owned(),
                    expected: lines[at + 2..end]
                        .iter()
                        .map(|line| format!("{line}\n"))
                        .collect(),
                    line: at + 1,
                });
            }
            _ => {}
        }
        at = end + 1;
    }
    steps
}

/// Executes the steps of the page `docs/NAME` in the project. `build` builds the project, and `program` is the path of
/// the executable.
pub fn follow(name: &str, project: &Path, program: &Path, build: &dyn Fn()) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    let mut page = std::fs::read_to_string(&path).expect("a page");
    let updates = std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some();
    let mut changed = false;
    for step in steps(&page.clone()) {
        match step {
            Step::Write(file, text) => {
                std::fs::write(project.join(file), text).expect("a writable project");
                changed = true;
            }
            Step::Add(line) => {
                add_part(project, &line);
                changed = true;
            }
            Step::Run {
                command,
                expected,
                line,
            } => {
                if std::mem::take(&mut changed) {
                    build();
                }
                let found = run(&command, project, program);
                if masked(&found) == masked(&expected) {
                    continue;
                }
                assert!(
                    updates,
                    "{name}:{line}: `{command}` prints\n{found}\nbut the page says\n{expected}"
                );
                let block = format!("$ {command}\n");
                page = page.replacen(&format!("{block}{expected}"), &format!("{block}{found}"), 1);
            }
        }
    }
    if updates {
        std::fs::write(&path, page).expect("a writable page");
    }
}

/// Runs a command of a page in the project, and returns its output.
fn run(command: &str, project: &Path, program: &Path) -> String {
    let output = match command.strip_prefix("cargo run -- ") {
        Some(args) => Command::new(program)
            .current_dir(project)
            .args(args.split(' '))
            .output(),
        None => Command::new("sh")
            .current_dir(project)
            .args(["-c", command])
            .output(),
    };
    let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns an output without the parts that differ between runs: the columns `CPU s` and `MB` of tables, and the line
/// that names the fastest mode.
fn masked(text: &str) -> String {
    let mut hidden: Vec<usize> = Vec::new();
    let mut out = String::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if line.starts_with("Fastest: ") {
            continue;
        }
        if cells.len() == 1 {
            hidden.clear();
            out += line;
        } else if cells.contains(&"CPU s") {
            let is_hidden = |&at: &usize| ["CPU s", "MB"].contains(&cells[at]);
            hidden = (0..cells.len()).filter(is_hidden).collect();
            out += &cells.join("|");
        } else if !line.starts_with("|--") {
            let shown = cells
                .iter()
                .enumerate()
                .filter(|(at, _)| !hidden.contains(at));
            out += &shown.map(|(_, cell)| *cell).collect::<Vec<_>>().join("|");
        }
        out.push('\n');
    }
    out
}
