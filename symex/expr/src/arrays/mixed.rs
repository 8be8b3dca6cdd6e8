//! Replaces a read of a mixed array by nested `ite`s. A mixed array has constant and symbolic *cells*, or it has
//! stores. A cell is an element of the array as it was before all stores. If all cells are constants, the innermost
//! operand is a read of the array as it was before the stores.
//!
//! The nested `ite`s first compare the index with the indices of the stores, newest first. Then they select a cell by
//! ranges of the index, as in [`value`](super::value). Each symbolic cell has a separate range.
use super::ranges::{self, Budget};
use super::{Job, walk};
use crate::{Arena, ArrayId, ArrayNode, ExprId, Node};

/// The maximum number of cells that the index of a transformed read may select.
const MAX_CELLS: u64 = 1 << 16;

pub(super) fn apply(job: &mut Job, arena: &mut Arena, cond: ExprId) -> ExprId {
    walk::rebuild(arena, cond, |arena, e| {
        let Node::Read { array, index } = arena.node(e) else {
            return None;
        };
        if arena.has_reads(index) {
            return None;
        }
        read(job, arena, array, index)
    })
}

fn read(job: &mut Job, arena: &mut Arena, array: ArrayId, index: ExprId) -> Option<ExprId> {
    let len = u64::from(arena.array_len(array));
    let mut stores = Vec::new();
    let mut base = array;
    while let &ArrayNode::Store {
        base: older,
        index,
        value,
    } = arena.array(base)
    {
        stores.push((index, value));
        base = older;
        if stores.len() > job.limits.symbolic {
            return None;
        }
    }
    if stores.is_empty() && job.functions.tables.get(arena, base).is_some() {
        // All cells of the array are constant. The transformations `index` and `value` eliminate such reads.
        return None;
    }
    let (least, most) = job.range(arena, index)?;
    if least >= len {
        return None;
    }
    let mut result = match job.functions.tables.get(arena, base) {
        // The new read is of an array of constants, so the transformations `index` and `value` eliminate it in the
        // next pass.
        Some(_) => arena.read(base, index),
        None => cells(job, arena, base, index, (least, most))?,
    };
    for (stored, value) in stores.into_iter().rev() {
        let here = arena.eq(index, stored);
        result = arena.ite(here, value, result);
    }
    if most >= len {
        let end = arena.int(64, u128::from(len));
        let inside = arena.ult(index, end);
        let zero = arena.int(8, 0);
        result = arena.ite(inside, result, zero);
    }
    Some(result)
}

/// Returns the cell at an index within bounds, as nested `ite`s over ranges of the index.
fn cells(
    job: &mut Job,
    arena: &mut Arena,
    array: ArrayId,
    index: ExprId,
    (least, most): (u64, u64),
) -> Option<ExprId> {
    let ArrayNode::Cells(cells) = arena.array(array) else {
        return None;
    };
    let last = most.min(cells.len() as u64 - 1);
    if last - least >= MAX_CELLS {
        return None;
    }
    let cells: Vec<ExprId> = cells[least as usize..=last as usize].to_vec();
    let symbolic = cells.iter().filter(|&&cell| !arena.is_const(cell)).count();
    if symbolic > job.limits.symbolic {
        return None;
    }
    let mut budget = Budget::new((cells.len() / job.limits.cells).min(job.limits.ranges));
    ranges::steps(arena, &mut budget, index, least, &cells)
}
