//! Interprets one compiler command: the steps that the compiler performs, its inputs, and the options with which the
//! preprocessor reads the C files.
use crate::options::{Role, find};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The last step that a compiler command performs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// The command links a program or a shared library.
    Link,
    /// The command links several object files to one object file (`-r`).
    Relocatable,
    /// The command compiles source files to object files (`-c`).
    Compile,
    /// The command writes assembly text or no output (`-S`, `-fsyntax-only`).
    NoObject,
    /// The command only preprocesses its input files, or lists the headers that they include (`-E`, `-M`).
    Preprocess,
    /// The command prints information such as the version, or has no input.
    Query,
}

/// The kind of an input file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A C file. A file that is already preprocessed (`.i`) has this kind, too.
    C,
    /// An assembly file.
    Assembly,
    /// Any other source file: C++, a header, or standard input.
    Other,
    /// An object file, or any other file for the linker.
    Object,
    /// A static library.
    Archive,
    /// A shared library.
    Shared,
    /// A library that the linker searches for by its name (`-lNAME`).
    Library,
}

/// An input of a compiler command: a file or a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The command-line argument that names the input. For [`Kind::Library`], the name of the library without `-l`.
    pub word: OsString,
    /// The kind of the input, determined by the option `-x` or by the extension of the file name.
    pub kind: Kind,
}

/// The interpretation of a compiler command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The last step that the command performs.
    pub mode: Mode,
    /// The input files and libraries of the command, in order.
    pub inputs: Vec<Input>,
    /// The value of `-o`.
    pub output: Option<OsString>,
    /// The preprocessor options of the command, such as `-I DIR` and `-DNAME`, in order.
    pub preprocess: Vec<OsString>,
    /// The folders in which the linker searches for libraries (`-L`), in order.
    pub search: Vec<OsString>,
    /// The options whose effect symtool does not support, each with the reason.
    pub unsupported: Vec<(OsString, &'static str)>,
}

/// The reason that [`Command::unsupported`] gives for an option that the table in `options.rs` does not contain.
const UNKNOWN: &str = "symtool does not know this option";

impl Command {
    /// Interprets the command-line arguments `words` of a compiler, without the name of the compiler. Response files
    /// (`@FILE`) must already be [expanded](crate::expand).
    pub fn parse(words: &[OsString]) -> Command {
        let mut command = Command {
            mode: Mode::Link,
            inputs: Vec::new(),
            output: None,
            preprocess: Vec::new(),
            search: Vec::new(),
            unsupported: Vec::new(),
        };
        let mut language = None;
        let mut rest = words;
        while let Some(word) = rest.first() {
            let is_option = word.as_bytes().starts_with(b"-") && word != "-";
            let used = match is_option {
                true => command.option(rest, &mut language),
                false => {
                    let kind = language.unwrap_or_else(|| kind_of(Path::new(word)));
                    command.inputs.push(Input {
                        word: word.clone(),
                        kind,
                    });
                    1
                }
            };
            rest = &rest[used..];
        }
        let has_input = command
            .inputs
            .iter()
            .any(|input| input.kind != Kind::Library);
        if !has_input {
            command.mode = Mode::Query;
        }
        command
    }

    /// Interprets the compiler option at the start of `words`, the arguments that are not interpreted yet. An option
    /// `-x` sets `language`, the kind of the input files after it. Returns the number of arguments that the option
    /// occupies.
    fn option(&mut self, words: &[OsString], language: &mut Option<Kind>) -> usize {
        let Some(found) = find(words) else {
            self.unsupported.push((words[0].clone(), UNKNOWN));
            return 1;
        };
        let mut stop = |mode: Mode| self.mode = self.mode.max(mode);
        match found.role {
            Role::Query => stop(Mode::Query),
            Role::PreprocessOnly => stop(Mode::Preprocess),
            Role::NoObject => stop(Mode::NoObject),
            Role::NoLink => stop(Mode::Compile),
            Role::Relocatable => stop(Mode::Relocatable),
            Role::Output => self.output = Some(found.value.to_owned()),
            Role::Language => *language = language_kind(found.value),
            Role::Preprocess => self.preprocess.extend_from_slice(&words[..found.words]),
            Role::PassPreprocess => {
                let is_macro = |word: &&[u8]| {
                    let starts = |start: &[u8]| word.starts_with(start) && word.len() > start.len();
                    starts(b"-D") || starts(b"-U") || starts(b"-I")
                };
                let passed = found.value.as_bytes().split(|&byte| byte == b',');
                let passed = passed
                    .filter(is_macro)
                    .map(|word| OsStr::from_bytes(word).to_owned());
                self.preprocess.extend(passed);
            }
            Role::Search => self.search.push(found.value.to_owned()),
            Role::Library => self.inputs.push(Input {
                word: found.value.to_owned(),
                kind: Kind::Library,
            }),
            Role::Harmless => {}
            Role::Unsupported(why) => {
                let text = words[..found.words].join(OsStr::new(" "));
                self.unsupported.push((text, why));
            }
        }
        found.words
    }

    /// Returns the inputs of the kind `kind`.
    pub fn inputs_of(&self, kind: Kind) -> impl Iterator<Item = &OsStr> {
        let chosen = self.inputs.iter().filter(move |input| input.kind == kind);
        chosen.map(|input| input.word.as_os_str())
    }

    /// Returns the object file that `-c` writes for the source file `source`.
    pub fn object_of(&self, source: &OsStr) -> PathBuf {
        let stem = Path::new(source).file_stem().unwrap_or(source);
        match &self.output {
            Some(output) => output.into(),
            None => {
                let mut name = stem.to_owned();
                name.push(".o");
                name.into()
            }
        }
    }

    /// Returns the path of the program or library that a link command writes: the value of `-o`, or `a.out`.
    pub fn linked(&self) -> PathBuf {
        self.output
            .as_ref()
            .map_or_else(|| "a.out".into(), PathBuf::from)
    }
}

/// Returns the kind of the files that follow `-x LANGUAGE`. Returns `None` if the language is `none`: the extension
/// of each file then determines its kind.
fn language_kind(language: &OsStr) -> Option<Kind> {
    match language.to_str() {
        Some("none") => None,
        Some("c" | "cpp-output") => Some(Kind::C),
        Some("assembler" | "assembler-with-cpp") => Some(Kind::Assembly),
        _ => Some(Kind::Other),
    }
}

fn kind_of(path: &Path) -> Kind {
    let name = path.file_name().unwrap_or_default().as_bytes();
    let extension = path.extension().and_then(OsStr::to_str);
    match extension {
        _ if path == Path::new("-") => Kind::Other,
        Some("c" | "i") => Kind::C,
        Some("s" | "S" | "sx") => Kind::Assembly,
        Some(
            "h" | "cc" | "cp" | "cxx" | "cpp" | "c++" | "C" | "CPP" | "ii" | "m" | "mm" | "f"
            | "f90" | "F90" | "go" | "d",
        ) => Kind::Other,
        Some("a") => Kind::Archive,
        Some("so") => Kind::Shared,
        _ if name.windows(4).any(|part| part == b".so.") => Kind::Shared,
        _ => Kind::Object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Command {
        let words: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        Command::parse(&words)
    }

    #[test]
    fn the_steps() {
        for (text, mode) in [
            ("a.c", Mode::Link),
            ("a.o -lm -o a", Mode::Link),
            ("-r a.o b.o -o ab.o", Mode::Relocatable),
            ("-c a.c", Mode::Compile),
            ("-S a.c", Mode::NoObject),
            ("-c -fsyntax-only a.c", Mode::NoObject),
            ("-E -c a.c", Mode::Preprocess),
            ("-MM a.c", Mode::Preprocess),
            ("-c -MD -MF a.d a.c", Mode::Compile),
            ("--version a.c", Mode::Query),
            ("-v", Mode::Query),
            ("-lm", Mode::Query),
            ("", Mode::Query),
        ] {
            assert_eq!(parse(text).mode, mode, "{text}");
        }
    }

    #[test]
    fn the_kinds_of_inputs() {
        use Kind::*;
        let command = parse(
            "a.c b.i c.S d.cpp - e.o f.lo g.a h.so i.so.1.2 -lm -l z -x c j.txt - -x none k.o",
        );
        let kinds: Vec<Kind> = command.inputs.iter().map(|input| input.kind).collect();
        let expected = [
            C, C, Assembly, Other, Other, Object, Object, Archive, Shared, Shared, Library,
            Library, C, C, Object,
        ];
        assert_eq!(kinds, expected);
        assert_eq!(command.inputs[11].word, "z");
    }

    #[test]
    fn the_words_of_the_preprocessor_stay_in_order() {
        let command = parse(
            "-O2 -DA -U B -Wall -I. -include c.h -std=c99 -Wp,-MD,x.d,-DC=1 -pthread -c a.c -o a.o",
        );
        assert_eq!(
            command.preprocess.join(OsStr::new(" ")),
            "-DA -U B -I. -include c.h -std=c99 -DC=1 -pthread"
        );
        assert_eq!(command.inputs.len(), 1);
        assert_eq!(command.output, Some("a.o".into()));
    }

    #[test]
    fn unsupported_options_have_a_reason() {
        let command = parse("-m32 -c a.c --strange -fno-exceptions");
        let options: Vec<&OsStr> = command
            .unsupported
            .iter()
            .map(|(word, _)| word.as_os_str())
            .collect();
        assert_eq!(options, ["-m32", "--strange"]);
    }

    #[test]
    fn the_outputs() {
        assert_eq!(
            parse("-c x/a.c").object_of("x/a.c".as_ref()),
            Path::new("a.o")
        );
        assert_eq!(
            parse("-c x/a.c -o b.lo").object_of("x/a.c".as_ref()),
            Path::new("b.lo")
        );
        assert_eq!(parse("a.c").linked(), Path::new("a.out"));
        assert_eq!(parse("a.c -oprog").linked(), Path::new("prog"));
    }
}
