//! A recent model with a byte or two changed.
//!
//! The two sides of a branch differ in one condition, and mostly a model of one side becomes one of the other by another value in
//! the cell that the condition reads. Values that are tried: those that the violated conditions compare with, and their neighbours.
//! A quantifier is satisfied by one value in all cells that it fails for, or by a count below the first of them.
use super::super::Model;
use super::duplicate::{Place, places_of};
use super::ground::Clause;
use super::repair::touched;
use super::tried::Tried;
use crate::expr::{Arena, Evaluator, ExprId, ForAll};
use std::collections::VecDeque;

/// How many recent models are changed.
const MODELS: usize = 4;
/// With more violated constraints a model is left alone.
const MOST_VIOLATED: usize = 2;
/// How many changes lead from a recent model to another.
const CHANGES: u32 = 3;
/// How many changes are tried for one question.
const TRIALS: usize = 200;

/// A model of the constraints near one of some others.
pub(super) fn patched(
    arena: &Arena,
    constraints: &[ExprId],
    recent: &mut VecDeque<Tried>,
) -> Option<Tried> {
    let mut trials = TRIALS;
    let mut recent = recent.iter_mut().take(MODELS);
    recent.find_map(|model| {
        let wrong = violated(arena, constraints, model);
        changed(arena, constraints, (model, &wrong), CHANGES, &mut trials)
    })
}

/// The newest constraints that do not hold.
fn violated(arena: &Arena, constraints: &[ExprId], model: &mut Tried) -> Vec<ExprId> {
    let fails = |&c: &ExprId| !model.holds(arena, c);
    // One more than is bearable tells enough.
    let all = constraints.iter().rev().copied().filter(fails);
    all.take(MOST_VIOLATED + 1).collect()
}

fn changed(
    arena: &Arena,
    constraints: &[ExprId],
    (model, wrong): (&Tried, &[ExprId]),
    changes: u32,
    trials: &mut usize,
) -> Option<Tried> {
    let &first = wrong.first()?;
    if changes == 0 || wrong.len() > MOST_VIOLATED {
        return None;
    }
    for change in trials_for(arena, &model.model, first) {
        if *trials == 0 {
            return None;
        }
        *trials -= 1;
        let mut other = model.model.clone();
        for &((array, index), value) in &change {
            other.set(array, index, value);
        }
        if !other.eval(arena, first).is_true() {
            continue;
        }
        let places: Vec<Place> = change.into_iter().map(|(place, _)| place).collect();
        let mut other = model.with(other, &places);
        let wrong = violated(arena, constraints, &mut other);
        if wrong.is_empty() {
            return Some(other);
        }
        let found = changed(arena, constraints, (&other, &wrong), changes - 1, trials);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Changes that may make a condition true.
fn trials_for(arena: &Arena, model: &Model, condition: ExprId) -> Vec<Vec<(Place, u8)>> {
    if let Some(quantifier) = arena.as_for_all(condition) {
        return trials_for_all(arena, model, quantifier);
    }
    let values = values(arena, condition);
    let mut all = Vec::new();
    for place in places(arena, model, condition) {
        let old = model.get(place.0, place.1);
        let near = [old.wrapping_add(1), old.wrapping_sub(1)];
        let values = values.iter().copied().chain(near);
        all.extend(
            values
                .filter(|&v| v != old)
                .map(|value| vec![(place, value)]),
        );
    }
    all
}

fn trials_for_all(arena: &Arena, model: &Model, quantifier: ForAll) -> Vec<Vec<(Place, u8)>> {
    let clause = Clause {
        guard: Arena::TRUE,
        quantifier,
    };
    let mut evaluator = Evaluator::new(arena, model);
    let count = evaluator.eval(quantifier.count).low_u64();
    let count = count.min(u64::from(quantifier.max)) as u32;
    let fails = |&number: &u32| {
        let holds = evaluator.eval_bound(quantifier.body, quantifier.var, number);
        !holds.is_true()
    };
    let failed: Vec<u32> = (1..=count).filter(fails).collect();
    let mut cells: Vec<Place> = (failed.iter())
        .flat_map(|&number| places_of(arena, model, (clause, number)))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let mut all = Vec::new();
    if !cells.is_empty() {
        let values = values(arena, quantifier.body);
        all.extend(
            (values.into_iter()).map(|value| cells.iter().map(|&place| (place, value)).collect()),
        );
    }
    if let (Some((array, index)), Some(&first)) = (arena.as_byte(quantifier.count), failed.first())
    {
        all.push(vec![((array, index), (first - 1) as u8)]);
    }
    all
}

/// The bytes that a condition reads, cells before what their indexes are made of.
fn places(arena: &Arena, model: &Model, condition: ExprId) -> Vec<Place> {
    let mut places = touched(arena, model, condition, None);
    places.sort_unstable();
    places.dedup();
    places.retain(|&(array, _)| !arena.is_bound_variable(array));
    places.sort_by_key(|&(array, index)| (arena.symbol_len(array) <= 2, array, index));
    places
}

/// The bytes in the constants of a condition, and their neighbours.
fn values(arena: &Arena, condition: ExprId) -> Vec<u8> {
    let mut values: Vec<u8> = vec![0];
    let mut work = vec![condition];
    let mut looked = 0;
    while let Some(e) = work.pop() {
        looked += 1;
        if looked > 256 {
            break;
        }
        if let Some(constant) = arena.as_const(e)
            && constant.width() > 1
        {
            let byte = constant.low_u64() as u8;
            values.extend([byte, byte.wrapping_add(1), byte.wrapping_sub(1)]);
        }
        work.extend(arena.node(e).children());
    }
    values.sort_unstable();
    values.dedup();
    values.truncate(16);
    values
}
