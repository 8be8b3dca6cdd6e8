//! Mutated C: whatever is fed in, the front end answers with a program or with errors, never with a panic.
//!
//! A bounded slice runs by default; `SYMTOOL_FUZZ=20000 cargo test --release --test robustness` runs more.
use std::path::{Path, PathBuf};
use symtool_frontend::{Options, compile};

const DEFAULT_RUNS: usize = 300;

/// What tends to break parsers.
const SCRAPS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "=",
    "->",
    "...",
    "\"",
    "'",
    "\\",
    "#",
    "0x",
    "1e",
    "sizeof",
    "struct",
    "union {",
    "typedef",
    "static",
    "int",
    "void",
    "char",
    "long long",
    "float",
    "if (",
    "else",
    "for (;;)",
    "while",
    "switch (",
    "case",
    "default:",
    "goto",
    "return",
    "break",
    "continue",
    "__attribute__((",
    "__asm__",
    "_Generic(",
    "?",
    ":",
    "L\"x\"",
    "/*",
    "//",
    "-",
    "!",
    "~",
    "0",
    "-1",
    "18446744073709551616",
    "x",
    "main",
    "\u{e9}",
    "\0",
];

fn seeds() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["examples/c/cfmse", "frontend/tests/c"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(root.join(folder)).ok())
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "c"))
        .collect();
    files.sort();
    files
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(&path).ok().map(|text| (path, text)))
        .collect()
}

/// Vigna's xorshift64*: the same mutants in every run.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

fn pick(rng: &mut Rng, below: usize) -> usize {
    (rng.next() % below.max(1) as u64) as usize
}

/// A place between two characters.
fn boundary(text: &str, wanted: usize) -> usize {
    (0..=wanted.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + pick(rng, 4) {
        let at = boundary(&text, pick(rng, text.len()));
        let end = boundary(&text, at + pick(rng, 30)).max(at);
        match pick(rng, 4) {
            0 => text.replace_range(at..end, ""),
            1 => text.insert_str(at, SCRAPS[pick(rng, SCRAPS.len())]),
            2 => text.replace_range(at..end, SCRAPS[pick(rng, SCRAPS.len())]),
            _ => {
                let piece = text[at..end].to_owned();
                let to = boundary(&text, pick(rng, text.len()));
                text.insert_str(to, &piece);
            }
        }
    }
    text
}

#[test]
fn mutated_programs_give_errors_not_panics() {
    let runs = std::env::var("SYMTOOL_FUZZ")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(DEFAULT_RUNS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let seeds = seeds();
    assert!(!seeds.is_empty());
    let mut rng = Rng(7);
    let (mut accepted, mut refused) = (0, 0);
    for run in 0..runs {
        let (seed, text) = &seeds[run % seeds.len()];
        let mutant = mutate(text, &mut rng);
        let file = folder.path().join("mutant.c");
        std::fs::write(&file, &mutant).expect("the folder is writable");
        let files = [file];
        let result = std::panic::catch_unwind(|| {
            compile(&files, &Options::default())
                .map(|_| ())
                .map_err(|e| e.diagnostics.len())
        });
        match result {
            Ok(Ok(())) => accepted += 1,
            Ok(Err(messages)) => {
                assert!(
                    messages > 0,
                    "refused without a word: mutant {run} of {}:\n{mutant}",
                    seed.display()
                );
                refused += 1;
            }
            Err(_) => panic!(
                "mutant {run} of {} makes the front end panic:\n{mutant}",
                seed.display()
            ),
        }
    }
    assert!(
        accepted > 0 && refused > 0,
        "{accepted} accepted, {refused} refused: the mutants are of one kind"
    );
}
