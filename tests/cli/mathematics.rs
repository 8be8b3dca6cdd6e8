//! The tests check functions of `math.h` on symbolic inputs. Functions with an IR operator are exact. All other
//! functions make the verdict incomplete.
use crate::harness::Bench;

fn verdict(body: &str) -> (String, String) {
    let bench = Bench::new();
    let text = format!(
        "#include <assert.h>\n#include <klee/klee.h>\n#include <math.h>\n\
         int main(void) {{ double x; klee_make_symbolic(&x, sizeof x, \"x\");\n\
           klee_assume((x >= 1.0) & (x <= 4.0)); {body} return 0; }}\n"
    );
    let json = bench.json(&[&bench.file("math.c", text)]);
    let verdict = json["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, json["incomplete_reasons"].to_string())
}

#[test]
fn square_roots_and_rounding_are_exact() {
    let (found, _) = verdict("assert(floor(sqrt(x)) < 2.0);");
    assert_eq!(found, "violation", "the root of 4 is 2");
    let (found, reasons) = verdict("assert(floor(x) <= x);");
    assert_eq!(found, "verified", "{reasons}");
}

#[test]
fn a_sine_of_an_input_is_unconstrained_and_incomplete() {
    let (found, reasons) = verdict("if (sin(x) > 2.0) return 1;");
    assert_eq!(found, "incomplete");
    assert!(reasons.contains("`sin`"), "{reasons}");
}

#[test]
fn a_sine_of_a_constant_is_computed() {
    let (found, reasons) = verdict("assert(sin(0.5) < 0.5);");
    assert!(!reasons.contains("`sin`"), "{found} {reasons}");
    assert_ne!(found, "violation");
}
