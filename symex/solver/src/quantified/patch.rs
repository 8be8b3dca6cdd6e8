//! A recent model with a byte or two changed.
//!
//! The two sides of a branch differ in one condition, and mostly a model of one side becomes one of the other by another value in
//! the cell that the condition reads. Values that are tried: those that the violated conditions compare with, and their neighbours.
//! Where another count is wanted, what the quantifier reads is made longer or shorter and all behind it moves, as the other
//! conditions do that stand behind that count. A quantifier is satisfied by one value in all cells that it fails for, or by a count below the first of them.
use super::super::Model;
use super::duplicate::{Place, places_of};
use super::ground::Clause;
use super::repair::touched;
use super::tried::Tried;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use symtool_expr::{Arena, Evaluator, ExprId, ForAll};

/// How many recent models are changed.
const MODELS: usize = 4;
/// With more violated constraints a model is left alone.
const MOST_VIOLATED: usize = 2;
/// How many changes lead from a recent model to another.
const CHANGES: u32 = 3;
/// How many changes are tried for one question.
const TRIALS: usize = 200;
/// The same where solvers would be next to search.
const MANY_TRIALS: usize = 600;

/// A condition of so many nodes more counts as one trial more: large ones are sooner solved than tried.
const NODES: usize = 100;

/// What is asked.
struct Asked<'q> {
    constraints: &'q [ExprId],
    /// Those of them that are quantifiers.
    quantifiers: Vec<ForAll>,
    /// Is every count tried?
    thorough: bool,
}

/// Bytes and what they become.
type Change = Vec<(Place, u8)>;

/// A model of the constraints near one of some others.
pub(super) fn patched(
    arena: &Arena,
    constraints: &[ExprId],
    recent: &mut VecDeque<Tried>,
    thorough: bool,
) -> Option<Tried> {
    let mut trials = if thorough { MANY_TRIALS } else { TRIALS };
    let quantifiers = constraints.iter().filter_map(|&c| arena.as_for_all(c));
    let question = Asked {
        constraints,
        quantifiers: quantifiers.collect(),
        thorough,
    };
    let mut recent = recent.iter_mut().take(MODELS);
    recent.find_map(|model| {
        let wrong = violated(arena, constraints, model);
        changed(arena, &question, (model, &wrong), CHANGES, &mut trials)
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
    question: &Asked<'_>,
    (model, wrong): (&Tried, &[ExprId]),
    changes: u32,
    trials: &mut usize,
) -> Option<Tried> {
    let &first = wrong.first()?;
    if changes == 0 || wrong.len() > MOST_VIOLATED {
        return None;
    }
    let readers = readers(question.constraints, model);
    let cost = 1 + arena.node_count(&[first]) / NODES;
    for change in trials_for(arena, question, &model.model, first) {
        if *trials == 0 {
            return None;
        }
        *trials = trials.saturating_sub(cost);
        let mut other = model.model.clone();
        for &((array, index), value) in &change {
            other.set(array, index, value);
        }
        if !other.eval(arena, first).is_true() {
            continue;
        }
        let mut places: Vec<Place> = change.into_iter().map(|(place, _)| place).collect();
        places.sort_unstable();
        let read = places.iter().filter_map(|place| readers.get(place));
        let mut touched: Vec<ExprId> = read.flatten().copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let untouched = |c: &&ExprId| touched.binary_search(c).is_err();
        let mut still: Vec<ExprId> = wrong.iter().filter(untouched).copied().collect();
        let mut evaluator = Evaluator::new(arena, &other);
        let fails = touched.iter().rev().copied();
        still.extend(
            fails
                .filter(|&c| !evaluator.eval(c).is_true())
                .take(MOST_VIOLATED + 1),
        );
        still.sort_unstable_by(|a, b| b.cmp(a));
        if still.len() > MOST_VIOLATED || (changes == 1 && !still.is_empty()) {
            continue;
        }
        let mut other = model.with(other, &places);
        if still.is_empty() {
            return Some(other);
        }
        let wrong = violated(arena, question.constraints, &mut other);
        let found = changed(arena, question, (&other, &wrong), changes - 1, trials);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Which constraints, all of which were tried, read which bytes.
fn readers(constraints: &[ExprId], model: &Tried) -> FxHashMap<Place, Vec<ExprId>> {
    let mut readers: FxHashMap<Place, Vec<ExprId>> = FxHashMap::default();
    for &constraint in constraints {
        for &place in model.places(constraint) {
            readers.entry(place).or_default().push(constraint);
        }
    }
    readers
}

/// Changes that may make a condition true: cells, then counts with what they count, then counts
/// alone.
fn trials_for(
    arena: &Arena,
    question: &Asked<'_>,
    model: &Model,
    condition: ExprId,
) -> Vec<Change> {
    if let Some(quantifier) = arena.as_for_all(condition) {
        return trials_for_all(arena, model, quantifier);
    }
    let values = values(arena, condition);
    let (mut all, mut counts, mut every) = (Vec::new(), Vec::new(), Vec::new());
    for place in places(arena, model, condition) {
        let old = model.get(place.0, place.1);
        let near = [old.wrapping_add(1), old.wrapping_sub(1)];
        let new: Vec<u8> = values.iter().copied().chain(near).collect();
        let new = new.into_iter().filter(|&value| value != old);
        let single = new.clone().map(|value| vec![(place, value)]);
        if arena.symbol_len(place.0) > 2 {
            all.extend(single);
            continue;
        }
        counts.extend(single);
        let is_count = |q: &&ForAll| arena.as_byte(q.count) == Some(place);
        if let Some(quantifier) = question.quantifiers.iter().find(is_count) {
            let moved = new.filter_map(|value| moved(arena, model, *quantifier, (place, value)));
            all.extend(moved);
            if question.thorough {
                let any = 0..=quantifier.max.min(255) as u8;
                every.extend(any.filter(|&v| v != old).map(|value| vec![(place, value)]));
            }
        }
    }
    all.extend(counts);
    all.extend(every);
    all
}

/// Another count, and as many cells more or less where the quantifier reads.
fn moved(
    arena: &Arena,
    model: &Model,
    quantifier: ForAll,
    (place, new): (Place, u8),
) -> Option<Change> {
    let old = model.get(place.0, place.1);
    if u32::from(new) > quantifier.max || old == 0 {
        return None;
    }
    let clause = Clause {
        guard: Arena::TRUE,
        quantifier,
    };
    let &(input, first) = places_of(arena, model, (clause, 1)).first()?;
    let &(same, last) = places_of(arena, model, (clause, u32::from(old))).first()?;
    if same != input {
        return None;
    }
    let from = first.min(last);
    let len = arena.symbol_len(input);
    let (more, fewer) = (
        u32::from(new.saturating_sub(old)),
        u32::from(old.saturating_sub(new)),
    );
    let source = |at: u32| match at {
        _ if at < from => at,
        _ if at < from + more => from,
        _ => (at - more + fewer).min(len - 1),
    };
    let mut change: Change = (from..len)
        .map(|at| ((input, at), model.get(input, source(at))))
        .filter(|&((_, at), value)| value != model.get(input, at))
        .collect();
    change.push((place, new));
    Some(change)
}

fn trials_for_all(arena: &Arena, model: &Model, quantifier: ForAll) -> Vec<Change> {
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
