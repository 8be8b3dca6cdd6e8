//! The tests check the diagnostics of invalid programs: the source location and the message of each error.
use std::path::PathBuf;
use symtool_frontend::{Options, compile};

/// Invalid programs, each with its expected errors as `line:column: text`. The text may be a prefix of the
/// message.
const INVALID_PROGRAMS: &[(&str, &[&str])] = &[
    (
        "int n;\nint main(void) {\n __sync_fetch_and_add();\n n = __builtin_expect(1, 2, n++);\n\
         n = __atomic_load_n(&n);\n n = __builtin_popcount(1, n++);\n n = __builtin_isnan(1.0, n++);\n\
         n = __builtin_add_overflow(1, 2, &n, n++);\n n = __builtin_nan(\"3\") != 0; }",
        &[
            "3:2: this built-in takes at least 2 arguments, but 0 are given",
            "4:6: this built-in takes 2 arguments, but 3 are given",
            "5:5: this built-in takes 2 arguments, but 1 is given",
            "6:6: this built-in takes 1 argument, but 2 are given",
            "7:6: this built-in takes 1 argument, but 2 are given",
            "8:5: this built-in takes 3 arguments, but 4 are given",
            "9:20: a NaN with a payload is not supported",
        ],
    ),
    (
        "typedef int v4 __attribute__((vector_size(16)));\ntypedef float f4 __attribute__((vector_size(16)));\n\
         void *t __attribute__((vector_size(16)));\nint *p __attribute__((vector_size(6)));\n\
         int main(void) {\n v4 a = {1}; f4 b = {2};\n a + b;\n a = b;\n b & b;\n (v4)1;\n !a;\n return __builtin_shuffle(a, b)[0]; }",
        &[
            "3:24: invalid element type `void` of a vector",
            "4:23: vector size 6 is not a multiple of the element size 4",
            "7:2: invalid operands to binary `+`: `__vector(4) int` and `__vector(4) float`",
            "8:6: incompatible types in assignment: expected `__vector(4) int`, found `__vector(4) float`",
            "9:2: invalid operands to binary `&`: `__vector(4) float` and `__vector(4) float`",
            "10:2: cannot cast `int` to `__vector(4) int`",
            "11:3: expected an arithmetic or pointer value, found `__vector(4) int`",
            "12:9: a shuffle requires vectors of one type and a mask with the same number of integer lanes",
        ],
    ),
    (
        "void f(int *);\nint g;\nint main(void) {\n int a __attribute__((cleanup(g)));\n\
         int b __attribute__((cleanup(nothing)));\n { int c __attribute__((cleanup(f))) = 1;\n if (c) goto out;\n\
         goto *(void *)0; }\n switch (g) { int d __attribute__((cleanup(f)));\n case 1: ; }\nout: return 0; }",
        &[
            "4:23: `cleanup` argument `g` is not a function",
            "5:22: `cleanup` argument `nothing` is not a function",
            "8:7: a computed `goto` in the scope of a variable with a `cleanup` attribute is not supported",
            "10:2: a jump into the scope of a variable with a `cleanup` attribute is not supported",
            "7:9: a forward `goto` out of the scope of a variable with a `cleanup` attribute is not supported",
        ],
    ),
    (
        "void g(int (*)(void));\nint main(void) {\n int a; __label__ out;\n auto int late(void);\n\
         int early(void) { return late(); }\n int f(void) { return a; }\n g(f);\n g(early);\n\
         void jump(void) { goto out; }\n int late(void) { return 1; }\n typedef int t[a];\n\
         int size(void) { return sizeof(t); }\nout: return f(1); }",
        &[
            "5:26: a use of a nested function before its definition is not supported",
            "7:4: a pointer to a nested function that uses variables of the enclosing function is not supported",
            "9:24: a use of a label of the enclosing function in a nested function is not supported",
            "12:5: a use of a variable-length type of the enclosing function in a nested function is not supported",
            "13:13: `f` takes 0 arguments, but 1 is given",
        ],
    ),
    (
        "constexpr int n = 3;\nint main(void) {\n int *p = nullptr;\n return n; }",
        &["1:1: `constexpr` is not supported"],
    ),
    (
        "_BitInt(7) x;\nint main(void) { return 0; }",
        &["1:1: `_BitInt` is not supported"],
    ),
    (
        "int main(void) {\n int *p = nullptr;\n return 0; }",
        &["2:11: `nullptr` is not declared"],
    ),
    (
        "int main(void) {\n int x = 1;\n x = __builtin_speculation_safe_value();\n return x; }",
        &["3:6: this built-in takes 1 to 2 arguments, but 0 are given"],
    ),
    (
        "void __attribute__((constructor)) f(double d) {}\nvoid __attribute__((destructor)) g(int n) {}\n\
         int main(void) { return 0; }",
        &[
            "1:35: constructors and destructors of the type `void (double)` are not supported",
            "2:34: constructors and destructors of the type `void (int)` are not supported",
        ],
    ),
    (
        "int main(void) {\n extern int T; int T = 2;\n static int s; int s;\n { int T = 1; return T; } }",
        &["2:20: redeclaration of `T`", "3:20: redeclaration of `s`"],
    ),
    (
        "char a[200000000] = {[5 ... 100000000] = 1};\nint b[9] = {[3 ... 2] = 1};\nint main(void) { return 0; }",
        &[
            "1:22: initializer ranges of more than 4194304 elements are not supported",
            "2:13: empty index range in initializer",
        ],
    ),
    (
        "_Float128 a;\nint main(void) { __float128 b = 1; typedef float quad __attribute__((mode(TF)));\n return b > 0; }",
        &[
            "1:1: the type `_Float128` is not supported",
            "2:18: the type `_Float128` is not supported",
            "2:70: the mode `TF` is not supported",
        ],
    ),
    (
        "int main(void) {\n int été = 1;\n return ete + été.x + é; }",
        &[
            "3:9: `ete` is not declared",
            "3:19: `int` has no member `x`",
            "3:23: `é` is not declared",
        ],
    ),
    (
        "struct s { char a; int b : 3; } __attribute__((ms_struct));\nint f(void) __attribute__((ifunc(\"g\")));\n\
         int main(void) { return f(); }",
        &[
            "1:48: `ms_struct` attributes are not supported",
            "2:5: `ifunc` resolver `g` is not declared as a function that returns a pointer",
        ],
    ),
    (
        "static int f(void) __attribute__((weakref(\"g\")));\nint main(void) { return 0; }",
        &["1:35: `weakref` attributes are not supported"],
    ),
    (
        "int x;\n#pragma scalar_storage_order big-endian\n#pragma weak x\n#pragma weak y = x\n\
         #pragma redefine_extname a b\n#pragma ms_struct on\n#pragma once_more\nint main(void) { return 0; }",
        &[
            "2:1: `#pragma scalar_storage_order` is not supported",
            "4:1: `#pragma weak` with an alias is not supported",
            "5:1: `#pragma redefine_extname` is not supported",
            "6:1: `#pragma ms_struct` is not supported",
        ],
    ),
    (
        "int main(void) { return __builtin_apply(1) + __builtin_speculation_safe_value(); }",
        &[
            "1:25: the built-in `__builtin_apply` is not supported",
            "1:46: this built-in takes 1 to 2 arguments, but 0 are given",
        ],
    ),
    (
        "typedef int wide __attribute__((aligned(8)));\nwide a[3];\nint main(void) { return 0; }",
        &["2:7: size of array element type `int` is not a multiple of its alignment (8 bytes)"],
    ),
    (
        "typedef int four __attribute__((mode(V4SI)));\ntypedef int t __attribute__((mode(SF)));\n\
         struct s { int a; } __attribute__((mode(SI)));\nint main(void) { return 0; }",
        &[
            "1:33: the mode `V4SI` is not supported",
            "2:30: mode `SF` cannot be applied to type `int`",
            "3:36: mode `SI` cannot be applied to type `struct s`",
        ],
    ),
    (
        "int f(void);\nint g(void) { return f(); }\nint f(void) __asm__(\"h\");\nint main(void) { return 0; }",
        &["3:5: cannot apply asm label `h` to `f` after its first use"],
    ),
    (
        "int a[] = {1, [500000000] = 1};\nint *p = (int[]){[400000000] = 3, 4};\nint n, *q = (int[]){n};\n\
         char s[9][1 << 27] = {\"\", \"x\"};\nint main(void) { return 0; }",
        &[
            "1:29: nonzero initial values are supported in the first 67108864 bytes of an object, but not at offset 2000000000",
            "2:32: nonzero initial values are supported in the first 67108864 bytes of an object, but not at offset 1600000000",
            "3:21: initializer element is not a compile-time constant",
            "4:27: nonzero initial values are supported in the first 67108864 bytes of an object, but not at offset 134217728",
        ],
    ),
    (
        "int main(void) { return x; }",
        &["1:25: `x` is not declared"],
    ),
    (
        "int main(void) { int a; a.b = 1; return 0; }",
        &["1:27: `int` has no member `b`"],
    ),
    (
        "struct s { int a; };\nint main(void) { struct s *p = 0; return p.a; }",
        &["2:44: `struct s *` has no member `a`"],
    ),
    (
        "struct s { int a; };\nint main(void) { struct s v; return v.z; }",
        &["2:39: `struct s` has no member `z`"],
    ),
    (
        "struct s;\nint main(void) { struct s v; return 0; }",
        &["2:27: variable `v` has incomplete type `struct s`"],
    ),
    (
        "int f(int a, int b);\nint main(void) { return f(1); }",
        &["2:25: `f` takes 2 arguments, but 1 is given"],
    ),
    (
        "int main(void) { 1 = 2; return 0; }",
        &["1:18: expression is not assignable"],
    ),
    (
        "int main(void) { const int c = 1; c++; return 0; }",
        &["1:35: cannot modify an lvalue of const-qualified type `const int`"],
    ),
    (
        "int main(void) { int a[2], b[2]; a = b; return 0; }",
        &["1:34: array type `int[2]` is not assignable"],
    ),
    (
        "int main(void) { break; }",
        &["1:18: `break` statement not within loop or switch"],
    ),
    (
        "int main(void) { goto nowhere; }",
        &["1:23: label `nowhere` used but not defined"],
    ),
    (
        "int main(void) { switch (1) { case 1: case 1: ; } return 0; }",
        &["1:39: duplicate case value"],
    ),
    (
        "int main(void) { int n = 1; switch (n) { case n: ; } return 0; }",
        &["1:47: expression is not an integer constant expression"],
    ),
    (
        "int n = 3;\nint m = n;\nint main(void) { return m; }",
        &["2:9: initializer element is not a compile-time constant"],
    ),
    (
        "int f(void);\nchar f(void);\nint main(void) { return 0; }",
        &["2:6: conflicting types for `f`: `char (void)`, previously `int (void)`"],
    ),
    (
        "int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return 0; }",
        &["2:5: redefinition of `f`"],
    ),
    (
        "int main(void) { int a; int a; return 0; }",
        &["1:29: redeclaration of `a`"],
    ),
    (
        "struct s { int a; };\nint main(void) { struct s v = {1}; return v + 1; }",
        &["2:43: invalid operands to binary `+`: `struct s` and `int`"],
    ),
    (
        "int main(void) { int *p = 0; return *p * p; }",
        &["1:37: invalid operands to binary `*`: `int` and `int *`"],
    ),
    (
        "int main(void) { double d = 1; return d % 2; }",
        &["1:39: invalid operands to binary `%`: `double` and `int`"],
    ),
    (
        "int main(void) { int a = 1; return *a; }",
        &["1:36: `*` requires a pointer operand, found `int`"],
    ),
    (
        "int main(void) { int a = 1; return a(); }",
        &["1:36: called object of type `int` is not a function or function pointer"],
    ),
    (
        "void f(void) {}\nint main(void) { int a = f(); return a; }",
        &["2:26: incompatible types in initialization: expected `int`, found `void`"],
    ),
    (
        "int main(void) { int a[-1]; return 0; }",
        &["1:24: size of array is negative"],
    ),
    (
        "struct s { int a : 40; };\nint main(void) { return 0; }",
        &["1:20: width of bit-field (40 bits) exceeds its type (32 bits)"],
    ),
    (
        "_Static_assert(sizeof(int) == 8, \"wide int\");\nint main(void) { return 0; }",
        &["1:16: static assertion failed: wide int"],
    ),
    (
        "unsigned float x;\nint main(void) { return 0; }",
        &["1:1: invalid combination of type specifiers"],
    ),
    (
        "int missing(int);\nint also(void);\nint main(void) { return missing(1) + also(); }",
        &["3:25: undefined references to 2 functions: `missing`, `also`"],
    ),
    (
        "extern int nowhere;\nint main(void) { return nowhere; }",
        &["2:25: undefined reference to variable `nowhere`"],
    ),
    (
        "int f(void) { return 0; }",
        &["entry function `main` is not defined"],
    ),
    (
        "int main(void) { int x = 1; asm(\"nop\" : \"=r\"(x)); return x; }",
        &["1:29: inline assembly with instructions is not supported"],
    ),
    (
        "_Complex double z;\nint main(void) {\nz = z % z;\nz = z < 1;\n__imag__ &z;\n*(int *)z = 1;\n}",
        &[
            "3:5: invalid operands to binary `%`: `_Complex double` and `_Complex double`",
            "4:5: invalid operands to comparison: `_Complex double` and `int`",
            "5:1: `__imag__` requires a number, found `_Complex double *`",
            "6:2: cannot cast `_Complex double` to `int *`",
        ],
    ),
    (
        "double f(void);\n_Complex double z = 1.0 / 3.0i;\nint main(void) { return 0; }",
        &["2:21: "],
    ),
    (
        "#include <setjmp.h>\njmp_buf b;\nint (*save)(jmp_buf) = setjmp;\nint main(void) { return save(b); }",
        &["3:7: cannot take the address of `setjmp`: it is built in"],
    ),
    (
        "void *b[5];\nint main(void) { __builtin_longjmp(b, 2); }",
        &["2:39: the second argument of `__builtin_longjmp` must be 1"],
    ),
    (
        "int main(void) { a = 1; b = 2; return c; }",
        &[
            "1:18: `a` is not declared",
            "1:25: `b` is not declared",
            "1:39: `c` is not declared",
        ],
    ),
    ("typedef int T;\nint main(void) { return T; }", &[""]),
    (
        "int main(void) { char big[1L << 40]; return 0; }",
        &["1:23: size of variable `big` is too large"],
    ),
    (
        "int x[2] = 5;\nint main(void) { return 0; }",
        &["1:12: array `int[2]` must be initialized with a brace-enclosed list"],
    ),
    (
        "int main(void) { struct { int a; } s = { .b = 1 }; return 0; }",
        &["1:43: `struct <unnamed>` has no member `b`"],
    ),
    (
        "void f(int n) { union { int i; char a[n]; } u; }\nint main(void) { f(3); return 0; }",
        &["1:17: unions with members of variable size are not supported"],
    ),
    (
        "void f(int n) { struct S { char a[n]; int b : 3; }; struct S s, *p = &s; s.b = p->a[0] + sizeof s; }\nint main(void) { f(3); return 0; }",
        &["1:17: bit-fields after a member of variable size are not supported"],
    ),
    (
        "void f(int n) { struct { char a[n]; struct { int b; }; } s; }\nint main(void) { f(3); return 0; }",
        &["1:17: anonymous structures with or after a member of variable size are not supported"],
    ),
    (
        "int printf(const char *, ...);\nvoid f(int n) { struct { char a[n]; } s; printf(\"\", s); }\nint main(void) { f(3); return 0; }",
        &[
            "2:53: structures of variable size as arguments, results and initial values are not supported",
        ],
    ),
    (
        "void f(int n) { struct { char a[n]; } s; __auto_type t = s; }\nint main(void) { f(3); return 0; }",
        &[
            "1:54: structures of variable size as arguments, results and initial values are not supported",
        ],
    ),
    (
        "void f(int n) { struct S { char a[n]; }; auto struct S g(void); struct S g(void) { struct S s; return s; } }\nint main(void) { f(3); return 0; }",
        &[
            "1:58: structures of variable size as arguments, results and initial values are not supported",
            "1:76: structures of variable size as arguments, results and initial values are not supported",
        ],
    ),
    (
        "void f(int n) { struct { char a[n]; } s = {{0}}; }\nint main(void) { f(3); return 0; }",
        &["1:39: object of variable size may not be initialized"],
    ),
    (
        "void f(int n) { struct S { char a[n]; int b; };\nint g(struct S *p) { return p->b; }\ng(0); }\nint main(void) { f(3); return 0; }",
        &[
            "2:32: a use of a structure of variable size of the enclosing function in a nested function is not supported",
        ],
    ),
    (
        "void f(int n) { static struct { char a[n]; } s; }\nint main(void) { f(3); return 0; }",
        &["1:46: size of static variable `s` is not constant"],
    ),
    (
        "int f(int n) { static int a[n]; return sizeof a; }\nint main(void) { return f(3); }",
        &["1:27: size of static variable `a` is not constant"],
    ),
    (
        "int f(int n) { struct S { char a[n]; } s;\nint g(struct S *p, unsigned long x) { return sizeof p->a; }\nreturn g(&s, 77); }\nint main(void) { return f(3); }",
        &[
            "2:56: a use of a structure of variable size of the enclosing function in a nested function is not supported",
        ],
    ),
    (
        "int f(int n) { struct S { char (*a)[n]; } s;\nint g(void) { return sizeof *s.a; }\nreturn g(); }\nint main(void) { return f(3); }",
        &[
            "2:32: a use of a structure of variable size of the enclosing function in a nested function is not supported",
        ],
    ),
    (
        "int f(int n) { int (*h)(int m, struct P { char c[m]; int z; } *p) = 0; return h == 0; }\nint main(void) { return f(3); }",
        &[
            "1:32: structures of variable size in a parameter list or outside of a function are not supported",
        ],
    ),
    (
        "void c(int *p) {}\nint main(void) { int n = 3; struct S { char a[n]; } a, b;\nb = ({ int k __attribute__((cleanup(c))) = 1; a; }); return 0; }",
        &[
            "3:47: structures of variable size as arguments, results and initial values are not supported",
        ],
    ),
    (
        "int f(int n) { switch (n) { char *(*b)[n]; case 3: return sizeof *b; } return 0; }\nint main(void) { return f(3); }",
        &["1:44: jump into the scope of `b`, whose type depends on an array length"],
    ),
    (
        "int f(int n) { if (n) goto in; { int a[n]; in: a[0] = 1; } return 0; }\nint main(void) { return f(3); }",
        &["1:23: jump into the scope of `a`, whose type depends on an array length"],
    ),
    (
        "int f(int n) { if (n) goto in; { typedef int (*row)[n]; in: n = sizeof *(row)0; } return n; }\nint main(void) { return f(3); }",
        &["1:23: jump into the scope of `row`, whose type depends on an array length"],
    ),
    (
        "int f(int n) { { struct { int a[n]; } s; in: s.a[0] = 1; } goto in; }\nint main(void) { return f(3); }",
        &["1:60: jump into the scope of `s`, whose type depends on an array length"],
    ),
    (
        "int n; struct { char a[n]; } s;\nint main(void) { return 0; }",
        &["1:24: variable-length array not allowed at file scope"],
    ),
];

#[test]
fn invalid_programs_get_the_expected_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut failures = String::new();
    for (index, (text, expected)) in INVALID_PROGRAMS.iter().enumerate() {
        let file: PathBuf = folder.path().join(format!("p{index}.c"));
        std::fs::write(&file, text).expect("a writable folder");
        let Err(error) = compile(&[file], &Options::default()) else {
            panic!("accepted: {text}");
        };
        let errors: Vec<String> = error
            .diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| match &d.primary {
                Some(span) => format!("{}:{}: {}", span.line, span.column, d.message),
                None => d.message.clone(),
            })
            .collect();
        let as_expected = errors.len() == expected.len()
            && errors
                .iter()
                .zip(*expected)
                .all(|(got, wanted)| got.starts_with(wanted));
        if !as_expected {
            failures.push_str(&format!(
                "{text}\n  got {errors:#?}\n  want {expected:#?}\n"
            ));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn at_most_twenty_errors_are_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("many.c");
    let text: String = (0..100).fold("int main(void) {\n".to_owned(), |text, n| {
        text + &format!("  x{n} = 1;\n")
    });
    std::fs::write(&file, text + "}\n").expect("a writable folder");
    let error = compile(&[file], &Options::default()).expect_err("the program is invalid");
    let errors = error.diagnostics.iter().filter(|d| d.is_error()).count();
    assert_eq!(errors, 20);
}

/// Checks that excess elements in initializers of empty objects are warnings, and that checking terminates.
#[test]
fn excess_initializer_elements_are_warnings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("surplus.c");
    let text = "struct e {}; int a[][0] = {1, 2}; int b[][1][0] = {1, 2}; struct e c[1000000000] = {1};\n\
                struct { struct e e; int x; } d = {7}; int f[2] = {1, 2, 3};\n\
                int main(void) { return d.x + f[1]; }\n";
    std::fs::write(&file, text).expect("a writable folder");
    let compiled = compile(&[file], &Options::default()).expect("only warnings");
    assert!(compiled.warnings.len() >= 4, "{:?}", compiled.warnings);
}

/// Checks that a faulty type is reported once, and that uses of the declared name are not reported.
#[test]
fn a_faulty_vector_type_is_one_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("vector.c");
    let text = "typedef int v4si __attribute__((vector_size(12)));\n\
                struct pair { v4si a, b; };\n\
                v4si g = {1, 2, 3, 4};\n\
                v4si add(v4si a, v4si b) { return a + b; }\n\
                int main(void) { v4si a = {1, 2, 3, 4}, b = a; struct pair p = {a, b}; a = g;\n\
                  return a[0] + p.a[1] + add(a, b)[1] + ((v4si){1, 2, 3, 4})[2] + (int)sizeof(v4si); }\n";
    std::fs::write(&file, text).expect("a writable folder");
    let error = compile(&[file], &Options::default()).expect_err("the program is invalid");
    let found: Vec<_> = error.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("number of vector elements 3"),
        "{found:#?}"
    );
}
