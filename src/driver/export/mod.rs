//! Writes a test case as a C program that gcc compiles without symtool: a regression test with the same failure.
//!
//! The program under test runs unchanged in a child process of the test. The test defines the functions of symtool
//! that the program calls; through these functions, the program gets the inputs of the test case. The test also
//! creates the arguments and files of the test case.
//!
//! | file | contents |
//! | --- | --- |
//! | `harness.c`, `main.c` | the fixed parts of the test |
//! | `functions` | the definitions of symtool's functions, such as `klee_make_symbolic` |
//! | `tokens` | a scanner that finds the functions that the program calls, declares and defines |
//! | `environment` | arguments, standard input, files and variables |
//! | `embed` | the text of the program with its headers |
//! | `kinds` | the tools of gcc that detect the failures of each kind |
mod embed;
mod environment;
mod functions;
mod kinds;
mod tokens;

pub use embed::KLEE_INCLUDE;

use crate::driver::cli::InputArgs;
use crate::driver::environment::shell_word;
use crate::driver::summary::ErrorReport;
use crate::{Error, Program};
use embed::KLEE_HEADER;
use kinds::Detection;
use std::path::{Component, Path, PathBuf};
use symtool_ir::interp::Run;
use symtool_ir::{BugKind, Inputs, Outcome, Type};
use tokens::{scan, uses};

const HARNESS: &str = include_str!("harness.c");
const MAIN: &str = include_str!("main.c");

/// The name that the front end gives to the generated C text that calls the function of `--entry` with its arguments.
/// If the function needs no such text, no file has this name.
const HARNESS_FILE: &str = "<symtool>/harness.c";

/// A test case and the program to which it belongs.
pub struct Case<'a> {
    /// The path of the test case.
    pub test: &'a Path,
    /// The files of the program, and the options of their compilation.
    pub input: &'a InputArgs,
    /// The compiled program.
    pub program: &'a Program,
    /// The inputs of the test case.
    pub inputs: &'a Inputs,
    /// The replay of the test case.
    pub run: &'a Run,
    /// The failure of the replay, if it fails.
    pub failure: Option<(BugKind, &'a ErrorReport)>,
    /// The path of the C file.
    pub output: &'a Path,
    /// Whether the test contains the text of the program. Otherwise it includes the program's file.
    pub embed: bool,
}

/// A test case that was exported as a C program.
pub struct Exported {
    /// The text of the C program.
    pub text: String,
    /// The text of the header `klee/klee.h`, if the test needs it in its folder.
    pub header: Option<String>,
    /// The shell command that compiles the test.
    pub build: String,
    /// The shell command that runs the test.
    pub run: String,
}

/// Returns the C test that runs a test case.
///
/// # Errors
/// The program has a part that a test in C does not support, or the replay ends at an assumption, a limit or an
/// unsupported construct.
pub fn export(case: &Case<'_>) -> Result<Exported, Error> {
    refuse_unsupported(case)?;
    let sources = &case.program.sources;
    let own = sources.names().filter(|name| !is_system_file(name));
    let has_klee_header = sources.contains(KLEE_HEADER);
    let harness = sources.text(HARNESS_FILE);
    let names = own.chain(has_klee_header.then_some(KLEE_HEADER));
    let names = names.chain(harness.is_some().then_some(HARNESS_FILE));
    let tokens: Vec<&str> = names
        .filter_map(|name| sources.text(name))
        .flat_map(scan)
        .collect();
    let file = entry_file(case)?;
    let hooks_error = uses(&tokens, "reach_error").is_defined
        && case.failure.is_some_and(|(kind, _)| kind == BugKind::Reach);
    let further: Vec<&Path> = (case.input.files.iter())
        .map(PathBuf::as_path)
        .filter(|path| *path != Path::new(&file))
        .collect();
    let needs_header = has_klee_header && (!case.embed || !further.is_empty());
    let (build, run) = commands(case, &further, hooks_error, needs_header);
    let mut text = head(case, &build, &run);
    text += &inputs_table(case.inputs);
    text += HARNESS;
    text += "\n/* The functions of symtool that the program calls. */\n";
    text += &functions::definitions(&tokens, &case.run.consumed)?;
    text += &program_text(case, &file)?;
    text += harness.unwrap_or_default();
    if hooks_error {
        text += ERROR_HOOK;
    }
    text += &environment::code(&case.program.environment, case.inputs);
    text += &run_function(case)?;
    text += MAIN;
    let header = needs_header.then(|| sources.text(KLEE_HEADER).unwrap_or_default().to_owned());
    Ok(Exported {
        text,
        header,
        build,
        run,
    })
}

/// A hook of `-finstrument-functions`, which gcc calls at the start of each function. The hook reports a failure in a
/// call of the program's own `reach_error`: such a call is a failure, whatever the body of the function does.
const ERROR_HOOK: &str = "
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    if (function == (void *)reach_error)
        symtool_test_fail(\"an error location was reached\");
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller)
{
}
";

fn refuse_unsupported(case: &Case<'_>) -> Result<(), Error> {
    let refused = |why: &str| Err(Error::Input(format!("{}: {why}", case.test.display())));
    if case
        .input
        .files
        .iter()
        .any(|file| file.extension().is_some_and(|ext| ext == "sir"))
    {
        return refused("a program in textual IR cannot be exported as C");
    }
    if case
        .input
        .files
        .iter()
        .any(|file| symtool_build::is_build(file))
    {
        return refused(
            "a test in C does not support a program with a record of its build: name its C files, or replay it",
        );
    }
    if !case.program.environment.free_properties.is_empty() {
        return refused("a native run cannot set the owner and the times of a file (--sym-stat)");
    }
    if case.program.environment.socket.is_some() {
        return refused("a native run has no connection of --sym-socket or --socket");
    }
    if case.input.program.error_label.is_some() {
        return refused("a native run does not notice the label of --error-label");
    }
    match &case.run.outcome {
        Outcome::Bug(_) | Outcome::Exit(_) | Outcome::Abort | Outcome::Silent(_) => Ok(()),
        Outcome::AssumeFailed => refused("the input does not meet an assumption of the program"),
        Outcome::Unsupported { what, .. } => refused(&format!("the run has no end: {what}")),
        Outcome::Limit(limit) => refused(&format!("the run is stopped by {}", limit.describe())),
    }
}

/// Returns whether a file is a header of symtool or of the host.
fn is_system_file(name: &str) -> bool {
    name.starts_with('<') || name.starts_with("/usr/")
}

/// Returns the file of the program that defines the entry function, or a file of the program that includes this
/// definition.
fn entry_file(case: &Case<'_>) -> Result<String, Error> {
    let entry = case.input.program.entry.as_deref().unwrap_or("main");
    let name = entry.split('(').next().unwrap_or(entry).trim(); // without the descriptions of arguments
    let module = &case.program.lowered;
    let function = module
        .function_named(name)
        .map(|func| &module.functions[func]);
    let loc = function.and_then(|function| {
        let insts = function.all_insts();
        let mut locs = insts.flat_map(|(_, inst)| function.locs(inst).iter());
        locs.find(|&loc| !is_system_file(module.source.file_name(module.source.get(loc).file)))
    });
    let defining = loc.map(|loc| module.source.file_name(module.source.get(loc).file));
    let files: Vec<String> = (case.input.files.iter())
        .map(|file| file.display().to_string())
        .collect();
    let folders = &case.input.program.preprocess.include;
    let has_entry = |file: &&String| {
        defining.is_some_and(|defining| {
            defining == **file || embed::includes(&case.program.sources, folders, file, defining)
        })
    };
    let found = files.iter().find(has_entry).or(files.first()).cloned();
    found.ok_or_else(|| Error::Input("no program is given".to_owned()))
}

/// Returns the commands that compile and run the test.
fn commands(
    case: &Case<'_>,
    further: &[&Path],
    hooks_error: bool,
    needs_header: bool,
) -> (String, String) {
    let detection = case
        .failure
        .map_or(Detection::Program, |(kind, _)| Detection::of(kind));
    let word = |path: &Path| shell_word(path.as_os_str().as_encoded_bytes());
    let mut build = format!("gcc {}", detection.options());
    if hooks_error {
        build += " -finstrument-functions";
    }
    let folder = case
        .output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let own = needs_header.then_some(folder);
    let include = &case.input.program.preprocess.include;
    for folder in include.iter().map(PathBuf::as_path).chain(own) {
        build += &format!(" -I {}", word(folder));
    }
    build += &format!(" {}", word(case.output));
    if !further.is_empty() {
        // The options `-D` and `-U` are only for the other files of the program. The test includes the file of the
        // entry function, and defines these macros itself.
        for macro_option in macro_options(case) {
            build += &format!(" {}", shell_word(macro_option.as_bytes()));
        }
    }
    for file in further {
        build += &format!(" {}", word(file));
    }
    let program = case.output.with_extension("");
    build += &format!(" -lm -o {}", word(&program));
    let run = match program.is_absolute() || program.starts_with(".") {
        true => word(&program),
        false => word(&Path::new(".").join(&program)),
    };
    (build, format!("{}{run}", detection.runner()))
}

/// Returns the options `-D` and `-U` of the program's compilation.
fn macro_options(case: &Case<'_>) -> Vec<String> {
    let args = &case.input.program;
    let read = &args.preprocess;
    let defines = read.define.iter().map(|text| format!("-D{text}"));
    let undefines = read.undefine.iter().map(|name| format!("-U{name}"));
    let verify = args.verify.then(|| "-DVERIFY".to_owned());
    defines.chain(undefines).chain(verify).collect()
}

/// Returns the comment at the start of the exported C test.
fn head(case: &Case<'_>, build: &str, run: &str) -> String {
    let reported = reported(case);
    let files: Vec<String> = case
        .input
        .files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    let mut lines = vec![
        format!(
            "A test of {}, written by symtool from {}.",
            files.join(" "),
            case.test.display()
        ),
        String::new(),
        format!("Reported: {reported}"),
    ];
    let reads_indeterminate =
        (case.run.consumed.iter()).any(|input| input.name.starts_with("uninitialised "));
    if reads_indeterminate {
        lines.push("The run reads indeterminate memory, whose value a native run does not take from the test case.".to_owned());
    }
    lines.extend([
        String::new(),
        "The exit status is 0 if the run does not fail, 1 if it fails, 77 if the input is not valid.".to_owned(),
        String::new(),
        format!("  {build}"),
        format!("  {run}"),
    ]);
    let mut text = String::from("/*\n");
    for line in lines {
        // The sequence `*/` in a name or message must not close the comment.
        let line = line.replace("*/", "* /").replace(['\n', '\r'], " ");
        text += format!(" * {line}").trim_end();
        text.push('\n');
    }
    text + " */\n"
}

/// Describes the outcome of the replay in one line.
fn reported(case: &Case<'_>) -> String {
    match case.failure {
        Some((_, error)) => format!(
            "{}: {} ({}:{}, in {})",
            error.kind, error.message, error.file, error.line, error.function
        ),
        None => "no failure".to_owned(),
    }
}

/// Returns the C array with the inputs of the test case: the name, bytes and size of each input.
fn inputs_table(inputs: &Inputs) -> String {
    let mut text = String::from(
        "\n/* The inputs of the test case. */\nstruct symtool_test_input {\n    const char *name;\n    const char *bytes;\n    \
         unsigned long size;\n};\n\nstatic const struct symtool_test_input symtool_test_inputs[] = {\n",
    );
    for input in &inputs.objects {
        let (name, bytes) = (c_string(input.name.as_bytes()), c_string(&input.bytes));
        text += &format!("    {{{name}, {bytes}, {}}},\n", input.bytes.len());
    }
    text + "    {0, 0, 0},\n};\n\n"
}

/// Returns the program under test, whose `main` gets another name.
///
/// # Errors
/// The program is too large to be embedded.
fn program_text(case: &Case<'_>, file: &str) -> Result<String, Error> {
    let mut text = String::from("\n/* The program. */\n");
    for option in macro_options(case) {
        let (kind, definition) = option.split_at(2);
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        text += &match kind {
            "-U" => format!("#undef {name}\n"),
            _ => format!("#undef {name}\n#define {name} {value}\n"),
        };
    }
    text += "#define main symtool_test_main\n";
    if case.embed {
        let folders = &case.input.program.preprocess.include;
        let program = embed::embedded(&case.program.sources, folders, file).ok_or_else(|| {
            let why = "the program with its headers is too large for --embed";
            Error::Input(format!("{file}: {why}"))
        })?;
        text += &program;
        text += "#line 1 \"the exported test\"\n";
    } else {
        let path = relative(case.output, Path::new(file));
        text += &format!("#include \"{}\"\n", path.display());
    }
    Ok(text + "#undef main\n\n/* The environment of the test case. */\n")
}

/// Returns the path of a file, relative to the folder of the file `from`. If a folder does not exist, returns the path
/// unchanged.
fn relative(from: &Path, file: &Path) -> PathBuf {
    let folder = from
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let (Ok(folder), Ok(target)) = (folder, file.canonicalize()) else {
        return file.to_owned();
    };
    let shared = (folder.components())
        .zip(target.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Path::new("..").as_os_str());
    let down = target.components().skip(shared).map(Component::as_os_str);
    up.chain(down).collect()
}

/// Returns the C function that runs the program, and the constants about the test case that `main.c` reads.
fn run_function(case: &Case<'_>) -> Result<String, Error> {
    let aborts = matches!(case.run.outcome, Outcome::Abort);
    let body = match &case.input.program.entry {
        Some(_) if case.program.sources.contains(HARNESS_FILE) => {
            "    (void)symtool_harness();\n    return 0;\n".to_owned()
        }
        None => "    /* The pointer is volatile, so that gcc does not compare the types. */\n    \
                 int (*volatile start)(int, char **, char **) = (int (*)(int, char **, char **))(void *)symtool_test_main;\n    \
                 return start(symtool_test_argc, symtool_test_argv, symtool_test_environ);\n"
            .to_owned(),
        Some(name) => entry_call(case, name)?,
    };
    Ok(format!(
        "\nstatic const char symtool_test_reported[] = {};\nstatic const int symtool_test_aborts = {};\n\n\
         static int symtool_test_run(void)\n{{\n{body}}}\n\n",
        c_string(reported(case).as_bytes()),
        i32::from(aborts),
    ))
}

/// Returns C code that calls the function of `--entry` with the inputs of the test case.
fn entry_call(case: &Case<'_>, name: &str) -> Result<String, Error> {
    let module = &case.program.lowered;
    let params = module
        .function_named(name)
        .map(|func| module.function_signature(func).params.len());
    let params = params.unwrap_or_default();
    let mut text = String::new();
    let mut names = Vec::new();
    for (at, input) in case.run.consumed.iter().take(params).enumerate() {
        let Some(ty) = input.ty else {
            return Err(Error::Input(format!(
                "a test in C does not support the structure `{}`, a parameter of `{name}`",
                input.name
            )));
        };
        let input = c_string(input.name.as_bytes());
        text += &format!(
            "    {} input{at};\n    symtool_test_fill(&input{at}, sizeof input{at}, {input});\n",
            c_type(ty)
        );
        names.push(format!("input{at}"));
    }
    Ok(text + &format!("    (void){name}({});\n    return 0;\n", names.join(", ")))
}

/// Returns a C type that has the same size as the IR type `ty` and is passed to functions in the same way. The
/// parameter of the function may have a different C type of this size, for example `unsigned` instead of `int`; it
/// receives the same bits.
fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::I1 => "_Bool",
        Type::I8 => "signed char",
        Type::I16 => "short",
        Type::I32 => "int",
        Type::I64 => "long",
        Type::I128 => "__int128",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::Ptr => "void *",
    }
}

/// Returns bytes as a C string literal, on several lines if it is long. Bytes other than letters, digits and common
/// punctuation become octal escapes with three digits, so that a digit that follows is not read as part of the escape.
fn c_string(bytes: &[u8]) -> String {
    let literal = |line: &[u8]| {
        let mut text = String::from("\"");
        for &byte in line {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => text.push(char::from(byte)),
                _ if b" !#$%&'()*+,-./:;<=>@[]^_`{|}~".contains(&byte) => {
                    text.push(char::from(byte));
                }
                _ => text += &format!("\\{byte:03o}"),
            }
        }
        text + "\""
    };
    let lines: Vec<String> = bytes.chunks(64).map(literal).collect();
    match lines.is_empty() {
        true => "\"\"".to_owned(),
        false => lines.join("\n        "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_literals_that_c_reads_back() {
        assert_eq!(c_string(b""), "\"\"");
        assert_eq!(c_string(b"a\x011\"\\?\n"), r#""a\0011\042\134\077\012""#);
        let long = c_string(&[b'x'; 130]);
        assert_eq!(long.lines().count(), 3);
        assert_eq!(long.matches('x').count(), 130);
    }

    #[test]
    fn paths_are_relative_to_the_test() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("out/errors")).expect("a folder");
        std::fs::create_dir_all(at("src")).expect("a folder");
        std::fs::write(at("src/a.c"), "").expect("a file");
        let path = relative(&at("out/errors/t.c"), &at("src/a.c"));
        assert_eq!(path, Path::new("../../src/a.c"));
        let path = relative(&at("src/t.c"), &at("src/a.c"));
        assert_eq!(path, Path::new("a.c"));
        let missing = relative(&at("nowhere/t.c"), &at("src/a.c"));
        assert_eq!(missing, at("src/a.c"));
    }
}
