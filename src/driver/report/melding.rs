//! The pictures of functions before and after melding, and the decisions about branches.
use super::{Run, place};
use crate::meld;
use std::collections::BTreeSet;
use symtool_analysis::symbolic;
use symtool_ir::{Func, Inst, InstData, Module, Op, Type, ValueDef};
use symtool_passes::diff::diff;
use symtool_passes::picture::{Picture, svg};
use symtool_report::model::{MeldedBranch, MeldedFunction, Remark};

/// The maximum number of functions of which a report has pictures.
const MAX_FUNCTIONS: usize = 12;
/// The maximum length of all pictures (SVG texts) in a report, in bytes.
const MAX_DRAWN: usize = 400_000;
/// The maximum number of melding decisions that a report lists.
const MAX_DECISIONS: usize = 300;

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
    let mut left = MAX_DRAWN;
    let functions = changed.into_iter().take(MAX_FUNCTIONS);
    functions
        .filter_map(|name| function(run, name, &melded))
        .map(|mut function| {
            for picture in [
                &mut function.before,
                &mut function.after,
                &mut function.difference,
            ] {
                match picture.len() <= left {
                    true => left -= picture.len(),
                    false => picture.clear(),
                }
            }
            function
        })
        .collect()
}

/// Returns the pictures of one function before and after melding. A picture that would be too large is empty.
fn function(run: &Run<'_>, name: &str, melded: &Module) -> Option<MeldedFunction> {
    let entry = run.program.entry;
    let (before, after) = (
        run.original.function_named(name)?,
        melded.function_named(name)?,
    );
    let branches = branches_of(run, name);
    let drawn =
        |picture: &Picture| svg::draw(std::slice::from_ref(picture), &[]).unwrap_or_default();
    let picture = |module: &Module, func: Func| {
        let marks = symbolic::analyse(module, entry);
        let note = |inst: Inst| note(module, (func, inst), &branches);
        Picture::with_notes(module, func, Some(&marks), &note)
    };
    let (forked, straight) = (picture(run.original, before), picture(melded, after));
    let mut changes = diff(run.original, melded);
    let difference = match changes.retain_function(name) {
        true => changes
            .functions
            .first()
            .map(|diff| drawn(&Picture::of_diff(diff))),
        false => None,
    };
    let locs = run.original.functions[before].locs.iter().next();
    let at = locs.map(|loc| run.original.source.get(loc));
    Some(MeldedFunction {
        name: name.to_owned(),
        place: at.and_then(|at| place(run.original.source.file_name(at.file), at.line)),
        branches: (count(run.original, before), count(melded, after)),
        before: drawn(&forked),
        after: drawn(&straight),
        difference: difference.unwrap_or_default(),
        melded: (branches.iter().zip(1..))
            .map(|((file, line, column), number)| MeldedBranch {
                place: place(file, *line),
                column: *column,
                selects: selects(&straight, number),
            })
            .collect(),
    })
}

/// The start of the note that a picture adds to an instruction of a melded branch. The number of each such branch
/// follows.
const NOTE: &str = "  ; branch ";

/// A melded branch: its file, line and column.
type Branch = (String, u32, u32);

/// Returns the melded branches of a function in the order of the source.
fn branches_of(run: &Run<'_>, name: &str) -> Vec<Branch> {
    let log = run.outcome.melded.iter().flat_map(|report| &report.log);
    let own = log.filter(|decision| decision.melded && decision.function == name);
    let places = own.filter_map(|decision| {
        let (file, line) = (decision.file.clone()?, decision.line?);
        Some((file, line, decision.column.unwrap_or(0)))
    });
    places.collect::<BTreeSet<Branch>>().into_iter().collect()
}

/// Returns whether an instruction belongs to the branch `branch`. Before melding, this is the branch instruction
/// itself. After melding, it is a select that chooses between the values of the two sides (the select or its condition
/// has the source location of the branch), or a truth value (`and`, `or`) with this location.
fn is_due_to(module: &Module, (func, inst): (Func, Inst), branch: &Branch) -> bool {
    let function = &module.functions[func];
    let is_at = |inst: Inst| {
        let mut places = function.locs(inst).iter().map(|loc| module.source.get(loc));
        places.any(|at| {
            let file = module.source.file_name(at.file);
            (file, at.line, at.column) == (branch.0.as_str(), branch.1, branch.2)
        })
    };
    match function.data(inst) {
        InstData::Branch { .. } | InstData::Switch { .. } => is_at(inst),
        InstData::Pure {
            op: Op::Select,
            args,
        } => {
            let condition = match function.def(args[0]) {
                ValueDef::Inst(condition) => is_at(condition),
                ValueDef::Param(..) | ValueDef::Const(_) => false,
            };
            condition || is_at(inst)
        }
        InstData::Pure {
            op: Op::And | Op::Or,
            ..
        } => {
            let result = function.result(inst);
            result.is_some_and(|value| function.ty(value) == Type::I1) && is_at(inst)
        }
        _ => false,
    }
}

/// Returns the note of an instruction in a picture: the numbers of the melded branches to which it belongs.
fn note(module: &Module, at: (Func, Inst), branches: &[Branch]) -> Option<String> {
    let numbers: Vec<String> = (branches.iter().zip(1..))
        .filter(|(branch, _)| is_due_to(module, at, branch))
        .map(|(_, number): (_, u32)| number.to_string())
        .collect();
    (!numbers.is_empty()).then(|| format!("branch {}", numbers.join(", ")))
}

/// Returns the texts of those instructions in a picture that belong to the melded branch with the number `number`,
/// without branch and switch instructions.
fn selects(picture: &Picture, number: u32) -> Vec<String> {
    let rows = picture.nodes.iter().flat_map(|node| &node.rows);
    let noted = rows.filter_map(|row| row.text.split_once(NOTE));
    noted
        .filter(|(_, numbers)| numbers.split(", ").any(|other| other == number.to_string()))
        .map(|(text, _)| text.trim().to_owned())
        .filter(|text| !text.starts_with("branch ") && !text.starts_with("switch "))
        .collect()
}

fn count(module: &Module, func: Func) -> u64 {
    let function = &module.functions[func];
    let is_branch =
        |data: &InstData| matches!(data, InstData::Branch { .. } | InstData::Switch { .. });
    let insts = function
        .all_insts()
        .filter(|&(_, inst)| is_branch(function.data(inst)));
    insts.count() as u64
}

/// Returns the melding decisions about branches as remarks of the report, without repetitions.
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
        if all.len() < MAX_DECISIONS && !all.contains(&remark) {
            all.push(remark);
        }
    }
    all
}
