//! Value-based transformation: replaces an expression that contains reads of constant arrays by nested `ite`s. The
//! arms of the `ite`s are the distinct values of the expression, and the conditions of the `ite`s are ranges of the
//! index.
//!
//! The `ite`s form a binary search over the ranges. With the option [`Form::Published`], they form a chain with one
//! test per value (Perry et al., ISSTA 2017, Algorithm 1). On sums of several such chains, solvers take many times
//! longer than on sums of binary searches.
//!
//! The largest subexpressions that have few values are replaced, not the reads themselves. So `table[k] & 7` becomes an
//! `ite` between at most eight values, whatever the table contains. If the index of a read has too many values to
//! enumerate, the read itself is replaced, provided that its array has few runs of equal elements.
use super::ranges::Budget;
use super::{Form, Job, segments, walk};
use crate::{Arena, ArrayNode, BinOp, ExprId, Node};

/// The maximum size, in bytes, of an array that is divided into runs of equal elements.
const MAX_CELLS: usize = 1 << 24;

pub(super) fn apply(job: &mut Job, arena: &mut Arena, cond: ExprId) -> ExprId {
    let reads = walk::reads(arena, cond);
    if !reads.iter().any(|&read| is_of_constants(arena, read)) {
        return cond;
    }
    let new = walk::rebuild(arena, cond, |arena, e| {
        if arena.width(e) == 1 {
            return None;
        }
        match job.form {
            Form::Searched => of_function(job, arena, e).or_else(|| of_runs(job, arena, e)),
            Form::Published => chain(job, arena, e),
        }
    });
    // A replacement must remove at least one read. Otherwise the solver would process the replacement and all
    // reads.
    if walk::reads(arena, new).len() < reads.len() {
        new
    } else {
        cond
    }
}

/// Returns whether all elements that the array had before its stores are constants.
fn is_of_constants(arena: &Arena, read: ExprId) -> bool {
    let Node::Read { mut array, .. } = arena.node(read) else {
        return false;
    };
    while let &ArrayNode::Store { base, .. } = arena.array(array) {
        array = base;
    }
    arena.array_support(array).is_empty()
}

fn of_function(job: &mut Job, arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let function = job.function(arena, e)?;
    let width = arena.width(e);
    let segments = function.segments(width);
    if function.distinct() > job.limits.values && segments.is_none_or(|n| n > job.limits.values) {
        return None;
    }
    let mut budget = walk::budget(arena, e, job.limits);
    // A read is not replaced if its table has too many *segments* (runs of equal values, or of values that rise by one
    // with the index). Such a read is encoded as an `ite` tree over the index bits. Solvers are faster on this tree
    // than on the replacement, even if the path restricts the index to few elements. A read with only one value is
    // always replaced, because the replacement is a constant.
    let is_unprofitable = segments.is_some_and(|segments| !budget.covers(segments - 1));
    if is_unprofitable && function.distinct() > 1 {
        return None;
    }
    if let Some((unit, first, values)) = function.by_unit() {
        return segments::choice(arena, &mut budget, (unit, first), width, &values);
    }
    let cases = function.cases(arena, &mut budget)?;
    one_test_per_value(arena, width, cases)
}

/// Returns nested `ite`s that select one of the values in `cases`, with one test for each value except the last one.
fn one_test_per_value(arena: &mut Arena, width: u32, cases: Vec<(u64, ExprId)>) -> Option<ExprId> {
    let mut rest = None;
    for (value, when) in cases.into_iter().rev() {
        let value = arena.int(width, u128::from(value));
        rest = Some(match rest {
            None => value,
            Some(rest) => arena.ite(when, value, rest),
        });
    }
    rest
}

/// Replaces the read of one array element: a read of one byte, or a concatenation of the reads of the bytes of the
/// element. Each distinct value of the element gets one test: the index is in one of the ranges in which the element
/// has this value (Algorithm 1 of Perry et al., ISSTA 2017).
fn chain(job: &mut Job, arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    if !is_element(arena, e) {
        return None;
    }
    let function = job.function(arena, e)?;
    let mut budget = Budget::new(job.limits.ranges);
    let cases = function.cases(arena, &mut budget)?;
    one_test_per_value(arena, arena.width(e), cases)
}

/// Returns whether an expression is a read, or a concatenation of reads.
fn is_element(arena: &Arena, e: ExprId) -> bool {
    let mut work = vec![e];
    while let Some(part) = work.pop() {
        match arena.node(part) {
            Node::Read { .. } => {}
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => work.extend([lhs, rhs]),
            _ => return false,
        }
    }
    true
}

/// Replaces a read at an index with too many values to enumerate, if the array has few runs of equal elements.
fn of_runs(job: &mut Job, arena: &mut Arena, e: ExprId) -> Option<ExprId> {
    let Node::Read { array, index } = arena.node(e) else {
        return None;
    };
    let cells = job.functions.tables.get(arena, array)?;
    let (least, most) = job.range(arena, index)?;
    let last = usize::try_from(most).unwrap_or(usize::MAX);
    let end = cells.len().min(last.saturating_add(1));
    let first = usize::try_from(least).ok().filter(|&first| first < end)?;
    let inner = &cells[first..end];
    let most = job.limits.ranges.min(inner.len() / job.limits.cells);
    if inner.len() > MAX_CELLS || arena.has_reads(index) {
        return None;
    }
    let values: Vec<Option<u64>> = inner.iter().map(|&cell| Some(u64::from(cell))).collect();
    let place = (index, first as u64);
    let inside = segments::choice(arena, &mut Budget::new(most), place, 8, &values)?;
    if last < cells.len() {
        return Some(inside);
    }
    let len = arena.int(64, cells.len() as u128);
    let is_inside = arena.ult(index, len);
    let zero = arena.int(8, 0);
    Some(arena.ite(is_inside, inside, zero))
}
