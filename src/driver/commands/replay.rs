//! `symtool replay`: runs one test case concretely on the original program, before melding.
use crate::Error;
use crate::Program;
use crate::concrete::{self, Engine};
use crate::driver::cli::{self, ReplayArgs};
use crate::driver::environment;
use crate::driver::print;
use crate::driver::recorded;
use crate::driver::{recorder, render};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_engine::report::{json as json_case, ktest};
use symtool_ir::interp::{self, Run, RunConfig};
use symtool_ir::{Func, Inputs, Loc, Module, Outcome};

/// Runs the command `symtool replay`. The exit code is 10 if the test case fails, and 20 if the run stops at a limit or
/// an unsupported construct. It is 0 if the program terminates or the test case violates an assumption.
pub fn run(args: &ReplayArgs) -> Result<ExitCode, Error> {
    let (inputs, words) = read_case(&args.test)?;
    let input = recorded::program_of(&args.test, &args.input)?;
    // An environment given by options takes precedence over the environment in the test case.
    let environment = if input.environment.is_empty() {
        environment::from_words(&words, &inputs)?
    } else {
        input.environment.environment()?
    };
    let program = input.load_in(environment, None)?;
    let module = program.simplified()?;
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: input.program.checks()?,
        ..RunConfig::default()
    };
    let run = if args.trace {
        let mut last = None;
        interp::run_traced(&module, program.entry, &config, &mut |func, loc| {
            trace(&module, &program, &mut last, func, loc);
        })
    } else {
        let engine = match args.engine {
            cli::Engine::Auto => Engine::Auto,
            cli::Engine::Interp => Engine::Interpreter,
            cli::Engine::Native => Engine::Native,
        };
        concrete::run(&module, program.entry, &config, engine)
    };
    if !args.force {
        fits(&args.test, &program, &run, &inputs)?;
    }
    if args.json {
        print(&(as_json(&module, &program, &run, &inputs).to_string() + "\n"))?;
    } else {
        print(&as_text(args, &program, &module, &run, &inputs))?;
    }
    Ok(ExitCode::from(match run.outcome {
        Outcome::Bug(_) => 10,
        Outcome::Exit(_) | Outcome::Abort | Outcome::Silent(_) | Outcome::AssumeFailed => 0,
        Outcome::Unsupported { .. } | Outcome::Limit(_) => 20,
    }))
}

/// Checks that a test case belongs to this program. The test case is rejected in two cases: it lacks an input
/// of the program and has an input of another name instead, or the program reads none of its inputs. A test
/// case that only has additional inputs, or only lacks inputs, is accepted, because it may come from an earlier
/// version of the program.
pub fn fits(test: &Path, program: &Program, run: &Run, inputs: &Inputs) -> Result<(), Error> {
    let environment = environment::objects(&program.environment);
    let is_read = |name: &str| run.consumed.iter().any(|input| input.name == name);
    let unused = (inputs.objects.iter().map(|object| object.name.as_str()))
        .find(|name| !is_read(name) && environment.get(name).is_none() && !is_incidental(name));
    let missing = (run.consumed.iter().filter(|input| !input.given))
        .map(|input| input.name.as_str())
        .find(|name| !is_incidental(name));
    let shared = run.consumed.iter().any(|input| input.given);
    let differ = match (unused, missing) {
        (Some(unused), Some(missing)) => format!("it has the input `{unused}`, but no `{missing}`"),
        (Some(unused), None) if !shared => {
            format!("it has the input `{unused}`, which the program does not read")
        }
        _ => return Ok(()),
    };
    Err(Error::Input(format!(
        "{} is a test case of another program: {differ}\n\
         help: pass the program that it was generated for, with the same -D and --entry options, or use --force",
        test.display()
    )))
}

/// Returns whether the program can create the input `name` without a call of `make_symbolic`: the input is
/// indeterminate memory, or an object that KLEE adds. If such an input is missing or unused, the test case can still
/// belong to the program.
fn is_incidental(name: &str) -> bool {
    name.starts_with("uninitialised ") || name == "model_version"
}

/// Reads a test case; returns its inputs and the words that describe its environment.
pub fn read_case(path: &Path) -> Result<(Inputs, Vec<String>), Error> {
    let bytes = std::fs::read(path).map_err(Error::file("cannot read", path))?;
    let bad = |why: String| Error::Input(format!("{}: {why}", path.display()));
    if path.extension().is_some_and(|ext| ext == "json") {
        let text = String::from_utf8(bytes).map_err(|_| bad("not text (UTF-8)".into()))?;
        json_case::read(&text).map_err(|error| bad(error.to_string()))
    } else {
        let (inputs, args) = ktest::read(&bytes).map_err(|error| bad(error.to_string()))?;
        // The first argument is the name of the program.
        Ok((inputs, args.into_iter().skip(1).collect()))
    }
}

/// Prints a line of the trace if the instruction is on a different source line than the previous instruction.
fn trace(module: &Module, program: &Program, last: &mut Option<(Func, u32)>, func: Func, loc: Loc) {
    let at = module.source.get(loc);
    if last.replace((func, at.line)) == Some((func, at.line)) {
        return;
    }
    let file = module.source.file_name(at.file);
    let text = program.sources.line(file, at.line).unwrap_or_default();
    // An error in writing the trace is ignored, so that the replay continues.
    let _ = print(&format!("{file}:{:<5} {text}\n", at.line));
}

fn lines_covered(module: &Module, run: &Run) -> BTreeSet<(String, u32)> {
    run.coverage
        .locs()
        .map(|loc| {
            let at = module.source.get(loc);
            (module.source.file_name(at.file).to_owned(), at.line)
        })
        .collect()
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit(status) => format!("the program ended with exit status {}", status & 0xff),
        Outcome::Abort => "the program called abort()".into(),
        Outcome::Silent(status) => format!("the program called klee_silent_exit({status})"),
        Outcome::AssumeFailed => "an assumption does not hold for this input".into(),
        Outcome::Bug(failure) => format!("{}: {}", failure.kind, failure.message),
        Outcome::Unsupported { what, .. } => format!("not supported: {what}"),
        Outcome::Limit(limit) => format!("stopped by {}", limit.describe()),
    }
}

fn as_text(
    args: &ReplayArgs,
    program: &Program,
    module: &Module,
    run: &Run,
    inputs: &Inputs,
) -> String {
    let mut text = String::new();
    if !run.output.is_empty() {
        text += &String::from_utf8_lossy(&run.output);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    for missing in run.consumed.iter().filter(|input| !input.given) {
        text += &format!(
            "note: the test case has no input `{}`; {} {} used\n",
            missing.name,
            render::count(missing.size, "zero byte"),
            if missing.size == 1 { "was" } else { "were" }
        );
    }
    for note in &run.notes {
        text += &format!("note: {}\n", note.what);
    }
    let lines = lines_covered(module, run).len() as u64;
    text += &format!(
        "replayed:  {}, {} covered\n",
        render::count(run.instructions, "instruction"),
        render::count(lines, "line")
    );
    if let Some(failure) = run.outcome.failure() {
        let report = recorder::describe(
            (module, &CheckWrappers::new(module)),
            program,
            failure,
            (inputs, run),
            args.test.display().to_string(),
        );
        text += &format!(
            "\n{}VIOLATION  {}\n",
            render::violation(&report, &program.sources),
            ending(&run.outcome)
        );
    } else {
        text += &format!("NO FAILURE {}\n", ending(&run.outcome));
    }
    text
}

fn as_json(module: &Module, program: &Program, run: &Run, inputs: &Inputs) -> serde_json::Value {
    let failure = run.outcome.failure();
    let wrappers = CheckWrappers::new(module);
    let error = failure.map(|failure| {
        let found = (inputs, run);
        recorder::describe((module, &wrappers), program, failure, found, String::new())
    });
    let lines: Vec<String> = lines_covered(module, run)
        .into_iter()
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    json!({
        "schema": 1,
        "outcome": json_case::outcome_name(&run.outcome),
        "instructions": run.instructions,
        "output": String::from_utf8_lossy(&run.output),
        "lines_covered": lines,
        "error": error,
    })
}
