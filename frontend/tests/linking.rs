//! The tests check the linking of several files and library models, entry functions, checks and built-ins. They
//! inspect the resulting modules and the results of running them.
use std::path::PathBuf;
use symtool_frontend::{Compilation, CompileError, FileCommand, Options, SourceFile, compile};
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::outcome::Outcome;
use symtool_ir::print::module_to_string;
use symtool_ir::{BugKind, Inputs};

fn build(texts: &[&str], options: &Options) -> Result<Compilation, CompileError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<PathBuf> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let file = folder.path().join(format!("f{index}.c"));
            std::fs::write(&file, text).expect("a writable folder");
            file
        })
        .collect();
    compile(&files, options)
}

fn built(texts: &[&str], options: &Options) -> Compilation {
    build(texts, options).unwrap_or_else(|e| panic!("{:#?}", e.diagnostics))
}

fn execute(program: &Compilation) -> Run {
    run(&program.module, program.entry, &RunConfig::default())
}

fn status(texts: &[&str]) -> Outcome {
    execute(&built(texts, &Options::default())).outcome
}

fn all_checks() -> Options {
    Options {
        checks: CheckKind::ALL.iter().fold(Checks::NONE, |c, &k| c.with(k)),
        ..Options::default()
    }
}

#[test]
fn files_share_external_symbols_but_not_static_symbols() {
    let one = "extern int shared; int get(void); static int x = 1; int own(void) { return x; }\n\
               int main(void) { shared += own(); return get() * 10 + own(); }";
    let two = "int shared; static int x = 5; static int own(void) { return x; }\n\
               int get(void) { return shared + own(); }";
    let program = built(&[one, two], &Options::default());
    assert_eq!(execute(&program).outcome, Outcome::Exit(61));
    assert!(program.module.function_named("own.1").is_some());
    assert!(program.module.global_named("x.1").is_some());
}

#[test]
fn a_structure_may_be_opaque_in_some_files() {
    let user = "struct s; struct s *f(void); int get(struct s *); extern int table[];
                int main(void) { return get(f()) + table[1]; }";
    let owner = "struct s; struct s *f(void); struct s { int array[3]; }; static struct s it = { { 1, 2, 3 } };
                 struct s *f(void) { return &it; } int get(struct s *p) { return p->array[1] + f()->array[2]; }
                 int table[] = { 4, 5 }; int size(void) { return sizeof table; }";
    let late = "typedef struct s s_t; s_t *f(void); struct s { int array[3]; };
                int third(void) { return f()->array[2]; }";
    for order in [
        [user, owner, late],
        [owner, late, user],
        [late, user, owner],
        [user, late, owner],
    ] {
        assert_eq!(status(&order), Outcome::Exit(10), "{order:?}");
    }
}

#[test]
fn conflicting_files_are_refused() {
    let error = build(
        &[
            "int f(void) { return 1; } int main(void) { return f(); }",
            "int f(void) { return 2; }",
        ],
        &Options::default(),
    )
    .expect_err("`f` is defined twice");
    assert!(error.to_string().contains("redefinition of `f`"), "{error}");
    let error = build(
        &[
            "extern int v; int main(void) { return v; }",
            "double v = 1;",
        ],
        &Options::default(),
    )
    .expect_err("`v` has two types");
    assert!(
        error
            .to_string()
            .contains("conflicting types for `v`: `double`, previously `int`"),
        "{error}"
    );
}

#[test]
fn unprototyped_calls_adapt_to_the_definition() {
    let one = "int f(); int g(); int main(void) { return f(1, 2, 3) + g(2.0f, 'a'); }";
    let two = "int f(int a) { return a; } int g(double d, int c) { return (int)d + c; }";
    assert_eq!(status(&[one, two]), Outcome::Exit(100));
}

#[test]
fn unused_inline_functions_and_models_are_not_emitted() {
    let program = built(
        &[
            "#include <string.h>\nstatic inline int unused(void) { return undefined_thing(); }\n\
           int main(void) { return (int)strlen(\"abc\"); }",
        ],
        &Options::default(),
    );
    let names: Vec<&str> = program
        .module
        .functions
        .values()
        .map(|f| f.name.as_str())
        .collect();
    assert_eq!(names, ["main", "strlen", "__symtool_start"]);
    assert_eq!(execute(&program).outcome, Outcome::Exit(3));
}

#[test]
fn an_entry_gets_symbolic_parameters() {
    let options = Options {
        entry: Some("twice".to_owned()),
        ..Options::default()
    };
    let program = built(
        &["int twice(int amount, char *p) { return p ? 0 : amount * 2; }"],
        &options,
    );
    let mut inputs = Inputs::default();
    inputs.push("amount", vec![21, 0, 0, 0]);
    let config = RunConfig {
        inputs,
        ..RunConfig::default()
    };
    let run = run(&program.module, program.entry, &config);
    assert_eq!(run.outcome, Outcome::Exit(42));
    let names: Vec<&str> = run.consumed.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["amount", "p"]);
}

#[test]
fn a_structure_may_be_opaque_in_one_file() {
    let user = "struct S; struct S *get(int); int f(void); int main(void) { return get(0) != 0 ? f() : 1; }";
    let owner = "typedef struct S S; S *get(int); struct S { int n; int x[3]; };
        static S s = {1, {2, 3, 4}}; S *get(int i) { return &s; } int f(void) { return get(0)->x[1]; }";
    assert_eq!(status(&[user, owner]), Outcome::Exit(3));
    assert_eq!(status(&[owner, user]), Outcome::Exit(3));
}

/// Checks that a call of an undefined function is an error only if a run can reach the call. A function whose address
/// is in a table of function pointers counts as reachable.
#[test]
fn functions_that_no_run_uses_may_call_missing_ones() {
    let dead =
        "int missing(int); int dead(int x) { return missing(x); } int main(void) { return 4; }";
    assert_eq!(status(&[dead]), Outcome::Exit(4));
    let table = "int missing(int); int f(int x) { return missing(x); } int (*table[])(int) = {f};
        int main(void) { return table[0](1); }";
    assert!(build(&[table], &Options::default()).is_err());
}

/// Checks that with `allow_missing`, a run that calls an undefined function is incomplete and does not fail.
#[test]
fn missing_functions_can_be_allowed() {
    let options = Options {
        allow_missing: true,
        ..Options::default()
    };
    let program = built(
        &["int nowhere(int); int main(void) { return nowhere(3); }"],
        &options,
    );
    let run = execute(&program);
    assert_eq!(run.outcome, Outcome::Exit(0));
    assert_eq!(run.notes.len(), 1);
}

fn bug_of(text: &str, options: &Options) -> BugKind {
    let program = built(&[text], options);
    let config = RunConfig {
        checks: options.checks,
        ..RunConfig::default()
    };
    match run(&program.module, program.entry, &config).outcome {
        Outcome::Bug(failure) => failure.kind,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn undefined_behaviour_is_checked_if_enabled() {
    let rows = [
        (
            "int main(void) { int z = 0; return 5 / z; }",
            BugKind::DivByZero,
        ),
        (
            "int main(void) { int z = 0; return 5 % z; }",
            BugKind::DivByZero,
        ),
        (
            "int main(void) { int a = -2147483647 - 1, b = -1; return a / b; }",
            BugKind::DivOverflow,
        ),
        (
            "int main(void) { int a = 2147483647; return a + 1; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = -2147483647; a -= 2; return a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { long a = 1L << 40; return (int)(a * a); }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = -2147483647 - 1; return -a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = 2147483647; a++; return a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = 33; return 1 << a; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = -1; return 8 >> a; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = -1; return a << 1; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = 1; return a << 31 != 0; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { long a = 3; a <<= 62; return a != 0; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { __builtin_unreachable(); }",
            BugKind::Unreachable,
        ),
        (
            "#include <assert.h>\nint main(void) { int a = 1; assert(a == 2); return 0; }",
            BugKind::Assert,
        ),
        (
            "void reach_error(void) {} int main(void) { reach_error(); return 0; }",
            BugKind::Reach,
        ),
        (
            "void f(void) { ((char *)\"ab\")[0] = 1; } int main(void) { f(); return 0; }",
            BugKind::ReadOnly,
        ),
    ];
    for (text, kind) in rows {
        assert_eq!(bug_of(text, &all_checks()), kind, "{text}");
    }
    let none = Options {
        checks: Checks::NONE,
        ..Options::default()
    };
    let program = built(
        &["int main(void) { int a = 33; return (1 << a) + (2147483647 + a < 0); }"],
        &none,
    );
    assert_eq!(execute(&program).outcome, Outcome::Exit(3));
}

#[test]
fn shifts_within_range_pass() {
    let text = "int main(void) { int a = 1; unsigned u = 1; long l = 1; short s = 3;\n\
                return (a << 30) == 1073741824 && (u << 31) == 2147483648u && (s << 14) > 0\n\
                && (l << 62) > 0 && (u << 31 << 1) == 0 && (-8 >> 1) == -4 ? 5 : 6; }";
    let options = Options {
        checks: all_checks().checks,
        ..Options::default()
    };
    assert_eq!(execute(&built(&[text], &options)).outcome, Outcome::Exit(5));
}

/// Checks that a call of an undefined function `nondet_…` with a structure as result returns a structure of symbolic bytes.
#[test]
fn records_can_be_inputs_by_name() {
    let text = "struct pair { int a; long b; };\nstruct pair nondet_pair(void);\n\
                int main(void) { struct pair p = nondet_pair(); return p.a != 0 || p.b != 0; }";
    let program = built(&[text], &Options::default());
    let ir = module_to_string(&program.module);
    assert!(ir.contains("make_symbolic"), "{ir}");
    assert_eq!(execute(&program).outcome, Outcome::Exit(0));
}

#[test]
fn assertions_are_checks_without_branches() {
    let text = "#include <klee/klee.h>\n#include <assert.h>\n\
                int main(void) { int a; klee_make_symbolic(&a, sizeof a, \"a\"); klee_assume(a > 3);\n\
                assert(a != 2); klee_assert(a > 2); return 0; }";
    let program = built(&[text], &Options::default());
    let ir = module_to_string(&program.module);
    assert!(!ir.contains("branch"), "{ir}");
    assert!(
        ir.contains("check assert") && ir.contains("\"a != 2\"") && ir.contains("\"a > 2\""),
        "{ir}"
    );
}

#[test]
fn sv_comp_inputs_are_named_after_their_type() {
    let text = "unsigned char __VERIFIER_nondet_uchar(void); _Bool nondet_flag(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x < 9);\n\
                return nondet_flag() ? __VERIFIER_nondet_uchar() : x; }";
    let ir = module_to_string(&built(&[text], &Options::default()).module);
    for name in ["\"nondet_int\"", "\"nondet_uchar\"", "\"nondet_flag\""] {
        assert!(ir.contains(name), "{name} is not in {ir}");
    }
}

#[test]
fn uninitialized_variables_are_indeterminate_in_each_iteration() {
    let text =
        "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int v; s += v; } return s; }";
    let run = execute(&built(&[text], &Options::default()));
    let names: Vec<&str> = run.consumed.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        ["uninitialised v", "uninitialised v_1", "uninitialised v_2"]
    );
}

#[test]
fn source_locations_are_exact() {
    let text =
        "int g;\nint main(void) {\n  int a = g + 1;\n  if (a > 2)\n    g = a;\n  return g;\n}\n";
    let ir = module_to_string(&built(&[text], &Options::default()).module);
    for (what, place) in [
        ("load", ":3:11"),
        ("add", ":3:11"),
        ("branch", ":4:7"),
        ("store", ":5:5"),
        ("return", ":6:3"),
    ] {
        let found = ir.lines().any(|l| l.contains(what) && l.ends_with(place));
        assert!(found, "no {what} at {place} in\n{ir}");
    }
}

#[test]
fn a_definition_overrides_a_weak_one_of_another_file() {
    let weak = "__attribute__((weak)) int f(void) { return 1; }\n\
                int n __attribute__((weak)) = 2;\nint own(void) { return f() * 10 + n; }";
    let strong = "int f(void) { return 3; }\nint n = 4;\nint own(void);\n";
    let main = "extern int f(void), n, own(void);\nint main(void) { return own() + f() + n; }";
    assert_eq!(status(&[weak, strong, main]), Outcome::Exit(41));
    assert_eq!(status(&[main, strong, weak]), Outcome::Exit(41));
    assert_eq!(status(&[main, weak]), Outcome::Exit(15));
    let alias = "static int g(void) { return 5; }\nint f(void) __attribute__((weak, alias(\"g\")));\n\
                 int n = 0;\nint own(void) { return f(); }";
    assert_eq!(status(&[alias, main]), Outcome::Exit(10));
    let better = "int f(void) { return 7; }";
    assert_eq!(status(&[alias, main, better]), Outcome::Exit(14));
}

#[test]
fn a_call_of_a_weak_function_that_is_missing_calls_null() {
    let text = "extern int f(int) __attribute__((weak));\nint main(void) { return f(1); }";
    assert_eq!(bug_of(text, &Options::default()), BugKind::BadCall);
}

#[test]
fn asm_labels_are_names_for_other_files() {
    let one = "int own(int) __asm__(\"shared\");\nint own(int x) { return x + 1; }\n\
               int value __asm__(\"number\") = 30;\nint shared_too(void) { return 5; }";
    let two = "extern int shared(int), number, other(void) __asm__(\"shared_too\");\n\
               static int own(void) { return 100; }\nint value = 200;\n\
               int main(void) { return shared(1) + number + other() + (own() + value == 300); }";
    assert_eq!(status(&[one, two]), Outcome::Exit(38));
    assert_eq!(status(&[two, one]), Outcome::Exit(38));
}

#[test]
fn system_reports_that_there_is_no_shell() {
    let head = "#include <stdlib.h>\nint main(void) { ";
    let program = format!("{head}return system(NULL) == 0 && MB_CUR_MAX == 1 ? 3 : 4; }}");
    assert_eq!(status(&[&program]), Outcome::Exit(3));
    let run = execute(&built(
        &[&format!("{head}return system(\"true\") == -1; }}")],
        &Options::default(),
    ));
    assert_eq!(run.outcome, Outcome::Exit(1));
    assert!(!run.notes.is_empty());
}

/// Checks that constructors receive the arguments of `main`, even if `main` has no parameters.
#[test]
fn constructors_receive_the_arguments_of_main() {
    let constructor = "static int seen;\n\
        static void __attribute__((constructor)) f(int n, char **v, char **e) {\n\
        seen = 10 * n + (v[0] && !v[n] && e); }\n\
        static void __attribute__((constructor)) g(int n) { seen += n; }\n";
    for main in [
        "int main(void) { return seen; }",
        "int main(int n, char **v) { return seen + (n != 1 || !v[0]); }",
    ] {
        assert_eq!(
            status(&[&format!("{constructor}{main}")]),
            Outcome::Exit(12)
        );
    }
}

/// Returns the file `file` of a build that runs the compiler in `folder` with the arguments `words`.
fn compiled(base: &std::path::Path, folder: &str, file: &str, words: &[&str]) -> SourceFile {
    let command = FileCommand {
        folder: base.join(folder),
        word: file.into(),
        words: words.iter().map(Into::into).collect(),
    };
    SourceFile::compiled(command, base)
}

#[test]
fn each_file_of_a_build_has_its_own_options() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let base = folder.path();
    let write = |name: &str, text: &str| {
        let path = base.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(path, text).expect("a writable folder");
    };
    write("config.h", "#define OFFSET 2\n");
    write("a/part.h", "#define VALUE 10\n");
    write("b/part.h", "#define VALUE 20\n");
    let text = "#include \"part.h\"\nint NAME(void) { return VALUE + OFFSET; }\n";
    write("a/x.c", text);
    write("b/x.c", text);
    write(
        "main.c",
        "int first(void), second(void), third(void); int main(void) { return first() + second() + third(); }\n",
    );
    let files = [
        compiled(base, "", "main.c", &[]),
        compiled(
            base,
            "a",
            "x.c",
            &["-DNAME=first", "-include", "../config.h"],
        ),
        compiled(
            base,
            "b",
            "x.c",
            &[
                "-I",
                ".",
                "-DNAME=second",
                "-DOFFSET=1",
                "-UOFFSET",
                "-DOFFSET=3",
            ],
        ),
        compiled(
            base,
            "b",
            "x.c",
            &["-DNAME=third", "-DOFFSET=4", "-std=c99"],
        ),
    ];
    let program = compile(
        &files,
        &Options {
            folder: Some(base.to_owned()),
            ..Options::default()
        },
    )
    .unwrap_or_else(|e| panic!("{:#?}", e.diagnostics));
    assert_eq!(
        execute(&program).outcome,
        Outcome::Exit(10 + 2 + 20 + 3 + 20 + 4)
    );
    let shown = |file: &SourceFile| file.path.display().to_string();
    let paths: Vec<String> = files.iter().map(shown).collect();
    assert_eq!(paths, ["main.c", "a/x.c", "b/x.c", "b/x.c"]);
    let names: Vec<&str> = program
        .sources
        .names()
        .filter(|name| name.ends_with("part.h"))
        .collect();
    assert_eq!(names, ["a/part.h", "b/part.h"]);
}

#[test]
fn the_signedness_of_char_is_an_option_of_the_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let base = folder.path();
    let text = "#include <limits.h>\n\
        struct bits { char b : 4; };\n\
        static char global = '\\xff';\n\
        int main(void) {\n\
            volatile char c = (char)200; struct bits s; volatile int fifteen = 15; s.b = fifteen;\n\
            int folded = (char)200, character = '\\377', from_text = \"\\xfe\"[0];\n\
            if (CHAR_MIN == 0)\n\
                return !(c == 200 && folded == 200 && character == 255 && s.b == 15 && global == 255 && from_text == 254\n\
                    && CHAR_MAX == 255 && (c >> 7) == 1 && (double)c == 200.0 && (char)-1 > 0);\n\
            return !(c == -56 && folded == -56 && character == -1 && s.b == -1 && global == -1 && from_text == -2\n\
                && CHAR_MAX == 127 && (char)-1 < 0);\n\
        }\n";
    std::fs::write(base.join("a.c"), text).expect("a writable folder");
    std::fs::write(base.join("b.c"), "int other;\n").expect("a writable folder");
    let options = Options {
        folder: Some(base.to_owned()),
        ..Options::default()
    };
    let run = |words: &[&str]| {
        let file = compiled(base, "", "a.c", words);
        let compilation = compile(&[file], &options).expect("a valid program");
        execute(&compilation).outcome
    };
    for words in [
        &[][..],
        &["-funsigned-char"],
        &["-fno-signed-char"],
        &["-funsigned-char", "-fsigned-char"],
    ] {
        assert_eq!(run(words), Outcome::Exit(0), "{words:?}");
    }
    let mixed = [
        compiled(base, "", "a.c", &["-funsigned-char"]),
        compiled(base, "", "b.c", &[]),
    ];
    let error = compile(&mixed, &options).expect_err("files that differ");
    let text = error.to_string();
    assert!(
        text.contains("a.c` (-funsigned-char)") && text.contains("b.c`"),
        "{text}"
    );
}

/// Checks that a program with undefined functions and variables compiles if `allow_missing` is set. Exactly the runs
/// that use an undefined function or variable must be incomplete. The same holds for a function with unsupported
/// assembly.
#[test]
fn missing_parts_fail_where_they_are_reached() {
    let options = Options {
        allow_missing: true,
        ..Options::default()
    };
    let parts = "struct pair { long a, b, c; };\n\
        extern struct pair pairs(int); extern int called(int); extern int variable; extern const char *names[];\n\
        static int assembly(int x) { __asm__(\"inc %0\" : \"+r\"(x)); return x; }\n\
        static int (*const table[])(int) = { called, assembly };\n\
        static unsigned processor(void) { unsigned a, b, c, d;\n\
            __asm__ volatile (\"cpuid\\n\\t\" : \"=a\"(a), \"=b\"(b), \"=c\"(c), \"=d\"(d) : \"0\"(1)); return a | b | c | d; }\n";
    for (body, missing) in [
        ("return processor() + (table[0] == 0);", None),
        (
            "if (processor()) variable = assembly(called(3)); return 0;",
            None,
        ),
        ("return called(3) * 0;", Some("`called`")),
        ("return table[0](3) * 0;", Some("`called`")),
        ("return assembly(3) * 0;", Some("`assembly`")),
        ("return table[1](3) * 0;", Some("`assembly`")),
        ("pairs(1); return 0;", Some("`pairs`")),
        ("return variable;", Some("`variable`")),
        ("return names[0] != 0;", Some("`names`")),
    ] {
        let text = format!("{parts}int main(void) {{ {body} }}\n");
        let program = built(&[&text], &options);
        let run = execute(&program);
        assert_eq!(run.outcome, Outcome::Exit(0), "{body}");
        let notes = format!("{:?}", run.notes);
        match missing {
            None => assert!(run.notes.is_empty(), "{body}: {notes}"),
            Some(name) => assert!(notes.contains(name), "{body}: {notes}"),
        }
    }
    let error = build(
        &[&format!("{parts}int main(void) {{ return variable; }}\n")],
        &Options::default(),
    );
    assert!(error.is_err());
}

/// Checks that with `allow_missing`, two files may declare a function with different pointer types, as a linker
/// permits. A call whose arguments do not fit the definition must still fail. Without `allow_missing`, and within one
/// file, conflicting types are errors.
#[test]
fn files_of_a_linked_program_may_declare_other_types() {
    let options = Options {
        allow_missing: true,
        ..Options::default()
    };
    let definition = "struct a { int x; }; int get(struct a *p) { return p->x; } struct a *make(void) { static struct a it = { 7 }; return &it; }";
    let user = "struct b; struct b *make(void); int get(struct b *); int main(void) { return get(make()); }";
    let wrong =
        "struct b; struct b *make(void); int get(double); int main(void) { return get(1.0); }";
    for files in [[definition, user], [user, definition]] {
        assert_eq!(execute(&built(&files, &options)).outcome, Outcome::Exit(7));
        assert!(build(&files, &Options::default()).is_err());
    }
    for files in [[definition, wrong], [wrong, definition]] {
        let outcome = execute(&built(&files, &options)).outcome;
        assert!(matches!(outcome, Outcome::Bug(_)), "{outcome:?}");
    }
    let one = "struct a; struct b; int get(struct a *); int get(struct b *); int main(void) { return 0; }";
    assert!(build(&[one], &options).is_err());
}
