//! Mixed arrays: a read from an array that holds constants and expressions becomes a choice in which no read is left.
//!
//! Stores at symbolic indexes come first, the newest before the older ones, each compared with the index. Of the cells below, the constant
//! ones are chosen as in [`value`](super::value), by ranges; then come the cells that hold expressions, one by one, and
//! the most frequent constant is what remains.
use super::ranges::{self, Budget};
use super::{Job, walk};
use crate::expr::{Arena, ArrayId, ArrayNode, Domain, ExprId, Node};
use std::collections::BTreeMap;

/// The most cells that an index may mean here.
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
        // A constant array.
        return None;
    }
    let domain = job.domain(arena, index);
    if domain.is_empty() || domain.min >= len {
        return None;
    }
    let mut result = match job.functions.tables.get(arena, base) {
        // What is left is a read of a constant array, for the others to deal with.
        Some(_) => arena.read(base, index),
        None => cells(job, arena, base, index, &domain)?,
    };
    for (stored, value) in stores.into_iter().rev() {
        let here = arena.eq(index, stored);
        result = arena.ite(here, value, result);
    }
    if domain.max >= len {
        let end = arena.int(64, u128::from(len));
        let inside = arena.ult(index, end);
        let zero = arena.int(8, 0);
        result = arena.ite(inside, result, zero);
    }
    Some(result)
}

/// The cell at an index that is inside.
fn cells(
    job: &mut Job,
    arena: &mut Arena,
    array: ArrayId,
    index: ExprId,
    domain: &Domain,
) -> Option<ExprId> {
    let ArrayNode::Cells(cells) = arena.array(array) else {
        return None;
    };
    let last = domain.max.min(cells.len() as u64 - 1);
    if last - domain.min >= MAX_CELLS {
        return None;
    }
    let cells: Vec<ExprId> = cells[domain.min as usize..=last as usize].to_vec();
    let mut constants: BTreeMap<u64, usize> = BTreeMap::new();
    let mut symbolic = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        match arena.as_const(cell) {
            Some(value) => *constants.entry(value.low_u64()).or_default() += 1,
            None => symbolic.push(at),
        }
    }
    if symbolic.len() > job.limits.symbolic || constants.len() > job.limits.values {
        return None;
    }
    let mut budget = Budget::new((cells.len() / job.limits.cells).min(job.limits.ranges));
    budget.take(symbolic.len())?;
    let most = constants
        .iter()
        .max_by_key(|&(value, n)| (*n, u64::MAX - value));
    let most = most.map(|(&value, _)| value);
    // The last choice: the most frequent constant, or else the last symbolic cell.
    let mut result = match most {
        Some(value) => arena.int(8, u128::from(value)),
        None => cells[symbolic.pop()?],
    };
    for &at in symbolic.iter().rev() {
        let place = arena.int(64, u128::from(domain.min) + at as u128);
        let here = arena.eq(index, place);
        result = arena.ite(here, cells[at], result);
    }
    for (&value, _) in constants.iter().filter(|&(&value, _)| Some(value) != most) {
        let cell = arena.int(8, u128::from(value));
        let set: Vec<bool> = cells.iter().map(|&c| c == cell).collect();
        let when = ranges::within(arena, &mut budget, index, domain.min, &set)?;
        result = arena.ite(when, cell, result);
    }
    Some(result)
}
