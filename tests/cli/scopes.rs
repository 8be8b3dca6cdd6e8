//! The tests check lifetimes of block-scope variables. An access through a dangling pointer must be reported after
//! every kind of jump out of a block. An access to a live variable must not be reported. Exploration, interpreter and
//! machine code must agree.
use crate::harness::Bench;

/// Test cases. The components are a description, the body of a function with a symbolic variable `c`, and the lines of
/// the expected failures. Lines are counted from the first line of the body. The function `give(p)` stores a pointer in
/// the global variable `kept`.
const CASES: &[(&str, &str, &[u64])] = &[
    (
        "a block that has ended",
        "int *p = 0;
         if (c == 1) { int x = 5; p = &x; }
         return p ? *p : 0;",
        &[3],
    ),
    (
        "an array and a structure",
        "struct { int a, b; } *s = 0; char *p = \"ab\";
         if (c == 1) { char x[4] = \"xyz\"; p = x + 1; }
         if (c == 2) { struct { int a, b; } x = {1, 2}; s = (void *)&x; }
         if (s) return s->b;
         return *p;",
        &[4, 5],
    ),
    (
        "the last iteration of a loop",
        "for (int i = 0; i < 3; i++) { int x = i; give(&x); *kept += c; }
         if (c > 7) return 0;
         return *kept;",
        &[3],
    ),
    (
        "each iteration of a loop has a new variable",
        "for (int i = 0; i < 2; i++) { int x; give(&x); if (i == 0) x = 5; else if (x == 6) return 1 / c; }
         return 0;",
        &[1],
    ),
    (
        "break, continue, and a variable of the loop body",
        "for (int i = 0; i < 4; give(&i), i++) {
             int x = 1; give(&x);
             if (c == i) break;
             if (i == 2) continue;
             x += *kept;
         }
         return *kept;",
        &[7],
    ),
    (
        "goto out of two blocks",
        "{ int x = 1; { int y = 2; give(&y); if (c == 1) goto out; y += *kept; } give(&x); if (c == 2) goto out; x += *kept; }
         return 0;
         out: return *kept;",
        &[3],
    ),
    (
        "goto into a block",
        "int n = 0;
         if (c & 1) goto in;
         again: { int x; x = 3; in: x = 4; give(&x); x += *kept; if (n++ < 2) goto in; }
         if (n < 5) goto again;
         if (c > 5) return *kept;
         return n;",
        &[5],
    ),
    (
        "a switch whose body has a variable",
        "for (int i = 0; i < 3; i++)
             switch (i + (c > 3)) { int x; case 0: x = 1; give(&x); break; case 1: x = 2; case 2: x = 3; give(&x); x += *kept; }
         return *kept;",
        &[3],
    ),
    (
        "the value of a statement expression remains valid",
        "struct { int a, b; } p = {0, 0};
         for (int i = 0; i < 2; i++) p = ({ __typeof__(p) q = {i, c}; give(&q.a); *kept += 1; q; });
         return p.a + p.b;",
        &[],
    ),
    (
        "no pointer is used after its block",
        "int sum = 0;
         for (int i = 0; i < 3; i++) { int x[2] = {i, c}, *p = x; for (p = x; p < x + 2; p++) sum += *p; give(x); }
         return sum;",
        &[],
    ),
    (
        "free of a variable after its block",
        "void *p = 0; if (c == 9) { int x = 1; p = &x; } free(p); return 0;",
        &[1],
    ),
    (
        "memcpy from a dangling pointer",
        "char *p, to[4]; { char from[4] = \"abc\"; give((int *)from); p = (char *)kept; memcpy(to, p, 4); }
         if (c == 1) memcpy(to, p, 4);
         return to[0];",
        &[2],
    ),
];

#[test]
fn dangling_pointers_to_block_variables_are_found() {
    for (name, body, lines) in CASES {
        let bench = Bench::new();
        let text = format!(
            "#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int *kept;\n\
             static void give(int *p) {{ kept = p; }}\nstatic int f(unsigned char c) {{\n{body} }}\n\
             int main(void) {{ unsigned char c; klee_make_symbolic(&c, 1, \"c\"); return f(c); }}\n"
        );
        let file = bench.file("scopes.c", text);
        let json = bench.json(&[&file, "--out", "o"]);
        let errors = json["errors"].as_array().expect("a list");
        let mut found: Vec<u64> = errors
            .iter()
            .map(|error| error["line"].as_u64().unwrap_or(0).saturating_sub(6))
            .collect();
        found.sort_unstable();
        assert_eq!(&found, lines, "{name}: {json}");
        let complete = json["incomplete_reasons"].as_array().map(Vec::is_empty);
        assert_eq!(complete, Some(true), "{name}: {json}");
        let tests = json["tests"].as_array().expect("a list");
        for test in errors
            .iter()
            .map(|e| &e["test"])
            .chain(tests.iter().map(|t| &t["file"]))
        {
            let test = test.as_str().expect("a file");
            let replay = |engine| bench.json(&["replay", test, &file, "--engine", engine]);
            assert_eq!(replay("interp"), replay("native"), "{name}");
        }
    }
}

/// Checks that the IR has lifetime markers only for blocks whose variables a pointer may outlive.
#[test]
fn most_functions_have_no_lifetime_markers() {
    let bench = Bench::new();
    let file = bench.file(
        "plain.c",
        "int f(int n) { int sum = 0; for (int i = 0; i < n; i++) { int a[2] = {i, n}; int x = i, *p = &x;\n\
         for (int *q = a; q < a + 2; q++) sum += *q + *p; if (sum > 9) break; } return sum; }\n\
         int main(void) { return f(3); }\n",
    );
    let ir = bench.run(&["ir", &file, "--after", "lower"]).expect_code(0);
    assert!(!ir.stdout.contains("scope_"), "{}", ir.stdout);
}
