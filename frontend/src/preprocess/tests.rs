//! The tests check reading and preprocessing of source files, with the system's C compiler.
use super::*;
use crate::normalise::lex;
use std::path::PathBuf;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("it is writable");
        path
    }
}

fn message(path: &Path) -> String {
    read_source(path, path).expect_err("it is unusable").message
}

fn preprocess(path: &Path) -> Result<Preprocessed, Vec<Diagnostic>> {
    SystemCompiler.preprocess(&path.to_owned().into(), &Options::default(), None)
}

#[test]
fn unusable_files_give_one_error() {
    let folder = Folder::new();
    let missing = folder.0.path().join("no.c");
    assert_eq!(
        message(&missing),
        format!("`{}` does not exist", missing.display())
    );
    assert!(message(folder.0.path()).ends_with("is a directory, not a C file"));
    assert!(message(&folder.file("a.c", "")).ends_with("is empty"));
    assert!(message(&folder.file("a.c", b"\x7fELF\0")).ends_with("is not a text file"));
    let wide = message(&folder.file("a.c", b"\xff\xfei\0n\0t\0"));
    assert!(wide.ends_with("is saved as UTF-16, not as UTF-8"), "{wide}");
    assert!(message(Path::new("/dev/null")).ends_with("is not a regular file"));
    let large = folder.file("large.c", "x");
    let file = std::fs::File::options()
        .write(true)
        .open(&large)
        .expect("it is there");
    file.set_len(MAX_FILE_SIZE + 1).expect("it can grow");
    assert!(message(&large).ends_with("is larger than 64 MiB"));
}

#[test]
fn bytes_that_are_not_utf_8_are_preserved() {
    let folder = Folder::new();
    let path = folder.file("a.c", b"/* caf\xe9 */ int x;\n");
    assert!(
        read_source(&path, &path)
            .expect("it is text")
            .contains("int x;")
    );
    assert!(
        preprocess(&path)
            .expect("the file is preprocessed")
            .text
            .contains("int x;")
    );
    let path = folder.file("b.c", b"char *s = \"caf\xe9\";\n");
    let text = preprocess(&path).expect("the file is preprocessed").text;
    let bytes: Vec<u8> = text.chars().filter_map(crate::raw_bytes::byte_of).collect();
    assert_eq!(bytes, [0xe9]);
}

#[test]
fn macros_and_headers_come_from_the_options() {
    let folder = Folder::new();
    folder.file("mine.h", "int from_header;\n");
    let path = folder.file("a.c", "#include <mine.h>\n#include <stdint.h>\nint a = A, b = B, s = __SYMTOOL__;\nuint8_t u;\n#ifdef __GNUC__\n#error still here\n#endif\n");
    let options = Options {
        defines: vec![("A".into(), Some("7".into())), ("B".into(), None)],
        undefines: vec!["__GNUC__".into()],
        include_dirs: vec![folder.0.path().to_owned()],
        ..Options::default()
    };
    let text = SystemCompiler
        .preprocess(&path.into(), &options, None)
        .expect("the file is preprocessed")
        .text;
    assert!(text.contains("int from_header;"), "{text}");
    assert!(text.contains("int a = 7, b = 1, s = 1;"), "{text}");
    assert!(text.contains("# 1 \"<symtool>/stdint.h\""), "{text}");
}

#[test]
fn errors_of_the_preprocessor_have_locations() {
    let folder = Folder::new();
    let path = folder.file("a.c", "int x;\n  #error no way\n#warning hm\n");
    let errors = preprocess(&path).expect_err("the file contains `#error`");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "#error no way");
    let at = errors[0]
        .primary
        .as_ref()
        .expect("the error has a location");
    assert_eq!(
        (&*at.file, at.line, at.column),
        (path.to_str().unwrap_or(""), 2, 4)
    );
    let path = folder.file("b.c", "#include \"gone.h\"\n");
    let errors = preprocess(&path).expect_err("no such header");
    assert_eq!(errors[0].message, "header `gone.h` not found");
    assert!(errors[0].help.is_some());
    let path = folder.file("c.c", "#warning hm\nint x;\n");
    let warnings = preprocess(&path).expect("only a warning").warnings;
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].message, "#warning hm");
}

#[test]
fn a_name_that_looks_like_an_option_is_a_file() {
    let errors = preprocess(Path::new("--version")).expect_err("there is no such file");
    assert!(errors[0].message.contains("--version"), "{}", errors[0]);
}

/// Returns the tokens of preprocessed text, each with its file and line.
fn tokens(text: &str) -> Vec<(&str, usize, &str)> {
    let (mut file, mut number) = ("", 0);
    let mut tokens = Vec::new();
    for line in text.lines() {
        if let Some((at, name)) = line
            .strip_prefix("# ")
            .and_then(|rest| rest.split_once(' '))
        {
            file = name.split('"').nth(1).expect("a name");
            number = at.parse().expect("a number");
        } else {
            let found = lex(line).tokens.into_iter();
            tokens.extend(found.map(|token| (file, number, token.text(line))));
            number += 1;
        }
    }
    tokens
}

/// Checks that `plain_text` gives the same tokens as the compiler. Returns whether `plain_text` can preprocess the
/// file.
fn is_plain_and_equal(path: &Path) -> bool {
    let text = read_source(path, path).expect("it is text");
    let Some(plain) = plain_text::preprocess(&path.display().to_string(), &text) else {
        return false;
    };
    let expected = preprocess(path).expect("the file is preprocessed").text;
    assert_eq!(tokens(&plain), tokens(&expected), "{}", path.display());
    true
}

#[test]
fn plain_text_has_the_tokens_that_the_compiler_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for folder in ["../snapshots/cdse", "../snapshots/meld/guards", "tests/c"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("it is readable").path());
        let is_c = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "c");
        compared += paths
            .filter(is_c)
            .filter(|path| is_plain_and_equal(path))
            .count();
    }
    assert!(compared > 100, "{compared} files are plain text");
}

#[test]
fn bundled_headers_have_the_tokens_that_the_compiler_gives() {
    let folder = Folder::new();
    let include = |name: &str| format!("#include <{name}>\n");
    let names: Vec<&str> = crate::headers::header_names().collect();
    let is_plain = |name: &&str| {
        let text = include(name) + "int last;\n" + &include(name);
        is_plain_and_equal(&folder.file("a.c", text))
    };
    let (plain, other): (Vec<&str>, Vec<&str>) = names.into_iter().partition(is_plain);
    assert_eq!(other, [""; 0], "the compiler preprocesses these headers");
    let all: String = plain.iter().map(|name| include(name)).collect();
    assert!(is_plain_and_equal(&folder.file("all.c", all)));
}

/// Preprocesses the file `name` of a folder, which is the include root.
fn confined(folder: &Folder, name: &str) -> Result<Preprocessed, Vec<Diagnostic>> {
    let options = Options {
        include_root: Some(folder.0.path().to_owned()),
        folder: Some(folder.0.path().to_owned()),
        ..Options::default()
    };
    let path = Path::new(name);
    let confinement = Confinement::of(path, &options).map_err(|error| vec![*error])?;
    let confinement = confinement.expect("the file is below the root");
    SystemCompiler.preprocess(&path.to_owned().into(), &options, Some(&confinement))
}

#[test]
fn an_include_root_permits_own_files_and_bundled_headers() {
    let folder = Folder::new();
    std::fs::create_dir(folder.0.path().join("sub")).expect("a folder");
    folder.file("own.h", "int own;\n");
    folder.file("sub/deep.h", "#include \"../own.h\"\n");
    folder.file(
        "a.c",
        "#include <assert.h>\n#include \"sub/deep.h\"\nint main(void) { assert(own == 0); }\n",
    );
    let text = confined(&folder, "a.c")
        .expect("all files are in the root")
        .text;
    assert!(text.contains("int own;"), "{text}");
    assert!(text.contains("<symtool>/assert.h"), "{text}");
}

#[test]
fn an_include_root_refuses_other_files() {
    let elsewhere = Folder::new();
    let secret = elsewhere.file("secret.h", "int secret = 42;\n");
    let broken = elsewhere.file("broken.h", "#error the secret text\n");
    let folder = Folder::new();
    std::os::unix::fs::symlink(&secret, folder.0.path().join("link.h")).expect("a link");
    let (secret, broken) = (secret.display(), broken.display());
    for text in [
        format!("#include \"{secret}\"\n"),
        format!("#define FILE \"{secret}\"\n#include FILE\n"),
        format!("%:inc\\\nlude \"{secret}\"\n"),
        format!("#include \"{broken}\"\n"),
        "#include \"link.h\"\n".to_owned(),
        "#include \"/etc/passwd\"\n".to_owned(),
        "#include \"/dev/null\"\n".to_owned(),
        format!("#line 1 \"{secret}\"\nint x = ;\n"),
        "int x;\n#line 1 \"<symtool>/string.h\"\nint y;\n".to_owned(),
        "int x;\n#line 1 \"<built-in>\"\nint y;\n".to_owned(),
        "#line 1 \"/etc\\057passwd\"\nint y;\n".to_owned(),
        format!("#if __has_\\\ninclude(\"{secret}\")\nint x;\n#endif\n"),
        format!("#if __has_include(\"{secret}\")\n#error found\n#endif\n"),
        "#pragma GCC  dependency \"/etc/passwd\"\nint x;\n".to_owned(),
    ] {
        folder.file("a.c", &text);
        let errors = confined(&folder, "a.c").expect_err(&text);
        let shown = format!("{errors:?}");
        assert!(
            errors.iter().all(|error| error.code == "include-root"),
            "{text}: {shown}"
        );
        assert!(
            !shown.contains("42") && !shown.contains("the secret text"),
            "{shown}"
        );
    }
}

#[test]
fn a_linked_source_file_is_outside_of_the_include_root() {
    let elsewhere = Folder::new();
    let secret = elsewhere.file("secret.c", "int secret = 42;\n");
    let folder = Folder::new();
    std::os::unix::fs::symlink(&secret, folder.0.path().join("a.c")).expect("a link");
    let options = Options {
        include_root: Some(folder.0.path().to_owned()),
        ..Options::default()
    };
    let error = Confinement::of(&folder.0.path().join("a.c"), &options).expect_err("a link");
    assert_eq!(error.code, "include-root");
    let free = Confinement::of(&secret, &options).expect("the root exists");
    assert!(free.is_none(), "files elsewhere are not restricted");
}
