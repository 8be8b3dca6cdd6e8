//! Value-based: what is read from constant arrays becomes a choice between its distinct values by ranges of the index, the
//! most frequent one last, without a test.
//!
//! The topmost functions of reads are replaced, so that `table[k] & 7` is a choice between at most eight values whatever the
//! table holds. Indexes with too many values to try each are no obstacle where the array consists of few runs.
use super::ranges::{self, Budget};
use super::{Job, walk};
use crate::expr::{Arena, ExprId, Node};
use std::collections::BTreeMap;

/// The largest array that is split into runs.
const MAX_CELLS: usize = 1 << 24;

pub(super) fn apply(job: &mut Job, arena: &mut Arena, cond: ExprId) -> ExprId {
    walk::rebuild(arena, cond, |arena, e| {
        if arena.width(e) == 1 {
            return None;
        }
        of_function(job, arena, e).or_else(|| of_runs(job, arena, e))
    })
}

fn of_function(job: &mut Job, arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let function = job.function(arena, e)?;
    if function.distinct() > job.limits.values {
        return None;
    }
    let mut budget = walk::budget(arena, e, job.limits);
    let width = arena.width(e);
    let cases = function.cases(arena, &mut budget)?;
    let cases = cases.into_iter().map(|(value, when, weight)| {
        let value = arena.int(width, u128::from(value));
        (value, when, weight)
    });
    let cases = cases.collect();
    Some(choose(arena, cases))
}

/// A choice between values with conditions, one of which holds; the heaviest needs no test.
pub(super) fn choose(arena: &mut Arena, mut cases: Vec<(ExprId, ExprId, usize)>) -> ExprId {
    // Of equally frequent ones the first stays the last choice.
    cases.reverse();
    cases.sort_by_key(|&(_, _, weight)| weight);
    let mut cases = cases.into_iter().rev();
    let last = cases.next().map(|(value, ..)| value);
    let last = last.unwrap_or_else(|| arena.int(8, 0));
    cases.fold(last, |rest, (value, when, _)| arena.ite(when, value, rest))
}

/// A read at an index of very many values, of an array with few runs of equal cells.
fn of_runs(job: &mut Job, arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let Node::Read { array, index } = arena.node(e) else {
        return None;
    };
    let cells = job.functions.tables.get(arena, array)?;
    let domain = job.domain(arena, index);
    let end = usize::try_from(domain.max)
        .map_or(cells.len(), |max| cells.len().min(max.saturating_add(1)));
    let first = usize::try_from(domain.min)
        .ok()
        .filter(|&first| first < end)?;
    let cells = &cells[first..end];
    if cells.len() > MAX_CELLS {
        return None;
    }
    let runs = cells.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let most = job.limits.ranges.min(cells.len() / job.limits.cells);
    if runs >= most || arena.has_reads(index) {
        return None;
    }
    let mut weights: BTreeMap<u8, usize> = BTreeMap::new();
    cells
        .iter()
        .for_each(|&cell| *weights.entry(cell).or_default() += 1);
    if weights.len() > job.limits.values {
        return None;
    }
    let mut budget = Budget::new(most);
    let mut cases = Vec::new();
    for (value, weight) in weights {
        let set: Vec<bool> = cells.iter().map(|&cell| cell == value).collect();
        let when = ranges::within(arena, &mut budget, index, first as u64, &set)?;
        let value = arena.int(8, u128::from(value));
        cases.push((value, when, weight));
    }
    let inside = choose(arena, cases);
    if domain.max < end as u64 {
        return Some(inside);
    }
    let len = arena.int(64, end as u128);
    let is_inside = arena.ult(index, len);
    let zero = arena.int(8, 0);
    Some(arena.ite(is_inside, inside, zero))
}
