//! Runs C files by the interpreter and as machine code, and compares the results:
//! `cargo run --release -p symtool-native --example engines -- FILE...`.
//!
//! Prints one line per file: whether both runs agree, the number of instructions, and the instructions per second of
//! each run.
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use symtool_frontend::{Options, compile};
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_native::run_native;
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

/// The maximum number of instructions of a run.
const MOST: u64 = 200_000_000;

fn speed(run: &Run, time: Duration) -> f64 {
    run.instructions as f64 / time.as_secs_f64() / 1e6
}

/// Runs a file by the interpreter and as machine code. Returns the line to print, and whether the runs agree.
fn line(file: &PathBuf) -> (String, bool) {
    let Ok(program) = compile(std::slice::from_ref(file), &Options::default()) else {
        return ("does not compile".into(), true);
    };
    let mut module = program.module;
    let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
    if let Err(error) = run_pipeline(&mut module, &passes, &mut PassContext::new()) {
        return (error.to_string(), false);
    }
    let config = RunConfig {
        max_instructions: MOST,
        ..RunConfig::default()
    };
    let start = Instant::now();
    let interpreted = run(&module, program.entry, &config);
    let middle = Instant::now();
    let native = match run_native(&module, program.entry, &config) {
        Ok(native) => native,
        Err(why) => return (format!("not native: {why}"), true),
    };
    let (first, second) = (middle - start, middle.elapsed());
    let same = interpreted.outcome == native.outcome
        && interpreted.output == native.output
        && interpreted.instructions == native.instructions
        && interpreted.coverage == native.coverage
        && interpreted.consumed == native.consumed
        && interpreted.notes == native.notes;
    let text = format!(
        "{} {:?} {} instructions, {:.0} and {:.0} million a second",
        if same { "same" } else { "DIFFERENT" },
        interpreted.outcome,
        interpreted.instructions,
        speed(&interpreted, first),
        speed(&native, second),
    );
    (text, same)
}

fn main() -> ExitCode {
    let mut agree = true;
    for file in std::env::args_os().skip(1).map(PathBuf::from) {
        let (text, same) = line(&file);
        agree &= same;
        let _ = writeln!(std::io::stdout(), "{}: {text}", file.display());
    }
    if agree {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
