//! Patches models of earlier queries: a patch copies a model and changes a few bytes of the copy. The *count* of a
//! quantifier is the number of values of its bound variable. An *instance* is the body of the quantifier for one of
//! these values. A *cell* is an array element that the quantifier reads.
//!
//! The queries for the two sides of a branch differ in one condition. A model of one side often becomes a model
//! of the other side after a change of the cell that the condition reads. The patches are:
//!
//! - A cell gets a new value: a constant in the violated condition, or the number before or after such a constant.
//! - The count of a quantifier increases or decreases by some number. The same number of cells is inserted into the
//!   array or removed from it, and all cells at higher indexes move.
//! - All cells of the violated instances of a quantifier get the same value.
//! - The count of a violated quantifier is reduced so that the range ends before the first violated instance.
use super::duplicate::bytes_of;
use super::ground::Clause;
use super::repair::bytes_read;
use crate::model::{InputByte, Model};
use crate::pool::EvaluatedModel;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use symtool_expr::{Arena, Evaluator, ExprId, ForAll};

/// The maximum number of models of earlier queries from which a search for a patched model starts.
const MODELS: usize = 4;
/// The maximum number of constraints that a model may violate to be patched. A model that violates more constraints is
/// not changed any further.
const MOST_VIOLATED: usize = 2;
/// The maximum number of successive changes to one model of an earlier query. If the model still violates a constraint
/// after this number of changes, other changes and then the next model are tried.
const CHANGES: u32 = 3;
/// The maximum total cost of the changed models that are evaluated for one query. [`NODES`] defines the cost of one
/// model.
const CANDIDATES: usize = 200;
/// The maximum total cost of the changed models for one query, if an expensive solver query would follow.
const MANY_CANDIDATES: usize = 600;

/// Determines the cost of evaluating a changed model: for a condition of n expression nodes, the cost is
/// `1 + n / NODES`. [`CANDIDATES`] and [`MANY_CANDIDATES`] limit the sum of these costs. So fewer changed models are
/// tried for a large condition, because evaluating it many times would take longer than a solver query.
const NODES: usize = 100;

/// The query that a patched model must satisfy.
struct Patched<'q> {
    constraints: &'q [ExprId],
    /// The constraints of the query that are quantifiers.
    quantifiers: Vec<ForAll>,
    /// Whether all values of a quantifier's count (the size of its range) are candidates. If `false`, the candidates
    /// are constants of the violated condition and the neighbors of the current value.
    thorough: bool,
}

/// A patch: input bytes and their new values.
type Change = Vec<(InputByte, u8)>;

/// Returns a copy of a model of an earlier query, changed so that it satisfies the constraints. Returns `None` if no
/// such change is found.
pub(super) fn patched(
    arena: &Arena,
    constraints: &[ExprId],
    recent: &mut VecDeque<EvaluatedModel>,
    thorough: bool,
) -> Option<EvaluatedModel> {
    let mut fuel = if thorough {
        MANY_CANDIDATES
    } else {
        CANDIDATES
    };
    let quantifiers = constraints.iter().filter_map(|&c| arena.as_for_all(c));
    let query = Patched {
        constraints,
        quantifiers: quantifiers.collect(),
        thorough,
    };
    let mut recent = recent.iter_mut().take(MODELS);
    recent.find_map(|model| {
        let failing = violated(arena, constraints, model);
        changed(arena, &query, (model, &failing), CHANGES, &mut fuel)
    })
}

/// Returns the constraints that a model violates, newest first. The list contains at most [`MOST_VIOLATED`] +
/// 1 constraints.
fn violated(arena: &Arena, constraints: &[ExprId], model: &mut EvaluatedModel) -> Vec<ExprId> {
    let fails = |&c: &ExprId| !model.holds(arena, c);
    // `MOST_VIOLATED + 1` constraints are enough to show that the model violates too many.
    let all = constraints.iter().rev().copied().filter(fails);
    all.take(MOST_VIOLATED + 1).collect()
}

fn changed(
    arena: &Arena,
    query: &Patched<'_>,
    (model, failing): (&EvaluatedModel, &[ExprId]),
    changes: u32,
    fuel: &mut usize,
) -> Option<EvaluatedModel> {
    let &first = failing.first()?;
    if changes == 0 || failing.len() > MOST_VIOLATED {
        return None;
    }
    let readers = readers(query.constraints, model);
    let cost = 1 + arena.node_count(&[first]) / NODES;
    for change in candidates(arena, query, &model.model, first) {
        if *fuel == 0 {
            return None;
        }
        *fuel = fuel.saturating_sub(cost);
        let mut other = model.model.clone();
        for &((array, index), value) in &change {
            other.set(array, index, value);
        }
        if !other.eval(arena, first).is_true() {
            continue;
        }
        let mut places: Vec<InputByte> = change.into_iter().map(|(place, _)| place).collect();
        places.sort_unstable();
        let read = places.iter().filter_map(|place| readers.get(place));
        let mut touched: Vec<ExprId> = read.flatten().copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let untouched = |c: &&ExprId| touched.binary_search(c).is_err();
        let mut still: Vec<ExprId> = failing.iter().filter(untouched).copied().collect();
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
        let failing = violated(arena, query.constraints, &mut other);
        let found = changed(arena, query, (&other, &failing), changes - 1, fuel);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns, for each input byte, the constraints of `constraints` that read it. `model` must already contain the truth
/// value of every constraint.
fn readers(constraints: &[ExprId], model: &EvaluatedModel) -> FxHashMap<InputByte, Vec<ExprId>> {
    let mut readers: FxHashMap<InputByte, Vec<ExprId>> = FxHashMap::default();
    for &constraint in constraints {
        for &place in model.bytes_read(constraint) {
            readers.entry(place).or_default().push(constraint);
        }
    }
    readers
}

/// Returns patches (changes of a few bytes of a model) that may make a condition true. A cell is an array element.
///
/// The first patches change bytes of inputs with more than two bytes, because these bytes are probably array cells.
/// Then follow patches that change the count of a quantifier (the size of its range) and also move its cells. The last
/// patches change one byte of a smaller input, for example a count without its cells.
fn candidates(arena: &Arena, query: &Patched<'_>, model: &Model, condition: ExprId) -> Vec<Change> {
    if let Some(quantifier) = arena.as_for_all(condition) {
        return candidates_for_all(arena, model, quantifier);
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
        if let Some(quantifier) = query.quantifiers.iter().find(is_count) {
            let moved = new.filter_map(|value| moved(arena, model, *quantifier, (place, value)));
            all.extend(moved);
            if query.thorough {
                let any = 0..=quantifier.max.min(255) as u8;
                every.extend(any.filter(|&v| v != old).map(|value| vec![(place, value)]));
            }
        }
    }
    all.extend(counts);
    all.extend(every);
    all
}

/// Returns a patch that changes the count of a quantifier (the size of its range). The patch also inserts or removes
/// cells (array elements), so that the number of the quantifier's cells changes by the same amount.
fn moved(
    arena: &Arena,
    model: &Model,
    quantifier: ForAll,
    (place, new): (InputByte, u8),
) -> Option<Change> {
    let old = model.get(place.0, place.1);
    if u32::from(new) > quantifier.max || old == 0 {
        return None;
    }
    let clause = Clause {
        guard: Arena::TRUE,
        quantifier,
    };
    let &(input, first) = bytes_of(arena, model, (clause, 1)).first()?;
    let &(same, last) = bytes_of(arena, model, (clause, u32::from(old))).first()?;
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

fn candidates_for_all(arena: &Arena, model: &Model, quantifier: ForAll) -> Vec<Change> {
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
    let mut cells: Vec<InputByte> = (failed.iter())
        .flat_map(|&number| bytes_of(arena, model, (clause, number)))
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

/// Returns the input bytes that a condition reads. Bytes of inputs with more than two bytes come first, because they
/// are probably array elements. Bytes of smaller inputs, which are probably indexes or counts of array elements,
/// follow.
fn places(arena: &Arena, model: &Model, condition: ExprId) -> Vec<InputByte> {
    let mut places = bytes_read(arena, model, condition, None);
    places.sort_unstable();
    places.dedup();
    places.retain(|&(array, _)| !arena.is_bound_variable(array));
    places.sort_by_key(|&(array, index)| (arena.symbol_len(array) <= 2, array, index));
    places
}

/// Returns the candidate byte values for a condition: 0, the low bytes of the constants in the condition, and the
/// neighbors of these bytes. If there are more than 16 candidates, returns the 16 smallest ones.
fn values(arena: &Arena, condition: ExprId) -> Vec<u8> {
    let mut values: Vec<u8> = vec![0];
    let mut work = vec![condition];
    let mut visited = 0;
    while let Some(e) = work.pop() {
        visited += 1;
        if visited > 256 {
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
