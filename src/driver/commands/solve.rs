//! `symtool solve`: runs logged queries again, with the solver chain of exploration and with each SMT solver alone.
use crate::Error;
use crate::driver::cli::{SolveArgs, SolverArgs};
use crate::driver::{print, render};
use std::process::ExitCode;
use symtool_solver::query_replay::{self, Attempt, Script};
use symtool_solver::{SolverChoice, SolverConfig, Tri};

/// Runs the command `symtool solve`. The exit code is 10 if two answers to a query differ (including the answer in the
/// log), 20 if some query has no answer, else 0.
pub fn run(args: &SolveArgs) -> Result<ExitCode, Error> {
    let config = SolverConfig {
        solvers: solvers(&args.solver)?,
        links: args.solver.links(),
        check: args.solver.solver_check,
        timeout: args.solver_timeout.0,
        ..SolverConfig::default()
    };
    let (mut differ, mut open) = (false, false);
    for path in &args.files {
        let text = std::fs::read_to_string(path).map_err(Error::file("cannot read", path))?;
        let name = path.display();
        let wrong = |why: String| Error::Input(format!("cannot run {name}: {why}"));
        let scripts = query_replay::scripts(&text).map_err(wrong)?;
        for (number, script) in scripts.iter().enumerate() {
            let number = (scripts.len() > 1).then(|| format!(" query {}", number + 1));
            print(&format!(
                "{name}{}{}\n",
                number.unwrap_or_default(),
                noted(script)
            ))?;
            let mut answers: Vec<String> = script.recorded.iter().cloned().collect();
            answers.extend(answers_of(script, &config, &wrong)?);
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

/// Runs the solver chain and each SMT solver on a script, prints a line for each attempt, and returns the
/// answers.
fn answers_of(
    script: &Script,
    config: &SolverConfig,
    wrong: &dyn Fn(String) -> Error,
) -> Result<Vec<String>, Error> {
    let mut attempts = Vec::new();
    // The chain does not run on scripts with arrays, floats or quantifiers.
    match script.run_chain(config) {
        Ok(attempt) => attempts.push(attempt),
        Err(why) => print(&format!("  chain skipped: {why}\n"))?,
    }
    for solver in &config.solvers {
        attempts.extend(script.run(solver, config).map_err(wrong)?);
    }
    for attempt in &attempts {
        print(&line(attempt))?;
        let check = &attempt.check;
        if let Some(disagreement) = check.disagreements.first() {
            return Err(Error::Internal(disagreement.clone()));
        }
        if check.checked + check.unchecked > 0 {
            let checks = render::checks(check.checked, check.unchecked);
            print(&format!("    {checks}\n"))?;
        }
    }
    if attempts.is_empty() {
        print("  no selected link supports this query\n")?;
    }
    let answers = attempts.iter().map(|attempt| word(attempt.answer));
    Ok(answers.map(str::to_owned).collect())
}

/// Returns the selected SMT solvers. Returns an error in two cases: a solver does not answer a trivial query, or
/// `--links` names a link (solving technique of the solver chain) that runs a solver that is not selected.
pub fn solvers(args: &SolverArgs) -> Result<Vec<SolverChoice>, Error> {
    args.links()
        .check_solvers(&args.solvers)
        .map_err(|error| Error::Option(error.to_string()))?;
    for solver in &args.solvers {
        solver
            .probe()
            .map_err(|error| Error::Option(error.to_string()))?;
    }
    Ok(args.solvers.clone())
}

/// Returns a note on the query of a script: the source location and the answer that the query log contains.
fn noted(script: &Script) -> String {
    let location = script.location.iter().map(|at| format!(" from {at}"));
    let recorded = script
        .recorded
        .iter()
        .map(|answer| format!(", answered {answer}"));
    location.chain(recorded).collect()
}

fn word(answer: Tri) -> &'static str {
    match answer {
        Tri::Yes => "sat",
        Tri::No => "unsat",
        Tri::Unknown => "unknown",
    }
}

/// Returns the output lines for one attempt at a query, with the model if there is one.
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
