//! Builds conditions for sets of index values: `low <= i <= high`, or a disjunction of such ranges. These conditions
//! replace array reads.
use crate::{Arena, ExprId};

/// The number of index ranges that the construction of a condition may still use. If the construction needs more
/// ranges, it fails and the read is not replaced.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    /// Returns a budget of `ranges` index ranges.
    pub(super) fn new(ranges: usize) -> Budget {
        Budget { left: ranges }
    }

    /// Returns whether the budget has at least `ranges` index ranges left.
    pub(super) fn covers(&self, ranges: usize) -> bool {
        ranges <= self.left
    }

    pub(super) fn take(&mut self, ranges: usize) -> Option<()> {
        self.left = self.left.checked_sub(ranges)?;
        Some(())
    }
}

/// Returns the maximal ranges of positions where `set` has the value `wanted`. Both bounds of a range are
/// inclusive.
fn ranges(set: &[bool], wanted: bool) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < set.len() {
        if set[at] != wanted {
            at += 1;
            continue;
        }
        let end = set[at..].iter().position(|&b| b != wanted);
        let end = end.map_or(set.len(), |n| at + n);
        found.push((at as u64, end as u64 - 1));
        at = end;
    }
    found
}

/// Chooses the values of `set` at the positions that the path excludes (those that are not `alive`), so that the set
/// has few ranges. Any value is correct at an excluded position. An excluded position gets the value of the nearest
/// alive position before it or, if there is none, the value of the first alive position.
pub(super) fn fill(set: &mut [bool], alive: &[bool]) {
    let Some(first) = alive.iter().position(|&alive| alive) else {
        return;
    };
    let mut last = set[first];
    for (at, &alive) in alive.iter().enumerate() {
        if alive {
            last = set[at];
        } else {
            set[at] = last;
        }
    }
}

/// Returns the condition that an index is in the set `set`. The path implies that the index is in the range `first ..
/// first + set.len()`. The condition lists the ranges of the set or of its complement, whichever are fewer. Returns
/// `None` if `budget` has fewer index ranges left than the condition needs.
pub(super) fn within(
    arena: &mut Arena,
    budget: &mut Budget,
    index: ExprId,
    first: u64,
    set: &[bool],
) -> Option<ExprId> {
    let (inside, outside) = (ranges(set, true), ranges(set, false));
    let negated = outside.len() < inside.len();
    let found = if negated { outside } else { inside };
    budget.take(found.len())?;
    let last = first + (set.len() as u64).saturating_sub(1);
    let mut any = Arena::FALSE;
    for (low, high) in found {
        let one = range(arena, index, (first, last), (first + low, first + high));
        any = arena.or(any, one);
    }
    Some(if negated { arena.not(any) } else { any })
}

/// Returns the condition `low <= index <= high` for an index that is in the range `all` on the path.
fn range(arena: &mut Arena, index: ExprId, all: (u64, u64), (low, high): (u64, u64)) -> ExprId {
    let width = arena.width(index);
    let least = arena.int(width, u128::from(low));
    if low == high {
        return arena.eq(index, least);
    }
    let most = arena.int(width, u128::from(high));
    let above = if low == all.0 {
        Arena::TRUE
    } else {
        arena.ule(least, index)
    };
    let below = if high == all.1 {
        Arena::TRUE
    } else {
        arena.ule(index, most)
    };
    arena.and(above, below)
}

/// Returns the value of a table at an index, as nested `ite`s. The table begins at the index `first`. The `ite`s
/// select the value by binary search over the first indexes of the runs (consecutive equal values). Returns `None` if
/// there are more runs than the budget of index ranges allows.
pub(super) fn steps(
    arena: &mut Arena,
    budget: &mut Budget,
    index: ExprId,
    first: u64,
    values: &[ExprId],
) -> Option<ExprId> {
    let mut runs: Vec<(u64, ExprId)> = Vec::new();
    for (at, &value) in values.iter().enumerate() {
        if runs.last().is_none_or(|&(_, last)| last != value) {
            runs.push((first + at as u64, value));
        }
    }
    budget.take(runs.len().saturating_sub(1))?;
    binary_search(arena, index, &runs)
}

/// Returns nested `ite`s that select the value at an index by binary search. The index is divided into runs (ranges
/// with one value), each given by its first index and its value. The result is the value of the last run that starts
/// at or before `index`.
pub(super) fn binary_search(
    arena: &mut Arena,
    index: ExprId,
    runs: &[(u64, ExprId)],
) -> Option<ExprId> {
    if let [(_, value)] = runs {
        return Some(*value);
    }
    let middle = runs.len() / 2;
    let (below, above) = runs.split_at(middle);
    let start = above.first()?.0;
    let (below, above) = (
        binary_search(arena, index, below)?,
        binary_search(arena, index, above)?,
    );
    let start = arena.int(arena.width(index), u128::from(start));
    let is_below = arena.ult(index, start);
    Some(arena.ite(is_below, below, above))
}
