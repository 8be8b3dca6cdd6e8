//! Which lines a step that was executed reaches.
//!
//! A step may compute something for several lines, as where two of them have the same sum. It was executed for the first of
//! them, and maybe for that alone: a check between them may fail. So a line with steps of its own in a block is reached there
//! by those.
use super::super::decode::{FnCode, Step};
use rustc_hash::FxHashSet;
use symtool_ir::{FileId, Function, Loc, LocSet, Module};

/// A file and a line of it.
pub(super) type Line = (FileId, u32);

pub(super) fn line(module: &Module, loc: Loc) -> Line {
    let at = module.source.get(loc);
    (at.file, at.line)
}

/// For each step of a function: the places that are reached if it is executed.
pub(super) fn reached_by_steps(
    module: &Module,
    function: &Function,
    body: &FnCode,
) -> Vec<Vec<Loc>> {
    let mut own: FxHashSet<(usize, Line)> = FxHashSet::default();
    let blocks = blocks(body);
    let locs = || body.insts.iter().map(|&inst| function.locs(inst));
    for (block, locs) in blocks.iter().zip(locs()) {
        if has_one_line(module, locs) {
            own.extend(locs.iter().map(|loc| (*block, line(module, loc))));
        }
    }
    let steps = blocks.iter().zip(locs());
    let reached = steps.map(|(block, locs)| {
        let counts = |&loc: &Loc| !own.contains(&(*block, line(module, loc)));
        let is_own = has_one_line(module, locs);
        locs.iter().filter(|loc| is_own || counts(loc)).collect()
    });
    reached.collect()
}

/// The block of each step, as a number.
fn blocks(body: &FnCode) -> Vec<usize> {
    let mut block = 0;
    let number = |step: &Step| {
        let number = block;
        block += usize::from(matches!(step, Step::Terminator(_)));
        number
    };
    body.steps.iter().map(number).collect()
}

/// Are all places of a step on one line?
fn has_one_line(module: &Module, locs: &LocSet) -> bool {
    let mut lines = locs.iter().map(|loc| line(module, loc));
    let first = lines.next();
    lines.all(|other| Some(other) == first)
}
