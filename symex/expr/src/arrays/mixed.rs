//! Replaces a read of a mixed array by nested `ite`s. A mixed array has symbolic elements, or it has stores.
//!
//! The nested `ite`s first compare the index with the indices of the stores, newest first. The innermost operand is the
//! value before all stores. If all elements were constants before the stores, this value is a read of the array before
//! the stores. Otherwise the value is selected by ranges of the index, as in [`value`](super::value), with a separate
//! range for each symbolic element.
use super::ranges::{self, Budget};
use super::{Job, walk};
use crate::{Arena, ArrayId, ArrayNode, ExprId, Node};

/// The maximum number of array elements that the index of a transformed read may select.
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
        // All elements of the array are constant. The transformations `index` and `value` eliminate reads of such an
        // array.
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

/// Returns the element of an array without stores at an index within bounds, as nested `ite`s over ranges of the index.
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
