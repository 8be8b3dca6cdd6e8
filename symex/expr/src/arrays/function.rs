//! The values of an expression, each with the condition under which the expression has the value.
//!
//! A [`Function`] stores these values and conditions. For each input that satisfies the path condition, exactly one of
//! the conditions holds. [`super::search`] computes functions.
//!
//! The *unit* of an expression is a subexpression without reads that alone determines the value of the expression. For
//! example, the unit of `table[i] + 1` is the index `i`. Other expressions are determined by several subexpressions
//! together. The functions of these subexpressions are called the *factors* of the expression.
use super::ranges::{self, Budget};
use super::segments;
use crate::{Arena, ExprId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The values of an expression, each with the condition under which the expression has the value.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// The values as a table over the unit, a subexpression that alone determines the value of the expression. The
    /// expression has the value `values[k]` if the unit has the value `first + k`. If `alive[k]` is `false`, the path
    /// excludes the value `first + k` of the unit.
    Unit {
        unit: ExprId,
        first: u64,
        values: Rc<[u64]>,
        alive: Rc<[bool]>,
    },
    /// Values with their conditions. For each input of the path, exactly one of the conditions holds.
    Cases(Rc<[(u64, ExprId)]>),
}

/// A factor: one of several functions that together determine an expression. A factor has distinct values,
/// each with a condition.
pub(super) enum Factor {
    Unit {
        unit: ExprId,
        first: u64,
        alive: Rc<[bool]>,
        /// The distinct values of the factor, ascending. Each value has a list of numbers: the factor has this value if
        /// `unit` is `first + k` for a number k of the list.
        groups: Vec<(u64, Vec<u32>)>,
    },
    Cases(Rc<[(u64, ExprId)]>),
}

impl Factor {
    pub(super) fn of(function: &Function) -> Factor {
        match function {
            Function::Cases(cases) => Factor::Cases(Rc::clone(cases)),
            Function::Unit {
                unit,
                first,
                values,
                alive,
            } => {
                let mut groups: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
                for (at, &value) in values.iter().enumerate().filter(|(at, _)| alive[*at]) {
                    groups.entry(value).or_default().push(at as u32);
                }
                Factor::Unit {
                    unit: *unit,
                    first: *first,
                    alive: Rc::clone(alive),
                    groups: groups.into_iter().collect(),
                }
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Factor::Unit { groups, .. } => groups.len(),
            Factor::Cases(cases) => cases.len(),
        }
    }

    pub(super) fn value(&self, at: usize) -> u64 {
        match self {
            Factor::Unit { groups, .. } => groups[at].0,
            Factor::Cases(cases) => cases[at].0,
        }
    }

    /// Returns a condition on the value of the factor (one of several functions that together determine an
    /// expression). The lists `members` and `free` contain indexes of values. The condition is true for the values in
    /// `members`. It may be true or false for those in `free`, and it is false for all others. Returns `None` if the
    /// condition needs more index ranges than the budget has left.
    fn when(
        &self,
        arena: &mut Arena,
        budget: &mut Budget,
        members: &[usize],
        free: &[usize],
    ) -> Option<ExprId> {
        if members.len() + free.len() == self.len() {
            return Some(Arena::TRUE);
        }
        match self {
            Factor::Unit {
                unit,
                first,
                alive,
                groups,
            } => {
                let mut set = vec![false; alive.len()];
                for &member in members {
                    groups[member]
                        .1
                        .iter()
                        .for_each(|&at| set[at as usize] = true);
                }
                let mut decided = alive.to_vec();
                for &member in free {
                    groups[member]
                        .1
                        .iter()
                        .for_each(|&at| decided[at as usize] = false);
                }
                ranges::fill(&mut set, &decided);
                ranges::within(arena, budget, *unit, *first, &set)
            }
            Factor::Cases(cases) => {
                // For each input of the path, exactly one case holds. So the condition is the disjunction of
                // the member cases, or the negation of the disjunction of the remaining cases, whichever is
                // shorter.
                let others = members.len() * 2 + free.len() > cases.len();
                let mut any = Arena::FALSE;
                for (at, &(_, when)) in cases.iter().enumerate() {
                    if members.contains(&at) != others && !free.contains(&at) {
                        budget.take(1)?;
                        any = arena.or(any, when);
                    }
                }
                Some(if others { arena.not(any) } else { any })
            }
        }
    }
}

impl Function {
    /// Returns the number of distinct values of the function.
    pub(super) fn distinct(&self) -> usize {
        match self {
            Function::Cases(cases) => cases.len(),
            Function::Unit { values, alive, .. } => {
                let values = values.iter().zip(alive.iter()).filter(|(_, alive)| **alive);
                let mut values: Vec<u64> = values.map(|(&value, _)| value).collect();
                values.sort_unstable();
                values.dedup();
                values.len()
            }
        }
    }

    /// Returns the number of changes of the value in the table of the function: the number of k with `values[k] !=
    /// values[k + 1]`. A condition on the value needs about this number of index ranges. The table includes values that
    /// the path excludes. Returns 0 for a function without a table (a list of cases).
    pub(super) fn changes(&self) -> usize {
        match self {
            Function::Cases(_) => 0,
            Function::Unit { values, .. } => values.windows(2).filter(|v| v[0] != v[1]).count(),
        }
    }

    /// Returns whether the condition that replaces the reads would need more index ranges than the budget has left. In
    /// this case, the reads are not replaced, but encoded as `ite` trees over the index bits. Solvers are faster on
    /// these trees than on conditions with many ranges, even if the path restricts the index to few elements.
    pub(super) fn is_unprofitable(&self, budget: &Budget) -> bool {
        !budget.covers(self.changes())
    }

    /// Returns the number of segments into which the table of the function's values is divided: runs of one constant,
    /// and runs in which the value rises by one with the unit. The table includes values that the path excludes.
    /// Returns `None` if the function has no unit (a single expression that determines its values).
    pub(super) fn segments(&self, width: u32) -> Option<usize> {
        let Function::Unit { first, values, .. } = self else {
            return None;
        };
        let values: Vec<Option<u64>> = values.iter().map(|&value| Some(value)).collect();
        Some(segments::count(*first, width, &values))
    }

    /// Returns the function as a table over its unit (the subexpression that determines its values): the unit, the
    /// unit's first value, and the values of the function, with `None` for a value that the path excludes. Returns
    /// `None` if the function has no unit.
    pub(super) fn by_unit(&self) -> Option<(ExprId, u64, Vec<Option<u64>>)> {
        let Function::Unit {
            unit,
            first,
            values,
            alive,
        } = self
        else {
            return None;
        };
        let values = values.iter().zip(alive.iter());
        let values = values.map(|(&value, &alive)| alive.then_some(value));
        Some((*unit, *first, values.collect()))
    }

    /// Returns the values of the function, ascending. Each value has the condition under which the expression
    /// has it.
    pub(super) fn cases(
        &self,
        arena: &mut Arena,
        budget: &mut Budget,
    ) -> Option<Vec<(u64, ExprId)>> {
        let factor = Factor::of(self);
        (0..factor.len())
            .map(|at| Some((factor.value(at), factor.when(arena, budget, &[at], &[])?)))
            .collect()
    }

    /// Returns the condition under which the expression of this function is true. The expression must be a condition.
    /// Returns `None` if the condition needs more index ranges than the budget has left.
    pub(super) fn holds(&self, arena: &mut Arena, budget: &mut Budget) -> Option<ExprId> {
        let factor = Factor::of(self);
        let members: Vec<usize> = (0..factor.len())
            .filter(|&at| factor.value(at) != 0)
            .collect();
        if members.is_empty() {
            return Some(Arena::FALSE);
        }
        factor.when(arena, budget, &members, &[])
    }
}

/// Returns the condition under which an expression has the value `wanted`. The functions `factors` together determine
/// the expression. `values` contains the value of the expression for each combination of values of these functions;
/// the value of the last function varies fastest. A combination that the path excludes is `None`. Returns `None` if
/// the condition needs more index ranges than the budget has left.
pub(super) fn when(
    arena: &mut Arena,
    budget: &mut Budget,
    factors: &[&Factor],
    values: &[Option<u64>],
    wanted: u64,
) -> Option<ExprId> {
    let Some((first, rest)) = factors.split_first() else {
        return Some(arena.bool(values[0] == Some(wanted)));
    };
    if !values.contains(&Some(wanted)) {
        return Some(Arena::FALSE);
    }
    if values
        .iter()
        .all(|value| value.is_none_or(|value| value == wanted))
    {
        return Some(Arena::TRUE);
    }
    let inner = values.len() / first.len();
    if rest.is_empty() {
        let members = (0..values.len()).filter(|&at| values[at] == Some(wanted));
        let members: Vec<usize> = members.collect();
        let free: Vec<usize> = (0..values.len())
            .filter(|&at| values[at].is_none())
            .collect();
        return first.when(arena, budget, &members, &free);
    }
    // If several values of the first factor (function in `factors`) need the same condition on the other factors,
    // these values form a group. Each group becomes one condition.
    let mut groups: Vec<(ExprId, Vec<usize>)> = Vec::new();
    let mut free = Vec::new();
    for (at, part) in values.chunks(inner).enumerate() {
        if part.iter().all(Option::is_none) {
            free.push(at);
            continue;
        }
        let then = when(arena, budget, rest, part, wanted)?;
        match groups.iter_mut().find(|(known, _)| *known == then) {
            Some((_, members)) => members.push(at),
            None => groups.push((then, vec![at])),
        }
    }
    let mut any = Arena::FALSE;
    for (then, members) in groups {
        if then != Arena::FALSE {
            let one = first.when(arena, budget, &members, &free)?;
            let both = arena.and(one, then);
            any = arena.or(any, both);
        }
    }
    Some(any)
}
