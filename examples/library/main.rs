//! Verifies a C file from a Rust program: `cargo run --example library -- FILE.c`.
//!
//! Without a file, the example first verifies a small C program that fails for one input, and prints the failure with
//! this input. Then it explores a second C program, which has a loop with a branch for each character, with several
//! techniques. It prints the verdict and the number of paths of each.
use symtool::{Report, Session, Technique};

/// A program that divides by zero for one input.
const DIVISION: &str = "\
#include <klee/klee.h>
int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, \"x\");
    return 100 / (x - 42);
}
";

/// A program with a loop that branches for every character.
const UPPER: &str = "\
#include <klee/klee.h>
int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, \"text\");
    for (int i = 0; i < 6; i++)
        if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 'a' - 'A';
    for (int i = 0; i < 6; i++)
        klee_assert(!((text[i] >= 'a') & (text[i] <= 'z')));
    return 0;
}
";

fn print(report: &Report) {
    println!("verdict: {}", report.verdict.name());
    for violation in &report.violations {
        println!(
            "{}:{}: {}",
            violation.file, violation.line, violation.message
        );
        for object in &violation.inputs.objects {
            println!("  input {} = {:?}", object.name, object.bytes);
        }
    }
    for reason in &report.incomplete {
        println!("incomplete: {reason}");
    }
}

fn main() -> Result<(), symtool::Error> {
    if let Some(file) = std::env::args().nth(1) {
        print(&Session::new().file(file).run()?);
        return Ok(());
    }
    print(&Session::new().source("division.c", DIVISION).run()?);
    for (name, technique) in [
        ("every path", None),
        ("melding", Some(Technique::Meld)),
        ("static merging", Technique::merge("static")),
    ] {
        let mut session = Session::new().source("upper.c", UPPER).verify();
        if let Some(technique) = technique {
            session = session.technique(technique);
        }
        let report = session.run()?;
        println!(
            "{name}: {}, {} paths",
            report.verdict.name(),
            report.stats.paths.completed
        );
    }
    Ok(())
}
