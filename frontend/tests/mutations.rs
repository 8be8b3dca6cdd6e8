//! The test checks that the front end never panics and answers within a time limit, even on invalid C.
//!
//! The test changes bytes and tokens of the C programs in `tests/c` and `examples/c`. Most programs are changed after
//! preprocessing; a few are changed before preprocessing, in order to test the preprocessor step. By default, the
//! number of changes is small; `SYMTOOL_MUTATIONS=20000 cargo test --release -p symtool-frontend --test mutations`
//! makes more changes.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use symtool_frontend::diagnostic::render;
use symtool_frontend::{Options, check, compile};
use symtool_testkit::files::c_files;

/// The time limit of one compilation. The limit is long, because on a busy machine a compilation may wait for a
/// processor core.
const PATIENCE: Duration = Duration::from_secs(120);

/// A small random number generator (xorshift): equal seeds give equal inputs.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    c_files(&[&root.join("tests/c"), &root.join("../examples/c")])
}

/// Returns the preprocessed programs to mutate; the list is empty if the system has no `cc`.
fn seeds() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let preprocessed = programs().into_iter().filter_map(|file| {
        let output = Command::new("cc")
            .args(["-E", "-P", "-nostdinc", "-isystem"])
            .args([&root.join("include"), &file])
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.is_empty()).then_some(text)
    });
    preprocessed.collect()
}

/// Splits a text into words, numbers and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

/// Texts that mutations insert into programs.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&&",
    "...",
    "#",
    "\"",
    "'",
    "\\",
    "/*",
    "0x",
    "1e",
    "9999999999999999999999",
    "typedef",
    "struct",
    "struct s {",
    "union",
    "enum",
    "static",
    "extern",
    "inline",
    "const",
    "goto",
    "case 1:",
    "default:",
    "__attribute__((aligned(3)))",
    "__typeof__(",
    "_Generic(",
    "_Static_assert(0);",
    "_Alignas(",
    "sizeof",
    "__extension__",
    "__builtin_va_arg(",
    "__builtin_offsetof(",
    "asm(\"\")",
    "[-1]",
    "[1UL << 62]",
    ": 3",
    "= {",
    "= { [1 ... 3] = ",
    "long double",
    "_Complex",
    "__int128",
    "({",
    "})",
    "?:",
    "return",
    "void",
    "int",
    "\u{e9}",
    "\0",
    "L'\u{20ac}'",
    "u8\"x\"",
    "\n# 1 \"x.h\" 1\n",
];

fn mutate(seeds: &[String], random: &mut Random) -> Vec<u8> {
    let seed = &seeds[random.below(seeds.len())];
    let mut words: Vec<String> = tokens(seed).into_iter().map(str::to_owned).collect();
    for _ in 0..1 + random.below(4) {
        let count = words.len();
        let at = random.below(count);
        match random.below(8) {
            0 => drop(words.splice(at..(at + 1 + random.below(6)).min(count), [])),
            1 => {
                let copy = words[at..(at + 1 + random.below(30)).min(count)].to_vec();
                words.splice(at..at, copy);
            }
            2 => words.swap(at, random.below(count)),
            3 => {
                let other = &seeds[random.below(seeds.len())];
                let other = tokens(other);
                let from = random.below(other.len());
                let part = &other[from..(from + random.below(40)).min(other.len())];
                words.splice(at..at, part.iter().map(|&word| word.to_owned()));
            }
            4 => words.truncate(at.max(1)),
            5 => {
                let piece = PIECES[random.below(PIECES.len())];
                words[at] = piece.repeat(1 + random.below(3) * random.below(700));
            }
            _ => words.insert(at, format!(" {} ", PIECES[random.below(PIECES.len())])),
        }
        if words.is_empty() {
            words.push(";".to_owned());
        }
    }
    let mut bytes = words.concat().into_bytes();
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << random.below(8);
        }
    }
    bytes
}

/// Checks the mutated file, and compiles it too if `whole` is set. Returns a description of the front end's
/// failure (a panic, or no answer in time), if any.
fn failure_of(file: &Path, whole: bool) -> Option<String> {
    let begin = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let files = [file.to_owned()];
        if whole && let Err(error) = compile(&files, &Options::default()) {
            assert!(
                error
                    .diagnostics
                    .iter()
                    .any(symtool_frontend::diagnostic::Diagnostic::is_error),
                "no error"
            );
            render(&error.diagnostics, &error.sources, false);
        }
        let report = check(&files, &Options::default());
        let errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
        assert!(errors <= 20, "{errors} errors");
        let internal = report.diagnostics.iter().find(|d| d.code == "internal");
        assert!(internal.is_none(), "{internal:?}");
        render(&report.diagnostics, &report.sources, false);
    }));
    match answer {
        Err(_) => Some("panic".to_owned()),
        Ok(()) if begin.elapsed() > PATIENCE => Some(format!("{:?}", begin.elapsed())),
        Ok(()) => None,
    }
}

#[test]
fn mutated_programs_never_crash_or_hang() {
    let seeds = seeds();
    if seeds.is_empty() {
        println!("skipped: there is no `cc` to preprocess the programs with");
        return;
    }
    let wanted = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count: u64 = wanted("SYMTOOL_MUTATIONS").unwrap_or(1000);
    let first: u64 = wanted("SYMTOOL_MUTATIONS_FROM").unwrap_or(1);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut failures = Vec::new();
    for number in first..first + count {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let text = mutate(&seeds, &mut random);
        let file = folder.path().join("mutant.i");
        std::fs::write(&file, &text).expect("the folder is writable");
        if let Some(what) = failure_of(&file, number % 4 == 0) {
            let kept = std::env::temp_dir().join(format!("symtool-mutant-{number}.i"));
            let _ = std::fs::copy(&file, &kept);
            failures.push(format!("{}: {what}", kept.display()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn mutated_sources_never_crash_or_hang() {
    let read = |file: PathBuf| std::fs::read_to_string(file).ok();
    let seeds: Vec<String> = programs().into_iter().filter_map(read).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut random = Random(7);
    let mut accepted = 0;
    for number in 0..100 {
        let text = mutate(&seeds, &mut random);
        let file = folder.path().join("mutant.c");
        std::fs::write(&file, &text).expect("the folder is writable");
        let text = String::from_utf8_lossy(&text);
        assert_eq!(failure_of(&file, true), None, "mutant {number}:\n{text}");
        accepted += usize::from(compile(&[file], &Options::default()).is_ok());
    }
    assert!(accepted > 0, "no mutated program is accepted");
}
