//! `symtool export`: writes a test case as a regression test that needs no symtool.
use crate::Error;
use crate::concrete::{self, Engine};
use crate::driver::cli::{ExportArgs, Language};
use crate::driver::commands::replay::{fits, read_case};
use crate::driver::environment;
use crate::driver::export::{self, Case, KLEE_INCLUDE};
use crate::driver::{print, recorder};
use std::path::Path;
use std::process::ExitCode;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_ir::interp::RunConfig;

/// Runs the command `symtool export`. The test case is replayed first, because the exported test must expect the
/// failure that the replay shows.
pub fn run(args: &ExportArgs) -> Result<ExitCode, Error> {
    let Language::C = args.language;
    let (inputs, words) = read_case(&args.test)?;
    // An environment given by options takes precedence over the environment in the test case, as in a replay.
    let environment = if args.input.environment.is_empty() {
        environment::from_words(&words, &inputs)?
    } else {
        args.input.environment.environment()?
    };
    let program = args.input.load_in(environment, None)?;
    let module = program.simplified()?;
    let config = RunConfig {
        inputs: inputs.clone(),
        checks: args.input.program.checks()?,
        ..RunConfig::default()
    };
    let run = concrete::run(&module, program.entry, &config, Engine::Auto);
    fits(&args.test, &program, &run, &inputs)?;
    let test = args.test.display().to_string();
    let wrappers = CheckWrappers::new(&module);
    let report = run.outcome.failure().map(|failure| {
        let found = (&inputs, &run);
        let report =
            recorder::describe((&module, &wrappers), &program, failure, found, test.clone());
        (failure.kind, report)
    });
    let output = args
        .output
        .clone()
        .unwrap_or_else(|| args.test.with_extension("c"));
    let exported = export::export(&Case {
        test: &args.test,
        input: &args.input,
        program: &program,
        inputs: &inputs,
        run: &run,
        failure: report.as_ref().map(|(kind, report)| (*kind, report)),
        output: &output,
        embed: args.embed,
    })?;
    write(&output, &exported.text)?;
    if let Some(header) = &exported.header {
        let folder = output.parent().unwrap_or(Path::new(""));
        let path = folder.join(KLEE_INCLUDE);
        let parent = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(parent).map_err(Error::file("cannot make", parent))?;
        write(&path, header)?;
    }
    print(&format!(
        "wrote {}; compile and run it with\n  {}\n  {}\n",
        output.display(),
        exported.build,
        exported.run
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::file("cannot write", path))
}
