//! The tests check programs of a build: each file has its own options, and parts may be missing.
use super::*;

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

/// Checks that a program with undefined functions and variables compiles if `allow_missing` is set. The runs that use
/// an undefined function or variable must be incomplete, and all other runs must be complete. A function with
/// unsupported assembly is treated like an undefined function.
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
