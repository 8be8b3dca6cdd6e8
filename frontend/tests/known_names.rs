//! The tests check calls of library functions that the program declares with other types. The frontend must either
//! convert the arguments and the result of such a call, or report an error with a location.
//!
//! Each row of [`DECLARATIONS`] is a declaration of a function `NAME`, with statements that use the function. The test
//! combines each row with each library function that the frontend knows: it compiles the row with the name of the
//! library function in place of `NAME`. Up to eight functions that the engine implements share one program; each
//! function with a library model has a program of its own. By default, the test compiles one in eleven of the programs
//! with a library model; `SYMTOOL_KNOWN_NAMES=1` compiles all of them.
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use symtool_frontend::{Options, compile, known_functions, library_models};

/// Declarations of a function `NAME`, each with the statements that use it.
const DECLARATIONS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "NAME();",
            "NAME(1);",
            "NAME(p, 2);",
            "NAME(1.5, p, 3);",
            "i = NAME(p, p, 7L) != 0;",
        ],
    ),
    (
        "int NAME();",
        &[
            "NAME();",
            "i = NAME(1);",
            "i = NAME(p, 2);",
            "i = NAME(1.5, p, 3);",
            "i = NAME(p, p, 7L);",
            "NAME(s);",
            "NAME(q, c, 1.0L, z);",
        ],
    ),
    (
        "void NAME();",
        &["NAME();", "NAME(p);", "NAME(1, 2, 3, 4, 5);", "NAME(2.0);"],
    ),
    (
        "void *NAME();",
        &[
            "p = NAME();",
            "p = NAME(1);",
            "p = NAME(p, 2);",
            "p = NAME(p, p, 3u);",
            "p = NAME(3.0);",
        ],
    ),
    (
        "double NAME();",
        &[
            "d = NAME();",
            "d = NAME(1);",
            "d = NAME(2.5);",
            "d = NAME(2.5, 1.5);",
            "d = NAME(p, p);",
        ],
    ),
    (
        "struct s NAME();",
        &[
            "NAME();",
            "s = NAME(1);",
            "s = NAME(s, p);",
            "s = NAME(2.5);",
        ],
    ),
    ("void NAME(void);", &["NAME();"]),
    ("int NAME(void);", &["i = NAME();"]),
    ("char *NAME(void);", &["p = NAME();"]),
    ("void *NAME(double, long);", &["p = NAME(1.0, 2);"]),
    ("double NAME(int, char *);", &["d = NAME(i, p);"]),
    ("float NAME(float);", &["d = NAME(1);"]),
    ("long double NAME(long double, int);", &["d = NAME(1, 2);"]),
    ("_Complex double NAME(_Complex double);", &["z = NAME(z);"]),
    ("struct s NAME(struct s);", &["s = NAME(s);"]),
    (
        "struct s NAME(struct s *, ...);",
        &["s = NAME(&s, 1, 2.0);"],
    ),
    ("__int128 NAME(__int128, _Bool);", &["i = NAME(q, 1);"]),
    (
        "_Bool NAME(char, short, unsigned char);",
        &["i = NAME(1, 2, 3);"],
    ),
    (
        "int NAME(int, ...);",
        &["i = NAME(1);", "i = NAME(1, 2.0, p, s);"],
    ),
    (
        "char *NAME(const char *, ...);",
        &["p = NAME(\"x\");", "p = NAME(\"%d\", 2);"],
    ),
    (
        "unsigned long NAME(unsigned long, unsigned long, unsigned long, unsigned long);",
        &["i = NAME(1, 2, 3, 4);"],
    ),
    ("int (*NAME(int (*)(int)))(int);", &["NAME(0)(1);"]),
    ("void NAME(int n, int a[n]);", &["NAME(1, (int *)p);"]),
    ("extern int NAME;", &["i = NAME;", "NAME = 2;"]),
    ("extern double NAME[3];", &["d = NAME[1];"]),
    ("struct s NAME;", &["s = NAME;"]),
    ("static int NAME(double);", &["i = NAME(1);"]),
    (
        "int NAME(double, void *);",
        &[
            "int (*f)(double, void *) = NAME; i = f(1, p);",
            "i = ((int (*)(int))NAME)(1);",
            "p = (void *)&NAME;",
        ],
    ),
    (
        "void *NAME();",
        &[
            "void *(*f)() = NAME; p = f(1, 2);",
            "p = ((void *(*)(int, int))NAME)(1, 2);",
        ],
    ),
    (
        "struct s NAME(long);",
        &["struct s (*f)(long) = NAME; s = f(1);"],
    ),
];

/// Returns a program that declares each function of `names` by `declaration`, and contains each statement of `uses`
/// for each function.
fn program(names: &[String], declaration: &str, uses: &[&str]) -> String {
    let mut text = "struct s { int a; char b[9]; } s;\n".to_owned();
    text += "char c; void *p; int i; double d; __int128 q; _Complex double z;\n";
    for name in names {
        text += &format!("{declaration}\nvoid use_NAME(void) {{\n  switch (i) {{\n")
            .replace("NAME", name);
        for (number, call) in uses.iter().enumerate() {
            text += &format!("  case {number}: {{ {call} }} break;\n").replace("NAME", name);
        }
        text += "  }\n}\n";
    }
    text + "int main(void) { return 0; }\n"
}

/// Returns the reason why the answer of the frontend is wrong: a panic, an internal error, or an error that has
/// no location in the program. Returns `None` for a correct answer.
fn fault(file: &Path) -> Option<String> {
    let files = [file.to_owned()];
    let Ok(result) = catch_unwind(AssertUnwindSafe(|| compile(&files, &Options::default()))) else {
        return Some("panic".to_owned());
    };
    let errors = result.err()?.diagnostics;
    let own = |at: &symtool_frontend::diagnostic::Span| Path::new(&*at.file) == file;
    let wrong = |d: &&symtool_frontend::diagnostic::Diagnostic| {
        d.is_error() && (d.code == "internal" || !d.primary.as_ref().is_some_and(own))
    };
    errors.iter().find(wrong).map(|d| format!("{d:?}"))
}

/// Compiles one program for each pair of a group of names in `groups` and a row of [`DECLARATIONS`], if `select`
/// accepts the number of the pair: 7 times the index of the group plus the index of the row. (Several pairs can have
/// the same number.) Returns descriptions of the wrong answers of the frontend.
fn faults(groups: &[Vec<String>], select: impl Fn(usize) -> bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("x.i");
    let mut faults = Vec::new();
    for (group, names) in groups.iter().enumerate() {
        for (number, (declaration, uses)) in DECLARATIONS.iter().enumerate() {
            if !select(group * 7 + number) {
                continue;
            }
            std::fs::write(&file, program(names, declaration, uses))
                .expect("the folder is writable");
            if let Some(fault) = fault(&file) {
                faults.push(format!("{names:?} as `{declaration}`: {fault}"));
            }
        }
    }
    faults
}

#[test]
fn any_declaration_of_a_function_of_the_engine_converts_or_is_an_error() {
    let models: BTreeSet<String> = library_models().map(|(name, _)| name.to_owned()).collect();
    let known: BTreeSet<String> = known_functions().collect();
    let own: Vec<String> = known.difference(&models).cloned().collect();
    let groups: Vec<Vec<String>> = own.chunks(8).map(<[String]>::to_vec).collect();
    assert_eq!(faults(&groups, |_| true), Vec::<String>::new());
}

#[test]
fn any_declaration_of_a_library_model_converts_or_is_an_error() {
    let names: Vec<Vec<String>> = library_models()
        .map(|(name, _)| vec![name.to_owned()])
        .collect();
    let slice = if std::env::var_os("SYMTOOL_KNOWN_NAMES").is_some() {
        1
    } else {
        11
    };
    assert_eq!(
        faults(&names, |pair| pair % slice == 0),
        Vec::<String>::new()
    );
}
