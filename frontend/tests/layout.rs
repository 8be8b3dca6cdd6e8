//! The test checks that symtool computes the same sizes, alignments, member offsets and bit-field positions of record
//! types as gcc. The record types are generated. gcc and symtool compile one generated program that prints the layout
//! of all of them.
use std::fmt::Write as _;
use std::process::Command;
use symtool_frontend::{Options, compile, diagnostic};
use symtool_ir::interp::{RunConfig, run};

/// A small random number generator (xorshift): equal seeds give equal programs.
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
    "int (*",
    "__int128",
    "long double",
    "unsigned char",
    "enum e",
    "enum small",
    "enum wide",
    "int1",
    "long2",
    "double4",
];
/// Typedefs with an alignment larger than their size. An array of elements of such a type would be invalid.
const RAISED: &[&str] = &["short8", "int16", "array16"];
/// Integer types for bit-fields, each with the maximum width of a bit-field in bits.
const INTEGERS: &[(&str, u64)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum e", 32),
    ("enum small", 8),
    ("int1", 32),
    ("long2", 64),
    ("short8", 16),
    ("int16", 32),
];
const ALIGNED: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "__attribute__((aligned(2)))",
    "__attribute__((aligned(8)))",
    "__attribute__((aligned))",
    "__attribute__((packed))",
    "__attribute__((packed, aligned(4)))",
];
const ALIGNED_RECORD: &[&str] = &[
    "",
    "",
    "",
    "",
    "__attribute__((packed))",
    "__attribute__((aligned(16)))",
    "__attribute__((packed, aligned(2)))",
];

/// A record definition that is being generated, with the statements that print its layout.
struct Record<'a> {
    random: &'a mut Random,
    /// The number of the record. Records with smaller numbers can be members of this record.
    number: usize,
    /// The number of members that were generated so far. The number is part of the name of the next member, so that
    /// names are unique.
    members: usize,
    definition: String,
    body: String,
}

impl Record<'_> {
    fn kind(&mut self) -> &'static str {
        match self.random.below(6) {
            0 => "union",
            _ => "struct",
        }
    }

    /// Writes the members between two braces. `path` is the access path from the outermost record to these
    /// members.
    fn members(&mut self, path: &str, depth: usize, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            let name = format!("m{}", self.members);
            self.members += 1;
            match self.random.below(14) {
                0..5 => self.bit_field(path, &name),
                5 if self.number > 0 => {
                    let inner = self.random.below(self.number as u64);
                    self.plain(path, &name, &format!("T{inner}"));
                }
                7 if self.number > 0 => {
                    let inner = self.random.below(self.number as u64);
                    self.single(path, &name, &format!("A{inner}"));
                }
                8 => {
                    let ty = *self.random.pick(RAISED);
                    self.single(path, &name, ty);
                }
                6 if depth < 2 => self.inner(path, &name, depth),
                _ => {
                    let ty = *self.random.pick(PLAIN);
                    self.plain(path, &name, ty);
                }
            }
        }
    }

    fn bit_field(&mut self, path: &str, name: &str) {
        let (ty, bits) = *self.random.pick(INTEGERS);
        let width = 1 + self.random.below(bits);
        match self.random.below(9) {
            0 => {
                let _ = writeln!(self.definition, "  {ty} : 0;");
            }
            1 => {
                let _ = writeln!(self.definition, "  {ty} : {width};");
            }
            _ => {
                let attribute = *self.random.pick(ALIGNED);
                let _ = writeln!(self.definition, "  {ty} {name} : {width} {attribute};");
                let pattern = self.random.below(u64::MAX);
                let _ = writeln!(
                    self.body,
                    "  SHOW({number}, {path}{name}, {pattern}u)",
                    number = self.number
                );
            }
        }
    }

    fn plain(&mut self, path: &str, name: &str, ty: &str) {
        let array = match self.random.below(5) {
            0 => format!("[{}]", self.random.below(4)),
            _ => String::new(),
        };
        let attribute = *self.random.pick(ALIGNED);
        let close = if ty.ends_with("(*") { ")(void)" } else { "" };
        let _ = writeln!(self.definition, "  {ty} {name}{array}{close} {attribute};");
        self.offset(&format!("{path}{name}"));
    }

    /// Writes the member `name` of type `ty`, which is not an array. `path` is the access path to the record.
    fn single(&mut self, path: &str, name: &str, ty: &str) {
        let attribute = *self.random.pick(ALIGNED);
        let _ = writeln!(self.definition, "  {ty} {name} {attribute};");
        self.offset(&format!("{path}{name}"));
    }

    /// Writes a record definition as the member `name` of the record or, at random, as an anonymous member.
    fn inner(&mut self, path: &str, name: &str, depth: usize) {
        let kind = self.kind();
        let _ = writeln!(self.definition, "  {kind} {{");
        if self.random.below(2) == 0 {
            self.members(path, depth + 1, 4);
            let _ = writeln!(self.definition, "  }};");
            return;
        }
        self.members(&format!("{path}{name}."), depth + 1, 4);
        let attribute = *self.random.pick(ALIGNED_RECORD);
        let _ = writeln!(self.definition, "  }} {attribute} {name};");
        self.offset(&format!("{path}{name}"));
    }

    fn offset(&mut self, member: &str) {
        let number = self.number;
        let _ = writeln!(
            self.body,
            "  printf(\" %zu %zu\", offsetof(T{number}, {member}), __alignof__(((T{number} *)0)->{member}));",
        );
    }
}

/// Writes one record definition to `out`, and the statements that print its layout to `body`.
fn record(random: &mut Random, number: usize, out: &mut String, body: &mut String) {
    let pack = *random.pick(&["", "", "", "", "1", "2", "4", "8"]);
    let mut record = Record {
        random,
        number,
        members: 0,
        definition: String::new(),
        body: String::new(),
    };
    let kind = record.kind();
    record.members("", 0, 8);
    if kind == "struct" && record.random.below(12) == 0 {
        let ty = *record
            .random
            .pick(&["char", "short", "long double", "enum small"]);
        let _ = writeln!(record.definition, "  int before;\n  {ty} flexible[];");
        record.offset("flexible");
    }
    let attribute = *record.random.pick(ALIGNED_RECORD);
    let mut definition = record.definition;
    if !pack.is_empty() {
        let pragma = format!("#pragma pack(push, {pack})\n");
        match record.random.below(3) {
            // The pragma may begin any line of the definition, between members or after the braces of an inner
            // record.
            0 => {
                let mut ends: Vec<usize> = definition
                    .match_indices('\n')
                    .map(|(at, _)| at + 1)
                    .collect();
                ends.push(0);
                definition.insert_str(*record.random.pick(&ends), &pragma);
            }
            _ => out.push_str(&pragma),
        }
    }
    let _ = writeln!(
        out,
        "{kind} r{number} {{\n{definition}}} {attribute};\ntypedef {kind} r{number} T{number};"
    );
    let align = 1 << record.random.below(6);
    let _ = writeln!(
        out,
        "typedef {kind} r{number} A{number} __attribute__((aligned({align})));"
    );
    if !pack.is_empty() {
        out.push_str("#pragma pack(pop)\n");
    }
    let _ = write!(
        body,
        "  printf(\"{number} %zu %zu %zu\", sizeof(T{number}), _Alignof(T{number}), _Alignof(A{number}));\n{}  printf(\"\\n\");\n",
        record.body
    );
}

fn program(seed: u64, records: usize) -> String {
    let mut random = Random(seed);
    // The generated program sets each bit-field three times: to ones with zeros around it, to zeros with ones around
    // it, and to a pattern that it reads back.
    let mut out = String::from(
        "#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\nenum e { A, B };\n\
         enum __attribute__((packed)) small { C, D };\nenum wide { E = -1, F = 0x7fffffffffff };\n\
         typedef int __attribute__((aligned(1))) int1;\ntypedef long long2 __attribute__((aligned(2)));\n\
         typedef double double4 __attribute__((aligned(4)));\ntypedef short short8 __attribute__((aligned(8)));\n\
         typedef int int16 __attribute__((aligned(16)));\ntypedef char array16[3] __attribute__((aligned(16)));\n\
         static void show(const void *p, size_t n) {\n  const unsigned char *b = p;\n  printf(\" \");\n\
         \x20 for (size_t i = 0; i < n; i++) printf(\"%02x\", b[i]);\n}\n\
         #define SHOW(number, member, pattern) { T##number v; \\\n\
         \x20 memset(&v, 0, sizeof v); v.member = -1; show(&v, sizeof v); \\\n\
         \x20 memset(&v, 255, sizeof v); v.member = 0; show(&v, sizeof v); \\\n\
         \x20 v.member = pattern; printf(\" %lld\", (long long)v.member); }\n",
    );
    let mut body = String::new();
    for number in 0..records {
        record(&mut random, number, &mut out, &mut body);
    }
    let _ = write!(out, "int main(void) {{\n{body}  return 0;\n}}\n");
    out
}

/// Returns the record definition in the program `text` to which `line`, a line of the program's output, refers.
fn definition<'a>(text: &'a str, line: &str) -> &'a str {
    let number = line.split(' ').next().unwrap_or("");
    let start = text.find(&format!(" r{number} {{")).unwrap_or(0);
    let end = text[start..].find("\ntypedef").unwrap_or(0);
    &text[start.saturating_sub(30)..start + end]
}

#[test]
fn layouts_match_gcc() {
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
            let line = our;
            let words = our.split(' ').zip(their.split(' ')).enumerate();
            for (at, (our, their)) in words {
                assert_eq!(
                    our,
                    their,
                    "number {at} of the output line of this record, seed {seed}: {}",
                    definition(&text, line)
                );
            }
        }
        assert_eq!(ours.lines().count(), 100);
    }
}
