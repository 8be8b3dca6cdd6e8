//! The pictures of functions before and after melding, and the decisions about branches.
use super::{Run, place};
use crate::meld;
use std::collections::BTreeSet;
use symtool_ir::{Func, InstData, Module};
use symtool_passes::analysis::symbolic;
use symtool_passes::diff::diff;
use symtool_passes::picture::{Picture, svg};
use symtool_report::model::{MeldedFunction, Remark};

/// The maximum number of functions with pictures.
const MAX_FUNCTIONS: usize = 12;

/// Returns the functions that melding has changed, with their pictures.
pub fn functions(run: &Run<'_>) -> Vec<MeldedFunction> {
    let (Some(options), Some(report)) = (&run.meld, &run.outcome.melded) else {
        return Vec::new();
    };
    let changed: BTreeSet<&str> = report
        .log
        .iter()
        .filter(|decision| decision.melded)
        .map(|decision| decision.function.as_str())
        .collect();
    if changed.is_empty() {
        return Vec::new();
    }
    let mut melded = run.original.clone();
    meld::meld(&mut melded, run.program.entry, options, run.program.checks);
    changed
        .into_iter()
        .take(MAX_FUNCTIONS)
        .filter_map(|name| function(run, name, &melded))
        .collect()
}

/// Returns the pictures of one function. A picture that would be too large is empty.
fn function(run: &Run<'_>, name: &str, melded: &Module) -> Option<MeldedFunction> {
    let entry = run.program.entry;
    let (before, after) = (
        run.original.function_named(name)?,
        melded.function_named(name)?,
    );
    let drawn = |picture: Picture| svg::draw(&[picture], &[]).unwrap_or_default();
    let picture = |module: &Module, func: Func| {
        let marks = symbolic::analyse(module, entry);
        drawn(Picture::of_function(module, func, Some(&marks)))
    };
    let mut changes = diff(run.original, melded);
    let difference = match changes.retain_function(name) {
        true => changes
            .functions
            .first()
            .map(|diff| drawn(Picture::of_diff(diff))),
        false => None,
    };
    let locs = run.original.functions[before].locs.iter().next();
    let at = locs.map(|loc| run.original.source.get(loc));
    Some(MeldedFunction {
        name: name.to_owned(),
        place: at.and_then(|at| place(run.original.source.file_name(at.file), at.line)),
        branches: (branches(run.original, before), branches(melded, after)),
        before: picture(run.original, before),
        after: picture(melded, after),
        difference: difference.unwrap_or_default(),
    })
}

fn branches(module: &Module, func: Func) -> u64 {
    let function = &module.functions[func];
    let is_branch =
        |data: &InstData| matches!(data, InstData::Branch { .. } | InstData::Switch { .. });
    let insts = function
        .all_insts()
        .filter(|&(_, inst)| is_branch(function.data(inst)));
    insts.count() as u64
}

/// Returns the decisions about branches, without repetitions.
pub fn decisions(run: &Run<'_>) -> Vec<Remark> {
    let log = run.outcome.melded.iter().flat_map(|report| &report.log);
    let mut all: Vec<Remark> = Vec::new();
    for decision in log {
        let file = decision.file.as_deref().unwrap_or_default();
        let remark = Remark {
            kind: match decision.melded {
                true => "melded".to_owned(),
                false => "kept".to_owned(),
            },
            text: decision.reason.clone(),
            place: place(file, decision.line.unwrap_or(0)),
        };
        if !all.contains(&remark) {
            all.push(remark);
        }
    }
    all
}
