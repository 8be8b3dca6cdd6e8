//! `symtool ir --trace-passes` and `--stats-json`: the effects of stages and passes, as text and as JSON.
use super::form::Form;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use symtool_meld::MeldReport;
use symtool_passes::PassRun;
use symtool_passes::size::IrSize;

/// Returns the effects of stages and passes as text. A line for each stage has the change of the program's size. A line
/// for each pass has the number of changed functions, the change of the size, and the counters of the pass. If the
/// program was melded, further lines have the number of melded branches and, for each reason, the number of branches
/// that are not melded.
pub fn text(form: &Form) -> String {
    let functions = form.module.functions.values();
    let functions = functions
        .filter(|function| !function.is_declaration())
        .count();
    let mut text = String::new();
    for stage in &form.stages {
        text += &format!("{}: {}\n", stage.stage, stage.size);
        for run in &stage.passes {
            text += &pass(run, functions);
        }
    }
    if let Some(report) = &form.melding {
        text += &format!(
            "melding: {} of {} branches melded\n",
            report.applied, report.candidates
        );
        for (reason, count) in refusals(report) {
            text += &format!("  {count} not melded: {reason}\n");
        }
    }
    text
}

fn pass(run: &PassRun, functions: usize) -> String {
    let effect = match run.changed {
        0 => "no change".to_owned(),
        changed => format!("{changed} of {functions} functions changed; {}", run.size),
    };
    let counters = run.counters.iter();
    let counters: String = counters.map(|(name, n)| format!("; {name} {n}")).collect();
    format!("  {}: {effect}{counters}\n", run.pass)
}

/// Returns the stages, passes, counters and melding decisions as one JSON object.
pub fn json(form: &Form) -> String {
    let mut counters: BTreeMap<&str, u64> = BTreeMap::new();
    for run in form.stages.iter().flat_map(|stage| &stage.passes) {
        for (name, count) in &run.counters {
            *counters.entry(name).or_default() += count;
        }
    }
    let stages = form.stages.iter().map(|stage| {
        let passes: Vec<Value> = stage.passes.iter().map(pass_json).collect();
        json!({
            "stage": stage.stage,
            "before": size(stage.size.before),
            "after": size(stage.size.after),
            "passes": passes,
        })
    });
    let object = json!({
        "schema": 1,
        "stages": stages.collect::<Vec<_>>(),
        "counters": counters,
        "melding": form.melding.as_ref().map(melding),
    });
    format!("{object:#}\n")
}

fn pass_json(run: &PassRun) -> Value {
    json!({
        "pass": run.pass,
        "functions_changed": run.changed,
        "before": size(run.size.before),
        "after": size(run.size.after),
        "counters": run.counters,
    })
}

fn size(size: IrSize) -> Value {
    json!({
        "instructions": size.instructions,
        "blocks": size.blocks,
        "branches": size.branches,
        "selects": size.selects,
    })
}

fn melding(report: &MeldReport) -> Value {
    json!({
        "branches": report.branches_before,
        "candidates": report.candidates,
        "melded": report.applied,
        "if_then": report.if_then,
        "if_then_else": report.if_then_else,
        "selects": report.selects_added,
        "refused": refusals(report),
        "solver_proofs": report.solver_proofs,
        "egraphs": report.graphs,
        "egraph_nodes": report.graph_nodes,
    })
}

/// Returns, for each reason why a branch is not melded, the number of branches with this reason.
fn refusals(report: &MeldReport) -> BTreeMap<&str, usize> {
    let mut reasons = BTreeMap::new();
    for decision in report.log.iter().filter(|decision| !decision.melded) {
        *reasons.entry(decision.reason.as_str()).or_default() += 1;
    }
    reasons
}
