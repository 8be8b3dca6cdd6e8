//! `symtool solve`: puts queries that were logged to the solvers again, one part of them at a time.
use crate::cli::{SolveArgs, SolverArgs};
use crate::print;
use std::process::ExitCode;
use symtool::Error;
use symtool_solver::study::{self, Attempt, Script};
use symtool_solver::{SolverChoice, SolverConfig, Tri};

/// Runs the command: exit code 0 if every solver answers and all say what the log says, else 10 where two answers differ,
/// 20 where there is none.
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

/// The solvers that were asked for, each of which has answered a first question.
pub fn solvers(args: &SolverArgs) -> Result<Vec<SolverChoice>, Error> {
    for solver in &args.solvers {
        solver
            .probe()
            .map_err(|error| Error::Option(error.to_string()))?;
    }
    Ok(args.solvers.clone())
}

/// What the log says of a script.
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

/// An attempt, and its model beneath.
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
