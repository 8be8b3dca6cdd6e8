//! What it means that an expression is a function of few values, and the conditions under which it has which.
//!
//! A [`Function`] says for each value when the expression has it. Values exclude each other and one of them holds on the
//! path, whatever the input. [`super::search`] finds them.
use super::pieces;
use super::ranges::{self, Budget};
use crate::{Arena, ExprId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// When an expression has which value.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// For each value `first + k` of the unit its value is `values[k]`; the path allows only those that are `alive`.
    Unit {
        unit: ExprId,
        first: u64,
        values: Rc<[u64]>,
        alive: Rc<[bool]>,
    },
    /// Values with conditions that exclude each other, one of which holds.
    Cases(Rc<[(u64, ExprId)]>),
}

/// A function as a factor of a product: its distinct values, and what makes it one of them.
pub(super) enum Factor {
    Unit {
        unit: ExprId,
        first: u64,
        alive: Rc<[bool]>,
        /// Ascending by value; positions in the unit's range.
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

    /// When the factor has one of these values; whether it has one of the `free` ones does not matter.
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
                // The cases are all there are: the shorter of these and the others is written.
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
    /// How many distinct values there are.
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

    /// How often the value changes from one value of a unit to the next, whatever the path excludes.
    pub(super) fn changes(&self) -> usize {
        match self {
            Function::Cases(_) => 0,
            Function::Unit { values, .. } => values.windows(2).filter(|v| v[0] != v[1]).count(),
        }
    }

    /// Is it about as large as what it is to replace? Of a table without order a choice by bits is easier to solve, also where
    /// the path leaves few of its cells.
    pub(super) fn is_noise(&self, budget: &Budget) -> bool {
        !budget.covers(self.changes())
    }

    /// Of how many pieces a choice between its values consists, whatever the path excludes.
    pub(super) fn pieces(&self, width: u32) -> Option<usize> {
        let Function::Unit { first, values, .. } = self else {
            return None;
        };
        let values: Vec<Option<u64>> = values.iter().map(|&value| Some(value)).collect();
        Some(pieces::count(*first, width, &values))
    }

    /// The values by position of a unit without reads, with the first one's index; those that the path excludes are missing.
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

    /// Each value, ascending, with when it is had.
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

    /// When a condition with this function holds.
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

/// When a product of factors has a value, given its values for all their combinations.
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
    // Values of the first factor that ask the same of the others go together.
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
