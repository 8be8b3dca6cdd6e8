//! `symtool solve`: runs logged queries on the solvers again, one link at a time.
use crate::cli::{SolveArgs, SolverArgs};
use crate::print;
use std::process::ExitCode;
use symtool::Error;
use symtool_solver::study::{self, Attempt, Script};
use symtool_solver::{SolverChoice, SolverConfig, Tri};

/// Runs the command. The exit code is 0 if every solver answers as the log does, 10 if two answers differ, 20 if
/// one is missing.
pub fn run(args: &SolveArgs) -> Result<ExitCode, Error> {
    let solvers = solvers(&args.solver)?;
    let config = SolverConfig {
        timeout: args.solver_timeout.0,
        ..SolverConfig::default()
    };
    let (mut differ, mut open) = (false, false);
    for path in &args.files {
        let text = std::fs::read_to_string(path).map_err(Error::file("cannot read", path))?;
        let name = path.display();
        let wrong = |why: String| Error::Input(format!("cannot run {name}: {why}"));
        let scripts = study::scripts(&text).map_err(wrong)?;
        for (number, script) in scripts.iter().enumerate() {
            let number = (scripts.len() > 1).then(|| format!(" query {}", number + 1));
            print(&format!(
                "{name}{}{}\n",
                number.unwrap_or_default(),
                noted(script)
            ))?;
            let mut answers: Vec<String> = script.recorded.iter().cloned().collect();
            for solver in &solvers {
                for attempt in script.run(solver, &config).map_err(wrong)? {
                    print(&line(&attempt))?;
                    answers.push(word(attempt.answer).to_owned());
                }
            }
            let known: Vec<&String> = answers.iter().filter(|a| *a != "unknown").collect();
            open |= known.is_empty();
            if known.iter().any(|&answer| answer != known[0]) {
                differ = true;
                print("  the answers differ\n")?;
            }
        }
    }
    Ok(ExitCode::from(match (differ, open) {
        (true, _) => 10,
        (false, true) => 20,
        (false, false) => 0,
    }))
}

/// Returns the requested solvers. Each has answered a test query.
pub fn solvers(args: &SolverArgs) -> Result<Vec<SolverChoice>, Error> {
    for solver in &args.solvers {
        solver
            .probe()
            .map_err(|error| Error::Option(error.to_string()))?;
    }
    Ok(args.solvers.clone())
}

/// Returns the answer in the log for a script.
fn noted(script: &Script) -> String {
    let place = script.place.iter().map(|place| format!(" from {place}"));
    let recorded = script
        .recorded
        .iter()
        .map(|answer| format!(", answered {answer}"));
    place.chain(recorded).collect()
}

fn word(answer: Tri) -> &'static str {
    match answer {
        Tri::Yes => "sat",
        Tri::No => "unsat",
        Tri::Unknown => "unknown",
    }
}

/// Describes an attempt, with its model below.
fn line(attempt: &Attempt) -> String {
    let why = attempt
        .why
        .iter()
        .map(|why| format!(": {why}"))
        .collect::<String>();
    let mut text = format!(
        "  {:<8} {:>9.4} s  {}{why}\n",
        word(attempt.answer),
        attempt.time.as_secs_f64(),
        attempt.name,
    );
    for (name, value) in &attempt.model {
        text += &format!("    {name} = {value}\n");
    }
    text
}
