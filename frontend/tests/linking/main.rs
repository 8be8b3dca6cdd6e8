//! The tests check the linking of several files and library models, entry functions and built-ins. They inspect the
//! resulting modules and the results of running them.
mod builds;
mod checks;

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

fn all_checks() -> Options {
    Options {
        checks: CheckKind::ALL.iter().fold(Checks::NONE, |c, &k| c.with(k)),
        ..Options::default()
    }
}

/// Checks that the initializer of a variable stores into the members that its own file declares, although the file
/// before it declares a structure with the same tag, the same size and other members.
#[test]
fn an_initializer_has_the_members_of_its_own_file() {
    let user = "struct s { union { unsigned char c[16]; } u; };\nextern const struct s g[];\n\
                int main(void) { return g[1].u.c[4] * 10 + g[1].u.c[12]; }";
    let owner = "struct s { unsigned w[4]; };\nconst struct s g[2] = {{{0}}, {{0, 5, 0, 1}}};";
    assert_eq!(status(&[user, owner]), Outcome::Exit(51));
    assert_eq!(status(&[owner, user]), Outcome::Exit(51));
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

/// Checks that a call of an undefined function `nondet_…` whose result is a structure returns a structure of symbolic
/// bytes.
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
