//! The tests check symbolic floating-point numbers: exact rounding, NaNs, signed zeros and bit patterns.
use crate::harness::Bench;

/// Returns the verdict on a program with `body` as the body of `main`.
fn verdict(body: &str) -> String {
    let bench = Bench::new();
    let text = format!(
        "#include <assert.h>\n#include <math.h>\n\
         float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);\n\
         int __VERIFIER_nondet_int(void);\n\
         int main(void) {{ {body} return 0; }}\n"
    );
    let json = bench.json(&[&bench.file("float.c", text), "--verify"]);
    json["verdict"].as_str().unwrap_or_default().to_owned()
}

const THREE: &str = "float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(),\
     c = __VERIFIER_nondet_float(); if (!(a > 1 && a < 2 && b > 1 && b < 2 && c > 1 && c < 2)) return 0;";
const DOUBLE: &str = "double x = __VERIFIER_nondet_double();";

#[track_caller]
fn fails(declared: &str, body: &str) {
    assert_eq!(verdict(&format!("{declared} {body}")), "violation");
}

#[track_caller]
fn holds(declared: &str, body: &str) {
    assert_eq!(verdict(&format!("{declared} {body}")), "verified");
}

#[test]
fn rounding_makes_arithmetic_not_associative() {
    fails(THREE, "assert((a + b) + c == a + (b + c));");
    fails(THREE, "assert((a * b) * c == a * (b * c));");
    fails(THREE, "assert(a / b * b == a);");
}

#[test]
fn a_bounded_square_has_a_solution() {
    fails(DOUBLE, "if (x > 1.5 && x * x < 4.0) assert(x >= 2);");
}

#[test]
fn nan_is_not_itself() {
    fails(DOUBLE, "assert(x == x);");
    holds(
        DOUBLE,
        "if (x != x) assert(!(x < 1) && !(x >= 1) && isnan(x));",
    );
}

#[test]
fn zero_has_a_sign_and_bits_show_it() {
    fails(DOUBLE, "if (x == 0) assert(1 / x > 0);");
    let pun = "union { float f; unsigned u; } v; v.f = __VERIFIER_nondet_float();";
    fails(pun, "if (v.f >= 0) assert(!(v.u >> 31));");
    holds(pun, "if (v.f > 0) assert(!(v.u >> 31));");
}

#[test]
fn integers_become_floats_and_back() {
    let int = "int i = __VERIFIER_nondet_int();";
    fails(
        int,
        "float f = i; if (i > 0 && i < 1 << 30) assert((int)f == i);",
    );
    holds(int, "double d = i; assert((int)d == i);");
    holds(
        DOUBLE,
        "if (x >= -9 && x <= 9) { int k = x; assert(k >= -9 && k <= 9); }",
    );
}

#[test]
fn rounding_keeps_order() {
    holds(THREE, "assert(a + b >= a);");
    fails(DOUBLE, "if (x > 0 && x < 1e300) assert(x + 1 > x);");
    holds(
        DOUBLE,
        "if (!isnan(x)) assert(floor(x) <= x && ceil(x) >= x);",
    );
}

#[test]
fn a_wider_type_holds_every_value() {
    let float = "float f = __VERIFIER_nondet_float();";
    holds(float, "double d = f; if (f == f) assert((float)d == f);");
    fails(DOUBLE, "if (x == x) assert((float)x == x);");
}

/// Checks that an unsupported feature of a library model is reported at the line of the call, followed by the
/// location in the model.
#[test]
fn an_unsupported_library_feature_is_reported_at_the_call() {
    let bench = Bench::new();
    let text = "#include <stdio.h>\ndouble nondet_double(void);\nint main(void) {\n  char b[99];\n  \
                double d = nondet_double();\n  sprintf(b, \"%f\", d);\n  return b[0];\n}\n";
    let file = bench.file("text.c", text);
    let json = bench.json(&[&file]);
    let reason = json["incomplete_reasons"][0].as_str().unwrap_or_default();
    assert!(reason.contains("text.c:6:"), "{json}");
    assert!(
        reason.contains("in the library, <symtool>/libc/vsnprintf.c:"),
        "{json}"
    );
}

/// Checks that a counterexample shows floating-point inputs as numbers, and not as bit patterns.
#[test]
fn a_counterexample_shows_floating_point_inputs_as_numbers() {
    let bench = Bench::new();
    let file = bench.file(
        "shown.c",
        "#include <assert.h>\n#include <klee/klee.h>\n\
         float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);\n\
         int main(void) { float a = __VERIFIER_nondet_float(); double b = __VERIFIER_nondet_double(), c;\n\
         klee_make_symbolic(&c, sizeof c, \"c\");\n\
         if (a == -0.1f && b == 1e300) assert(c == c); return 0; }\n",
    );
    let json = bench.json(&[&file]);
    let numbers = &json["errors"][0]["numbers"];
    assert_eq!(numbers["nondet_float"], "-0.1f", "{json}");
    assert_eq!(numbers["nondet_double"], "1e300", "{json}");
    let shown = numbers["c"].as_str().unwrap_or_default();
    assert!(shown.starts_with("NaN (0x"), "{json}");
    let run = bench.run(&[&file]).expect_code(10);
    assert!(
        run.stdout.contains(&format!("input c = {shown}\n")),
        "{}",
        run.stdout
    );
    let test = json["errors"][0]["test"].as_str().unwrap_or_default();
    let replayed = bench.run(&["replay", test, &file]);
    assert!(
        replayed.stdout.contains("input nondet_float = -0.1f\n"),
        "{}",
        replayed.stdout
    );
}
