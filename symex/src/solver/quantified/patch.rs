//! A recent model with a byte or two changed.
//!
//! The two sides of a branch differ in one condition, and mostly a model of one side becomes one of the other by another value in
//! the cell that the condition reads. Values that are tried: those that the violated conditions compare with, and their neighbours.
use super::super::Model;
use super::duplicate::Place;
use super::repair::touched;
use crate::expr::{Arena, Evaluator, ExprId};
use std::collections::VecDeque;

/// How many recent models are changed.
const MODELS: usize = 4;
/// With more violated constraints a model is left alone.
const MOST_VIOLATED: usize = 2;
/// How many changes are tried for one question.
const TRIALS: usize = 160;

/// A model of the constraints near one of some others.
pub(super) fn patched(
    arena: &Arena,
    constraints: &[ExprId],
    recent: &VecDeque<Model>,
) -> Option<Model> {
    let mut trials = TRIALS;
    let mut recent = recent.iter().take(MODELS);
    recent.find_map(|model| changed(arena, constraints, model, 2, &mut trials))
}

fn violated(arena: &Arena, constraints: &[ExprId], model: &Model) -> Vec<ExprId> {
    let mut evaluator = Evaluator::new(arena, model);
    let fails = |&c: &ExprId| !evaluator.eval(c).is_true();
    // One more than is bearable tells enough.
    let all = constraints.iter().rev().copied().filter(fails);
    all.take(MOST_VIOLATED + 1).collect()
}

fn changed(
    arena: &Arena,
    constraints: &[ExprId],
    model: &Model,
    changes: u32,
    trials: &mut usize,
) -> Option<Model> {
    let wrong = violated(arena, constraints, model);
    if wrong.is_empty() {
        return Some(model.clone());
    }
    if changes == 0 || wrong.len() > MOST_VIOLATED {
        return None;
    }
    let first = wrong[0];
    if arena.as_for_all(first).is_some() {
        return None;
    }
    let values = values(arena, first);
    for (array, index) in places(arena, model, first) {
        let old = model.get(array, index);
        for value in (values.iter().copied()).chain([old.wrapping_add(1), old.wrapping_sub(1)]) {
            if value == old {
                continue;
            }
            if *trials == 0 {
                return None;
            }
            *trials -= 1;
            let mut other = model.clone();
            other.set(array, index, value);
            if other.eval(arena, first).is_true()
                && let Some(found) = changed(arena, constraints, &other, changes - 1, trials)
            {
                return Some(found);
            }
        }
    }
    None
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
