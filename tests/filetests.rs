//! File tests: one behavior per file, with the expected output in a snapshot beside it.
//!
//! Every `snapshots/**/*.sir` and `*.c` with a `run:` line in its first comment lines is a test. The words after `run:`
//! are executed in order, and the output is compared with `FILE.snap`:
//!
//! | word | does |
//! | --- | --- |
//! | the name of a pass | runs it (a row of `symtool_passes::PASSES`) |
//! | `parse-error` | the text must be rejected; shows the message |
//! | `verify-error` | the verifier must reject the module; shows its messages |
//! | `compile-error` | the frontend must reject the C text; shows its messages |
//! | `interp` | runs the module concretely; shows outcome, inputs, output |
//! | `locs` | prints source locations too |
//!
//! If no word shows a result, the module is printed. Further header lines: `entry: NAME` (the entry function of
//! `interp`; by default `main`, else the first function with a body), `args: 1, -2` (its arguments), `input: NAME =
//! 01 02` (bytes of a symbolic input), `check: overflow,shift` (checks in addition to the default ones), `define:
//! N=3` (a macro for C files).
//!
//! ```text
//! cargo test --test filetests                        run them
//! INSTA_UPDATE=always cargo test --test filetests    accept the current output; then read `git diff`
//! INSTA_GLOB_FILTER='passes/*' cargo test …          only some of them
//! ```
use std::fmt::Write;
use std::path::{Path, PathBuf};
use symtool_frontend::Options;
use symtool_frontend::diagnostic::render;
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::parse::parse_module;
use symtool_ir::print::{module_to_string, module_without_locs};
use symtool_ir::source::SourceMap;
use symtool_ir::verify::verify_module;
use symtool_ir::{Bits, Func, Module, Outcome};
use symtool_passes::{PassContext, run_pipeline};

/// The directives in the header of a test file.
#[derive(Default)]
struct Header {
    run: Vec<String>,
    entry: Option<String>,
    args: Vec<i128>,
    inputs: Vec<(String, Vec<u8>)>,
    checks: Checks,
    defines: Vec<(String, Option<String>)>,
}

/// Parses the comment lines at the start of a file; `None` if there is no `run:` line.
fn header(text: &str) -> Option<Header> {
    let mut header = Header::default();
    let mut found = false;
    for line in text.lines() {
        let comment = line.strip_prefix(';').or_else(|| line.strip_prefix("//"));
        let Some(comment) = comment else { break };
        let Some((key, value)) = comment.trim().split_once(": ") else {
            continue;
        };
        let list = || value.split(',').map(str::trim).filter(|w| !w.is_empty());
        match key {
            "run" => {
                found = true;
                header.run.extend(list().map(str::to_owned));
            }
            "entry" => header.entry = Some(value.trim().to_owned()),
            "args" => header.args = list().map(|w| w.parse().expect("an integer")).collect(),
            "input" => header.inputs.push(input(value)),
            "check" => {
                for word in list() {
                    let kind = CheckKind::from_name(word).expect("the name of a check");
                    header.checks = header.checks.with(kind);
                }
            }
            "define" => header.defines.extend(list().map(|word| {
                let (name, value) = word.split_once('=').unwrap_or((word, "1"));
                (name.to_owned(), Some(value.to_owned()))
            })),
            _ => {}
        }
    }
    // A `run:` line without words is a test too: the file is parsed, verified and printed.
    let bare = |line: &str| matches!(line.trim(), "; run:" | "// run:");
    (found || text.lines().any(bare)).then_some(header)
}

fn input(text: &str) -> (String, Vec<u8>) {
    let (name, bytes) = text.split_once('=').expect("NAME = BYTES");
    let byte = |word| u8::from_str_radix(word, 16).expect("two hexadecimal digits");
    let bytes = bytes.split_whitespace().map(byte).collect();
    (name.trim().to_owned(), bytes)
}

/// Executes the `run:` line of a test file and returns the output.
fn output(path: &Path, text: &str, header: &Header) -> String {
    let shown = &shown(path);
    let has = |word: &str| header.run.iter().any(|w| w == word);
    let is_c = path.extension().is_some_and(|e| e == "c");
    let loaded = if is_c {
        compile(shown, header)
    } else {
        let name = shown.display().to_string();
        let module = parse_module(text, &name).map_err(|error| error.to_string());
        module.map(|module| (module, None))
    };
    let refused = if is_c { "compile-error" } else { "parse-error" };
    let (mut module, entry) = match loaded {
        Err(message) if has(refused) => return message + "\n",
        Err(message) => panic!("{}: {message}", shown.display()),
        Ok(_) if has(refused) => panic!("{}: is accepted", shown.display()),
        Ok(loaded) => loaded,
    };
    match verify_module(&module) {
        Err(errors) if has("verify-error") => return format!("{errors}\n"),
        Err(errors) => panic!("{}: {errors}", shown.display()),
        Ok(()) if has("verify-error") => panic!("{}: is accepted", shown.display()),
        Ok(()) => {}
    }
    let passes = header.run.iter().map(String::as_str);
    let passes: Vec<&str> = passes
        .filter(|w| !matches!(*w, "interp" | "locs"))
        .collect();
    run_pipeline(&mut module, &passes, &mut PassContext::new())
        .unwrap_or_else(|error| panic!("{}: {error}", shown.display()));
    if let Err(errors) = verify_module(&module) {
        panic!("{}: after the passes: {errors}", shown.display());
    }
    if has("interp") {
        return interpret(&module, entry, header);
    }
    let module = module.compact();
    if has("locs") {
        module_to_string(&module)
    } else {
        module_without_locs(&module)
    }
}

fn compile(path: &Path, header: &Header) -> Result<(Module, Option<Func>), String> {
    let options = Options {
        defines: header.defines.clone(),
        checks: header.checks,
        entry: header.entry.clone(),
        ..Options::default()
    };
    match symtool_frontend::compile(&[path.to_owned()], &options) {
        Ok(compilation) => Ok((compilation.module, Some(compilation.entry))),
        Err(error) => Err(render(&error.diagnostics, &error.sources, false)),
    }
}

fn interpret(module: &Module, entry: Option<Func>, header: &Header) -> String {
    let named = |name: &str| module.function_named(name);
    let with_body = || {
        let mut functions = module.functions.iter();
        functions
            .find(|(_, f)| !f.is_declaration())
            .map(|(id, _)| id)
    };
    // For a C file, execution starts in a start function that the front end generates. The start function calls
    // the function that `entry:` names.
    let entry = entry
        .or_else(|| header.entry.as_deref().map_or_else(|| named("main"), named))
        .or_else(with_body);
    let entry = entry.expect("a function to start at");
    let params = &module.function_signature(entry).params;
    let args = params.iter().zip(&header.args);
    let mut config = RunConfig {
        args: args
            .map(|(ty, &arg)| Bits::signed(ty.bits(), arg))
            .collect(),
        checks: header.checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    for (name, bytes) in &header.inputs {
        config.inputs.push(name.clone(), bytes.clone());
    }
    let run = interp::run(module, entry, &config);
    let mut out = format!("outcome: {}\n", outcome(module, &run.outcome));
    let place = |loc| describe(&module.source, loc);
    for input in &run.consumed {
        let given = if input.given { "" } else { ", not given" };
        let _ = writeln!(out, "input: {} ({} bytes{given})", input.name, input.size);
    }
    for note in &run.notes {
        let _ = writeln!(out, "note: {}{}", note.what, place(note.loc));
    }
    if !run.output.is_empty() {
        let _ = writeln!(out, "output:\n{}", String::from_utf8_lossy(&run.output));
    }
    out
}

fn outcome(module: &Module, outcome: &Outcome) -> String {
    let place = |loc| describe(&module.source, loc);
    match outcome {
        Outcome::Bug(failure) => {
            let mut text = format!("bug {}: {}", failure.kind, failure.message);
            for frame in &failure.stack {
                let name = &module.functions[frame.func].name;
                let _ = write!(text, "\n  in {name}{}", place(frame.loc));
            }
            text
        }
        Outcome::Unsupported { what, loc } => format!("unsupported: {what}{}", place(*loc)),
        Outcome::Limit(limit) => format!("stopped by {}", limit.describe()),
        other => format!("{other:?}"),
    }
}

fn describe(source: &SourceMap, loc: Option<symtool_ir::Loc>) -> String {
    loc.map_or(String::new(), |loc| format!(" at {}", source.describe(loc)))
}

/// Returns a path relative to the root of the repository, for messages.
fn shown(path: &Path) -> PathBuf {
    let snapshots = root().join("snapshots").canonicalize();
    let inside = snapshots
        .ok()
        .and_then(|folder| path.strip_prefix(folder).ok());
    inside.map_or(path.to_owned(), |inside| {
        Path::new("snapshots").join(inside)
    })
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn files_match_their_snapshots() {
    let mut count = 0;
    insta::glob!("../snapshots", "**/*.{sir,c}", |path| {
        let text = std::fs::read_to_string(path).expect("a readable test file");
        let Some(header) = header(&text) else { return };
        count += 1;
        let output = output(path, &text, &header);
        let name = path.file_name().expect("a file").to_string_lossy();
        let mut settings = insta::Settings::clone_current();
        settings.remove_snapshot_suffix();
        settings.set_snapshot_path(path.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.remove_input_file();
        settings.bind(|| insta::assert_snapshot!(name.as_ref(), output));
    });
    assert!(count > 0, "there are test files");
}

/// Checks that every snapshot has a test file. A snapshot without a test file would never be compared.
#[test]
fn every_snapshot_has_its_file() {
    let mut folders = vec![root().join("snapshots")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let test = path.with_extension("");
            let of_a_file = test.extension().is_some_and(|e| e == "sir" || e == "c");
            if path.extension().is_some_and(|e| e == "snap") && of_a_file {
                assert!(test.exists(), "{} has no test file", path.display());
            }
        }
    }
}
