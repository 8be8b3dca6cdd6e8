//! The table of compiler options: the position of each option's value, and the effect of the option on a build
//! record.
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The position of an option's value on the command line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// The option has no value.
    None,
    /// The value follows in the same argument, as in `-std=c99`.
    Joined,
    /// The value is the next argument, as in `-Xlinker -r`.
    Separate,
    /// The value is in the same argument or is the next argument, as in `-DA` and `-D A`.
    Either,
}

/// The effect of a compiler option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The compiler prints information and compiles nothing.
    Query,
    /// The compiler stops after preprocessing.
    PreprocessOnly,
    /// The compiler stops after the generation of assembly text, or writes no output.
    NoObject,
    /// The compiler writes object files and does not link.
    NoLink,
    /// The linker writes one object file instead of a program.
    Relocatable,
    /// The option gives the name of the output file.
    Output,
    /// The option gives the language of the input files after it.
    Language,
    /// symtool passes the option to its preprocessor, so that a C file has the same preprocessed text as in the build.
    Preprocess,
    /// The value is a list of preprocessor options, separated by commas.
    PassPreprocess,
    /// The value is a folder in which the linker searches for libraries.
    Search,
    /// The value is the name of a library that the linker searches for.
    Library,
    /// The option does not affect how symtool interprets the program.
    Harmless,
    /// The option changes the meaning of the program in a way that symtool does not support. The text gives the
    /// reason.
    Unsupported(&'static str),
}

/// A row of the table of compiler options: the option `name`. If its value can be in the same argument
/// ([`Value::Joined`], [`Value::Either`]), the row describes all arguments that begin with `name`.
struct Row {
    name: &'static str,
    value: Value,
    role: Role,
}

const fn row(name: &'static str, value: Value, role: Role) -> Row {
    Row { name, value, role }
}

/// The role of options that select another machine than x86-64.
const MACHINE: Role = Role::Unsupported("symtool models x86-64 with 64-bit pointers only");
/// The role of options that change the sizes or alignments of types.
const LAYOUT: Role = Role::Unsupported("symtool has the layout of types of the x86-64 ABI only");

/// The table of options. If several rows match an argument, [`find`] selects the row with the longest name.
const ROWS: &[Row] = {
    use Role::*;
    use Value::*;
    &[
        // Options that select the last step of the compiler or its output.
        row("-c", None, NoLink),
        row("-S", None, NoObject),
        row("-fsyntax-only", None, NoObject),
        row("-E", None, PreprocessOnly),
        row("-M", None, PreprocessOnly),
        row("-MM", None, PreprocessOnly),
        row("-o", Either, Output),
        row("-x", Either, Language),
        row("-r", None, Relocatable),
        row("-###", None, Query),
        row("--version", None, Query),
        row("--help", Joined, Query),
        row("--target-help", None, Query),
        row("-print-", Joined, Query),
        row("-dumpversion", None, Query),
        row("-dumpmachine", None, Query),
        row("-dumpfullversion", None, Query),
        row("-dumpspecs", None, Query),
        // Options of the preprocessor.
        row("-D", Either, Preprocess),
        row("-U", Either, Preprocess),
        row("-I", Either, Preprocess),
        row("-iquote", Either, Preprocess),
        row("-isystem", Either, Preprocess),
        row("-idirafter", Either, Preprocess),
        row("-include", Either, Preprocess),
        row("-imacros", Either, Preprocess),
        row("-std=", Joined, Preprocess),
        row("-std=c++", Joined, Unsupported("symtool reads C only")),
        row("-std=gnu++", Joined, Unsupported("symtool reads C only")),
        row("-ansi", None, Preprocess),
        row("-undef", None, Preprocess),
        row("-trigraphs", None, Preprocess),
        row("-pthread", None, Preprocess),
        row("-ffreestanding", None, Preprocess),
        row("-finput-charset=", Joined, Preprocess),
        row("-funsigned-char", None, Preprocess),
        row("-fno-unsigned-char", None, Preprocess),
        row("-fsigned-char", None, Preprocess),
        row("-fno-signed-char", None, Preprocess),
        row("-Wp,", Joined, PassPreprocess),
        row("-Xpreprocessor", Separate, PassPreprocess),
        row("-MD", None, Harmless),
        row("-MMD", None, Harmless),
        row("-MP", None, Harmless),
        row("-MG", None, Harmless),
        row("-MF", Either, Harmless),
        row("-MT", Either, Harmless),
        row("-MQ", Either, Harmless),
        row("-MJ", Either, Harmless),
        row("-nostdinc", None, Harmless),
        row("-isysroot", Separate, Harmless),
        row("--sysroot", Joined, Harmless),
        row(
            "-iprefix",
            Separate,
            Unsupported("use -I with the complete path of the folder"),
        ),
        row("-C", None, Harmless),
        row("-CC", None, Harmless),
        row("-P", None, Harmless),
        row("-H", None, Harmless),
        // Options of the linker.
        row("-L", Either, Search),
        row("-l", Either, Library),
        row("-Wl,", Joined, Harmless),
        row("-Xlinker", Separate, Harmless),
        row("-T", Either, Harmless),
        row("-u", Either, Harmless),
        row("-z", Either, Harmless),
        row("-e", Either, Harmless),
        row("-s", None, Harmless),
        row("-static", Joined, Harmless),
        row("-shared", Joined, Harmless),
        row("-symbolic", None, Harmless),
        row("-rdynamic", None, Harmless),
        row("-pie", None, Harmless),
        row("-no-pie", None, Harmless),
        row("-nostdlib", None, Harmless),
        row("-nolibc", None, Harmless),
        row("-nodefaultlibs", None, Harmless),
        row("-nostartfiles", None, Harmless),
        // Options for code generation and messages.
        row("-O", Joined, Harmless),
        row("-g", Joined, Harmless),
        row("-f", Joined, Harmless),
        row("-m", Joined, Harmless),
        row("-W", Joined, Harmless),
        row("-w", None, Harmless),
        row("-Q", Joined, Harmless),
        row("-d", Joined, Harmless),
        row("-p", None, Harmless),
        row("-v", None, Harmless),
        row("-pg", None, Harmless),
        row("-pipe", None, Harmless),
        row("-pedantic", Joined, Harmless),
        row("-save-temps", Joined, Harmless),
        row("-time", Joined, Harmless),
        row("--param", Either, Harmless),
        row("--coverage", None, Harmless),
        row("-Xassembler", Separate, Harmless),
        row("-B", Either, Harmless),
        row("-aux-info", Separate, Harmless),
        row("-dumpbase", Separate, Harmless),
        row("-dumpdir", Separate, Harmless),
        row("-specs", Joined, Harmless),
        row("-no-canonical-prefixes", None, Harmless),
        // Options that change the meaning of C.
        row("-m32", None, MACHINE),
        row("-m16", None, MACHINE),
        row("-mx32", None, MACHINE),
        row("-mabi=ms", None, MACHINE),
        row("-mlong-double-", Joined, LAYOUT),
        row("-mlong-double-80", None, Harmless),
        row("-malign-double", None, LAYOUT),
        row("-mms-bitfields", None, LAYOUT),
        row("-fshort-enums", None, LAYOUT),
        row("-fshort-wchar", None, LAYOUT),
        row("-fpack-struct", Joined, LAYOUT),
        row("-funsigned-bitfields", None, LAYOUT),
        row("-fno-signed-bitfields", None, LAYOUT),
        row(
            "-fexec-charset=",
            Joined,
            Unsupported("the strings of the program are UTF-8 in symtool"),
        ),
        row(
            "-fwide-exec-charset=",
            Joined,
            Unsupported("a wide character is a code point in symtool"),
        ),
    ]
};

/// An option on a command line: its role, its value, and the number of arguments that it occupies.
#[derive(Debug)]
pub(crate) struct Matched<'a> {
    pub(crate) role: Role,
    pub(crate) value: &'a OsStr,
    pub(crate) words: usize,
}

/// Returns the option at the start of `words`. Returns `None` if the table does not contain the first argument.
pub(crate) fn find(words: &[OsString]) -> Option<Matched<'_>> {
    let word = words.first()?.as_bytes();
    let row = ROWS
        .iter()
        .filter(|row| match row.value {
            Value::None | Value::Separate => word == row.name.as_bytes(),
            Value::Joined | Value::Either => word.starts_with(row.name.as_bytes()),
        })
        .max_by_key(|row| row.name.len())?;
    let joined = &word[row.name.len()..];
    let is_separate = match row.value {
        Value::None | Value::Joined => false,
        Value::Separate => true,
        Value::Either => joined.is_empty(),
    };
    let value = match is_separate {
        true => words.get(1).map_or(OsStr::new(""), OsString::as_os_str),
        false => OsStr::from_bytes(joined),
    };
    let words = 1 + usize::from(is_separate && words.len() > 1);
    Some(Matched {
        role: row.role,
        value,
        words,
    })
}

/// The treatment of a compiler option on the command line of symtool itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The preprocessor gets the option, which occupies this number of command-line arguments.
    Preprocess(usize),
    /// symtool ignores the option, which occupies this number of command-line arguments.
    Ignore(usize),
    /// symtool reports an error. The text gives the reason.
    Refuse(&'static str),
}

/// Returns the treatment of the compiler option at the start of `words`. Returns `None` if the table of options does
/// not contain the first argument. Also returns `None` for an option that selects a step, an output or the language of
/// the compiler (such as `-c`, `-o` or `-x`), and for `-Wp,…`.
pub fn fate(words: &[OsString]) -> Option<Fate> {
    let found = find(words)?;
    match found.role {
        Role::Preprocess => Some(Fate::Preprocess(found.words)),
        Role::Harmless | Role::Search | Role::Library => Some(Fate::Ignore(found.words)),
        Role::Unsupported(why) => Some(Fate::Refuse(why)),
        Role::Query
        | Role::PreprocessOnly
        | Role::NoObject
        | Role::NoLink
        | Role::Relocatable
        | Role::Output
        | Role::Language
        | Role::PassPreprocess => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_longest_name_applies() {
        for (text, role, value, count) in [
            ("-DA=1 x.c", Role::Preprocess, "A=1", 1),
            ("-D A=1 x.c", Role::Preprocess, "A=1", 2),
            ("-include config.h", Role::Preprocess, "config.h", 2),
            ("-isystem dir", Role::Preprocess, "dir", 2),
            ("-std=c99 x.c", Role::Preprocess, "c99", 1),
            (
                "-std=c++17 x.c",
                Role::Unsupported("symtool reads C only"),
                "17",
                1,
            ),
            ("-Wall x.c", Role::Harmless, "all", 1),
            ("-Wl,-rpath,x y", Role::Harmless, "-rpath,x", 1),
            ("-Wp,-DA x", Role::PassPreprocess, "-DA", 1),
            ("-MF x.d", Role::Harmless, "x.d", 2),
            ("-M x.c", Role::PreprocessOnly, "", 1),
            ("-m32 x.c", MACHINE, "", 1),
            ("-msse2 x.c", Role::Harmless, "sse2", 1),
            ("-static-libgcc x.c", Role::Harmless, "-libgcc", 1),
            ("-funsigned-char x.c", Role::Preprocess, "", 1),
            ("-o", Role::Output, "", 1),
        ] {
            let words = words(text);
            let found = find(&words).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (found.role, found.value, found.words),
                (role, OsStr::new(value), count),
                "{text}"
            );
        }
        assert!(find(&words("x.c")).is_none());
        assert!(find(&words("--unknown")).is_none());
    }

    #[test]
    fn every_row_is_found_by_its_name() {
        for row in ROWS {
            let words = [row.name, "value"].map(OsString::from);
            let found = find(&words).unwrap_or_else(|| panic!("{}", row.name));
            assert_eq!(found.role, row.role, "{}", row.name);
        }
    }
}
