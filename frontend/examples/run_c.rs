//! Compiles C files with the frontend alone, and prints the IR (`--ir`) or runs it concretely.
use std::io::Write;
use std::process::ExitCode;
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::outcome::Outcome;

fn main() -> ExitCode {
    let mut options = symtool_frontend::Options::default();
    let mut ir = false;
    let mut files: Vec<std::path::PathBuf> = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--ir" => ir = true,
            "--system-headers" => options.system_headers = true,
            "--allow-missing" => options.allow_missing = true,
            _ if arg.starts_with("-I") => options.include_dirs.push(arg[2..].into()),
            _ if arg.starts_with("-D") => {
                let (name, value) = match arg[2..].split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                    None => (arg[2..].to_owned(), None),
                };
                options.defines.push((name, value));
            }
            _ => files.push(arg.into()),
        }
    }
    let mut err = std::io::stderr();
    let program = match symtool_frontend::compile(&files, &options) {
        Ok(program) => program,
        Err(error) => {
            let text =
                symtool_frontend::diagnostic::render(&error.diagnostics, &error.sources, false);
            let _ = write!(err, "{text}");
            return ExitCode::from(101);
        }
    };
    if ir {
        let _ = write!(
            std::io::stdout(),
            "{}",
            symtool_ir::print::module_to_string(&program.module)
        );
        return ExitCode::SUCCESS;
    }
    let config = RunConfig {
        max_instructions: 2_000_000_000,
        ..RunConfig::default()
    };
    let run = run(&program.module, program.entry, &config);
    let _ = std::io::stdout().write_all(&run.output);
    for note in &run.notes {
        let _ = writeln!(err, "note: {}", note.what);
    }
    match run.outcome {
        Outcome::Exit(status) => ExitCode::from(status as u8),
        other => {
            let _ = writeln!(err, "{other:?}");
            ExitCode::from(102)
        }
    }
}
