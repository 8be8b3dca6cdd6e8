//! A model that fails in few places, mended there: everything but the cells under quantifiers stays, and the instances that
//! share cells with what is violated are asked for, too.
use super::super::{Answer, Model};
use super::duplicate::{Place, duplicated, places_of, read_inputs};
use super::ground::{Clause, Question};
use rustc_hash::FxHashSet;
use symtool_expr::{Arena, ArrayNode, Evaluator, ExprId, Node};

/// The bytes of inputs that an expression reads under a model; `bound` is the number of a quantifier's variable.
pub(super) fn touched(
    arena: &Arena,
    model: &Model,
    e: ExprId,
    bound: Option<(Clause, u32)>,
) -> Vec<Place> {
    let mut evaluator = Evaluator::new(arena, model);
    let mut value = |e: ExprId| match bound {
        Some((clause, number)) => evaluator.eval_bound(e, clause.quantifier.var, number),
        None => evaluator.eval(e),
    };
    let (mut places, mut seen) = (Vec::new(), FxHashSet::default());
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        let node = arena.node(e);
        match node {
            Node::Byte { array, index } => places.push((array, index)),
            Node::Read { mut array, index } => {
                let at = value(index).low_u64();
                while let &ArrayNode::Store { base, value, .. } = arena.array(array) {
                    work.push(value);
                    array = base;
                }
                if let ArrayNode::Cells(cells) = arena.array(array)
                    && let Some(&cell) = cells.get(at as usize)
                {
                    work.push(cell);
                }
            }
            _ => {}
        }
        work.extend(node.children());
    }
    places
}

/// Another model, which may satisfy the question where this one does not.
pub(super) fn repaired(
    arena: &mut Arena,
    question: &Question,
    stripped: &[ExprId],
    model: &Model,
    ask: &mut dyn FnMut(&Arena, &[ExprId]) -> Answer,
) -> Option<Model> {
    let inputs = read_inputs(arena, question);
    let mut keep: FxHashSet<Place> = FxHashSet::default();
    for &constraint in &question.ground {
        if !model.eval(arena, constraint).is_true() {
            keep.extend(touched(arena, model, constraint, None));
        }
    }
    for (clause, value) in question.violated(arena, model) {
        let body = clause.quantifier.body;
        keep.extend(touched(arena, model, body, Some((clause, value))));
    }
    keep.retain(|(array, _)| inputs.contains(array));
    let mut set = stripped.to_vec();
    for (clause, count) in question.active(arena, model) {
        for value in 2..=count {
            let places = places_of(arena, model, (clause, value));
            if places.iter().any(|place| keep.contains(place)) {
                set.push(question.instance(arena, clause, value));
            }
        }
    }
    fix(arena, question, model, &inputs, &mut set);
    let Answer::Sat(found) = ask(arena, &set) else {
        return None;
    };
    Some(duplicated(arena, question, &found, &keep))
}

/// Adds that all bytes have the values of the model but those of some inputs.
fn fix(
    arena: &mut Arena,
    question: &Question,
    model: &Model,
    inputs: &FxHashSet<symtool_expr::SymArray>,
    set: &mut Vec<ExprId>,
) {
    let mut places: Vec<Place> = Vec::new();
    let counts = question
        .clauses
        .iter()
        .map(|clause| clause.quantifier.count);
    for e in question.ground.iter().copied().chain(counts) {
        for &symbol in arena.support(e) {
            match arena.symbol_place(symbol) {
                (array, _) if inputs.contains(&array) => {}
                (array, Some(index)) => places.push((array, index)),
                (array, None) => places.extend((0..arena.symbol_len(array)).map(|i| (array, i))),
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    for (array, index) in places {
        let byte = arena.byte(array, index);
        let value = arena.int(8, u128::from(model.get(array, index)));
        set.push(arena.eq(byte, value));
    }
}
