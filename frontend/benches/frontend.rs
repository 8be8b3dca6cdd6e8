//! Compares the time of the front end with the time of the parser alone, on a generated program of 100,000
//! lines.
//!
//! `cargo bench -p symtool-frontend --bench frontend` prints three durations:
//!
//! - `lang-c`: the parser alone;
//! - `whole`: the front end without the preprocessor, that is, reading, normalization, parsing, checking, lowering,
//!   library models and verification;
//! - `check`: the work of `symtool check` on the same text, that is, the steps up to checking, and the lints.
//!
//! To compare two versions of symtool, compare their ratios `whole` / `lang-c`, because the durations depend on the
//! machine.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use symtool_frontend::{Options, check, compile};

/// The memory allocator that the `symtool` binary uses, so that the measured times also hold for `symtool`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of lines of the generated program before preprocessing.
const LINES: usize = 100_000;

/// The stack size in bytes of the measuring thread. The stack is large because the destructor of a syntax tree
/// recurses deeply.
const STACK: usize = 256 << 20;

/// Returns a generated C program. It consists of numbered groups of declarations; each group has types, tables, loops
/// and calls, as in real programs.
fn program() -> String {
    let mut text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                    #include <stdint.h>\n"
        .to_owned();
    let (mut unit, mut lines) = (0, 4);
    while lines < LINES {
        unit += 1;
        let before = text.len();
        write_unit(&mut text, unit).expect("a string takes any text");
        lines += text[before..].lines().count();
    }
    text + &format!("int main(void)\n{{\n    return run{unit}(3) & 1;\n}}\n")
}

fn write_unit(out: &mut String, i: usize) -> std::fmt::Result {
    let (bits, name, turns) = (1 + i % 31, 8 + i % 40, i % 50 + 1);
    write!(
        out,
        "/* unit {i} */
typedef struct node{i} {{
    struct node{i} *next;
    int kind, count;
    uint32_t flags : {bits};
    char name[{name}];
    union {{ long l; double d; void *p; }} u;
}} node{i}_t;
enum mode{i} {{ M{i}_A, M{i}_B = {i}, M{i}_C }};
#define LIMIT{i}(x) ((x) > {i} ? {i} : (x))
static const int table{i}[] = {{
"
    )?;
    for row in 0..8 {
        let number = |column: usize| (i * 7919 + row * 131 + column * 37) % 10_000;
        let numbers: Vec<String> = (0..12).map(|column| number(column).to_string()).collect();
        writeln!(out, "    {},", numbers.join(", "))?;
    }
    writeln!(
        out,
        "}};
static int step{i}(node{i}_t *n, int a)
{{
    int r = 0;
    switch (a & 7) {{"
    )?;
    for case in 0..7 {
        writeln!(
            out,
            "    case {case}:\n        r += table{i}[a % 96] * {case} + n->count;\n        break;"
        )?;
    }
    let deeper = match i {
        1 => String::new(),
        _ => format!("r += run{}(a - 1);", i - 1),
    };
    let short = i % 10;
    writeln!(
        out,
        "    default:
        r = LIMIT{i}(a) - 1;
        break;
    }}
    for (int j = 0; j < n->count && j < {turns}; j++) {{
        if (table{i}[j] > a && (n->flags & 3u) != 0)
            r ^= (table{i}[j] << 2) | (int)n->name[j % sizeof n->name];
        else if (r < 0)
            r = -r;
        else {{
            n->u.l += (long)r * M{i}_B;
            continue;
        }}
    }}
    return r;
}}
int run{i}(int a)
{{
    node{i}_t n = {{ .kind = M{i}_C, .count = a }};
    node{i}_t *p = &n;
    int r = 0;
    strcpy(n.name, \"n{short}\");
    while (p) {{
        r += step{i}(p, a);
        p = p->next;
    }}
    if (r == {i}) printf(\"run {i}: %d %s\\n\", r, n.name);
    if (a > 0) {{ {deeper} }}
    return r;
}}
"
    )
}

/// Writes the generated program to a file in `folder` and preprocesses it. Returns `None` if the system has no `cc`.
fn preprocessed(folder: &Path) -> Option<(PathBuf, String)> {
    let (source, file) = (folder.join("program.c"), folder.join("program.i"));
    std::fs::write(&source, program()).expect("the folder is writable");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let output = Command::new("cc")
        .args(["-E", "-D__SYMTOOL__=1", "-nostdinc", "-isystem"])
        .args([&include, &source])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    std::fs::write(&file, &text).expect("the folder is writable");
    output.status.success().then_some((file, text))
}

fn parse_alone(text: &str) {
    let config = Config {
        flavor: Flavor::GnuC11,
        ..Config::default()
    };
    let text = text.to_owned();
    let parser = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || parse_preprocessed(&config, text).map(drop).is_ok())
        .expect("a thread");
    assert!(parser.join().expect("it ends"), "the program parses");
}

fn front_end(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some((file, text)) = preprocessed(folder.path()) else {
        println!("skipped: there is no `cc` to preprocess the program with");
        return;
    };
    let files = [file];
    let mut group = criterion.benchmark_group("100,000 lines");
    group.throughput(Throughput::Elements(LINES as u64));
    group.sample_size(10);
    group.bench_function("lang-c", |bencher| bencher.iter(|| parse_alone(&text)));
    group.bench_function("check", |bencher| {
        bencher.iter(|| check(&files, &Options::default()));
    });
    group.bench_function("whole", |bencher| {
        bencher.iter(|| compile(&files, &Options::default()).expect("it is C"));
    });
    group.finish();
}

criterion_group!(benches, front_end);
criterion_main!(benches);
