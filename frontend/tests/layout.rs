//! Sizes, alignments, member offsets and bit-field places of generated record types are gcc's: one generated
//! program asks for all of them, compiled both ways.
use std::fmt::Write as _;
use std::process::Command;
use symtool_frontend::{Options, compile, diagnostic};
use symtool_ir::interp::{RunConfig, run};

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

const PLAIN: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "_Bool",
    "void *",
    "__int128",
    "long double",
    "unsigned char",
];
const INTEGERS: &[(&str, u64)] = &[
    ("char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 64),
    ("unsigned long", 64),
    ("_Bool", 1),
    ("enum e", 32),
];

/// One record definition and the statements that print its layout.
fn record(random: &mut Random, number: usize, out: &mut String, body: &mut String) {
    let kind = if random.below(6) == 0 {
        "union"
    } else {
        "struct"
    };
    let pack = *random.pick(&["", "", "", "", "1", "2", "4"]);
    if !pack.is_empty() {
        let _ = writeln!(out, "#pragma pack(push, {pack})");
    }
    let _ = writeln!(out, "{kind} r{number} {{");
    let _ = writeln!(
        body,
        "  printf(\"{number} %zu %zu\", sizeof({kind} r{number}), _Alignof({kind} r{number}));"
    );
    for member in 0..1 + random.below(7) {
        match random.below(10) {
            0..4 => {
                let (ty, bits) = *random.pick(INTEGERS);
                let width = 1 + random.below(bits);
                match random.below(8) {
                    0 => {
                        let _ = writeln!(
                            out,
                            "  {ty} : {};",
                            if random.below(2) == 0 { 0 } else { width }
                        );
                    }
                    _ => {
                        let _ = writeln!(out, "  {ty} m{member} : {width};");
                        let _ = writeln!(
                            body,
                            "  {{ {kind} r{number} v; memset(&v, 0, sizeof v); v.m{member} = -1; show(&v, sizeof v); }}"
                        );
                    }
                }
            }
            4 if number > 0 => {
                let inner = random.below(number as u64);
                let _ = writeln!(out, "  T{inner} m{member};");
                let _ = writeln!(
                    body,
                    "  printf(\" %zu\", offsetof({kind} r{number}, m{member}));"
                );
            }
            choice => {
                let ty = *random.pick(PLAIN);
                let attribute = *random.pick(&[
                    "",
                    "",
                    "",
                    "",
                    "__attribute__((aligned(8)))",
                    "__attribute__((packed))",
                ]);
                let array = if choice == 5 { "[3]" } else { "" };
                let _ = writeln!(out, "  {ty} m{member}{array} {attribute};");
                let _ = writeln!(
                    body,
                    "  printf(\" %zu\", offsetof({kind} r{number}, m{member}));"
                );
            }
        }
    }
    let attribute = *random.pick(&[
        "",
        "",
        "",
        "__attribute__((packed))",
        "__attribute__((aligned(16)))",
    ]);
    let _ = writeln!(out, "}} {attribute};\ntypedef {kind} r{number} T{number};");
    if !pack.is_empty() {
        out.push_str("#pragma pack(pop)\n");
    }
    body.push_str("  printf(\"\\n\");\n");
}

fn program(seed: u64, records: usize) -> String {
    let mut random = Random(seed);
    let mut out = String::from(
        "#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\nenum e { A, B };\n\
         static void show(const void *p, size_t n) {\n  const unsigned char *b = p;\n  printf(\" \");\n\
         \x20 for (size_t i = 0; i < n; i++) printf(\"%02x\", b[i]);\n}\n",
    );
    let mut body = String::new();
    for number in 0..records {
        record(&mut random, number, &mut out, &mut body);
    }
    let _ = write!(out, "int main(void) {{\n{body}  return 0;\n}}\n");
    out
}

/// The definition that a line of output is about.
fn definition<'a>(text: &'a str, line: &str) -> &'a str {
    let number = line.split(' ').next().unwrap_or("");
    let start = text.find(&format!(" r{number} {{")).unwrap_or(0);
    let end = text[start..].find("typedef").unwrap_or(0);
    &text[start.saturating_sub(30)..start + end]
}

#[test]
fn layouts_are_those_of_gcc() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in 1..=5 {
        let file = folder.path().join(format!("layout{seed}.c"));
        let text = program(seed * 7919, 100);
        std::fs::write(&file, &text).expect("a writable folder");
        let binary = folder.path().join("layout");
        let built = Command::new("gcc")
            .arg("-w")
            .arg("-o")
            .args([&binary, &file])
            .status();
        assert!(built.expect("gcc starts").success());
        let theirs = Command::new(&binary).output().expect("it runs").stdout;
        let compiled = match compile(&[file], &Options::default()) {
            Ok(compiled) => compiled,
            Err(error) => panic!(
                "{}",
                diagnostic::render(&error.diagnostics, &error.sources, false)
            ),
        };
        let ours = run(&compiled.module, compiled.entry, &RunConfig::default());
        let (ours, theirs) = (
            String::from_utf8_lossy(&ours.output).into_owned(),
            String::from_utf8_lossy(&theirs).into_owned(),
        );
        for (our, their) in ours.lines().zip(theirs.lines()) {
            assert_eq!(our, their, "seed {seed}: {}", definition(&text, our));
        }
        assert_eq!(ours.lines().count(), 100);
    }
}
