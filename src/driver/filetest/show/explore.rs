//! The word `explore` in a `run:` line of a file test: explores the program, as the command line does.
use super::melds;
use crate::driver::cli::ExploreArgs;
use crate::driver::commands::explore::{config, plan};
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;
use crate::session::{self, Goal};
use crate::{Report, Violation};
use std::fmt::Write;
use std::time::Duration;
use symtool_engine::Config;
use symtool_engine::report::{TestCase, json};
use symtool_ir::{Inputs, Outcome};
use symtool_meld::MeldReport;

/// The time limit of an exploration without the option `--max-time`. A test takes far less time.
const MOST_TIME: Duration = Duration::from_secs(60);

/// Returns the verdict, the failures, the counters and the tests of an exploration. With `--stats`, also the number of
/// queries that each link (solving technique) of the solver chain answered or simplified.
pub fn show(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    let args = options::of_step(stages.header, step, (Reads::Exploration, &step.options))?;
    let report = explore(stages, &args, |config| config)?;
    let mut out = verdict(&report) + &counters(&report);
    if args.merging.count_paths {
        out += &exact_paths(&report);
    }
    if args.output.stats {
        out += &graph(&report);
        out += &links(&report);
    }
    Ok(out + &tests(&report))
}

/// Explores the current program with the options `args`; `change` adjusts the configuration of the engine.
pub fn explore(
    stages: &Stages<'_>,
    args: &ExploreArgs,
    change: impl FnOnce(Config) -> Config,
) -> Result<Report, String> {
    let plan = plan(args).map_err(|error| error.to_string())?;
    let mut config = config(args).map_err(|error| error.to_string())?;
    // A program with an endless loop must not block the other tests.
    config.limits.max_time.get_or_insert(MOST_TIME);
    let program = stages.program(&stages.module)?;
    let goal = Goal {
        require_reached: args.require_reached,
        is_automatic: args.auto,
    };
    let report = session::explore(&program, &plan, change(config), goal);
    report.map_err(|error| error.to_string())
}

/// Describes the verdict with its reasons, and the violations.
pub fn verdict(report: &Report) -> String {
    let mut out = format!("verdict: {}\n", report.verdict.name());
    for violation in &report.violations {
        out += &describe(violation);
    }
    for reason in &report.incomplete {
        let _ = writeln!(out, "incomplete: {reason}");
    }
    for cut in &report.cuts {
        let _ = writeln!(out, "cut: {cut}");
    }
    out
}

fn describe(violation: &Violation) -> String {
    let Violation {
        kind,
        message,
        line,
        function,
        inputs,
        ..
    } = violation;
    format!(
        "violation: {kind}: {message} (line {line} in {function}){}\n",
        input_list(inputs)
    )
}

/// Returns the counters of paths, forks and queries, and the counters of the techniques.
fn counters(report: &Report) -> String {
    let paths = &report.stats.paths;
    let mut out = String::new();
    let named = [
        ("completed", paths.completed),
        ("failed", paths.errors),
        ("killed", paths.killed),
        ("assumed away", paths.assumed_away),
        ("merged", paths.merged),
        ("spurious", paths.spurious),
    ];
    let counted = named.iter().filter(|(_, count)| *count > 0);
    let counted: Vec<String> = counted.map(|(name, n)| format!("{n} {name}")).collect();
    let counted = match counted.is_empty() {
        true => "none".to_owned(),
        false => counted.join(", "),
    };
    let _ = writeln!(out, "paths: {counted}");
    let solver = &report.stats.solver;
    let _ = writeln!(
        out,
        "forks: {}, queries: {}, solved: {}",
        paths.forks, solver.issued, solver.solver
    );
    if let Some(melded) = &report.melded {
        let (applied, candidates) = (melded.applied, melded.candidates);
        let _ = writeln!(out, "melded: {applied} of {candidates} branches");
        if melded.spurious > 0 {
            out += &spurious(melded);
        }
    }
    for (label, count) in &report.merging {
        let _ = writeln!(out, "{label}: {count}");
    }
    if let Some(learned) = &report.learned {
        let clauses = learned.from_solver + learned.from_constants + learned.lifted;
        let (paths, conflicts, unrollings) = (learned.paths, learned.conflicts, learned.unrollings);
        let _ = writeln!(
            out,
            "conflict-driven: {paths} paths, {conflicts} infeasible, {clauses} clauses ({} by constants, {} lifted), {unrollings} unrollings",
            learned.from_constants, learned.lifted
        );
    }
    out
}

/// Returns the number of spurious failures, and the branches that were not melded in the last exploration.
fn spurious(melded: &MeldReport) -> String {
    let left = melded.log.iter().filter(|decision| !decision.melded);
    let left = left.map(|decision| melds::decision_text(decision, false));
    let (failures, repeated) = (melded.spurious, melded.reruns);
    let counts = format!("spurious failures: {failures}, repeated explorations: {repeated}\n");
    counts + &left.collect::<String>()
}

/// Returns the exact number of program paths that the completed paths represent.
fn exact_paths(report: &Report) -> String {
    let paths = &report.stats.paths;
    match paths.uncounted {
        0 => format!("program paths: {}\n", paths.exact),
        uncounted => format!("program paths: unknown for {uncounted} completed paths\n"),
    }
}

/// Returns the size of the unrolled graph of conflict-driven search.
fn graph(report: &Report) -> String {
    let sizes = report.learned.as_ref();
    let text = sizes.map(|size| format!("graph: {} nodes, {} edges\n", size.nodes, size.edges));
    text.unwrap_or_default()
}

/// Returns the number of queries that each solver link answered or simplified, and the number of answers that
/// `--solver-check` confirmed.
fn links(report: &Report) -> String {
    let solver = &report.stats.solver;
    let used = solver.links.iter().filter(|(_, link)| link.hits > 0);
    let used: Vec<String> = used
        .map(|(name, link)| format!("{name} {}", link.hits))
        .collect();
    let used = if used.is_empty() {
        "none".to_owned()
    } else {
        used.join(", ")
    };
    let mut out = format!("links: {used}\n");
    if solver.check.checked > 0 {
        let _ = writeln!(out, "checked: {}", solver.check.checked);
    }
    out
}

fn tests(report: &Report) -> String {
    report.tests.iter().map(test).collect()
}

fn test(test: &TestCase) -> String {
    let outcome = match &test.outcome {
        Outcome::Bug(failure) => format!("bug {}", failure.kind),
        other => json::outcome_name(other),
    };
    let output = String::from_utf8_lossy(&test.output);
    let printed = (!output.is_empty()).then(|| format!(", output {output:?}"));
    format!(
        "test: {outcome}{}{}\n",
        input_list(&test.inputs),
        printed.unwrap_or_default()
    )
}

/// Returns the inputs with their bytes in hexadecimal.
pub(super) fn input_list(inputs: &Inputs) -> String {
    let objects = inputs.objects.iter().map(|object| {
        let bytes = object.bytes.iter().map(|byte| format!(" {byte:02x}"));
        format!(", {} ={}", object.name, bytes.collect::<String>())
    });
    objects.collect()
}
