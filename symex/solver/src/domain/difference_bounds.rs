//! The difference-bound domain (Miné, PADO 2001): facts of the form `x - y <= c`.
//!
//! The domain treats the values of x and y as unbounded integers, not modulo 2^width. So a sum is decomposed only if it
//! does not overflow. Example: if `k + 1` does not overflow, `k + 1 <= n` implies `k - n <= -1`. Then `n - k` does not
//! overflow, so `n - k >= 3` implies `k - n <= -3`. With such facts, an access is shown to be in bounds even if its
//! index was computed by a loop whose states were joined.
use super::assume::Work;
use super::facts::{Change, Facts};
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, BinOp, Domain, ExprId, Node, UnOp};
use symtool_ir::bits::mask;

/// The maximum number of operators that are removed from an expression to write it as `x + c`. The operators are zero
/// extensions and additions of a constant.
const MAX_LAYERS: usize = 4;
/// The maximum number of intermediate expressions y that are tried to find an upper bound of `x - z`: if `x - y <= c`
/// and `y - z <= d`, then `x - z <= c + d`.
const MAX_BETWEEN: usize = 8;

/// The recorded bounds: for each x, the pairs (y, c) with `x - y <= c`.
pub(super) type DifferenceBounds = FxHashMap<ExprId, Vec<(ExprId, i128)>>;

/// Undoes the recording of a bound of `x - y`: restores the earlier bound `before`, or removes the bound if
/// `before` is `None`.
pub(super) fn undo(below: &mut DifferenceBounds, (x, y): (ExprId, ExprId), before: Option<i128>) {
    let Some(known) = below.get_mut(&x) else {
        return;
    };
    match before {
        None => {
            known.pop();
            if known.is_empty() {
                below.remove(&x);
            }
        }
        Some(before) => {
            if let Some(known) = known.iter_mut().find(|(other, _)| *other == y) {
                known.1 = before;
            }
        }
    }
}

impl Facts {
    /// Returns `x` and `c` such that the expression `e`, of at most 64 bits, equals `x + c` without overflow. So a
    /// bound of `x` also gives a bound of `e`.
    pub(super) fn offset(&self, arena: &Arena, mut e: ExprId) -> (ExprId, i128) {
        let mut by = 0;
        for _ in 0..MAX_LAYERS {
            match arena.node(e) {
                Node::Un {
                    op: UnOp::Zext,
                    arg,
                    ..
                } => e = arg,
                Node::Bin {
                    op: BinOp::Add,
                    lhs,
                    rhs,
                } => {
                    let Some(constant) = arena.as_const(rhs) else {
                        break;
                    };
                    let top = i128::from(mask(arena.width(e)) as u64);
                    let range = self.current(arena, lhs);
                    let up = i128::from(constant.low_u64());
                    let down = up - (top + 1);
                    by += if i128::from(range.max) + up <= top {
                        up
                    } else if i128::from(range.min) + down >= 0 {
                        down
                    } else {
                        break;
                    };
                    e = lhs;
                }
                _ => break,
            }
        }
        (e, by)
    }

    /// Records the difference bound `a - b <= most`.
    pub(super) fn learn_difference(&mut self, arena: &Arena, (a, b): (ExprId, ExprId), most: i128) {
        if arena.width(a) > 64 || arena.width(b) > 64 {
            return;
        }
        let ((x, c), (y, d)) = (self.offset(arena, a), self.offset(arena, b));
        let most = most + d - c;
        if arena.is_const(x) || arena.is_const(y) || x == y {
            return;
        }
        let below = self.below.entry(x).or_default();
        let known = below.iter_mut().find(|(other, _)| *other == y);
        let before = known.as_ref().map(|(_, before)| *before);
        match known {
            Some((_, before)) if *before <= most => return,
            Some((_, before)) => *before = most,
            None => below.push((y, most)),
        }
        self.log.push(Change::Difference(x, y, before));
    }

    /// Returns an upper bound of `a - b`: a recorded bound, or the sum of the recorded bounds of `a - y` and
    /// `y - b` for some y.
    pub(super) fn upper_bound(&self, arena: &Arena, a: ExprId, b: ExprId) -> Option<i128> {
        if self.below.is_empty() || arena.width(a) > 64 || arena.width(b) > 64 {
            return None;
        }
        let ((x, c), (y, d)) = (self.offset(arena, a), self.offset(arena, b));
        if x == y {
            return Some(c - d);
        }
        let below = self.below.get(&x)?;
        let step = |from: &[(ExprId, i128)], to| {
            let found = from.iter().find(|(other, _)| *other == to);
            found.map(|&(_, most)| most)
        };
        let through = |&(z, most): &(ExprId, i128)| {
            let rest = step(self.below.get(&z)?, y)?;
            Some(most + rest)
        };
        let direct = step(below, y);
        let longer = below
            .iter()
            .take(MAX_BETWEEN)
            .filter_map(through)
            .chain(direct);
        Some(longer.min()? + c - d)
    }

    /// Returns the truth value of `a < b`; `None` if the difference bounds do not determine it.
    pub(super) fn less_by_difference(&self, arena: &Arena, a: ExprId, b: ExprId) -> Option<bool> {
        if self.upper_bound(arena, a, b).is_some_and(|most| most < 0) {
            return Some(true);
        }
        let most = self.upper_bound(arena, b, a)?;
        (most <= 0).then_some(false)
    }

    /// Returns the abstract value of an expression, made more precise by difference bounds.
    pub(super) fn current_with_differences(&self, arena: &Arena, e: ExprId) -> Domain {
        let known = self.current(arena, e);
        let Some(between) = self.by_difference(arena, e) else {
            return known;
        };
        let sharper = known.meet(&between, arena.width(e));
        if sharper.is_empty() { known } else { sharper }
    }

    /// Returns the range that difference bounds imply for the expression `e`, a sum or difference of two
    /// operands.
    pub(super) fn by_difference(&self, arena: &Arena, e: ExprId) -> Option<Domain> {
        if self.below.is_empty() {
            return None;
        }
        let Node::Bin { op, lhs, rhs } = arena.node(e) else {
            return None;
        };
        let width = arena.width(e);
        match op {
            BinOp::Sub => {
                // The range is valid if the difference does not overflow, that is, if `rhs - lhs <= 0`.
                let below = self
                    .upper_bound(arena, rhs, lhs)
                    .filter(|&most| most <= 0)?;
                let (x, y) = (self.current(arena, lhs), self.current(arena, rhs));
                let min = (-below).max(i128::from(x.min) - i128::from(y.max));
                let most = self.upper_bound(arena, lhs, rhs).unwrap_or(i128::MAX);
                let max = most.min(i128::from(x.max) - i128::from(y.min));
                (min <= max).then(|| Domain::range(width, min as u64, max as u64))
            }
            BinOp::Add if !arena.is_const(rhs) => {
                let (x, y) = (self.current(arena, lhs), self.current(arena, rhs));
                if x.max.checked_add(y.max)? > mask(width) as u64 {
                    return None;
                }
                let most = [(lhs, rhs), (rhs, lhs)]
                    .into_iter()
                    .filter_map(|(a, b)| self.most_of_sum(arena, a, b))
                    .min()?;
                let min = x.min + y.min;
                let most = u64::try_from(most).ok().filter(|&most| most >= min)?;
                Some(Domain::range(width, min, most.min(x.max + y.max)))
            }
            _ => None,
        }
    }

    /// Returns an upper bound of `a + b`. If `n - b` does not overflow, a recorded bound `a - (n - b) <= c` implies
    /// `a + b <= n + c`. The upper bound is then the greatest value of `n + c`.
    fn most_of_sum(&self, arena: &Arena, a: ExprId, b: ExprId) -> Option<i128> {
        let ((x, c), (b, d)) = (self.offset(arena, a), self.offset(arena, b));
        let below = self.below.get(&x)?;
        let through = |&(z, most): &(ExprId, i128)| {
            let Node::Bin {
                op: BinOp::Sub,
                lhs,
                rhs,
            } = arena.node(z)
            else {
                return None;
            };
            let (y, shift) = self.offset(arena, rhs);
            let fits = y == b && self.upper_bound(arena, rhs, lhs)? <= 0;
            fits.then(|| i128::from(self.current(arena, lhs).max) - shift + most + c + d)
        };
        below.iter().take(MAX_BETWEEN).filter_map(through).min()
    }

    /// Derives facts about the operands of the expression `e` from its abstract value `new`, if `e` is a difference
    /// `a - b` that does not overflow.
    pub(super) fn learn_operands_of_difference(
        &mut self,
        arena: &Arena,
        e: ExprId,
        new: Domain,
        work: &mut Work,
    ) {
        let Node::Bin {
            op: BinOp::Sub,
            lhs,
            rhs,
        } = arena.node(e)
        else {
            return;
        };
        if arena.is_const(lhs) || arena.is_const(rhs) || new.is_empty() {
            return;
        }
        if self
            .upper_bound(arena, rhs, lhs)
            .is_none_or(|most| most > 0)
        {
            return;
        }
        self.learn_difference(arena, (rhs, lhs), -i128::from(new.min));
        self.learn_difference(arena, (lhs, rhs), i128::from(new.max));
        let (x, y) = (self.current(arena, lhs), self.current(arena, rhs));
        let width = arena.width(e);
        let top = mask(width) as u64;
        let range = |min: u64, max: Option<u64>| {
            let max = max.unwrap_or(top).min(top);
            (min <= max).then(|| Domain::range(width, min, max))
        };
        let left = range(
            y.min.saturating_add(new.min).min(top),
            y.max.checked_add(new.max),
        );
        let right = range(
            x.min.saturating_sub(new.max),
            Some(x.max.saturating_sub(new.min)),
        );
        work.extend(left.map(|domain| (lhs, domain)));
        work.extend(right.map(|domain| (rhs, domain)));
    }
}
