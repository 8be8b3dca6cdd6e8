//! The tests check `long double`, which symtool computes as `double`. If an operation may lose digits by this, the
//! verdict must not be `verified`. All assertions of the programs hold when gcc compiles them, so an assertion can
//! fail only because of lost digits.
use crate::harness::Bench;

/// The declarations at the start of every program.
const HEAD: &str = "#include <assert.h>\n#include <klee/klee.h>\n#include <math.h>\n#include <stdio.h>\n\
    #include <stdlib.h>\n#include <string.h>\n";

fn verdict(text: &str) -> (String, String) {
    let bench = Bench::new();
    let json = bench.json(&[&bench.file("long.c", text)]);
    let verdict = json["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, json["incomplete_reasons"].to_string())
}

/// Returns a program with `text` as the body of `main`.
fn body(text: &str) -> String {
    format!("{HEAD}int main(void)\n{{\n{text}\nreturn 0;\n}}\n")
}

/// Returns whether the program succeeds when compiled by gcc.
fn holds_with_gcc(text: &str) -> bool {
    let bench = Bench::new();
    let source = bench.file("long.c", text.replace("#include <klee/klee.h>\n", ""));
    let binary = format!("{source}.out");
    let built = std::process::Command::new("gcc")
        .args(["-w", "-O0", "-o", &binary, &source, "-lm"])
        .status();
    match built {
        Ok(status) if status.success() => std::process::Command::new(&binary)
            .status()
            .is_ok_and(|status| status.success()),
        Ok(_) => false,
        Err(_) => {
            println!("skipped: gcc is not installed");
            true
        }
    }
}

#[test]
fn results_that_need_more_digits_are_not_verified() {
    let programs = [
        (
            "volatile long double x = 1; assert(x + 0x1p-60L != x);",
            "this sum",
        ),
        (
            "volatile long double x = 0x1p60L; assert(x - 1 != x);",
            "this difference",
        ),
        (
            "volatile long double x = 0x1.8p40L + 1; x = x * x; assert(x / 3 * 3 - x < 1);",
            "this product",
        ),
        (
            "volatile long double x = 1; x /= 3; assert(x != 1.0 / 3.0);",
            "this quotient",
        ),
        (
            "volatile long double x = 2; x = sqrtl(x); assert(x != sqrt(2.0));",
            "this square root",
        ),
        (
            "volatile long double x = 0.1L; assert(x != 0.1);",
            "this constant",
        ),
        ("assert(0.1L != 0.1);", "this constant"),
        (
            "static volatile long double x = 0.1L; assert(x != 0.1);",
            "initial value",
        ),
        (
            "long n = 0x7fffffffffffffff; volatile long double x = n; assert(x == 0x1p63L - 1);",
            "this integer",
        ),
        (
            "volatile long double x = 1; x = sinl(x); assert(x != sin(1.0));",
            "`sinl`",
        ),
        (
            "long double x = strtold(\"0.1\", 0); assert(x != 0.1);",
            "this text",
        ),
        (
            "long double x = 0; sscanf(\"0.1\", \"%Lf\", &x); assert(x != 0.1);",
            "this text",
        ),
        (
            "volatile long double x = 1e300L; x *= 1e300L; assert(x < 1.0L / 0);",
            "this",
        ),
        (
            "long double x = nextafterl(1, 2); assert(x - 1 < 0x1p-60);",
            "`nextafterl`",
        ),
        (
            "long double x = ldexpl(1, 2000); assert(x - x == 0);",
            "this multiple",
        ),
        (
            "long double x = 1; unsigned long m = 1ul << 63 | 1; memcpy(&x, &m, 8); assert(x != 1);",
            "the value read here",
        ),
        (
            "long double _Complex z = __builtin_complex(1.0L, 1.0L), w = __builtin_complex(3.0L, 0.0L); z /= w; \
             assert(__real__ z != 1.0 / 3.0);",
            "this",
        ),
    ];
    for (text, what) in programs {
        let text = body(text);
        assert!(holds_with_gcc(&text), "{text}");
        let (found, reasons) = verdict(&text);
        assert_ne!(found, "verified", "{text}");
        assert!(reasons.contains(what), "{text}\n{found}: {reasons}");
        assert!(reasons.contains("long.c"), "{text}\n{reasons}");
    }
}

#[test]
fn results_that_fit_a_double_are_verified() {
    let programs = [
        "volatile long double x = 3; assert(x * 0.5L == 1.5L); assert(x / 4 == 0.75);",
        "volatile long double x = 0.1; assert(x == 0.1);",
        "static long double x[] = {1, 2.5L, -3}; assert(x[0] + x[1] + x[2] == 0.5L);",
        "long double s = 0; for (int i = 1; i <= 10; i++) s += i; assert(s == 55 && (int)(s / 5) == 11);",
        "volatile long double x = 6.25L; assert(sqrtl(x) == 2.5L && floorl(x) == 6 && fmodl(x, 2) == 0.25L);",
        "long double x = strtold(\"1024.125\", 0); assert(x == 1024.125L);",
        "long double x = 0; assert(sscanf(\"-2.5e3\", \"%Lf\", &x) == 1 && x == -2500);",
        "unsigned long n = 1ul << 63; volatile long double x = n; assert(x == 0x1p63L);",
        "long double x = 1; unsigned long m; unsigned short e; memcpy(&m, &x, 8); memcpy(&e, (char *)&x + 8, 2); \
         assert(m == 1ul << 63 && e == 16383);",
        "long double x = ldexpl(3, 5); int e; assert(x == 96 && frexpl(x, &e) == 0.75L && e == 7);",
    ];
    for text in programs {
        let text = body(text);
        assert!(holds_with_gcc(&text), "{text}");
        let (found, reasons) = verdict(&text);
        assert_eq!(found, "verified", "{text}\n{reasons}");
    }
}

#[test]
fn small_inputs_are_verified_and_large_ones_are_not() {
    let small = body(
        "int n; klee_make_symbolic(&n, sizeof n, \"n\"); long double x = n; assert(x == n);\n\
         short k; klee_make_symbolic(&k, sizeof k, \"k\"); long double y = k; assert(y / 2 <= 16383.5L);",
    );
    let (found, reasons) = verdict(&small);
    assert_eq!(found, "verified", "{reasons}");
    let bounded = body(
        "long n; klee_make_symbolic(&n, sizeof n, \"n\"); klee_assume((n > -1000) & (n < 1000));\n\
         long double x = n; assert(x < 1000);",
    );
    let (found, reasons) = verdict(&bounded);
    assert_eq!(found, "verified", "{reasons}");
    let large = body(
        "long n; klee_make_symbolic(&n, sizeof n, \"n\"); long double x = n; if (x > 0 && n <= 0) return 1;",
    );
    let (found, reasons) = verdict(&large);
    assert_eq!(found, "incomplete", "{reasons}");
    assert!(reasons.contains("this integer"), "{reasons}");
}

#[test]
fn an_input_of_all_eighty_bits_is_not_verified() {
    let text =
        body("long double x; klee_make_symbolic(&x, sizeof x, \"x\"); if (x == 1) return 1;");
    let (found, reasons) = verdict(&text);
    assert_eq!(found, "incomplete", "{reasons}");
    let text = format!(
        "{HEAD}long double __VERIFIER_nondet_longdouble(void);\n\
         int main(void) {{ return __VERIFIER_nondet_longdouble() == 1; }}\n"
    );
    let (found, reasons) = verdict(&text);
    assert_eq!(found, "incomplete", "{reasons}");
}

#[test]
fn a_failure_after_lost_digits_has_a_note() {
    let bench = Bench::new();
    let text = body(
        "long n; klee_make_symbolic(&n, sizeof n, \"n\"); long double x = n; assert((long)x == n);",
    );
    let file = bench.file("lost.c", text);
    let json = bench.json(&[&file]);
    assert_eq!(json["verdict"], "incomplete");
    assert_eq!(json["errors"][0]["confirmed"], false);
    let notes = json["errors"][0]["notes"].to_string();
    assert!(notes.contains("this integer"), "{notes}");
    let shown = bench.run(&[&file]).stdout;
    assert!(shown.contains("possible violation: assert"), "{shown}");
    assert!(shown.contains("  note: `long double`"), "{shown}");
    let text = body("volatile long n = 9007199254740993; assert(n > 9007199254740992.0L);");
    let (found, reasons) = verdict(&text);
    assert_eq!(found, "incomplete", "{reasons}");
}
