//! The source lines that an executed step covers.
//!
//! A step may belong to several lines, for example where value numbering (GVN) has replaced equal computations on
//! several lines by one step. If this shared step is executed, the first of its lines was reached. The execution may
//! end before a later line, because a check between the lines may fail. Therefore a shared step does not cover a line L
//! if its block also has a step that belongs to L alone. In this case, only the steps that belong to L alone cover L.
use crate::code::{FnCode, Step};
use rustc_hash::FxHashSet;
use symtool_ir::{FileId, Function, Loc, LocSet, Module};

/// A source file and a line number.
pub(super) type Line = (FileId, u32);

pub(super) fn line(module: &Module, loc: Loc) -> Line {
    let at = module.source.get(loc);
    (at.file, at.line)
}

/// Returns for each step of a function the source locations that are covered when the step is executed.
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

/// Returns for each step the number of its basic block.
fn blocks(body: &FnCode) -> Vec<usize> {
    let mut block = 0;
    let number = |step: &Step| {
        let number = block;
        block += usize::from(matches!(step, Step::Terminator(_)));
        number
    };
    body.steps.iter().map(number).collect()
}

/// Returns whether all source locations of a step are on one line.
fn has_one_line(module: &Module, locs: &LocSet) -> bool {
    let mut lines = locs.iter().map(|loc| line(module, loc));
    let first = lines.next();
    lines.all(|other| Some(other) == first)
}
