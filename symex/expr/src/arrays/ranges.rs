//! Sets of index values as conditions: `lb <= i <= ub`, or one of several such.
use crate::{Arena, ExprId};

/// How many more ranges may be built for one condition; building fails when they are used up.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    /// So many.
    pub(super) fn new(ranges: usize) -> Budget {
        Budget { left: ranges }
    }

    /// Are there so many left?
    pub(super) fn covers(&self, ranges: usize) -> bool {
        ranges <= self.left
    }

    pub(super) fn take(&mut self, ranges: usize) -> Option<()> {
        self.left = self.left.checked_sub(ranges)?;
        Some(())
    }
}

/// The maximal ranges of positions that are `wanted`, both ends included.
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

/// Makes positions that are not `alive`, which may be in the set or not, what the nearest one before them is, or behind.
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

/// When an index, one of `first .. first + set.len()`, is in the set. The shorter of what is in it and what is not is written.
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

/// `low <= index <= high` for an index that lies in `all`.
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

/// The values at the positions of an index from `first` on, as comparisons with where runs of equal values begin, halving the
/// runs each time.
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
    halve(arena, index, &runs)
}

/// The term of the last of the starts that are not above the index, halving them each time.
pub(super) fn halve(arena: &mut Arena, index: ExprId, runs: &[(u64, ExprId)]) -> Option<ExprId> {
    if let [(_, value)] = runs {
        return Some(*value);
    }
    let middle = runs.len() / 2;
    let (below, above) = runs.split_at(middle);
    let start = above.first()?.0;
    let (below, above) = (halve(arena, index, below)?, halve(arena, index, above)?);
    let start = arena.int(arena.width(index), u128::from(start));
    let is_below = arena.ult(index, start);
    Some(arena.ite(is_below, below, above))
}
