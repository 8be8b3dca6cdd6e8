//! Repairs a model that violates few instances of quantifiers. An instance is the body of a quantifier for one number.
//! All bytes are fixed to their values in the model, except the bytes of the inputs that quantifiers read. The
//! instances that share bytes with violated instances are added to the query, and the query is solved again.
use super::duplicate::{bytes_of, duplicated, read_inputs};
use super::ground::{Clause, Stripped};
use crate::answer::Answer;
use crate::model::{InputByte, Model};
use rustc_hash::FxHashSet;
use symtool_expr::{Arena, ArrayNode, Evaluator, ExprId, Node};

/// Returns the input bytes that an expression reads under a model. `bound` is the value of the bound variable, or
/// `None` outside of a quantifier.
pub(super) fn bytes_read(
    arena: &Arena,
    model: &Model,
    e: ExprId,
    bound: Option<(Clause, u32)>,
) -> Vec<InputByte> {
    let mut evaluator = Evaluator::new(arena, model);
    let mut value = |e: ExprId| match bound {
        Some((clause, number)) => evaluator.eval_bound(e, clause.quantifier.var, number),
        None => evaluator.eval(e),
    };
    let (mut bytes, mut seen) = (Vec::new(), FxHashSet::default());
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        let node = arena.node(e);
        match node {
            Node::Byte { array, index } => bytes.push((array, index)),
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
    bytes
}

/// Solves the constraints `stripped`, which have no quantifiers, together with two kinds of constraints. The first kind
/// are the instances (bodies of quantifiers for one number) that share bytes with violated instances. The second kind
/// are equalities that fix bytes to their values in `model`. Returns the model after the duplication of array elements
/// ([`duplicated`]). The returned model need not satisfy the original query. Returns `None` if no model is found.
pub(super) fn repaired(
    arena: &mut Arena,
    query: &Stripped,
    stripped: &[ExprId],
    model: &Model,
    check: &mut dyn FnMut(&Arena, &[ExprId]) -> Answer,
) -> Option<Model> {
    let inputs = read_inputs(arena, query);
    let mut keep: FxHashSet<InputByte> = FxHashSet::default();
    for &constraint in &query.ground {
        if !model.eval(arena, constraint).is_true() {
            keep.extend(bytes_read(arena, model, constraint, None));
        }
    }
    for (clause, value) in query.violated(arena, model) {
        let body = clause.quantifier.body;
        keep.extend(bytes_read(arena, model, body, Some((clause, value))));
    }
    keep.retain(|(array, _)| inputs.contains(array));
    let mut set = stripped.to_vec();
    for (clause, count) in query.active(arena, model) {
        for value in 2..=count {
            let bytes = bytes_of(arena, model, (clause, value));
            if bytes.iter().any(|byte| keep.contains(byte)) {
                set.push(query.instance(arena, clause, value));
            }
        }
    }
    fix(arena, query, model, &inputs, &mut set);
    let Answer::Sat(found) = check(arena, &set) else {
        return None;
    };
    Some(duplicated(arena, query, &found, &keep))
}

/// Adds equalities to `set` that fix the bytes of the query to their values in the model. Does not fix bytes of
/// `inputs`, the inputs that quantifiers read.
fn fix(
    arena: &mut Arena,
    query: &Stripped,
    model: &Model,
    inputs: &FxHashSet<symtool_expr::SymArray>,
    set: &mut Vec<ExprId>,
) {
    let mut bytes: Vec<InputByte> = Vec::new();
    let counts = query.clauses.iter().map(|clause| clause.quantifier.count);
    for e in query.ground.iter().copied().chain(counts) {
        for &symbol in arena.support(e) {
            match arena.symbol_place(symbol) {
                (array, _) if inputs.contains(&array) => {}
                (array, Some(index)) => bytes.push((array, index)),
                (array, None) => bytes.extend((0..arena.symbol_len(array)).map(|i| (array, i))),
            }
        }
    }
    bytes.sort_unstable();
    bytes.dedup();
    for (array, index) in bytes {
        let byte = arena.byte(array, index);
        let value = arena.int(8, u128::from(model.get(array, index)));
        set.push(arena.eq(byte, value));
    }
}
