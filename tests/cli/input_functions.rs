//! The tests check the functions by which programs create inputs, assume conditions and assert conditions: those of
//! KLEE's header and those of the software verification competitions (SV-COMP). Each function is called in a program
//! and must have its documented effect.
use crate::harness::Bench;

/// Returns the verdict on a program, and the reason if the verdict is `incomplete`.
fn verdict(text: &str) -> (String, String) {
    let bench = Bench::new();
    let json = bench.json(&[&bench.file("calls.c", text)]);
    let verdict = json["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, json["incomplete_reasons"].to_string())
}

#[track_caller]
fn expect(wanted: &str, text: &str) {
    let (found, reasons) = verdict(text);
    assert_eq!(found, wanted, "{text}\n{reasons}");
}

/// Each function of `klee/klee.h`, with a body of `main` that calls it, and the verdict that symtool must give.
const KLEE: &[(&str, &str, &str)] = &[
    (
        "klee_make_symbolic",
        "violation",
        "int x; klee_make_symbolic(&x, sizeof x, \"x\"); assert(x != 7);",
    ),
    ("klee_int", "violation", "assert(klee_int(\"x\") != 7);"),
    (
        "klee_range",
        "verified",
        "int x = klee_range(2, 5, \"x\"); assert(x >= 2 && x < 5);",
    ),
    ("klee_choose", "verified", "assert(klee_choose(3) < 3);"),
    (
        "klee_assume",
        "verified",
        "int x = klee_int(\"x\"); klee_assume(x == 3); assert(x == 3);",
    ),
    (
        "klee_prefer_cex",
        "verified",
        "int x = klee_int(\"x\"); klee_prefer_cex(&x, x == 3);",
    ),
    (
        "klee_posix_prefer_cex",
        "verified",
        "int x = klee_int(\"x\"); klee_posix_prefer_cex(&x, x == 3);",
    ),
    (
        "klee_silent_exit",
        "verified",
        "klee_silent_exit(1); assert(0);",
    ),
    ("klee_abort", "violation", "klee_abort();"),
    (
        "klee_report_error",
        "violation",
        "klee_report_error(\"f\", 1, \"m\", \"s\");",
    ),
    (
        "klee_assert",
        "violation",
        "klee_assert(klee_int(\"x\") != 7);",
    ),
    (
        "klee_is_symbolic",
        "verified",
        "int x = klee_int(\"x\"); assert(klee_is_symbolic(x) && !klee_is_symbolic(7));",
    ),
    ("klee_is_replay", "verified", "assert(!klee_is_replay());"),
    (
        "klee_get_obj_size",
        "verified",
        "char a[13]; int *p = malloc(40); static long g[3]; assert(klee_get_obj_size(a) == 13); \
         assert(klee_get_obj_size(p) == 40 && klee_get_obj_size(g) == 24); free(p);",
    ),
    (
        "klee_get_valuef",
        "verified",
        "assert(klee_get_valuef(1.5f) == 1.5f);",
    ),
    (
        "klee_get_valued",
        "verified",
        "assert(klee_get_valued(1.5) == 1.5);",
    ),
    (
        "klee_get_valuel",
        "verified",
        "long x = klee_int(\"x\"); klee_assume(x == 4); assert(klee_get_valuel(x) == 4);",
    ),
    (
        "klee_get_valuell",
        "verified",
        "assert(klee_get_valuell(1ll << 40) == 1ll << 40);",
    ),
    (
        "klee_get_value_i32",
        "verified",
        "assert(klee_get_value_i32(-3) == -3);",
    ),
    (
        "klee_get_value_i64",
        "verified",
        "assert(klee_get_value_i64(-3) == -3);",
    ),
    (
        "klee_get_errno",
        "verified",
        "errno = 5; assert(klee_get_errno() == 5);",
    ),
    (
        "klee_open_merge",
        "verified",
        "int x = klee_int(\"x\"), y = 0; klee_open_merge(); if (x) y = 1; klee_close_merge(); assert(y == !!x);",
    ),
    (
        "klee_close_merge",
        "verified",
        "klee_open_merge(); klee_close_merge();",
    ),
    (
        "klee_print_expr",
        "verified",
        "klee_print_expr(\"x\", klee_int(\"x\"));",
    ),
    (
        "klee_print_range",
        "verified",
        "klee_print_range(\"x\", klee_int(\"x\"));",
    ),
    ("klee_warning", "verified", "klee_warning(\"w\");"),
    ("klee_warning_once", "verified", "klee_warning_once(\"w\");"),
    ("klee_stack_trace", "verified", "klee_stack_trace();"),
    (
        "klee_check_memory_access",
        "violation",
        "char a[4]; klee_check_memory_access(a, 4); klee_check_memory_access(a, 5);",
    ),
    (
        "klee_define_fixed_object",
        "incomplete",
        "klee_define_fixed_object((void *)0x1000, 8); *(int *)0x1000 = 1;",
    ),
    (
        "klee_mark_global",
        "verified",
        "static int g; klee_mark_global(&g);",
    ),
    (
        "klee_set_forking",
        "verified",
        "klee_set_forking(0); klee_set_forking(1);",
    ),
    (
        "klee_alias_function",
        "verified",
        "assert(one(5) == 6); klee_alias_function(\"one\", \"two\"); assert(one(5) == 7); \
         int (*p)(int) = one; assert(p(5) == 6); klee_alias_function(\"one\", \"one\"); assert(one(5) == 6);",
    ),
    (
        "klee_dump_kquery_var",
        "verified",
        "klee_dump_kquery_var();",
    ),
];

#[test]
fn every_function_of_klees_header_is_supported() {
    for (name, wanted, body) in KLEE {
        let text = format!(
            "#include <assert.h>\n#include <errno.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n\
             int one(int x) {{ return x + 1; }}\nint two(int x) {{ return x + 2; }}\n\
             int main(void) {{ {body} return 0; }}\n"
        );
        assert!(text.contains(name), "{name}");
        expect(wanted, &text);
    }
}

/// Checks that every function declared in `klee/klee.h` is in the list `KLEE` of this file.
#[test]
fn the_list_of_klees_functions_is_complete() {
    let header = include_str!("../../frontend/include/klee/klee.h");
    let names: std::collections::BTreeSet<&str> = header
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("klee_"))
        .collect();
    for name in names {
        assert!(KLEE.iter().any(|(known, ..)| *known == name), "{name}");
    }
}

#[test]
fn an_alias_of_a_built_in_function_is_rejected() {
    let bench = Bench::new();
    let text = "#include <klee/klee.h>\n#include <stdlib.h>\nvoid *mine(size_t n) { return 0; }\n\
                int main(void) { klee_alias_function(\"malloc\", \"mine\"); return malloc(1) != 0; }\n";
    let run = bench.run(&[&bench.file("calls.c", text)]).expect_code(1);
    assert!(run.stderr.contains("built in"), "{}", run.stderr);
}

/// The suffixes of `__VERIFIER_nondet_` functions, and their C types.
const NONDET: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("int128", "__int128"),
    ("uint128", "unsigned __int128"),
    ("size_t", "unsigned long"),
    ("ssize_t", "long"),
    ("loff_t", "long"),
    ("sector_t", "unsigned long"),
    ("pthread_t", "unsigned long"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned"),
    ("u64", "unsigned long"),
    ("s8", "signed char"),
    ("s16", "short"),
    ("s32", "int"),
    ("s64", "long"),
    ("U8", "unsigned char"),
    ("U16", "unsigned short"),
    ("U32", "unsigned"),
    ("U64", "unsigned long"),
    ("S8", "signed char"),
    ("S16", "short"),
    ("S32", "int"),
    ("S64", "long"),
    ("float", "float"),
    ("double", "double"),
    ("pointer", "void *"),
    ("pchar", "char *"),
    ("charp", "char *"),
    ("const_char_pointer", "const char *"),
];

/// Checks that each `__VERIFIER_nondet_` function can return 0, 1 and a value with the highest bit set. The
/// functions must also work without a declaration, as in old programs.
#[test]
fn every_nondet_function_gives_all_values_of_its_type() {
    for (name, ty) in NONDET {
        let pointer = ty.ends_with('*');
        let high = match *ty {
            _ if pointer => "(void *)-1".to_owned(),
            "_Bool" => "1".to_owned(),
            "float" | "double" => "-1.5".to_owned(),
            _ => format!("({ty})(({ty})1 << (8 * sizeof({ty}) - 1))"),
        };
        let one = if pointer { "(void *)1" } else { "1" };
        for declaration in [
            format!("extern {ty} __VERIFIER_nondet_{name}(void);\n"),
            String::new(),
        ] {
            if declaration.is_empty() && *name == "unsigned_int" {
                continue;
            }
            for wanted in ["0", one, &high] {
                let text = format!(
                    "{declaration}void reach_error(void) {{}}\n\
                     int main(void) {{ {ty} x = __VERIFIER_nondet_{name}();\n\
                     if (x == ({ty}){wanted}) reach_error(); return 0; }}\n"
                );
                expect("violation", &text);
            }
            let text = format!(
                "{declaration}void reach_error(void) {{}}\n\
                 int main(void) {{ if (sizeof(__VERIFIER_nondet_{name}()) != sizeof({ty})) reach_error();\n\
                 __VERIFIER_nondet_{name}(); return 0; }}\n"
            );
            expect("verified", &text);
        }
    }
}

#[test]
fn functions_of_the_competitions_are_supported() {
    let programs = [
        (
            "violation",
            "void reach_error(void); int main(void) { reach_error(); }",
        ),
        (
            "violation",
            "void __VERIFIER_error(void); int main(void) { __VERIFIER_error(); }",
        ),
        (
            "verified",
            "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void __VERIFIER_assert(int);\n\
             int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); __VERIFIER_assert(x != 3); }",
        ),
        (
            "violation",
            "int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);\n\
             int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() != 3); }",
        ),
        (
            "verified",
            "int nondet_int(void); void __CPROVER_assume(_Bool); void __CPROVER_assert(_Bool, const char *);\n\
             int main(void) { int x = nondet_int(); __CPROVER_assume(x > 3); __CPROVER_assert(x != 3, \"x\"); }",
        ),
        (
            "violation",
            "unsigned char nondet_uchar(void); void __CPROVER_assert(_Bool, const char *);\n\
             int main(void) { __CPROVER_assert(nondet_uchar() != 200, \"x\"); }",
        ),
        (
            "verified",
            "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int n;\n\
             int main(void) { __VERIFIER_atomic_begin(); n++; __VERIFIER_atomic_end(); return n - 1; }",
        ),
        (
            "violation",
            "void __VERIFIER_nondet_memory(void *, unsigned long); void reach_error(void);\n\
             int main(void) { int a[2] = {0, 0}; __VERIFIER_nondet_memory(a, sizeof a);\n\
             if (a[0] == 1 && a[1] == -7) reach_error(); }",
        ),
        (
            "verified",
            "void __VERIFIER_nondet_memory(void *, unsigned long); void reach_error(void);\n\
             int main(void) { int a[2] = {0, 5}; __VERIFIER_nondet_memory(a, sizeof *a); if (a[1] != 5) reach_error(); }",
        ),
        (
            "violation",
            "struct s { int a; char b; }; struct s nondet_s(void); void reach_error(void);\n\
             int main(void) { struct s s = nondet_s(); if (s.a == 9 && s.b == 'b') reach_error(); }",
        ),
    ];
    for (wanted, text) in programs {
        expect(wanted, text);
    }
}

#[test]
fn conditions_and_types_of_cbmc_are_supported() {
    let bench = Bench::new();
    let text = |limit: u32| {
        format!(
            "unsigned nondet_unsigned(void);\n\
             static unsigned half(unsigned n) {{\n__CPROVER_precondition(n < 10, \"small\");\n\
             __CPROVER_bool odd = n; __CPROVER_size_t size = n / 2;\n\
             __CPROVER_postcondition(odd <= 1 && size < 5, \"half\");\nreturn size; }}\n\
             int main(void) {{ unsigned n = nondet_unsigned(); __CPROVER_assume(n < {limit}); return half(n) > 9; }}\n"
        )
    };
    let json = bench.json(&[&bench.file("fails.c", text(11)), "--verify"]);
    assert_eq!(json["errors"][0]["line"], 3, "{json}");
    let json = bench.json(&[&bench.file("holds.c", text(10)), "--verify"]);
    assert_eq!(json["verdict"], "verified", "{json}");
}
